#include "tacit/privacy/certificate_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate.h"

namespace tacit {
namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 4;
constexpr std::size_t kMostReasons = 10, kMostCurvePoints = 100;
constexpr std::int64_t kMostSteps = 20'000'000;  // Unfolded one by one; about half a minute.
constexpr std::int64_t kMostTimes = 1'000'000'000'000;

Json parse(std::string_view text) {
  if (text.size() > kMostCertificateBytes)
    throw Error("certificate", fmt::format("{} bytes", text.size()), fmt::format("at most {}", kMostCertificateBytes));
  std::vector<std::set<std::string>> keys;  // Of the objects open at each depth.
  const auto guard = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > kDeepest) throw Error("certificate", "nested too deeply");
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
      throw Error("certificate", "a key occurs twice in one object");
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), guard);
  } catch (const Json::exception&) {
    throw Error("certificate", "not complete, valid JSON");
  }
}

// An object whose keys are exactly `keys`, read with checks of type and range.
class Fields {
 public:
  Fields(const Json& object, std::string path, const std::vector<std::string>& keys)
      : json_(object), path_(std::move(path)) {
    if (!json_.is_object()) throw Error(path_, "expected an object");
    for (const auto& key : keys)
      if (!json_.contains(key)) throw Error(path_ + "." + key, "missing");
    if (json_.size() != keys.size()) throw Error(path_, "has fields that are not part of the format");
  }
  std::string name(const char* key) const { return path_ + "." + key; }
  const Json& at(const char* key) const { return json_.at(key); }
  const Json& list(const char* key) const {
    if (!at(key).is_array()) throw Error(name(key), "expected a list");
    return at(key);
  }
  std::string text(const char* key) const {
    if (!at(key).is_string()) throw Error(name(key), "expected text");
    auto value = at(key).get<std::string>();  // It may be shown on a terminal.
    if (std::any_of(value.begin(), value.end(), [](unsigned char c) { return c < 32 || c == 127; }))
      throw Error(name(key), "contains control characters");
    return value;
  }
  double number(const char* key) const {
    if (!at(key).is_number()) throw Error(name(key), "expected a number");
    return at(key).get<double>();
  }
  std::int64_t integer(const char* key, std::int64_t low, std::int64_t high) const {
    const Json& value = at(key);
    const std::string allowed = fmt::format("an integer from {} to {}", low, high);
    if (!value.is_number_integer()) throw Error(name(key), "expected " + allowed);
    if ((value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(high)) ||
        value.get<std::int64_t>() < low || value.get<std::int64_t>() > high)
      throw Error(name(key), value.dump(), allowed);
    return value.get<std::int64_t>();
  }

 private:
  const Json& json_;
  std::string path_;
};

ReleaseRun read_run(const Fields& in) {
  constexpr auto kUsers = UserSums::kUsers;
  ReleaseRun run{
      {in.text("name"), in.number("sensitivity"), in.number("noise_scale"), in.integer("first_user", 0, kUsers - 1),
       in.integer("last_user", 1, kUsers), in.integer("times", 1, kMostTimes)},
      in.integer("steps", 1, kUsers),
      in.integer("first_stride", 0, kUsers),
      in.integer("last_stride", 0, kUsers)};
  // In this order no product overflows.
  const auto& charge = run.charge;
  const bool fits = charge.first_user < charge.last_user &&
                    (run.last_stride == 0 || run.steps - 1 <= (kUsers - charge.last_user) / run.last_stride);
  const bool stays =
      fits && (run.first_stride <= run.last_stride || (run.steps - 1 <= kUsers / run.first_stride &&
                                                       charge.first_user + (run.steps - 1) * run.first_stride <
                                                           charge.last_user + (run.steps - 1) * run.last_stride));
  if (!stays) throw Error(in.name("last_user"), "the run touches users that cannot be");
  return run;
}

class Checker {
 public:
  explicit Checker(const Json& json)
      : in_(json, "certificate",
            {"format", "guarantee", "reason", "adjacency", "unit", "noise", "theorem", "citation", "epsilon", "delta",
             "mu", "mu_spent", "epsilon_spent", "releases", "entries", "curve", "caveats", "rho"}) {}

  CertificateCheck check() {
    read_header();
    if (in_.text("guarantee") == "none") {
      fail("it promises nothing: " + in_.text("reason").substr(0, 200));
      return verdict_;
    }
    const auto theorem = parse_theorem(in_.text("theorem"), in_.name("theorem"));
    const auto noise = parse_noise_source(in_.text("noise"), in_.name("noise"));
    const Mu mu(in_.number("mu"));
    const Delta delta(in_.number("delta"));
    const Epsilon epsilon(in_.number("epsilon"));
    if (noise == NoiseSource::production && theorem == Theorem::gdp_exact) {
      fail("the exact GDP conversion does not hold for production noise");
      return verdict_;
    }
    const Promise promise(mu, delta, theorem, noise, parse_adjacency(in_.text("adjacency"), in_.name("adjacency")));
    if (promise.epsilon() > epsilon)
      fail(fmt::format("mu = {} means epsilon = {} at delta = {}, more than the {} promised", mu.value(),
                       promise.epsilon().value(), delta.value(), epsilon.value()));
    expect("rho", in_.number("rho"), promise.rho().value());
    if (in_.text("citation") != citation(theorem)) fail("the citation is not that of the theorem");
    check_caveats(noise);
    check_releases(promise);
    return verdict_;
  }

 private:
  void fail(const std::string& reason) {
    if (verdict_.reasons.size() < kMostReasons) verdict_.reasons.push_back(reason);
  }

  // `scale` widens the tolerance of an epsilon near 0, whose first digit is decided by the last of mu.
  void expect(const std::string& what, double stated, double recomputed, double scale = 0) {
    if (!(std::abs(stated - recomputed) <= 1e-9 * (recomputed + scale)))
      fail(fmt::format("{} is stated as {}, but comes to {}", what, stated, recomputed));
  }

  void read_header() {
    const auto one_of = [&](const char* key, std::initializer_list<const char*> allowed) {
      const std::string value = in_.text(key);
      for (const char* text : allowed)
        if (value == text) return;
      throw Error(in_.name(key), "'" + value.substr(0, 60) + "'", fmt::format("{}", fmt::join(allowed, " or ")));
    };
    one_of("format", {"tacit-certificate/1"});
    one_of("guarantee", {"joint-dp", "none"});
    one_of("unit", {"episode"});
  }

  void check_caveats(NoiseSource noise) {
    const auto& stated = in_.list("caveats");
    for (const auto& caveat : standard_caveats(noise))
      if (std::find(stated.begin(), stated.end(), caveat) == stated.end()) fail("a caveat is missing: " + caveat);
  }

  void check_releases(const Promise& promise) {
    Ledger ledger(promise);
    std::vector<ReleaseRun> runs;
    try {
      for (const auto& json : in_.list("entries")) {
        const Fields entry(json, fmt::format("certificate.entries[{}]", runs.size()),
                           {"name", "sensitivity", "noise_scale", "mu", "first_user", "last_user", "times", "steps",
                            "first_stride", "last_stride"});
        runs.push_back(read_run(entry));
        expect(fmt::format("mu of '{}'", runs.back().charge.name.substr(0, 60)), entry.number("mu"),
               runs.back().charge.mu());
        book(ledger, runs.back());
      }
    } catch (const BudgetExceeded& refusal) {
      return fail(refusal.what());
    }
    if (in_.integer("releases", 0, std::numeric_limits<std::int64_t>::max()) != Certificate::count_releases(runs))
      fail(fmt::format("releases is stated as {}, but comes to {}", in_.at("releases").dump(),
                       Certificate::count_releases(runs)));
    const Mu spent = ledger.spent();
    expect("mu_spent", in_.number("mu_spent"), spent.value());
    expect("epsilon_spent", in_.number("epsilon_spent"), ledger.epsilon_spent().value(), spent.value());
    if (ledger.epsilon_spent().value() > in_.number("epsilon")) fail("more is spent than promised");
    check_curve(promise.theorem(), spent);
  }

  // Steps that lie side by side touch each user once: as one step over all of them.
  void book(Ledger& ledger, const ReleaseRun& run) {
    Charge charge = run.charge;
    const std::int64_t width = charge.last_user - charge.first_user;
    if (run.first_stride == width && run.last_stride == width) {
      charge.last_user += (run.steps - 1) * width;
      return ledger.charge(charge);
    }
    if (run.steps > kMostSteps - steps_)
      throw Error("certificate.entries", fmt::format("the runs unfold to more than {} steps", kMostSteps));
    steps_ += run.steps;
    for (std::int64_t i = 0; i < run.steps; ++i) {
      ledger.charge(charge);
      charge.first_user += run.first_stride;
      charge.last_user += run.last_stride;
    }
  }

  void check_curve(Theorem theorem, Mu spent) {
    const auto& curve = in_.list("curve");
    if (curve.empty() || curve.size() > kMostCurvePoints)
      throw Error(in_.name("curve"), fmt::format("{} points", curve.size()),
                  fmt::format("1 to {} points", kMostCurvePoints));
    for (const auto& json : curve) {
      const Fields point(json, in_.name("curve"), {"delta", "epsilon"});
      const Delta delta(point.number("delta"));
      expect(fmt::format("epsilon at delta = {} on the curve", delta.value()), point.number("epsilon"),
             epsilon_by(theorem, spent, delta).value(), spent.value());
    }
  }

  Fields in_;
  CertificateCheck verdict_;
  std::int64_t steps_ = 0;
};

}  // namespace

CertificateCheck check_certificate(std::string_view json) {
  const Json parsed = parse(json);
  return Checker(parsed).check();
}

}  // namespace tacit
