#include "tacit/audit/bystander_attack.h"

#include "tacit/audit/billboard_attack.h"

namespace tacit {
namespace {

constexpr int kStretches = 8;
constexpr double kRidge = 0.1;  // As a part of the mean variance: there are few runs to learn from.

// Counts what users after the victim are shown in the state where they gather, by stretch, stage and action.
class Counter final : public ActionLog {
 public:
  Counter(const Problem& problem, std::int64_t episodes, std::int64_t victim)
      : counts(Vector::Zero(Index{kStretches} * problem.horizon * problem.actions)),
        problem_(problem),
        episodes_(episodes),
        victim_(victim) {}
  Vector counts;

  void shown(std::int64_t user, int h, Index /*state*/, int action) override {
    if (user <= victim_) return;
    const Index stretch = user * kStretches / episodes_;
    counts[(stretch * problem_.horizon + h) * problem_.actions + action] += 1;
  }

 private:
  const Problem& problem_;
  std::int64_t episodes_, victim_;
};

Vector discriminant(const Matrix& original, const Matrix& replaced) {
  const Vector a = original.colwise().mean(), b = replaced.colwise().mean();
  const Matrix x = original.rowwise() - a.transpose(), y = replaced.rowwise() - b.transpose();
  Matrix covariance = (x.transpose() * x + y.transpose() * y) / static_cast<double>(x.rows() + y.rows());
  covariance.diagonal().array() += kRidge * covariance.trace() / static_cast<double>(a.size()) + 1e-6;
  return covariance.ldlt().solve(b - a);
}

}  // namespace

BystanderAttack::BystanderAttack(const AgentWorld& world, std::uint64_t seed, int runs)
    : world_(world), cast_{opposite_tastes(world.problem()), 0}, seed_(seed) {
  const Problem& problem = world.problem();
  cast_.gathering = cast_.pair.original.states.front();
  fixed_.resize(Index{kStretches} * problem.horizon * problem.actions);
  for (Index i = 0; i < fixed_.size(); ++i)
    fixed_[i] = -half_of(static_cast<int>(i % problem.actions), problem.actions);
  Matrix seen[2] = {Matrix(runs, fixed_.size()), Matrix(runs, fixed_.size())};
  for (int r = 0; r < runs; ++r)
    for (const bool replaced : {false, true})
      seen[replaced ? 1 : 0].row(r) = watch(run_seed(seed, "audit/watching", r, replaced), replaced).transpose();
  learned_ = discriminant(seen[0], seen[1]);
}

Vector BystanderAttack::watch(std::uint64_t seed, bool replaced) const {
  Counter counter(world_.problem(), world_.episodes(), cast_.position);
  world_.play(cast_, replaced, seed, nullptr, &counter);
  return counter.counts;
}

BystanderAttack::Score BystanderAttack::score(std::int64_t run, bool replaced) const {
  const Vector counts = watch(run_seed(seed_, "audit/bystander", run, replaced), replaced);
  return {fixed_.dot(counts), learned_.dot(counts)};
}

}  // namespace tacit
