#include "tacit/lab/report/lineup.h"

#include <set>

#include "tacit/lab/experiment/summary.h"

namespace tacit {
namespace {

/// With the least mean regret.
template <typename Wanted>
const Contender* best_of(const Arena& arena, Wanted wanted) {
  const Contender* best = nullptr;
  double least = 0;
  for (const Contender& contender : arena.contenders) {
    if (!wanted(contender)) continue;
    const double regret = mean(final_regrets(contender));
    if (best == nullptr || regret < least) best = &contender, least = regret;
  }
  return best;
}

}  // namespace

Origin origin_of(const std::string& agent) {
  static const std::set<std::string> ours = {"block-ucb", "block-posterior", kBlockUcb, kBlockPosterior};
  return ours.contains(agent) ? Origin::ours : Origin::literature;
}

const Contender* best_open(const Arena& arena, Origin origin) {
  return best_of(arena, [origin](const Contender& c) {
    return c.role == Role::not_private && !c.epsilon() && origin_of(c.spec().agent) == origin;
  });
}

const Contender* best_private(const Arena& arena) {
  return best_of(arena, [budget = arena.main_budget()](const Contender& c) {
    return c.role == Role::is_private && c.epsilon() == budget;
  });
}

std::string flagship(const Arena& arena) {
  for (const char* name : {kBlockUcb, kStreamed})
    if (arena.find(name) != nullptr) return name;
  return {};
}

}  // namespace tacit
