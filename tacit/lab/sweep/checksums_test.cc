#include "tacit/lab/sweep/checksums.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <thread>
#include <vector>

#include "tacit/core/error.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

void update(const std::string& directory, const std::map<std::string, std::optional<std::string>>& changes) {
  update_checksums(directory, changes, DirectoryLock(directory));
}

TEST(Checksums, AreAddedReplacedAndRemoved) {
  const ScratchFolder scratch;
  EXPECT_TRUE(read_checksums(scratch / "").empty());
  update(scratch / "", {{"b", sha256("b")}, {"a", sha256("a")}});
  update(scratch / "", {{"b", std::nullopt}, {"c", sha256("c")}, {"a", sha256("A")}});
  EXPECT_EQ(read_checksums(scratch / ""), (Checksums{{"a", sha256("A")}, {"c", sha256("c")}}));
}

TEST(Checksums, AreAcceptedBySha256sum) {
  const ScratchFolder scratch;
  if (std::system("sha256sum --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no sha256sum";
  std::ofstream(scratch / "file") << "text";
  update(scratch / "", {{"file", sha256("text")}});
  const std::string check = "cd '" + scratch / "" + "' && sha256sum --strict -c SHA256SUMS >/dev/null 2>&1";
  EXPECT_EQ(std::system(check.c_str()), 0);
  std::ofstream(scratch / "file") << "other";
  EXPECT_NE(std::system(check.c_str()), 0);
}

TEST(Checksums, RefuseAFileOfAnotherFormat) {
  const ScratchFolder scratch;
  for (const char* text : {"hello\n", "abc  file\n", "\n"}) {
    std::ofstream(scratch / "SHA256SUMS") << sha256("x") << "  x\n" << text;
    try {
      read_checksums(scratch / "");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("SHA256SUMS:2: is not a line of sha256sum"));
    }
  }
}

TEST(Checksums, LoseNothingWhenManyAddAtOnce) {
  const ScratchFolder scratch;
  constexpr int kWriters = 4, kLines = 20;
  std::vector<std::thread> writers;
  for (int w = 0; w < kWriters; ++w)
    writers.emplace_back([&scratch, w] {
      for (int i = 0; i < kLines; ++i)
        update(scratch / "", {{std::to_string(w) + "-" + std::to_string(i), sha256("")}});
    });
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(read_checksums(scratch / "").size(), kWriters * kLines);
}

TEST(Checksums, FilesAreReadUpToABound) {
  const ScratchFolder scratch;
  std::ofstream(scratch / "file") << "12345";
  EXPECT_EQ(read_file(scratch / "file", 5), "12345");
  EXPECT_THROW(read_file(scratch / "file", 4), Error);
  EXPECT_THROW(read_file(scratch / "nothing"), Error);
  EXPECT_THROW(read_file(scratch / ""), Error);
}

}  // namespace
}  // namespace tacit
