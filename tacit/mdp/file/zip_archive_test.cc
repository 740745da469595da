#include "tacit/mdp/file/zip_archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tacit/core/error.h"

namespace tacit {
namespace {

using testing::HasSubstr;

std::string archive() {
  std::ostringstream out;
  ZipWriter writer(out);
  writer.add("a", "first");
  writer.add("b", std::string(1000, 'x'));
  writer.finish();
  return out.str();
}

std::string refusal(const std::string& bytes) {
  try {
    const ZipArchive read(bytes, "m.npz");
    for (const ZipArchive::Entry& entry : read.entries()) read.extract(entry);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ZipArchive, IsReadAsItWasWritten) {
  const std::string bytes = archive();
  const ZipArchive read(bytes, "m.npz");
  ASSERT_EQ(read.entries().size(), 2u);
  EXPECT_EQ(read.entries()[0].name, "a");
  EXPECT_EQ(read.extract(read.entries()[0]), "first");
  EXPECT_EQ(read.extract(read.entries()[1]), std::string(1000, 'x'));
}

TEST(ZipArchive, NoticesWhatWasChanged) {
  std::string bytes = archive();
  bytes[bytes.find("first")] = 'F';
  EXPECT_THAT(refusal(bytes), HasSubstr("entry 'a' has another checksum"));
  EXPECT_THAT(refusal(archive().substr(1)), testing::StartsWith("m.npz: is not a whole NPZ file"));
  EXPECT_THAT(refusal(archive() + "x"), HasSubstr("it has no directory"));
  EXPECT_EQ(refusal(archive()), "accepted");
}

TEST(ZipArchive, TakesNoMemoryForWhatCannotBe) {
  std::string bytes = archive();
  const auto entry = bytes.find("PK\x01\x02");
  bytes[entry + 10] = 8;  // As if it were deflated, to three gigabytes.
  bytes[entry + 27] = static_cast<char>(0xc0);
  EXPECT_THAT(refusal(bytes), HasSubstr("entry 'a' is damaged"));
}

}  // namespace
}  // namespace tacit
