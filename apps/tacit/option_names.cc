#include "apps/tacit/option_names.h"

namespace tacit::program {

std::string message_with_options(const Error& error, const CLI::App& command) {
  const std::string& field = error.field();
  const std::string message = error.what();
  // A size has several fields, "env.states x horizon"; only the last one can be an option.
  const auto last = field.rfind(' ') + 1;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames())
      if (field.substr(last) == name) return field.substr(0, last) + "--" + message.substr(last);
  return message;
}

}  // namespace tacit::program
