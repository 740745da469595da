#include "tacit/audit/bystander_attack.h"

#include <algorithm>
#include <cmath>

#include "tacit/audit/billboard_attack.h"

namespace tacit {
namespace {

constexpr double kNoticed = 3;  // In standard errors of a difference of means.

// Counts what users after the victim are shown.
class Counter final : public ActionLog {
 public:
  Counter(const Problem& problem, std::int64_t victim)
      : counts(static_cast<std::size_t>(problem.horizon * problem.points.rows())), problem_(problem), victim_(victim) {}
  std::vector<double> counts;

  void shown(std::int64_t user, int h, Index state, int action) override {
    if (user > victim_) ++counts[h * problem_.points.rows() + state * problem_.actions + action];
  }

 private:
  const Problem& problem_;
  std::int64_t victim_;
};

struct Seen {
  std::vector<double> sum, squares;
  void add(const std::vector<double>& counts) {
    sum.resize(counts.size());
    squares.resize(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) sum[i] += counts[i], squares[i] += counts[i] * counts[i];
  }
};

// Where nothing is noticed, the most noticeable is taken: the attack then guesses.
std::vector<double> weigh(const Seen& original, const Seen& replaced, double n) {
  std::vector<double> weights(original.sum.size()), errors(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double a = original.sum[i] / n, b = replaced.sum[i] / n;
    const double variance = (original.squares[i] / n - a * a + replaced.squares[i] / n - b * b) / 2;
    const double floored = std::max(variance, 1e-6);
    weights[i] = (b - a) / floored;
    errors[i] = std::abs(b - a) / std::sqrt(2 * floored / n);
  }
  const double most = *std::max_element(errors.begin(), errors.end());
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (errors[i] < std::min(most, kNoticed)) weights[i] = 0;
  return weights;
}

}  // namespace

BystanderAttack::BystanderAttack(const AgentWorld& world, Cast cast, std::uint64_t seed, int runs)
    : world_(world), cast_(std::move(cast)), seed_(seed) {
  Seen seen[2];
  for (int r = 0; r < runs; ++r)
    for (const bool replaced : {false, true})
      seen[replaced ? 1 : 0].add(watch(run_seed(seed, "audit/watching", r, replaced), replaced));
  weights_ = weigh(seen[0], seen[1], runs);
}

std::vector<double> BystanderAttack::watch(std::uint64_t seed, bool replaced) const {
  Counter counter(world_.problem(), cast_.position);
  world_.play(cast_, replaced, seed, nullptr, &counter);
  return counter.counts;
}

double BystanderAttack::score(std::int64_t run, bool replaced) const {
  const std::vector<double> counts = watch(run_seed(seed_, "audit/bystander", run, replaced), replaced);
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) sum += weights_[i] * counts[i];
  return sum;
}

}  // namespace tacit
