#include "tacit/mdp/file/npz_tables.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/core/settings.h"
#include "tacit/mdp/file/field_reader.h"
#include "tacit/mdp/file/npy.h"
#include "tacit/mdp/file/zip_archive.h"

namespace tacit {
namespace {

using Kind = NpyArray::Kind;

constexpr std::string_view kEnding = ".npy";
constexpr double kMostHeader = 1 << 16;

/// The arrays of a file, one after another, as fields of the tables.
class NpzReader {
 public:
  explicit NpzReader(const std::string& file) : fields_(file), file_(file) {}

  void read(const std::string& name, const std::string& bytes) {
    field_ = file_ + ": " + name;
    NpyArray array = parse_npy(bytes, field_, kMostStoredNumbers);
    if ((stored_ += static_cast<double>(array.numbers.size())) > kMostStoredNumbers)
      throw Error(file_, fmt::format("has more than {:.0f} numbers; no more are read", kMostStoredNumbers));
    if (name == "transitions" || sparse_.contains(name)) {
      if (array.kind != Kind::number && array.kind != Kind::whole) throw Error(field_, "text", "numbers");
      (name == "transitions" ? full_ : sparse_.at(name)) = std::move(array);
      return;
    }
    fields_.begin(name);
    if (array.shape.size() == 1 && array.shape[0] == 1 && is_single(name)) array.shape.clear();
    if (array.kind == Kind::text) return fields_.text(array.text);
    if (fields_.is_table() && array.kind != Kind::truth)
      return fields_.array({std::move(array.shape), std::move(array.numbers), array.rounded});
    if (array.shape.empty()) return single(array);
    // As lists of lists: the one reader of fields sees no difference.
    std::size_t next = 0;
    lists(array, 0, next);
  }

  MdpTables take() {
    MdpTables tables = fields_.take();
    const bool some = sparse_.at(kData) || sparse_.at(kIndices) || sparse_.at(kPointers);
    if (full_ && some) throw Error(file_ + ": transitions", "is given twice, full and sparse");
    if (full_) tables.transitions = full_rows(*full_, tables);
    if (some) tables.transitions = sparse_rows();
    return tables;
  }

 private:
  static constexpr const char *kData = "transitions_data", *kIndices = "transitions_indices",
                              *kPointers = "transitions_indptr";

  static bool is_single(const std::string& name) { return name != "start"; }

  void single(const NpyArray& array) {
    if (array.kind == Kind::truth) {
      fields_.truth(array.numbers.front() != 0);
    } else {
      fields_.number(array.numbers.front());
    }
  }

  void lists(const NpyArray& array, std::size_t k, std::size_t& next) {
    fields_.open_list();
    for (std::int64_t i = 0; i < array.shape[k]; ++i) {
      if (k + 1 < array.shape.size()) {
        lists(array, k + 1, next);
      } else {
        fields_.number(array.numbers[next++]);
      }
    }
    fields_.close_list();
  }

  TransitionTable full_rows(const NpyArray& array, const MdpTables& sizes) const {
    for (const std::int64_t size : {sizes.horizon, sizes.states, sizes.actions})
      if (size < 1 || static_cast<double>(size) > kMostStoredNumbers) return {};  // `assemble` says so first.
    const std::int64_t rows_of_stage = sizes.states * sizes.actions;
    if (array.shape.size() != 3 || array.shape[1] != rows_of_stage || array.shape[2] != sizes.states ||
        (array.shape[0] != 1 && array.shape[0] != sizes.horizon))
      throw Error(file_ + ": transitions", wrong_shape(array.shape, sizes.horizon, {rows_of_stage, sizes.states},
                                                       "stages x states*actions x states"));
    if (array.shape[2] > std::numeric_limits<std::int32_t>::max())
      throw Error(file_ + ": transitions", "has too many states");
    TransitionTable table = full_transitions(array.shape[0], array.shape[1], array.shape[2], array.numbers);
    table.rounded = array.rounded;
    return table;
  }

  /// Compressed sparse rows, checked: nothing behind the arrays is ever looked at.
  TransitionTable sparse_rows() const {
    for (const auto& [name, array] : sparse_) {
      if (!array) throw Error(file_ + ": " + name, "is missing");
      if (array->shape.size() != 1) throw Error(file_ + ": " + name, "expected a list of numbers");
    }
    TransitionTable table;
    table.probability = sparse_.at(kData)->numbers;
    table.rounded = sparse_.at(kData)->rounded;
    const std::vector<double>&to = sparse_.at(kIndices)->numbers, &pointers = sparse_.at(kPointers)->numbers;
    const auto count = static_cast<double>(table.probability.size());
    if (to.size() != table.probability.size())
      throw Error(file_ + ": " + kIndices, fmt::format("{} numbers", to.size()), fmt::format("{:.0f}", count));
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (!(to[i] >= 0 && to[i] <= std::numeric_limits<std::int32_t>::max()) || to[i] != std::floor(to[i]))
        throw Error(fmt::format("{}: {}[{}]", file_, kIndices, i), fmt::format("{}", to[i]), "the number of a state");
      table.to.push_back(static_cast<std::int32_t>(to[i]));
    }
    table.begin.clear();
    for (std::size_t i = 0; i < pointers.size(); ++i) {
      const double least = i == 0 ? 0 : pointers[i - 1], most = i == 0 ? 0 : count;
      if (!(pointers[i] >= least && pointers[i] <= most) || pointers[i] != std::floor(pointers[i]))
        throw Error(fmt::format("{}: {}[{}]", file_, kPointers, i), fmt::format("{}", pointers[i]),
                    fmt::format("an integer from {} to {}", least, most));
      table.begin.push_back(static_cast<std::int64_t>(pointers[i]));
    }
    if (table.begin.empty() || table.begin.back() != static_cast<std::int64_t>(count))
      throw Error(file_ + ": " + kPointers, fmt::format("does not end with {:.0f}", count));
    return table;
  }

  FieldReader fields_;
  const std::string& file_;
  std::string field_;
  double stored_ = 0;
  std::optional<NpyArray> full_;
  std::map<std::string, std::optional<NpyArray>> sparse_ = {{kData, {}}, {kIndices, {}}, {kPointers, {}}};
};

void write_transitions(const MdpTables& tables, ZipWriter& out) {
  const TransitionTable& t = *tables.transitions;
  if (is_shorter_sparse(t, tables.states)) {
    const auto count = static_cast<std::int64_t>(t.to.size());
    out.add("transitions_data.npy", to_npy(t.probability, {count}));
    out.add("transitions_indices.npy", to_npy(std::vector<std::int64_t>(t.to.begin(), t.to.end()), {count}));
    out.add("transitions_indptr.npy", to_npy(t.begin, {static_cast<std::int64_t>(t.begin.size())}));
    return;
  }
  std::vector<double> full(static_cast<std::size_t>(t.rows() * tables.states), 0.0);
  for (std::int64_t row = 0; row < t.rows(); ++row)
    for (std::int64_t i = t.begin[row]; i < t.begin[row + 1]; ++i)
      full[static_cast<std::size_t>(row * tables.states + t.to[i])] = t.probability[i];
  out.add("transitions.npy", to_npy(full, {t.stages, t.rows() / t.stages, tables.states}));
}

}  // namespace

bool looks_like_npz(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

MdpTables parse_npz_tables(std::string_view bytes, const std::string& file) {
  const ZipArchive archive(bytes, file);
  NpzReader reader(file);
  std::map<std::string, bool> seen;
  for (const ZipArchive::Entry& entry : archive.entries()) {
    const std::string shown = entry.name.substr(0, 60);
    if (!entry.name.ends_with(kEnding)) throw Error(file, "entry '" + shown + "' is not an array (.npy)");
    if (!seen.emplace(entry.name, true).second) throw Error(file, "entry '" + shown + "' is given twice");
    if (static_cast<double>(entry.size) > 8 * kMostStoredNumbers + kMostHeader)
      throw Error(file, fmt::format("entry '{}' is too large: {} bytes; at most {:.0f} numbers are read", shown,
                                    entry.size, kMostStoredNumbers));
    reader.read(entry.name.substr(0, entry.name.size() - kEnding.size()), archive.extract(entry));
  }
  return reader.take();
}

void write_npz(const MdpTables& tables, std::ostream& stream) {
  ZipWriter out(stream);
  const auto whole = [&](const char* name, std::int64_t value) {
    out.add(std::string(name) + ".npy", to_npy(std::span<const std::int64_t>(&value, 1), {}));
  };
  const auto real = [&](const char* name, double value) {
    out.add(std::string(name) + ".npy", to_npy(std::span<const double>(&value, 1), {}));
  };
  const auto numbers = [&](const char* name, const std::optional<NumberTable>& table) {
    if (table) out.add(std::string(name) + ".npy", to_npy(table->numbers, table->shape));
  };
  out.add("format.npy", to_npy(std::string(kMdpFormat)));
  if (!tables.name.empty()) out.add("name.npy", to_npy(tables.name));
  whole("horizon", tables.horizon);
  whole("states", tables.states);
  whole("actions", tables.actions);
  if (tables.dimension) whole("dimension", *tables.dimension);
  out.add("bernoulli.npy", to_npy(tables.bernoulli));
  out.add("rewards_known.npy", to_npy(tables.rewards_known));
  if (tables.ended) whole("ended", *tables.ended);
  if (tables.measure_norm) real("measure_norm", *tables.measure_norm);
  numbers("reward_range", tables.reward_range);
  numbers("start", tables.start);
  numbers("features", tables.features);
  if (tables.transitions) write_transitions(tables, out);
  numbers("rewards", tables.rewards);
  numbers("measures", tables.measures);
  numbers("theta", tables.theta);
  if (tables.optimal_value) real("optimal_value", *tables.optimal_value);
  out.finish();
}

}  // namespace tacit
