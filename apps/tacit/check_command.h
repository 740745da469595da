// The part of `tacit account` that is about certificates: checks them, signs them, makes keys.
#pragma once

#include <optional>
#include <string>

namespace tacit::program {

struct CheckOptions {
  std::string certificate;
  std::optional<std::string> sign;  ///< A secret key: sign the certificate if it holds.
  std::optional<std::string> key;   ///< A public key: its owner must have signed the certificate.
  bool json = false;
};

/// 0: it holds; 1: it does not. Throws Error for what cannot be read.
int check_certificate_file(const CheckOptions& options);

/// Writes the secret key to `path`, for its owner alone, and the public one to `path`.pub. Neither may be there.
void make_key_files(const std::string& path);

}  // namespace tacit::program
