#include "tacit/agents/block/block_schedule.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tacit {
namespace {

// Users before the first release: so many that what a direction has seen of them, users/d, outweighs the noise.
std::int64_t first_block(const Problem& problem, const ScheduleOptions& options, double noise) {
  constexpr double kFewest = 20;
  const double multiple = options.explorers ? 6 : 4;
  return static_cast<std::int64_t>(
      std::clamp(multiple * std::sqrt(static_cast<double>(problem.dimension)) * noise, kFewest, 1e12));
}

}  // namespace

double successor_noise(const Problem& problem, const Split& split, const Promise* promise) {
  if (!promise) return 0;
  const double spent = split.gram + split.outcomes + (problem.rewards_known() ? 0 : split.response);
  return std::sqrt(problem.horizon * spent / split.outcomes) / promise->mu().value();
}

double cell_noise(const Problem& problem, const Split& split, const Promise* promise, double limit) {
  if (!promise) return 0;
  const double rewards = problem.rewards_known() ? 0 : split.response;
  // Of two users; in units of the noise, as in stacked_sensitivity.h.
  const double apart = 2 * (split.gram / 2 + rewards / 4 + split.outcomes / 2);
  return std::sqrt(apart / (split.outcomes / 2)) / promise->mu().value() / limit;
}

double worthwhile_fading(double most, double noise) {
  constexpr double kLittle = 0.1;
  return noise > 0 ? most * noise / (noise + kLittle) : 0;
}

BlockSchedule::BlockSchedule(const Problem& problem, const ScheduleOptions& options, std::int64_t episodes,
                             double noise)
    : episodes_(episodes) {
  const std::int64_t first = options.first > 0 ? options.first : first_block(problem, options, noise);
  for (std::int64_t from = 0, to = first; to < episodes;) {
    points_.push_back({to, true});
    from = to;
    to = std::max(from + 1, static_cast<std::int64_t>(std::ceil(options.ratio * static_cast<double>(from))));
    const std::int64_t end = std::min(to, episodes);
    if (options.explorers)
      explore(from, end, options.plans);
    else
      divide(from, end, options.plans);
  }
}

void BlockSchedule::divide(std::int64_t from, std::int64_t end, int plans) {
  for (int plan = 1; plan < plans; ++plan) {
    const std::int64_t at = from + (end - from) * plan / plans;
    if (at > points_.back().users && at < end) points_.push_back({at, false});
  }
}

// The release at `from` is the newest point.
void BlockSchedule::explore(std::int64_t from, std::int64_t end, int plans) {
  constexpr double kPart = 0.4, kFew = 25;  // Of the block; users of one plan.
  constexpr double kOptimism[] = {1, 1.6, 1, 2.56}, kOthers = 0.3;
  const double explorers = kPart * static_cast<double>(end - from);
  const int count = std::clamp(static_cast<int>(explorers / kFew), 1, plans);
  for (int plan = 0; plan < count; ++plan) {
    const auto at = from + static_cast<std::int64_t>(explorers * plan / count);
    if (at > points_.back().users) points_.push_back({at, false});
    points_.back().optimism = kOptimism[plan % std::size(kOptimism)];
    points_.back().explorers = true;
  }
  const auto at = from + static_cast<std::int64_t>(explorers);
  if (at > points_.back().users && at < end) points_.push_back({at, false, kOthers});
}

Index BlockSchedule::releases() const {
  return std::count_if(points_.begin(), points_.end(), [](const BlockPoint& point) { return point.release; });
}

double BlockSchedule::hope(std::size_t points_over) const {
  if (points_.empty()) return 0;  // Nobody comes after the first block.
  const BlockPoint& newest = points_[std::max<std::size_t>(points_over, 1) - 1];
  const double hope = std::sqrt(0.5 * std::log(static_cast<double>(episodes_) / static_cast<double>(newest.users)));
  return points_over == 0 ? hope : newest.optimism * hope;
}

}  // namespace tacit
