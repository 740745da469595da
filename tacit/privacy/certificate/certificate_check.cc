#include "tacit/privacy/certificate/certificate_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/certificate/certificate_text.h"
#include "tacit/privacy/certificate/json_fields.h"
#include "tacit/privacy/certificate/mechanism_check.h"

namespace tacit {
namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 8, kMostMechanisms = 100;
constexpr std::size_t kMostReasons = 10, kMostTexts = 100, kLongestText = 5000;
constexpr std::int64_t kMostSteps = 20'000'000;  // Unfolded one by one; about half a minute.

ReleaseRun read_run(const JsonFields& in) {
  constexpr auto kUsers = UserSums::kUsers;
  ReleaseRun run{
      {in.text("name"), in.number("sensitivity"), in.number("noise_scale"), in.integer("first_user", 0, kUsers - 1),
       in.integer("last_user", 1, kUsers), in.integer("times", 1, Charge::kMostTimes)},
      in.integer("steps", 1, kUsers),
      in.integer("first_stride", 0, kUsers),
      in.integer("last_stride", 0, kUsers),
      in.is_null("mechanism") ? -1 : static_cast<int>(in.integer("mechanism", 0, kMostMechanisms - 1))};
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

RunContext read_context(const Json& json) {
  if (!json.is_object() || json.size() > kMostTexts)
    throw Error("certificate.run", fmt::format("expected an object of at most {} texts", kMostTexts));
  RunContext run;
  for (const auto& [name, value] : json.items()) {
    run.emplace_back(JsonFields::text(name, "certificate.run"), JsonFields::text(value, "certificate.run"));
    if (name.size() + run.back().second.size() > kLongestText)
      throw Error("certificate.run", fmt::format("a text has more than {} characters", kLongestText));
  }
  return run;
}

bool alike(const ReleaseRun& a, const ReleaseRun& b) {
  const auto near = [](double x, double y) { return std::abs(x - y) <= 1e-9 * std::abs(y); };
  return near(a.charge.sensitivity, b.charge.sensitivity) && near(a.charge.noise_scale, b.charge.noise_scale) &&
         a.charge.first_user == b.charge.first_user && a.charge.last_user == b.charge.last_user &&
         a.charge.times == b.charge.times && a.steps == b.steps && a.first_stride == b.first_stride &&
         a.last_stride == b.last_stride;
}

using RunsByName = std::map<std::pair<int, std::string>, std::vector<ReleaseRun>>;

// Those of mechanisms, in their order.
RunsByName by_name(const std::vector<ReleaseRun>& runs) {
  RunsByName result;
  for (const ReleaseRun& run : runs)
    if (run.mechanism >= 0) result[{run.mechanism, run.charge.name}].push_back(run);
  return result;
}

class Checker {
 public:
  explicit Checker(const Json& json)
      : in_(json, "certificate",
            {"format",  "guarantee",  "reason",  "adjacency", "unit",     "noise",         "theorem", "citation",
             "epsilon", "delta",      "mu",      "rho",       "mu_spent", "epsilon_spent", "users",   "releases",
             "run",     "mechanisms", "entries", "curve",     "caveats",  "sha256"}) {}

  CertificateCheck check(std::string_view text) {
    read_header();
    if (in_.text("sha256") != certificate_checksum(text)) fail("it was edited or damaged: its checksum is another one");
    const auto theorem = parse_theorem(in_.text("theorem"), in_.name("theorem"));
    const auto noise = parse_noise_source(in_.text("noise"), in_.name("noise"));
    const auto adjacency = parse_adjacency(in_.text("adjacency"), in_.name("adjacency"));
    const Mu mu(in_.number("mu"));
    const Delta delta(in_.number("delta"));
    const Epsilon epsilon(in_.number("epsilon"));
    verdict_.simulation = noise == NoiseSource::simulation;
    if (noise == NoiseSource::production && theorem == Theorem::gdp_exact) {
      fail("the exact GDP conversion does not hold for production noise");
      return verdict_;
    }
    const Promise promise(mu, delta, theorem, noise, adjacency);
    RunContext run = read_context(in_.at("run"));
    if (in_.text("guarantee") == "none") {
      verdict_.statements = describe(make_void_certificate(promise, "none", std::move(run)));
      fail("it promises nothing: " + in_.text("reason").substr(0, 200));
      return verdict_;
    }
    if (noise == NoiseSource::production &&
        std::any_of(run.begin(), run.end(), [](const auto& entry) { return entry.first.ends_with("seed"); }))
      fail("production noise has no seed, and the run names one");
    check_promise(promise, epsilon);
    check_texts(promise);
    Certificate stated{
        Promise(epsilon, delta, theorem, noise, adjacency), std::nullopt, {}, std::move(run), 0, {}, {}, {}, {}};
    check_releases(promise, stated);
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
    one_of("format", {"tacit-certificate/3"});
    one_of("guarantee", {"joint-dp", "none"});
    one_of("unit", {"episode"});
  }

  // mu is the largest that keeps epsilon, or epsilon the smallest that mu keeps.
  void check_promise(const Promise& promise, Epsilon epsilon) {
    const double mu = promise.mu().value();
    if (promise.epsilon() > epsilon)
      return fail(fmt::format("mu = {} means epsilon = {} at delta = {}, more than the {} promised", mu,
                              promise.epsilon().value(), promise.delta().value(), epsilon.value()));
    const Promise calibrated(epsilon, promise.delta(), promise.theorem(), promise.noise(), promise.adjacency());
    if (std::abs(mu - calibrated.mu().value()) > 1e-9 * mu)
      expect("epsilon", epsilon.value(), promise.epsilon().value(), mu);
    expect("rho", in_.number("rho"), promise.rho().value());
  }

  void check_texts(const Promise& promise) {
    if (in_.text("citation") != citation(promise.theorem())) fail("the citation is not that of the theorem");
    if (in_.text("reason") != standard_reason()) fail("the reason is not the one by which a guarantee holds");
    const auto& stated = in_.list("caveats", kMostTexts);
    for (const auto& caveat : stated) JsonFields::text(caveat, in_.name("caveats"));
    const auto has = [&](const std::string& text) {
      return std::find(stated.begin(), stated.end(), text) != stated.end();
    };
    const auto expected = standard_caveats(promise.noise());
    for (const auto& caveat : expected)
      if (!has(caveat)) fail("a caveat is missing: " + caveat);
    for (const auto noise : {NoiseSource::simulation, NoiseSource::production})
      for (const auto& caveat : standard_caveats(noise))
        if (has(caveat) && std::find(expected.begin(), expected.end(), caveat) == expected.end())
          fail("a caveat is that of other noise: " + caveat);
  }

  void check_releases(const Promise& promise, Certificate& stated) {
    Ledger ledger(promise);
    try {
      const bool sound = read_mechanisms(promise, stated);
      read_entries(stated);
      check_users(stated);
      if (!sound) return say(stated);
      for (const MechanismRecord& record : stated.mechanisms) book_mechanism(record, ledger);
      for (const ReleaseRun& run : stated.runs)
        if (run.mechanism < 0) book(ledger, run);
    } catch (const BudgetExceeded& refusal) {
      fail(refusal.what());
      return say(stated);
    }
    check_entries(ledger.runs(), stated.runs);
    const std::int64_t releases = count_releases(stated.mechanisms, stated.runs);
    if (in_.integer("releases", 0, std::numeric_limits<std::int64_t>::max()) != releases)
      fail(fmt::format("releases is stated as {}, but comes to {}", in_.at("releases").dump(), releases));
    const Mu spent = ledger.spent();
    stated.spent = Certificate::Spent{spent, ledger.epsilon_spent()};
    expect("mu_spent", in_.number("mu_spent"), spent.value());
    if (in_.number("mu_spent") > promise.mu().value()) fail("mu_spent exceeds mu");
    expect("epsilon_spent", in_.number("epsilon_spent"), ledger.epsilon_spent().value(), spent.value());
    if (ledger.epsilon_spent().value() > in_.number("epsilon")) fail("more is spent than promised");
    check_curve(promise.theorem(), spent);
    say(stated);
  }

  // What is promised, also where it does not hold.
  void say(Certificate& stated) {
    if (!stated.spent)
      stated.spent = Certificate::Spent{Mu(in_.number("mu_spent")), Epsilon(in_.number("epsilon_spent"))};
    verdict_.statements = describe(stated);
  }

  // Whether all of them are what they say.
  bool read_mechanisms(const Promise& promise, Certificate& stated) {
    bool sound = true;
    for (const auto& json : in_.list("mechanisms", kMostMechanisms)) {
      const std::string path = fmt::format("certificate.mechanisms[{}]", stated.mechanisms.size());
      StatedMechanism mechanism = read_mechanism(json, path, promise.adjacency());
      const std::vector<std::string> reasons = check_mechanism(mechanism, promise);
      for (const std::string& reason : reasons) fail(fmt::format("mechanism {}: {}", stated.mechanisms.size(), reason));
      sound = sound && reasons.empty();
      stated.mechanisms.push_back(std::move(mechanism.record));
    }
    return sound;
  }

  void read_entries(Certificate& stated) {
    for (const auto& json : in_.list("entries")) {
      const JsonFields entry(json, fmt::format("certificate.entries[{}]", stated.runs.size()),
                             {"mechanism", "name", "sensitivity", "noise_scale", "mu", "first_user", "last_user",
                              "times", "steps", "first_stride", "last_stride"});
      stated.runs.push_back(read_run(entry));
      const ReleaseRun& run = stated.runs.back();
      if (run.mechanism >= static_cast<int>(stated.mechanisms.size()))
        throw Error(entry.name("mechanism"), fmt::format("{}", run.mechanism), "the number of a mechanism");
      expect(fmt::format("mu of '{}'", run.charge.name.substr(0, 60)), entry.number("mu"), run.charge.mu());
    }
  }

  void check_users(const Certificate& stated) {
    const std::int64_t users = in_.integer("users", 0, UserSums::kUsers);
    if (users != stated.users()) fail(fmt::format("users is stated as {}, but comes to {}", users, stated.users()));
    for (const auto& [name, text] : stated.run)
      if (name == "users" && !stated.mechanisms.empty() && text != std::to_string(users))
        fail(fmt::format("the run says that it has {} users, not {}", text.substr(0, 60), users));
  }

  // The charges that were booked are those of the releases.
  void check_entries(const std::vector<ReleaseRun>& booked, const std::vector<ReleaseRun>& stated) {
    const RunsByName expected = by_name(booked), found = by_name(stated);
    for (const auto& [key, runs] : found)
      if (!expected.contains(key))
        fail(fmt::format("mechanism {} has no charge '{}'", key.first, key.second.substr(0, 60)));
    for (const auto& [key, runs] : expected) {
      const auto same = found.find(key);
      if (same == found.end() || !std::equal(runs.begin(), runs.end(), same->second.begin(), same->second.end(), alike))
        fail(fmt::format("the charges '{}' are not those of the releases of mechanism {}", key.second.substr(0, 60),
                         key.first));
    }
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
    const std::vector<CurvePoint> expected = epsilon_curve(theorem, spent);
    const auto& curve = in_.list("curve", kMostTexts);
    if (curve.size() != expected.size()) return fail("the curve is not that of mu_spent");
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const JsonFields point(curve[i], in_.name("curve"), {"delta", "epsilon"});
      const double delta = expected[i].delta.value();
      expect("delta on the curve", point.number("delta"), delta);
      expect(fmt::format("epsilon at delta = {} on the curve", delta), point.number("epsilon"),
             expected[i].epsilon.value(), spent.value());
    }
  }

  JsonFields in_;
  CertificateCheck verdict_;
  std::int64_t steps_ = 0;
};

}  // namespace

CertificateCheck check_certificate(std::string_view json) {
  const Json parsed = parse_bounded(json, "certificate", kMostCertificateBytes, kDeepest);
  return Checker(parsed).check(json);
}

}  // namespace tacit
