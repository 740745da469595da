#include "tacit/lab/report/numbers.h"

#include <fmt/format.h>

#include <cmath>

namespace tacit {

std::string fixed(double value, int digits) {
  const std::string text = fmt::format("{:.{}f}", value, digits);
  return text.find_first_of("123456789") == std::string::npos && text.starts_with('-') ? text.substr(1) : text;
}

std::string grouped(double value) {
  std::string digits = fixed(value, 0);
  for (int i = static_cast<int>(digits.size()) - 3; i > (value < 0 ? 1 : 0); i -= 3)
    digits.insert(static_cast<std::size_t>(i), 1, ',');
  return digits;
}

std::string readable(double value) {
  if (!std::isfinite(value)) return fmt::format("{}", value);
  if (std::abs(value) < 1e-9) return "0";  // Rounding, not data.
  if (std::abs(value) >= 999.5) return grouped(value);
  return fmt::format("{:.3g}", value);
}

std::string readable(const Estimate& estimate, int runs) {
  const std::string centre = readable(estimate.centre), low = readable(estimate.low), high = readable(estimate.high);
  if (runs < 2 || (low == centre && high == centre)) return centre;
  return fmt::format("{} ({} to {})", centre, low, high);
}

std::string counted(std::int64_t count, const std::string& noun) {
  return grouped(static_cast<double>(count)) + " " + noun + (count == 1 ? "" : "s");
}

std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

}  // namespace tacit
