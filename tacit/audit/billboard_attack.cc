#include "tacit/audit/billboard_attack.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>

#include "tacit/audit/mu_bound.h"

namespace tacit {
namespace {

constexpr int kRandomPairs = 3, kRunsPerPair = 4, kReachRuns = 16;
constexpr double kClearly = 1.02;  // A later try must be better by this factor.

// A run, and the other world frozen to it. What only one world throws tells them apart.
Evidence play_and_weigh(const Subject& subject, const NoiseModel& noise, std::uint64_t seed, bool replaced) {
  Transcript run, other(&run);
  std::exception_ptr failed;
  try {
    subject(run, seed, replaced);
  } catch (...) {
    failed = std::current_exception();
  }
  bool other_failed = false;
  try {
    subject(other, seed, !replaced);
  } catch (...) {
    other_failed = true;
  }
  if (failed && other_failed) std::rethrow_exception(failed);
  if (failed || other_failed) return Evidence::certain(replaced);
  return noise.weigh(run, other, replaced);
}

double mean_squared_distance(const Subject& subject, const NoiseModel& noise, std::uint64_t seed, int runs) {
  double sum = 0;
  for (int r = 0; r < runs; ++r) {
    const bool replaced = r % 2 == 1;
    sum += play_and_weigh(subject, noise, run_seed(seed, "audit/reach", r, replaced), replaced).squared_distance;
  }
  return sum / runs;
}

NoiseModel learn(const Subject& subject, std::uint64_t seed, int runs) {
  NoiseModel noise;
  for (int r = 0; r < runs; ++r) {
    const bool replaced = r % 2 == 1;
    Transcript run;
    try {
      subject(run, run_seed(seed, "audit/noise", r, replaced), replaced);
    } catch (const std::exception&) {
      if (!replaced) throw;
      continue;  // Tells the worlds apart, and will be seen where runs are weighed.
    }
    if (r == 0) {  // Enough samples for a covariance over the releases.
      const auto& all = run.publications();
      std::size_t fewest = std::numeric_limits<std::size_t>::max();
      for (const Publication& p : all) fewest = std::min(fewest, p.published.size());
      if (!all.empty()) runs = std::max(runs, static_cast<int>(std::min<std::size_t>(400, 20 * all.size() / fewest)));
    }
    noise.learn(run);
  }
  noise.finish();
  return noise;
}

}  // namespace

std::uint64_t run_seed(std::uint64_t seed, std::string_view purpose, std::int64_t run, bool replaced) {
  return Stream(seed, purpose, static_cast<std::uint64_t>(run), replaced ? 1 : 0).bits();
}

BillboardAttack::BillboardAttack(Subject subject, std::uint64_t seed, int runs)
    : subject_(std::move(subject)), seed_(seed), noise_(learn(subject_, seed, runs)) {
  const double squared = mean_squared_distance(subject_, noise_, seed, kReachRuns);
  // One certain run among them makes the mean at least this.
  reach_ = squared >= kCertain / kReachRuns ? std::numeric_limits<double>::infinity() : std::sqrt(squared);
}

Evidence BillboardAttack::weigh(std::int64_t run, bool replaced) const {
  return play_and_weigh(subject_, noise_, run_seed(seed_, "audit/billboard", run, replaced), replaced);
}

Subject subject_of(const AgentWorld& world, const Cast& cast) {
  return [&world, cast](Witness& witness, std::uint64_t seed, bool replaced) {
    world.play(cast, replaced, seed, &witness, nullptr);
  };
}

Cast worst_cast(const AgentWorld& world, std::uint64_t seed) {
  std::vector<UserPair> pairs = user_pairs(world.problem(), kRandomPairs, Stream(seed, "audit/pairs"));
  for (UserPair& pair : unbounded_pairs(world.problem())) pairs.push_back(std::move(pair));
  Cast best{pairs.front(), 0};
  const NoiseModel noise = learn(subject_of(world, best), seed, 16);
  double most = 0;
  const auto consider = [&](const Cast& cast) {
    const double squared = mean_squared_distance(subject_of(world, cast), noise, seed, kRunsPerPair);
    if (squared > most * kClearly) most = squared, best = cast;
  };
  for (const UserPair& pair : pairs) consider({pair, 0});

  // The last user of the first block, the first of the second, and one in the last block.
  Transcript run;
  world.play(best, false, run_seed(seed, "audit/positions", 0, false), &run, nullptr);
  std::vector<std::int64_t> ends;
  for (const Publication& p : run.publications())
    if (p.kind == "sums") ends.push_back(p.users);
  if (ends.empty()) return best;
  const UserPair pair = best.pair;
  for (const std::int64_t position : {ends.front() - 1, ends.front(), ends.back() - 1})
    if (position > 0 && position < ends.back()) consider({pair, position});
  return best;
}

}  // namespace tacit
