#include "tacit/agents/block/shared_work.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "tacit/core/stop.h"

namespace tacit {

void share_work(int threads, Index count, const std::function<void(Index)>& work) {
  const auto most = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  threads = static_cast<int>(std::min<std::size_t>(most, std::max(threads, 1)));
  if (threads <= 1 || count <= 1) {
    for (Index i = 0; i < count; ++i) work(i);
    return;
  }
  const std::atomic<bool>* flag = stop_flag();
  tbb::task_arena arena(threads);  // Of its own: whoever waits here takes up nobody else's work.
  arena.execute([&] {
    tbb::parallel_for(Index{0}, count, [&](Index i) {
      const StopScope scope(flag);
      work(i);
    });
  });
}

}  // namespace tacit
