#include "tacit/lab/figure/direct_labels.h"

#include <algorithm>
#include <numeric>

namespace tacit {

// With z_i = place_i - i * spacing the condition is that z does not decrease: isotonic regression, by pooling
// neighbours that violate it (Barlow et al. 1972).
std::vector<double> spread(std::span<const double> wanted, double spacing, double low, double high) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  struct Block {
    double sum;
    std::size_t count;
    double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < order.size(); ++i) {
    blocks.push_back({wanted[order[i]] - static_cast<double>(i) * spacing, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() >= blocks.back().mean()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back().sum += last.sum;
      blocks.back().count += last.count;
    }
  }
  const double room = std::max(low, high - static_cast<double>(wanted.size() - 1) * spacing);
  std::vector<double> places(wanted.size());
  std::size_t i = 0;
  for (const Block& block : blocks)
    for (std::size_t n = 0; n < block.count; ++n, ++i)
      places[order[i]] = std::clamp(block.mean(), low, room) + static_cast<double>(i) * spacing;
  return places;
}

}  // namespace tacit
