// How many users an agent needs until its policy is nearly the best.
#include "tacit/lab/need.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "python/bindings/bindings.h"
#include "python/bindings/long_call.h"

namespace tacit::python {
namespace {

std::pair<NeedReport, bool> need(const RunSpec& run, const std::vector<std::string>& epsilon, double within,
                                 const std::string& most, const nb::object& progress) {
  NeedSpec spec;
  spec.run = run;
  for (const std::string& one : epsilon) spec.epsilon.push_back(parse_epsilon(one, "epsilon"));
  spec.within = within;
  spec.most = parse_integer(most, spec.fewest, kMostEpisodes, "most");
  const auto budgets = static_cast<std::int64_t>(std::max<std::size_t>(1, spec.epsilon.size()));
  const auto numbers = static_cast<std::int64_t>(numbers_of_users(spec.fewest, spec.most).size());
  LongCall call(progress);
  NeedReport report;
  std::int64_t measured = 0;
  const bool interrupted = call.run([&] {
    NeedHooks hooks;
    hooks.measured = [&](const auto&, const NeedPoint&) { call.show(++measured, budgets * numbers); };
    hooks.stop = call.stop();
    report = users_needed(spec, hooks);
  });
  return {std::move(report), interrupted};
}

}  // namespace

void bind_need(nb::module_& m) {
  nb::class_<NeedReport>(m, "NeedReport")
      .def("json", [](const NeedReport& report) { return to_json(report); })
      .def("figure", need_figure);
  m.def("need", need, nb::arg("run"), nb::arg("epsilon"), nb::arg("within"), nb::arg("most"),
        nb::arg("progress").none());
}

}  // namespace tacit::python
