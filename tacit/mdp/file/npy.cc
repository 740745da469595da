#include "tacit/mdp/file/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <charconv>
#include <cstring>
#include <optional>

#include "tacit/core/error.h"

namespace tacit {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they stand in memory");

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMostDimensions = 8;

[[noreturn]] void refuse(const std::string& field, const std::string& problem) {
  throw Error(field, "is not an array of NumPy that is read: " + problem);
}

struct Header {
  std::string type;
  bool fortran = false;
  std::vector<std::int64_t> shape;
};

/// Reads "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }" and nothing more general.
class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& field) : rest_(text), field_(field) {}

  Header read() {
    Header header;
    bool type = false, order = false, shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr" && !type) {
        header.type = quoted();
        type = true;
      } else if (key == "fortran_order" && !order) {
        header.fortran = truth();
        order = true;
      } else if (key == "shape" && !shape) {
        header.shape = numbers();
        shape = true;
      } else {
        refuse(field_, "its header is damaged");
      }
      if (!accept(',') && !peek('}')) refuse(field_, "its header is damaged");
    }
    skip();
    if (!type || !order || !shape || !rest_.empty()) refuse(field_, "its header is damaged");
    return header;
  }

 private:
  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size())); }
  bool peek(char c) {
    skip();
    return !rest_.empty() && rest_.front() == c;
  }
  bool accept(char c) {
    if (!peek(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) refuse(field_, "its header is damaged, or it is a structure");
  }
  std::string quoted() {
    expect('\'');
    const auto end = rest_.find('\'');
    if (end == std::string_view::npos) refuse(field_, "its header is damaged");
    const std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return text;
  }
  bool truth() {
    skip();
    for (const auto& [word, value] : {std::pair<std::string_view, bool>("True", true), {"False", false}})
      if (rest_.starts_with(word)) {
        rest_.remove_prefix(word.size());
        return value;
      }
    refuse(field_, "its header is damaged");
  }
  std::vector<std::int64_t> numbers() {
    std::vector<std::int64_t> result;
    expect('(');
    while (!accept(')')) {
      skip();
      std::int64_t value = -1;
      const auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
      if (problem != std::errc() || value < 0 || result.size() == kMostDimensions)
        refuse(field_, "its header is damaged");
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      result.push_back(value);
      if (!accept(',') && !peek(')')) refuse(field_, "its header is damaged");
    }
    return result;
  }

  std::string_view rest_;
  const std::string& field_;
};

template <typename T>
void convert(std::string_view data, std::vector<double>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    T value;
    std::memcpy(&value, data.data() + i * sizeof(T), sizeof(T));
    numbers[i] = static_cast<double>(value);
  }
}

struct NumberType {
  std::string_view name;
  std::size_t size;
  NpyArray::Kind kind;
  void (*convert)(std::string_view, std::vector<double>&);
};

const NumberType* number_type(std::string_view name) {
  using Kind = NpyArray::Kind;
  static constexpr NumberType kTypes[] = {
      {"<f8", 8, Kind::number, convert<double>},       {"<f4", 4, Kind::number, convert<float>},
      {"<i8", 8, Kind::whole, convert<std::int64_t>},  {"<i4", 4, Kind::whole, convert<std::int32_t>},
      {"<i2", 2, Kind::whole, convert<std::int16_t>},  {"|i1", 1, Kind::whole, convert<std::int8_t>},
      {"<u8", 8, Kind::whole, convert<std::uint64_t>}, {"<u4", 4, Kind::whole, convert<std::uint32_t>},
      {"<u2", 2, Kind::whole, convert<std::uint16_t>}, {"|u1", 1, Kind::whole, convert<std::uint8_t>},
      {"|b1", 1, Kind::truth, convert<std::uint8_t>}};
  for (const NumberType& type : kTypes)
    if (type.name == name) return &type;
  return nullptr;
}

// The order of C: the last index changes fastest.
std::vector<double> reordered(const std::vector<double>& fortran, const std::vector<std::int64_t>& shape) {
  std::vector<double> result(fortran.size());
  std::vector<std::int64_t> index(shape.size(), 0), stride(shape.size(), 1);
  for (std::size_t k = 1; k < shape.size(); ++k) stride[k] = stride[k - 1] * shape[k - 1];
  for (double& number : result) {
    std::int64_t from = 0;
    for (std::size_t k = 0; k < shape.size(); ++k) from += index[k] * stride[k];
    number = fortran[static_cast<std::size_t>(from)];
    for (std::size_t k = shape.size(); k-- > 0 && ++index[k] == shape[k];) index[k] = 0;
  }
  return result;
}

// A single text of at most 1000 characters: bytes ("|S5") or four bytes each ("<U5").
std::optional<std::string> parse_text(const Header& header, std::string_view data, const std::string& field) {
  const bool wide = header.type.starts_with("<U");
  if (!wide && !header.type.starts_with("|S")) return std::nullopt;
  const std::size_t width = wide ? 4 : 1;
  if (!header.shape.empty() || data.size() > 4000 || fmt::format("{}", data.size() / width) != header.type.substr(2))
    refuse(field, "it is not a single short text");
  std::string text;
  for (std::size_t i = 0; i < data.size(); i += width) {
    std::uint32_t c = static_cast<unsigned char>(data[i]);
    if (wide) std::memcpy(&c, data.data() + i, 4);
    text.push_back(c < 128 ? static_cast<char>(c) : '?');  // Nothing that is read has other characters.
  }
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

std::string with_header(const std::string& type, const std::vector<std::int64_t>& shape, std::string_view data) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type,
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  const std::size_t before = kMagic.size() + 4;
  header.append(kAlignment - (before + header.size() + 1) % kAlignment, ' ');
  header += '\n';
  std::string bytes(kMagic);
  bytes += {'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  bytes.reserve(bytes.size() + header.size() + data.size());
  return bytes.append(header).append(data);
}

template <typename T>
std::string_view bytes_of(std::span<const T> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

}  // namespace

NpyArray parse_npy(std::string_view bytes, const std::string& field, double most) {
  if (!bytes.starts_with(kMagic) || bytes.size() < 12) refuse(field, "it does not begin like one");
  const int version = bytes[6];
  if (version < 1 || version > 3) refuse(field, "its version is not 1, 2 or 3");
  const std::size_t length_size = version == 1 ? 2 : 4, start = 8 + length_size;
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 8, length_size);
  if (length > bytes.size() - start) refuse(field, "it is cut off");
  const Header header = HeaderReader(bytes.substr(start, length), field).read();
  const std::string_view data = bytes.substr(start + length);

  NpyArray array;
  array.shape = header.shape;
  if (auto text = parse_text(header, data, field)) {
    array.kind = NpyArray::Kind::text;
    array.text = std::move(*text);
    return array;
  }
  const NumberType* type = number_type(header.type);
  if (type == nullptr)
    refuse(field, "its type is '" + header.type.substr(0, 20) + "'; save it as float64, an integer, bool or text");
  double count = 1;
  for (const std::int64_t n : header.shape) count *= static_cast<double>(n);
  if (count > most) throw Error(field, fmt::format("has {:.3g} numbers", count), fmt::format("at most {:.3g}", most));
  if (count * static_cast<double>(type->size) != static_cast<double>(data.size()))
    refuse(field, "its shape does not fit its size");
  array.kind = type->kind;
  array.rounded = type->name == "<f4";
  array.numbers.resize(static_cast<std::size_t>(count));
  type->convert(data, array.numbers);
  if (header.fortran && header.shape.size() > 1) array.numbers = reordered(array.numbers, header.shape);
  return array;
}

std::string to_npy(std::span<const double> numbers, const std::vector<std::int64_t>& shape) {
  return with_header("<f8", shape, bytes_of(numbers));
}

std::string to_npy(std::span<const std::int64_t> numbers, const std::vector<std::int64_t>& shape) {
  return with_header("<i8", shape, bytes_of(numbers));
}

std::string to_npy(bool value) { return with_header("|b1", {}, value ? "\x01" : std::string_view("\0", 1)); }

std::string to_npy(const std::string& ascii) {
  std::string wide;
  for (const char c : ascii) wide += {c, '\0', '\0', '\0'};
  return with_header(fmt::format("<U{}", ascii.size()), {}, wide);
}

}  // namespace tacit
