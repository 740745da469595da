// Figures, drawn by gnuplot: NAME.svg and NAME.png for a page 720 pixels wide, NAME.pdf for a column of 85 mm, and
// NAME.gp, the script with the data in it, which draws the three again.
//
// Two kinds: lines with bands (regret over users), and dots with intervals over numbers or names (regret over epsilon).
// Colours are those of Okabe and Ito (2008), which people with any common colour vision tell apart; what is private is
// drawn solid with filled marks, what is not dashed with open marks, controls dotted and grey. A series is named at the
// right end of its line; there is a legend only where names do not fit there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tacit/lab/axis.h"
#include "tacit/lab/curves.h"
#include "tacit/lab/summary.h"

namespace tacit {

enum class Role { is_private, not_private, control };

struct Series {
  std::string label;
  Role role = Role::not_private;
  std::vector<double> x, mean;
  std::vector<double> low, high;  ///< Empty: no band.
};

/// A horizontal line, such as the regret without privacy.
struct Reference {
  std::string label;
  Role role = Role::not_private;
  double value = 0;
  std::optional<Interval> band;
};

struct AxisChoice {
  std::string label;  ///< With its unit.
  Scale scale = Scale::automatic;
};

/// All text may hold anything: it is drawn as it stands, in one line each. Points that are not finite are left out.
struct Figure {
  enum class Kind { lines, dots };
  Kind kind = Kind::lines;
  std::string title;
  std::string subtitle;  ///< The number of runs, what the bands are, the budget.
  AxisChoice x, y;
  std::vector<std::string> names;  ///< Not empty: x counts through these, from 0.
  std::vector<Series> series;
  std::vector<Reference> references;
  std::vector<std::string> notes;
};

Series to_series(std::string label, Role role, const Curve& curve);
Series to_series(std::string label, Role role, const PairedDifference& difference);

struct FigureFiles {
  std::filesystem::path svg, pdf, png, script;
};

/// Draws into `directory`, which must exist; each file appears whole or not at all. `name`: letters, digits, '-', '_'
/// and '.', not at its start. Throws Error if the figure has nothing to draw, if its parts do not fit together, or if
/// gnuplot is not installed.
FigureFiles draw(const Figure& figure, const std::filesystem::path& directory, const std::string& name);

}  // namespace tacit
