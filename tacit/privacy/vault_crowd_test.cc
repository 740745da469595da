// Users who come as crowds: the same sums, the same strictness.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tacit/core/error.h"
#include "tacit/privacy/door.h"
#include "tests/door.h"

namespace tacit {
namespace {

constexpr double kPhi[] = {0.3, 0.4}, kOther[] = {1, 0};
using Counts = std::vector<std::int64_t>;

// Two tasks, the first of which has two outcomes.
struct Open {
  explicit Open(Witness* witness = nullptr) : vault(shape()), door(vault, board, witness) {}
  static VaultShape shape() {
    VaultShape shape = trial::shape_of(2);
    shape.outcome_tasks = 1;
    return shape;
  }
  // All of its users have the same response.
  void crowd(int task, std::int64_t users, double response, const Counts& outcomes, const double* phi = kPhi) {
    BoundedSum responses;
    responses.add(response, std::max<std::int64_t>(users, 0));
    vault.add_crowd({task, phi, 1.5, users, responses, outcomes});
  }
  Matrix outcomes() const { return board.moments(0, {Matrix::Identity(2, 2), {}, 2}).sums; }

  Vault vault;
  Billboard board;
  Door door;
};

TEST(Crowd, AddsWhatItsUsersAddOneByOne) {
  Open one_by_one, together;
  const struct {
    double response;
    Index outcome;
  } users[] = {{1, 0}, {0, 1}, {1, 1}};
  for (const auto& user : users) {
    one_by_one.vault.add({0, kPhi, 1.5, user.response, user.outcome});
    one_by_one.vault.add({1, kOther, 1.5, 0.25, 0});  // A weight that is projected.
    one_by_one.vault.end_user();
  }
  BoundedSum responses;
  responses.add(1, 2);
  responses.add(0);
  together.vault.add_crowd({0, kPhi, 1.5, 3, responses, Counts{1, 2}});
  together.crowd(1, 2, 0.25, {}, kOther);
  together.crowd(1, 1, 0.25, {}, kOther);
  together.vault.end_users(3);
  one_by_one.door.release();
  together.door.release();
  EXPECT_EQ(together.board.users(), 3);
  for (int task = 0; task < 2; ++task) {
    EXPECT_TRUE(together.board.gram(task).isApprox(one_by_one.board.gram(task), 1e-15));
    EXPECT_TRUE(together.board.response(task).isApprox(one_by_one.board.response(task), 1e-14));
  }
  EXPECT_TRUE(together.outcomes().isApprox(one_by_one.outcomes(), 1e-15));
}

TEST(KnownBad, ACrowdWithoutAResponseOfEachUserIsRefused) {
  // A sum of 1 over two users could be 5 and -4; here it is one user's, and the other one is missing.
  BoundedSum one;
  one.add(1);
  Open open;
  EXPECT_THROW(open.vault.add_crowd({0, kPhi, 1.5, 2, one, Counts{2, 0}}), Defect);
}

TEST(Crowd, HasResponsesBetweenNoneAndAll) {
  for (const auto& [given, taken] : {std::pair{7.0, 1.0}, {-1.0, 0.0}, {std::nan(""), 0.0}}) {
    Open open, projected;
    for (auto [target, response] : {std::pair{&open, given}, {&projected, taken}}) {
      target->crowd(0, 3, response, {3, 0});
      target->crowd(1, 3, 0, {});
      target->vault.end_users(3);
      target->door.release();
    }
    EXPECT_EQ(open.board.response(0), projected.board.response(0)) << given;
  }
}

TEST(Crowd, ContributesToEveryTaskOncePerUser) {
  for (const std::int64_t second : {2, 4}) {
    Open open;
    open.crowd(0, 3, 0, {3, 0});
    open.crowd(1, second, 0, {});
    EXPECT_THROW(open.vault.end_users(3), Defect) << second;
  }
  Open nobody_at_all;
  nobody_at_all.crowd(0, 3, 0, {3, 0});
  EXPECT_THROW(nobody_at_all.vault.end_users(3), Defect);
}

TEST(Crowd, HasOneOutcomePerUserAtMost) {
  Open open;
  EXPECT_THROW(open.crowd(0, 3, 0, {2, 2}), Defect);
  EXPECT_THROW(open.crowd(0, 3, 0, {4, -1}), Defect);
  EXPECT_THROW(open.crowd(0, 3, 0, {3}), Defect);
}

TEST(Crowd, HasAtLeastOneUser) {
  Open open;
  EXPECT_THROW(open.crowd(0, 0, 0, {0, 0}), Defect);
  EXPECT_THROW(open.crowd(0, -5, 0, {0, 0}), Defect);
  open.crowd(1, std::numeric_limits<std::int64_t>::max(), 0, {});
  EXPECT_THROW(open.crowd(1, 1, 0, {}), Defect);  // Their number must not overflow.
}

TEST(Crowd, IsNotMixedWithAUser) {
  Open user_first, crowd_first;
  user_first.vault.add({0, kPhi, 1, 0, 0});
  EXPECT_THROW(user_first.crowd(0, 1, 0, {1, 0}), Defect);
  user_first.crowd(1, 1, 0, {});
  EXPECT_THROW(user_first.vault.end_user(), Defect);
  EXPECT_THROW(user_first.vault.end_users(1), Defect);
  crowd_first.crowd(0, 1, 0, {1, 0});
  EXPECT_THROW(crowd_first.vault.add({1, kPhi, 1, 0, 0}), Defect);
}

TEST(Crowd, IsCompleteBeforeARelease) {
  Open open;
  open.crowd(0, 3, 0, {3, 0});
  EXPECT_THROW(open.door.release(), Defect);
}

TEST(Crowd, HidesItsUsersFromAWitnessAndIsRefused) {
  trial::Watcher watcher;
  Open open(&watcher);
  EXPECT_THROW(open.crowd(0, 3, 0, {3, 0}), Defect);
}

TEST(Crowd, IsRefusedWhereRecordsAreKept) {
  VaultShape shape = Open::shape();
  shape.outcomes = 0;
  shape.record_size = 1;
  Vault vault(shape);
  EXPECT_THROW(vault.add_crowd({1, kPhi, 1, 3, {}, {}}), Defect);
}

}  // namespace
}  // namespace tacit
