#include "tacit/core/file_content.h"

#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <fstream>

#include "tacit/core/error.h"

namespace tacit {

namespace fs = std::filesystem;

std::string hexadecimal(std::span<const unsigned char> bytes) {
  std::string digits;
  for (const unsigned char byte : bytes) digits += fmt::format("{:02x}", byte);
  return digits;
}

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  return hexadecimal(hash);
}

std::string read_file(const fs::path& file, std::size_t most) {
  std::error_code error;
  if (fs::is_directory(file, error)) throw Error(file.string(), "is a directory");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(file.string(), fs::exists(file, error) ? "cannot be read" : "does not exist");
  std::string bytes;
  if (const auto size = fs::file_size(file, error); !error && size <= most) bytes.reserve(size);
  std::array<char, 65536> buffer{};
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0) {
    bytes.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    if (bytes.size() > most) throw Error(file.string(), fmt::format("is too large; at most {} bytes are read", most));
  }
  if (in.bad()) throw Error(file.string(), "cannot be read");
  return bytes;
}

}  // namespace tacit
