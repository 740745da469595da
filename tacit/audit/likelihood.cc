#include "tacit/audit/likelihood.h"

#include <algorithm>
#include <cmath>

#include "tacit/audit/mu_bound.h"

namespace tacit {
namespace {

constexpr int kSettling = 16;    // Runs.
constexpr double kFloor = 1e-9;  // Least variance, as a part of the mean: noise below it is none.

// (values - expected) / deviation; 0 where there is no noise.
void standardise(const std::vector<double>& values, const Publication& expected, double* out) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double deviation = expected.deviation[i];
    out[i] = deviation > 0 ? (values[i] - expected.expected[i]) / deviation : 0;
  }
}

// Something that differs between the worlds and is published as it is, or is no number in one of them alone: then no
// noise hides which.
bool is_bare(const Publication& a, const Publication& b) {
  for (std::size_t i = 0; i < a.expected.size(); ++i) {
    if (a.deviation[i] == 0 && a.expected[i] != b.expected[i]) return true;
    if (std::isfinite(a.expected[i]) != std::isfinite(b.expected[i])) return true;
    if (!std::isfinite((a.expected[i] - b.expected[i]) / std::max(a.deviation[i], 1e-300)) &&
        std::isfinite(a.expected[i]) && a.expected[i] != b.expected[i])
      return true;
  }
  return false;
}

double clamped(double score) { return std::isnan(score) ? 0 : std::clamp(score, -kCertain, kCertain); }

}  // namespace

Evidence Evidence::certain(bool replaced) {
  const double sign = replaced ? 1 : -1;
  return {sign * kCertain, sign * kCertain, kCertain};
}

std::map<NoiseModel::Kind, NoiseModel::Rows> NoiseModel::rows_of(const Transcript& run, const Transcript* other) {
  std::map<Kind, Rows> all;
  for (std::size_t t = 0; t < run.publications().size(); ++t) {
    const Publication& p = run.publications()[t];
    Rows& rows = all[{p.kind, p.published.size()}];
    rows.run.push_back(&p);
    if (other) rows.other.push_back(&other->publications()[t]);
  }
  return all;
}

void NoiseModel::learn(const Transcript& run) {
  const auto all = rows_of(run, nullptr);
  for (const auto& [kind, rows] : all) {
    const auto T = static_cast<Index>(rows.run.size()), p = static_cast<Index>(kind.second);
    const auto [found, is_new] = streams_.try_emplace(kind);
    Stream& stream = found->second;
    if (is_new) stream.covariance = Matrix::Zero(T, T);
    // A run that ends early does not cost the others their later rows, but for the first few, which set the number.
    if (++stream.runs > kSettling && T < stream.covariance.rows()) continue;
    const Index both = std::min(T, stream.covariance.rows());
    Matrix noise(both, p);
    std::vector<bool> noisy(kind.second, true);  // Coordinates with noise in every row; others say nothing about it.
    for (Index t = 0; t < both; ++t) {
      standardise(rows.run[t]->published, *rows.run[t], noise.row(t).data());
      for (std::size_t i = 0; i < noisy.size(); ++i) noisy[i] = noisy[i] && rows.run[t]->deviation[i] > 0;
    }
    for (Index i = 0; i < p; ++i)
      if (!noisy[i]) noise.col(i).setZero();
    if (both < stream.covariance.rows()) stream.covariance = Matrix(stream.covariance.topLeftCorner(both, both));
    stream.covariance.noalias() += noise * noise.transpose();
    stream.samples += std::count(noisy.begin(), noisy.end(), true);
  }
}

void NoiseModel::finish() {
  for (auto& [kind, stream] : streams_) {
    Matrix& K = stream.covariance;
    const Index T = K.rows();
    if (T == 0 || stream.samples == 0) {
      K.resize(0, 0);
      continue;
    }
    K /= static_cast<double>(stream.samples);
    K.diagonal().array() += kFloor * std::max(K.trace() / static_cast<double>(T), 1e-3);
    // With fewer samples than rows the covariance is not of full rank: its diagonal is all that is known.
    if (stream.samples < 2 * T) K = Matrix(K.diagonal().asDiagonal());
    stream.factor = K.llt().matrixL();
    const Vector root = K.diagonal().cwiseSqrt().cwiseInverse();
    const Matrix correlation = root.asDiagonal() * K * root.asDiagonal();
    const double most = (correlation - Matrix::Identity(T, T)).cwiseAbs().maxCoeff();
    stream.independent = most < 6 / std::sqrt(static_cast<double>(stream.samples));
  }
}

Evidence NoiseModel::weigh(const Transcript& run, const Transcript& other, bool replaced) const {
  if (!run.same_sequence(other)) return Evidence::certain(replaced);
  Evidence evidence;
  for (const auto& [kind, rows] : rows_of(run, &other)) {
    const auto T = static_cast<Index>(rows.run.size()), p = static_cast<Index>(kind.second);
    Matrix residual(T, p), shift(T, p);
    for (Index t = 0; t < T; ++t) {
      const Publication &mine = *rows.run[t], &theirs = *rows.other[t];
      if (is_bare(mine, theirs)) return Evidence::certain(replaced);
      const Publication &original = replaced ? theirs : mine, &replacement = replaced ? mine : theirs;
      standardise(mine.published, original, residual.row(t).data());
      standardise(replacement.expected, original, shift.row(t).data());
    }
    const auto found = streams_.find(kind);
    const Stream* stream = found == streams_.end() || found->second.covariance.size() == 0 ? nullptr : &found->second;
    const Index known = stream && !stream->independent ? std::min(T, stream->covariance.rows()) : T;
    weigh_stream(stream, residual.topRows(known), shift.topRows(known), evidence);
  }
  return {clamped(evidence.likelihood_ratio), clamped(evidence.differences), clamped(evidence.squared_distance)};
}

void NoiseModel::weigh_stream(const Stream* stream, Matrix residual, Matrix shift, Evidence& evidence) const {
  const Index T = residual.rows(), known = stream ? std::min(stream->covariance.rows(), T) : 0;
  for (Index t = 1; t < T; ++t) {
    double variance = 2;
    if (t < known) {
      const Matrix& K = stream->covariance;
      variance = K(t, t) + K(t - 1, t - 1) - 2 * K(t, t - 1) + kFloor;
    }
    const auto step = shift.row(t) - shift.row(t - 1);
    evidence.differences += step.dot(residual.row(t) - residual.row(t - 1) - step / 2) / variance;
  }
  if (known > 0) {
    const auto factor = stream->factor.topLeftCorner(known, known).triangularView<Eigen::Lower>();
    factor.solveInPlace(residual.topRows(known));
    factor.solveInPlace(shift.topRows(known));
  }
  evidence.likelihood_ratio += shift.cwiseProduct(residual - shift / 2).sum();
  evidence.squared_distance += shift.squaredNorm();
}

}  // namespace tacit
