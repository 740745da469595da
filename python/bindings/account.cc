// Privacy as numbers: conversions between them, and the ledger that books them.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "python/bindings/bindings.h"
#include "tacit/core/file_content.h"
#include "tacit/privacy/accounting/conversions.h"
#include "tacit/privacy/accounting/ledger.h"
#include "tacit/privacy/accounting/rho_conversions.h"
#include "tacit/privacy/certificate/certificate.h"
#include "tacit/privacy/certificate/certificate_check.h"

namespace tacit::python {
namespace {

void make_ledger(Ledger* place, double epsilon, double delta, const std::string& theorem, const std::string& noise,
                 const std::string& adjacency) {
  new (place) Ledger(Promise(Epsilon(epsilon), Delta(delta), parse_theorem(theorem, "theorem"),
                             parse_noise_source(noise, "noise"), parse_adjacency(adjacency, "adjacency")));
}

void charge(Ledger& ledger, const std::string& name, double sensitivity, double noise_scale, std::int64_t first,
            std::int64_t last, std::int64_t times) {
  Charge asked{name, sensitivity, noise_scale, first, last, times};
  asked.validate();
  ledger.charge(asked);
}

}  // namespace

void bind_account(nb::module_& m) {
  m.def(
      "mu_of",
      [](double epsilon, double delta, const std::string& theorem) {
        return mu_by(parse_theorem(theorem, "theorem"), Epsilon(epsilon), Delta(delta)).value();
      },
      nb::arg("epsilon"), nb::arg("delta"), nb::arg("theorem"));
  m.def(
      "epsilon_of",
      [](double mu, double delta, const std::string& theorem) {
        return epsilon_by(parse_theorem(theorem, "theorem"), Mu(mu), Delta(delta)).value();
      },
      nb::arg("mu"), nb::arg("delta"), nb::arg("theorem"));
  m.def(
      "delta_of", [](double mu, double epsilon) { return gdp_delta(Mu(mu), Epsilon(epsilon)); }, nb::arg("mu"),
      nb::arg("epsilon"));
  m.def(
      "epsilon_of_rho",
      [](double rho, double delta, const std::string& theorem) {
        return epsilon_by(parse_theorem(theorem, "theorem"), Rho(rho), Delta(delta)).value();
      },
      nb::arg("rho"), nb::arg("delta"), nb::arg("theorem"));
  m.def(
      "rho_of",
      [](double epsilon, double delta, const std::string& theorem) {
        return rho_by(parse_theorem(theorem, "theorem"), Epsilon(epsilon), Delta(delta)).value();
      },
      nb::arg("epsilon"), nb::arg("delta"), nb::arg("theorem"));

  nb::class_<Ledger>(m, "Ledger")
      .def("__init__", make_ledger, nb::arg("epsilon"), nb::arg("delta"), nb::arg("theorem"), nb::arg("noise"),
           nb::arg("adjacency"))
      .def("charge", charge, nb::arg("name"), nb::arg("sensitivity"), nb::arg("noise_scale"), nb::arg("first"),
           nb::arg("last"), nb::arg("times"))
      .def("left",
           [](const Ledger& ledger, std::int64_t first, std::int64_t last) { return ledger.left(first, last).value(); })
      .def_prop_ro("mu", [](const Ledger& ledger) { return ledger.promise().mu().value(); })
      .def_prop_ro("spent", [](const Ledger& ledger) { return ledger.spent().value(); })
      .def_prop_ro("epsilon_spent", [](const Ledger& ledger) { return ledger.epsilon_spent().value(); })
      .def_prop_ro("releases", &Ledger::releases)
      .def("certificate",
           [](const Ledger& ledger, const RunContext& run) { return to_json(make_certificate(ledger, run)); });
  m.def("read_certificate", [](const std::string& file) { return read_file(file, kMostCertificateBytes); });
}

}  // namespace tacit::python
