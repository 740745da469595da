#include "tacit/agents/block/gram_estimate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tacit/agents/block/many_coordinates.h"
#include "tacit/agents/block/shared_work.h"
#include "tacit/agents/block/simplex_fit.h"
#include "tacit/core/stop.h"

namespace tacit {
namespace {

// What is left of the noise after repair, and how far from the noisy matrix it may be (squared, in noises) before the
// noisy one is believed instead.
constexpr double kLeft = 0.7, kFarthest = 4;
constexpr double kCoarser = 3;     // How much less accurate a repair is from many coordinates on.
constexpr double kMostWork = 3e7;  // In a step of a repair: where it costs more than it brings.

// Noise alone makes eigenvalues with mean square about d times its variance.
Matrix positive_part(const Matrix& noisy, double variance) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(noisy);
  const double expected = static_cast<double>(noisy.rows()) * variance;
  const Vector kept = (spectrum.eigenvalues().array().max(0.0).square() - expected).max(0.0).sqrt();
  return spectrum.eigenvectors() * kept.asDiagonal() * spectrum.eigenvectors().transpose();
}

// Of a repair. The length of the noise grows with the dimension: with many coordinates steps are small beside it
// sooner.
double accuracy(Index dimension, double variance) {
  const double many = static_cast<double>(dimension) / static_cast<double>(kManyCoordinates);
  return 0.01 * std::sqrt(variance) * (dimension < kManyCoordinates ? 1 : kCoarser * many);
}

Matrix rooted(const MappedProblem& mapped) {
  Matrix rows = mapped.problem.points.leftCols(mapped.learned());
  for (Index row = 0; row < rows.rows(); ++row) rows.row(row) /= std::sqrt(std::max(rows.row(row).norm(), 1e-12));
  return rows;
}

// The part of the entries of a Gram matrix that are not 0 whatever users do. Rotated features have no others.
double filled_part(const Problem& problem) {
  if (problem.finite) return 1;
  const Eigen::MatrixXd there = (problem.points.array() != 0).cast<double>();
  return ((there.transpose() * there).array() > 0).cast<double>().mean();
}

}  // namespace

GramEstimate::GramEstimate(const MappedProblem& mapped, const ReleasedBlocks& released, int threads)
    : mapped_(mapped),
      problem_(mapped.problem),
      released_(released),
      threads_(threads),
      rooted_(rooted(mapped)),
      left_(kLeft * filled_part(problem_)),
      start_(problem_, rooted_),
      played_(problem_.horizon, Vector::Zero(problem_.points.rows())),
      playable_(problem_.horizon),
      counts_(problem_.horizon),
      measured_(problem_.horizon) {}

void GramEstimate::take(std::vector<Audience> audiences) {
  play(audiences);
  if (released_.newest(0).noise.gram > 0) find_playable_rows();
  for (auto& stage : measured_) stage.emplace_back();
  // Where users begin is one part more: it needs no other.
  share_work(threads_, problem_.horizon + 1, [&](Index part) {
    obey_stop();
    const auto h = static_cast<int>(part) - 1;
    if (h >= 0) {
      measured_[h].back() = measured(h);
    } else if (const double noise = released_.newest(0).noise.gram; noise > 0) {
      const Matrix first = released_.newest(0).gram.topLeftCorner(mapped_.learned(), mapped_.learned());
      start_.take(audiences, released_.gain(), released_.fading(), first, noise * noise);
    }
  });
  audiences_.push_back(std::move(audiences));
}

// Whoever stopped has one row, whatever the action.
void GramEstimate::play(const std::vector<Audience>& audiences) {
  for (int h = 0; h < problem_.horizon; ++h) {
    Vector& played = played_[h];
    played *= released_.fading();
    for (const Audience& audience : audiences) {
      const double users = released_.gain() * audience.users;
      for (Index s = 0; s < problem_.point_count(); ++s) {
        if (s == problem_.ended) {
          played[s * problem_.actions] += users;
        } else {
          audience.policy.each(h, s, [&](int a, double) { played[s * problem_.actions + a] += users; });
        }
      }
    }
  }
}

// Each with the coordinate of `ended`, where there is such.
Matrix GramEstimate::playable_rows(int h) const {
  const Vector& played = played_[h];
  Matrix rows = Matrix::Zero((played.array() > 0).count(), problem_.dimension);
  Index at = 0;
  for (Index row = 0; row < rooted_.rows(); ++row) {
    if (played[row] <= 0) continue;
    rows.row(at).head(rooted_.cols()) = rooted_.row(row);
    if (row / problem_.actions == problem_.ended) rows(at, problem_.dimension - 1) = 1;
    ++at;
  }
  return rows;
}

// Stages that can be played alike share what is known of their rows: it is large, and found once for all of them.
void GramEstimate::find_playable_rows() {
  for (int h = 0; h < problem_.horizon; ++h) {
    obey_stop();
    const auto count = static_cast<double>((played_[h].array() > 0).count());
    if (repair_work(count, problem_.dimension) > kMostWork) {
      playable_[h].reset();
      continue;
    }
    Matrix rows = playable_rows(h);
    const auto is_known = [&](const auto& known) {
      return known && rows.rows() == known->rows.rows() && rows == known->rows;
    };
    if (is_known(playable_[h])) continue;
    const auto same = std::find_if(playable_.begin(), playable_.begin() + h, is_known);
    playable_[h] = same != playable_.begin() + h ? *same : std::make_shared<const PlayableRows>(std::move(rows));
    counts_[h].resize(0);
  }
}

// Nearest to the noisy one of those that the policies of the block allow.
GramEstimate::Measured GramEstimate::measured(int h) {
  const Index learned = mapped_.learned(), known = problem_.dimension - learned;
  const double variance = released_.newest(h).noise.gram * released_.newest(h).noise.gram;
  Matrix all = released_.newest(h).gram;
  all.topRightCorner(learned, known).setZero();
  all.bottomLeftCorner(known, learned).setZero();
  const Matrix noisy = all.topLeftCorner(learned, learned);
  if (variance == 0) return {noisy, noisy, 0, 0};
  const auto d = static_cast<double>(learned), free = d * (d + 1) / 2 + static_cast<double>(known);
  const auto count = static_cast<double>((played_[h].array() > 0).count());
  if (playable_[h]) {
    const Matrix best = repaired_gram(all, *playable_[h], released_.users(), accuracy(learned, variance), counts_[h]);
    if ((best - all).squaredNorm() <= kFarthest * variance * 2 * free)
      return {noisy, best.topLeftCorner(learned, learned), variance, left_ * std::min(1.0, count / free) * variance};
  }
  return {noisy, positive_part(noisy, variance), variance, variance};
}

// Visits are forecast for as many blocks at a time as there are threads: those of all blocks could be too large.
void GramEstimate::forecast(const LearnedModel& model, std::size_t first) {
  const bool many = mapped_.learned() >= kManyCoordinates;
  std::vector<Vector> visits(problem_.horizon, Vector::Zero(problem_.points.rows()));
  std::vector<Matrix> grams(problem_.horizon);  // That of those visits.
  std::vector<std::vector<Vector>> expected(std::max(threads_, 1));
  for (std::size_t from = 0; from < blocks(); from += expected.size()) {
    const std::size_t count = std::min(expected.size(), blocks() - from);
    share_work(threads_, static_cast<Index>(count), [&](Index i) {
      obey_stop();
      expected[i] = expected_visits(problem_, model, audiences_[from + i]);
    });
    share_work(threads_, problem_.horizon, [&](Index stage) {
      const auto h = static_cast<int>(stage);
      for (std::size_t i = 0; i < count; ++i) {
        visits[h] = released_.fading() * visits[h] + released_.gain() * expected[i][h];
        if (from + i < first) {
          measured_[h][from + i] = {};
          continue;
        }
        obey_stop();
        // The users of one block play few rows, those of all blocks before it most.
        if (!many) {
          grams[h] = rooted_.transpose() * visits[h].asDiagonal() * rooted_;
        } else if (grams[h].size() == 0) {
          grams[h] = Matrix::Zero(rooted_.cols(), rooted_.cols());
          add_weighted_squares(rooted_, visits[h], grams[h]);
        } else {
          grams[h] *= released_.fading();
          add_weighted_squares(rooted_, released_.gain() * expected[i][h], grams[h]);
        }
        forecast_again(grams[h], measured_[h][from + i]);
      }
    });
  }
}

void GramEstimate::forecast_again(const Matrix& newest, Measured& measured) const {
  const bool is_first = measured.forecast.size() == 0;
  measured.forecast = is_first ? newest : Matrix(0.5 * (measured.forecast + newest));
}

GramEstimate::Estimate GramEstimate::estimate(int h, std::size_t block) const {
  const Measured& measured = measured_[h][block];
  if (measured.forecast.size() == 0) return {measured.repaired, measured.left};
  const auto d = static_cast<double>(mapped_.learned());
  const double apart = (measured.noisy - measured.forecast).squaredNorm();
  const double noise = measured.variance * d * (d + 1), trust = apart > noise ? 1 - noise / apart : 0;
  return {measured.forecast + trust * (measured.repaired - measured.forecast), measured.left};
}

}  // namespace tacit
