#include "tacit/audit/noise_attack.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>

namespace tacit {
namespace {

constexpr std::size_t kMostCoordinates = 1000;
constexpr std::int64_t kBatch = 64;

// A claim that needs no statistics to be false.
NoiseTests certain(const std::string& reason) {
  NoiseTests tests;
  tests.mu = tests.mu_lower = std::numeric_limits<double>::infinity();
  tests.reasons.push_back(reason);
  return tests;
}

bool throws(const Subject& subject, Transcript& run, std::uint64_t seed, bool replaced) {
  try {
    subject(run, seed, replaced);
  } catch (const std::exception&) {
    return true;
  }
  return false;
}

// Something differs between the worlds and is published as it is, or so far apart that no noise hides it.
bool is_bare(const Transcript& run, const Transcript& other) {
  for (std::size_t t = 0; t < run.publications().size(); ++t) {
    const Publication &a = run.publications()[t], &b = other.publications()[t];
    for (std::size_t i = 0; i < a.expected.size(); ++i) {
      if (a.deviation[i] == 0 && a.expected[i] != b.expected[i]) return true;
      if (!std::isfinite(a.expected[i]) || !std::isfinite(b.expected[i])) return true;
    }
  }
  return false;
}

}  // namespace

bool one_by_one(std::int64_t count, const std::function<void(std::int64_t)>& make) {
  for (std::int64_t i = 0; i < count; ++i) make(i);
  return true;
}

NoiseTests attack_noise(const Subject& subject, const NoiseAttackSpec& spec, const ForEach& for_each) {
  std::vector<Transcript> chosen(kChoosingRuns);
  const auto seed_of = [&](std::int64_t r) { return run_seed(spec.seed, "audit/choosing", r, false); };
  if (!for_each(kChoosingRuns,
                [&](std::int64_t r) { subject(chosen[static_cast<std::size_t>(r)], seed_of(r), false); }))
    return {};
  Transcript other(&chosen.front());
  if (throws(subject, other, seed_of(0), true)) return certain("only one of the two worlds refuses to go on");
  if (!chosen.front().same_sequence(other)) return certain("when and what is published depends on the user");
  if (is_bare(chosen.front(), other)) return certain("some of what is published has no noise that hides the user");

  const auto joint = static_cast<std::size_t>(spec.runs / kRunsPerCoordinate);
  NoiseSample sample(choose_coordinates(chosen, other, joint, kMostCoordinates));
  std::atomic<bool> refused = false;
  for (std::int64_t first = 0; first < spec.runs; first += kBatch) {
    std::vector<Vector> batch(static_cast<std::size_t>(std::min(kBatch, spec.runs - first)));
    const auto make = [&](std::int64_t i) {
      const bool replaced = (first + i) % 2 == 1;
      Transcript run;
      const std::uint64_t seed = run_seed(spec.seed, "audit/residuals", first + i, replaced);
      if (!replaced)
        subject(run, seed, false);
      else if (throws(subject, run, seed, true))
        refused = true;
      batch[static_cast<std::size_t>(i)] = sample.read(run);
    };
    if (!for_each(static_cast<std::int64_t>(batch.size()), make)) return {};
    sample.add(batch);  // In the order of runs, whichever was finished first.
  }
  if (refused) return certain("only one of the two worlds refuses to go on");
  return test_noise(sample, spec.claimed_mu, spec.confidence);
}

}  // namespace tacit
