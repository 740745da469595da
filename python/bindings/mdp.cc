// Environments of one's own: from arrays, to and from files, solved and evaluated.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/environment.h"
#include "tacit/agents/controls.h"
#include "tacit/core/error.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/file/mdp_file.h"
#include "tacit/mdp/file/mdp_tables.h"

namespace tacit::python {
namespace {

using Numbers = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;
using Table = std::optional<Numbers>;

std::span<const double> span_of(const Numbers& array) { return {array.data(), array.size()}; }

std::optional<NumberTable> table_of(const Table& array) {
  if (!array) return std::nullopt;
  NumberTable table;
  for (std::size_t i = 0; i < array->ndim(); ++i) table.shape.push_back(static_cast<std::int64_t>(array->shape(i)));
  table.numbers.assign(array->data(), array->data() + array->size());
  return table;
}

/// Shapes are those of a file: stages first, state and action as one.
Environment assemble_arrays(const std::string& name, std::int64_t horizon, std::int64_t states, std::int64_t actions,
                            const Numbers& start, const Table& transitions, const Table& rewards, const Table& features,
                            const Table& measures, const Table& theta, const std::optional<std::int64_t>& ended,
                            const std::optional<std::pair<double, double>>& reward_range, bool bernoulli,
                            bool rewards_known) {
  double numbers = 0;
  for (const Table* array : {&transitions, &features, &measures})
    if (*array) numbers += static_cast<double>((*array)->size());
  if (numbers > kMostStoredNumbers) throw Error("mdp", "has more than 50 million numbers; no more are taken");
  MdpTables tables;
  tables.name = name;
  tables.horizon = horizon, tables.states = states, tables.actions = actions;
  tables.start = *table_of(start);
  if (transitions)
    tables.transitions = full_transitions(static_cast<std::int64_t>(transitions->shape(0)),
                                          static_cast<std::int64_t>(transitions->shape(1)),
                                          static_cast<std::int64_t>(transitions->shape(2)), span_of(*transitions));
  tables.rewards = table_of(rewards), tables.features = table_of(features);
  tables.measures = table_of(measures), tables.theta = table_of(theta);
  if (reward_range) tables.reward_range = NumberTable{{2}, {reward_range->first, reward_range->second}};
  tables.ended = ended;
  tables.bernoulli = bernoulli, tables.rewards_known = rewards_known;
  const nb::gil_scoped_release released;
  return {std::make_shared<const LinearMdp>(assemble(tables, ""))};
}

/// Q as (stages, states, actions), V of first states, the value; of the best policy also its law.
using Solved = std::tuple<ConstArray<double>, ConstArray<double>, double, ConstArray<double>>;

void require_finite(const LinearMdp& mdp) {
  if (!mdp.finite())
    throw Error("env", "'" + mdp.name + "' has infinitely many states; only finitely many fit into an array");
}

Solved solved(const LinearMdp& mdp, const Evaluation& found) {
  const Problem& p = mdp.problem;
  const Policy greedy = greedy_policy(p, found.weights);
  std::vector<double> q, law(static_cast<std::size_t>(p.horizon * p.points.rows()));
  auto place = law.begin();
  for (int h = 0; h < p.horizon; ++h) {
    const auto values = greedy.action_values(h);
    q.insert(q.end(), values.begin(), values.end());
    for (Index s = 0; s < p.point_count(); ++s, place += p.actions)
      greedy.table()->distribution(h, s, std::span(&*place, static_cast<std::size_t>(p.actions)));
  }
  const auto stages = static_cast<std::size_t>(p.horizon), states = static_cast<std::size_t>(p.point_count()),
             actions = static_cast<std::size_t>(p.actions);
  const nb::gil_scoped_acquire held;
  return {to_array(std::move(q), {stages, states, actions}),
          to_array(std::vector<double>(found.start_values.begin(), found.start_values.end())), found.mean_value,
          to_array(std::move(law), {stages, states, actions})};
}

Solved solve(const Environment& env) {
  require_finite(*env.mdp);
  const nb::gil_scoped_release released;
  return solved(*env.mdp, Evaluator(*env.mdp).optimal());
}

Solved evaluate(const Environment& env, const Numbers& law) {
  require_finite(*env.mdp);
  const nb::gil_scoped_release released;
  const Problem& problem = env.mdp->problem;
  const Policy policy(problem, 0, PolicyTable::of_law(problem, span_of(law)));
  return solved(*env.mdp, Evaluator(*env.mdp).of(policy.law()));
}

std::string json_of(const Environment& env) {
  const nb::gil_scoped_release released;
  std::ostringstream out;
  write_mdp(*env.mdp, MdpEncoding::json, out);
  return out.str();
}

Environment parsed(const std::string& json) {
  const nb::gil_scoped_release released;
  return {std::make_shared<const LinearMdp>(parse_mdp(json, "mdp.json").mdp)};
}

Environment loaded(const std::string& file) {
  const nb::gil_scoped_release released;
  return {std::make_shared<const LinearMdp>(read_mdp(file).mdp)};
}

/// Features, and one stage of what is alike: chances (stages, states * actions, states), mean rewards in the units of
/// their range (stages, states * actions), first states.
std::tuple<ConstArray<double>, ConstArray<double>, ConstArray<double>, ConstArray<double>> arrays(
    const Environment& env) {
  const LinearMdp& mdp = *env.mdp;
  MdpTables tables = tables_of(mdp);
  const auto states = static_cast<std::size_t>(tables.states), actions = static_cast<std::size_t>(tables.actions);
  const TransitionTable& sparse = *tables.transitions;
  std::vector<double> chances(static_cast<std::size_t>(sparse.rows()) * states);
  for (std::int64_t row = 0; row < sparse.rows(); ++row)
    for (std::int64_t i = sparse.begin[row]; i < sparse.begin[row + 1]; ++i)
      chances[static_cast<std::size_t>(row) * states + static_cast<std::size_t>(sparse.to[i])] = sparse.probability[i];
  const Matrix& points = mdp.problem.points;
  return {to_array(std::vector<double>(points.data(), points.data() + points.size()),
                   {states, actions, static_cast<std::size_t>(mdp.problem.dimension)}),
          to_array(std::move(chances), {static_cast<std::size_t>(sparse.stages), states, actions, states}),
          to_array(std::move(tables.rewards->numbers),
                   {static_cast<std::size_t>(tables.rewards->shape[0]), states, actions}),
          to_array(std::move(tables.start.numbers))};
}

}  // namespace

void bind_mdp(nb::module_& m) {
  m.def("assemble", assemble_arrays, nb::arg("name"), nb::arg("horizon"), nb::arg("states"), nb::arg("actions"),
        nb::arg("start"), nb::arg("transitions").none(), nb::arg("rewards").none(), nb::arg("features").none(),
        nb::arg("measures").none(), nb::arg("theta").none(), nb::arg("ended").none(), nb::arg("reward_range").none(),
        nb::arg("bernoulli"), nb::arg("rewards_known"));
  m.def("solve", solve, nb::arg("env"));
  m.def("evaluate", evaluate, nb::arg("env"), nb::arg("law"));
  m.def("mdp_json", json_of, nb::arg("env"));
  m.def("parse_mdp", parsed, nb::arg("json"));
  m.def("load_mdp", loaded, nb::arg("file"));
  m.def(
      "save_mdp", [](const Environment& env, const std::string& file) { save_mdp(*env.mdp, file); }, nb::arg("env"),
      nb::arg("file"));
  m.def("mdp_arrays", arrays, nb::arg("env"));
  m.def("mdp_ended", [](const Environment& env) {
    const Index ended = env.mdp->problem.ended;
    return ended >= 0 ? std::optional(ended) : std::nullopt;
  });
  m.def("mdp_alike", [](const Environment& env) {
    const Alike& alike = env.mdp->problem.alike;
    return std::pair(alike.transitions, alike.rewards);
  });
}

}  // namespace tacit::python
