#include "tacit/core/file_content.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tacit/core/error.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

TEST(Sha256, GivesThePublishedValues) {  // FIPS 180-4, examples.
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(ReadFile, GivesEveryByteAndNoMoreThanAllowed) {
  const ScratchFolder scratch;
  const std::string bytes(100'000, '\0');
  std::ofstream(scratch / "file", std::ios::binary) << bytes;
  EXPECT_EQ(read_file(scratch / "file"), bytes);
  EXPECT_EQ(read_file(scratch / "file", bytes.size()), bytes);
  EXPECT_THROW(read_file(scratch / "file", bytes.size() - 1), Error);
  try {
    read_file(scratch / "none");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), scratch / "none" + ": does not exist");
  }
  EXPECT_THROW(read_file(scratch / ""), Error);
}

}  // namespace
}  // namespace tacit
