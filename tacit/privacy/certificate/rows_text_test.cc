#include "tacit/privacy/certificate/rows_text.h"

#include <gtest/gtest.h>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"

namespace tacit {
namespace {

TEST(RowsText, ReadsBackToTheSameNumbers) {
  Stream stream(1, "rows");
  Matrix rows(20, 7);
  for (Index i = 0; i < rows.size(); ++i) rows.data()[i] = stream.normal() * std::exp(20 * stream.normal());
  EXPECT_EQ(parse_rows(rows_text(rows), 7, "rows"), rows);
}

TEST(RowsText, RefusesRowsOfAnotherSizeAndWhatIsNotANumber) {
  for (const char* line : {"1 2", "1 2 3 4", "1 2 x", "1 2 nan", "1 2 inf", "1  2 3", "1 2 3 ", ""})
    EXPECT_THROW(parse_rows(std::vector<std::string>{line}, 3, "rows"), Error) << line;
}

}  // namespace
}  // namespace tacit
