// Signatures of certificates: who vouches for the texts that arithmetic cannot check.
//
// Ed25519 (Bernstein et al. 2012), by libsodium, of the exact bytes of a file after a line that says what is signed, so
// that a signature of something else is never one of a certificate. Keys and signatures are texts of one line: a name
// and hexadecimal digits. A certificate stays as it is; its signature is a file of its own beside it.
#pragma once

#include <string>
#include <string_view>

namespace tacit {

struct KeyPair {
  std::string secret_key;  ///< "tacit-secret-key/1 DIGITS": whoever has it can sign.
  std::string public_key;  ///< "tacit-public-key/1 DIGITS": whoever has it can check.
};

KeyPair make_keys();

/// "tacit-signature/1 DIGITS". Throws Error, without showing it, for what is not a secret key.
std::string sign(std::string_view bytes, std::string_view secret_key);

/// Whether `signature` is that of these bytes by the key; false for what is no signature. Throws Error for what is not
/// a public key.
bool is_signed(std::string_view bytes, std::string_view signature, std::string_view public_key);

}  // namespace tacit
