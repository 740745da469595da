// The public side of the one door: what has been released. Everything that is shared between users is a function of
// this. Proof: docs/privacy.md, "The proof", step 1.
//
// By the billboard lemma (Hsu et al. 2014) an action for user k that depends on the billboard and on user k's own data
// alone keeps the joint differential privacy of the releases. Whoever plans, tests or logs reads this and nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tacit/core/linear_algebra.h"
#include "tacit/privacy/vault_shape.h"

namespace tacit {

/// m functions of an outcome and of the response.
struct Targets {
  Matrix at_outcomes;  ///< Their values where outcomes are counted, outcomes x m.
  /// Their values where records are kept: n records in, n x m values out.
  std::function<void(const ConstMatrixView& records, Matrix& values)> at_records;
  Index count = 1;       ///< m.
  Vector response = {};  ///< m numbers: how often the centred response is added to each; empty: never.
};

struct Moments {
  Matrix sums;       ///< dimension x m.
  Vector deviation;  ///< The deviation of the noise on each, per coordinate; 0 where nothing is hidden.
};

/// Standard deviations of the noise that is now on each statistic; for the Gram matrix the scale s of the Gaussian
/// orthogonal ensemble, where there are cells that of every entry of its diagonal. 0 where nothing is hidden.
struct BillboardNoise {
  double gram = 0, response = 0, outcomes = 0;
};

/// What is summed per task.
enum class Statistic { gram, response, outcomes };
inline constexpr const char* kStatisticNames[] = {"gram", "response", "outcomes"};

inline double& part_of(BillboardNoise& noise, Statistic part) {
  return part == Statistic::gram ? noise.gram : part == Statistic::response ? noise.response : noise.outcomes;
}

struct Segment;

class Billboard {
 public:
  /// Over the users of all releases so far, noise included; zero before the first release.
  const Matrix& gram(int task) const { return tasks_[task].gram; }
  /// Where there are cells, instead of the matrix: its diagonal.
  const Vector& gram_diagonal(int task) const { return tasks_[task].diagonal; }
  const Vector& response(int task) const { return tasks_[task].response; }
  /// sum w phi (targets of outcome and response)'. Where outcomes were not put up this is a release of its own.
  Moments moments(int task, const Targets& targets) const;

  const BillboardNoise& noise(int task) const { return tasks_[task].noise; }
  /// The noise of the newest draw alone, one measurement of the strategy, whatever was added up of them.
  const BillboardNoise& measured_noise(int task) const { return tasks_[task].measured; }
  /// outcomes x dimension, where they are put up.
  const Matrix& outcomes(int task) const { return tasks_[task].outcomes; }
  std::int64_t users() const { return users_; }
  std::int64_t releases() const { return releases_; }

 private:
  friend class Door;
  template <typename Source>
  friend class LatticeDoor;

  /// Empty.
  void clear(const VaultShape& shape);
  /// Puts up one statistic; `values` as in the vault: the upper triangle of the Gram matrix, outcomes row by row.
  void put(int task, Statistic statistic, std::span<const double> values);
  /// All that a door releases, one segment after another.
  void put(std::span<const Segment> segments, std::span<const double> values);
  /// Says how noisy it is, where unit noise has these deviations: on the sums, and in the newest measurement.
  void state_noise(std::span<const Segment> segments, double on_sums, double measured);

  struct Task {
    Matrix gram;
    Vector diagonal;  ///< Instead, where there are cells.
    Vector response;
    Matrix outcomes;  ///< outcomes x dimension.
    BillboardNoise noise, measured;
  };
  std::vector<Task> tasks_;
  std::function<Moments(int task, const Targets& targets)> ask_;  ///< Where outcomes are not put up: asks the door.
  std::int64_t users_ = 0, releases_ = 0;
};

}  // namespace tacit
