#include "apps/tacit/option_names.h"

namespace tacit::program {

std::string message_with_options(const Error& error, const CLI::App& command) {
  const std::string& field = error.field();
  const std::string message = error.what();
  // A size has several fields, "env.states x horizon"; only the last one can be an option. Fields of files, such as
  // "m.json: horizon", are none.
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames())
      if (field == name || field.ends_with(" x " + name))
        return message.substr(0, field.size() - name.size()) + "--" + message.substr(field.size() - name.size());
  return message;
}

}  // namespace tacit::program
