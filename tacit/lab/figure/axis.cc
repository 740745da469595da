#include "tacit/lab/figure/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "tacit/core/error.h"

namespace tacit {

namespace {

constexpr int kMostTicks = 7;
constexpr double kDecadesForLog = 1.5, kRounding = 1e-12;

std::string superscript(int exponent) {
  static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string result = exponent < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(exponent))) result += digits[c - '0'];
  return result;
}

std::string power_of_ten(int exponent) {
  return std::abs(exponent) <= 2 ? fmt::format("{}", std::pow(10.0, exponent)) : "10" + superscript(exponent);
}

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  double lowest_positive = low;
  bool empty() const { return low > high; }
};

/// Positive values below `threshold` of the greatest count as zero.
Extent extent_of(std::span<const double> values, double threshold) {
  Extent extent;
  for (const double v : values) {
    if (!std::isfinite(v)) continue;
    extent.low = std::min(extent.low, v);
    extent.high = std::max(extent.high, v);
  }
  for (const double v : values)
    if (v > 0 && v >= threshold * extent.high) extent.lowest_positive = std::min(extent.lowest_positive, v);
  return extent;
}

/// The smallest of 1, 2, 5, 10, 20, .. times a power of ten that is not below `least`.
double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

void linear_ticks(Axis& axis) {
  const double step = round_step((axis.high / (kMostTicks - 1)) - (axis.low / (kMostTicks - 1)));
  const double first = std::ceil(axis.low / step - 1e-9), last = std::floor(axis.high / step + 1e-9);
  // Enough digits to tell one tick from the next.
  const int digits = static_cast<int>(std::log10(std::max({std::abs(first), std::abs(last), 1.0}))) + 2;
  for (double i = first; i <= last; ++i)
    axis.ticks.push_back({i * step, short_number(i == 0 ? 0 : i * step, std::clamp(digits, 4, 15))});
}

Axis linear_axis(const Extent& extent, Margin margin) {
  double low = extent.low, high = extent.high;
  if (extent.empty()) low = 0, high = 1;
  if (margin == Margin::some) {
    if (low >= 0 && low < 0.6 * high) low = 0;  // Near enough to zero to show it.
    const double around = low == high ? 0 : 0.05 * (high / 2 - low / 2) * 2;
    if (low != 0) low -= around;
    if (high != 0) high += around;
  }
  if (low == high) {
    const double around = low == 0 ? 1 : 0.1 * std::abs(low);
    low -= around;
    high += around;
  }
  constexpr double kLargest = std::numeric_limits<double>::max() / 4;
  Axis axis;
  axis.low = std::clamp(low, -kLargest, kLargest);
  axis.high = std::clamp(high, -kLargest, kLargest);
  linear_ticks(axis);
  return axis;
}

void logarithmic_ticks(Axis& axis) {
  const int first = static_cast<int>(std::ceil(std::log10(axis.low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(axis.high) + 1e-9));
  const int decades = last - first + 1;
  const auto add = [&axis](double at, const std::string& label) {
    if (at >= axis.low * (1 - 1e-9) && at <= axis.high * (1 + 1e-9)) axis.ticks.push_back({at, label});
  };
  if (decades < 1 || (decades < 2 && axis.high < 4 * axis.low)) {  // Hardly more than linear.
    linear_ticks(axis);
    return;
  }
  const bool powers = last >= 9 || first < -3;
  const int step = static_cast<int>(round_step(std::max(1.0, decades / static_cast<double>(kMostTicks))));
  for (int e = first - 1; e <= last; ++e) {
    const double decade = std::pow(10.0, e);
    const bool labelled = (e % step + step) % step == 0;
    if (labelled) add(decade, powers ? power_of_ten(e) : short_number(decade));
    if (step > 1 && step <= 5 && !labelled && decade >= axis.low) axis.minor.push_back(decade);
    if (step > 1) continue;
    for (int m = 2; m <= 9; ++m) {
      const double at = m * decade;
      if (at < axis.low || at > axis.high) continue;
      if (axis.high < 150 * axis.low && (m == 2 || m == 5) && !powers)
        add(at, short_number(at));
      else
        axis.minor.push_back(at);
    }
  }
}

Axis logarithmic_axis(const Extent& extent, Margin margin) {
  double low = extent.lowest_positive, high = extent.high;
  Axis axis;
  axis.logarithmic = true;
  axis.clips = extent.low < low;
  if (low == high) {
    low /= 3;
    high *= 3;
  } else {
    const double around = std::pow(high, 0.04) / std::pow(low, 0.04);  // high / low may be infinite.
    if (axis.clips) low /= std::max(3.0, std::pow(around, 3));         // So that the edge is seen to be apart.
    if (margin == Margin::some && !axis.clips) low /= around;
    if (margin == Margin::some) high *= around;
  }
  axis.low = std::max(low, std::numeric_limits<double>::min());
  axis.high = std::min(high, std::numeric_limits<double>::max() / 4);
  logarithmic_ticks(axis);
  return axis;
}

}  // namespace

double Axis::place(double value) const {
  const auto at = [this](double v) { return logarithmic ? std::log10(v) : v; };
  if (!(value > low)) return 0;
  if (value >= high) return 1;
  return (at(value) / 2 - at(low) / 2) / (at(high) / 2 - at(low) / 2);
}

Axis make_axis(std::span<const double> values, Scale scale, Margin margin, const std::string& field) {
  const Extent extent = extent_of(values, scale == Scale::automatic ? kRounding : 0);
  if (scale == Scale::logarithmic) {
    if (extent.low < 0) throw Error(field, "a logarithmic axis, but there is a negative value");
    if (!(extent.high > 0)) throw Error(field, "a logarithmic axis, but there is no positive value");
    return logarithmic_axis(extent, margin);
  }
  const bool spans = !extent.empty() && extent.low >= 0 && extent.high > 0 &&
                     std::log10(extent.high) - std::log10(extent.lowest_positive) > kDecadesForLog;
  if (scale == Scale::automatic && spans) return logarithmic_axis(extent, margin);
  return linear_axis(extent, margin);
}

void put_ticks_on(Axis& axis, std::span<const double> values) {
  constexpr std::size_t kMost = 9;
  constexpr double kClosest = 0.08;
  std::set<double> places;
  for (const double v : values)
    if (std::isfinite(v) && v >= axis.low) places.insert(v);
  if (places.size() < 2 || places.size() > kMost) return;
  for (auto next = std::next(places.begin()); next != places.end(); ++next)
    if (axis.place(*next) - axis.place(*std::prev(next)) < kClosest) return;
  axis.minor.clear();
  axis.ticks.clear();
  for (const double v : places) axis.ticks.push_back({v, short_number(v)});
}

Axis make_axis(std::span<const std::string> names) {
  Axis axis;
  axis.low = -0.5;
  axis.high = std::max<double>(static_cast<double>(names.size()) - 0.5, 0.5);
  for (std::size_t i = 0; i < names.size(); ++i) axis.ticks.push_back({static_cast<double>(i), names[i]});
  return axis;
}

std::string short_number(double value, int digits) {
  const std::string sign = value < 0 ? "−" : "";
  const double size = std::abs(value);
  if (!(size > 0) || !std::isfinite(size)) return size > 0 ? sign + "∞" : "0";
  // Rounded first, so that 999999 is 1M and not 1000k.
  const std::string rounded = fmt::format("{:.{}e}", size, digits - 1);
  const std::size_t e = rounded.find('e');
  const int exponent = std::stoi(rounded.substr(e + 1));
  if (exponent >= 9 || exponent < -3) {
    const std::string mantissa = fmt::format("{:.{}g}", std::stod(rounded.substr(0, e)), digits);
    return sign + (mantissa == "1" ? "" : mantissa + "·") + "10" + superscript(exponent);
  }
  const auto [unit, letter] = exponent >= 6   ? std::pair(1e6, "M")
                              : exponent >= 3 ? std::pair(1e3, "k")
                                              : std::pair(1.0, "");
  return fmt::format("{}{:.{}g}{}", sign, size / unit, digits, letter);
}

}  // namespace tacit
