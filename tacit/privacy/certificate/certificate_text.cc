#include "tacit/privacy/certificate/certificate_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/privacy/certificate/mechanism_json.h"

namespace tacit {
namespace {

std::string counted(std::int64_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string promise_sentence(const Certificate& c) {
  const std::string whom =
      c.users() > 0 ? fmt::format("each of at most {}", counted(c.users(), "user", "users")) : "each user";
  return fmt::format(
      "Joint differential privacy with epsilon {:.6g} and delta {:.3g} is promised to {}, for one episode each.",
      c.promise.epsilon().value(), c.promise.delta().value(), whom);
}

std::string neighbour_sentence(Adjacency adjacency) {
  return adjacency == Adjacency::replace_one
             ? "Neighbours are replace-one: had one user answered differently, in any way whatever, all that the other "
               "users see together would have been nearly as likely."
             : "Neighbours are add-remove: had one user contributed nothing, all that the other users see together "
               "would "
               "have been nearly as likely.";
}

std::string run_sentence(const RunContext& run) {
  std::string text = "The run says of itself, which only a signature protects: ";
  for (std::size_t i = 0; i < run.size(); ++i)
    text += fmt::format("{}{} {}", i > 0 ? "; " : "", run[i].first, run[i].second);
  return text + ".";
}

std::string statistic_sentence(const DeclaredStatistic& s, const VaultShape& shape) {
  const int tasks = s.end_task - s.first_task;
  const std::string of = tasks == 1 ? fmt::format("task {}", s.first_task)
                                    : fmt::format("each of the tasks {} to {}", s.first_task, s.end_task - 1);
  const std::string name = s.part == Statistic::gram ? "Gram matrix" : statistic_name(s.part, shape);
  if (s.share == 0)
    return fmt::format("  The {} of {} {} not released.", name, of, s.part == Statistic::outcomes ? "are" : "is");
  return fmt::format("  The {} of {} {} a share of {:.4g} of mu^2, sensitivity {:.6g} and noise of scale {:.6g}.", name,
                     of, s.part == Statistic::outcomes ? "have" : "has", s.share, s.sensitivity, s.noise_scale);
}

std::string features_text(const VaultShape& shape, Adjacency adjacency) {
  if (adjacency == Adjacency::add_remove || shape.cells) return "";
  const std::string kind = shape.non_negative_features ? "non-negative " : "";
  if (shape.rows) return fmt::format(", for features that are one of {} public {}rows", shape.rows->rows(), kind);
  return fmt::format(", for any {}features", kind);
}

// The column norm of these follows from their name, and from f.
bool has_known_norm(const Mechanism& m) {
  return m.strategy == "blocks" || m.strategy == "tree" || m.strategy == "fresh" || m.fading;
}

std::string lattice_sentence(const LatticeBits& bits, bool cells, NoiseSource noise) {
  return fmt::format(
      "  The sums are integers, {} in steps of 2^-{}, 2^-{} and 2^-{}, with discrete Gaussian noise{}.",
      cells ? "weights" : "features", bits.gram, bits.response, bits.outcomes,
      noise == NoiseSource::simulation ? " that is drawn from a seed: a rehearsal, which protects nobody" : "");
}

constexpr const char* kCells =
    "  A user comes with all steps of an episode: the first visit of each state and action counts; the squares of a "
    "user's weights add up to at most 1.";

void describe_mechanism(const MechanismRecord& record, const Promise& promise, std::vector<std::string>& out) {
  const Mechanism& m = record.declared;
  out.push_back(fmt::format(
      "The sums of {} in dimension {} were released {}, of at most {}, by the strategy '{}' with largest column norm "
      "{:.6g}{}.",
      counted(m.shape.tasks, "task", "tasks"), m.shape.dimension,
      record.releases() == 1 ? std::string("once") : fmt::format("{} times", record.releases()), m.releases, m.strategy,
      m.column_norm, has_known_norm(m) ? "" : ", which is taken as stated"));
  if (m.shape.cells) out.emplace_back(kCells);
  if (m.lattice) out.push_back(lattice_sentence(*m.lattice, m.shape.cells, promise.noise()));
  const double joint = joint_sensitivity(m, promise.adjacency());
  constexpr std::size_t kMostLines = 12;
  for (std::size_t i = 0; i < std::min(kMostLines, m.statistics.size()); ++i)
    out.push_back(statistic_sentence(m.statistics[i], m.shape));
  if (m.statistics.size() > kMostLines)
    out.push_back(fmt::format("  And {} more, in the certificate.", m.statistics.size() - kMostLines));
  out.push_back(
      fmt::format("  One user can move all of them together by {:.6g} in units of their noise{}: times the column "
                  "norm, mu is at most {:.6g}.",
                  joint, features_text(m.shape, promise.adjacency()), joint * m.column_norm));
  if (m.requests)
    out.push_back(fmt::format("  On request {} given, of at most {}, each with mu {:.6g}.",
                              record.moments() == 1 ? "1 moment was" : fmt::format("{} moments were", record.moments()),
                              m.requests->most, m.requests->mu));
}

}  // namespace

std::vector<std::string> describe(const Certificate& c) {
  std::vector<std::string> out;
  if (c.spent) out.push_back(promise_sentence(c)), out.push_back(neighbour_sentence(c.promise.adjacency()));
  if (c.promise.noise() == NoiseSource::simulation)
    out.emplace_back("SIMULATION NOISE: it is seeded, for research, and protects nobody.");
  if (!c.run.empty()) out.push_back(run_sentence(c.run));
  for (const MechanismRecord& record : c.mechanisms) describe_mechanism(record, c.promise, out);
  const auto by_hand = std::count_if(c.runs.begin(), c.runs.end(), [](const auto& run) { return run.mechanism < 0; });
  if (by_hand > 0)
    out.push_back(fmt::format("{} made by hand: {} are taken as stated.",
                              by_hand == 1 ? "1 entry was" : fmt::format("{} entries were", by_hand),
                              by_hand == 1 ? "its sensitivity and noise" : "their sensitivities and noise"));
  if (c.spent)
    out.push_back(fmt::format(
        "The user who is charged most has spent mu {:.6g} of {:.6g}, which is epsilon {:.6g} of {:.6g} by {}.",
        c.spent->mu.value(), c.promise.mu().value(), c.spent->epsilon.value(), c.promise.epsilon().value(),
        citation(c.promise.theorem())));
  return out;
}

}  // namespace tacit
