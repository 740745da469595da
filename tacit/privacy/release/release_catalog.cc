#include "tacit/privacy/release/release_catalog.h"

#include "tacit/core/error.h"
#include "tacit/privacy/release/blocks.h"
#include "tacit/privacy/release/blt.h"
#include "tacit/privacy/release/factorised.h"
#include "tacit/privacy/release/toeplitz.h"
#include "tacit/privacy/release/tree.h"

namespace tacit {
namespace {

struct Entry {
  std::string name, summary;
  std::vector<Setting> settings;
  Strategy (*make)(Index releases, const Settings& settings);
};

std::vector<Setting> memory_settings() {
  return {
      Setting::integer("window", 0, 0, 100'000, "sum only the newest so many blocks; 0: all"),
      Setting::number("discount", 1, 1e-3, 1, "a block counts discount^age"),
  };
}
Memory memory(const Settings& s) { return {static_cast<Index>(s.integer("window")), s.number("discount")}; }

Strategy make_factorised(Index releases, const Settings& s) {
  Matrix C;
  if (s.text("minimise") == "worst") {
    C = worst_case_factorisation(releases);
  } else {
    std::vector<double> weights(static_cast<std::size_t>(std::max<Index>(releases, 0)), 1.0);
    for (std::size_t t = 1; t < weights.size(); ++t) weights[t] = weights[t - 1] * s.number("growth");
    C = optimal_factorisation(weights);
  }
  return factorised_strategy(s.text("coefficients") == "rounded" ? rounded_factorisation(C) : C);
}

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {"exact", "no noise and no privacy", memory_settings(),
       [](Index t, const Settings& s) { return exact_strategy(t, memory(s)); }},
      {"fresh", "every prefix anew, with its own noise", memory_settings(),
       [](Index t, const Settings& s) { return fresh_strategy(t, memory(s)); }},
      {"tree",
       "binary mechanism",
       {Setting::choice("refinement", "none", {"none", "honaker"}, "estimate a node from its halves as well")},
       [](Index t, const Settings& s) {
         return tree_strategy(t, s.text("refinement") == "honaker" ? Refinement::kHonaker : Refinement::kNone);
       }},
      {"toeplitz", "square-root factorisation", {}, [](Index t, const Settings&) { return toeplitz_strategy(t); }},
      {"blt",
       "buffered linear Toeplitz: nearly toeplitz, in constant memory",
       {Setting::integer("buffers", 0, 0, 8, "buffers per coordinate; 0: three up to 10000 releases, four above")},
       [](Index t, const Settings& s) { return blt_strategy(t, static_cast<Index>(s.integer("buffers"))); }},
      {"factorised",
       "the factorisation that is best for what each prefix is worth",
       {Setting::choice("minimise", "worst", {"worst", "weighted"}, "the worst prefix, or a weighted sum of variances"),
        Setting::number("growth", 1, 0.1, 10, "weighted: a prefix is worth so many times the one before"),
        Setting::choice("coefficients", "real", {"real", "rounded"}, "rounded to multiples of 1/1024, for integers")},
       make_factorised},
      {"blocks", "each block once, with its own noise; a prefix adds up blocks", memory_settings(),
       [](Index t, const Settings& s) { return blocks_strategy(t, memory(s)); }},
  };
  return all;
}

const Entry& find(std::string_view name) {
  for (const Entry& entry : entries())
    if (entry.name == name) return entry;
  throw Error("release", unknown_name(name, release_names()));
}

}  // namespace

const std::vector<std::string>& release_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Entry& entry : entries()) all.push_back(entry.name);
    return all;
  }();
  return names;
}

const std::string& release_summary(std::string_view name) { return find(name).summary; }
const std::vector<Setting>& release_settings(std::string_view name) { return find(name).settings; }

Strategy make_strategy(std::string_view name, Index releases, const Assignments& options) {
  const Entry& entry = find(name);
  return entry.make(releases, Settings(entry.settings, options, "release"));
}

SimulatedRelease make_release(std::string_view name, Index releases, const Layout& layout, double scale,
                              SimulationNoise noise, const Assignments& options) {
  return SimulatedRelease(make_strategy(name, releases, options), layout, scale, std::move(noise));
}

}  // namespace tacit
