#include "tacit/privacy/certificate/signature.h"

#include <sodium.h>

#include <array>
#include <optional>
#include <span>

#include "tacit/core/error.h"
#include "tacit/core/file_content.h"

namespace tacit {
namespace {

constexpr std::string_view kSecret = "tacit-secret-key/1 ", kPublic = "tacit-public-key/1 ",
                           kSignature = "tacit-signature/1 ";

void start_sodium() {
  static const bool ready = sodium_init() >= 0;
  check(ready, "libsodium starts");
}

std::string line(std::string_view name, std::span<const unsigned char> bytes) {
  return std::string(name) + hexadecimal(bytes) + "\n";
}

template <std::size_t N>
std::optional<std::array<unsigned char, N>> parse_line(std::string_view name, std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (!text.starts_with(name) || text.size() != name.size() + 2 * N) return std::nullopt;
  std::array<unsigned char, N> bytes{};
  std::size_t length = 0;
  const std::string_view digits = text.substr(name.size());
  const char* end = nullptr;
  const int rc = sodium_hex2bin(bytes.data(), N, digits.data(), digits.size(), nullptr, &length, &end);
  if (rc != 0 || length != N || end != digits.data() + digits.size()) return std::nullopt;
  return bytes;
}

std::string message(std::string_view bytes) { return "tacit-certificate\n" + std::string(bytes); }

const unsigned char* unsigned_bytes(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

KeyPair make_keys() {
  start_sodium();
  std::array<unsigned char, crypto_sign_PUBLICKEYBYTES> open{};
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> secret{};
  check(crypto_sign_keypair(open.data(), secret.data()) == 0, "a pair of keys is made");
  KeyPair keys{line(kSecret, secret), line(kPublic, open)};
  sodium_memzero(secret.data(), secret.size());
  return keys;
}

std::string sign(std::string_view bytes, std::string_view secret_key) {
  start_sodium();
  auto secret = parse_line<crypto_sign_SECRETKEYBYTES>(kSecret, secret_key);
  if (!secret) throw Error("key", "is not a secret key; make one with 'tacit account --new-key FILE'");
  const std::string signed_text = message(bytes);
  std::array<unsigned char, crypto_sign_BYTES> signature{};
  const int rc =
      crypto_sign_detached(signature.data(), nullptr, unsigned_bytes(signed_text), signed_text.size(), secret->data());
  sodium_memzero(secret->data(), secret->size());
  check(rc == 0, "a signature is made");
  return line(kSignature, signature);
}

bool is_signed(std::string_view bytes, std::string_view signature, std::string_view public_key) {
  start_sodium();
  const auto open = parse_line<crypto_sign_PUBLICKEYBYTES>(kPublic, public_key);
  if (!open) throw Error("key", "is not a public key; the file that ends in .pub is one");
  const auto given = parse_line<crypto_sign_BYTES>(kSignature, signature);
  if (!given) return false;
  const std::string signed_text = message(bytes);
  return crypto_sign_verify_detached(given->data(), unsigned_bytes(signed_text), signed_text.size(), open->data()) == 0;
}

}  // namespace tacit
