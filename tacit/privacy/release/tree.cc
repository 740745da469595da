#include "tacit/privacy/release/tree.h"

#include <bit>
#include <cmath>

#include "tacit/privacy/release/running_sum.h"

namespace tacit {
namespace {

int trailing_zeros(Index n) { return std::countr_zero(static_cast<std::uint64_t>(n)); }

double refined_variance(int level) { return 1 / (2 - std::ldexp(1.0, -level)); }

// `sums_` at level l holds the estimate of the prefix that ends with the newest node of that level: the next prefix is
// its own new node after one of these.
class TreeDecoder : public Decoder {
 public:
  TreeDecoder(Index dimension, Index levels) : dimension_(dimension), sums_(dimension * levels) {}

  void decode(std::span<const double> measured, std::span<double> prefix) override { append(measured.data(), prefix); }

 protected:
  void append(const double* node, std::span<double> prefix) {
    ++blocks_;
    double* sum = &sums_[trailing_zeros(blocks_) * dimension_];
    const Index before = blocks_ & (blocks_ - 1);
    if (before == 0) {
      for (Index i = 0; i < dimension_; ++i) prefix[i] = sum[i] = node[i];
    } else {
      const double* rest = &sums_[trailing_zeros(before) * dimension_];
      for (Index i = 0; i < dimension_; ++i) prefix[i] = sum[i] = rest[i] + node[i];
    }
  }

  Index dimension_, blocks_ = 0;
  std::vector<double> sums_;
};

class HonakerDecoder final : public TreeDecoder {
 public:
  HonakerDecoder(Index dimension, Index levels)
      : TreeDecoder(dimension, levels), left_(dimension * levels), node_(dimension) {}

  Index measurements() const override { return trailing_zeros(blocks_ + 1) + 1; }

  void decode(std::span<const double> measured, std::span<double> prefix) override {
    const int top = trailing_zeros(blocks_ + 1);
    std::copy_n(measured.begin(), dimension_, node_.begin());
    for (int level = 1; level <= top; ++level) {
      const double own = refined_variance(level);
      const double *mine = &measured[level * dimension_], *left = &left_[(level - 1) * dimension_];
      for (Index i = 0; i < dimension_; ++i) node_[i] = own * mine[i] + (1 - own) * (left[i] + node_[i]);
    }
    std::copy(node_.begin(), node_.end(), left_.begin() + top * dimension_);
    append(node_.data(), prefix);
  }

 private:
  std::vector<double> left_, node_;  // The newest estimate of each level, waiting for its right half.
};

class TreeEncoder final : public Encoder {
 public:
  TreeEncoder(Index dimension, Index levels, bool all)
      : dimension_(dimension), all_(all), left_(dimension * levels), node_(dimension) {}

  void encode(std::span<const std::int64_t> block, std::span<std::int64_t> measured) override {
    const int top = trailing_zeros(++blocks_);
    std::copy(block.begin(), block.end(), node_.begin());
    for (int level = 0;; ++level) {
      if (all_ || level == top)
        std::copy(node_.begin(), node_.end(), measured.begin() + (all_ ? level * dimension_ : 0));
      if (level == top) break;
      for (Index i = 0; i < dimension_; ++i) node_[i] = checked_sum(left_[level * dimension_ + i], node_[i]);
    }
    std::copy(node_.begin(), node_.end(), left_.begin() + top * dimension_);
  }

 private:
  Index dimension_, blocks_ = 0;
  bool all_;
  std::vector<std::int64_t> left_, node_;
};

}  // namespace

Index tree_levels(Index releases) { return std::bit_width(static_cast<std::uint64_t>(checked_releases(releases))); }

Strategy tree_strategy(Index releases, Refinement refinement) {
  const bool refined = refinement == Refinement::kHonaker;
  const Index levels = tree_levels(releases);
  const double share = 1 / static_cast<double>(levels);
  Strategy s{};
  s.name = "tree";
  s.releases = releases;
  s.unit_noise = std::sqrt(static_cast<double>(levels));
  for (Index n = 1; n <= releases; ++n) {
    double variance = 0;
    for (Index rest = n; rest != 0; rest &= rest - 1) variance += refined ? refined_variance(trailing_zeros(rest)) : 1;
    s.prefix_std.push_back(s.unit_noise * std::sqrt(variance));
    for (int level = refined ? 0 : trailing_zeros(n); level <= trailing_zeros(n); ++level)
      s.touches.push_back({n - 1, n - (Index{1} << level), n, share});
  }
  s.memory = 1 + (refined ? 2 * levels : levels);
  s.target = [](Index dimension) { return sum_decoder(dimension, {}); };
  s.decoder = [refined, levels](Index dimension) -> std::unique_ptr<Decoder> {
    if (refined) return std::make_unique<HonakerDecoder>(dimension, levels);
    return std::make_unique<TreeDecoder>(dimension, levels);
  };
  s.encoder = [refined, levels](Index dimension) { return std::make_unique<TreeEncoder>(dimension, levels, refined); };
  return s;
}

}  // namespace tacit
