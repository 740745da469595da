#include "tacit/agents/block/cell_map.h"

#include <map>
#include <utility>

#include "tacit/mdp/linear_mdp.h"

namespace tacit {

std::optional<CellMap> CellMap::of(const Problem& problem) {
  if (!problem.finite || problem.points.rows() == 0) return std::nullopt;
  CellMap map;
  map.actions_ = problem.actions;
  map.last_tells_ = !problem.rewards_known();
  const std::vector<Index> features = sole_features(problem.points);
  std::map<std::pair<Index, double>, Index> found;
  for (std::size_t row = 0; row < features.size(); ++row) {
    if (features[row] < 0) return std::nullopt;
    const double size = problem.points(static_cast<Index>(row), features[row]);
    const auto [at, is_new] = found.try_emplace({features[row], size}, map.count_);
    map.count_ += is_new;
    map.cells_.push_back(at->second);
  }
  ++map.count_;
  return map;
}

}  // namespace tacit
