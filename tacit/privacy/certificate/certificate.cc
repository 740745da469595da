#include "tacit/privacy/certificate/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate/json_fields.h"
#include "tacit/privacy/certificate/mechanism_json.h"

namespace tacit {
namespace {

using Json = nlohmann::ordered_json;

Json entry(const ReleaseRun& run) {
  const Charge& charge = run.charge;
  return {{"mechanism", run.mechanism >= 0 ? Json(run.mechanism) : Json(nullptr)},
          {"name", charge.name},
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

std::int64_t Certificate::users() const {
  std::int64_t most = 0;
  for (const MechanismRecord& record : mechanisms) most = std::max(most, record.declared.most_users);
  return most;
}

const std::string& standard_reason() {
  static const std::string reason =
      "every value shared between users is computed from the releases below (billboard lemma)";
  return reason;
}

std::vector<std::string> standard_caveats(NoiseSource noise) {
  std::vector<std::string> caveats = {
      "The unit is one episode: someone who takes part in several is protected less.",
      "It vouches for arithmetic: that the code has these sensitivities and drew this noise is for tests and review.",
      "Timing, memory access and other side channels are not covered.",
  };
  caveats.emplace_back(noise == NoiseSource::simulation
                           ? "SIMULATION NOISE: it is seeded and rounded to doubles, for research, and protects nobody."
                           : "Production noise is as good as the operating system's random generator.");
  return caveats;
}

Certificate make_certificate(const Ledger& ledger, RunContext run, const std::vector<std::string>& caveats) {
  const Promise& promise = ledger.promise();
  const Mu mu = ledger.spent();
  Certificate certificate{promise,
                          Certificate::Spent{mu, ledger.epsilon_spent()},
                          standard_reason(),
                          std::move(run),
                          ledger.releases(),
                          ledger.mechanisms(),
                          ledger.runs(),
                          epsilon_curve(promise.theorem(), mu),
                          standard_caveats(promise.noise())};
  certificate.caveats.insert(certificate.caveats.end(), caveats.begin(), caveats.end());
  return certificate;
}

Certificate make_void_certificate(const Promise& promise, const std::string& reason, RunContext run) {
  if (reason.empty()) throw Error("reason", "a certificate without a guarantee has to say why");
  return {promise, std::nullopt, reason, std::move(run), 0, {}, {}, {}, standard_caveats(promise.noise())};
}

std::string to_json(const Certificate& certificate) {
  const Promise& promise = certificate.promise;
  Json json = {{"format", "tacit-certificate/3"},
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
               {"users", certificate.users()},
               {"releases", certificate.releases},
               {"run", Json::object()},
               {"mechanisms", Json::array()},
               {"entries", Json::array()},
               {"curve", Json::array()},
               {"caveats", certificate.caveats}};
  if (certificate.spent) {
    json["mu_spent"] = certificate.spent->mu.value();
    json["epsilon_spent"] = certificate.spent->epsilon.value();
  }
  for (const auto& [name, text] : certificate.run) json["run"][name] = text;
  for (const MechanismRecord& record : certificate.mechanisms)
    json["mechanisms"].push_back(mechanism_json(record, promise));
  for (const ReleaseRun& run : certificate.runs) json["entries"].push_back(entry(run));
  for (const CurvePoint& point : certificate.curve)
    json["curve"].push_back({{"delta", point.delta.value()}, {"epsilon", point.epsilon.value()}});
  json["sha256"] = certificate_checksum(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::string certificate_checksum(std::string_view json) {
  auto certificate = nlohmann::json::parse(json.begin(), json.end(), nullptr, false);
  if (!certificate.is_object()) throw Error("certificate", "expected an object");
  return checksum_of(std::move(certificate));
}

}  // namespace tacit
