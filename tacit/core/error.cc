#include "tacit/core/error.h"

#include <utility>

namespace tacit {

Error::Error(std::string field, std::string value, std::string allowed)
    : std::runtime_error(field + ": " + value + " is not allowed; expected " + allowed),
      field_(std::move(field)),
      value_(std::move(value)),
      allowed_(std::move(allowed)) {}

Error::Error(std::string field, const std::string& problem)
    : std::runtime_error(field + ": " + problem), field_(std::move(field)) {}

}  // namespace tacit
