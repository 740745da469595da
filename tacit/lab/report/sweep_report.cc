#include "tacit/lab/report/sweep_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tacit/core/error.h"
#include "tacit/lab/report/comparison_figures.h"
#include "tacit/lab/report/comparison_tables.h"
#include "tacit/lab/report/findings.h"
#include "tacit/lab/report/numbers.h"
#include "tacit/lab/report/overview.h"
#include "tacit/lab/report/price_figure.h"
#include "tacit/version.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;

std::string default_reference(const Arena& arena) {
  for (const Role role : {Role::not_private, Role::is_private})
    for (const Contender& c : arena.contenders)
      if (c.role == role) return c.label;
  return arena.contenders.front().label;
}

fs::path figure_directory(const ReportOptions& options) {
  fs::path directory = options.directory / "figures";
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throw Error("out", "cannot make the directory '" + directory.string() + "': " + error.message());
  return directory;
}

void add_figures(const std::vector<NamedFigure>& figures, const Arena& arena, const fs::path& directory,
                 Section& section) {
  for (const NamedFigure& each : figures) {
    const FigureFiles files = draw(each.figure, directory, file_slug(arena.label) + "_" + each.name);
    section.figures.push_back(read_picture(files.svg, each.alt, each.caption, files.narrow));
  }
}

void add_table(Table table, Section& section) {
  if (!table.rows.empty()) section.tables.push_back(std::move(table));
}

/// Lists in certificates can be long, rows of features or charges after every user: the beginning will do.
void shorten_lists(nlohmann::ordered_json& json) {
  constexpr std::size_t kMostEntries = 12;
  for (auto& value : json)
    if (value.is_structured()) shorten_lists(value);
  if (!json.is_array() || json.size() <= kMostEntries) return;
  const std::size_t left_out = json.size() - kMostEntries;
  json.erase(json.begin() + kMostEntries, json.end());
  json.push_back(fmt::format("and {} more, in the JSON of the cell", left_out));
}

std::string shortened_certificate(const std::string& text) {
  auto certificate = nlohmann::ordered_json::parse(text, nullptr, false);
  if (certificate.is_discarded()) return text;
  shorten_lists(certificate);
  return certificate.dump(1);
}

std::string shell_quoted(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '/' || c == '.' || c == '-' || c == '_' || c == '+';
  });
  if (plain) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string sweep_commands(const std::vector<fs::path>& directories, const ReportOptions& options) {
  std::string text;
  for (const fs::path& directory : directories)
    text += fmt::format("tacit sweep {} --out NEW-DIRECTORY\n", shell_quoted((directory / "sweep.toml").string()));
  text += "tacit report";
  for (const fs::path& directory : directories) text += " " + shell_quoted(directory.string());
  text += " --out " + shell_quoted(options.directory.string());
  if (options.band == Band::median_q10_q90) text += " --bands quantiles";
  if (!options.reference.empty()) text += " --reference " + shell_quoted(options.reference);
  return text + "\n";
}

Section unfinished_section(const std::vector<std::string>& ids) {
  Section section{"Not finished", {}, {}, {}, {}, {}};
  section.paragraphs.push_back(
      fmt::format("{} of the sweep not finished and not part of this report. The same `tacit sweep` goes on with them.",
                  ids.size() == 1 ? "This cell is" : "These cells are"));
  std::string list;
  for (const std::string& id : ids) list += id + "\n";
  section.preformatted.push_back({counted(static_cast<std::int64_t>(ids.size()), "cell"), list, ids.size() > 20});
  return section;
}

}  // namespace

std::string program_name() { return fmt::format("tacit {} ({})", kVersion, kCommit); }

std::string reference_in(const Arena& arena, const std::string& wanted) {
  return !wanted.empty() && arena.find(wanted) != nullptr ? wanted : default_reference(arena);
}

void require_reference(const std::vector<Arena>& arenas, const std::string& reference) {
  if (reference.empty()) return;
  std::vector<std::string> labels;
  for (const Arena& arena : arenas) {
    for (const Contender& c : arena.contenders) {
      if (c.label == reference) return;
      if (std::find(labels.begin(), labels.end(), c.label) == labels.end()) labels.push_back(c.label);
    }
  }
  throw Error("reference", "'" + reference + "'", "one of " + listed(labels));
}

Section arena_section(const Arena& arena, const ReportOptions& options) {
  Section section{arena.label, {}, {}, {}, {}, {}};
  const auto& env = arena.contenders.front().records.front().env;
  section.paragraphs.push_back(
      fmt::format("{} users per run; horizon {}, {} states, {} actions, dimension {}, rewards {}, V* = {}.",
                  grouped(static_cast<double>(arena.episodes())), env.horizon,
                  env.states > 0 ? grouped(static_cast<double>(env.states)) : "infinitely many", env.actions,
                  env.dimension, env.rewards_known ? "known" : "learned", readable(env.optimal_value)));
  for (const Contender& c : arena.contenders)
    if (!c.records.front().broken.empty())
      section.paragraphs.push_back(fmt::format("{} keeps no promise: {}.", c.name, c.records.front().broken));
  section.findings = findings(arena);
  const fs::path directory = figure_directory(options);
  const std::string reference = reference_in(arena, options.reference);
  add_figures(regret_figures(arena, options.band), arena, directory, section);
  add_figures(budget_figures(arena, options.band), arena, directory, section);
  add_figures(difference_figures(arena, reference, options.band), arena, directory, section);
  add_table(final_table(arena), section);
  add_table(difference_table(arena, reference), section);
  add_table(privacy_table(arena), section);
  return section;
}

std::vector<Picture> price_picture(const std::vector<Arena>& arenas, const ReportOptions& options) {
  std::vector<Picture> result;
  for (const NamedFigure& each : price_figures(arenas)) {
    const FigureFiles files = draw(each.figure, figure_directory(options), each.name);
    result.push_back(read_picture(files.svg, each.alt, each.caption, files.narrow));
  }
  return result;
}

Section price_section(const std::vector<Arena>& arenas) {
  Section section{"The price of privacy", {}, {}, {}, {}, {}};
  add_table(price_table(arenas), section);
  if (section.tables.empty()) return section;
  section.paragraphs.emplace_back(
      "The price of privacy is the regret of a private agent as a multiple of that of the best agent without privacy "
      "on "
      "the same users. There are two answers. Compared with ours (block-ucb, block-posterior), which learn in the same "
      "way "
      "from exact sums, it says what the noise costs. Compared with the literature's (lsvi-ucb, lsvi-ucb++), it also "
      "says "
      "how good a learner the private agent is.");
  section.paragraphs.emplace_back(
      "A price below 1 does not mean that privacy helps. It means that the private agent learns better than the agent "
      "that "
      "it is compared with, by more than the noise costs it. Where both learn in the same way, such a price is chance, "
      "or "
      "noise that happens to help exploration.");
  return section;
}

Section certificate_section(const std::vector<Arena>& arenas) {
  Section section{"Certificates", {}, {}, {}, {}, {}};
  section.paragraphs.emplace_back(
      "What each private agent released, with what noise, and why that keeps its promise: the certificate of the first "
      "run. Whole ones stand in the JSON of the cells, for `tacit account --check`.");
  for (const Arena& arena : arenas)
    for (const Contender& c : arena.contenders)
      if (c.records.front().promise && !c.records.front().runs.empty())
        section.preformatted.push_back({fmt::format("{}: {}", arena.label, c.name),
                                        shortened_certificate(c.records.front().runs.front().certificate), true});
  section.fold = counted(static_cast<std::int64_t>(section.preformatted.size()), "certificate");
  return section;
}

Section repeat_section(const std::vector<Arena>& arenas, const std::string& commands) {
  Section section{"How to repeat it", {}, {}, {}, {}, {}};
  section.preformatted.push_back({"All of it", commands, false});
  std::string cells;
  for (const Arena& arena : arenas)
    for (const Contender& c : arena.contenders)
      for (const Cell& cell : c.cells) cells += run_command(cell.spec) + "\n";
  section.preformatted.push_back({"Each cell alone", cells, true});
  return section;
}

Report sweep_report(const Results& results, const std::vector<fs::path>& directories, const ReportOptions& options) {
  const std::vector<Arena> all = arenas(results);
  require_reference(all, options.reference);
  Report report;
  report.title = results.title;
  std::int64_t runs = 0;
  for (const CellResult& cell : results.cells) runs += static_cast<std::int64_t>(cell.record.runs.size());
  report.summary.push_back(
      fmt::format("{}, {} in all. Regret is exact: computed from the true model, not from rewards.",
                  counted(static_cast<std::int64_t>(results.cells.size()), "cell"), counted(runs, "run")));
  if (!results.unfinished.empty())
    report.summary.push_back(fmt::format("Not complete: {} still to be run (see the end).",
                                         counted(static_cast<std::int64_t>(results.unfinished.size()), "cell")));
  report.picture = price_picture(all, options);
  report.findings = overview(all);
  for (const Arena& arena : all) report.sections.push_back(arena_section(arena, options));
  if (Section price = price_section(all); !price.tables.empty()) report.sections.push_back(std::move(price));
  if (Section certificates = certificate_section(all); !certificates.preformatted.empty())
    report.sections.push_back(std::move(certificates));
  report.sections.push_back(repeat_section(all, sweep_commands(directories, options)));
  if (!results.unfinished.empty()) report.sections.push_back(unfinished_section(results.unfinished));
  report.footer = "Made by " + program_name() + ".";
  return report;
}

}  // namespace tacit
