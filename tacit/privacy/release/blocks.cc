#include "tacit/privacy/release/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tacit/core/error.h"

namespace tacit {
namespace {

Strategy summing(std::string name, Index releases, const Memory& memory) {
  Strategy s{};
  s.name = std::move(name);
  s.releases = checked_releases(releases);
  s.prefix_std.assign(releases, 0.0);
  s.memory = checked_memory(memory).numbers_kept();
  s.target = [memory](Index dimension) { return sum_decoder(dimension, memory); };
  return s;
}

}  // namespace

Strategy exact_strategy(Index releases, const Memory& memory) {
  Strategy s = summing("exact", releases, memory);
  s.touches = {{0, 0, releases, std::numeric_limits<double>::infinity()}};
  s.decoder = [](Index) { return identity_decoder(); };
  return s;
}

Strategy fresh_strategy(Index releases, const Memory& memory) {
  Strategy s = summing("fresh", releases, memory);
  const double total = memory.squared_weight(releases);
  s.unit_noise = std::sqrt(total);
  s.prefix_std.assign(releases, s.unit_noise);
  s.decoder = [](Index) { return identity_decoder(); };
  if (memory.discount == 1) {
    for (Index t = 0; t < releases; ++t) s.touches.push_back({t, memory.first_block(t), t + 1, 1 / total});
    s.encoder = [memory](Index dimension) { return sum_encoder(dimension, memory.window); };
    return s;
  }
  if (releases > 2000)
    throw Error("releases", fmt::format("{}", releases), "at most 2000 with fresh noise and a discount");
  for (Index t = 0; t < releases; ++t)
    for (Index b = 0; b <= t; ++b)
      s.touches.push_back({t, b, b + 1, std::pow(memory.discount, 2.0 * static_cast<double>(t - b)) / total});
  return s;
}

Strategy blocks_strategy(Index releases, const Memory& memory) {
  Strategy s = summing("blocks", releases, memory);
  s.unit_noise = 1;
  s.memory *= 2;
  for (Index t = 0; t < releases; ++t) {
    s.prefix_std[t] = std::sqrt(memory.squared_weight(t + 1));
    s.touches.push_back({t, t, t + 1, 1.0});
  }
  s.decoder = s.target;
  s.encoder = [](Index) { return block_encoder(); };
  s.reads_earlier_blocks = false;
  return s;
}

}  // namespace tacit
