#include "tacit/audit/collector.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "tacit/core/error.h"

namespace tacit {

std::vector<Scores> Collector::collect(const std::string& attack, std::size_t statistics, const Score& score) {
  const auto runs = static_cast<std::size_t>(spec_.runs);
  std::vector<Scores> all(statistics, {std::vector<double>(runs), std::vector<double>(runs)});
  parallel(2 * std::int64_t{spec_.runs}, [&](std::int64_t i) {
    const RunName name{attack, i / 2, i % 2 == 1};
    const std::vector<double> scores = find_or_make(name, score);
    check(scores.size() == statistics, "a run has one score per statistic");
    for (std::size_t s = 0; s < statistics; ++s)
      (name.replaced ? all[s].replaced : all[s].original)[static_cast<std::size_t>(name.run)] = scores[s];
  });
  if (stopped()) return {};
  return all;
}

bool Collector::each(std::int64_t count, const std::function<void(std::int64_t)>& make) {
  parallel(count, [&](std::int64_t i) {
    make(i);
    const std::lock_guard lock(mutex_);
    ++done_;
    if (hooks_.progress) hooks_.progress(done_, total_);
  });
  return !stopped();
}

void Collector::parallel(std::int64_t count, const std::function<void(std::int64_t)>& make) const {
  tbb::task_arena arena(spec_.jobs);
  arena.execute([&] {
    tbb::parallel_for(std::int64_t{0}, count, [&](std::int64_t i) {
      if (!stopped()) make(i);
    });
  });
}

std::vector<double> Collector::find_or_make(const RunName& name, const Score& score) {
  std::optional<std::vector<double>> known = hooks_.earlier ? hooks_.earlier(name) : std::nullopt;
  const bool is_new = !known;
  if (is_new) known = score(name.run, name.replaced);
  const std::lock_guard lock(mutex_);
  ++done_;
  if (is_new && hooks_.scored) hooks_.scored(name, *known);
  if (hooks_.progress) hooks_.progress(done_, total_);
  return *known;
}

}  // namespace tacit
