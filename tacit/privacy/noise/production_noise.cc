#include "tacit/privacy/noise/production_noise.h"

#include <sodium.h>
#include <unistd.h>

#include "tacit/core/error.h"
#include "tacit/privacy/noise/laplace_rejection.h"

namespace tacit {
namespace {

KeyStream::Key fresh_key() {
  check(sodium_init() >= 0, "libsodium starts");
  KeyStream::Key key;
  randombytes_buf(key.data(), key.size());
  return key;
}

}  // namespace

ProductionNoise::ProductionNoise() : process_(getpid()), stream_(fresh_key()) {}

void ProductionNoise::renew_after_fork() {
  if (process_ == getpid()) return;
  process_ = getpid();
  stream_.rekey(fresh_key());
}

void ProductionNoise::fill(const DiscreteGaussian& law, std::span<std::int64_t> out) {
  renew_after_fork();
  law.fill(out, stream_);
}

std::int64_t ProductionNoise::draw(double variance) {
  renew_after_fork();
  return draw_by_laplace_rejection(variance, stream_);
}

}  // namespace tacit
