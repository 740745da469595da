#include "tacit/lab/theory/theory_rows.h"

#include "tacit/agents/catalog.h"

namespace tacit {
namespace {

AgentTheory lsvi_ucb(const TheorySize& size) {
  const LsviUcbTheory t = lsvi_ucb_theory(size);
  return {"lsvi-ucb",
          "Jin, Yang, Wang and Jordan 2020",
          kNoPrivacy,
          {{"ridge", "lambda", t.ridge}, {"beta", "d H sqrt(log(2dKH/p))", t.beta}},
          Quantity{"switches", "K: it plans after every episode", t.switches},
          lsvi_ucb_regret(size),
          t.at_end,
          {}};
}

AgentTheory plus_plus(const TheorySize& size) {
  const PlusPlusTheory t = plus_plus_theory(size);
  AgentTheory row{"lsvi-ucb++",
                  "He, Zhao, Zhou and Gu 2023",
                  kNoPrivacy,
                  {{"ridge", "lambda = 1/H^2", t.ridge},
                   {"log_term", "l = log(dHK/(p lambda))", t.log_term},
                   {"radius_bernstein", "H N sqrt(lambda) + sqrt(d) l: the optimistic bonus", t.bernstein},
                   {"radius_hoeffding", "H N sqrt(lambda) + d^(3/2) H l", t.hoeffding},
                   {"radius_second", "H^2 N sqrt(lambda) + d^(3/2) H^2 l", t.second},
                   {"first_weight", "of a user nobody was like, at most; the floor is 4 d^6 H^4 |phi|", t.first_weight},
                   {"total_weight", "of all K users together, at most", t.total_weight}},
                  Quantity{"switches", "d H log2(1 + K/(d H lambda))", t.switches},
                  plus_plus_regret(size),
                  t.at_end,
                  {}};
  if (size.rewards_learned)
    row.constants.push_back(
        {"radius_reward", "N sqrt(lambda) + sqrt(d log(1 + K/(d H lambda)) + 2 log(H/p)) / (2 sqrt(H))", t.reward});
  return row;
}

constexpr const char* kAsPublished =
    "The noise here is calibrated anew (replace-one neighbours, Gaussian DP); the regret bound is the published one.";

AgentTheory luyo(const TheorySize& size, const TheoryBudget& budget) {
  const LuyoTheory t = luyo_theory(size, budget.exact.epsilon(), budget.exact.mu());
  const double batches = static_cast<double>(t.batches);
  return {"dp-lsvi-ucb-luyo",
          "Luyo, Garcelon, Lazaric and Pirotta 2021",
          kJointDp,
          {{"mu", "exact", budget.exact.mu().value()},
           {"batches", "B = min(K, ceil((K epsilon)^(2/5) d^(3/5) H^(1/5)))", batches},
           {"levels", "of the tree over batches: ceil(log2(B + 1))", static_cast<double>(t.levels)},
           {"gram_scale", "s = sqrt(H levels)/mu_G of a node, mu_G = mu/sqrt(2)", t.gram_scale},
           {"moment_scale", "sigma = 2H sqrt(H B)/mu_u of a release, mu_u = mu/sqrt(2)", t.moment_scale},
           {"eta", "s sqrt(levels) (2 sqrt(d) + 2 sqrt(log(2HB/p)))", t.eta},
           {"ridge", "lambda + 2 eta, lambda = d", t.ridge},
           {"beta", "H N sqrt(lambda + 2 eta) log(dKH/p)", t.beta}},
          Quantity{"switches", "B: one at the end of each batch", batches},
          luyo_regret(size, budget.exact.epsilon()),
          t.at_end,
          {kAsPublished}};
}

AgentTheory ngo(const TheorySize& size, const TheoryBudget& budget) {
  const NgoTheory t = ngo_theory(size, budget.exact.mu());
  const double most = static_cast<double>(t.most_switches);
  return {"dp-lsvi-ucb-ngo",
          "Ngo, Vietri and Wu 2022",
          kJointDp,
          {{"mu", "exact", budget.exact.mu().value()},
           {"levels", "of the tree over episodes: ceil(log2(K + 1))", static_cast<double>(t.levels)},
           {"gram_scale", "s = sqrt(H levels)/mu_G of a node, mu_G = mu/sqrt(2)", t.gram_scale},
           {"eta", "s sqrt(levels) (2 sqrt(d) + 2 sqrt(log(2HK/p)))", t.eta},
           {"ridge", "lam~ = 2 eta", t.ridge},
           {"moment_scale", "sigma = 2H sqrt(H N_max)/mu_y of a release, mu_y = mu/sqrt(2)", t.moment_scale},
           {"beta", "(H N sqrt(lam~) + d H) log(dKH/p)", t.beta}},
          Quantity{"switches", "N_max = ceil(d H log2(1 + K/(d lam~))), and then no more are made", most},
          ngo_regret(size, budget.exact.epsilon()),
          t.at_end,
          {kAsPublished, "The proof takes the determinants of noisy matrices to grow, which they need not."}};
}

AgentTheory paper(const TheorySize& size, const TheoryBudget& budget) {
  const PaperTheory t = paper_theory(size, budget.simple.rho());
  AgentTheory row{
      "dp-lsvi-ucb++-paper",
      "Sahu 2025",
      kJointDp,
      {{"rho", "by the simple conversion", budget.simple.rho().value()},
       {"statistics", "m: released anew at every stage of every episode", static_cast<double>(t.statistics)},
       {"rho_0", "rho/(m H K), of one release", t.rho_0},
       {"value_scale", "sqrt(2 H^2/rho_0): noise on each of two moments of V", t.value_scale},
       {"second_scale", "sqrt(2 H^4/rho_0): noise on the moment of V^2", t.second_scale},
       {"gram_scale", "s = 1/sqrt(2 rho_0)", t.gram_scale},
       {"noise_bound", "L = 4H sqrt(dHK/rho log(10dKH/p))", t.noise_bound},
       {"lambda", "lam~ = sqrt(8dHK/rho) (2 + (log(5HK/p)/d)^(2/3)); the ridge is 2 lam~", t.lambda},
       {"log_term", "l = log(1 + H K^4 L^2 d/(p lam~))", t.log_term},
       {"radius_bernstein", "H L N sqrt(lam~) + sqrt(d) l: the optimistic bonus", t.bernstein},
       {"radius_hoeffding", "H L N sqrt(lam~) + d^(3/2) H l", t.hoeffding},
       {"radius_second", "H^2 L^2 N sqrt(lam~) + d^(3/2) H^2 l", t.second},
       {"first_weight", "of a user nobody was like, at most; the floor is 4 d^6 H^4 |phi|", t.first_weight},
       {"total_weight", "of all K users together, at most", t.total_weight}},
      Quantity{"switches", "d H log2(1 + K/(d lam~))", t.switches},
      paper_regret(size, budget.simple.epsilon(), budget.simple.delta()),
      t.at_end,
      {"Theorem and proof state different exponents of H: 15/4 and 18/4.",
       "The line before the last of the proof grows like K^(3/2): the rate of the theorem does not follow from it.",
       "The switching bound takes the determinants of noisy matrices to grow, which they need not."}};
  if (size.rewards_learned) {
    row.constants.push_back({"reward_scale", "sqrt(2/rho_0): noise on the moment of r", t.reward_scale});
    row.constants.push_back(
        {"radius_reward",
         "L/(H sqrt(lam~)) + 3 N sqrt(lam~) + sqrt(d log(1 + K/(d H lam~)) + 2 log(H/p)) / (2 sqrt(H))", t.reward});
  }
  return row;
}

AgentTheory flagship(const TheoryBudget& budget) {
  return {
      "dp-lsvi-ucb++",
      "this library",
      kJointDp,
      {{"mu", "exact, for all releases that touch one user", budget.exact.mu().value()},
       {"rho", "mu^2/2", budget.exact.rho().value()}},
      std::nullopt,
      {},
      std::nullopt,
      {"Privacy is proved and replayed. Regret is measured: no theorem holds for its constants.",
       "A radius that a theorem would need: radius_bernstein + (xi + (|G| + shift) (R/2) N) / sqrt(lmin), with xi a "
       "bound on the noise of the moments, |G| on that of the Gram matrix, R the range of the next value and lmin "
       "the least eigenvalue of the released matrix.",
       "It plans at the points of a public schedule: the number of switches is known in advance."}};
}

}  // namespace

TheoryBudget::TheoryBudget(Epsilon epsilon, Delta delta)
    : exact(epsilon, delta, Theorem::gdp_exact, NoiseSource::simulation),
      simple(epsilon, delta, Theorem::zcdp_simple, NoiseSource::simulation) {}

const std::vector<std::string>& theory_agents() {
  static const std::vector<std::string> names = {"lsvi-ucb",        "lsvi-ucb++",          "dp-lsvi-ucb-luyo",
                                                 "dp-lsvi-ucb-ngo", "dp-lsvi-ucb++-paper", "dp-lsvi-ucb++"};
  return names;
}

std::vector<AgentTheory> theory_rows(const TheorySize& size, const std::optional<TheoryBudget>& budget) {
  std::vector<AgentTheory> rows = {lsvi_ucb(size), plus_plus(size)};
  if (budget) {
    rows.push_back(luyo(size, *budget));
    rows.push_back(ngo(size, *budget));
    rows.push_back(paper(size, *budget));
    rows.push_back(flagship(*budget));
  }
  return rows;
}

}  // namespace tacit
