#include "tacit/lab/figure/figure_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "tacit/lab/figure/figure_layout.h"
#include "tacit/lab/figure/figure_palette.h"
#include "tacit/lab/figure/figure_style.h"
#include "tacit/lab/figure/gnuplot.h"
#include "tacit/lab/figure/plain_text.h"

namespace tacit {

namespace {

// A page of 720 CSS pixels, and a column of 85 mm in points. The font of the column is larger for its width: 7.5 points
// are what journals ask for, and 17 pixels are body text on a page that still read when the picture is set in a column.
// A telephone shows 360 pixels one to one; larger type there would leave no room for the plot.
constexpr Canvas kPage = {720, 17, 310}, kNarrow = {360, 13.5, 250}, kColumn = {241, 7.5, 118};
constexpr int kMarksPerLine = 8;
constexpr double kRowMark = 1.35;  // Dots alone are to be seen, where lines lead the eye elsewhere.

/// What the terminals of gnuplot do not agree on.
struct Format {
  const char* ending;  ///< The ending of its file.
  double mark;         ///< Size of a mark.
  double tick_offset;  ///< Lifts the numbers below the x axis, in lines.
  bool any_text;       ///< The reader's fonts draw it. Else a character without a font would tear the picture apart.
};
constexpr Format kSvg = {".svg", 0.52, 0.5, true}, kNarrowSvg = {"-narrow.svg", 0.42, 0.5, true},
                 kPng = {".png", 0.8, 0.35, false}, kPdf = {".pdf", 0.8, 0.35, false};

class Script {
 public:
  Script(const Figure& figure, const std::string& name)
      : figure_(figure), name_(name), x_(x_axis(figure)), y_(y_axis(figure)), looks_(looks(figure)) {}

  std::string write() {
    line("# {}", one_line(figure_.title));
    line("# Draws {0}.svg, {0}-narrow.svg, {0}.png and {0}.pdf; run it with: gnuplot {0}.gp", name_);
    line("set encoding utf8");
    data();
    axes();
    const FigureLayout page = lay_out(figure_, x_, y_, kPage), narrow = lay_out(figure_, x_, y_, kNarrow),
                       column = lay_out(figure_, x_, y_, kColumn);
    line("\n# For a page, 720 pixels wide.");
    vector_terminal(page, kPage);
    picture(kSvg, page, kPage);
    line("\n# For a telephone, 360 pixels wide.");
    vector_terminal(narrow, kNarrow);
    picture(kNarrowSvg, narrow, kNarrow);
    // Twice as large, for sharp screens; gnuplot counts 3/4 pixels to a point here.
    line(
        "\nset terminal pngcairo size {},{} noenhanced background '#ffffff' font 'Helvetica,{}' fontscale 1.5 "
        "linewidth 2 pointscale 2",
        2 * page.width, 2 * page.height, kPage.font);
    picture(kPng, page, kPage);
    line("\n# For a column, 85 mm wide; the font scale makes a point a point.");
    line(
        "set terminal pdfcairo size {:.4f}in,{:.4f}in noenhanced font 'Helvetica,{}' fontscale 0.75 linewidth 1 "
        "pointscale 0.5",
        column.width / 72, column.height / 72, kColumn.font);
    picture(kPdf, column, kColumn);
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  std::string quoted(const std::string& text) const {
    return gnuplot_quoted(format_.any_text ? text : common_text(one_line(text)));
  }

  bool rows() const { return figure_.kind == Figure::Kind::rows; }
  bool dots() const { return figure_.kind != Figure::Kind::lines; }

  void vector_terminal(const FigureLayout& layout, const Canvas& canvas) {
    line("set terminal svg size {},{} dynamic noenhanced background '#ffffff' font 'Helvetica,Arial,sans-serif,{}'",
         layout.width, layout.height, canvas.font);
  }

  void data() {
    for (std::size_t s = 0; s < figure_.series.size(); ++s) {
      const Series& series = figure_.series[s];
      line("\n# {}: x, centre, low, high", one_line(series.label));
      line("$series{} << END", s + 1);
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!std::isfinite(series.x[i]) || !std::isfinite(series.mean[i])) continue;
        const double low = series.low.empty() ? series.mean[i] : series.low[i];
        const double high = series.high.empty() ? series.mean[i] : series.high[i];
        line("{} {} {} {}", series.x[i], series.mean[i], low, high);
      }
      line("END");
    }
    for (std::size_t r = 0; r < figure_.references.size(); ++r) {
      const Reference& reference = figure_.references[r];
      const Interval band = reference.band.value_or(Interval{reference.value, reference.value});
      line("\n# {}: x, centre, low, high", one_line(reference.label));
      line("$reference{} << END", r + 1);
      for (const double x : {x_.low, x_.high}) line("{} {} {} {}", x, reference.value, band.low, band.high);
      line("END");
    }
  }

  void axes() {
    line("\n# What does not fit on a logarithmic axis is drawn on its edge.");
    line("on_x(v) = {}", x_.logarithmic ? fmt::format("v > {0} ? v : {0}", x_.low) : "v");
    line("on_y(v) = {}", y_.logarithmic ? fmt::format("v > {0} ? v : {0}", y_.low) : "v");
    if (x_.logarithmic) line("set logscale x 10");
    if (y_.logarithmic) line("set logscale y 10");
    line("set xrange [{}:{}] noextend", x_.low, x_.high);
    line("set yrange [{}:{}] noextend", rows() ? y_.high : y_.low, rows() ? y_.low : y_.high);
    ticks('y', y_);
    line("set ytics offset 0.5,0");
    line("set border {} linewidth 1 linecolor rgb '{}'", rows() ? 1 : 3, kFrame.light);
    line("set tics out nomirror scale 0.5,0.28 textcolor rgb '{}'", kTickInk.light);
    if (rows()) line("set ytics scale 0");
    line("set grid {} back linetype 1 linewidth 0.8 linecolor rgb '{}'",
         rows() ? "xtics nomxtics noytics" : "ytics nomytics", kGridLine.light);
    line("unset key");
  }

  // The label of a tick is a format, in which a percent sign is written twice.
  void ticks(char axis, const Axis& a) {
    std::string list;
    for (const Tick& tick : a.ticks) {
      std::string label;
      for (const char c : shortened(one_line(tick.label), 20)) label += c == '%' ? "%%" : std::string(1, c);
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", quoted(label), tick.at);
    }
    for (const double at : a.minor) list += fmt::format("{}'' {} 1", list.empty() ? "" : ", ", at);
    line("set {}tics ({})", axis, list);
  }

  void picture(const Format& format, const FigureLayout& layout, const Canvas& canvas) {
    layout_ = &layout;
    format_ = format;
    line("set output '{}{}'", name_, format.ending);
    ticks('x', x_);
    line("set xtics offset 0,{}", format.tick_offset);
    line("set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}", across(layout.left), across(layout.right));
    line("set tmargin at screen {:.5f}\nset bmargin at screen {:.5f}", up(layout.top), up(layout.bottom));
    if (!figure_.names.empty() && !rows())
      line("{}", layout.slanted_ticks ? "set xtics rotate by 30 right" : "set xtics norotate scale 0");
    line("unset label\nunset arrow");
    for (const TextLine& text : layout.texts) label(text.x, text.y, text.text, text.size, text.colour);
    for (const NameTag& tag : layout.names) {
      label(tag.x, tag.y, tag.text, 0.96 * canvas.font, looks_[tag.which].ink);
      if (layout.legend) sample(tag, canvas.font);
    }
    for (const Leader& leader : layout.leaders) lead(leader);
    if (rows()) across_rows();
    plots();
    line("set output");
  }

  /// A line between one row and the next, and one down all of them for each reference.
  void across_rows() {
    for (std::size_t i = 1; i < figure_.names.size(); ++i)
      line("set arrow from graph 0,first {0} to graph 1,first {0} nohead back linewidth 0.8 linecolor rgb '{1}'",
           static_cast<double>(i) - 0.5, kGridLine.light);
    for (std::size_t r = 0; r < figure_.references.size(); ++r) {
      const Look& look = looks_[figure_.series.size() + r];
      line(
          "set arrow from first {0},graph 0 to first {0},graph 1 nohead back linewidth 2 dashtype {1} linecolor rgb "
          "'{2}'",
          figure_.references[r].value, look.dash, look.colour);
    }
  }

  double across(double x) const { return x / layout_->width; }
  double up(double y) const { return 1 - y / layout_->height; }

  void label(double x, double y, const std::string& text, double size, const char* colour) {
    line("set label {} at screen {:.5f},{:.5f} left font ',{:.4g}' textcolor rgb '{}' noenhanced", quoted(text),
         across(x), up(y), size, colour);
  }

  void segment(double x0, double y0, double x1, double y1, double width, const char* dash, const char* colour) {
    line(
        "set arrow from screen {:.5f},{:.5f} to screen {:.5f},{:.5f} nohead linewidth {} dashtype {} linecolor rgb "
        "'{}'",
        across(x0), up(y0), across(x1), up(y1), width, dash, colour);
  }

  void sample(const NameTag& tag, double font) {
    const Look& look = looks_[tag.which];
    const bool reference = tag.which >= figure_.series.size();
    const double x0 = tag.x - 3.0 * font, x1 = tag.x - 0.6 * font;
    if (!dots() || reference) segment(x0, tag.y, x1, tag.y, 2.2, look.dash, look.colour);
    if (reference) return;
    for (const auto& [size, colour] : layers(look, !dots()))
      line("set label '' at screen {:.5f},{:.5f} point pointtype {} pointsize {:.4g} linecolor rgb '{}'",
           across((x0 + x1) / 2), up(tag.y), look.mark, size, colour);
  }

  void lead(const Leader& leader) {
    const char* colour = looks_[leader.which].colour;
    if (leader.edge_x - leader.end_x > 0.05 * layout_->width)
      segment(leader.end_x, leader.end_y, leader.edge_x, leader.end_y, 0.8, "(2,6)", colour);
    segment(leader.edge_x, leader.end_y, leader.name_x, leader.name_y, 0.8, "solid", colour);
  }

  // Controls lie lowest, what is private on top.
  template <typename Add>
  void in_order(Add add) const {
    for (const Role role : {Role::control, Role::not_private, Role::is_private})
      for (std::size_t s = 0; s < figure_.series.size(); ++s)
        if (figure_.series[s].role == role) add(s, looks_[s]);
  }

  void plots() {
    std::vector<std::string> parts;
    const std::size_t series_count = figure_.series.size();
    for (std::size_t r = 0; r < figure_.references.size() && !rows(); ++r) {
      const Look& look = looks_[series_count + r];
      const std::string block = fmt::format("$reference{}", r + 1);
      if (figure_.references[r].band) parts.push_back(band(block, look));
      parts.push_back(curve(block, look, 2.2));
    }
    in_order([&](std::size_t s, const Look& look) {
      if (!dots() && points(s) > 1 && !figure_.series[s].low.empty()) parts.push_back(band(block_of(s), look));
    });
    in_order([&](std::size_t s, const Look& look) {
      if (points(s) < 2) return;
      if (!dots()) parts.push_back(curve(block_of(s), look, 2.2));
      if (dots() && figure_.names.empty()) parts.push_back(curve(block_of(s), look, 1.1));
    });
    in_order([&](std::size_t s, const Look& look) { marks(s, look, parts); });
    text_ += "plot ";
    for (std::size_t i = 0; i < parts.size(); ++i) text_ += (i == 0 ? "" : ", \\\n     ") + parts[i];
    text_ += '\n';
  }

  static std::string block_of(std::size_t s) { return fmt::format("$series{}", s + 1); }

  std::size_t points(std::size_t s) const {
    const Series& series = figure_.series[s];
    std::size_t count = 0;
    for (std::size_t i = 0; i < series.x.size(); ++i)
      count += std::isfinite(series.x[i]) && std::isfinite(series.mean[i]);
    return count;
  }

  static std::string band(const std::string& block, const Look& look) {
    return fmt::format(
        "{} using (on_x($1)):(on_y($3)):(on_y($4)) with filledcurves fillcolor rgb '{}' fillstyle transparent solid "
        "0.18 "
        "noborder",
        block, look.colour);
  }

  static std::string curve(const std::string& block, const Look& look, double width) {
    return fmt::format("{} using (on_x($1)):(on_y($2)) with lines linewidth {} dashtype {} linecolor rgb '{}'", block,
                       width, look.dash, look.colour);
  }

  /// A mark is drawn in layers, from below: white around it on a line, its colour, and white within if it is open.
  std::vector<std::pair<double, const char*>> layers(const Look& look, bool on_line) const {
    const double size = format_.mark * look.size * (rows() ? kRowMark : 1);
    std::vector<std::pair<double, const char*>> result;
    if (on_line) result.emplace_back(1.4 * size, kGround.light);
    result.emplace_back(size, look.colour);
    if (look.open) result.emplace_back(0.55 * size, kGround.light);
    return result;
  }

  // The last point of a line has a mark, where its name is; from there back, every so many.
  void marks(std::size_t s, const Look& look, std::vector<std::string>& parts) const {
    const std::size_t count = points(s);
    if (count == 0) return;
    const std::string x = fmt::format("({} + {})", rows() ? "$1" : "on_x($1)", sideways(figure_, s));
    const bool interval = !figure_.series[s].low.empty() && (dots() || count == 1);
    const std::string span = rows() ? fmt::format("(on_x($3)):{}:(on_x($4) - on_x($3)):(0)", x)
                                    : fmt::format("{}:(on_y($3)):(0):(on_y($4) - on_y($3))", x);
    if (interval)
      parts.push_back(fmt::format("{} using {} with vectors nohead linewidth 2 dashtype solid linecolor rgb '{}'",
                                  block_of(s), span, look.colour));
    const std::size_t step = dots() ? 1 : std::max<std::size_t>(1, count / kMarksPerLine);
    const std::string place = rows() ? "(on_x($2)):" + x : x + ":(on_y($2))";
    for (const auto& [size, colour] : layers(look, !interval))
      parts.push_back(
          fmt::format("{} every {}::{} using {} with points pointtype {} pointsize {:.4g} linecolor rgb '{}'",
                      block_of(s), step, (count - 1) % step, place, look.mark, size, colour));
  }

  const Figure& figure_;
  const std::string& name_;
  Axis x_, y_;
  std::vector<Look> looks_;
  const FigureLayout* layout_ = nullptr;
  Format format_ = kSvg;
  std::string text_;
};

}  // namespace

std::string gnuplot_script(const Figure& figure, const std::string& name) { return Script(figure, name).write(); }

}  // namespace tacit
