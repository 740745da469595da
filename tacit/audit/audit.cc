#include "tacit/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "tacit/audit/billboard_attack.h"
#include "tacit/audit/bystander_attack.h"
#include "tacit/audit/collector.h"
#include "tacit/audit/noise_attack.h"
#include "tacit/audit/replay.h"
#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr int kRocPoints = 101;
constexpr int kFewestRuns = 4, kMostRuns = 10'000'000;
constexpr int kMostNoiseRuns = 2000;  // More would cost time and show little: a run has hundreds of coordinates.
constexpr int kTimedRuns = 9;
// About what is played once: to choose the users, to learn noise, to learn what bystanders see, to replay.
constexpr double kCastRuns = 150, kLearningRuns = 100, kWatchingRuns = 200, kReplayRuns = 80;
constexpr const char* kNoDoor = "the agent promises nothing and publishes nothing through a private door";

void require(const AuditSpec& spec) {
  if (spec.runs < kFewestRuns || spec.runs > kMostRuns)
    throw Error("runs", fmt::format("{}", spec.runs), fmt::format("an integer from {} to {}", kFewestRuns, kMostRuns));
  if (!(spec.confidence >= 0.5 && spec.confidence < 1))
    throw Error("confidence", fmt::format("{}", spec.confidence), "a number from 0.5 to 1, below 1");
  std::vector<std::string> allowed = attack_names();
  allowed.emplace_back("all");  // What the program offers beside them.
  for (const std::string& name : spec.attacks)
    if (std::find(attack_names().begin(), attack_names().end(), name) == attack_names().end())
      throw Error("attack", unknown_name(name, allowed));
}

bool uses(const AuditSpec& spec, const char* attack) {
  return std::find(spec.attacks.begin(), spec.attacks.end(), attack) != spec.attacks.end();
}

int noise_runs(const AuditSpec& spec) { return std::min(spec.runs, kMostNoiseRuns); }

// Runs that are counted as progress.
std::int64_t counted_runs(const AuditSpec& spec) {
  return 2 * std::int64_t{spec.runs} * (uses(spec, "billboard") + uses(spec, "bystander")) +
         (uses(spec, "noise") ? noise_runs(spec) + kChoosingRuns : 0);
}

// How long all of it will take: a few runs are timed. The billboard attack plays both worlds for each run.
double estimated_seconds(const AgentWorld& world, const AuditSpec& spec) {
  const Cast cast{user_pairs(world.problem(), 0, Stream(spec.world.seed, "audit/pairs")).front(), 0};
  std::vector<double> times;
  for (int r = 0; r < kTimedRuns; ++r) {
    const auto began = std::chrono::steady_clock::now();
    Transcript run;
    world.play(cast, r % 2 == 1, run_seed(spec.world.seed, "audit/timing", r, false), &run, nullptr);
    times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  }
  std::sort(times.begin(), times.end());  // The middle one: a run that had to wait for others says little.
  const double each = times[kTimedRuns / 2];
  const double parallel = static_cast<double>(counted_runs(spec) + (uses(spec, "billboard") ? 2 * spec.runs : 0));
  const double serial = kCastRuns + (uses(spec, "billboard") ? kLearningRuns : 0) +
                        (uses(spec, "bystander") ? kWatchingRuns : 0) + (uses(spec, "replay") ? kReplayRuns : 0);
  return each * (parallel / spec.jobs + serial);
}

// What all attacks are given.
struct Scene {
  const AgentWorld& world;
  const Cast& cast;
  const AuditSpec& spec;
  double confidence;
  Collector& collector;
};

AttackReport describe(const Scene& scene, const std::string& attack) {
  AttackReport report;
  report.attack = attack;
  report.users = scene.cast.pair.name;
  report.position = scene.cast.position;
  report.confidence = scene.confidence;
  return report;
}

void conclude(const Scene& scene, const std::vector<std::string>& names, const std::vector<Scores>& scores,
              AttackReport& report) {
  const Promise& claim = scene.world.claim();
  const MuBound bound = bound_mu(scores, scene.confidence, claim.delta());
  report.judgement = judge(bound, claim.mu().value(), scene.confidence);
  report.epsilon = bound.lower > 0 ? gdp_epsilon(Mu(bound.lower), claim.delta()).value() : 0;
  report.statistic = names[bound.guess.statistic];
  report.roc = roc(scores[bound.guess.statistic], kRocPoints, scene.confidence);
  report.expected = expected_bound(claim.mu().value(), bound.trials, scene.confidence);
  report.bound = bound;
}

AttackReport attack_billboard(const Scene& scene) {
  AttackReport report = describe(scene, "billboard");
  if (!scene.world.agent().takes_budget()) {
    report.judgement.because = kNoDoor;
    return report;
  }
  const BillboardAttack attack(subject_of(scene.world, scene.cast), scene.spec.world.seed);
  report.reach = attack.reach();
  if (attack.reach() == 0) {
    report.judgement.because = "nothing that was published depends on the user; more episodes may bring a release";
    return report;
  }
  const auto scores = scene.collector.collect("billboard", 2, [&](std::int64_t run, bool replaced) {
    const Evidence evidence = attack.weigh(run, replaced);
    return std::vector<double>{evidence.likelihood_ratio, evidence.differences};
  });
  if (!scores.empty()) conclude(scene, {"likelihood ratio", "consecutive differences"}, scores, report);
  return report;
}

AttackReport attack_as_bystander(const Scene& scene) {
  AttackReport report = describe(scene, "bystander");
  const BystanderAttack attack(scene.world, scene.spec.world.seed);
  report.users = attack.cast().pair.name;
  report.position = attack.cast().position;
  const auto scores = scene.collector.collect("bystander", 2, [&](std::int64_t run, bool replaced) {
    const BystanderAttack::Score score = attack.score(run, replaced);
    return std::vector<double>{score.liked, score.learned};
  });
  if (!scores.empty())
    conclude(scene, {"number of actions shown that the replacement likes", "learned weight of the actions shown"},
             scores, report);
  return report;
}

AttackReport attack_by_noise(const Scene& scene) {
  AttackReport report = describe(scene, "noise");
  if (!scene.world.agent().takes_budget()) {
    report.judgement.because = kNoDoor;
    return report;
  }
  const Promise& claim = scene.world.claim();
  const double mu = claim.mu().value();
  NoiseTests tests = attack_noise(
      subject_of(scene.world, scene.cast), {scene.spec.world.seed, noise_runs(scene.spec), mu, scene.confidence},
      [&](std::int64_t count, const auto& make) { return scene.collector.each(count, make); });
  report.judgement = judge(tests, mu, scene.confidence);
  report.reach = tests.mu;
  report.reasons = tests.reasons;
  if (tests.mu_lower && std::isfinite(*tests.mu_lower) && *tests.mu_lower > 0)
    report.epsilon = gdp_epsilon(Mu(*tests.mu_lower), claim.delta()).value();
  report.expected = expected_joint_bound(mu, tests.runs, tests.joint, scene.confidence);
  report.noise = std::move(tests);
  return report;
}

AttackReport attack_by_replay(const Scene& scene) {
  AttackReport report = describe(scene, "replay");
  if (!scene.world.agent().takes_budget()) {
    report.judgement.because = kNoDoor;
    return report;
  }
  report.confidence = 1;
  const std::uint64_t seed = scene.spec.world.seed;
  const double claim = scene.world.claim().mu().value();
  double most = 0;
  std::vector<UserPair> pairs = user_pairs(scene.world.problem(), 10, Stream(seed, "audit/replay"));
  for (UserPair& pair : unbounded_pairs(scene.world.problem())) pairs.push_back(std::move(pair));
  for (const UserPair& pair : pairs)
    for (const std::int64_t position : {std::int64_t{0}, scene.cast.position}) {
      const ReplayReport replayed = replay(position, [&](Witness& witness, bool replaced) {
        scene.world.play({pair, position}, replaced, run_seed(seed, "audit/replay", 0, false), &witness, nullptr);
      });
      if (report.reasons.empty()) report.reasons = replayed.reasons;
      const double reached = std::sqrt(replayed.distance * replayed.charged);
      if (reached <= most * (1 + 1e-9)) continue;
      most = reached;
      report.users = pair.name;
      report.position = position;
    }
  report.reach = most;
  // Rounding of the sums that are compared.
  if (most > claim * (1 + 1e-6)) report.reasons.push_back(fmt::format("releases spend mu {:.6g} on one user", most));
  if (!report.reasons.empty())
    report.judgement = {Verdict::violated, report.reasons.front()};
  else if (most == 0)
    report.judgement.because = "nothing that was published depends on the user; more episodes may bring a release";
  else
    report.judgement = {Verdict::untested,
                        "what users add is within the declared sensitivities, and nothing else depends on them; "
                        "whether noise is as declared was not looked at"};
  return report;
}

}  // namespace

const std::vector<std::string>& attack_names() {
  static const std::vector<std::string> names = {"billboard", "noise", "bystander", "replay"};
  return names;
}

Verdict AuditReport::verdict() const {
  std::vector<Verdict> all;
  for (const AttackReport& attack : attacks) all.push_back(attack.judgement.verdict);
  return overall(all);
}

std::optional<double> AttackReport::mu_lower() const {
  if (bound) return bound->lower;
  return noise ? noise->mu_lower : std::nullopt;
}

AuditReport audit(const AuditSpec& spec, const AuditHooks& hooks) {
  require(spec);
  const AgentWorld world(spec.world);
  if (hooks.estimated) hooks.estimated(estimated_seconds(world, spec));
  const Cast cast = worst_cast(world, spec.world.seed);
  const auto statistical = spec.attacks.size() - std::count(spec.attacks.begin(), spec.attacks.end(), "replay");
  const double doubt = (1 - spec.confidence) / static_cast<double>(std::max<std::size_t>(statistical, 1));
  Collector collector(spec, hooks, counted_runs(spec));
  const Scene scene{world, cast, spec, 1 - doubt, collector};
  AuditReport report{
      spec, world.agent().guarantee, world.agent().broken, world.claim().mu().value(), world.problem().horizon, {}};
  for (const std::string& attack : spec.attacks) {
    if (collector.stopped()) break;
    report.attacks.push_back(attack == "billboard"   ? attack_billboard(scene)
                             : attack == "noise"     ? attack_by_noise(scene)
                             : attack == "bystander" ? attack_as_bystander(scene)
                                                     : attack_by_replay(scene));
  }
  report.interrupted = collector.stopped();
  return report;
}

}  // namespace tacit
