#include "tacit/agents/block/cell_forecast.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tacit/core/stop.h"
#include "tacit/privacy/episode_meter.h"

namespace tacit {
namespace {

constexpr int kUsers = 2000;
constexpr int kScouts = 200;  // Users who are enough to see where a plan goes.
constexpr double kRoom = 1.5;
constexpr double kLeastVisits = 0.3;  // Of full weight, per user: a scale stays finite where hardly anything counts.

}  // namespace

MadeUpUsers::MadeUpUsers(const Problem& problem, const CellMap& map, const CellModel& model)
    : problem_(problem), map_(map), chances_(model.next) {
  for (Index cell = 0; cell < chances_.rows(); ++cell)
    for (Index s = 1; s < chances_.cols(); ++s) chances_(cell, s) += chances_(cell, s - 1);
}

Index MadeUpUsers::next(Index cell, Stream& coins) const {
  const double* from = chances_.data() + cell * chances_.cols();
  const double* to = from + chances_.cols() - 1;
  return std::upper_bound(from, to, coins.uniform() * *to) - from;
}

std::vector<MadeUpUsers::Visits> MadeUpUsers::first_visits(const PolicyTable& policy, Stream& coins) const {
  std::vector<int> newest(map_.count(), -1);
  std::vector<Visits> visits(kUsers);
  for (int user = 0; user < kUsers; ++user) {
    visits[user].cells.push_back(map_.beginning());
    Index state = next(map_.beginning(), coins);
    for (int h = 0; h < stages() && state != problem_.ended; ++h) {
      const Index cell = map_.cell(state, policy.act(h, state, coins));
      if (newest[cell] != user) {
        visits[user].cells.push_back(cell);
        visits[user].last = h + 1 == problem_.horizon;
      }
      newest[cell] = user;
      state = next(cell, coins);
    }
  }
  return visits;
}

StepLimits MadeUpUsers::limits(const PolicyTable& policy, const Vector& doubt, Stream coins) const {
  obey_stop();
  const auto users = first_visits(policy, coins);
  double squares = 0, visits = 0;
  for (const Visits& user : users)
    for (const Index cell : user.cells) squares += doubt[cell] * doubt[cell], ++visits;
  const double usual = std::sqrt(squares / visits);
  StepLimits result;
  result.limits = usual > 0 ? Vector((doubt / usual).cwiseMin(1)) : Vector::Ones(map_.count());
  double length = 0;
  for (const Visits& user : users)
    for (const Index cell : user.cells) length += result.limits[cell] * result.limits[cell] / kUsers;
  result.limits *= std::min(1.0, 1 / std::sqrt(std::max(kRoom * length, kLeastVisits)));
  result.weights = result.squares = result.last = Vector::Zero(map_.count());
  EpisodeMeter meter(map_.count());
  for (const Visits& user : users) {
    double weight = 0;
    for (const Index cell : user.cells) {
      weight = meter.weigh(cell, result.limits[cell]);
      result.weights[cell] += weight / kUsers;
      result.squares[cell] += weight * weight / kUsers;
    }
    if (user.last) result.last[user.cells.back()] += weight / kUsers;
    meter.end_user();
  }
  return result;
}

void MadeUpUsers::find_repeats(const PolicyTable& policy, Stream coins, Novelty& novelty) const {
  std::vector<Index> states(kScouts);
  for (Index& state : states) state = next(map_.beginning(), coins);
  std::vector<std::vector<bool>> seen(kScouts, std::vector<bool>(map_.count(), false));
  Vector visits = Vector::Zero(map_.count()), firsts = visits;
  std::vector<Index> cells;
  for (int h = 0; h < stages(); ++h) {
    cells.clear();
    for (int user = 0; user < kScouts; ++user) {
      if (states[user] == problem_.ended) continue;
      const Index cell = map_.cell(states[user], policy.act(h, states[user], coins));
      cells.push_back(cell);
      visits[cell] += 1;
      if (!seen[user][cell]) firsts[cell] += 1;
      seen[user][cell] = true;
      states[user] = next(cell, coins);
    }
    for (const Index cell : cells) {
      if (visits[cell] > 0) novelty[h][cell] = std::min(novelty[h][cell], firsts[cell] / visits[cell]);
      visits[cell] = firsts[cell] = 0;
    }
  }
}

double first_limit(const Problem& problem, const CellMap& map) {
  const auto cells = static_cast<double>(std::min<Index>(problem.horizon, map.count()));
  return 1 / std::sqrt(std::max(1.0, kRoom * cells / 2));
}

}  // namespace tacit
