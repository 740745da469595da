// An environment of one's own: made by hand, run, registered so that everything else knows its name, and kept in a
// file.
#include <cstdio>
#include <filesystem>

#include "tacit/core/error.h"
#include "tacit/envs/catalog.h"
#include "tacit/lab/experiment/runner.h"
#include "tacit/lab/experiment/summary.h"
#include "tacit/mdp/file/mdp_file.h"
#include "tacit/mdp/file/mdp_tables.h"

namespace {

// A newsletter that may be sent (action 1) or not (action 0), to users who are interested (state 0), tired (1) or gone
// (2). Only interested users read it; sent to tired ones, it drives them away. Without features the problem is tabular.
tacit::LinearMdp newsletter() {
  tacit::MdpTables tables;
  tables.name = "newsletter";
  tables.horizon = 8, tables.states = 3, tables.actions = 2;
  tables.start = {{3}, {0.7, 0.3, 0}};  // A NumberTable: its shape, then its numbers; here 3 numbers, one per state.
  tables.ended = 2;
  tacit::TransitionTable& next = tables.transitions.emplace();  // One stage: all are alike.
  const double rows[6][3] = {{0.9, 0.1, 0}, {0.5, 0.5, 0}, {0.6, 0.4, 0}, {0, 0.6, 0.4}, {0, 0, 1}, {0, 0, 1}};
  for (const auto& row : rows) {
    for (int s = 0; s < 3; ++s)
      if (row[s] > 0) next.to.push_back(s), next.probability.push_back(row[s]);
    next.begin.push_back(static_cast<std::int64_t>(next.to.size()));
  }
  // 1 stage x 6 rows, row s * actions + a. The last index changes fastest.
  tables.rewards = tacit::NumberTable{{1, 6}, {0, 0.8, 0, 0.2, 0, 0}};
  return tacit::assemble(tables, "newsletter");  // Refuses what is not a linear MDP, and says which row.
}

}  // namespace

int main() {
  try {
    const tacit::LinearMdp mdp = newsletter();
    tacit::RunSpec spec;
    spec.agent = "dp-block-ucb";
    spec.episodes = 20000, spec.epsilon = 1;
    const tacit::Summary direct = tacit::summarise(tacit::run_experiment(spec, mdp));

    tacit::register_environment(tacit::fixed_environment(mdp, "whom to send a newsletter"));
    spec.env = "newsletter";  // Now a name like others: in sweeps, audits and lists, too.
    const tacit::Summary by_name = tacit::summarise(tacit::run_experiment(spec));

    const auto file = std::filesystem::temp_directory_path() / "newsletter.npz";
    tacit::save_mdp(mdp, file);  // `tacit run --env newsletter.npz` reads it, and so does numpy.load.
    spec.env = file.string();
    const tacit::Summary from_file = tacit::summarise(tacit::run_experiment(spec));
    std::filesystem::remove(file);

    std::printf("regret of 20000 users: %.1f; by name %.1f; from a file %.1f\n", direct.mean_regret,
                by_name.mean_regret, from_file.mean_regret);
    return direct.mean_regret == by_name.mean_regret && direct.mean_regret == from_file.mean_regret ? 0 : 1;
  } catch (const tacit::Error& error) {  // Names the field, the row and what is allowed.
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
