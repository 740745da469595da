#include "tacit/core/stop.h"

#include <gtest/gtest.h>

#include <thread>

namespace tacit {
namespace {

TEST(Stop, IsObeyedWithinItsScopeOnly) {
  std::atomic<bool> flag{true};
  EXPECT_NO_THROW(obey_stop());
  {
    const StopScope scope(&flag);
    EXPECT_THROW(obey_stop(), Stopped);
    {
      const StopScope never(nullptr);
      EXPECT_NO_THROW(obey_stop());
    }
    flag = false;
    EXPECT_NO_THROW(obey_stop());
    flag = true;
    EXPECT_THROW(obey_stop(), Stopped);
  }
  EXPECT_NO_THROW(obey_stop());
}

TEST(Stop, IsOfOneThread) {
  std::atomic<bool> flag{true};
  const StopScope scope(&flag);
  std::thread([] { EXPECT_NO_THROW(obey_stop()); }).join();
}

}  // namespace
}  // namespace tacit
