#include "tacit/privacy/attendance.h"

#include <algorithm>
#include <limits>

#include "tacit/core/error.h"

namespace tacit {

void Attendance::refuse(const char* what) {
  check(false, what);
  __builtin_unreachable();
}

void Attendance::take_crowd(int task, std::int64_t users) {
  require_task(task);
  check(newest_user_[task] != users_, "a user is complete before a crowd comes");
  check(users >= 1 && users <= std::numeric_limits<std::int64_t>::max() - users_ - crowd_[task],
        "a crowd has a user at least");
  crowded_ = true;
  crowd_[task] += users;
}

void Attendance::end_user() {
  check(!crowded_, "a crowd is complete before a user ends");
  ++users_;
}

void Attendance::end_users(std::int64_t users) {
  for (std::size_t task = 0; task < crowd_.size(); ++task) {
    check(newest_user_[task] != users_, "a user is complete before a crowd ends");
    check(crowd_[task] == users, "every user of a crowd contributes to every task once");
  }
  std::fill(crowd_.begin(), crowd_.end(), 0);
  crowded_ = false;
  users_ += users;
}

void Attendance::require_between_users() const {
  check(!crowded_, "a crowd is complete before a release is made");
  for (const std::int64_t user : newest_user_) check(user != users_, "a user is complete before a release is made");
}

void Attendance::skip_to(std::int64_t users) {
  require_between_users();
  check(users >= users_, "users who came do not leave");
  users_ = users;
}

}  // namespace tacit
