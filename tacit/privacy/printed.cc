#include "tacit/privacy/printed.h"

#include <algorithm>
#include <cmath>

#include "tacit/privacy/running_sum.h"

namespace tacit {
namespace {

class PilingDecoder final : public Decoder {
 public:
  void decode(std::span<const double> measured, std::span<double> prefix) override {
    if (first_.empty()) first_.assign(measured.begin(), measured.end());
    ++steps_;
    std::transform(first_.begin(), first_.end(), prefix.begin(), [this](double z) { return steps_ * z; });
  }

 private:
  std::vector<double> first_;
  double steps_ = 0;
};

}  // namespace

Strategy printed_strategy(Index releases) {
  Strategy s{};
  s.name = "printed";
  s.sound = false;
  s.releases = checked_releases(releases);
  s.unit_noise = std::sqrt(static_cast<double>(releases));
  s.prefix_std.reserve(releases);
  for (Index t = 0; t < releases; ++t) s.prefix_std.push_back(s.unit_noise * static_cast<double>(t + 1));
  s.touches = {{0, 0, releases, 1.0}};
  s.memory = 2;
  s.target = [](Index dimension) { return sum_decoder(dimension, {}); };
  s.decoder = [](Index) { return std::make_unique<PilingDecoder>(); };
  return s;
}

}  // namespace tacit
