#include "tacit/agents/episode.h"

#include <fmt/format.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

[[noreturn]] void refuse(const Step& step, int h, const Problem& problem) {
  if (h >= problem.horizon)
    throw Error("episode.steps", fmt::format("{}", h + 1), fmt::format("at most {}, one per stage", problem.horizon));
  if (step.h != h) throw Error("step.h", fmt::format("{}", step.h), fmt::format("{}, the next stage", h));
  throw Error("step.action", fmt::format("{}", step.action),
              fmt::format("an integer from 0 to {}", problem.actions - 1));
}

}  // namespace

void require_order(const Episode& episode, const Problem& problem, std::int64_t newest) {
  if (episode.version < 0 || episode.version > newest)
    throw Error("episode.version", fmt::format("{}", episode.version),
                fmt::format("the version of a policy of this agent, from 0 to {}", newest));
  int h = 0;
  for (const Step& step : episode.steps) {
    if (h >= problem.horizon || step.h != h || step.action < 0 || step.action >= problem.actions)
      refuse(step, h, problem);
    ++h;
  }
}

}  // namespace tacit
