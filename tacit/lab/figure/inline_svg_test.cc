#include "tacit/lab/figure/inline_svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

using testing::HasSubstr;

TEST(InlineSvg, StandsInAPageBesideOthers) {
  const std::string svg =
      "<?xml version=\"1.0\"?><!DOCTYPE svg><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\">\n"
      "<title>a > b</title><desc>x</desc><!-- <g> --><g id='mark' fill = 'url(#tint)'><use xlink:href='#mark'/>"
      "<text>1 &lt; 2 > 1</text></g></svg>";
  EXPECT_EQ(inline_svg(svg, "p-", "What \"is\" <seen>"),
            "<svg role=\"img\" aria-label=\"What &quot;is&quot; &lt;seen&gt;\" viewBox=\"0 0 1 1\">\n"
            "<g id='p-mark' fill='url(#p-tint)'><use href='#p-mark'/><text>1 &lt; 2 > 1</text></g></svg>");
}

TEST(InlineSvg, TakesItsColoursFromThePage) {
  EXPECT_EQ(
      inline_svg("<svg><g fill='#ffffff' stroke='rgb( 34,  34,  34)' color='red' id='#ffffff'></g></svg>", "", ""),
      "<svg role=\"img\" aria-label=\"\"><g fill='var(--figure-ffffff)' stroke='var(--figure-222222)' color='red' "
      "id='#ffffff'></g></svg>");
}

TEST(InlineSvg, DropsWhatPointsOutside) {
  const std::string result =
      inline_svg("<svg><use href=\"http://x/y#z\"/><g fill='url(http://x)' stroke='red'></g></svg>", "p-", "");
  EXPECT_EQ(result, "<svg role=\"img\" aria-label=\"\"><use/><g stroke='red'></g></svg>");
}

TEST(InlineSvg, RefusesWhatIsNotAPicture) {
  for (const char* text : {"", "text", "<svg>", "<svg", "<svg><script>x</script></svg>", "<svg onload='x'></svg>",
                           "<svg><a></a></svg>", "<svg><style>x</style></svg>", "<svg x></svg>", "<svg x=1></svg>",
                           "<svg x='1></svg>", "<svg><![CDATA[x]]></svg>"})
    EXPECT_THROW(inline_svg(text, "p-", ""), Error) << text;
}

}  // namespace
}  // namespace tacit
