#include "tacit/agents/block/cell_forecast.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tacit/core/stop.h"
#include "tacit/privacy/episode_meter.h"

namespace tacit {
namespace {

constexpr int kUsers = 2000;
constexpr double kRoom = 1.5;
constexpr double kLeastVisits = 0.3;  // Of full weight, per user: a scale stays finite where hardly anything counts.

// Draws from the rows of a matrix of chances.
class Draws {
 public:
  explicit Draws(const Matrix& chances) : sums_(chances) {
    for (Index row = 0; row < sums_.rows(); ++row)
      for (Index s = 1; s < sums_.cols(); ++s) sums_(row, s) += sums_(row, s - 1);
  }
  Index draw(Index row, Stream& coins) const {
    const double* from = sums_.data() + row * sums_.cols();
    const double* to = from + sums_.cols() - 1;
    return std::upper_bound(from, to, coins.uniform() * *to) - from;
  }

 private:
  Matrix sums_;
};

// The cells that each made-up user was in, in their order, each once.
std::vector<std::vector<Index>> first_visits(const Problem& problem, const CellMap& map, const CellModel& model,
                                             const PolicyTable& policy, Stream& coins) {
  const Draws draws(model.next);
  std::vector<int> newest(map.count(), -1);
  std::vector<std::vector<Index>> visits(kUsers);
  for (int user = 0; user < kUsers; ++user) {
    visits[user].push_back(map.beginning());
    Index state = draws.draw(map.beginning(), coins);
    for (int h = 0; h + 1 < problem.horizon && state != problem.ended; ++h) {
      const Index cell = map.cell(state, policy.act(h, state, coins));
      if (newest[cell] != user) visits[user].push_back(cell);
      newest[cell] = user;
      state = draws.draw(cell, coins);
    }
  }
  return visits;
}

}  // namespace

StepLimits forecast(const Problem& problem, const CellMap& map, const CellModel& model, const PolicyTable& policy,
                    const Vector& doubt, Stream coins) {
  obey_stop();
  const auto users = first_visits(problem, map, model, policy, coins);
  double squares = 0, visits = 0;
  for (const auto& cells : users)
    for (const Index cell : cells) squares += doubt[cell] * doubt[cell], ++visits;
  const double usual = std::sqrt(squares / visits);
  StepLimits result;
  result.limits = usual > 0 ? Vector((doubt / usual).cwiseMin(1)) : Vector::Ones(map.count());
  double length = 0;
  for (const auto& cells : users)
    for (const Index cell : cells) length += result.limits[cell] * result.limits[cell] / kUsers;
  result.limits *= std::min(1.0, 1 / std::sqrt(std::max(kRoom * length, kLeastVisits)));
  result.weights = result.squares = Vector::Zero(map.count());
  EpisodeMeter meter(map.count());
  for (const auto& cells : users) {
    for (const Index cell : cells) {
      const double weight = meter.weigh(cell, result.limits[cell]);
      result.weights[cell] += weight / kUsers;
      result.squares[cell] += weight * weight / kUsers;
    }
    meter.end_user();
  }
  return result;
}

double first_limit(const Problem& problem, const CellMap& map) {
  const auto cells = static_cast<double>(std::min<Index>(problem.horizon, map.count()));
  return 1 / std::sqrt(std::max(1.0, kRoom * cells / 2));
}

}  // namespace tacit
