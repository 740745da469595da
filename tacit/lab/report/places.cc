#include "tacit/lab/report/places.h"

#include <fmt/format.h>

#include "tacit/lab/report/numbers.h"

namespace tacit {

void Places::add(const std::string& who, const std::string& where) {
  for (auto& [name, places] : entries_)
    if (name == who) return places.push_back(where);
  entries_.push_back({who, {where}});
}

std::string Places::text(std::size_t all) const {
  std::string result;
  for (const auto& [name, places] : entries_) {
    if (!result.empty()) result += "; ";
    result += places.size() == all && all > 1 ? fmt::format("{} in all {} environments", name, all)
                                              : fmt::format("{} on {}", name, listed(places));
  }
  return result;
}

}  // namespace tacit
