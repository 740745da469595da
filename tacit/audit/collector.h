// Makes the runs of an audit, several at a time, and collects their scores.
//
// Runs that were made earlier are not made again; all of it can be stopped between two runs. What comes out does not
// depend on the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "tacit/audit/audit.h"

namespace tacit {

class Collector {
 public:
  /// `total` runs will be made or found. Keeps references.
  Collector(const AuditSpec& spec, const AuditHooks& hooks, std::int64_t total)
      : spec_(spec), hooks_(hooks), total_(total) {}

  using Score = std::function<std::vector<double>(std::int64_t run, bool replaced)>;
  /// Scores by statistic, of spec.runs runs in each world; empty when stopped.
  std::vector<Scores> collect(const std::string& attack, std::size_t statistics, const Score& score);
  /// Calls make(0), ..., make(count - 1); false when stopped.
  bool each(std::int64_t count, const std::function<void(std::int64_t)>& make);
  bool stopped() const { return hooks_.stop && hooks_.stop->load(std::memory_order_relaxed); }

 private:
  std::vector<double> find_or_make(const RunName& name, const Score& score);
  void parallel(std::int64_t count, const std::function<void(std::int64_t)>& make) const;

  const AuditSpec& spec_;
  const AuditHooks& hooks_;
  std::mutex mutex_;
  std::int64_t done_ = 0, total_ = 0;
};

}  // namespace tacit
