#include "tacit/privacy/accounting/touch_runs.h"

#include <map>
#include <utility>

#include "tacit/privacy/accounting/mechanism.h"

namespace tacit {
namespace {

// Whether `next` continues `run`; if so, the run takes it in.
bool extend(TouchRun& run, const Touch& next) {
  const Touch& start = run.touch;
  if (start.share != next.share) return false;
  const Index release = next.release - start.release, first = next.first_block - start.first_block,
              end = next.end_block - start.end_block;
  if (release <= 0 || first < 0 || end < 0) return false;
  if (run.steps == 1) {
    run.release_stride = release, run.first_stride = first, run.end_stride = end;
  } else if (release != run.steps * run.release_stride || first != run.steps * run.first_stride ||
             end != run.steps * run.end_stride) {
    return false;
  }
  ++run.steps;
  return true;
}

}  // namespace

std::vector<TouchRun> fold(std::span<const Touch> touches) {
  std::vector<TouchRun> runs;
  std::map<std::pair<double, Index>, std::size_t> newest;  // By share and width.
  for (const Touch& touch : touches) {
    const std::pair key(touch.share, touch.end_block - touch.first_block);
    const auto alike = newest.find(key);
    if (alike != newest.end() && extend(runs[alike->second], touch)) continue;
    // A width that grows: every prefix anew.
    if (alike == newest.end() && !runs.empty() && runs.back().touch.first_block == touch.first_block &&
        extend(runs.back(), touch))
      continue;
    runs.push_back({touch});
    newest[key] = runs.size() - 1;
  }
  return runs;
}

std::vector<Touch> unfold(std::span<const TouchRun> runs) {
  std::vector<Touch> touches;
  for (const TouchRun& run : runs)
    for (Index i = 0; i < run.steps; ++i)
      touches.push_back({run.touch.release + i * run.release_stride, run.touch.first_block + i * run.first_stride,
                         run.touch.end_block + i * run.end_stride, run.touch.share});
  return ordered(std::move(touches));
}

}  // namespace tacit
