// `tacit account`: the privacy calculator; check_command.h has what is about certificates.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/tacit/check_command.h"
#include "apps/tacit/commands.h"
#include "tacit/core/error.h"
#include "tacit/core/settings.h"
#include "tacit/lab/experiment/spec.h"
#include "tacit/privacy/accounting/conversions.h"

namespace tacit::program {
namespace {

constexpr const char* kExamples = R"(
Examples:
  tacit account --epsilon 1 --delta 1e-6            how much noise keeps a promise
  tacit account --mu 0.5 --delta 1e-6 --curve       what Gaussian noise of ratio 0.5 amounts to
  tacit account --rho 0.1 --delta 1e-6 --json       the same from a zCDP budget, for machines
  tacit account --check certificate.json            does a certificate hold? exit 0 yes, 1 no, 2 unreadable
  tacit account --new-key me.key                    makes the keys me.key, which is secret, and me.key.pub
  tacit account --check c.json --sign me.key        checks it and, if it holds, writes c.json.sig
  tacit account --check c.json --key me.key.pub     checks it and its signature
)";

constexpr double kUp = 1 + 8 * std::numeric_limits<double>::epsilon();

struct Options {
  std::optional<std::string> epsilon, mu, rho, delta, certificate, sign, key, new_key;
  bool json = false, curve = false;
};

struct Row {
  Theorem theorem;
  const char* label;
  Epsilon epsilon;
  Mu mu;
  Rho rho;
};

/// What was asked, and the answer by each theorem.
struct Account {
  bool from_epsilon;
  std::string question;
  Delta delta;
  Mu mu;  ///< By the exact conversion where epsilon was given.
  std::vector<Row> rows;
};

constexpr std::pair<Theorem, const char*> kTheorems[] = {{Theorem::gdp_exact, "exact (Gaussian DP)"},
                                                         {Theorem::zcdp_tight, "zCDP, tight"},
                                                         {Theorem::zcdp_simple, "zCDP, simple"}};

Account calibrate(Epsilon epsilon, Delta delta) {
  Account account{true, fmt::format("epsilon = {}", epsilon.value()), delta, gdp_mu(epsilon, delta), {}};
  for (const auto& [theorem, label] : kTheorems) {
    const Mu mu = mu_by(theorem, epsilon, delta);
    account.rows.push_back({theorem, label, epsilon, mu, Rho(mu.value() * mu.value() / 2)});
  }
  return account;
}

// `spent` is mu, rounded up where it was computed.
Account convert(const std::string& question, Mu mu, Mu spent, Rho rho, Delta delta) {
  Account account{false, question, delta, mu, {}};
  for (const auto& [theorem, label] : kTheorems)
    account.rows.push_back({theorem, label, epsilon_by(theorem, spent, delta), mu, rho});
  return account;
}

Account answer(const Options& options) {
  const int given = options.epsilon.has_value() + options.mu.has_value() + options.rho.has_value();
  if (given != 1) throw Error("account", "expected exactly one of --epsilon, --mu, --rho (with --delta), or --check");
  if (!options.delta) throw Error("--delta", "missing; expected a number from 1e-300 to 0.5");
  const Delta delta(parse_delta(*options.delta, "--delta"));
  if (options.epsilon) return calibrate(Epsilon(parse_epsilon(*options.epsilon, "--epsilon")), delta);
  if (options.mu) {
    const double mu = parse_number(*options.mu, 1e-9, 1e3, "--mu");
    return convert(fmt::format("mu = {}", mu), Mu(mu), Mu(mu), Rho(mu * mu / 2), delta);
  }
  const double rho = parse_number(*options.rho, 1e-18, 5e5, "--rho"), mu = std::sqrt(2 * rho);
  return convert(fmt::format("rho = {}, read as mu = sqrt(2 rho)", rho), Mu(mu), Mu(mu * kUp), Rho(rho), delta);
}

nlohmann::ordered_json curve_json(const Account& account) {
  const auto exact = epsilon_curve(Theorem::gdp_exact, account.mu),
             tight = epsilon_curve(Theorem::zcdp_tight, account.mu),
             simple = epsilon_curve(Theorem::zcdp_simple, account.mu);
  auto curve = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < exact.size(); ++i)
    curve.push_back({{"delta", exact[i].delta.value()},
                     {"exact", exact[i].epsilon.value()},
                     {"zcdp_tight", tight[i].epsilon.value()},
                     {"zcdp_simple", simple[i].epsilon.value()}});
  return curve;
}

void print_json(const Account& account, bool with_curve) {
  const char* names[] = {"exact", "zcdp_tight", "zcdp_simple"};
  nlohmann::ordered_json epsilon, rho;
  for (std::size_t i = 0; i < account.rows.size(); ++i) {
    const Row& row = account.rows[i];
    // Given epsilon: what the exactly calibrated noise amounts to by each theorem.
    epsilon[names[i]] = account.from_epsilon && row.theorem != Theorem::gdp_exact
                            ? epsilon_by(row.theorem, account.mu, account.delta).value()
                            : row.epsilon.value();
    rho[names[i]] = row.rho.value();
  }
  nlohmann::ordered_json out = {{"epsilon", epsilon},
                                {"delta", account.delta.value()},
                                {"mu", account.mu.value()},
                                {"rho", account.from_epsilon ? rho : rho["exact"]},
                                {"sigma_unit", 1 / account.mu.value()}};
  if (with_curve) out["curve"] = curve_json(account);
  fmt::print("{}\n", out.dump());
}

void print_table(const Account& account) {
  fmt::print("{} at delta = {}\n\n", account.question, account.delta.value());
  fmt::print("{:<20} {:>13} {:>13} {:>13} {:>13}\n", "conversion", "epsilon", "mu", "rho", "sigma");
  for (const Row& row : account.rows)
    fmt::print("{:<20} {:>13.7g} {:>13.7g} {:>13.7g} {:>13.7g}\n", row.label, row.epsilon.value(), row.mu.value(),
               row.rho.value(), 1 / row.mu.value());
  fmt::print("\nsigma: standard deviation of the noise on one release of sensitivity 1; rho = mu^2/2.\n");
  for (const Row& row : account.rows) fmt::print("{:<20} {}\n", row.label, citation(row.theorem));
}

void print_curve(const Account& account) {
  fmt::print("\nepsilon of mu = {:.7g} at other deltas\n{:<20}", account.mu.value(), "delta");
  for (const Row& row : account.rows) fmt::print(" {:>19}", row.label);
  fmt::print("\n");
  std::vector<std::vector<CurvePoint>> curves;
  for (const Row& row : account.rows) curves.push_back(epsilon_curve(row.theorem, account.mu));
  for (std::size_t i = 0; i < curves[0].size(); ++i) {
    fmt::print("{:<20}", curves[0][i].delta.value());
    for (const auto& curve : curves) fmt::print(" {:>19.7g}", curve[i].epsilon.value());
    fmt::print("\n");
  }
}

}  // namespace

void add_account(CLI::App& program, int& exit_code) {
  auto* command = program.add_subcommand("account", "Privacy calculator: epsilon, delta, mu and rho; certificates");
  const auto options = std::make_shared<Options>();
  auto* epsilon =
      command->add_option("--epsilon", options->epsilon, "Promise: epsilon, from 1e-6 to 1e4")->type_name("E");
  auto* mu =
      command->add_option("--mu", options->mu, "Gaussian DP: sensitivity over noise, from 1e-9 to 1e3")->type_name("M");
  auto* rho = command->add_option("--rho", options->rho, "Zero-concentrated DP, from 1e-18 to 5e5")->type_name("R");
  command->add_option("--delta", options->delta, "Promise: delta, from 1e-300 to 0.5")->type_name("D");
  command->add_flag("--curve", options->curve, "Also print epsilon at other deltas");
  auto* check = command->add_option("--check", options->certificate, "Recompute a certificate")
                    ->type_name("FILE")
                    ->excludes(epsilon, mu, rho);
  command->add_option("--sign", options->sign, "With --check: sign the certificate with this secret key if it holds")
      ->type_name("KEY")
      ->needs(check);
  command->add_option("--key", options->key, "With --check: the owner of this public key must have signed it")
      ->type_name("PUB")
      ->needs(check);
  command->add_option("--new-key", options->new_key, "Make a secret key and, beside it, the public one: FILE.pub")
      ->type_name("FILE")
      ->excludes(epsilon, mu, rho, check);
  command->add_flag("--json", options->json, "JSON on stdout");
  command->footer(kExamples);
  command->callback([options, &exit_code] {
    if (options->new_key) return make_key_files(*options->new_key);
    if (options->certificate) {
      exit_code = check_certificate_file({*options->certificate, options->sign, options->key, options->json});
      return;
    }
    const Account account = answer(*options);
    if (options->json) return print_json(account, options->curve);
    print_table(account);
    if (options->curve) print_curve(account);
  });
}

}  // namespace tacit::program
