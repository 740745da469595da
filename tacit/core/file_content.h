// The content of a file, and what it is known by.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace tacit {

/// Two lower-case digits for each byte.
std::string hexadecimal(std::span<const unsigned char> bytes);

/// As 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

/// The bytes of a file; throws Error naming it, also where it has more than `most` bytes.
std::string read_file(const std::filesystem::path& file, std::size_t most = std::size_t{1} << 28);

}  // namespace tacit
