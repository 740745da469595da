// How each series of a figure looks: a colour, a dash and a mark that no other series has.
#pragma once

#include <vector>

#include "tacit/lab/figure.h"

namespace tacit {

struct Look {
  const char* colour;  ///< Of lines, marks and bands: #RRGGBB.
  const char* ink;     ///< The same for text: dark enough to be read on white (contrast at least 4.5).
  const char* dash;    ///< As gnuplot's dashtype takes it.
  int mark;            ///< As gnuplot's pointtype: a filled shape.
  double size;         ///< Of the mark, relative to others.
  bool open;           ///< The mark is white within.
};

/// One per series, then one per reference. With more than there are colours, colours come again with other dashes.
std::vector<Look> looks(const Figure& figure);

}  // namespace tacit
