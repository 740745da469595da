#include "tacit/audit/audit.h"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "tacit/audit/billboard_attack.h"
#include "tacit/audit/bystander_attack.h"
#include "tacit/audit/replay.h"
#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr int kRocPoints = 101;
constexpr int kFewestRuns = 4, kMostRuns = 10'000'000;

void require(const AuditSpec& spec) {
  if (spec.runs < kFewestRuns || spec.runs > kMostRuns)
    throw Error("--runs", fmt::format("{}", spec.runs),
                fmt::format("an integer from {} to {}", kFewestRuns, kMostRuns));
  if (!(spec.confidence >= 0.5 && spec.confidence < 1))
    throw Error("--confidence", fmt::format("{}", spec.confidence), "a number from 0.5 to 1, below 1");
  for (const std::string& name : spec.attacks)
    if (std::find(attack_names().begin(), attack_names().end(), name) == attack_names().end())
      throw Error("--attack", unknown_name(name, attack_names()));
}

// Makes and collects the runs of one attack.
class Collector {
 public:
  Collector(const AuditSpec& spec, const AuditHooks& hooks) : spec_(spec), hooks_(hooks) {
    for (const std::string& attack : spec.attacks) total_ += attack == "replay" ? 0 : 2 * std::int64_t{spec.runs};
  }

  using Score = std::function<std::vector<double>(std::int64_t run, bool replaced)>;
  /// Scores by statistic; empty when interrupted.
  std::vector<Scores> collect(const std::string& attack, std::size_t statistics, const Score& score) {
    const auto runs = static_cast<std::size_t>(spec_.runs);
    std::vector<Scores> all(statistics, {std::vector<double>(runs), std::vector<double>(runs)});
    const auto make = [&](std::int64_t i) {
      if (stopped()) return;
      const RunName name{attack, i / 2, i % 2 == 1};
      const std::vector<double> scores = find_or_make(name, score);
      check(scores.size() == statistics, "a run has one score per statistic");
      for (std::size_t s = 0; s < statistics; ++s)
        (name.replaced ? all[s].replaced : all[s].original)[static_cast<std::size_t>(name.run)] = scores[s];
    };
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(spec_.jobs));
    tbb::task_arena arena(spec_.jobs);
    arena.execute([&] { tbb::parallel_for(std::int64_t{0}, 2 * std::int64_t{spec_.runs}, make); });
    if (stopped()) return {};
    return all;
  }
  bool stopped() const { return hooks_.stop && hooks_.stop->load(std::memory_order_relaxed); }

 private:
  std::vector<double> find_or_make(const RunName& name, const Score& score) {
    std::optional<std::vector<double>> known = hooks_.earlier ? hooks_.earlier(name) : std::nullopt;
    const bool is_new = !known;
    if (is_new) known = score(name.run, name.replaced);
    const std::lock_guard lock(mutex_);
    ++done_;
    if (is_new && hooks_.scored) hooks_.scored(name, *known);
    if (hooks_.progress) hooks_.progress(done_, total_);
    return *known;
  }

  const AuditSpec& spec_;
  const AuditHooks& hooks_;
  std::mutex mutex_;
  std::int64_t done_ = 0, total_ = 0;
};

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
  report.roc = roc(scores[bound.guess.statistic], kRocPoints);
  report.expected = expected_bound(claim.mu().value(), bound.trials, scene.confidence);
  report.bound = bound;
}

AttackReport attack_billboard(const Scene& scene) {
  AttackReport report = describe(scene, "billboard");
  if (!scene.world.agent().takes_budget()) {
    report.judgement.because = "the agent promises nothing and publishes nothing through a private door";
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
  report.position = 0;  // Everybody else comes later and is shown something.
  const BystanderAttack attack(scene.world, {scene.cast.pair, 0}, scene.spec.world.seed);
  const auto scores = scene.collector.collect("bystander", 1, [&](std::int64_t run, bool replaced) {
    return std::vector<double>{attack.score(run, replaced)};
  });
  if (!scores.empty()) conclude(scene, {"actions shown to others"}, scores, report);
  return report;
}

AttackReport attack_by_replay(const Scene& scene) {
  AttackReport report = describe(scene, "replay");
  if (!scene.world.agent().takes_budget()) {
    report.judgement.because = "the agent promises nothing and publishes nothing through a private door";
    return report;
  }
  report.confidence = 1;
  const std::uint64_t seed = scene.spec.world.seed;
  const double claim = scene.world.claim().mu().value();
  double most = 0;
  for (const UserPair& pair : user_pairs(scene.world.problem(), 10, Stream(seed, "audit/replay")))
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
    report.judgement = {Verdict::consistent,
                        "what users add is within the declared sensitivities, and nothing else depends on them"};
  return report;
}

}  // namespace

const std::vector<std::string>& attack_names() {
  static const std::vector<std::string> names = {"billboard", "bystander", "replay"};
  return names;
}

Verdict AuditReport::verdict() const {
  std::vector<Verdict> all;
  for (const AttackReport& attack : attacks) all.push_back(attack.judgement.verdict);
  return overall(all);
}

AuditReport audit(const AuditSpec& spec, const AuditHooks& hooks) {
  require(spec);
  const AgentWorld world(spec.world);
  const Cast cast = worst_cast(world, spec.world.seed);
  const auto statistical = spec.attacks.size() - std::count(spec.attacks.begin(), spec.attacks.end(), "replay");
  const double doubt = (1 - spec.confidence) / static_cast<double>(std::max<std::size_t>(statistical, 1));
  Collector collector(spec, hooks);
  const Scene scene{world, cast, spec, 1 - doubt, collector};
  AuditReport report{spec, world.agent().guarantee, world.claim().mu().value(), world.problem().horizon, {}};
  for (const std::string& attack : spec.attacks) {
    if (collector.stopped()) break;
    report.attacks.push_back(attack == "billboard"   ? attack_billboard(scene)
                             : attack == "bystander" ? attack_as_bystander(scene)
                                                     : attack_by_replay(scene));
  }
  report.interrupted = collector.stopped();
  return report;
}

}  // namespace tacit
