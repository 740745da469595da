// A figure as a script for gnuplot.
//
// Everything that gnuplot would choose is chosen here: the place of each text and of the plot, ranges, ticks and
// looks. So the same figure is laid out for two widths, and names at line ends know where the ends are.
#pragma once

#include <string>

#include "tacit/lab/figure/figure.h"

namespace tacit {

/// Writes NAME.svg, NAME.png and NAME.pdf into the folder in which it is run. The data stand in it as they are.
std::string gnuplot_script(const Figure& figure, const std::string& name);

}  // namespace tacit
