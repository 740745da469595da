#include "tacit/privacy/release/calendar.h"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/core/error.h"

namespace tacit {

Calendar::Calendar(std::vector<Touch> touches, std::int64_t most_users)
    : touches_(std::move(touches)), most_users_(most_users) {
  std::stable_sort(touches_.begin(), touches_.end(),
                   [](const Touch& a, const Touch& b) { return a.release < b.release; });
}

std::vector<UserTouch> Calendar::due(std::int64_t users) const {
  require(users);
  const Index t = releases();
  const auto start_of = [&](Index block) { return block <= 0 ? 0 : block <= t ? ends_[block - 1] : users; };
  // Users of blocks to come are those who are not here yet.
  const auto end_of = [&](Index block) { return block <= t + 1 ? start_of(block) : most_users_; };
  std::vector<UserTouch> due;
  for (std::size_t i = next_touch_; i < touches_.size() && touches_[i].release <= t; ++i) {
    const Touch& touch = touches_[i];
    const std::int64_t first = start_of(touch.first_block), end = end_of(touch.end_block);
    if (first != end) due.push_back({first, end, touch.share});
  }
  return due;
}

void Calendar::begin(std::int64_t users) {
  require(users);
  while (next_touch_ < touches_.size() && touches_[next_touch_].release <= releases()) ++next_touch_;
  shut_ = true;
  ends_.push_back(users);
}

void Calendar::require_open() const {
  if (shut_) throw Error("release", "an earlier release failed half-way; this door stays shut");
}

void Calendar::require(std::int64_t users) const {
  if (users > most_users_)
    throw Error("users", fmt::format("{}", users), fmt::format("at most {}, as declared", most_users_));
  require_open();
  check(users >= (ends_.empty() ? 0 : ends_.back()), "users who came do not leave");
}

}  // namespace tacit
