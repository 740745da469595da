#include "tacit/privacy/certificate/signature.h"

#include <gtest/gtest.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

TEST(Signature, IsThatOfItsBytesAndKey) {
  const KeyPair keys = make_keys();
  EXPECT_TRUE(is_signed("a certificate", sign("a certificate", keys.secret_key), keys.public_key));
}

TEST(KnownBad, ASignatureOfOtherBytesOrByAnotherKeyIsRefused) {
  const KeyPair keys = make_keys(), others = make_keys();
  const std::string signature = sign("a certificate", keys.secret_key);
  EXPECT_FALSE(is_signed("a certificate ", signature, keys.public_key));
  EXPECT_FALSE(is_signed("A certificate", signature, keys.public_key));
  EXPECT_FALSE(is_signed("a certificate", signature, others.public_key));
  EXPECT_FALSE(is_signed("a certificate", sign("a certificate", others.secret_key), keys.public_key));
}

TEST(KnownBad, EveryTruncationAndEveryFlippedDigitOfASignatureIsRefused) {
  const KeyPair keys = make_keys();
  const std::string signature = sign("x", keys.secret_key);
  for (std::size_t length = 0; length + 1 < signature.size(); ++length)  // The last character ends the line.
    EXPECT_FALSE(is_signed("x", signature.substr(0, length), keys.public_key)) << length;
  for (std::size_t i = 0; i + 1 < signature.size(); ++i) {
    std::string flipped = signature;
    flipped[i] = flipped[i] == '0' ? '1' : '0';
    EXPECT_FALSE(is_signed("x", flipped, keys.public_key)) << i;
  }
}

TEST(Signature, NeedsAKeyOfTheRightKindAndDoesNotShowIt) {
  const KeyPair keys = make_keys();
  EXPECT_THROW(sign("x", keys.public_key), Error);
  EXPECT_THROW(is_signed("x", sign("x", keys.secret_key), keys.secret_key), Error);
  try {
    sign("x", keys.secret_key.substr(0, 100));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find(keys.secret_key.substr(30, 20)), std::string::npos);
  }
}

}  // namespace
}  // namespace tacit
