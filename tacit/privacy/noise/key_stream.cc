#include "tacit/privacy/noise/key_stream.h"

#include <sodium.h>

#include <cstring>

#include "tacit/core/error.h"

namespace tacit {

KeyStream::~KeyStream() {
  sodium_memzero(key_.data(), key_.size());
  sodium_memzero(words_.data(), sizeof(words_));
}

void KeyStream::rekey(const Key& key) {
  key_ = key;
  used_ = words_.size();
}

void KeyStream::refill() {
  static_assert(sizeof(Key) == crypto_stream_chacha20_KEYBYTES);
  static const bool ready = sodium_init() >= 0;
  check(ready, "libsodium starts");
  constexpr unsigned char kNonce[crypto_stream_chacha20_NONCEBYTES] = {};  // Each key is used once.
  const int rc =
      crypto_stream_chacha20(reinterpret_cast<unsigned char*>(words_.data()), sizeof(words_), kNonce, key_.data());
  check(rc == 0, "the key stream is filled");
  std::memcpy(key_.data(), words_.data(), key_.size());
  sodium_memzero(words_.data(), key_.size());
  used_ = kKeyWords;
}

}  // namespace tacit
