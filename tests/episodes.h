// What the tests of whole episodes share: sums over cells, and users who come with as many steps as they like.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tacit/core/rng.h"
#include "tests/sums.h"

namespace tacit::trial {

inline constexpr int kCells = 5, kNexts = 3;

inline VaultShape shape_of_cells(int cells = kCells) { return VaultShape::of_cells(cells, kNexts); }

struct Step {
  Index cell;
  double limit, reward;
  Index next;
};
using Steps = std::vector<Step>;

/// Some steps are in no cell, lead nowhere, or have rewards out of bounds.
inline Steps random_steps(Stream& stream) {
  Steps steps(1 + stream.below(10));
  for (Step& step : steps)
    step = {static_cast<Index>(stream.below(kCells + 2)) - 1, 0.9 * stream.uniform(), 1.4 * stream.uniform() - 0.2,
            static_cast<Index>(stream.below(kNexts + 1))};
  return steps;
}

inline Contribution contribution_of(const Step& step) {
  Contribution c;
  c.row = step.cell, c.weight = step.limit, c.response = step.reward, c.outcome = step.next;
  return c;
}

/// The weights with which the steps of one user were summed.
template <typename Summing>
std::vector<double> add_episode(Summing& sums, const Steps& steps) {
  std::vector<double> weights;
  for (const Step& step : steps) weights.push_back(sums.add(contribution_of(step)));
  sums.end_user();
  return weights;
}

/// The same sums, as plainly as they can be written. `bits`: weights in steps of 2^-bits, rewards of 2^-16.
struct PlainSums {
  Vector gram = Vector::Zero(kCells), response = Vector::Zero(kCells);
  Matrix outcomes = Matrix::Zero(kNexts, kCells);

  void take(const Steps& steps, double centre = 0.5, int bits = 60) {
    std::set<Index> seen;
    double left = 1;
    for (const auto& [cell, limit, reward, next] : steps) {
      if (cell < 0 || cell >= kCells || !(limit > 0) || !seen.insert(cell).second) continue;
      const double weight = std::min(limit, std::sqrt(left));
      left = std::max(0.0, left - weight * weight);
      const double w = std::ldexp(std::floor(std::ldexp(weight, bits)), -bits);
      const double bounded = std::clamp(reward, 0.0, 1.0);
      const double r = bits < 60 ? std::ldexp(std::floor(std::ldexp(bounded, 16)), -16) : bounded;
      gram[cell] += w;
      response[cell] += w * (r - centre);
      if (next < kNexts) outcomes(next, cell) += w;
    }
  }
};

inline std::unique_ptr<Sums> sums_of_cells(Noise noise, const std::string& strategy, Witness* witness = nullptr) {
  return std::make_unique<Sums>(shape_of_cells(), promise_for(noise), sums_options(strategy, 1), noise, 7, witness);
}

/// Exact sums, and those of every kind of noise with a strategy that reads one block and one that reads earlier ones.
struct EpisodeCase {
  std::string name;
  std::function<std::unique_ptr<Sums>()> make;
  bool seeded;
};

inline std::vector<EpisodeCase> episode_cases() {
  std::vector<EpisodeCase> all = {{"exact", [] { return std::make_unique<Sums>(shape_of_cells()); }, true}};
  for (const Noise noise : {Noise::simulation, Noise::lattice, Noise::production})
    for (const char* strategy : {"blocks", "fading"})
      all.push_back({to_text(noise) + " " + strategy, [=] { return sums_of_cells(noise, strategy); },
                     noise != Noise::production});
  return all;
}

}  // namespace tacit::trial
