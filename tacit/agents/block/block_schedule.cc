#include "tacit/agents/block/block_schedule.h"

#include <algorithm>
#include <cmath>

namespace tacit {
namespace {

// Users before the first release: so many that what a direction has seen of them, users/d, outweighs the noise.
std::int64_t first_block(const Problem& problem, double noise) {
  constexpr double kMultiple = 4, kFewest = 20;
  return static_cast<std::int64_t>(
      std::clamp(kMultiple * std::sqrt(static_cast<double>(problem.dimension)) * noise, kFewest, 1e12));
}

}  // namespace

double successor_noise(const Problem& problem, const Split& split, const Promise* promise) {
  if (!promise) return 0;
  const double spent = split.gram + split.outcomes + (problem.rewards_known() ? 0 : split.response);
  return std::sqrt(problem.horizon * spent / split.outcomes) / promise->mu().value();
}

double worthwhile_fading(double most, double noise) {
  constexpr double kLittle = 0.1;
  return noise > 0 ? most * noise / (noise + kLittle) : 0;
}

BlockSchedule::BlockSchedule(const Problem& problem, const ScheduleOptions& options, std::int64_t episodes,
                             double noise)
    : episodes_(episodes) {
  const std::int64_t first = options.first > 0 ? options.first : first_block(problem, noise);
  for (std::int64_t from = 0, to = first; to < episodes;) {
    points_.push_back({to, true});
    from = to;
    to = std::max(from + 1, static_cast<std::int64_t>(std::ceil(options.ratio * static_cast<double>(from))));
    const std::int64_t end = std::min(to, episodes);
    for (int plan = 1; plan < options.plans; ++plan) {
      const std::int64_t at = from + (end - from) * plan / options.plans;
      if (at > points_.back().users && at < end) points_.push_back({at, false});
    }
  }
}

Index BlockSchedule::releases() const {
  return std::count_if(points_.begin(), points_.end(), [](const BlockPoint& point) { return point.release; });
}

double BlockSchedule::hope(std::size_t points_over) const {
  if (points_.empty()) return 0;  // Nobody comes after the first block.
  const auto so_far = static_cast<double>(points_[std::max<std::size_t>(points_over, 1) - 1].users);
  return std::sqrt(0.5 * std::log(static_cast<double>(episodes_) / so_far));
}

}  // namespace tacit
