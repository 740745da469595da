#include "tacit/core/error.h"

#include <gtest/gtest.h>

namespace tacit {
namespace {

TEST(Error, NamesFieldValueAndWhatIsAllowed) {
  const Error error("--episodes", "0", "an integer from 1 to 10");
  EXPECT_STREQ(error.what(), "--episodes: 0 is not allowed; expected an integer from 1 to 10");
  EXPECT_EQ(error.field(), "--episodes");
  EXPECT_EQ(error.value(), "0");
}

TEST(Check, ThrowsADefectOnlyWhenItFails) {
  EXPECT_NO_THROW(check(true, "fine"));
  EXPECT_THROW(check(false, "broken"), Defect);
}

}  // namespace
}  // namespace tacit
