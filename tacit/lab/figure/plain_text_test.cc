#include "tacit/lab/figure/plain_text.h"

#include <gtest/gtest.h>

namespace tacit {
namespace {

TEST(PlainText, KeepsWhatIsValid) { EXPECT_EQ(valid_text("a\tb\nc <&> ε ≤ 10⁶ 漢 😀"), "a\tb\nc <&> ε ≤ 10⁶ 漢 😀"); }

TEST(PlainText, ReplacesWhatIsNotUtf8) {
  const char* const broken[] = {"\xFF", "\x80", "\xC0\xAF", "\xE2\x82", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                "\x01", "\x7F"};
  for (const char* text : broken) {
    const std::string result = valid_text(std::string("a") + text + "b");
    EXPECT_TRUE(result.starts_with("a\uFFFD") && result.ends_with("\uFFFDb")) << result;
  }
  EXPECT_EQ(valid_text(std::string("a\0b", 3)), "a\uFFFDb");
}

TEST(PlainText, MakesOneLine) { EXPECT_EQ(one_line("a\nb\r\nc\td"), "a b  c d"); }

TEST(PlainText, KnowsWhatEveryMachineCanDraw) {
  EXPECT_EQ(common_text("é ε Ж ≤ 10⁻⁶ … □ \uFFFD 漢字 😀"), "é ε Ж ≤ 10⁻⁶ … □ \uFFFD □□ □");
}

TEST(PlainText, CutsBetweenCharacters) {
  EXPECT_EQ(shortened("short", 10), "short");
  const std::string cut = shortened("εεεεεεεεεε", 4);
  EXPECT_EQ(cut, "εεεε…");
  EXPECT_LE(text_width(cut), 4);
}

TEST(PlainText, WrapsAtSpaces) {
  EXPECT_EQ(wrapped("", 5, 3), std::vector<std::string>{});
  EXPECT_EQ(wrapped("aaa bbb ccc", 5, 3), (std::vector<std::string>{"aaa bbb", "ccc"}));
  const auto lines = wrapped("aaaa bbbb cccc dddd eeee ffff gggg", 5.5, 2);
  EXPECT_EQ(lines, (std::vector<std::string>{"aaaa bbbb", "cccc ddd…"}));
}

}  // namespace
}  // namespace tacit
