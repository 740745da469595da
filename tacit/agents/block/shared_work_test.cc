#include "tacit/agents/block/shared_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "tacit/core/stop.h"

namespace tacit {
namespace {

TEST(SharedWork, DoesEveryPartOnce) {
  for (const int threads : {1, 4}) {
    std::vector<std::atomic<int>> done(100);
    share_work(threads, 100, [&](Index i) { ++done[i]; });
    for (const auto& times : done) EXPECT_EQ(times, 1);
  }
}

TEST(SharedWork, IsStoppedByWhatStopsTheCaller) {
  std::atomic<bool> flag = false;
  const StopScope scope(&flag);
  for (const int threads : {1, 4}) {
    flag = false;
    std::atomic<int> begun = 0;
    const auto work = [&](Index) {
      obey_stop();
      ++begun;
      flag = true;
    };
    EXPECT_THROW(share_work(threads, 10000, work), Stopped);
    EXPECT_LE(begun, threads);
  }
}

TEST(SharedWork, PassesErrorsOn) {
  EXPECT_THROW(share_work(4, 10,
                          [](Index i) {
                            if (i == 7) throw std::runtime_error("seven");
                          }),
               std::runtime_error);
}

}  // namespace
}  // namespace tacit
