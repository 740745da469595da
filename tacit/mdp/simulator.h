// Plays the environment: draws a user's first state, rewards and next states.
//
// All randomness of a step comes from the stream of (user, stage), and a step of a finite environment takes exactly one
// block of it; so the same user meets the same luck whatever agent acts and whatever happened before. Transitions are
// drawn with alias tables (Walker 1977), through the factors (first a latent anchor with probability phi_i, then a
// state from its measure) wherever the features are non-negative and mix distributions, so that no S*A x S table is
// built; otherwise from tables of P. A measure that all stages have gives one set of tables. Immutable after
// construction; shared by all runs. Those who are in Problem::ended get ended_reward itself: there is nothing to draw.
#pragma once

#include <cstdint>
#include <vector>

#include "tacit/core/rng.h"
#include "tacit/mdp/linear_mdp.h"

namespace tacit {

/// Where a user is: what the learner sees, and the position behind it (the state's number, or x on the interval).
struct Place {
  State state;
  double position = 0;
  std::vector<double> features;  ///< Owned block of an interval state; unused by finite ones.
};

/// Many distributions over {0..n-1}, each sampled in constant time from one 64-bit word.
class AliasTables {
 public:
  AliasTables() = default;
  explicit AliasTables(Index columns) : columns_(columns) {}
  void add(const double* weights);  ///< Appends a distribution; weights >= 0, need not sum to 1.
  Index draw(Index table, std::uint64_t bits) const {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(bits) * static_cast<std::uint64_t>(columns_);
    const Index column = static_cast<Index>(product >> 64);
    const Cell& cell = cells_[table * columns_ + column];
    return static_cast<std::uint64_t>(product) < cell.threshold ? column : cell.other;
  }
  /// The probability with which `draw` answers `outcome`, recomputed from the table. Linear in the number of columns.
  double probability(Index table, Index outcome) const;

 private:
  struct Cell {
    std::uint64_t threshold;
    std::int32_t other;
  };
  Index columns_ = 1;
  std::vector<Cell> cells_;
};

class Simulator {
 public:
  explicit Simulator(const LinearMdp& mdp);  ///< Keeps a reference; `mdp` must outlive it.

  /// Draws the first state of a user.
  void start(Stream& user, Place& place) const;
  /// Plays `action`; returns the observed reward and writes where the user is next. `next` must not be `place`.
  double step(int h, const Place& place, int action, Stream& user, Place& next) const;

 private:
  void put(double x, Place& place) const;
  int latent(const double* features, double u) const;
  Index next_state(int h, Index row, const double* features, const Stream::Block& draw) const;

  const LinearMdp& mdp_;
  bool through_factors_ = false;
  /// next_: table m*d+i through factors, m*S*A+row otherwise, where m is the stage, or 0 where all have one measure.
  AliasTables start_, next_;
  std::vector<Index> sole_;          ///< Per row: its anchor, where it has but one; else -1.
  std::vector<double> mean_reward_;  ///< Finite: h*S*A + row.
};

}  // namespace tacit
