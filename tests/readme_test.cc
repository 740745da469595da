// What the README shows is what is there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <string>

#include "tests/scratch.h"

namespace tacit {
namespace {

const std::filesystem::path kRoot = TACIT_SOURCE_DIR;

std::string read(const std::filesystem::path& path) { return read_all((kRoot / path).string()); }

TEST(Readme, ShowsLinesOfAnExampleThatRuns) {
  const std::string text = read("README.md"), fence = "```cpp\n";
  const std::size_t begin = text.find(fence) + fence.size();
  const std::string lines = text.substr(begin, text.find("```", begin) - begin);
  EXPECT_GT(lines.size(), 100u);
  EXPECT_THAT(read("examples/02_private_run.cc"), testing::HasSubstr(lines));
}

TEST(PrivacyManual, ShowsAnExampleThatRuns) {
  EXPECT_THAT(read("docs/privacy.md"), testing::HasSubstr("```cpp\n" + read("examples/03_deployment.cc") + "```\n"));
}

TEST(Readme, LinksLeadSomewhere) {
  const std::string text = read("README.md");
  const std::regex link(R"(\]\(([^):]+)\))");
  int links = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at, ++links) {
    const std::string target = (*at)[1].str(), file = target.substr(0, target.find('#'));
    EXPECT_TRUE(std::filesystem::exists(kRoot / file)) << target;
    if (file == target) continue;
    std::string heading = target.substr(file.size() + 1);  // As it is in the file, but for case and spaces.
    std::replace(heading.begin(), heading.end(), '-', ' ');
    heading[0] = static_cast<char>(std::toupper(heading[0]));
    EXPECT_THAT(read(file), testing::HasSubstr("\n## " + heading + "\n")) << target;
  }
  EXPECT_GT(links, 5);
}

}  // namespace
}  // namespace tacit
