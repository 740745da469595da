#include "tacit/core/toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"

namespace tacit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = TomlValue::Kind;

std::string message(const std::string& text) {
  try {
    parse_toml(text, "a.toml");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Toml, KeepsValuesAndLines) {
  const TomlValue root = parse_toml("a = 1\nb = [0.1, 'x', true]\n\n[t]\nd = 1979-05-27\n", "a.toml");
  EXPECT_EQ(root.kind, Kind::table);
  EXPECT_THAT(root.keys, ElementsAre("a", "b", "t"));
  EXPECT_EQ(root.find("a")->text, "1");
  const TomlValue& list = *root.find("b");
  EXPECT_EQ(list.line, 2);
  ASSERT_EQ(list.items.size(), 3u);
  EXPECT_EQ(list.items[0].text, "0.1");
  EXPECT_EQ(list.items[1].text, "x");
  EXPECT_EQ(list.items[2].text, "true");
  EXPECT_EQ(root.find("t")->line, 4);
  EXPECT_EQ(root.find("t")->find("d")->kind, Kind::other);
  EXPECT_EQ(root.find("z"), nullptr);
}

TEST(Toml, NamesTheLineThatIsWrong) {
  EXPECT_THAT(message("a = 1\nb = \n"), HasSubstr("a.toml:2: is not TOML: "));
  EXPECT_THAT(message("a = 1\na = 2\n"), HasSubstr("a.toml:2: is not TOML: "));
  EXPECT_THAT(message("a = '\xff'"), HasSubstr("is not TOML"));
  EXPECT_THAT(message("a = " + std::string(10000, '[')), HasSubstr("is not TOML"));
}

TEST(Toml, AnAssertionOfTheParserIsAnErrorToo) {
  EXPECT_THAT(message("[="), HasSubstr("a.toml: is not TOML: something is misplaced"));
}

TEST(Toml, AnswersBrokenFilesWithAnError) {
  const std::string good =
      "name = \"x\" # why\nlist = [1, 2.5, 'a', true]\ndate = 1979-05-27T07:32:00Z\nt.a.b = { c = 0x1F, d = inf }\n"
      "[[agent]]\n\"quoted key\" = '''\nmany lines'''\n[agent.set]\nratio = 1e-3\n";
  EXPECT_EQ(message(good), "no error");
  Stream stream(1, "broken files");
  const std::string alphabet = "[]{}=.,'\"#\n\r\t -_+\\01eax\xff\xc3";
  for (int i = 0; i < 20000; ++i) {
    std::string text = good;
    for (std::uint64_t changes = 1 + stream.below(3); changes > 0; --changes) {
      const std::size_t at = stream.below(text.size());
      const char c = alphabet[stream.below(alphabet.size())];
      switch (stream.below(4)) {
        case 0:
          text.erase(at, 1 + stream.below(4));
          break;
        case 1:
          text.insert(at, 1 + stream.below(3), c);
          break;
        case 2:
          text.resize(at + 1);
          break;
        default:
          text[at] = c;
      }
    }
    message(text);  // Anything but Error ends the test.
  }
}

}  // namespace
}  // namespace tacit
