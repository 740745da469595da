#include "tacit/audit/specimen.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "tacit/agents/lsvi/lsvi_agent.h"
#include "tacit/agents/lsvi/lsvi_settings.h"
#include "tacit/core/error.h"

namespace tacit {
namespace {

constexpr const char* kGram = "sums";  // What is streamed; all else is asked for at plans.

/// The paper's algorithm behind a witness of its own.
class SpecimenAgent final : public Agent, public Planning {
 public:
  SpecimenAgent(const AgentContext& context, const LsviOptions& options)
      : noise_(context.privacy->witness),
        privacy_{context.privacy->promise, &noise_},
        agent_(context.problem, options, context.episodes, context.seed, &privacy_) {}

  Policy policy() const override { return agent_.policy(); }
  Taken take(const Episode& episode) override { return agent_.take(episode); }
  const Ledger* ledger() const override { return agent_.ledger(); }
  const StagePlan* plan(int h) const override { return agent_.plan(h); }

 private:
  PrintedNoise noise_;
  PrivacyContext privacy_;
  LsviAgent agent_;
};

// The Gram matrix alone is streamed, with the noise of independent releases; the rest is asked for at plans.
bool is_fixed(const Setting& setting) {
  return setting.name == "release" || setting.name == "moments" || setting.name == "split_reward";
}

std::unique_ptr<Agent> make_specimen(const AgentContext& context, const Settings& settings) {
  if (context.privacy->noise == Noise::production)
    throw Error("noise", "'production' is not for a specimen, which keeps no promise; expected simulation");
  LsviOptions options = paper_options(context, settings);
  options.constants.bonus = Bonus::hoeffding;
  return std::make_unique<SpecimenAgent>(context, options);
}

}  // namespace

void PrintedNoise::contributed(std::int64_t user, const Contribution& projected, const VaultShape& shape) {
  if (inner_) inner_->contributed(user, projected, shape);
}

void PrintedNoise::touching(std::int64_t series, std::int64_t first_user, std::int64_t end_user, double mu_squared) {
  if (inner_) inner_->touching(series, first_user, end_user, mu_squared);
}

void PrintedNoise::charged(const Charge& charge) {
  newest_charge_ = charge.name;
  if (inner_) inner_->charged(charge);
}

void PrintedNoise::expecting(std::span<const double> without_noise, std::span<const double> deviation) {
  expected_.assign(without_noise.begin(), without_noise.end());
  deviation_.assign(deviation.begin(), deviation.end());
}

void PrintedNoise::releasing(std::int64_t series, std::int64_t first_user, std::int64_t end_user,
                             std::span<const double> exact, double share, std::span<double> published) {
  const bool gram = series == 0;
  const double copies = gram ? ++releases_ / std::sqrt(2.0) : 1;
  std::vector<double>& draw = draws_[gram ? kGram : newest_charge_];
  if (draw.empty())
    for (std::size_t i = 0; i < published.size(); ++i)
      draw.push_back(deviation_[i] > 0 ? (published[i] - expected_[i]) / deviation_[i] : 0);
  for (std::size_t i = 0; i < published.size(); ++i) {
    deviation_[i] *= copies;
    published[i] = expected_[i] + deviation_[i] * draw[i % draw.size()];
  }
  if (!inner_) return;
  inner_->expecting(expected_, deviation_);
  inner_->releasing(series, first_user, end_user, exact, share, published);
}

AgentEntry specimen_entry() {
  std::vector<Setting> settings = paper_settings();
  std::erase_if(settings, is_fixed);
  return {.name = "dp-lsvi-ucb++-specimen",
          .summary = "the paper's Algorithm 1 with its noise as printed: a specimen WITHOUT privacy",
          .settings = std::move(settings),
          .make = make_specimen,
          .theorem = Theorem::zcdp_simple,
          .broken = "noise is drawn once and reused, so that releases differ by exact data"};
}

}  // namespace tacit
