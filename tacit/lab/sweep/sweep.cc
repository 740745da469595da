#include "tacit/lab/sweep/sweep.h"

#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "tacit/core/error.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/sweep/results.h"
#include "tacit/version.h"

namespace tacit {
namespace {

/// The line of the file that an error is about: that of the option it names, else that of the agent or environment.
Error located(const SweepSpec& sweep, const Cell& cell, const Error& error) {
  const SweepAgent& agent = sweep.agents[cell.agent];
  const std::string& field = error.field();
  const std::string problem = std::string(error.what()).substr(field.size() + 2);
  for (const SweepOption& option : agent.options)
    if (field == "agent." + option.name)
      return {sweep.at(option.line) + (option.grid ? "agent.grid." : "agent.set.") + option.name, problem};
  const bool of_environment = field.starts_with("env.") || field.starts_with("horizon");
  return {sweep.at(of_environment ? sweep.environments[cell.environment].line : agent.line) + field, problem};
}

/// Shares the environment of `last` where it can: it may be large, and most cells are in that of the one before.
std::shared_ptr<const Experiment> make_experiment(const RunSpec& spec, const std::shared_ptr<const Experiment>& last) {
  return last ? std::make_shared<const Experiment>(spec, *last) : std::make_shared<const Experiment>(spec);
}

/// A cell that is being run.
struct OpenCell {
  explicit OpenCell(const Cell& c) : cell(c), runs(c.spec.runs) {}
  const Cell& cell;
  std::once_flag prepared;
  std::shared_ptr<const Experiment> experiment;
  std::vector<std::optional<RunRecord>> runs;
  int next = 0;     ///< The run to be started next.
  int running = 0;  ///< Started and not yet over.
  std::string failure;

  bool over() const { return running == 0 && (next == cell.spec.runs || !failure.empty()); }
};

class Crew {
 public:
  Crew(std::vector<const Cell*> cells, ResultsWriter& writer, const SweepHooks& hooks)
      : cells_(std::move(cells)), writer_(writer), hooks_(hooks) {
    for (const Cell* cell : cells_) total_ += cell->spec.episodes * cell->spec.runs;
  }

  void work(int jobs) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(jobs));
    std::vector<std::jthread> threads;
    for (int i = 1; i < jobs; ++i) threads.emplace_back([this] { work_alone(); });
    work_alone();
    threads.clear();  // Joins them.
    writer_.flush();
    if (broken_) std::rethrow_exception(broken_);
  }

  std::size_t finished() const { return finished_; }
  std::size_t failed() const { return failed_; }

 private:
  bool stopped() const { return stop_ || (hooks_.stop && hooks_.stop->load(std::memory_order_relaxed)); }

  void work_alone() {
    while (const auto task = next()) {
      const auto& [open, r] = *task;
      std::optional<RunRecord> run;
      std::string failure;
      try {
        std::call_once(open->prepared, [&, &cell = *open] { prepare(cell); });
        run = open->experiment->run(
            r, [this](std::int64_t episodes) { return count(episodes); }, nullptr, hooks_.stop);
      } catch (const std::exception& error) {
        failure = error.what();
      }
      take(*open, r, std::move(run), failure);
    }
  }

  void prepare(OpenCell& open) {
    std::shared_ptr<const Experiment> last;
    {
      const std::lock_guard lock(mutex_);
      last = last_;
    }
    open.experiment = make_experiment(open.cell.spec, last);
    const std::lock_guard lock(mutex_);
    last_ = open.experiment;
  }

  /// The next run of a cell that is open already, else of the next cell.
  std::optional<std::pair<OpenCell*, int>> next() {
    const std::lock_guard lock(mutex_);
    if (stopped()) return std::nullopt;
    for (const auto& open : open_) {
      if (open->next == open->cell.spec.runs || !open->failure.empty()) continue;
      ++open->running;
      return std::pair(open.get(), open->next++);
    }
    if (next_cell_ == cells_.size()) return std::nullopt;
    open_.push_back(std::make_unique<OpenCell>(*cells_[next_cell_++]));
    ++open_.back()->running;
    return std::pair(open_.back().get(), open_.back()->next++);
  }

  void take(OpenCell& open, int r, std::optional<RunRecord> run, const std::string& failure) {
    std::unique_ptr<OpenCell> over;
    {
      const std::lock_guard lock(mutex_);
      --open.running;
      open.runs[r] = std::move(run);
      if (!failure.empty()) open.failure = failure;
      if (!open.over()) return;
      const auto place =
          std::find_if(open_.begin(), open_.end(), [&](const auto& candidate) { return candidate.get() == &open; });
      over = std::move(*place);
      open_.erase(place);
    }
    close(*over);
  }

  void close(OpenCell& open) {
    if (!open.failure.empty()) {
      const std::lock_guard lock(report_);
      ++failed_;
      if (hooks_.failed) hooks_.failed(open.cell, open.failure);
      return;
    }
    CellResult result{open.cell, open.experiment->record(std::move(open.runs)), kVersion, kCommit};
    if (result.record.interrupted) return;
    try {
      writer_.write(result);
    } catch (const std::exception&) {  // No other cell could be written either.
      const std::lock_guard lock(mutex_);
      if (!broken_) broken_ = std::current_exception();
      stop_ = true;
      return;
    }
    const std::lock_guard lock(report_);
    ++finished_;
    if (hooks_.finished) hooks_.finished(result);
  }

  bool count(std::int64_t episodes) {
    const std::int64_t done = done_ += episodes;
    if (hooks_.progress && report_.try_lock()) {
      hooks_.progress(done, total_);
      report_.unlock();
    }
    return !stopped();
  }

  std::vector<const Cell*> cells_;
  ResultsWriter& writer_;
  const SweepHooks& hooks_;
  std::int64_t total_ = 0;
  std::atomic<std::int64_t> done_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;  ///< Guards what follows.
  std::deque<std::unique_ptr<OpenCell>> open_;
  std::size_t next_cell_ = 0;
  std::shared_ptr<const Experiment> last_;  ///< Prepared last.
  std::exception_ptr broken_;
  std::mutex report_;  ///< One call of a hook at a time.
  std::size_t finished_ = 0, failed_ = 0;
};

}  // namespace

void check_sweep(const SweepSpec& sweep, const std::vector<Cell>& cells) {
  std::set<std::tuple<std::size_t, std::size_t, Assignments, std::optional<double>>> seen;
  std::shared_ptr<const Experiment> last;
  for (const Cell& cell : cells) {
    const RunSpec& spec = cell.spec;
    if (!seen.emplace(cell.environment, cell.agent, spec.agent_settings, spec.epsilon).second) continue;
    try {
      last = make_experiment(spec, last);
      last->rehearse();
    } catch (const Error& error) {
      throw located(sweep, cell, error);
    }
  }
}

SweepOutcome run_sweep(const SweepSpec& sweep, const SweepOptions& options, const SweepHooks& hooks) {
  if (options.jobs < 1 || options.jobs > kMostJobs)
    throw Error("jobs", fmt::format("{}", options.jobs), fmt::format("an integer from 1 to {}", kMostJobs));
  std::vector<Cell> own;
  for (Cell& cell : expand(sweep))
    if (options.shard.has(cell.index)) own.push_back(std::move(cell));

  if (!options.replace) require_same_sweep(options.directory, sweep.name);
  ResultsWriter writer(options.directory);
  std::vector<const Cell*> to_run;
  std::vector<CellResult> relabelled;
  std::size_t other_builds = 0;
  for (const Cell& cell : own) {
    std::optional<CellResult> earlier = writer.finished(cell);
    if (!earlier) {
      to_run.push_back(&cell);
      continue;
    }
    if (earlier->version != kVersion || earlier->commit != kCommit) ++other_builds;
    if (earlier->cell.label == cell.label && earlier->cell.env_label == cell.env_label) continue;
    earlier->cell = cell;
    relabelled.push_back(std::move(*earlier));
  }
  std::vector<Cell> unchecked;
  unchecked.reserve(to_run.size());
  for (const Cell* cell : to_run) unchecked.push_back(*cell);
  check_sweep(sweep, unchecked);

  writer.begin(sweep, options.shard, own);
  for (const CellResult& result : relabelled) writer.relabel(result);
  const std::size_t earlier = own.size() - to_run.size();
  if (hooks.begin) hooks.begin(own.size(), earlier, other_builds);
  Crew crew(std::move(to_run), writer, hooks);
  crew.work(options.jobs);

  SweepOutcome outcome{own.size(), earlier + crew.finished(), crew.failed(), false};
  outcome.interrupted = outcome.finished + outcome.failed < outcome.cells;
  return outcome;
}

}  // namespace tacit
