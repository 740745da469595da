#include "tacit/lab/figure_style.h"

#include <array>
#include <set>

namespace tacit {

namespace {

struct Colour {
  const char *line, *ink;
};

// Okabe and Ito, without their yellow, which is too light for a line on white; and two greys.
constexpr Colour kVermillion = {"#D55E00", "#AD4C00"}, kBlue = {"#0072B2", "#00659E"}, kGreen = {"#009E73", "#00795A"},
                 kPurple = {"#CC79A7", "#9F4A7B"}, kOrange = {"#E69F00", "#8A5F00"}, kSky = {"#56B4E9", "#1C6FA3"},
                 kBlack = {"#222222", "#222222"}, kGrey = {"#808080", "#636363"}, kLight = {"#A6A6A6", "#6B6B6B"};

struct Family {
  std::array<Colour, 9> colours;  ///< In order of preference.
  std::array<const char*, 3> dashes;
  std::array<int, 6> marks;
  double size;
  bool open;
};

const Family& family(Role role) {
  static const Family confidential = {{kVermillion, kPurple, kOrange, kBlack, kGreen, kBlue, kSky, kGrey, kLight},
                                      {"solid", "(30,5)", "(30,5,5,5)"},
                                      {7, 5, 9, 13, 11, 15},
                                      1,
                                      false};
  static const Family open = {{kBlue, kGreen, kSky, kBlack, kPurple, kOrange, kVermillion, kGrey, kLight},
                              {"(12,5)", "(12,4,3,4)", "(7,4)"},
                              {7, 5, 9, 13, 11, 15},
                              1,
                              true};
  static const Family control = {{kGrey, kBlack, kLight, kSky, kGreen, kPurple, kOrange, kBlue, kVermillion},
                                 {"(3,4)", "(3,8)", "(1,3)"},
                                 {13, 11, 5, 7, 9, 15},
                                 0.7,
                                 false};
  return role == Role::is_private ? confidential : role == Role::not_private ? open : control;
}

class Wardrobe {
 public:
  Look next(Role role) {
    const Family& f = family(role);
    const std::size_t index = used_[static_cast<std::size_t>(role)]++;
    const Colour colour = fresh(f);
    return {colour.line, colour.ink, f.dashes[index % f.dashes.size()], f.marks[index % f.marks.size()],
            f.size,      f.open};
  }

 private:
  Colour fresh(const Family& f) {
    if (taken_.size() == f.colours.size()) taken_.clear();
    for (const Colour& colour : f.colours)
      if (taken_.insert(colour.line).second) return colour;
    return f.colours[0];
  }

  std::set<std::string> taken_;
  std::array<std::size_t, 3> used_{};
};

}  // namespace

std::vector<Look> looks(const Figure& figure) {
  Wardrobe wardrobe;
  std::vector<Look> result;
  for (const Series& series : figure.series) result.push_back(wardrobe.next(series.role));
  for (const Reference& reference : figure.references) result.push_back(wardrobe.next(reference.role));
  return result;
}

}  // namespace tacit
