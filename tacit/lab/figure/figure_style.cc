#include "tacit/lab/figure/figure_style.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "tacit/lab/figure/figure_palette.h"

namespace tacit {
namespace {

enum Mark { square = 5, circle = 7, triangle = 9, wedge = 11, diamond = 13, pentagon = 15 };
constexpr std::array kMarks = {circle, square, triangle, diamond, wedge, pentagon};

struct Dress {
  Hue hue;
  Mark mark;
};

const std::map<std::string, Dress>& known_agents() {
  static const std::map<std::string, Dress> all = {{"dp-block-ucb", {kVermillion, circle}},
                                                   {"block-ucb", {kVermillion, circle}},
                                                   {"dp-block-posterior", {kPurple, square}},
                                                   {"block-posterior", {kPurple, square}},
                                                   {"dp-lsvi-ucb++", {kBlue, triangle}},
                                                   {"lsvi-ucb++", {kBlue, triangle}},
                                                   {"dp-lsvi-ucb++-paper", {kBlack, diamond}},
                                                   {"dp-lsvi-ucb++-specimen", {kSlate, pentagon}},
                                                   {"dp-lsvi-ucb-ngo", {kGreen, wedge}},
                                                   {"lsvi-ucb", {kGreen, wedge}},
                                                   {"dp-lsvi-ucb-luyo", {kAmber, pentagon}},
                                                   // Who they are depends on the environment.
                                                   {"best of the literature, not private", {kSlate, diamond}},
                                                   {"no privacy", {kBlack, circle}},
                                                   {"uniform", {kGrey, diamond}},
                                                   {"frozen", {kPale, wedge}},
                                                   {"optimal", {kSlate, square}}};
  return all;
}

// For agents that are not known, those first that no known one has.
constexpr std::array kSpares = {kTeal,  kBrown, kIndigo, kOlive,  kRose,       kSlate,
                                kAmber, kGreen, kBlue,   kPurple, kVermillion, kBlack};
constexpr std::size_t kOwnSpares = 5;

/// FNV-1a: the same for a name everywhere.
std::size_t hash(const std::string& name) {
  std::uint32_t value = 2166136261u;
  for (const unsigned char c : name) value = (value ^ c) * 16777619u;
  return value;
}

std::array<const char*, 5> dashes(Role role) {
  if (role == Role::is_private) return {"solid", "(30,5)", "(30,5,5,5)", "(8,4)", "(16,4,3,4,3,4)"};
  if (role == Role::not_private) return {"(12,5)", "(12,4,3,4)", "(7,4)", "(16,4,3,4,3,4)", "(4,4)"};
  return {"(3,4)", "(3,8)", "(1,3)", "(1,6)", "(6,8)"};
}

/// Dresses everyone in a figure: known agents first, the others in the order of their names, so that who is drawn
/// first changes nothing.
class Wardrobe {
 public:
  explicit Wardrobe(const std::set<std::string>& names) {
    std::set<std::string> taken;
    for (const std::string& name : names)
      if (const auto found = known_agents().find(name); found != known_agents().end())
        dressed_.emplace(*found), taken.insert(found->second.hue.line.light);
    for (const std::string& name : names)
      if (!dressed_.contains(name)) dressed_.emplace(name, spare(name, taken));
  }

  Look next(const std::string& name, Role role) {
    const Dress& dress = dressed_.at(name);
    const std::size_t variant = variants_[name]++;
    const auto first = std::find(kMarks.begin(), kMarks.end(), dress.mark) - kMarks.begin();
    const Mark mark = kMarks[(static_cast<std::size_t>(first) + variant) % kMarks.size()];
    return {
        dress.hue.line.light,     dress.hue.ink.light, dashes(role)[variant % 5], mark, role == Role::control ? 0.7 : 1,
        role == Role::not_private};
  }

 private:
  static Dress spare(const std::string& name, std::set<std::string>& taken) {
    const std::size_t start = hash(name);
    const Mark mark = kMarks[start / kSpares.size() % kMarks.size()];
    const auto free = [&taken](const Hue& hue) { return taken.insert(hue.line.light).second; };
    for (std::size_t i = 0; i < kOwnSpares; ++i)
      if (const Hue& hue = kSpares[(start + i) % kOwnSpares]; free(hue)) return {hue, mark};
    for (const Hue& hue : kSpares)
      if (free(hue)) return {hue, mark};
    return {kSpares[start % kSpares.size()], mark};
  }

  std::map<std::string, Dress> dressed_;
  std::map<std::string, std::size_t> variants_;
};

template <typename Drawn>
const std::string& identity(const Drawn& drawn) {
  return drawn.agent.empty() ? drawn.label : drawn.agent;
}

}  // namespace

std::vector<Look> looks(const Figure& figure) {
  std::set<std::string> names;
  for (const Series& series : figure.series) names.insert(identity(series));
  for (const Reference& reference : figure.references) names.insert(identity(reference));
  Wardrobe wardrobe(names);
  std::vector<Look> result;
  for (const Series& series : figure.series) result.push_back(wardrobe.next(identity(series), series.role));
  for (const Reference& reference : figure.references)
    result.push_back(wardrobe.next(identity(reference), reference.role));
  return result;
}

}  // namespace tacit
