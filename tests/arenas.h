// Results made up for tests: agents with a final regret per run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/lab/report/comparison.h"

namespace tacit {

struct Given {
  std::string agent;
  std::vector<double> regret;  ///< One run each, with seeds from `seed` on.
  std::optional<double> epsilon = std::nullopt;
  std::uint64_t seed = 1;
  std::string environment = "here";
};

inline CellResult cell_result(const Given& given) {
  CellResult result;
  RunSpec& spec = result.cell.spec;
  result.cell.env_label = given.environment;
  result.cell.label = given.agent;
  spec.env = given.environment;
  spec.agent = given.agent;
  spec.episodes = 10;
  spec.seed = given.seed;
  spec.runs = static_cast<int>(given.regret.size());
  spec.epsilon = given.epsilon;
  result.record.checkpoints = {1, 10};
  result.record.agent = given.agent;
  if (given.epsilon) {
    spec.delta = 0.001;
    result.record.promise = Promise(Epsilon(*given.epsilon), Delta(0.001), Theorem::gdp_exact, NoiseSource::simulation);
  }
  for (std::size_t r = 0; r < given.regret.size(); ++r) {
    RunRecord run;
    run.seed = given.seed + r;
    run.regret = {given.regret[r] / 10, given.regret[r]};
    run.certificate = "{}";
    result.record.runs.push_back(run);
  }
  return result;
}

inline std::vector<Arena> arenas_of(const std::vector<Given>& all) {
  Results results;
  for (const Given& given : all) results.cells.push_back(cell_result(given));
  return arenas(results);
}

}  // namespace tacit
