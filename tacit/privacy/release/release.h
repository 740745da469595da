// Running a strategy: blocks in, noisy prefixes out.
//
// A type for each source of noise, with nothing virtual between them: a function that takes a ProductionRelease cannot
// be handed seeded noise.
//
// `scale` is sensitivity/mu, the sensitivity being that of one user's contribution to its block in the norm of the
// layout (layout.h): a coordinate of relative variance r then has noise of std scale * prefix_std[t] * r^(1/2) on
// prefix t. Charging is not done here: whoever holds the ledger charges the touches of the strategy before the steps
// they name. Proof: docs/privacy.md, "The proof", step 5.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tacit/privacy/noise/discrete_gaussian.h"
#include "tacit/privacy/noise/production_noise.h"
#include "tacit/privacy/noise/rehearsal_noise.h"
#include "tacit/privacy/noise/simulation_noise.h"
#include "tacit/privacy/release/layout.h"
#include "tacit/privacy/release/strategy.h"

namespace tacit {

class SimulatedRelease {
 public:
  /// scale > 0; the strategy `exact` takes any.
  SimulatedRelease(Strategy strategy, const Layout& layout, double scale, SimulationNoise noise);

  /// Release t = 0, 1, ...: takes in the next block and overwrites `prefix`. Throws Error beyond the last release.
  void step(std::span<const double> block, std::span<double> prefix);

  /// What the newest prefix is without its noise; for whoever watches from inside.
  std::span<const double> without_noise() const { return exact_; }
  const Strategy& strategy() const { return strategy_; }
  Index steps() const { return steps_; }
  /// Noise on a coordinate of relative variance one: predicted for release t, and in the newest prefix.
  double predicted_std(Index t) const;
  double noise_variance() const;
  /// The deviation of one measurement.
  double drawn_std() const { return scale_ * strategy_.unit_noise; }

 private:
  Strategy strategy_;
  std::vector<double> deviation_;  // The deviation of a draw, per coordinate.
  double scale_;
  SimulationNoise noise_;
  std::unique_ptr<Decoder> decoder_, target_;
  std::vector<double> draws_, exact_;
  Index steps_ = 0;
};

/// Integers in; integers are released; prefixes are decoded from them. The variances are those of the discrete Gaussian
/// drawn, rounded up from what was asked; charge Delta^2/variance, by zCDP.
template <typename Source>
class LatticeRelease {
 public:
  /// `scale_in_steps` is sensitivity/mu in lattice steps, `step_size` the worth of one step (lattice.h). `noise` must
  /// outlive this. Throws Error where the strategy has no form on the integers.
  LatticeRelease(Strategy strategy, const Layout& layout, double scale_in_steps, double step_size, Source& noise);

  /// Release t = 0, 1, ...: draw, then decode.
  void step(std::span<const std::int64_t> block, std::span<double> prefix);
  /// Takes in the next block and draws the noise of its measurements.
  void draw(std::span<const std::int64_t> block);
  /// Takes in the next block, of which these integers were released before: nothing is drawn. Where no later
  /// measurement reads this block it may be anything.
  void redraw(std::span<const std::int64_t> block, std::span<const std::int64_t> measured);
  /// Overwrites `prefix` with what the newest measurements and earlier ones say.
  void decode(std::span<double> prefix);

  /// What the newest draw made public, all of it. The prefix is a function of this and of earlier ones.
  std::span<const std::int64_t> measured() const { return measured_; }
  /// How many integers the next draw makes public.
  Index next_size() const { return decoder_->measurements() * dimension_; }
  const Strategy& strategy() const { return strategy_; }
  Index steps() const { return steps_; }
  double predicted_std(Index t) const;
  double noise_variance() const;
  /// The variance of the integer noise on one measurement of a coordinate of relative variance one, in squared lattice
  /// steps times the square of the strategy's encoder_multiple.
  double draw_variance() const { return draw_variance_; }
  /// The deviation of one measurement.
  double drawn_std() const;

 private:
  struct Law {
    DiscreteGaussian law;
    std::vector<Index> coordinates;
  };

  Strategy strategy_;
  Index dimension_;
  double scale_, step_size_, draw_variance_;
  Source& noise_;
  std::vector<Law> laws_;  // One per relative variance.
  std::unique_ptr<Decoder> decoder_;
  std::unique_ptr<Encoder> encoder_;
  std::vector<std::int64_t> measured_, draws_;
  std::vector<double> decoded_;
  Index steps_ = 0;
};

extern template class LatticeRelease<ProductionNoise>;
extern template class LatticeRelease<RehearsalNoise>;
using ProductionRelease = LatticeRelease<ProductionNoise>;

}  // namespace tacit
