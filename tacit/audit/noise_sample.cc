#include "tacit/audit/noise_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace tacit {
namespace {

using Name = std::tuple<std::string, std::size_t, std::size_t>;  // Kind, size, row or entry.

std::map<Name, const Publication*> by_name(const Transcript& run) {
  std::map<std::pair<std::string, std::size_t>, std::size_t> rows;
  std::map<Name, const Publication*> all;
  for (const Publication& p : run.publications()) {
    const std::size_t row = rows[{p.kind, p.published.size()}]++;
    all[{p.kind, p.published.size(), row}] = &p;
  }
  return all;
}

double standardised(const Publication& p, std::size_t i) {
  return p.deviation[i] > 0 ? (p.published[i] - p.expected[i]) / p.deviation[i]
                            : std::numeric_limits<double>::quiet_NaN();
}

// Single coordinates that every run has, in the order of rows, then kinds: sharing shows in the first rows already.
std::vector<NoiseCoordinate> all_coordinates(const std::vector<Transcript>& runs, const Transcript& other) {
  std::vector<std::map<Name, const Publication*>> named;
  named.reserve(runs.size());
  for (const Transcript& run : runs) named.push_back(by_name(run));
  const auto others = by_name(other);
  std::vector<NoiseCoordinate> all;
  for (const auto& [name, p] : named.front()) {
    const auto& [kind, size, row] = name;
    for (std::size_t i = 0; i < size; ++i) {
      const bool everywhere = std::all_of(named.begin(), named.end(), [&](const auto& run) {
        const auto found = run.find(name);
        return found != run.end() && std::isfinite(standardised(*found->second, i));
      });
      if (!everywhere) continue;
      const double shift = (others.at(name)->expected[i] - p->expected[i]) / p->deviation[i];
      all.push_back({kind, size, row, {{i, 1.0}}, shift});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.row < b.row; });
  return all;
}

Name entry_of(const NoiseCoordinate& c) { return {c.kind, c.size, c.terms.front().first}; }

// Per entry the shift in the row where it is largest.
std::map<Name, double> largest_shifts(const std::vector<NoiseCoordinate>& all) {
  std::map<Name, double> largest;
  for (const NoiseCoordinate& c : all) {
    double& shift = largest[entry_of(c)];
    if (std::abs(c.shift) > std::abs(shift)) shift = c.shift;
  }
  return largest;
}

// What is left of the entries that the user moves, as one coordinate per publication. The direction is the same in all
// rows, as a strategy relates each entry with itself: of a growing sum no part of the shift is lost.
std::vector<NoiseCoordinate> combined(const std::vector<NoiseCoordinate>& rest, std::map<Name, double>& largest) {
  std::map<Name, NoiseCoordinate> all;
  std::map<Name, double> squares;
  for (const NoiseCoordinate& c : rest) {
    const Name name{c.kind, c.size, c.row};
    NoiseCoordinate& sum = all.try_emplace(name, NoiseCoordinate{c.kind, c.size, c.row, {}, 0}).first->second;
    const double weight = largest[entry_of(c)];
    sum.terms.emplace_back(c.terms.front().first, weight);
    sum.shift += weight * c.shift;
    squares[name] += weight * weight;
  }
  std::vector<NoiseCoordinate> result;
  for (auto& [name, c] : all) {
    const double length = std::sqrt(squares[name]);
    for (auto& [entry, weight] : c.terms) weight /= length;
    c.shift /= length;
    result.push_back(std::move(c));
  }
  return result;
}

bool is_farther(const NoiseCoordinate& a, const NoiseCoordinate& b) { return std::abs(a.shift) > std::abs(b.shift); }

}  // namespace

std::string NoiseCoordinate::where() const {
  return is_single() ? fmt::format("coordinate {} of '{}', publication {}", terms.front().first, kind, row)
                     : fmt::format("a direction in '{}', publication {}", kind, row);
}

std::vector<NoiseCoordinate> choose_coordinates(const std::vector<Transcript>& runs, const Transcript& other,
                                                std::size_t joint, std::size_t most) {
  const std::vector<NoiseCoordinate> all = all_coordinates(runs, other);
  std::map<Name, double> largest = largest_shifts(all);
  std::vector<NoiseCoordinate> moved, unmoved;
  for (const NoiseCoordinate& c : all) (largest[entry_of(c)] != 0 ? moved : unmoved).push_back(c);
  std::stable_sort(moved.begin(), moved.end(), [&](const NoiseCoordinate& a, const NoiseCoordinate& b) {
    const double x = std::abs(largest[entry_of(a)]), y = std::abs(largest[entry_of(b)]);
    return x != y ? x > y : entry_of(a) < entry_of(b);
  });
  if (moved.size() > joint) {
    std::set<Name> publications;
    for (const NoiseCoordinate& c : moved) publications.insert({c.kind, c.size, c.row});
    std::size_t singles = joint > publications.size() ? joint - publications.size() : joint / 2;
    while (singles > 0 && entry_of(moved[singles]) == entry_of(moved[singles - 1])) --singles;
    std::vector<NoiseCoordinate> sums =
        combined({moved.begin() + static_cast<std::ptrdiff_t>(singles), moved.end()}, largest);
    std::stable_sort(sums.begin(), sums.end(), is_farther);
    moved.resize(singles);
    moved.insert(moved.end(), sums.begin(),
                 sums.begin() + static_cast<std::ptrdiff_t>(std::min(sums.size(), joint - singles)));
  }
  for (const NoiseCoordinate& c : unmoved)
    if (moved.size() < most) moved.push_back(c);
  return moved;
}

NoiseSample::NoiseSample(std::vector<NoiseCoordinate> coordinates)
    : coordinates_(std::move(coordinates)), lacking_(coordinates_.size()) {
  const auto D = static_cast<Index>(coordinates_.size());
  squares_ = Matrix::Zero(D, D);
  cells_ = Matrix::Zero(D, kCells);
}

Vector NoiseSample::read(const Transcript& run) const {
  const auto named = by_name(run);
  Vector x = Vector::Constant(static_cast<Index>(coordinates_.size()), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t c = 0; c < coordinates_.size(); ++c) {
    const auto found = named.find({coordinates_[c].kind, coordinates_[c].size, coordinates_[c].row});
    if (found == named.end()) continue;
    double sum = 0;
    for (const auto& [entry, weight] : coordinates_[c].terms) sum += weight * standardised(*found->second, entry);
    x[static_cast<Index>(c)] = sum;
  }
  return x;
}

void NoiseSample::add(const std::vector<Vector>& runs) {
  const auto n = static_cast<Index>(runs.size()), D = static_cast<Index>(coordinates_.size());
  Matrix batch(n, D);
  for (Index r = 0; r < n; ++r)
    for (Index c = 0; c < D; ++c) {
      const double x = runs[static_cast<std::size_t>(r)][c];
      if (!std::isfinite(x)) lacking_[static_cast<std::size_t>(c)] = true;
      batch(r, c) = std::isfinite(x) ? x : 0;
      const double below = std::erfc(-batch(r, c) / std::sqrt(2.0)) / 2;
      cells_(c, std::min(static_cast<int>(below * kCells), kCells - 1)) += 1;
    }
  squares_.selfadjointView<Eigen::Lower>().rankUpdate(batch.transpose());
  runs_ += n;
}

std::vector<Index> NoiseSample::kept() const {
  std::vector<Index> all;
  for (std::size_t c = 0; c < lacking_.size(); ++c)
    if (!lacking_[c]) all.push_back(static_cast<Index>(c));
  return all;
}

std::vector<NoiseCoordinate> NoiseSample::coordinates() const {
  std::vector<NoiseCoordinate> all;
  for (const Index c : kept()) all.push_back(coordinates_[static_cast<std::size_t>(c)]);
  return all;
}

Matrix NoiseSample::squares() const {
  const std::vector<Index> all = kept();
  const Matrix whole = squares_.selfadjointView<Eigen::Lower>();
  return whole(all, all);
}

std::map<std::size_t, Vector> NoiseSample::cells() const {
  std::map<std::size_t, Vector> sums;
  for (const Index c : kept()) {
    const NoiseCoordinate& coordinate = coordinates_[static_cast<std::size_t>(c)];
    if (!coordinate.is_single()) continue;
    sums.try_emplace(coordinate.row, Vector::Zero(kCells)).first->second += cells_.row(c).transpose();
  }
  return sums;
}

}  // namespace tacit
