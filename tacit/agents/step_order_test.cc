#include "tacit/agents/step_order.h"

#include <gtest/gtest.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

Step step(int h, int action = 0) { return {h, {}, action, 0, {}}; }

TEST(StepOrder, TakesTheStagesInTurnAndAllowsAnEarlyEnd) {
  StepOrder order(3, 2);
  for (int user = 0; user < 2; ++user) {
    for (int h = 0; h < 3; ++h) EXPECT_NO_THROW(order.take(step(h, h % 2)));
    order.end();
  }
  EXPECT_NO_THROW(order.take(step(0)));
  order.end();
  EXPECT_NO_THROW(order.take(step(0)));
}

TEST(StepOrder, RefusesWhatDoesNotComeNextAndCountsNothing) {
  StepOrder order(2, 2);
  EXPECT_THROW(order.take(step(1)), Error);
  EXPECT_THROW(order.take(step(-1)), Error);
  EXPECT_THROW(order.take(step(0, 2)), Error);
  EXPECT_THROW(order.take(step(0, -1)), Error);
  EXPECT_NO_THROW(order.take(step(0)));
  EXPECT_THROW(order.take(step(0)), Error);
  EXPECT_NO_THROW(order.take(step(1)));
  EXPECT_THROW(order.take(step(2)), Error);
}

}  // namespace
}  // namespace tacit
