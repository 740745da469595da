#include "tacit/privacy/noise/key_stream.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace tacit {
namespace {

TEST(KeyStream, IsChaCha20UnderTheKeyAfterTheBytesOfTheNextKey) {
  // First block of ChaCha20 with an all-zero key and nonce (RFC 8439, appendix A.1, vector 1): bytes 32 to 39 are
  // da 41 59 7c 51 57 48 8d.
  KeyStream stream(KeyStream::Key{});
  EXPECT_EQ(stream.word(), 0x8d4857517c5941daULL);
}

TEST(KeyStream, DoesNotRepeatAcrossRefills) {
  KeyStream stream(KeyStream::Key{1});
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 10000; ++i) seen.insert(stream.word());
  EXPECT_EQ(seen.size(), 10000u);
}

TEST(KeyStream, RekeyingStartsAFreshStream) {
  KeyStream a(KeyStream::Key{1}), b(KeyStream::Key{2});
  b.word();
  b.rekey(KeyStream::Key{1});
  EXPECT_EQ(a.word(), b.word());
}

TEST(KeyStream, HasHalfOnesInEveryPosition) {
  KeyStream stream(KeyStream::Key{3});
  std::array<int, 64> ones{};
  constexpr int kWords = 100000;
  for (int i = 0; i < kWords; ++i)
    for (std::uint64_t bits = stream.word(), j = 0; j < 64; ++j) ones[j] += static_cast<int>((bits >> j) & 1);
  for (const int count : ones) EXPECT_NEAR(count, kWords / 2, 5 * std::sqrt(kWords / 4.0));
}

}  // namespace
}  // namespace tacit
