#include "tacit/lab/sweep/sweep.h"

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <map>
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
  std::exception_ptr failure;

  bool over() const { return running == 0 && (next == cell.spec.runs || failure); }
};

std::string message_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  }
}

/// Where results go, from any thread.
class Keeper {
 public:
  virtual ~Keeper() = default;
  virtual void keep(CellResult result) = 0;
  /// Whether it also wants cells of which only some runs are finished.
  virtual bool takes_unfinished() const = 0;
  /// False: nothing more is to be run.
  virtual bool goes_on_after(const std::exception_ptr& failure) = 0;
};

class Crew {
 public:
  Crew(std::vector<const Cell*> cells, Keeper& keeper, const SweepHooks& hooks)
      : cells_(std::move(cells)), keeper_(keeper), hooks_(hooks) {
    for (const Cell* cell : cells_) total_ += cell->spec.episodes * cell->spec.runs;
  }

  void work(int jobs) {
    std::vector<std::jthread> threads;
    for (int i = 1; i < jobs; ++i) threads.emplace_back([this] { work_alone(); });
    work_alone();
    threads.clear();  // Joins them.
    if (keeper_.takes_unfinished())
      for (const auto& open : std::exchange(open_, {}))
        if (open->experiment && !open->failure) close(*open);
  }

  /// Throws what kept a result from being kept.
  void require_kept() const {
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
      std::exception_ptr failure;
      try {
        std::call_once(open->prepared, [&, &cell = *open] { prepare(cell); });
        run = open->experiment->run(
            r, [this](std::int64_t episodes) { return count(episodes); }, nullptr, hooks_.stop);
      } catch (const std::exception&) {
        failure = std::current_exception();
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
    // On this thread alone: as many of them are at work as were asked for.
    tbb::task_arena(1).execute([&] { open.experiment = make_experiment(open.cell.spec, last); });
    const std::lock_guard lock(mutex_);
    last_ = open.experiment;
  }

  /// The next run of a cell that is open already, else of the next cell.
  std::optional<std::pair<OpenCell*, int>> next() {
    const std::lock_guard lock(mutex_);
    if (stopped()) return std::nullopt;
    for (const auto& open : open_) {
      if (open->next == open->cell.spec.runs || open->failure) continue;
      ++open->running;
      return std::pair(open.get(), open->next++);
    }
    if (next_cell_ == cells_.size()) return std::nullopt;
    open_.push_back(std::make_unique<OpenCell>(*cells_[next_cell_++]));
    ++open_.back()->running;
    return std::pair(open_.back().get(), open_.back()->next++);
  }

  void take(OpenCell& open, int r, std::optional<RunRecord> run, const std::exception_ptr& failure) {
    std::unique_ptr<OpenCell> over;
    {
      const std::lock_guard lock(mutex_);
      --open.running;
      open.runs[r] = std::move(run);
      if (failure) open.failure = failure;
      if (!open.over()) return;
      const auto place =
          std::find_if(open_.begin(), open_.end(), [&](const auto& candidate) { return candidate.get() == &open; });
      over = std::move(*place);
      open_.erase(place);
    }
    close(*over);
  }

  void close(OpenCell& open) {
    if (open.failure) {
      const std::lock_guard lock(report_);
      ++failed_;
      if (!keeper_.goes_on_after(open.failure)) stop_ = true;
      if (hooks_.failed) hooks_.failed(open.cell, message_of(open.failure));
      return;
    }
    CellResult result{open.cell, open.experiment->record(std::move(open.runs)), kVersion, kCommit};
    const bool whole = !result.record.interrupted;
    if (!whole && (!keeper_.takes_unfinished() || result.record.runs.empty())) return;
    try {
      keeper_.keep(result);
    } catch (const std::exception&) {  // No other cell could be kept either.
      const std::lock_guard lock(mutex_);
      if (!broken_) broken_ = std::current_exception();
      stop_ = true;
      return;
    }
    if (!whole) return;
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
  Keeper& keeper_;
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

/// Into a directory. One cell that fails does not keep the others from being run.
class DirectoryKeeper final : public Keeper {
 public:
  explicit DirectoryKeeper(ResultsWriter& writer) : writer_(writer) {}
  void keep(CellResult result) override { writer_.write(result); }
  bool takes_unfinished() const override { return false; }
  bool goes_on_after(const std::exception_ptr&) override { return true; }

 private:
  ResultsWriter& writer_;
};

/// In memory, by the index of the cell.
class MemoryKeeper final : public Keeper {
 public:
  void keep(CellResult result) override {
    const std::lock_guard lock(mutex_);
    kept_.insert_or_assign(result.cell.index, std::move(result));
  }
  bool takes_unfinished() const override { return true; }
  bool goes_on_after(const std::exception_ptr& failure) override {
    if (!failure_) failure_ = failure;
    return false;
  }
  std::vector<CellResult> take() {
    if (failure_) std::rethrow_exception(failure_);
    std::vector<CellResult> results;
    for (auto& [index, result] : kept_) results.push_back(std::move(result));
    return results;
  }

 private:
  std::mutex mutex_;
  std::map<std::size_t, CellResult> kept_;
  std::exception_ptr failure_;
};

void require_jobs(int jobs) {
  if (jobs < 1 || jobs > kMostJobs)
    throw Error("jobs", fmt::format("{}", jobs), fmt::format("an integer from 1 to {}", kMostJobs));
}

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
  require_jobs(options.jobs);
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
  DirectoryKeeper keeper(writer);
  Crew crew(std::move(to_run), keeper, hooks);
  crew.work(options.jobs);
  writer.flush();
  crew.require_kept();

  SweepOutcome outcome{own.size(), earlier + crew.finished(), crew.failed(), false};
  outcome.interrupted = outcome.finished + outcome.failed < outcome.cells;
  return outcome;
}

CellResults run_cells(const std::vector<Cell>& cells, int jobs, const SweepHooks& hooks) {
  require_jobs(jobs);
  std::shared_ptr<const Experiment> last;
  std::vector<const Cell*> to_run;
  for (const Cell& cell : cells) {
    last = make_experiment(cell.spec, last);
    last->rehearse();
    to_run.push_back(&cell);
  }
  if (hooks.begin) hooks.begin(cells.size(), 0, 0);
  MemoryKeeper keeper;
  Crew crew(std::move(to_run), keeper, hooks);
  crew.work(jobs);
  crew.require_kept();
  return {keeper.take(), crew.finished() < cells.size()};
}

}  // namespace tacit
