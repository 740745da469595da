#include "tacit/lab/figure/figure.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "tacit/core/atomic_file.h"
#include "tacit/core/error.h"
#include "tacit/lab/figure/figure_script.h"
#include "tacit/lab/figure/gnuplot.h"
#include "tacit/lab/figure/plain_text.h"
#include "tacit/lab/figure/xml.h"

namespace tacit {

namespace fs = std::filesystem;

namespace {

void require_name(const std::string& name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  };
  bool good = !name.empty() && name.size() <= 200 && name[0] != '.' && name[0] != '-';
  for (const char c : name) good = good && allowed(c);
  if (!good)
    throw Error("figure name", "'" + one_line(name) + "'",
                "letters, digits, '-', '_' and '.', with a letter or digit first");
}

void require_drawable(const Figure& figure) {
  bool anything = !figure.references.empty();
  for (const Series& series : figure.series) {
    const std::size_t n = series.x.size();
    const bool banded = series.low.size() == n && series.high.size() == n;
    if (series.mean.size() != n || (!banded && !(series.low.empty() && series.high.empty())))
      throw Error("figure.series", "'" + one_line(series.label) + "' has columns of different lengths");
    for (std::size_t i = 0; i < n; ++i)
      anything = anything || (std::isfinite(series.x[i]) && std::isfinite(series.mean[i]));
    for (const double x : series.x)
      if (!figure.names.empty() && !(x >= 0 && x < static_cast<double>(figure.names.size())))
        throw Error("figure.series", "'" + one_line(series.label) + "' has a point that belongs to no name");
  }
  for (const Reference& reference : figure.references)
    if (!std::isfinite(reference.value))
      throw Error("figure.references", "'" + one_line(reference.label) + "' is not finite");
  const bool rows = figure.kind == Figure::Kind::rows;
  if (rows && figure.names.empty()) throw Error("figure.names", "rows need names");
  if (!anything || (rows && figure.series.empty())) throw Error("figure.series", "there is nothing to draw");
}

/// A folder beside the results, gone at the end.
class Workshop {
 public:
  explicit Workshop(const fs::path& directory) {
    std::string pattern = (directory / ".figure-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw Error("figure directory", "cannot write in '" + directory.string() + "'");
    path_ = pattern;
  }
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& path, const std::string& text) {
  AtomicFile file(path, "figure directory");
  file.stream() << text;
  file.commit();
}

/// Gnuplot calls every picture "Gnuplot", and browsers show that.
std::string titled(std::string svg, const std::string& title) {
  const std::string from = "<title>Gnuplot</title>";
  if (const auto at = svg.find(from); at != std::string::npos)
    svg.replace(at, from.size(), "<title>" + xml_escaped(one_line(title)) + "</title>");
  return svg;
}

template <typename Estimates>
Series series_of(std::string label, Role role, const std::vector<std::int64_t>& checkpoints,
                 const Estimates& estimates) {
  Series series;
  series.label = std::move(label);
  series.role = role;
  series.x.assign(checkpoints.begin(), checkpoints.end());
  for (const Estimate& e : estimates) {
    series.mean.push_back(e.centre);
    series.low.push_back(e.low);
    series.high.push_back(e.high);
  }
  return series;
}

}  // namespace

Series to_series(std::string label, Role role, const Curve& curve) {
  return series_of(std::move(label), role, curve.checkpoints, curve.regret);
}

Series to_series(std::string label, Role role, const PairedDifference& difference) {
  return series_of(std::move(label), role, difference.checkpoints, difference.difference);
}

FigureFiles draw(const Figure& figure, const fs::path& directory, const std::string& name) {
  require_name(name);
  require_drawable(figure);
  const std::string script = gnuplot_script(figure, name);
  const Workshop workshop(directory);
  write(workshop.path() / (name + ".gp"), script);
  run_gnuplot(workshop.path(), name + ".gp");

  for (const char* ending : {".svg", "-narrow.svg"}) {
    const fs::path svg = workshop.path() / (name + ending);
    write(svg, titled(contents(svg), figure.title));
  }
  const auto place = [&](const char* extension) {
    fs::path target = directory / (name + extension);
    fs::rename(workshop.path() / (name + extension), target);
    return target;
  };
  return {place(".svg"), place("-narrow.svg"), place(".pdf"), place(".png"), place(".gp")};
}

}  // namespace tacit
