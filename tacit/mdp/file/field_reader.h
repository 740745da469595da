// Fills the tables of an environment from what a parser meets in a file, in whatever order the fields come.
//
// The sizes may stand behind the tables that they are the sizes of, so lists are read as they are: all lists of one
// level must be of one length, and nothing is kept but numbers. Whether the lengths are right is for `assemble` to say.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tacit/mdp/file/mdp_tables.h"

namespace tacit {

class FieldReader {
 public:
  explicit FieldReader(const std::string& file) : file_(file) {}

  /// Throws Error for a field that is unknown or was there before; so do all others for what does not belong there.
  void begin(const std::string& name);
  void number(double value);
  void text(const std::string& value);
  void truth(bool value);
  void nothing();
  /// A whole table at once, of whatever shape; for fields of numbers (is_table).
  bool is_table() const { return table_ != nullptr; }
  void array(NumberTable table) { *table_ = std::move(table); }
  void open_list();
  void close_list();

  // A row of transitions that names the states: {"to": [..], "p": [..]}.
  bool in_row() const { return in_row_; }
  void open_row();
  void row_key(const std::string& name);
  void close_row();

  /// What was read; throws Error where a field is missing that every file has.
  MdpTables take();

 private:
  enum class Kind { format, name, whole, real, truth, numbers, transitions };
  struct Field {
    const char* name;
    Kind kind;
    int depth = 0;  ///< Of its lists.
  };
  static const Field& field_named(const std::string& name, const std::string& file);

  std::string here() const;
  [[noreturn]] void refuse(const std::string& value) const;
  void whole(double value);
  void real(double value);
  void transition(double value);
  [[noreturn]] void refuse_length(std::int64_t count, std::int64_t length) const;

  const std::string& file_;
  MdpTables tables_;
  std::set<std::string> seen_;
  const Field* field_ = nullptr;
  NumberTable* table_ = nullptr;       ///< Of a field of numbers.
  std::vector<std::int64_t> counts_;   ///< How many entries each open list has so far.
  std::vector<std::int64_t> lengths_;  ///< Of the lists of each level; -1 until one was closed.
  std::vector<std::string> firsts_;    ///< Where the first list of each level stands.
  double stored_ = 0;
  bool in_row_ = false, to_seen_ = false, p_seen_ = false, in_to_ = false;
};

/// Whether rows that name their states take fewer numbers than full ones.
bool is_shorter_sparse(const TransitionTable& table, std::int64_t states);

}  // namespace tacit
