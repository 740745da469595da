#include "tacit/mdp/evaluation.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

double expected_action_value(const Problem& problem, const State& state, std::span<const double> probability,
                             const Eigen::RowVectorXd& weights) {
  double value = 0;
  for (int a = 0; a < problem.actions; ++a)
    if (probability[a] > 0) value += probability[a] * problem.feature(state, a).dot(weights);
  return value;
}

// P(X <= x) and E[X 1(X <= x)] for X ~ Beta(a,b): the second is a/(a+b) times the distribution of Beta(a+1,b).
struct BetaPrefix {
  double mass, first_moment;
};
BetaPrefix beta_prefix(const BetaLaw& law, double x) {
  // Double precision throughout: the default computes in long double, ten times slower.
  const boost::math::policies::policy<boost::math::policies::promote_double<false>> plain;
  return {boost::math::ibeta(law.a, law.b, x, plain),
          law.a / (law.a + law.b) * boost::math::ibeta(law.a + 1, law.b, x, plain)};
}

}  // namespace

void greedy_distribution(std::span<const double> values, std::span<double> probability) {
  const double best = *std::max_element(values.begin(), values.end());
  int ties = 0;
  for (const double v : values) ties += v >= best - kTie;
  const double share = 1.0 / ties;
  for (std::size_t a = 0; a < values.size(); ++a) probability[a] = values[a] >= best - kTie ? share : 0.0;
}

ActionDistribution greedy_in(const Problem& problem, const Matrix& weights) {
  return [&problem, weights](int h, const State& state, std::span<double> probability) {
    for (int a = 0; a < problem.actions; ++a) probability[a] = problem.feature(state, a).dot(weights.row(h));
    greedy_distribution(probability, probability);
  };
}

/// On [from, to] the value is intercept + slope x.
struct Evaluator::Piece {
  double from, to, intercept, slope;
};

Evaluator::Evaluator(const LinearMdp& mdp) : mdp_(mdp) {
  const auto* interval = mdp.interval();
  if (!interval) return;
  kinks_ = {0, 1};
  for (const double shift : interval->shifts) {
    for (int i = 0; i < mdp.problem.dimension; ++i) {
      const double kink = static_cast<double>(i) / (mdp.problem.dimension - 1) - shift;
      if (kink > 0 && kink < 1) kinks_.push_back(kink);
    }
  }
  std::sort(kinks_.begin(), kinks_.end());
  const auto same = [](double a, double b) { return b - a < 1e-13; };
  kinks_.erase(std::unique(kinks_.begin(), kinks_.end(), same), kinks_.end());
  kinks_.back() = 1;

  const Index count = mdp.problem.point_count();
  for (Index j = 0; j < count; ++j) nodes_.push_back({cover_position(j, count), j});
  for (const double kink : kinks_) nodes_.push_back({kink, -1});
  std::sort(nodes_.begin(), nodes_.end(), [](const Node& a, const Node& b) { return a.x < b.x; });
}

Evaluation Evaluator::optimal() const {
  if (mdp_.finite()) return finite_values(Goal::maximise, {});
  return interval_values({});  // No policy given: greedy in the weights just computed.
}

Evaluation Evaluator::of(const ActionDistribution& policy) const {
  return mdp_.finite() ? finite_values(Goal::follow, policy) : interval_values(policy);
}

Evaluation Evaluator::finite_values(Goal goal, const ActionDistribution& policy) const {
  const Problem& p = mdp_.problem;
  const FiniteDynamics& dynamics = *mdp_.finite();
  const Index states = p.point_count();
  Evaluation result;
  result.weights = mdp_.rewards;
  Vector value = Vector::Zero(states);
  std::vector<double> probability(p.actions);
  for (int h = p.horizon - 1; h >= 0; --h) {
    if (h + 1 < p.horizon) result.weights.row(h) += (dynamics.measure(h) * value).transpose();
    const Eigen::RowVectorXd weights = result.weights.row(h);
    if (goal == Goal::maximise) {
      const Vector q = p.points * weights.transpose();
      value = ConstMatrixView(q.data(), states, p.actions).rowwise().maxCoeff();
    } else {
      for (Index s = 0; s < states; ++s) {
        policy(h, p.point(s), probability);
        value[s] = expected_action_value(p, p.point(s), probability, weights);
      }
    }
  }
  result.mean_value = dynamics.start.dot(value);
  result.start_values = std::move(value);
  return result;
}

std::vector<Evaluator::Piece> Evaluator::pieces(int h, const ActionDistribution& policy,
                                                const Eigen::RowVectorXd& weights) const {
  const Problem& p = mdp_.problem;
  const IntervalDynamics& dynamics = *mdp_.interval();
  std::vector<double> block(static_cast<std::size_t>(p.actions) * p.dimension);
  std::vector<double> left(p.actions), right(p.actions), middle(p.actions);
  const auto at = [&](double x, std::vector<double>& probability) {
    interval_features(dynamics, p.dimension, x, block.data());
    policy(h, {block.data(), -1}, probability);
  };

  // Breakpoints: the kinks, and where the policy changes between neighbouring nodes.
  std::vector<double> breaks = kinks_;
  policy(h, p.point(0), left);
  for (std::size_t j = 1; j < nodes_.size(); ++j) {
    if (nodes_[j].point >= 0) {
      policy(h, p.point(nodes_[j].point), right);
    } else {
      at(nodes_[j].x, right);
    }
    double from = nodes_[j - 1].x;
    for (int changes = 0; left != right && changes < 8; ++changes) {
      double low = from, high = nodes_[j].x;
      while (high - low > 1e-11) {
        const double x = 0.5 * (low + high);
        at(x, middle);
        (middle == left ? low : high) = x;
      }
      breaks.push_back(high);
      at(high, left);
      from = high;
    }
    left = right;
  }
  std::sort(breaks.begin(), breaks.end());

  std::vector<Piece> result;
  for (std::size_t j = 0; j + 1 < breaks.size(); ++j) {
    const double from = breaks[j], width = breaks[j + 1] - from;
    if (width < 1e-14) continue;
    at(from + 0.5 * width, middle);
    const double x1 = from + 0.25 * width, x2 = from + 0.75 * width;
    interval_features(dynamics, p.dimension, x1, block.data());
    const double v1 = expected_action_value(p, {block.data(), -1}, middle, weights);
    interval_features(dynamics, p.dimension, x2, block.data());
    const double v2 = expected_action_value(p, {block.data(), -1}, middle, weights);
    const double slope = (v2 - v1) / (x2 - x1);
    const double intercept = v1 - slope * x1;
    // Many kinks belong to actions that are not played: the line goes on, and its pieces are one.
    if (!result.empty() && std::abs(result.back().slope - slope) < 1e-10 &&
        std::abs(result.back().intercept - intercept) < 1e-10) {
      result.back().to = from + width;
    } else {
      result.push_back({from, from + width, intercept, slope});
    }
  }
  return result;
}

Evaluation Evaluator::interval_values(const ActionDistribution& policy) const {
  const Problem& p = mdp_.problem;
  const IntervalDynamics& dynamics = *mdp_.interval();
  const auto integrate = [](const std::vector<Piece>& pieces, const BetaLaw& law) {
    double sum = 0;
    BetaPrefix before{0, 0};
    for (const Piece& piece : pieces) {
      const BetaPrefix after = beta_prefix(law, std::min(piece.to, 1.0));
      sum += piece.intercept * (after.mass - before.mass) + piece.slope * (after.first_moment - before.first_moment);
      before = after;
    }
    return sum;
  };
  Evaluation result;
  result.weights = mdp_.rewards;
  std::vector<Piece> next;
  for (int h = p.horizon - 1; h >= 0; --h) {
    if (h + 1 < p.horizon)
      for (int i = 0; i < p.dimension; ++i) result.weights(h, i) += integrate(next, dynamics.measures[h][i]);
    next = pieces(h, policy ? policy : greedy_in(p, result.weights), result.weights.row(h));
  }
  result.mean_value = integrate(next, dynamics.start);
  return result;
}

double Evaluator::start_value(const State& state, const ActionDistribution& policy,
                              const Evaluation& evaluation) const {
  if (mdp_.finite()) return evaluation.start_values[state.point];
  std::vector<double> probability(mdp_.problem.actions);
  policy(0, state, probability);
  return expected_action_value(mdp_.problem, state, probability, evaluation.weights.row(0));
}

}  // namespace tacit
