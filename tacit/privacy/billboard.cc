#include "tacit/privacy/billboard.h"

#include <cmath>

#include "tacit/privacy/accounting/calibration.h"
#include "tacit/privacy/release/layout.h"

namespace tacit {

void Billboard::clear(const VaultShape& shape) {
  ask_ = nullptr;  // A door that was here before answers no more.
  const Index d = shape.dimension, matrix = shape.cells ? 0 : d, diagonal = shape.cells ? d : 0;
  tasks_.assign(
      shape.tasks,
      {Matrix::Zero(matrix, matrix), Vector::Zero(diagonal), Vector::Zero(d), Matrix::Zero(shape.outcomes, d), {}, {}});
}

void Billboard::put(int task, Statistic statistic, std::span<const double> values) {
  Task& board = tasks_[task];
  const Index d = board.response.size();
  switch (statistic) {
    case Statistic::gram:
      if (board.diagonal.size() > 0)
        board.diagonal = ConstVectorView(values.data(), d);
      else
        board.gram = unpack_symmetric(values, d);
      break;
    case Statistic::response:
      board.response = ConstVectorView(values.data(), d);
      break;
    case Statistic::outcomes:
      board.outcomes = ConstMatrixView(values.data(), static_cast<Index>(values.size()) / d, d);
  }
}

void Billboard::put(std::span<const Segment> segments, std::span<const double> values) {
  for (const Segment& s : segments) {
    put(s.task, s.part, values.first(static_cast<std::size_t>(s.size)));
    values = values.subspan(static_cast<std::size_t>(s.size));
  }
}

void Billboard::state_noise(std::span<const Segment> segments, double on_sums, double measured) {
  for (const Segment& s : segments) {
    part_of(tasks_[s.task].noise, s.part) = on_sums * s.deviation;
    part_of(tasks_[s.task].measured, s.part) = measured * s.deviation;
  }
}

Moments Billboard::moments(int task, const Targets& targets) const {
  if (ask_) return ask_(task, targets);
  const Task& board = tasks_[task];
  Moments moments{board.outcomes.transpose() * targets.at_outcomes,
                  board.noise.outcomes * targets.at_outcomes.colwise().norm()};
  if (targets.response.size() == 0) return moments;
  moments.sums += board.response * targets.response.transpose();
  for (Index j = 0; j < targets.count; ++j)
    moments.deviation[j] = std::hypot(moments.deviation[j], board.noise.response * targets.response[j]);
  return moments;
}

}  // namespace tacit
