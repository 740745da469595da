// A strategy as the matrices that define it: its decoder and its encoder, read off by feeding them impulses.
#pragma once

#include "tacit/privacy/release/strategy.h"

namespace tacit::trial {

/// Measurements made up to and including each release.
inline std::vector<Index> measurement_counts(const Strategy& s) {
  const auto decoder = s.decoder(1);
  std::vector<Index> counts;
  Index total = 0;
  for (Index t = 0; t < s.releases; ++t) {
    const std::vector<double> zero(decoder->measurements());
    double prefix = 0;
    counts.push_back(total += decoder->measurements());
    decoder->decode(zero, {&prefix, 1});
  }
  return counts;
}

/// D, releases x measurements: coordinate j of the run has a one as its j-th measurement and zeros else.
inline Matrix dense_decoder(const Strategy& s) {
  const Index n = measurement_counts(s).back();
  const auto decoder = s.decoder(n);
  Matrix D(s.releases, n);
  for (Index t = 0, first = 0; t < s.releases; ++t) {
    const Index count = decoder->measurements();
    Matrix measured = Matrix::Zero(count, n);
    for (Index m = 0; m < count; ++m) measured(m, first + m) = 1;
    first += count;
    decoder->decode({measured.data(), static_cast<std::size_t>(measured.size())},
                    {D.row(t).data(), static_cast<std::size_t>(n)});
  }
  return D;
}

/// What the prefixes are without noise, releases x blocks: the lower-triangular ones unless there is a window or a
/// discount.
inline Matrix dense_target(const Strategy& s) {
  Strategy target = s;
  target.decoder = s.target;
  return dense_decoder(target);
}

/// E, measurements x blocks, for a strategy with a form on the integers.
inline Matrix dense_encoder(const Strategy& s) {
  const Index T = s.releases;
  const auto counts = measurement_counts(s);
  const auto encoder = s.encoder(T);
  Matrix E(counts.back(), T);
  for (Index t = 0, first = 0; t < T; first = counts[t++]) {
    std::vector<std::int64_t> block(T), measured((counts[t] - first) * T);
    block[t] = 1;
    encoder->encode(block, measured);
    for (Index m = first; m < counts[t]; ++m)
      for (Index b = 0; b < T; ++b)
        E(m, b) = static_cast<double>(measured[(m - first) * T + b]) / static_cast<double>(s.encoder_multiple);
  }
  return E;
}

}  // namespace tacit::trial
