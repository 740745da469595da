#include "tacit/privacy/noise/rehearsal_noise.h"

#include <fmt/format.h>
#include <sodium.h>

#include <string>

namespace tacit {
namespace {

KeyStream::Key key_of(std::uint64_t seed, Index release) {
  static_assert(sizeof(KeyStream::Key) == crypto_hash_sha256_BYTES);
  const std::string name = fmt::format("tacit rehearsal noise, seed {}, release {}", seed, release);
  KeyStream::Key key;
  crypto_hash_sha256(key.data(), reinterpret_cast<const unsigned char*>(name.data()), name.size());
  return key;
}

}  // namespace

RehearsalNoise::RehearsalNoise(std::uint64_t seed) : seed_(seed), stream_(key_of(seed, 0)) {}

void RehearsalNoise::turn_to(Index release) { stream_.rekey(key_of(seed_, release)); }

}  // namespace tacit
