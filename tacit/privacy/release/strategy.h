// How a growing sum is released: what is measured, what it costs, and how noisy each prefix will be.
//
// Users come in blocks; block t is the sum of the contributions since the last release, t = 0, ..., T-1, and a user is
// in one block. A strategy measures some sums of blocks, y = E x + z with independent Gaussian z, and decodes the
// prefixes from y. Since decoding is linear, E a matrix of whole numbers or reals and D the decoder, the noise on the
// prefixes is D z and everything is known before the run: `prefix_std[t]` is unit_noise times the norm of row t of D.
// Nothing here draws noise, knows a budget or a ledger: numbers are for L2 sensitivity 1 and total mu 1, and scale with
// sensitivity/mu.
//
// What it costs is a list of touches: each names users by their blocks and the squared sensitivity-to-noise ratio that
// it spends on each of them, as a share of the total mu^2. The shares of one user add up to at most one. Touches of one
// user compose adaptively (Dong, Roth, Su 2022); touches of different users do not add. A matrix mechanism is a single
// touch of all users: its rows are correlated through E and are paid together, by the largest column norm of E. It
// stays private when later blocks depend on earlier releases, because E is lower triangular and z Gaussian (Denisov et
// al. 2022). Proof: docs/privacy.md, "The proof", step 5.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tacit/core/linear_algebra.h"

namespace tacit {

struct Touch {
  Index release;                 ///< It is to be charged before this release is made.
  Index first_block, end_block;  ///< Users of blocks first_block <= t < end_block.
  double share;                  ///< A part of the total mu^2; infinite where there is no noise.
};

/// From measurements to prefixes: public arithmetic on what was released.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// How many measurements the next step reads.
  virtual Index measurements() const { return 1; }
  /// `measured` holds measurements() vectors one after another; overwrites `prefix`. Linear in what it has read so far.
  virtual void decode(std::span<const double> measured, std::span<double> prefix) = 0;
};

/// From blocks to the exact measurements on the integers, where a strategy has such a form: y without z.
class Encoder {
 public:
  virtual ~Encoder() = default;
  virtual void encode(std::span<const std::int64_t> block, std::span<std::int64_t> measured) = 0;
};

struct Strategy {
  std::string name;
  Index releases;                  ///< T.
  double unit_noise;               ///< Standard deviation of each entry of z.
  std::vector<double> prefix_std;  ///< The deviation of the noise on prefix t: exact, not a bound.
  std::vector<Touch> touches;
  Index memory;  ///< Numbers kept per coordinate between two releases, the running sum included.

  /// For a dimension: the decoder; and what the prefix is without noise (a sum, or a sum over a window or with a
  /// discount).
  std::function<std::unique_ptr<Decoder>(Index)> decoder, target;
  /// Empty where there is no form on the integers; then `rounded`, where it is not empty either, makes the nearest
  /// strategy that has one.
  std::function<std::unique_ptr<Encoder>(Index)> encoder;
  std::function<Strategy()> rounded;
  /// The encoder measures so many times E x.
  std::int64_t encoder_multiple = 1;
  /// A measurement on the integers is at most so many times the sum of the sizes of all blocks.
  double encoder_gain = 1;
  /// Whether a measurement on the integers may read earlier blocks than the newest: whoever goes on with it later needs
  /// their exact sums.
  bool reads_earlier_blocks = true;
  std::optional<double> fading;  ///< Of the strategy of that name.

  bool is_private() const { return unit_noise > 0; }
  /// The largest sum of shares of any user: one, but for rounding.
  double largest_share() const;
};

/// The same strategy with all of its cost charged before the first release, to all users alike: at least what each of
/// them pays otherwise. For as many releases as users, whom the ledger would otherwise have to tell apart.
Strategy paid_at_once(Strategy strategy);

/// Matrix mechanisms of more releases have no form on the integers: their coefficients are kept one by one.
inline constexpr Index kMostRoundedReleases = 2000;

/// The strategy itself, or the nearest that has a form on the integers. Throws Error where there is none.
Strategy on_integers(const Strategy& strategy);

/// Throws Error unless 1 <= releases <= 10^7.
Index checked_releases(Index releases);

/// a + b; a Defect where it leaves 64 bits. Public bounds on the users make that impossible, see lattice.h.
std::int64_t checked_sum(std::int64_t a, std::int64_t b);
std::int64_t checked_product(std::int64_t a, std::int64_t b);

}  // namespace tacit
