#include "apps/tacit/visible_sweep.h"

#include <fmt/format.h>
#include <unistd.h>

#include <optional>

#include "apps/tacit/interrupt.h"
#include "apps/tacit/progress.h"
#include "tacit/lab/experiment/summary.h"
#include "tacit/lab/report/numbers.h"

namespace tacit::program {
namespace {

class Reporter {
 public:
  SweepHooks hooks() {
    SweepHooks hooks;
    hooks.stop = &interrupted();
    hooks.begin = [this](std::size_t cells, std::size_t finished, std::size_t other_builds) {
      cells_ = cells;
      over_ = finished;
      if (finished > 0) fmt::print(stderr, "tacit: {} of {} cells were finished earlier\n", finished, cells);
      if (other_builds > 0)
        fmt::print(stderr, "tacit: warning: {} of them by another build of this program\n", other_builds);
    };
    hooks.progress = [this](std::int64_t done, std::int64_t total) {
      if (!bar_) bar_.emplace(total);
      bar_->show(done);
    };
    hooks.finished = [this](const CellResult& result) {
      const Summary summary = summarise(result.record);
      double seconds = 0;
      for (const RunRecord& run : result.record.runs) seconds += run.seconds;
      tell(fmt::format("{}: mean regret {}, {:.1f} s", result.cell.id, readable(summary.mean_regret), seconds));
    };
    hooks.failed = [this](const Cell& cell, const std::string& why) {
      tell(cell.id + ": failed");
      failures_.push_back(cell.id + ": " + why);
    };
    return hooks;
  }

  /// Once nothing runs any more.
  void finish() {
    bar_.reset();
    for (const std::string& failure : failures_) fmt::print(stderr, "tacit: {}\n", failure);
  }

 private:
  void tell(const std::string& what) {
    ++over_;
    if (::isatty(STDERR_FILENO) == 0) fmt::print(stderr, "[{}/{}] {}\n", over_, cells_, what);
  }

  std::size_t cells_ = 0, over_ = 0;
  std::optional<ProgressBar> bar_;
  std::vector<std::string> failures_;
};

}  // namespace

SweepOutcome run_visibly(const SweepSpec& sweep, const SweepOptions& options) {
  Reporter reporter;
  const SweepOutcome outcome = run_sweep(sweep, options, reporter.hooks());
  reporter.finish();
  if (outcome.interrupted)
    fmt::print(stderr, "tacit: interrupted; the same command goes on with the cells that are left\n");
  return outcome;
}

}  // namespace tacit::program
