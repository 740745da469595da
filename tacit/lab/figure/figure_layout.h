// Where the parts of a figure stand on its canvas: plain geometry, in units of the canvas (pixels or points), from the
// top left corner.
#pragma once

#include <string>
#include <vector>

#include "tacit/lab/figure/axis.h"
#include "tacit/lab/figure/figure.h"

namespace tacit {

Axis x_axis(const Figure& figure);
/// Linear if anything is negative, be it an end of a band. In rows, that of their names, counted from the top.
Axis y_axis(const Figure& figure);

struct Canvas {
  double width = 0, font = 0;
  double plot_height = 0;  ///< Rows have the height that they need.
};

struct TextLine {
  double x = 0, y = 0;  ///< Left end, middle of the height.
  std::string text;
  double size = 0;
  const char* colour = "";
};

/// The name of a series, or of a reference after them all.
struct NameTag {
  std::size_t which = 0;
  std::string text;
  double x = 0, y = 0;  ///< Left end, middle of the height.
};

/// From where a line ends to its name.
struct Leader {
  std::size_t which = 0;
  double end_x = 0, end_y = 0;  ///< Where the line ends.
  double edge_x = 0;            ///< Right of the plot, at the height of the end.
  double name_x = 0, name_y = 0;
};

struct FigureLayout {
  double width = 0, height = 0;
  double left = 0, right = 0, top = 0, bottom = 0;  ///< The edges of the plot.
  std::vector<TextLine> texts;
  bool legend = false;
  std::vector<NameTag> names;
  std::vector<Leader> leaders;  ///< None in a legend.
  bool slanted_ticks = false;   ///< Names on the x axis that are too long to stand side by side.
};

FigureLayout lay_out(const Figure& figure, const Axis& x, const Axis& y, const Canvas& canvas);

/// By how much the points of a series stand beside their name on the axis, so as not to cover those of another.
double sideways(const Figure& figure, std::size_t series);

/// What the figure must say of itself besides its own notes.
std::vector<std::string> notes(const Figure& figure, const Axis& x, const Axis& y);

}  // namespace tacit
