#include "tacit/privacy/fingerprint.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tacit/core/file_content.h"

namespace tacit {
namespace {

class Hash {
 public:
  Hash() { crypto_hash_sha256_init(&state_); }
  Hash& add(std::string_view text) {
    add(static_cast<std::int64_t>(text.size()));
    return bytes(text.data(), text.size());
  }
  Hash& add(std::int64_t value) { return bytes(&value, sizeof(value)); }
  Hash& add(double value) { return bytes(&value, sizeof(value)); }
  Hash& bytes(const void* data, std::size_t size) {
    crypto_hash_sha256_update(&state_, static_cast<const unsigned char*>(data), size);
    return *this;
  }
  std::string hex() {
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256_final(&state_, hash.data());
    return hexadecimal(hash);
  }

 private:
  crypto_hash_sha256_state state_{};
};

std::int64_t whole(auto value) { return static_cast<std::int64_t>(value); }

void add_shape(Hash& hash, const VaultShape& shape) {
  hash.add(whole(shape.tasks)).add(whole(shape.dimension)).add(whole(shape.outcomes)).add(whole(shape.mixed));
  hash.add(whole(shape.record_size)).add(whole(shape.outcome_tasks)).add(shape.response_centre);
  hash.add(whole(shape.non_negative_features)).add(whole(shape.rows ? shape.rows->rows() : 0));
  if (shape.rows) hash.bytes(shape.rows->data(), sizeof(double) * static_cast<std::size_t>(shape.rows->size()));
  if (shape.cells) hash.add("cells");
}

// Decoding is linear and determines the encoder: prefixes are D y with y = E x, and D E is what prefixes are. As
// floats, so that the last bits of a sum, which differ between processors, do not matter.
void add_strategy(Hash& hash, const Strategy& strategy) {
  constexpr Index kProbes = 2000;
  for (const double deviation : strategy.prefix_std) hash.add(static_cast<double>(static_cast<float>(deviation)));
  const auto decoder = strategy.decoder(1);
  double probe = 0;
  std::vector<double> measured, prefix(1);
  for (Index t = 0; t < std::min(kProbes, strategy.releases); ++t) {
    measured.resize(static_cast<std::size_t>(decoder->measurements()));
    for (double& value : measured) value = probe = std::fmod(probe * 997 + 0.618, 1);
    decoder->decode(measured, prefix);
    hash.add(static_cast<double>(static_cast<float>(prefix[0])));
  }
}

}  // namespace

std::string fingerprint(std::string_view noise, const VaultShape& shape) {
  Hash hash;
  hash.add("tacit sums").add(noise);
  add_shape(hash, shape);
  return hash.hex();
}

std::string fingerprint(std::string_view noise, const VaultShape& shape, const Mechanism& m, const Strategy& strategy,
                        const Promise& promise) {
  Hash hash;
  hash.add("tacit private sums").add(noise);
  add_shape(hash, shape);
  add_strategy(hash, strategy);
  hash.add(promise.mu().value()).add(promise.delta().value()).add(to_text(promise.theorem()));
  hash.add(to_text(promise.noise())).add(to_text(promise.adjacency()));
  for (const DeclaredStatistic& s : m.statistics)
    hash.add(whole(s.part)).add(whole(s.first_task)).add(whole(s.end_task)).add(s.share).add(s.noise_scale);
  const LatticeBits bits = m.lattice.value_or(LatticeBits{0, 0, 0, 0});
  hash.add(whole(bits.gram)).add(whole(bits.response)).add(whole(bits.outcomes)).add(whole(bits.mixture));
  hash.add(m.strategy).add(m.fading.value_or(-1)).add(whole(m.releases)).add(m.column_norm);
  for (const Touch& t : m.touches)
    hash.add(whole(t.release)).add(whole(t.first_block)).add(whole(t.end_block)).add(t.share);
  return hash.add(m.budget).add(m.most_users).hex();
}

std::string fingerprint(std::string_view before, double share, std::int64_t parts) {
  return Hash().add(before).add(share).add(parts).hex();
}

}  // namespace tacit
