#include "tacit/lab/figure/figure_layout.h"

#include <algorithm>
#include <cmath>

#include "tacit/lab/figure/direct_labels.h"
#include "tacit/lab/figure/figure_palette.h"
#include "tacit/lab/figure/plain_text.h"

namespace tacit {

namespace {

constexpr std::size_t kMostDirectLabels = 12;
constexpr double kWidestDirectLabel = 0.4;  // As a part of the canvas.
constexpr double kNameSpacing = 1.18, kLegendSpacing = 1.4, kLegendSample = 2.6;
constexpr double kRowPerSeries = 0.48, kRowGap = 0.7;  // As parts of the font size, in figures of rows.

std::vector<std::string> names_of(const Figure& figure) {
  std::vector<std::string> names;
  for (const Series& series : figure.series) names.push_back(one_line(series.label));
  for (const Reference& reference : figure.references) names.push_back(one_line(reference.label));
  return names;
}

double widest(const std::vector<std::string>& texts) {
  double width = 0;
  for (const std::string& text : texts) width = std::max(width, text_width(text));
  return width;
}

double widest_tick(const Axis& axis) {
  double width = 0;
  for (const Tick& tick : axis.ticks) width = std::max(width, text_width(one_line(tick.label)));
  return width;
}

/// The last point that is drawn, in (x, y); none if there is none.
std::optional<std::pair<double, double>> last_point(const Series& series) {
  for (std::size_t i = series.x.size(); i-- > 0;)
    if (std::isfinite(series.x[i]) && std::isfinite(series.mean[i])) return std::pair(series.x[i], series.mean[i]);
  return std::nullopt;
}

/// Fills a FigureLayout from top to bottom.
class Builder {
 public:
  Builder(const Figure& figure, const Axis& x, const Axis& y, const Canvas& canvas)
      : figure_(figure), x_(x), y_(y), canvas_(canvas), f_(canvas.font), pad_(0.7 * f_), names_(names_of(figure)) {
    layout_.width = canvas.width;
    layout_.legend =
        rows() || names_.size() > kMostDirectLabels || widest(names_) * f_ > kWidestDirectLabel * canvas.width;
  }

  FigureLayout build() {
    sides();
    cursor_ = pad_;
    paragraph(figure_.title, 1.2, 1.5, kInk.light, 3);
    paragraph(figure_.subtitle, 0.92, 1.35, kSecondaryInk.light, 4);
    if (rows()) {
      legend();
    } else {
      cursor_ += 0.5 * f_;
      paragraph(figure_.y.label, 0.92, 1.3, kInk.light, 2);
    }
    cursor_ += 0.6 * f_;
    layout_.top = cursor_;
    layout_.bottom = cursor_ += plot_height();
    cursor_ += 0.55 * f_ + tick_height();
    if (!figure_.x.label.empty()) x_label();
    if (!layout_.legend) direct_labels();
    if (layout_.legend && !rows()) legend();
    for (const std::string& note : notes(figure_, x_, y_)) {
      cursor_ += 0.35 * f_;
      paragraph(note, 0.82, 1.15, kSecondaryInk.light, 4);
    }
    layout_.height = std::ceil(cursor_ + pad_);
    return std::move(layout_);
  }

 private:
  bool rows() const { return figure_.kind == Figure::Kind::rows; }

  /// Rows have the room that their dots need.
  double plot_height() const {
    if (!rows()) return canvas_.plot_height;
    const double row = kRowPerSeries * static_cast<double>(std::max<std::size_t>(figure_.series.size(), 2)) + kRowGap;
    return row * f_ * static_cast<double>(figure_.names.size());
  }

  void sides() {
    layout_.left = pad_ + widest_tick(y_) * f_ + 0.7 * f_;
    const double half_tick = x_.ticks.empty() ? 0 : text_width(one_line(x_.ticks.back().label)) * f_ / 2;
    double margin = pad_;
    if (!layout_.legend && !names_.empty()) margin += name_gap() + widest(names_) * f_;
    const bool named = !figure_.names.empty() && !rows();
    layout_.right = canvas_.width - std::max(margin, named ? pad_ : pad_ + half_tick);
    const double slot = (layout_.right - layout_.left) / static_cast<double>(std::max<std::size_t>(x_.ticks.size(), 1));
    layout_.slanted_ticks = named && widest_tick(x_) * f_ > 0.95 * slot;
  }

  double tick_height() const {
    return layout_.slanted_ticks ? 0.55 * std::min(widest_tick(x_), 12.0) * f_ + 0.7 * f_ : 1.2 * f_;
  }
  double name_gap() const { return 1.7 * f_; }

  void paragraph(const std::string& text, double size, double line, const char* colour, int most) {
    const double room = (canvas_.width - 2 * pad_) / (size * f_);
    for (const std::string& piece : wrapped(one_line(text), room, most)) {
      layout_.texts.push_back({pad_, cursor_ + line * size * f_ / 2, piece, size * f_, colour});
      cursor_ += line * size * f_;
    }
  }

  // In the middle below the plot, or as far right as it must to stay on the canvas.
  void x_label() {
    const double size = 0.92 * f_;
    const std::string text = shortened(one_line(figure_.x.label), (canvas_.width - 2 * pad_) / size);
    const double width = text_width(text) * size;
    const double x = std::clamp((layout_.left + layout_.right) / 2 - 0.5 * width, pad_, canvas_.width - pad_ - width);
    layout_.texts.push_back({x, cursor_ + 0.75 * f_, text, size, kInk.light});
    cursor_ += 1.5 * f_;
  }

  void legend() {
    cursor_ += 0.5 * f_;
    const double room = canvas_.width - 2 * pad_;
    const double cell = std::min(room, (kLegendSample + 0.6 + widest(names_) + 1.2) * f_);
    const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor((room + 1.2 * f_) / cell)));
    const std::size_t rows = (names_.size() + columns - 1) / columns;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const double x = pad_ + static_cast<double>(i / rows) * cell + (kLegendSample + 0.6) * f_;
      const double y = cursor_ + (static_cast<double>(i % rows) + 0.5) * kLegendSpacing * f_;
      layout_.names.push_back({i, shortened(names_[i], (canvas_.width - pad_ - x) / f_), x, y});
    }
    cursor_ += static_cast<double>(rows) * kLegendSpacing * f_;
  }

  void direct_labels() {
    std::vector<Leader> ends;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      Leader leader;
      leader.which = i;
      leader.edge_x = layout_.right + 0.45 * f_;
      leader.name_x = layout_.right + name_gap() - 0.3 * f_;
      if (i < figure_.series.size()) {
        const auto point = last_point(figure_.series[i]);
        if (!point) continue;
        leader.end_x = layout_.left + x_.place(point->first + sideways(figure_, i)) * (layout_.right - layout_.left);
        leader.end_y = height_of(point->second);
      } else {
        leader.end_x = layout_.right;
        leader.end_y = height_of(figure_.references[i - figure_.series.size()].value);
      }
      ends.push_back(leader);
    }
    std::vector<double> wanted;
    wanted.reserve(ends.size());
    for (const Leader& leader : ends) wanted.push_back(leader.end_y);
    const std::vector<double> places =
        spread(wanted, kNameSpacing * f_, layout_.top - 0.3 * f_, layout_.bottom + 0.3 * f_);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      ends[i].name_y = places[i];
      layout_.names.push_back({ends[i].which, names_[ends[i].which], layout_.right + name_gap(), places[i]});
      layout_.leaders.push_back(ends[i]);
    }
  }

  double height_of(double value) const { return layout_.bottom - y_.place(value) * (layout_.bottom - layout_.top); }

  const Figure& figure_;
  const Axis &x_, &y_;
  const Canvas& canvas_;
  double f_, pad_;
  std::vector<std::string> names_;
  double cursor_ = 0;
  FigureLayout layout_;
};

/// Reaches over the values of all series and references.
Axis value_axis(const Figure& figure, Scale wanted, const std::string& field) {
  std::vector<Estimate> estimates;
  for (const Series& series : figure.series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!std::isfinite(series.x[i]) || !std::isfinite(series.mean[i])) continue;
      const bool banded = !series.low.empty();
      estimates.push_back(
          {series.mean[i], banded ? series.low[i] : series.mean[i], banded ? series.high[i] : series.mean[i]});
    }
  }
  for (const Reference& reference : figure.references) {
    const Interval band = reference.band.value_or(Interval{reference.value, reference.value});
    estimates.push_back({reference.value, band.low, band.high});
  }
  std::vector<double> all, centres_and_near;
  for (const Estimate& e : estimates) {
    all.insert(all.end(), {e.centre, e.low, e.high});
    centres_and_near.push_back(e.centre);
    // On a logarithmic axis, a lower end far below its centre would stretch it to where nothing is.
    for (const double end : {e.low, e.high})
      if (end > e.centre / 4 && end > 0) centres_and_near.push_back(end);
  }
  const bool negative = std::any_of(all.begin(), all.end(), [](double v) { return v < 0; });
  const Scale scale = negative && wanted == Scale::automatic ? Scale::linear : wanted;
  const Axis axis = make_axis(centres_and_near, scale, Margin::some, field);
  return axis.logarithmic ? axis : make_axis(all, Scale::linear, Margin::some, field);
}

}  // namespace

Axis x_axis(const Figure& figure) {
  if (figure.kind == Figure::Kind::rows) return value_axis(figure, figure.x.scale, "figure.x.scale");
  if (!figure.names.empty()) return make_axis(figure.names);
  std::vector<double> values;
  for (const Series& series : figure.series) values.insert(values.end(), series.x.begin(), series.x.end());
  const bool dots = figure.kind == Figure::Kind::dots;
  Axis axis = make_axis(values, figure.x.scale, dots ? Margin::some : Margin::none, "figure.x.scale");
  if (dots) put_ticks_on(axis, values);
  return axis;
}

Axis y_axis(const Figure& figure) {
  if (figure.kind == Figure::Kind::rows) return make_axis(figure.names);
  return value_axis(figure, figure.y.scale, "figure.y.scale");
}

FigureLayout lay_out(const Figure& figure, const Axis& x, const Axis& y, const Canvas& canvas) {
  return Builder(figure, x, y, canvas).build();
}

double sideways(const Figure& figure, std::size_t series) {
  if (figure.names.empty()) return 0;
  const double count = static_cast<double>(figure.series.size());
  // A row has room for all of its series (`plot_height`).
  const double step = figure.kind == Figure::Kind::rows
                          ? kRowPerSeries / (kRowPerSeries * std::max(count, 2.0) + kRowGap)
                          : std::min(0.14, 0.7 / count);
  return (static_cast<double>(series) - (count - 1) / 2) * step;
}

std::vector<std::string> notes(const Figure& figure, const Axis& x, const Axis& y) {
  std::vector<std::string> result = figure.notes;
  const auto clipped = [&result](const Axis& axis, const std::string& edge) {
    if (axis.clips)
      result.push_back("Zero, and what is below " + short_number(axis.low, 1) + ", is drawn on the " + edge +
                       " edge of the logarithmic axis.");
  };
  clipped(x, "left");
  if (figure.kind != Figure::Kind::rows) clipped(y, "lower");
  for (const Series& series : figure.series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (std::isfinite(series.x[i]) && std::isfinite(series.mean[i])) continue;
      result.emplace_back("Points that are not finite numbers are left out.");
      return result;
    }
  }
  return result;
}

}  // namespace tacit
