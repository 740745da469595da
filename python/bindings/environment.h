// An environment as Python holds it: a value that is shared, and never changes.
#pragma once

#include <memory>

#include "tacit/mdp/linear_mdp.h"

namespace tacit::python {

struct Environment {
  std::shared_ptr<const LinearMdp> mdp;
};

}  // namespace tacit::python
