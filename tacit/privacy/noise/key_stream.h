// Unpredictable bits in bulk: the ChaCha20 stream of a 32-byte key, with the key erased as it goes.
//
// Every refill takes 16 KiB of ChaCha20 output under a zero nonce; the first 32 bytes replace the key and are wiped
// from the buffer, and each word is wiped as it is handed out. So whoever reads the memory later cannot recompute the
// noise of earlier releases (Bernstein 2017, "Fast-key-erasure random-number generators"). ChaCha20 is libsodium's.
//
// A stream with a chosen key is for tests of the samplers. What protects people holds one with a key of the operating
// system: ProductionNoise.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tacit {

class KeyStream {
 public:
  using Key = std::array<unsigned char, 32>;

  explicit KeyStream(const Key& key) : key_(key) {}
  ~KeyStream();
  KeyStream(const KeyStream&) = delete;
  KeyStream& operator=(const KeyStream&) = delete;

  /// The next 64 bits.
  std::uint64_t word() {
    if (used_ == words_.size()) refill();
    return std::exchange(words_[used_++], 0);
  }

  /// Forgets what is buffered and goes on from another key.
  void rekey(const Key& key);

 private:
  void refill();

  static constexpr std::size_t kKeyWords = sizeof(Key) / sizeof(std::uint64_t);

  Key key_;
  std::array<std::uint64_t, 2048> words_{};
  std::size_t used_ = 2048;
};

}  // namespace tacit
