// The module tacit._core, room by room. It is private: what people call is python/tacit, which documents it.
//
// Bindings compute nothing. Values come from Python as texts where the program would read them from its command line
// (lab/experiment/spec.h has the bounds and the messages), and results go back as arrays that own a copy, read-only.
#pragma once

#include <nanobind/nanobind.h>

namespace tacit::python {

namespace nb = nanobind;

void bind_errors(nb::module_& m);
void bind_catalog(nb::module_& m);
void bind_environment(nb::module_& m);
void bind_mdp(nb::module_& m);
void bind_own_agent(nb::module_& m);
void bind_experiment(nb::module_& m);
void bind_driven(nb::module_& m);
void bind_gym(nb::module_& m);
void bind_result(nb::module_& m);
void bind_figures(nb::module_& m);
void bind_comparison(nb::module_& m);
void bind_account(nb::module_& m);
void bind_audit(nb::module_& m);
void bind_theory(nb::module_& m);
void bind_need(nb::module_& m);

}  // namespace tacit::python
