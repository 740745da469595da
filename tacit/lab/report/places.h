// Who is where, in words.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tacit {

/// "a on x and y; b on z", in the order in which they come.
class Places {
 public:
  void add(const std::string& who, const std::string& where);
  bool empty() const { return entries_.empty(); }
  /// `all` is the number of environments: who is in all of them is said to be.
  std::string text(std::size_t all) const;

 private:
  std::vector<std::pair<std::string, std::vector<std::string>>> entries_;
};

}  // namespace tacit
