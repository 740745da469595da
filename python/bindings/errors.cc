// Exceptions of the library as those of tacit.errors, with their fields.
#include <nanobind/stl/string.h>

#include "python/bindings/bindings.h"
#include "tacit/core/error.h"
#include "tacit/privacy/accounting/ledger.h"

namespace tacit::python {
namespace {

template <typename... Arguments>
void raise(const char* name, const Arguments&... arguments) {
  const nb::object type = nb::module_::import_("tacit.errors").attr(name);
  const nb::object error = type(arguments...);
  PyErr_SetObject(type.ptr(), error.ptr());
}

// Whatever is not caught here goes to the translators that nanobind has.
void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    raise("Error", std::string(error.what()), error.field(), error.value(), error.allowed());
  } catch (const BudgetExceeded& error) {
    raise("BudgetExceeded", std::string(error.what()), error.asked(), error.left().value());
  } catch (const Defect& error) {
    raise("Defect", std::string(error.what()));
  }
}

}  // namespace

void bind_errors(nb::module_&) { nb::register_exception_translator(translate); }

}  // namespace tacit::python
