// tacit report: figures and one page from the results of a sweep.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "apps/tacit/commands.h"
#include "tacit/core/atomic_file.h"
#include "tacit/core/error.h"
#include "tacit/core/settings.h"
#include "tacit/lab/report/sweep_report.h"
#include "tacit/lab/sweep/results.h"

namespace tacit::program {
namespace {

constexpr const char* kExamples = R"(
Examples:
  tacit report results/figure-1a                              into results/figure-1a/report
  tacit report /scratch/part-1 /scratch/part-2 --out report   the parts of a sweep as one
  tacit report results/figure-1a --reference dp-block-ucb    differences to this agent

The page is one file that needs no other, report.html; the figures stand beside it as SVG, PDF and PNG, each with the
gnuplot script that draws it.)";

struct Options {
  std::vector<std::string> directories;
  std::optional<std::string> out;
  std::string bands = "mean", reference;
};

Band parse_band(const std::string& text) {
  if (text == "mean") return Band::mean_ci95;
  if (text == "quantiles") return Band::median_q10_q90;
  throw Error("--bands", "'" + text.substr(0, 60) + "'", "mean (with its 95 % bootstrap interval) or quantiles");
}

int report(const Options& given) {
  ReportOptions options;
  options.band = parse_band(given.bands);
  options.reference = given.reference;
  if (given.out && given.out->empty()) throw Error("--out", "'' is not the name of a directory");
  const std::vector<std::filesystem::path> directories(given.directories.begin(), given.directories.end());
  const Results results = load_results(directories);
  options.directory = given.out ? std::filesystem::path(*given.out) : directories.front() / "report";
  const OutputDirectory out(options.directory, "--out");
  const std::filesystem::path page = options.directory / kReportFile;
  write_html(sweep_report(results, directories, options), page);
  if (!results.unfinished.empty())
    fmt::print(stderr, "tacit: warning: {} of {} cells are not finished\n", results.unfinished.size(),
               results.unfinished.size() + results.cells.size());
  fmt::print("{}\n", page.string());
  return 0;
}

}  // namespace

void add_report(CLI::App& program, int& exit_code) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("report", "Figures and one page from the results of a sweep");
  command->add_option("DIR", options->directories, "Results of a sweep, or of several parts")->required();
  command->add_option("--out", options->out, "Where the page goes (default: DIR/report)")->type_name("DIR");
  command->add_option("--bands", options->bands, "mean: mean and 95 % interval; quantiles: median, 10 and 90 %")
      ->capture_default_str()
      ->type_name("KIND");
  command->add_option("--reference", options->reference, "Label of the agent that others are compared with")
      ->type_name("LABEL");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = report(*options); });
}

}  // namespace tacit::program
