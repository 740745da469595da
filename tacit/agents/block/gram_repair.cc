#include "tacit/agents/block/gram_repair.h"

#include <utility>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/agents/block/simplex_fit.h"

namespace tacit {
namespace {

bool by_kernel(double rows, double dimension) {
  return dimension >= kManyCoordinates && rows <= dimension * (dimension + 1);
}

// row row' of every row. Stored by columns: there are many rows, and their products are short.
Eigen::MatrixXd products_of(const Matrix& rows) {
  const Index n = rows.rows(), d = rows.cols();
  Eigen::MatrixXd products(n, d * (d + 1) / 2);
  for (Index g = 0; g < n; ++g) products.row(g) = flattened(rows.row(g).transpose() * rows.row(g));
  return products;
}

}  // namespace

double repair_work(double rows, double dimension) {
  return rows * (by_kernel(rows, dimension) ? rows : dimension * dimension);
}

PlayableRows::PlayableRows(Matrix given) : rows(std::move(given)) {
  if (by_kernel(static_cast<double>(rows.rows()), static_cast<double>(rows.cols()))) {
    kernel = (rows * rows.transpose()).array().square();
    curvature = curvature_of_kernel(kernel);
  } else {
    curvature = curvature_of(products_of(rows));
  }
}

Matrix repaired_gram(const Matrix& noisy, const PlayableRows& playable, double users, double accuracy, Vector& counts) {
  const Matrix& rows = playable.rows;
  const Index n = rows.rows(), d = rows.cols();
  const Vector even = Vector::Constant(n, users / static_cast<double>(n));
  if (playable.kernel.size() == 0) {
    const Eigen::MatrixXd products = products_of(rows);
    return unflattened(
        products.transpose() * simplex_fit(products, playable.curvature, flattened(noisy), 0, accuracy, even), d);
  }
  const Vector pull = (rows * noisy).cwiseProduct(rows).rowwise().sum();
  Vector from = counts.size() == n && counts.sum() > 0 ? Vector(counts * (users / counts.sum())) : even;
  counts = kernel_fit(playable.kernel, playable.curvature, pull, 0, accuracy, std::move(from));
  Matrix result = Matrix::Zero(d, d);
  add_weighted_squares(rows, counts, result);
  return result;
}

}  // namespace tacit
