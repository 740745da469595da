#include "tacit/privacy/release/running_sum.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/error.h"

namespace tacit {
namespace {

class SumDecoder final : public Decoder {
 public:
  SumDecoder(Index dimension, double discount) : discount_(discount), sum_(dimension) {}
  void decode(std::span<const double> measured, std::span<double> prefix) override {
    for (std::size_t i = 0; i < sum_.size(); ++i) prefix[i] = sum_[i] = discount_ * sum_[i] + measured[i];
  }

 private:
  double discount_;
  std::vector<double> sum_;
};

// The newest `window` vectors, in a ring.
template <typename Number>
class Ring {
 public:
  Ring(Index dimension, Index window) : dimension_(dimension), window_(window), rows_(dimension * window) {}

  template <typename Add>
  void push_and_sum(std::span<const Number> row, std::span<Number> sum, Add add) {
    std::copy(row.begin(), row.end(), rows_.begin() + next_ * dimension_);
    next_ = (next_ + 1) % window_;
    std::fill(sum.begin(), sum.end(), Number{0});
    for (Index r = 0; r < window_; ++r)
      for (Index i = 0; i < dimension_; ++i) sum[i] = add(sum[i], rows_[r * dimension_ + i]);
  }

 private:
  Index dimension_, window_, next_ = 0;
  std::vector<Number> rows_;
};

class WindowDecoder final : public Decoder {
 public:
  WindowDecoder(Index dimension, Index window) : ring_(dimension, window) {}
  void decode(std::span<const double> measured, std::span<double> prefix) override {
    ring_.push_and_sum(measured, prefix, [](double a, double b) { return a + b; });
  }

 private:
  Ring<double> ring_;
};

class IdentityDecoder final : public Decoder {
  void decode(std::span<const double> measured, std::span<double> prefix) override {
    std::copy(measured.begin(), measured.end(), prefix.begin());
  }
};

class BlockEncoder final : public Encoder {
  void encode(std::span<const std::int64_t> block, std::span<std::int64_t> measured) override {
    std::copy(block.begin(), block.end(), measured.begin());
  }
};

class SumEncoder final : public Encoder {
 public:
  explicit SumEncoder(Index dimension) : sum_(dimension) {}
  void encode(std::span<const std::int64_t> block, std::span<std::int64_t> measured) override {
    for (std::size_t i = 0; i < sum_.size(); ++i) measured[i] = sum_[i] = checked_sum(sum_[i], block[i]);
  }

 private:
  std::vector<std::int64_t> sum_;
};

class WindowEncoder final : public Encoder {
 public:
  WindowEncoder(Index dimension, Index window) : ring_(dimension, window) {}
  void encode(std::span<const std::int64_t> block, std::span<std::int64_t> measured) override {
    ring_.push_and_sum(block, measured, checked_sum);
  }

 private:
  Ring<std::int64_t> ring_;
};

}  // namespace

double Memory::squared_weight(Index blocks) const {
  if (window > 0) return static_cast<double>(std::min(blocks, window));
  if (discount == 1) return static_cast<double>(blocks);
  const double square = discount * discount;
  return -std::expm1(static_cast<double>(blocks) * std::log(square)) / (1 - square);
}

Memory checked_memory(const Memory& memory) {
  if (memory.window < 0 || memory.window > 100'000)
    throw Error("window", fmt::format("{}", memory.window), "an integer from 0 (all blocks) to 100000");
  if (!(memory.discount > 0 && memory.discount <= 1))
    throw Error("discount", fmt::format("{}", memory.discount), "a number above 0 and at most 1");
  if (memory.window > 0 && memory.discount < 1) throw Error("window", "a window and a discount exclude each other");
  return memory;
}

std::unique_ptr<Decoder> sum_decoder(Index dimension, const Memory& memory) {
  if (memory.window > 0) return std::make_unique<WindowDecoder>(dimension, memory.window);
  return std::make_unique<SumDecoder>(dimension, memory.discount);
}
std::unique_ptr<Decoder> identity_decoder() { return std::make_unique<IdentityDecoder>(); }
std::unique_ptr<Encoder> block_encoder() { return std::make_unique<BlockEncoder>(); }
std::unique_ptr<Encoder> sum_encoder(Index dimension, Index window) {
  if (window > 0) return std::make_unique<WindowEncoder>(dimension, window);
  return std::make_unique<SumEncoder>(dimension);
}

}  // namespace tacit
