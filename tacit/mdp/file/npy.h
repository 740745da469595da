// One array in NumPy's format (numpy.lib.format, versions 1 to 3): a header in Python's notation, then the numbers.
//
// Read are real numbers, integers, truth values and text of the machine's byte order, in the order of C or of Fortran.
// Objects, which are pickled, are refused: reading them would run whatever the file says.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tacit {

struct NpyArray {
  enum class Kind { number, whole, truth, text };
  Kind kind = Kind::number;
  bool rounded = false;             ///< Stored as 32-bit floating point numbers.
  std::vector<std::int64_t> shape;  ///< Empty: a single value.
  std::vector<double> numbers;      ///< In the order of C.
  std::string text;                 ///< Of a single text.
};

/// Throws Error naming `field`; also where there are more than `most` numbers.
NpyArray parse_npy(std::string_view bytes, const std::string& field, double most);

std::string to_npy(std::span<const double> numbers, const std::vector<std::int64_t>& shape);
std::string to_npy(std::span<const std::int64_t> numbers, const std::vector<std::int64_t>& shape);
std::string to_npy(bool value);
std::string to_npy(const std::string& ascii);

}  // namespace tacit
