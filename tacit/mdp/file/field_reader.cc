#include "tacit/mdp/file/field_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/core/settings.h"

namespace tacit {
namespace {

constexpr double kLargestWhole = 9007199254740992;  // 2^53: beyond, a double skips integers.

/// "tacit-mdp/2" and above; whatever else stands there is no version of this format.
bool is_newer(std::string_view format) {
  constexpr std::string_view kStem = "tacit-mdp/";
  if (!format.starts_with(kStem)) return false;
  format.remove_prefix(kStem.size());
  int version = 0;
  const auto [end, problem] = std::from_chars(format.data(), format.data() + format.size(), version);
  return problem == std::errc() && end == format.data() + format.size() && version > 1;
}

}  // namespace

const FieldReader::Field& FieldReader::field_named(const std::string& name, const std::string& file) {
  static const std::vector<Field> fields = {{"format", Kind::format},
                                            {"name", Kind::name},
                                            {"horizon", Kind::whole},
                                            {"states", Kind::whole},
                                            {"actions", Kind::whole},
                                            {"dimension", Kind::whole},
                                            {"bernoulli", Kind::truth},
                                            {"rewards_known", Kind::truth},
                                            {"ended", Kind::whole},
                                            {"measure_norm", Kind::real},
                                            {"reward_range", Kind::numbers, 1},
                                            {"start", Kind::numbers, 1},
                                            {"features", Kind::numbers, 2},
                                            {"transitions", Kind::transitions, 3},
                                            {"rewards", Kind::numbers, 2},
                                            {"measures", Kind::numbers, 3},
                                            {"theta", Kind::numbers, 2},
                                            {"optimal_value", Kind::real}};
  std::vector<std::string> names;
  for (const Field& field : fields) {
    if (name == field.name) return field;
    names.emplace_back(field.name);
  }
  throw Error(file + ": " + name.substr(0, 60), unknown_name(name, names));
}

std::string FieldReader::here() const {
  std::string text = file_;
  if (field_ == nullptr) return text;
  text += fmt::format(": {}", field_->name);
  for (const std::int64_t count : counts_) text += fmt::format("[{}]", count);
  return text;
}

void FieldReader::refuse(const std::string& value) const {
  static const char* const kLists[] = {"", "a list of numbers", "lists of lists of numbers",
                                       "lists of lists of lists of numbers"};
  std::string expected;
  switch (field_->kind) {
    case Kind::format:
      expected = fmt::format("the text {}", kMdpFormat);
      break;
    case Kind::name:
      expected = "a text";
      break;
    case Kind::whole:
      expected = "an integer";
      break;
    case Kind::real:
      expected = "a number";
      break;
    case Kind::truth:
      expected = "true or false";
      break;
    case Kind::numbers:
      expected = kLists[field_->depth];
      break;
    case Kind::transitions:
      expected = "for each stage a list of rows: S numbers, or {\"to\": [..], \"p\": [..]}";
      break;
  }
  throw Error(here(), value, expected);
}

void FieldReader::begin(const std::string& name) {
  const Field& field = field_named(name, file_);
  if (!seen_.insert(name).second) throw Error(file_ + ": " + name, "is given twice");
  field_ = &field;
  counts_.clear();
  lengths_.assign(static_cast<std::size_t>(field.depth), -1);
  firsts_.assign(static_cast<std::size_t>(field.depth), "");
  table_ = nullptr;
  if (field.kind == Kind::transitions) tables_.transitions.emplace();
  if (field.kind != Kind::numbers) return;
  table_ = name == "start"          ? &tables_.start
           : name == "features"     ? &tables_.features.emplace()
           : name == "rewards"      ? &tables_.rewards.emplace()
           : name == "reward_range" ? &tables_.reward_range.emplace()
           : name == "measures"     ? &tables_.measures.emplace()
                                    : &tables_.theta.emplace();
}

void FieldReader::number(double value) {
  if (++stored_ > kMostStoredNumbers)
    throw Error(file_, fmt::format("has more than {:.0f} numbers; no more are read", kMostStoredNumbers));
  switch (field_->kind) {
    case Kind::whole:
      return whole(value);
    case Kind::real:
      return real(value);
    case Kind::transitions:
      return transition(value);
    case Kind::numbers:
      if (counts_.size() != lengths_.size()) refuse(fmt::format("{}", value));
      table_->numbers.push_back(value);
      ++counts_.back();
      return;
    default:
      refuse(fmt::format("{}", value));
  }
}

void FieldReader::whole(double value) {
  if (!counts_.empty() || !(std::abs(value) <= kLargestWhole) || value != std::floor(value))
    refuse(fmt::format("{}", value));
  const auto n = static_cast<std::int64_t>(value);
  const std::string name = field_->name;
  if (name == "horizon") tables_.horizon = n;
  if (name == "states") tables_.states = n;
  if (name == "actions") tables_.actions = n;
  if (name == "dimension") tables_.dimension = n;
  if (name == "ended") tables_.ended = n;
}

void FieldReader::real(double value) {
  if (std::string(field_->name) == "optimal_value") {
    tables_.optimal_value = value;
  } else {
    tables_.measure_norm = value;
  }
}

void FieldReader::text(const std::string& value) {
  const std::string shown = "'" + value.substr(0, 60) + "'";
  if (field_->kind == Kind::name && is_mdp_name(value)) {
    tables_.name = value;
  } else if (field_->kind == Kind::name) {
    throw Error(here(), shown, fmt::format("1 to {} letters, digits, '-' and '_'", kLongestMdpName));
  } else if (field_->kind != Kind::format) {
    refuse(shown);
  } else if (value != kMdpFormat) {
    throw Error(here(), shown,
                is_newer(value) ? fmt::format("{}; a newer one needs a newer version of tacit", kMdpFormat)
                                : std::string(kMdpFormat));
  }
}

void FieldReader::truth(bool value) {
  if (field_->kind != Kind::truth) refuse(value ? "true" : "false");
  (std::string(field_->name) == "bernoulli" ? tables_.bernoulli : tables_.rewards_known) = value;
}

void FieldReader::nothing() {
  if (std::string(field_->name) != "ended" || !counts_.empty()) refuse("null");
}

void FieldReader::open_list() {
  const bool row = in_row_ && counts_.size() == 2;
  if (!row && (in_row_ || counts_.size() == lengths_.size())) refuse("a list");
  counts_.push_back(0);
}

void FieldReader::close_list() {
  const std::int64_t count = counts_.back();
  counts_.pop_back();
  if (in_row_) return;
  std::int64_t& length = lengths_[counts_.size()];
  if (field_->kind == Kind::transitions && counts_.size() == 2) {
    TransitionTable& table = *tables_.transitions;
    table.begin.push_back(static_cast<std::int64_t>(table.to.size()));
  }
  if (length >= 0 && length != count) refuse_length(count, length);
  if (length < 0) firsts_[counts_.size()] = here();
  length = count;
  if (!counts_.empty()) {
    ++counts_.back();
    return;
  }
  if (table_ != nullptr)
    for (const std::int64_t n : lengths_) table_->shape.push_back(std::max<std::int64_t>(n, 0));
  if (field_->kind == Kind::transitions) {
    tables_.transitions->stages = count;
    tables_.transitions->width = std::max<std::int64_t>(lengths_[2], 0);
  }
}

// Of two lists of different lengths one is wrong: where the number of states was said before, it tells which.
void FieldReader::refuse_length(std::int64_t count, std::int64_t length) const {
  const auto entries = [](std::int64_t n) { return fmt::format("has {} {}", n, n == 1 ? "entry" : "entries"); };
  const bool by_state = counts_.size() == 2 && tables_.states > 0 && field_->depth == 3;
  if (!by_state) throw Error(here(), fmt::format("{}; expected {}, as those before", entries(count), length));
  const bool first_is_wrong = count == tables_.states;
  throw Error(
      first_is_wrong ? firsts_[2] : here(),
      fmt::format("{}; expected {}, one for each state", entries(first_is_wrong ? length : count), tables_.states));
}

void FieldReader::transition(double value) {
  TransitionTable& table = *tables_.transitions;
  if (counts_.size() != 3) refuse(fmt::format("{}", value));
  const std::int64_t position = counts_.back()++;
  if (!in_row_) {
    if (value == 0) return;
    if (position > std::numeric_limits<std::int32_t>::max()) refuse("a list of so many numbers");
    table.to.push_back(static_cast<std::int32_t>(position));
    table.probability.push_back(value);
  } else if (in_to_) {
    if (!(value >= 0 && value <= std::numeric_limits<std::int32_t>::max()) || value != std::floor(value))
      throw Error(here(), fmt::format("{}", value), "the number of a state");
    table.to.push_back(static_cast<std::int32_t>(value));
  } else {
    table.probability.push_back(value);
  }
}

void FieldReader::open_row() {
  if (field_ == nullptr || field_->kind != Kind::transitions || counts_.size() != 2 || in_row_) {
    if (field_ == nullptr) throw Error(file_, "has an object where a field was expected");
    refuse("an object");
  }
  in_row_ = true;
  to_seen_ = p_seen_ = false;
}

void FieldReader::row_key(const std::string& name) {
  bool& seen = name == "to" ? to_seen_ : p_seen_;
  if (name != "to" && name != "p") throw Error(here() + "." + name.substr(0, 60), unknown_name(name, {"to", "p"}));
  if (seen) throw Error(here() + "." + name, "is given twice");
  seen = true;
  in_to_ = name == "to";
}

void FieldReader::close_row() {
  TransitionTable& table = *tables_.transitions;
  if (!to_seen_ || !p_seen_ || table.to.size() != table.probability.size())
    throw Error(here(), "a row has lists 'to' and 'p' of one length");
  table.begin.push_back(static_cast<std::int64_t>(table.to.size()));
  in_row_ = false;
  ++counts_.back();
}

MdpTables FieldReader::take() {
  for (const char* name : {"format", "horizon", "states", "actions", "start"})
    if (!seen_.contains(name)) throw Error(file_ + ": " + name, "is missing");
  return std::move(tables_);
}

bool is_shorter_sparse(const TransitionTable& table, std::int64_t states) {
  return 2 * static_cast<std::int64_t>(table.to.size()) < table.rows() * states;
}

}  // namespace tacit
