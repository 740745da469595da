// The axis of a figure: linear or logarithmic, its range, and ticks that people can read.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace tacit {

enum class Scale {
  automatic,  ///< Logarithmic where no value is negative and the positive ones span more than 1.5 decades.
  linear,
  logarithmic
};

struct Tick {
  double at = 0;
  std::string label;
};

struct Axis {
  bool logarithmic = false;
  double low = 0, high = 1;
  std::vector<Tick> ticks;
  std::vector<double> minor;  ///< Ticks without a label.
  /// Values that do not fit on a logarithmic axis, zeros above all, are drawn on its lower edge. Is there one?
  bool clips = false;

  /// From 0 at `low` to 1 at `high`; what is outside, on the nearer end.
  double place(double value) const;
};

/// What the range of an axis leaves around the data.
enum class Margin { none, some };

/// An axis on which all finite `values` are seen. To an automatic one, what is below 10^-12 of the greatest value is
/// rounding, not data, and counts as zero. Throws Error naming `field` if a logarithmic one is asked for and a
/// value is negative, or none is positive.
Axis make_axis(std::span<const double> values, Scale scale, Margin margin, const std::string& field);

/// Puts the ticks where the data are, if these are so few and so far apart that it can be read.
void put_ticks_on(Axis& axis, std::span<const double> values);

/// One place per name, at 0, 1, 2, ..
Axis make_axis(std::span<const std::string> names);

/// 0.5, 20, 1k, 2.5M, 3·10⁹, rounded to so many digits.
std::string short_number(double value, int digits = 4);

}  // namespace tacit
