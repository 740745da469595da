#include "tacit/lab/report/places.h"

#include <gtest/gtest.h>

namespace tacit {
namespace {

TEST(Places, AreGroupedByWhoIsThere) {
  Places places;
  EXPECT_TRUE(places.empty());
  places.add("a", "x");
  places.add("b", "z");
  places.add("a", "y");
  EXPECT_EQ(places.text(3), "a on x and y; b on z");
  EXPECT_EQ(places.text(2), "a in all 2 environments; b on z");
}

}  // namespace
}  // namespace tacit
