#include "tacit/mdp/file/json_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "tacit/core/error.h"
#include "tacit/core/settings.h"
#include "tacit/mdp/file/field_reader.h"

namespace tacit {
namespace {

/// Takes the tokens of nlohmann's parser.
class Handler {
 public:
  Handler(std::string_view text, const std::string& file) : fields_(file), text_(text), file_(file) {}

  // NOLINTBEGIN(readability-identifier-naming): the names are the parser's.
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;
  // NOLINTEND(readability-identifier-naming)

  bool null() {
    require_open("null");
    fields_.nothing();
    return true;
  }
  bool boolean(bool value) {
    require_open("a truth value");
    fields_.truth(value);
    return true;
  }
  bool number_integer(number_integer_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) { return number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) { return number(value); }
  bool string(string_t& value) {
    require_open("a text");
    fields_.text(value);
    return true;
  }
  bool binary(binary_t&) { return false; }
  bool start_object(std::size_t) {
    if (!open_) {
      open_ = true;
    } else {
      fields_.open_row();
    }
    return true;
  }
  bool key(string_t& name) {
    if (fields_.in_row()) {
      fields_.row_key(name);
    } else {
      fields_.begin(name);
    }
    return true;
  }
  bool end_object() {
    if (fields_.in_row()) fields_.close_row();
    return true;
  }
  bool start_array(std::size_t) {
    require_open("a list");
    fields_.open_list();
    return true;
  }
  bool end_array() {
    fields_.close_list();
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) {
    if (position > text_.size())
      throw Error(file_, fmt::format("is not complete: it ends at byte {}, in the middle of the JSON", text_.size()));
    const bool range = std::string_view(error.what()).find("out_of_range") != std::string_view::npos;
    const std::size_t start = word_around(position > 0 ? position - 1 : 0);
    throw Error(file_, fmt::format("{}: {}", place_of(start),
                                   range ? "a number is too large"
                                   : is_no_number(word(start))
                                       ? word(start) + " is not JSON; expected a number"
                                       : fmt::format("{} is not expected here (not valid JSON)", shown(start))));
  }

  MdpTables take() { return fields_.take(); }

 private:
  bool number(double value) {
    require_open("a number");
    fields_.number(value);
    return true;
  }
  void require_open(const char* what) const {
    if (!open_) throw Error(file_, fmt::format("is {}; expected one object with the fields of {}", what, kMdpFormat));
  }

  static bool is_part_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-' ||
           c == '.' || c == '_';
  }
  /// Where the word begins that the parser stumbled over at `at`, which is often in its middle.
  std::size_t word_around(std::size_t at) const {
    while (at > 0 && is_part_of_word(text_[at]) && is_part_of_word(text_[at - 1])) --at;
    return at;
  }
  std::string word(std::size_t start) const {
    constexpr std::size_t kLongest = 20;
    std::size_t end = start;
    while (end < text_.size() && end - start < kLongest && is_part_of_word(text_[end])) ++end;
    return std::string(text_.substr(start, end - start));
  }
  /// What other programs write for what is not a finite number.
  static bool is_no_number(std::string word) {
    for (char& c : word) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (word.starts_with('-') || word.starts_with('+')) word.erase(0, 1);
    return word == "nan" || word == "inf" || word == "infinity";
  }
  std::string shown(std::size_t start) const {
    const std::string found = word(start);
    if (!found.empty()) return "'" + found + "'";
    const auto c = static_cast<unsigned char>(text_[start]);
    return c > 32 && c < 127 ? fmt::format("'{}'", static_cast<char>(c)) : fmt::format("byte {}", c);
  }
  std::string place_of(std::size_t at) const {
    const std::string_view before = text_.substr(0, at);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t last = before.rfind('\n');
    return fmt::format("line {}, column {}", line, last == std::string_view::npos ? at + 1 : at - last);
  }

  FieldReader fields_;
  std::string_view text_;
  const std::string& file_;
  bool open_ = false;
};

/// Numbers as short as they can be without losing a bit, a few thousand at a time.
class Writer {
 public:
  explicit Writer(std::ostream& out) : out_(out) {}
  ~Writer() { flush(); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  Writer& operator<<(std::string_view text) {
    buffer_.append(text);
    if (buffer_.size() > 1 << 16) flush();
    return *this;
  }
  Writer& operator<<(double value) {
    if (value == 0 && std::signbit(value)) return *this << "-0.0";  // As "-0" it would be read as an integer.
    fmt::format_to(fmt::appender(buffer_), "{}", value);
    return *this << "";
  }
  Writer& operator<<(std::int64_t value) {
    fmt::format_to(fmt::appender(buffer_), "{}", value);
    return *this << "";
  }
  template <typename T>
  void list(const T* first, std::int64_t count) {
    *this << "[";
    for (std::int64_t i = 0; i < count; ++i) {
      if (i > 0) *this << ",";
      if constexpr (std::is_integral_v<T>) {
        *this << static_cast<std::int64_t>(first[i]);
      } else {
        *this << first[i];
      }
    }
    *this << "]";
  }
  /// Lists of lists, from dimension k on.
  void table(const NumberTable& table, std::size_t k, const double*& next) {
    if (k + 1 == table.shape.size()) {
      list(next, table.shape[k]);
      next += table.shape[k];
      return;
    }
    *this << "[";
    for (std::int64_t i = 0; i < table.shape[k]; ++i) {
      if (i > 0) *this << ",\n";
      this->table(table, k + 1, next);
    }
    *this << "]";
  }

 private:
  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
  }

  std::ostream& out_;
  fmt::memory_buffer buffer_;
};

void write_field(Writer& out, const char* name, const std::optional<NumberTable>& table) {
  if (!table) return;
  out << ",\n\"" << name << "\":";
  const double* next = table->numbers.data();
  out.table(*table, 0, next);
}

void write_transitions(Writer& out, const MdpTables& tables) {
  const TransitionTable& t = *tables.transitions;
  const bool sparse = is_shorter_sparse(t, tables.states);
  const std::int64_t per_stage = t.rows() / t.stages;
  std::vector<double> row(static_cast<std::size_t>(sparse ? 0 : tables.states));
  out << ",\n\"transitions\":[";
  for (std::int64_t r = 0; r < t.rows(); ++r) {
    const std::int64_t from = t.begin[r], count = t.begin[r + 1] - from;
    out << (r == 0 ? "[" : r % per_stage == 0 ? "],\n[" : ",\n");
    if (sparse) {
      out << "{\"to\":";
      out.list(t.to.data() + from, count);
      out << ",\"p\":";
      out.list(t.probability.data() + from, count);
      out << "}";
    } else {
      std::fill(row.begin(), row.end(), 0.0);
      for (std::int64_t i = from; i < from + count; ++i) row[t.to[i]] = t.probability[i];
      out.list(row.data(), tables.states);
    }
  }
  out << "]]";
}

}  // namespace

MdpTables parse_json_tables(std::string_view text, const std::string& file) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) throw Error(file, "is empty");
  Handler handler(text, file);
  nlohmann::json::sax_parse(text.data(), text.data() + text.size(), &handler);
  return handler.take();
}

void write_json(const MdpTables& tables, std::ostream& stream) {
  Writer out(stream);
  out << "{\"format\":\"" << kMdpFormat << "\"";
  if (!tables.name.empty()) out << ",\"name\":\"" << tables.name << "\"";
  out << ",\"horizon\":" << tables.horizon << ",\"states\":" << tables.states << ",\"actions\":" << tables.actions;
  if (tables.dimension) out << ",\"dimension\":" << *tables.dimension;
  out << ",\n\"bernoulli\":" << (tables.bernoulli ? "true" : "false")
      << ",\"rewards_known\":" << (tables.rewards_known ? "true" : "false") << ",\"ended\":";
  if (tables.ended) {
    out << *tables.ended;
  } else {
    out << "null";
  }
  if (tables.measure_norm) out << ",\"measure_norm\":" << *tables.measure_norm;
  write_field(out, "reward_range", tables.reward_range);
  write_field(out, "start", tables.start);
  write_field(out, "features", tables.features);
  if (tables.transitions) write_transitions(out, tables);
  write_field(out, "rewards", tables.rewards);
  write_field(out, "measures", tables.measures);
  write_field(out, "theta", tables.theta);
  if (tables.optimal_value) out << ",\n\"optimal_value\":" << *tables.optimal_value;
  out << "}\n";
}

}  // namespace tacit
