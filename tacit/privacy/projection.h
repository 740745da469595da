// What users contribute, brought within the bounds on which all sensitivities rest: |phi| <= 1, 0 <= w |phi| <= 1, no
// negative features where none were declared, responses in [0, 1].
//
// What is out of bounds is projected onto them, never refused: a refusal would be seen. What is not finite counts as
// zero. Proof: docs/privacy.md, "The proof", step 2, and "Sensitivities".
#pragma once

#include <vector>

#include "tacit/core/linear_algebra.h"
#include "tacit/privacy/vault_shape.h"

namespace tacit {

class Projection {
 public:
  explicit Projection(const VaultShape& shape);
  Projection(const Projection&) = delete;  // What it returns may live in it.
  Projection& operator=(const Projection&) = delete;

  /// What was given, or where it is out of bounds its projection, which lives here until the next call.
  struct Weighed {
    const double* phi;
    double weight;
  };
  /// Features and a weight, or where there are public rows a row with the weight 1/|phi|; `moved` says whether they had
  /// to be projected. A row out of range adds nothing.
  Weighed weigh(const double* features, double weight, Index row, bool& moved) {
    return rows_ ? look_up(row, moved) : project(features, weight, moved);
  }
  static double response(double y, bool& moved);

  /// The public rows as users contribute them.
  const std::shared_ptr<const Matrix>& rows() const { return rows_; }

 private:
  Weighed project(const double* features, double weight, bool& moved);
  /// A public row: each time, or as it was found once.
  Weighed weigh_row(Index row, bool& moved);
  Weighed look_up(Index row, bool& moved);

  bool non_negative_;
  std::shared_ptr<const Matrix> rows_;
  Vector row_weights_;             ///< The weights of public rows that are in bounds as they are; 0 for others.
  std::vector<double> projected_;  ///< phi, projected; kept to avoid allocation.
};

}  // namespace tacit
