// A report as one HTML file that needs nothing else: no network, no scripts, no other files. It reads on a telephone
// and on paper, in light and in dark, and aloud.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tacit {

/// All text of a report may hold anything: it is shown as it stands, except that what stands between back quotes in a
/// sentence is set as code.
struct Picture {
  std::string svg;          ///< The text of an SVG file.
  std::string alt;          ///< What is seen, in words.
  std::string caption;      ///< May be empty.
  std::string narrow = {};  ///< The same for a telephone; empty: `svg`, made smaller.
};

struct Table {
  enum class Align { left, right, prose };  ///< Numbers to the right; only prose is broken into lines.
  struct Column {
    std::string header;
    Align align = Align::left;
  };
  std::string caption;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  ///< The first cell of a row names it.
};

/// Commands, certificates: shown letter by letter.
struct Preformatted {
  std::string title;
  std::string text;
  bool folded = false;  ///< Shown only when asked for.
};

/// In this order; what is empty is left out.
struct Section {
  std::string heading;
  std::vector<std::string> paragraphs;
  std::vector<std::string> findings;  ///< Points of a list.
  std::vector<Picture> figures;
  std::vector<Table> tables;
  std::vector<Preformatted> preformatted;
  std::string fold = {};  ///< Not empty: the line behind which all that is preformatted is folded.
};

/// Its head is one screen: the title, one picture and a few sentences.
struct Report {
  std::string title;
  std::vector<Picture> picture;       ///< At most one.
  std::vector<std::string> findings;  ///< Points of a list, beside the picture or below it.
  std::vector<std::string> summary;   ///< Paragraphs, below the head.
  std::vector<Section> sections;
  std::string footer;  ///< Which program made it, and when.
};

/// Throws Error if a row of a table has not one cell per column, or a picture is not SVG.
std::string to_html(const Report& report);

/// Into one file, which appears whole or not at all.
void write_html(const Report& report, const std::filesystem::path& path);

/// The picture in a file that `draw` wrote, with the one for a telephone where there is one.
Picture read_picture(const std::filesystem::path& svg, std::string alt, std::string caption,
                     const std::filesystem::path& narrow = {});

}  // namespace tacit
