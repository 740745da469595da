#include "apps/tacit/audit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "tacit/lab/figure/figure.h"
#include "tacit/lab/report/html_report.h"
#include "tacit/version.h"

namespace tacit::program {
namespace {

std::string mu_text(const std::optional<double>& mu) {
  if (!mu) return "-";
  if (std::isinf(*mu)) return "certain";
  return *mu > 100 ? "above 100" : fmt::format("{:.4f}", *mu);
}

// Hits at a rate of false alarms, the most that is possible where mu is as given (Neyman and Pearson).
double best_hits(double false_alarms, double mu) {
  const boost::math::normal law;
  if (false_alarms <= 0) return 0;
  if (false_alarms >= 1) return 1;
  return boost::math::cdf(law, mu + boost::math::quantile(law, false_alarms));
}

Figure roc_figure(const AuditReport& report, const AttackReport& attack) {
  Figure figure;
  figure.title = "The " + attack.attack + " attack on " + report.spec.world.agent;
  figure.subtitle = fmt::format("{} runs in each world; the band holds the whole curve with confidence {:.4g}",
                                report.spec.runs, attack.confidence);
  figure.x = {"false alarms, as a share of runs with the original user", Scale::linear};
  figure.y = {"hits, as a share of runs with the replacement", Scale::linear};
  Series seen{"this attack", Role::not_private, {}, {}, {}, {}}, claim{"claimed", Role::is_private, {}, {}, {}, {}},
      chance{"chance", Role::control, {0, 1}, {0, 1}, {}, {}};
  for (const RocPoint& point : attack.roc) {
    seen.x.push_back(point.false_alarms);
    seen.mean.push_back(point.hits);
    seen.low.push_back(point.low);
    seen.high.push_back(point.high);
  }
  for (int i = 0; i <= 100; ++i) {
    claim.x.push_back(i / 100.0);
    claim.mean.push_back(best_hits(i / 100.0, report.claimed_mu));
  }
  figure.series = {seen, claim, chance};
  return figure;
}

// What the figure says about the claim, in agreement with the verdict: the bound is from one threshold alone and so
// sharper than a band around all of the curve.
std::string roc_caption(const AuditReport& report, const AttackReport& attack) {
  const bool above = std::any_of(attack.roc.begin(), attack.roc.end(), [&](const RocPoint& point) {
    return point.low > best_hits(point.false_alarms, report.claimed_mu);
  });
  if (above) return "All of the band is above the claimed curve in places: the claim is violated.";
  if (attack.judgement.verdict == Verdict::violated)
    return "The band, which holds the whole curve at once, reaches down to the claimed curve; the bound below, which "
           "is "
           "from one threshold, is sharper and is above the claim.";
  return "The claim would be violated where all of the band is above the claimed curve, and that is nowhere. The curve "
         "itself strays by chance.";
}

// What was done and seen, in sentences.
std::vector<std::string> details(const AttackReport& attack) {
  std::vector<std::string> text = {fmt::format("The user is number {}: {}.", attack.position, attack.users)};
  if (attack.bound)
    text.push_back(fmt::format("The score is the {}: {} false alarms and {} misses in {} counted runs of each world.",
                               attack.statistic, attack.bound->false_alarms, attack.bound->misses,
                               attack.bound->trials));
  if (!attack.noise || attack.noise->coordinates == 0) return text;
  const NoiseTests& noise = *attack.noise;
  text.push_back(
      fmt::format("Noise has {:.4f} times the declared deviation over {} coordinates of {} runs; {} coordinates are "
                  "whitened jointly.",
                  noise.deviation, noise.coordinates, noise.runs, noise.joint));
  text.push_back(fmt::format("The largest correlation of {} pairs is {:.3f}, and chance allows {:.3f}.", noise.pairs,
                             noise.correlation, noise.allowed));
  for (std::size_t i = 1; i < noise.reasons.size(); ++i) text.push_back("Also, " + noise.reasons[i] + ".");
  for (const std::string& note : noise.notes) text.push_back("Note that " + note + ".");
  return text;
}

std::vector<std::string> paragraphs(const AttackReport& attack) {
  std::vector<std::string> text = {
      fmt::format("{}: {}.", tacit::to_text(attack.judgement.verdict), attack.judgement.because)};
  for (std::string& sentence : details(attack)) text.push_back(std::move(sentence));
  if (attack.reach)
    text.push_back(
        std::isinf(*attack.reach)
            ? "Nothing hides this pair of users: some of what was published only one of them could have given."
        : attack.attack == "replay"
            ? fmt::format("With noise as declared, these users are at most mu = {:.4f} apart.", *attack.reach)
            : fmt::format(
                  "By estimate this pair of users is mu = {:.4f} apart, the most that an attack on it can show.",
                  *attack.reach));
  if (attack.bound)
    text.push_back(fmt::format("An attack that reaches the claim would have shown about mu = {:.4f} with so many runs.",
                               attack.expected));
  if (!attack.noise)
    for (const std::string& reason : attack.reasons) text.push_back(reason);
  return text;
}

Table bounds_table(const AttackReport& attack) {
  const MuBound& bound = *attack.bound;
  Table table;
  table.caption = fmt::format("Counted on the second half of the runs, {} in each world; confidence {:.4g}",
                              bound.trials, attack.confidence);
  table.columns = {{"measure", Table::Align::left}, {"value", Table::Align::right}};
  const auto row = [&](const char* name, const std::string& value) { table.rows.push_back({name, value}); };
  row("statistic", attack.statistic);
  row("false alarms", std::to_string(bound.false_alarms));
  row("misses", std::to_string(bound.misses));
  row("mu at least, exact", fmt::format("{:.4f}", bound.lower));
  row("mu by a Gaussian fit", mu_text(bound.fitted));
  row("mu at least, Gaussian fit", mu_text(bound.fitted_lower));
  row("epsilon at least", fmt::format("{:.4f}", attack.epsilon));
  row("epsilon at least, whatever the noise", fmt::format("{:.4f}", bound.epsilon_any_noise));
  return table;
}

}  // namespace

void write_report(const AuditReport& report, const std::filesystem::path& directory) {
  const WorldSpec& world = report.spec.world;
  Report page;
  page.title = fmt::format("Audit of {}: {}", world.agent, tacit::to_text(report.verdict()));
  page.summary = {
      fmt::format("{} on {}, {} users per run, compared with epsilon {:g} at delta {:g}, that is mu {:.4f}.",
                  world.agent, world.env, world.episodes, world.epsilon, world.delta, report.claimed_mu),
      "Two worlds differ in one user. An attack says from what it sees in which of them a run was made. "
      "How often it is "
      "right is a lower bound on mu, and so on epsilon. A bound below the claim is no proof of the claim."};
  if (!report.broken.empty())
    page.summary.insert(page.summary.begin(),
                        fmt::format("{} keeps no promise, by its own account: {}.", world.agent, report.broken));
  const std::filesystem::path figures = directory / "figures";
  std::filesystem::create_directories(figures);
  for (const AttackReport& attack : report.attacks) {
    page.findings.push_back(attack.attack + ": " + tacit::to_text(attack.judgement.verdict));
    Section section;
    section.heading = "The " + attack.attack + " attack";
    section.paragraphs = paragraphs(attack);
    if (attack.bound) {
      const FigureFiles files = draw(roc_figure(report, attack), figures, "roc-" + attack.attack);
      section.figures.push_back(
          read_picture(files.svg, "Hits over false alarms: the attack, the most that the claim allows, chance",
                       roc_caption(report, attack)));
      section.tables.push_back(bounds_table(attack));
    }
    page.sections.push_back(std::move(section));
  }
  page.footer = fmt::format("tacit {} ({}), seed {}", kVersion, kCommit, world.seed);
  write_html(page, directory / "report.html");
}

std::string to_text(const AuditReport& report) {
  const WorldSpec& world = report.spec.world;
  std::string text =
      fmt::format("{} on {}, {} episodes: {} epsilon {:g} at delta {:g}, that is mu {:.4f}\n", world.agent, world.env,
                  world.episodes, report.promised == "none" ? "compared with" : "claims", world.epsilon, world.delta,
                  report.claimed_mu);
  if (!report.broken.empty())
    text += fmt::format("{} keeps no promise, by its own account: {}\n", world.agent, report.broken);
  text +=
      fmt::format("{} runs in each of two worlds that differ in one user; confidence {:g} in all bounds together\n\n",
                  report.spec.runs, report.spec.confidence);
  text += fmt::format("{:<10} {:>11} {:>11} {:>12} {:>10} {:>11}  {}\n", "attack", "mu at least", "fitted mu",
                      "est. of pair", "epsilon", "any noise", "verdict");
  for (const AttackReport& attack : report.attacks) {
    const auto& bound = attack.bound;
    const bool has_epsilon = attack.mu_lower() && std::isfinite(*attack.mu_lower());
    text += fmt::format("{:<10} {:>11} {:>11} {:>12} {:>10} {:>11}  {}\n", attack.attack, mu_text(attack.mu_lower()),
                        mu_text(bound ? bound->fitted : std::nullopt), mu_text(attack.reach),
                        has_epsilon ? fmt::format("{:.4f}", attack.epsilon) : "-",
                        bound ? fmt::format("{:.4f}", bound->epsilon_any_noise) : "-",
                        tacit::to_text(attack.judgement.verdict));
  }
  text +=
      "mu: how far apart the two worlds are, in deviations of the noise; of the attacked pair it is an estimate.\n\n";
  for (const AttackReport& attack : report.attacks) {
    text += fmt::format("{}: {}.\n", attack.attack, attack.judgement.because);
    for (const std::string& sentence : details(attack)) text += "  " + sentence + '\n';
  }
  text += fmt::format("\nverdict: {}\n", tacit::to_text(report.verdict()));
  return text;
}

}  // namespace tacit::program
