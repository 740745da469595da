// The shape of a vault: which sums it keeps, and what users can contribute to them. All of it is public.
//
// How far one user can move the sums follows from this alone (sensitivities.h, stacked_sensitivity.h), so it is what a
// door declares to the ledger and what a certificate states.
#pragma once

#include <memory>

#include "tacit/core/linear_algebra.h"

namespace tacit {

struct VaultShape {
  int tasks = 1;
  int dimension = 1;
  Index outcomes = 0;     ///< How many there are; 0: records are kept instead.
  bool mixed = false;     ///< Outcomes come as mixtures.
  Index record_size = 0;  ///< Numbers in a record.
  int outcome_tasks = 0;  ///< The first so many tasks have outcomes.
  double response_centre = 0.5;
  bool non_negative_features = false;  ///< By declaration; negative entries are projected to 0.
  /// All features that a user can have, where they are finitely many: contributions then name a row, and its weight is
  /// 1/|phi|. Public; how far apart users can be depends on it (stacked_sensitivity.h).
  std::shared_ptr<const Matrix> rows = nullptr;
  /// Features are cells, as many as dimensions, and a step is in one of them. A user comes to a task with all steps of
  /// an episode; the first in each cell counts, with a weight, and the squares of a user's weights add up to at most 1
  /// (episode_meter.h). Gram matrices are diagonal, and only their diagonal is summed.
  bool cells = false;
  /// Whether cells, where there are any, are of the one kind that is summed: one task, in which outcomes are counted.
  bool has_sound_cells() const {
    return !cells || (tasks == 1 && outcome_tasks == 1 && outcomes > 0 && !mixed && !rows);
  }

  /// So many cells, in each of which outcomes are counted.
  static VaultShape of_cells(Index cells, Index outcomes);

  /// The rows as users contribute them: without negative entries where features are declared to have none.
  std::shared_ptr<const Matrix> projected_rows() const;

  Index gram_size() const { return cells ? dimension : static_cast<Index>(dimension) * (dimension + 1) / 2; }
  /// The square of the Frobenius norm of a Gram matrix over that of its sums: an upper triangle counts half (layout.h),
  /// a diagonal whole.
  double squared_gram_norm() const { return cells ? 1 : 2; }
  Index outcome_size(int task) const { return task < outcome_tasks ? outcomes * dimension : 0; }
  Index task_size(int task) const { return gram_size() + dimension + outcome_size(task); }
  /// Whether this is one of the outcomes.
  bool counts(Index outcome) const { return outcome >= 0 && outcome < outcomes; }
  Index offset(int task) const;  ///< Where the sums of a task begin among those of all tasks.
  Index size() const;            ///< How many numbers the sums of all tasks have, one task after another.
};

}  // namespace tacit
