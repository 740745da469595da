// The report's figures: what is drawn, on which axes and in which looks. Python only draws it.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "python/bindings/bindings.h"
#include "tacit/core/error.h"
#include "tacit/lab/figure/figure.h"
#include "tacit/lab/figure/figure_layout.h"
#include "tacit/lab/figure/figure_palette.h"
#include "tacit/lab/figure/figure_style.h"
#include "tacit/lab/report/comparison_figures.h"
#include "tacit/lab/report/sweep_report.h"
#include "tacit/lab/sweep/results.h"

namespace tacit::python {
namespace {

Band parse_band(const std::string& text) {
  if (text == "mean") return Band::mean_ci95;
  if (text == "quantiles") return Band::median_q10_q90;
  throw Error("bands", "'" + text.substr(0, 60) + "'", "mean (with its 95 % bootstrap interval) or quantiles");
}

/// All figures of this kind, over all arenas.
std::vector<NamedFigure> figures(const std::vector<CellResult>& cells, const std::string& kind,
                                 const std::string& reference, const std::string& bands) {
  const Band band = parse_band(bands);
  Results results;
  results.cells = cells;
  const nb::gil_scoped_release released;
  std::vector<NamedFigure> all;
  const std::vector<Arena> every = arenas(results);
  require_reference(every, reference);
  for (const Arena& arena : every) {
    std::vector<NamedFigure> some;
    if (kind == "regret")
      some = regret_figures(arena, band);
    else if (kind == "budget")
      some = budget_figures(arena, band);
    else if (kind == "difference")
      some = difference_figures(arena, reference_in(arena, reference), band);
    else
      throw Error("kind", "'" + kind.substr(0, 60) + "'", "regret, budget or difference");
    for (NamedFigure& figure : some) {
      if (every.size() > 1) figure.name = arena.label + "/" + figure.name;
      all.push_back(std::move(figure));
    }
  }
  return all;
}

std::string to_text(Figure::Kind kind) {
  return kind == Figure::Kind::lines ? "lines" : kind == Figure::Kind::dots ? "dots" : "rows";
}

}  // namespace

void bind_figures(nb::module_& m) {
  nb::class_<Series>(m, "Series")
      .def_ro("label", &Series::label)
      .def_ro("x", &Series::x)
      .def_ro("mean", &Series::mean)
      .def_ro("low", &Series::low)
      .def_ro("high", &Series::high);
  nb::class_<Reference>(m, "Reference")
      .def_ro("label", &Reference::label)
      .def_ro("value", &Reference::value)
      .def_prop_ro("band", [](const Reference& reference) {
        return reference.band ? std::optional(std::pair(reference.band->low, reference.band->high)) : std::nullopt;
      });
  nb::class_<Axis>(m, "Axis")
      .def_ro("logarithmic", &Axis::logarithmic)
      .def_ro("low", &Axis::low)
      .def_ro("high", &Axis::high)
      .def_ro("minor", &Axis::minor)
      .def_prop_ro("ticks", [](const Axis& axis) {
        std::vector<std::pair<double, std::string>> ticks;
        for (const Tick& tick : axis.ticks) ticks.emplace_back(tick.at, tick.label);
        return ticks;
      });
  nb::class_<Look>(m, "Look")
      .def_prop_ro("colour", [](const Look& look) { return std::string(look.colour); })
      .def_prop_ro("ink", [](const Look& look) { return std::string(look.ink); })
      .def_prop_ro("dash", [](const Look& look) { return std::string(look.dash); })
      .def_ro("mark", &Look::mark)
      .def_ro("size", &Look::size)
      .def_ro("open", &Look::open);
  nb::class_<Figure>(m, "Figure")
      .def_prop_ro("kind", [](const Figure& figure) { return to_text(figure.kind); })
      .def_ro("title", &Figure::title)
      .def_ro("subtitle", &Figure::subtitle)
      .def_prop_ro("x_label", [](const Figure& figure) { return figure.x.label; })
      .def_prop_ro("y_label", [](const Figure& figure) { return figure.y.label; })
      .def_ro("names", &Figure::names)
      .def_ro("series", &Figure::series)
      .def_ro("references", &Figure::references)
      .def_prop_ro("notes", [](const Figure& figure) { return notes(figure, x_axis(figure), y_axis(figure)); })
      .def_prop_ro("x_axis", x_axis)
      .def_prop_ro("y_axis", y_axis)
      .def_prop_ro("looks", looks)
      .def("sideways", sideways);
  nb::class_<NamedFigure>(m, "NamedFigure")
      .def_ro("name", &NamedFigure::name)
      .def_ro("figure", &NamedFigure::figure)
      .def_ro("alt", &NamedFigure::alt)
      .def_ro("caption", &NamedFigure::caption);
  m.def("figures", figures, nb::arg("cells"), nb::arg("kind"), nb::arg("reference"), nb::arg("bands"));
  m.attr("GRID_COLOUR") = kGridLine.light;
  m.attr("FRAME_COLOUR") = kFrame.light;
  m.attr("INK") = kInk.light;
  m.attr("SECONDARY_INK") = kSecondaryInk.light;
}

}  // namespace tacit::python
