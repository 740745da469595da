#include "tacit/lab/report/price_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "tacit/lab/report/lineup.h"
#include "tacit/lab/report/numbers.h"
#include "tacit/lab/report/places.h"

namespace tacit {
namespace {

constexpr const char* kLiterature = "best of the literature, not private";

/// Collects the rows and, over all of them, one series per agent.
class Rows {
 public:
  void add(const Arena& arena) {
    const Contender* best = arena.best_open();
    const std::optional<double> budget = arena.main_budget();
    if (best == nullptr || !budget) return;
    row_ = static_cast<double>(figure_.names.size());
    std::size_t drawn = 0;
    for (const Contender& c : arena.contenders)
      if (c.role == Role::is_private && c.epsilon() == budget)
        drawn += put(c, *best, c.label, look_of(arena, c), Role::is_private) ? 1 : 0;
    if (drawn == 0) return;
    const Contender* literature = best_open(arena, Origin::literature);
    if (literature != nullptr && best_open(arena, Origin::ours) != nullptr)
      put(*literature, *best, kLiterature, kLiterature, Role::not_private);
    for (const Contender& c : arena.contenders)
      if (c.spec().agent == "uniform") put(c, *best, "choosing at random", "uniform", Role::control);
    figure_.names.push_back(arena.label);
    budgets_.insert(*budget);
    bests_.add(best->label, arena.label);
  }

  std::vector<NamedFigure> finish() {
    if (figure_.names.empty()) return {};
    figure_.kind = Figure::Kind::rows;
    figure_.title = "The price of privacy";
    const std::string at = budgets_.size() == 1 ? fmt::format(" at ε = {}", *budgets_.begin()) : "";
    figure_.subtitle = fmt::format("Regret{} as a multiple of that of the best agent without privacy, {}; mean{}", at,
                                   counted_range(), most_ > 1 ? " and 95 % interval" : "");
    figure_.x = {"multiple of the regret without privacy", Scale::logarithmic};
    figure_.references = {{"best agent without privacy", Role::not_private, 1, std::nullopt, "no privacy"}};
    for (auto& [role, label] : order_) figure_.series.push_back(std::move(series_.at(label)));
    const std::string alt = fmt::format(
        "Regret of private agents{} as a multiple of that of the best agent without privacy in the same environment. "
        "{}",
        at, words());
    return {{"price-of-privacy", figure_, alt,
             fmt::format("The best agent without privacy is {}.", bests_.text(figure_.names.size()))}};
  }

 private:
  bool put(const Contender& c, const Contender& best, const std::string& label, const std::string& look, Role role) {
    const auto ratio = paired_ratio(c, best);
    if (!ratio) return false;
    if (!series_.contains(label)) {
      series_[label] = Series{label, role, {}, {}, {}, {}, look};
      order_.emplace_back(role, label);
    }
    Series& series = series_[label];
    series.x.push_back(row_);
    series.mean.push_back(ratio->estimate.centre);
    series.low.push_back(ratio->estimate.low);
    series.high.push_back(ratio->estimate.high);
    least_ = std::min(least_, ratio->runs), most_ = std::max(most_, ratio->runs);
    return true;
  }

  std::string counted_range() const {
    return least_ == most_ ? counted(most_, "run") : fmt::format("{} to {}", least_, counted(most_, "run"));
  }

  /// What is seen, agent by agent.
  std::string words() const {
    std::string text;
    for (const Series& series : figure_.series) {
      const auto [low, high] = std::minmax_element(series.mean.begin(), series.mean.end());
      text += fmt::format("{}: {} to {} times. ", series.label, readable(*low), readable(*high));
    }
    return text;
  }

  Figure figure_;
  std::map<std::string, Series> series_;
  std::vector<std::pair<Role, std::string>> order_;  ///< As they come in the first environment that has them.
  std::set<double> budgets_;
  Places bests_;
  double row_ = 0;
  int least_ = 1'000'000'000, most_ = 0;
};

}  // namespace

std::vector<NamedFigure> price_figures(const std::vector<Arena>& arenas) {
  Rows rows;
  for (const Arena& arena : arenas) rows.add(arena);
  return rows.finish();
}

}  // namespace tacit
