#include "tacit/privacy/certificate.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "tacit/core/error.h"

namespace tacit {
namespace {

using Json = nlohmann::ordered_json;

Json entry(const ReleaseRun& run) {
  const Charge& charge = run.charge;
  return {{"name", charge.name},
          {"sensitivity", charge.sensitivity},
          {"noise_scale", charge.noise_scale},
          {"mu", charge.mu()},
          {"first_user", charge.first_user},
          {"last_user", charge.last_user},
          {"times", charge.times},
          {"steps", run.steps},
          {"first_stride", run.first_stride},
          {"last_stride", run.last_stride}};
}

}  // namespace

std::int64_t Certificate::count_releases(std::span<const ReleaseRun> runs) {
  std::int64_t count = 0;
  for (const ReleaseRun& run : runs) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(run.charge.times, run.steps, &product) || __builtin_add_overflow(count, product, &count))
      return std::numeric_limits<std::int64_t>::max();
  }
  return count;
}

std::vector<std::string> standard_caveats(NoiseSource noise) {
  std::vector<std::string> caveats = {
      "The unit is one episode: someone who takes part in several is protected less.",
      "It vouches for arithmetic: that the code has these sensitivities and drew this noise is for tests and review.",
      "Timing, memory access and other side channels are not covered.",
  };
  caveats.emplace_back(
      noise == NoiseSource::simulation
          ? "Simulation noise is seeded and rounded to doubles: it protects nobody outside a simulation."
          : "Production noise is as good as the operating system's random generator.");
  return caveats;
}

Certificate make_certificate(const Ledger& ledger, const std::vector<std::string>& caveats) {
  const Promise& promise = ledger.promise();
  const Mu mu = ledger.spent();
  Certificate certificate{promise,
                          Certificate::Spent{mu, epsilon_by(promise.theorem(), mu, promise.delta())},
                          "every value shared between users is computed from the releases below (billboard lemma)",
                          ledger.runs(),
                          epsilon_curve(promise.theorem(), mu),
                          standard_caveats(promise.noise())};
  certificate.caveats.insert(certificate.caveats.end(), caveats.begin(), caveats.end());
  return certificate;
}

Certificate make_void_certificate(const Promise& promise, const std::string& reason) {
  if (reason.empty()) throw Error("reason", "a certificate without a guarantee has to say why");
  return {promise, std::nullopt, reason, {}, {}, standard_caveats(promise.noise())};
}

std::string to_json(const Certificate& certificate) {
  const Promise& promise = certificate.promise;
  Json json = {{"format", "tacit-certificate/1"},
               {"guarantee", certificate.guarantee()},
               {"reason", certificate.reason},
               {"adjacency", to_text(promise.adjacency())},
               {"unit", "episode"},
               {"noise", to_text(promise.noise())},
               {"theorem", to_text(promise.theorem())},
               {"citation", citation(promise.theorem())},
               {"epsilon", promise.epsilon().value()},
               {"delta", promise.delta().value()},
               {"mu", promise.mu().value()},
               {"rho", promise.rho().value()},
               {"mu_spent", nullptr},
               {"epsilon_spent", nullptr},
               {"releases", certificate.releases()},
               {"entries", Json::array()},
               {"curve", Json::array()},
               {"caveats", certificate.caveats}};
  if (certificate.spent) {
    json["mu_spent"] = certificate.spent->mu.value();
    json["epsilon_spent"] = certificate.spent->epsilon.value();
  }
  for (const ReleaseRun& run : certificate.runs) json["entries"].push_back(entry(run));
  for (const CurvePoint& point : certificate.curve)
    json["curve"].push_back({{"delta", point.delta.value()}, {"epsilon", point.epsilon.value()}});
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tacit
