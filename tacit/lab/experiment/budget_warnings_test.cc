#include "tacit/lab/experiment/budget_warnings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tacit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(BudgetWarnings, AreOfWhatIsLarge) {
  EXPECT_THAT(budget_warnings(21, std::nullopt, 100), ElementsAre(HasSubstr("epsilon 21 is above 20")));
  EXPECT_THAT(budget_warnings(1, 0.011, 100), ElementsAre(HasSubstr("delta 0.011 is above 1/K")));
}

TEST(BudgetWarnings, AreNotOfWhatIsNot) {
  EXPECT_THAT(budget_warnings(20, 0.01, 100), IsEmpty());
  EXPECT_THAT(budget_warnings(std::nullopt, std::nullopt, 100), IsEmpty());
}

}  // namespace
}  // namespace tacit
