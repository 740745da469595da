#include "apps/tacit/check_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/tacit/terminal.h"
#include "tacit/core/atomic_file.h"
#include "tacit/core/error.h"
#include "tacit/privacy/certificate/certificate_check.h"
#include "tacit/privacy/certificate/signature.h"

namespace tacit::program {
namespace {

// One byte more than a file may have is enough to see that it is too large.
std::string read_file(const std::string& path, const char* option, std::size_t most) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  for (char c; text.size() <= most && file.get(c);) text.push_back(c);
  if (text.empty()) throw Error(option, "'" + path.substr(0, 200) + "' cannot be read or is empty");
  return text;
}

constexpr std::size_t kMostKeyBytes = 1000;

/// What is wrong with the signature; empty: nothing.
std::string objection_to_signature(const std::string& text, const CheckOptions& options) {
  const std::string path = options.certificate + ".sig";
  if (::access(path.c_str(), F_OK) != 0) return "it is not signed: there is no " + path.substr(0, 200);
  const std::string public_key = read_file(*options.key, "--key", kMostKeyBytes);
  if (is_signed(text, read_file(path, "--key", kMostKeyBytes), public_key)) return "";
  return "the signature in " + path.substr(0, 200) + " is not one of this certificate by this key";
}

void write_signature(const std::string& text, const CheckOptions& options) {
  AtomicFile file(options.certificate + ".sig", "--sign");
  file.stream() << sign(text, read_file(*options.sign, "--sign", kMostKeyBytes));
  file.commit();
}

// Sentences one by one; the warning stands out.
void print_statements(const std::vector<std::string>& statements) {
  const std::string warning = "SIMULATION NOISE";
  for (const std::string& statement : statements)
    fmt::print("{}\n", statement.starts_with(warning) ? bold(warning) + statement.substr(warning.size()) : statement);
  if (!statements.empty()) fmt::print("\n");
}

void print_verdict(const CertificateCheck& verdict, const CheckOptions& options) {
  print_statements(verdict.statements);
  if (!verdict.holds()) {
    fmt::print("The certificate does not hold, or not all that was asked of it:\n");
    for (const std::string& reason : verdict.reasons) fmt::print("  {}\n", reason);
    return;
  }
  fmt::print("The certificate holds.\n");
  if (options.key) fmt::print("The signature is that of the owner of {}.\n", options.key->substr(0, 200));
  if (options.sign) fmt::print("It was signed: {}.sig.\n", options.certificate.substr(0, 200));
}

// What cannot be read as a certificate at all is another file, most often: it is named.
CertificateCheck check(const std::string& text, const std::string& path) try {
  return check_certificate(text);
} catch (const Error& error) {
  throw Error("--check", "'" + path.substr(0, 200) + "' is not a certificate: " + error.what());
}

void write_key(const std::string& path, const std::string& text, mode_t mode) {
  const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
  if (file < 0) throw Error("--new-key", "'" + path.substr(0, 200) + "' is there already or cannot be written");
  const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (::close(file) != 0 || !written) throw std::runtime_error("cannot write all of " + path.substr(0, 200));
}

}  // namespace

int check_certificate_file(const CheckOptions& options) {
  const std::string text = read_file(options.certificate, "--check", kMostCertificateBytes);
  CertificateCheck verdict = check(text, options.certificate);
  if (options.key) {
    const std::string objection = objection_to_signature(text, options);
    if (!objection.empty()) verdict.reasons.push_back(objection);
  }
  if (options.sign && verdict.holds()) write_signature(text, options);
  if (!options.json) {
    print_verdict(verdict, options);
    return verdict.holds() ? 0 : 1;
  }
  const nlohmann::ordered_json out = {{"holds", verdict.holds()},
                                      {"reasons", verdict.reasons},
                                      {"statements", verdict.statements},
                                      {"simulation_noise", verdict.simulation},
                                      {"signature_checked", options.key.has_value()}};
  fmt::print("{}\n", out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  return verdict.holds() ? 0 : 1;
}

void make_key_files(const std::string& path) {
  const KeyPair keys = make_keys();
  if (::access((path + ".pub").c_str(), F_OK) == 0)
    throw Error("--new-key", "'" + path.substr(0, 200) + ".pub' is there already");
  write_key(path, keys.secret_key, 0600);
  write_key(path + ".pub", keys.public_key, 0644);
  fmt::print(stderr, "tacit: wrote {}, which is secret, and {}.pub\n", path.substr(0, 200), path.substr(0, 200));
}

}  // namespace tacit::program
