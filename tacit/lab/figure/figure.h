// Figures, drawn by gnuplot: NAME.svg and NAME.png for a page 720 pixels wide, NAME-narrow.svg for a telephone,
// NAME.pdf for a column of 85 mm, and NAME.gp, the script with the data in it, which draws the four again.
//
// Three kinds: lines with bands (regret over users), dots with intervals over numbers or names (regret over epsilon),
// and rows, one per name, with dots and intervals along a common axis (the price of privacy by environment). How a
// series looks depends on its agent alone (figure_style.h). A series is named at the right end of its line; there is a
// legend only where names do not fit there, and above rows.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tacit/lab/experiment/curves.h"
#include "tacit/lab/experiment/summary.h"
#include "tacit/lab/figure/axis.h"

namespace tacit {

enum class Role { is_private, not_private, control };

struct Series {
  std::string label;
  Role role = Role::not_private;
  std::vector<double> x, mean;
  std::vector<double> low, high;  ///< Empty: no band.
  std::string agent = {};         ///< Whose colour it has; empty: that of its label.
};

/// A line across, such as the regret without privacy; in rows, a line down.
struct Reference {
  std::string label;
  Role role = Role::not_private;
  double value = 0;
  std::optional<Interval> band;  ///< Not drawn in rows.
  std::string agent = {};        ///< As of a series.
};

struct AxisChoice {
  std::string label;  ///< With its unit.
  Scale scale = Scale::automatic;
};

/// All text may hold anything: it is drawn as it stands, in one line each. Points that are not finite are left out.
struct Figure {
  enum class Kind { lines, dots, rows };
  Kind kind = Kind::lines;
  std::string title;
  std::string subtitle;  ///< The number of runs, what the bands are, the budget.
  AxisChoice x, y;
  /// Not empty: the x of a series counts through these, from 0. In rows they stand on the left, from the top, and the
  /// figure's x axis is that of the values.
  std::vector<std::string> names;
  std::vector<Series> series;
  std::vector<Reference> references;
  std::vector<std::string> notes;
};

Series to_series(std::string label, Role role, const Curve& curve);
Series to_series(std::string label, Role role, const PairedDifference& difference);

struct FigureFiles {
  std::filesystem::path svg, narrow, pdf, png, script;
};

/// Draws into `directory`, which must exist; each file appears whole or not at all. `name`: letters, digits, '-', '_'
/// and '.', not at its start. Throws Error if the figure has nothing to draw, if its parts do not fit together, or if
/// gnuplot is not installed.
FigureFiles draw(const Figure& figure, const std::filesystem::path& directory, const std::string& name);

}  // namespace tacit
