#include "tacit/lab/spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

TEST(Simulation, IsReadAsItIsWritten) {
  for (const Simulation simulation : {Simulation::users, Simulation::counts})
    EXPECT_EQ(parse_simulation(to_text(simulation), "--simulation"), simulation);
}

TEST(Simulation, NamesWhatItDoesNotKnow) {
  try {
    parse_simulation("guess", "--simulation");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "--simulation: 'guess' is not allowed; expected users or counts");
  }
}

}  // namespace
}  // namespace tacit
