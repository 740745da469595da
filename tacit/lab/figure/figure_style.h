// How each series of a figure looks: a colour, a dash and a mark.
//
// Colours belong to agents, in every figure of every page. An agent and its form without privacy share a hue, so that
// the eye finds the price of privacy between them: what is private is drawn solid with filled marks, what is not dashed
// with open marks, controls dotted and grey. An agent that is not known here gets a look that its name determines.
// Several series of one agent, at several budgets, share its colour and differ in dash and mark.
#pragma once

#include <vector>

#include "tacit/lab/figure/figure.h"

namespace tacit {

struct Look {
  const char* colour;  ///< For lines, marks and bands: #RRGGBB.
  const char* ink;     ///< The same for text (figure_palette.h).
  const char* dash;    ///< As gnuplot's dashtype takes it.
  int mark;            ///< As gnuplot's pointtype: a filled shape.
  double size;         ///< The size of the mark, relative to others.
  bool open;           ///< The mark is white within.
};

/// One per series, then one per reference.
std::vector<Look> looks(const Figure& figure);

}  // namespace tacit
