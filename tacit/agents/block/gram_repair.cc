#include "tacit/agents/block/gram_repair.h"

#include "tacit/agents/block/simplex_fit.h"

namespace tacit {

Matrix repaired_gram(const Matrix& noisy, PlayableRows& playable, double users, double accuracy) {
  const Matrix& rows = playable.rows;
  const Index n = rows.rows(), d = rows.cols();
  // row row' of every row. Stored by columns: there are many rows, and their products are short.
  Eigen::MatrixXd products(n, d * (d + 1) / 2);
  for (Index g = 0; g < n; ++g) products.row(g) = flattened(rows.row(g).transpose() * rows.row(g));
  const Vector even = Vector::Constant(n, users / static_cast<double>(n));
  if (playable.curvature == 0) playable.curvature = curvature_of(products);
  return unflattened(
      products.transpose() * simplex_fit(products, playable.curvature, flattened(noisy), 0, accuracy, even), d);
}

}  // namespace tacit
