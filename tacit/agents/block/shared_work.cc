#include "tacit/agents/block/shared_work.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "tacit/core/stop.h"

namespace tacit {

void share_work(int threads, Index count, const std::function<void(Index)>& work) {
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
