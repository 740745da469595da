#include "tacit/privacy/billboard.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "tacit/privacy/door.h"

namespace tacit {
namespace {

// That its insides cannot be reached does not compile otherwise: tests/compile_fail.
static_assert(std::is_same_v<decltype(std::declval<Billboard&>().gram(0)), const Matrix&>);
static_assert(std::is_same_v<decltype(std::declval<Billboard&>().response(0)), const Vector&>);
static_assert(std::is_same_v<decltype(std::declval<Billboard&>().noise(0)), const BillboardNoise&>);

VaultShape shape() {
  VaultShape shape;
  shape.dimension = 2;
  shape.outcomes = 3;
  shape.outcome_tasks = 1;
  return shape;
}

TEST(Billboard, IsZeroBeforeTheFirstRelease) {
  Vault vault(shape());
  Billboard board;
  const Door door(vault, board);
  const double phi[] = {1, 0};
  vault.add({0, phi, 1, 1, 2});
  vault.end_user();
  EXPECT_EQ(board.gram(0), Matrix::Zero(2, 2));
  EXPECT_EQ(board.response(0), Vector::Zero(2));
  EXPECT_EQ(board.moments(0, {Matrix::Ones(3, 1), {}, 1}).sums, Matrix::Zero(2, 1));
  EXPECT_EQ(board.users(), 0);
  EXPECT_EQ(board.releases(), 0);
}

TEST(Billboard, TakesMomentsOfAnyFunctionOfTheOutcome) {
  Vault vault(shape());
  Billboard board;
  Door door(vault, board);
  const double first[] = {1, 0}, second[] = {0.6, 0.8};
  vault.add({0, first, 1, 1, 2});
  vault.end_user();
  vault.add({0, second, 0.5, 1, 0});
  vault.end_user();
  door.release();
  Matrix values(3, 2);  // Two functions.
  values << 3, 1, 5, 1, 7, 1;
  Matrix expected(2, 2);
  expected << 7 + 0.3 * 3, 1 + 0.3, 0.4 * 3, 0.4;
  EXPECT_TRUE(board.moments(0, {values, {}, 2}).sums.isApprox(expected, 1e-15));
}

TEST(Billboard, CountsUsersAndReleasesAndSaysThatNothingIsHidden) {
  Vault vault(shape());
  Billboard board;
  Door door(vault, board);
  vault.end_user();
  vault.end_user();
  door.release();
  vault.end_user();
  EXPECT_EQ(board.users(), 2);
  EXPECT_EQ(board.releases(), 1);
  EXPECT_EQ(board.noise(0).gram, 0);
}

TEST(Billboard, AddsTheResponseToMomentsThatWantIt) {
  Vault vault(shape());
  Billboard board;
  Door door(vault, board);
  const double phi[] = {1, 0};
  vault.add({0, phi, 1, 1, 2});
  vault.end_user();
  door.release();
  Matrix values(3, 2);
  values << 3, 0, 5, 0, 7, 0;
  Vector response(2);
  response << 1, 2;
  const Moments moments = board.moments(0, {values, {}, 2, response});
  EXPECT_DOUBLE_EQ(moments.sums(0, 0), 7 + 0.5);  // The response 1 is centred on 1/2.
  EXPECT_DOUBLE_EQ(moments.sums(0, 1), 2 * 0.5);
  EXPECT_EQ(moments.deviation.norm(), 0);
}

}  // namespace
}  // namespace tacit
