// Who contributed to which task: every user once to a task, one by one or as a crowd, and complete before a release.
//
// The sensitivities are those of one contribution per user and task: a second one is a Defect, and so is a release in
// the middle of a user. Where users come step by step their meter bounds them (episode_meter.h). Proof:
// docs/privacy.md, "The proof", step 2.
#pragma once

#include <cstdint>
#include <vector>

namespace tacit {

class Attendance {
 public:
  explicit Attendance(int tasks) : newest_user_(tasks, -1), crowd_(tasks) {}

  /// The present user contributes to a task.
  void take(int task) {
    require_task(task);
    if (newest_user_[task] == users_ || crowded_) refuse("a user contributes to a task once");
    newest_user_[task] = users_;
  }
  /// The same where a user comes with as many steps as it has.
  void take_step(int task) {
    require_task(task);
    if (crowded_) refuse("a crowd is complete before a user comes");
    newest_user_[task] = users_;
  }
  /// So many users do, as a crowd.
  void take_crowd(int task, std::int64_t users);
  void end_user();
  void end_users(std::int64_t users);

  void require_between_users() const;
  std::int64_t users() const { return users_; }
  /// Users who were released before, taken as read: only between users, and never fewer.
  void skip_to(std::int64_t users);

 private:
  void require_task(int task) const {
    if (task < 0 || task >= static_cast<int>(crowd_.size())) refuse("a contribution belongs to a task of the vault");
  }
  [[noreturn]] static void refuse(const char* what);

  std::vector<std::int64_t> newest_user_;  ///< Who contributed last to a task.
  std::vector<std::int64_t> crowd_;        ///< How many of the present crowds contributed to a task.
  bool crowded_ = false;                   ///< Whether there are any.
  std::int64_t users_ = 0;
};

}  // namespace tacit
