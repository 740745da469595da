#include "tacit/agents/block/cell_map.h"

#include <map>
#include <utility>

namespace tacit {

std::optional<CellMap> CellMap::of(const Problem& problem) {
  if (!problem.finite || problem.points.rows() == 0) return std::nullopt;
  CellMap map;
  map.actions_ = problem.actions;
  std::map<std::pair<Index, double>, Index> found;
  for (Index row = 0; row < problem.points.rows(); ++row) {
    const auto phi = problem.points.row(row);
    Index feature = 0;
    const double size = phi.cwiseAbs().maxCoeff(&feature);
    if (size == 0 || (phi.array() != 0).count() != 1) return std::nullopt;
    const auto [at, is_new] = found.try_emplace({feature, phi[feature]}, map.count_);
    map.count_ += is_new;
    map.cells_.push_back(at->second);
  }
  ++map.count_;
  return map;
}

}  // namespace tacit
