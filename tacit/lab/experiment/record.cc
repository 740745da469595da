#include "tacit/lab/experiment/record.h"

#include <cmath>

namespace tacit {

std::vector<std::int64_t> checkpoints(std::int64_t episodes) {
  std::vector<std::int64_t> result;
  for (int i = 0;; ++i) {
    const auto k = static_cast<std::int64_t>(std::llround(std::pow(10.0, i / 10.0)));
    if (k >= episodes) break;
    if (result.empty() || k > result.back()) result.push_back(k);
  }
  result.push_back(episodes);
  return result;
}

}  // namespace tacit
