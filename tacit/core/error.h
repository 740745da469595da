// Errors that a caller can act on.
//
// The caller's fault is an Error: it names the field, the value and what is allowed. A broken promise of our own is a
// Defect: it is thrown by `check`, which is always on and guards what a guarantee rests on. The library never exits
// and never prints.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace tacit {

class Error : public std::runtime_error {
 public:
  /// Reads "FIELD: VALUE is not allowed; expected ALLOWED".
  Error(std::string field, std::string value, std::string allowed);
  /// For what has no single value: reads "FIELD: PROBLEM".
  Error(std::string field, const std::string& problem);

  const std::string& field() const { return field_; }
  const std::string& value() const { return value_; }
  const std::string& allowed() const { return allowed_; }

 private:
  std::string field_, value_, allowed_;
};

class Defect : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

inline void check(bool holds, const char* what) {
  if (!holds) throw Defect(std::string("internal check failed: ") + what);
}

}  // namespace tacit
