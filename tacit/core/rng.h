// Random numbers as named streams.
//
// A stream is a pure function of its name (seed, purpose, episode, lane): no global generator, no hidden state, and the
// numbers of one user do not depend on how many numbers another user took. Underneath is Philox4x64-10 (Salmon et al.
// 2011, "Parallel random numbers: as easy as 1, 2, 3"; Random123): key = (seed, hash of the purpose), counter =
// (block, episode, lane, 0). Distributions are our own, because those of std:: differ between libraries.
//
// For simulation. Noise that protects real people comes from privacy/ and is never seeded.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace tacit {

/// The part of a stream's name that is fixed for a whole run.
struct StreamKey {
  StreamKey(std::uint64_t seed, std::string_view purpose);
  std::uint64_t seed, purpose;
};

class Stream {
 public:
  using Block = std::array<std::uint64_t, 4>;

  explicit Stream(const StreamKey& key, std::uint64_t episode = 0, std::uint64_t lane = 0)
      : key_(key), episode_(episode), lane_(lane) {}
  Stream(std::uint64_t seed, std::string_view purpose, std::uint64_t episode = 0, std::uint64_t lane = 0)
      : Stream(StreamKey(seed, purpose), episode, lane) {}

  /// The next 64 random bits.
  std::uint64_t bits() {
    if (used_ == 4) {
      buffer_ = block(next_block_++);
      used_ = 0;
    }
    return buffer_[used_++];
  }
  /// Four words at once, at the start of a fresh block.
  Block block() { return block(next_block_++); }

  /// Uniform on [0, 1) with 53 random bits.
  double uniform() { return to_unit(bits()); }
  static double to_unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53; }

  /// Uniform on {0, ..., n-1}, exactly (Lemire 2019). n >= 1.
  std::uint64_t below(std::uint64_t n);
  double normal();             ///< Standard normal (polar method; costs two logarithms' worth, not for bulk noise).
  double gamma(double shape);  ///< Gamma(shape, 1) (Marsaglia and Tsang 2000). shape > 0.
  double beta(double a, double b);                              ///< Beta(a, b). a, b > 0.
  void dirichlet(double concentration, std::span<double> out);  ///< Symmetric Dirichlet; fills `out`.
  void shuffle(std::span<int> values);                          ///< Uniform permutation (Fisher and Yates).

 private:
  Block block(std::uint64_t index) const;

  StreamKey key_;
  std::uint64_t episode_, lane_;
  std::uint64_t next_block_ = 0;
  Block buffer_{};
  int used_ = 4;
};

}  // namespace tacit
