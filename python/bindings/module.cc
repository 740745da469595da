#include <nanobind/stl/string.h>

#include <string>

#include "python/bindings/bindings.h"
#include "tacit/version.h"

NB_MODULE(_core, m) {
  using namespace tacit::python;  // NOLINT: one function, whose names are these.
  m.doc() = "What python/tacit is made of. Private: it changes without notice.";
  m.def("version", [] { return std::string(tacit::kVersion); });
  m.def("commit", [] { return std::string(tacit::kCommit); });
  bind_errors(m);
  bind_catalog(m);
  bind_environment(m);
  bind_result(m);
  bind_mdp(m);
  bind_own_agent(m);
  bind_experiment(m);
  bind_driven(m);
  bind_gym(m);
  bind_figures(m);
  bind_comparison(m);
  bind_account(m);
  bind_audit(m);
  bind_theory(m);
  bind_need(m);
}
