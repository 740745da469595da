#include "tacit/privacy/release/release.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "tacit/core/error.h"

namespace tacit {
namespace {

double positive(const char* field, double value) {
  if (!(value > 0) || !std::isfinite(value)) throw Error(field, fmt::format("{}", value), "a positive number");
  return value;
}

void require_step(const Strategy& strategy, Index steps, Index dimension, std::size_t block, std::size_t prefix) {
  if (steps >= strategy.releases)
    throw Error("release", fmt::format("all {} releases of '{}' have been made", strategy.releases, strategy.name));
  check(block == static_cast<std::size_t>(dimension) && prefix == block, "a block and a prefix have the layout's size");
}

double last_variance(double predicted_std, Index steps) {
  if (steps == 0) throw Error("release", "none has been made, so none has noise");
  return predicted_std * predicted_std;
}

// v = m 2^e rounded up to more than any rounding on the way to it could have lost.
double rounded_up(double v) { return v * (1 + 0x1p-48); }

}  // namespace

SimulatedRelease::SimulatedRelease(Strategy strategy, const Layout& layout, double scale, SimulationNoise noise)
    : strategy_(std::move(strategy)),
      scale_(strategy_.is_private() ? positive("scale", scale) : 0),
      noise_(std::move(noise)),
      decoder_(strategy_.decoder(layout.size())),
      target_(strategy_.target(layout.size())),
      exact_(layout.size()) {
  for (const double r : layout.relative_variance()) deviation_.push_back(scale_ * strategy_.unit_noise * std::sqrt(r));
}

void SimulatedRelease::step(std::span<const double> block, std::span<double> prefix) {
  const Index n = static_cast<Index>(deviation_.size());
  require_step(strategy_, steps_, n, block.size(), prefix.size());
  ++steps_;
  target_->decode(block, exact_);
  if (!strategy_.is_private()) {
    std::copy(exact_.begin(), exact_.end(), prefix.begin());
    return;
  }
  draws_.resize(decoder_->measurements() * n);
  noise_.fill(draws_);
  for (double* draw = draws_.data(); draw != draws_.data() + draws_.size(); draw += n)
    for (Index i = 0; i < n; ++i) draw[i] *= deviation_[i];
  decoder_->decode(draws_, prefix);
  for (Index i = 0; i < n; ++i) prefix[i] += exact_[i];
}

double SimulatedRelease::predicted_std(Index t) const { return scale_ * strategy_.prefix_std.at(t); }
double SimulatedRelease::noise_variance() const {
  return last_variance(steps_ > 0 ? predicted_std(steps_ - 1) : 0, steps_);
}

template <typename Source>
LatticeRelease<Source>::LatticeRelease(Strategy strategy, const Layout& layout, double scale_in_steps, double step_size,
                                       Source& noise)
    : strategy_(std::move(strategy)),
      dimension_(layout.size()),
      scale_(positive("scale", scale_in_steps)),
      step_size_(positive("step", step_size)),
      draw_variance_(0),
      noise_(noise) {
  if (!strategy_.encoder || !strategy_.is_private())
    throw Error("release",
                fmt::format("'{}' has no form on the integers as it is; on_integers() makes one where there is one",
                            strategy_.name));
  const double deviation = scale_ * strategy_.unit_noise * static_cast<double>(strategy_.encoder_multiple);
  draw_variance_ = rounded_up(deviation * deviation);
  std::vector<double> kinds(layout.relative_variance().begin(), layout.relative_variance().end());
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  if (kinds.size() > 64) throw Error("layout", "more than 64 different variances on the integers");
  for (const double kind : kinds) {
    laws_.push_back({DiscreteGaussian(rounded_up(draw_variance_ * kind)), {}});
    for (Index i = 0; i < dimension_; ++i)
      if (layout.relative_variance()[i] == kind) laws_.back().coordinates.push_back(i);
  }
  decoder_ = strategy_.decoder(dimension_);
  encoder_ = strategy_.encoder(dimension_);
}

template <typename Source>
void LatticeRelease<Source>::step(std::span<const std::int64_t> block, std::span<double> prefix) {
  draw(block);
  decode(prefix);
}

template <typename Source>
void LatticeRelease<Source>::draw(std::span<const std::int64_t> block) {
  require_step(strategy_, steps_, dimension_, block.size(), block.size());
  if constexpr (std::is_same_v<Source, RehearsalNoise>) noise_.turn_to(steps_);
  const Index count = decoder_->measurements();
  measured_.assign(count * dimension_, 0);
  encoder_->encode(block, measured_);
  for (const Law& law : laws_) {
    draws_.resize(count * law.coordinates.size());
    noise_.fill(law.law, draws_);
    auto draw = draws_.begin();
    for (Index m = 0; m < count; ++m)
      for (const Index i : law.coordinates)
        measured_[m * dimension_ + i] = checked_sum(measured_[m * dimension_ + i], *draw++);
  }
  ++steps_;
}

template <typename Source>
void LatticeRelease<Source>::redraw(std::span<const std::int64_t> block, std::span<const std::int64_t> measured) {
  require_step(strategy_, steps_, dimension_, block.size(), block.size());
  check(static_cast<Index>(measured.size()) == next_size(), "a release has its own number of integers");
  measured_.resize(measured.size());
  encoder_->encode(block, measured_);
  std::copy(measured.begin(), measured.end(), measured_.begin());
  ++steps_;
}

// Everything here is a function of the released integers.
template <typename Source>
void LatticeRelease<Source>::decode(std::span<double> prefix) {
  const double unit = step_size_ / static_cast<double>(strategy_.encoder_multiple);
  decoded_.resize(measured_.size());
  for (std::size_t i = 0; i < measured_.size(); ++i) decoded_[i] = static_cast<double>(measured_[i]);
  decoder_->decode(decoded_, prefix);
  for (double& value : prefix) value *= unit;
}

template <typename Source>
double LatticeRelease<Source>::drawn_std() const {
  return step_size_ * std::sqrt(draw_variance_) / static_cast<double>(strategy_.encoder_multiple);
}

template <typename Source>
double LatticeRelease<Source>::predicted_std(Index t) const {
  return drawn_std() * strategy_.prefix_std.at(t) / strategy_.unit_noise;
}

template <typename Source>
double LatticeRelease<Source>::noise_variance() const {
  return last_variance(steps_ > 0 ? predicted_std(steps_ - 1) : 0, steps_);
}

template class LatticeRelease<ProductionNoise>;
template class LatticeRelease<RehearsalNoise>;

}  // namespace tacit
