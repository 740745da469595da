#include "tacit/core/atomic_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "tacit/core/error.h"
#include "tests/scratch.h"

namespace tacit {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
 protected:
  static std::string text(const fs::path& path) { return read_all(path.string()); }
  ScratchFolder scratch_;
  const fs::path folder_ = scratch_.path();
};

TEST_F(AtomicFileTest, AppearsOnlyWhenCommitted) {
  {
    AtomicFile file(folder_ / "a", "--out");
    file.stream() << "new";
    EXPECT_FALSE(fs::exists(folder_ / "a"));
    file.commit();
  }
  EXPECT_EQ(text(folder_ / "a"), "new");
}

TEST_F(AtomicFileTest, LeavesTheOldFileAndNothingElseWhenAbandoned) {
  std::ofstream(folder_ / "a") << "old";
  {
    AtomicFile file(folder_ / "a", "--out");
    file.stream() << "new";
  }
  EXPECT_EQ(text(folder_ / "a"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(AtomicFileTest, RefusesPlacesThatCannotBeWritten) {
  std::ofstream(folder_ / "a") << "a file";
  EXPECT_THROW(AtomicFile(folder_ / "a" / "b", "--out"), Error);
  EXPECT_THROW(AtomicFile(folder_, "--out"), Error);
}

TEST_F(AtomicFileTest, AFullDiskIsAnError) {
  if (!fs::exists("/dev/full")) return;
  std::ofstream probe("/dev/full");
  fs::create_symlink("/dev/full", folder_ / ("a.partial-" + std::to_string(::getpid())));
  AtomicFile file(folder_ / "a", "--out");
  file.stream() << std::string(1 << 20, 'x');
  EXPECT_THROW(file.commit(), std::runtime_error);
  EXPECT_FALSE(fs::exists(folder_ / "a"));
}

TEST_F(AtomicFileTest, AnEmptyOutputDirectoryIsRemovedAgain) {
  { const OutputDirectory made(folder_ / "x", "--out"); }
  EXPECT_FALSE(fs::exists(folder_ / "x"));
  {
    const OutputDirectory kept(folder_ / "y", "--out");
    std::ofstream(kept.path() / "result") << "1";
  }
  EXPECT_TRUE(fs::exists(folder_ / "y" / "result"));
}

}  // namespace
}  // namespace tacit
