// Files of environments: what is written is read again to the last bit, and what is wrong is refused by name.
#include "tacit/mdp/file/mdp_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include "tacit/core/error.h"
#include "tacit/core/rng.h"
#include "tacit/mdp/evaluation.h"
#include "tacit/mdp/file/mdp_tables.h"
#include "tacit/mdp/file/npy.h"
#include "tacit/mdp/file/npz_tables.h"
#include "tacit/mdp/file/zip_archive.h"
#include "tests/scratch.h"
#include "tests/small_mdps.h"

namespace tacit {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string written(const LinearMdp& mdp, MdpEncoding encoding) {
  std::ostringstream out;
  write_mdp(mdp, encoding, out);
  return out.str();
}

LinearMdp again(const LinearMdp& mdp, MdpEncoding encoding) { return parse_mdp(written(mdp, encoding), "m.json").mdp; }

bool same_bits(const double* a, const double* b, Index count) {
  return count == 0 || std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(double)) == 0;
}

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && same_bits(a.data(), b.data(), a.size());
}

bool same_bits(const LinearMdp& a, const LinearMdp& b) {
  const Problem &p = a.problem, &q = b.problem;
  bool same = a.name == b.name && p.horizon == q.horizon && p.actions == q.actions && p.dimension == q.dimension &&
              p.ended == q.ended && same_bits(&p.ended_reward, &q.ended_reward, 1) &&
              (p.horizon == 1 || p.alike == q.alike) && a.reward_range == b.reward_range &&
              same_bits(&p.measure_norm, &q.measure_norm, 1) && same_bits(p.points, q.points) &&
              same_bits(p.known_rewards, q.known_rewards) && same_bits(a.rewards, b.rewards) &&
              a.bernoulli_rewards == b.bernoulli_rewards &&
              same_bits(a.finite()->start.data(), b.finite()->start.data(), p.point_count());
  for (int h = 0; h < p.horizon; ++h) same = same && same_bits(a.finite()->measure(h), b.finite()->measure(h));
  return same;
}

/// A random environment: one-hot or not, stages alike and declared so or not.
LinearMdp random_mdp(std::uint64_t seed) {
  Stream stream(seed, "test");
  const int S = 1 + static_cast<int>(stream.below(4)), A = 1 + static_cast<int>(stream.below(3)),
            H = 1 + static_cast<int>(stream.below(4));
  const bool one_hot = stream.below(2) == 0, alike = stream.below(2) == 0;
  const int d = one_hot ? S * A : 1 + static_cast<int>(stream.below(3));
  LinearMdp mdp;
  mdp.name = "random-" + std::to_string(seed % 10);
  mdp.problem.horizon = H, mdp.problem.actions = A, mdp.problem.dimension = d;
  mdp.problem.points = Matrix::Identity(S * A, d);
  if (!one_hot)
    for (Index row = 0; row < S * A; ++row)
      stream.dirichlet(0.5, {mdp.problem.points.row(row).data(), static_cast<std::size_t>(d)});
  mdp.rewards.resize(H, d);
  FiniteDynamics dynamics;
  for (int h = 0; h < H; ++h) {
    Matrix measures(d, S);
    for (int i = 0; i < d; ++i) {
      stream.dirichlet(0.2, {measures.row(i).data(), static_cast<std::size_t>(S)});
      mdp.rewards(h, i) = stream.uniform();
    }
    dynamics.measures.push_back(alike && h > 0 ? dynamics.measures[0] : measures);
  }
  dynamics.start.resize(S);
  stream.dirichlet(1, {dynamics.start.data(), static_cast<std::size_t>(S)});
  mdp.dynamics = dynamics;
  mdp.problem.measure_norm = std::sqrt(d) + (stream.below(2) == 0 ? 0 : stream.uniform());
  mdp.bernoulli_rewards = stream.below(2) == 0;
  mdp.problem.alike.transitions = alike && stream.below(2) == 0;
  mdp.problem.alike.rewards = stream.below(2) == 0;
  if (mdp.problem.alike.rewards) mdp.rewards = Matrix(mdp.rewards.row(0)).replicate(H, 1);
  if (stream.below(2) == 0) mdp.problem.known_rewards = mdp.rewards;
  return mdp;
}

TEST(MdpFile, KeepsEveryBit) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    const LinearMdp mdp = random_mdp(seed);
    for (const MdpEncoding encoding : {MdpEncoding::json, MdpEncoding::npz}) {
      const LinearMdp back = again(mdp, encoding);
      RC_ASSERT(same_bits(mdp, back));
      RC_ASSERT(written(mdp, encoding) == written(back, encoding));
    }
  }));
}

TEST(MdpFile, WouldNoticeABit) {
  const LinearMdp mdp = trial::small_finite(false);
  LinearMdp other = mdp;
  other.rewards(0, 0) = std::nextafter(other.rewards(0, 0), 2.0);
  EXPECT_FALSE(same_bits(other, again(mdp, MdpEncoding::json)));
}

TEST(MdpFile, KeepsTheSignOfZero) {
  LinearMdp mdp = trial::small_finite(false);
  mdp.problem.points.row(0) << -0.0, 1, 0;
  for (const MdpEncoding encoding : {MdpEncoding::json, MdpEncoding::npz})
    EXPECT_TRUE(std::signbit(again(mdp, encoding).problem.points(0, 0)));
}

// Two states, two actions; the shortest file there is.
const std::string kTabular = R"({"format": "tacit-mdp/1", "horizon": 3, "states": 2, "actions": 2,
 "start": [1, 0],
 "transitions": [[[0.9, 0.1], [0.2, 0.8], {"to": [1, 0], "p": [0.5, 0.5]}, {"to": [1], "p": [1]}]],
 "rewards": [[0, 1, 0.25, 0.5]]})";

std::string with(std::string text, const std::string& old, const std::string& replacement) {
  const auto at = text.find(old);
  if (at == std::string::npos) throw std::logic_error("the test replaces nothing: " + old);
  return text.replace(at, old.size(), replacement);
}

std::string refusal(const std::string& bytes) {
  try {
    parse_mdp(bytes, "folder/m.json");
  } catch (const Error& error) {
    return error.what() + std::string("\n");  // So that a test can see the end of what is said.
  }
  return "accepted";
}

TEST(MdpFile, ReadsATabularProblemOfTenLines) {
  const MdpFile file = parse_mdp(kTabular, "folder/my first.json");
  EXPECT_EQ(file.mdp.name, "my-first");
  EXPECT_FALSE(file.named);
  EXPECT_EQ(file.sha256.size(), 64u);
  const Problem& p = file.mdp.problem;
  EXPECT_EQ(p.dimension, 4);
  EXPECT_EQ(p.horizon, 3);
  EXPECT_TRUE(p.points.isIdentity(0));
  EXPECT_FALSE(p.rewards_known());
  EXPECT_TRUE(file.mdp.bernoulli_rewards);
  for (const Matrix& measures : file.mdp.finite()->measures) {
    EXPECT_EQ(measures(1, 1), 0.8);
    EXPECT_EQ(measures(2, 0), 0.5);
    EXPECT_EQ(measures(3, 1), 1);
  }
  EXPECT_EQ(file.mdp.rewards(2, 2), 0.25);
}

TEST(MdpFile, KeepsStagesThatAreAlikeOnce) {
  const LinearMdp mdp = parse_mdp(kTabular, "m.json").mdp;
  EXPECT_EQ(mdp.finite()->measures.size(), 1u);
  const MdpTables tables = tables_of(mdp);
  EXPECT_EQ(tables.transitions->stages, 1);
  EXPECT_EQ(tables.rewards->shape.front(), 1);
  EXPECT_FALSE(tables.features || tables.measures || tables.theta);
}

TEST(MdpFile, DeclaresAlikeWhatIsOfOneStage) {
  EXPECT_EQ(parse_mdp(kTabular, "m.json").mdp.problem.alike, (Alike{true, true}));
  const std::string reward = "[0, 1, 0.25, 0.5]";
  const std::string rewards = with(kTabular, reward, reward + ", " + reward + ", " + reward);
  EXPECT_EQ(parse_mdp(rewards, "m.json").mdp.problem.alike, (Alike{true, false}));
  // The same numbers in every stage are no declaration, and stay none.
  LinearMdp unsaid = parse_mdp(kTabular, "m.json").mdp;
  unsaid.problem.alike = {};
  EXPECT_EQ(tables_of(unsaid).transitions->stages, 3);
  EXPECT_EQ(again(unsaid, MdpEncoding::npz).problem.alike, Alike());
  change_horizon(unsaid, 5);
  EXPECT_EQ(unsaid.problem.alike, Alike());
  EXPECT_NO_THROW(validate(unsaid));
}

TEST(MdpFile, TakesTransitionsOfOneStageAtTheirWord) {
  LinearMdp mdp = trial::small_finite(false);
  mdp.problem.alike = {true, true};
  std::get<FiniteDynamics>(mdp.dynamics).measures.resize(1);
  mdp.rewards = Matrix(mdp.rewards.row(0)).replicate(4, 1);
  MdpTables tables = tables_of(mdp);
  const std::vector<double> measures = tables.measures->numbers;
  for (int h = 1; h < 4; ++h)
    tables.measures->numbers.insert(tables.measures->numbers.end(), measures.begin(), measures.end());
  tables.measures->shape.front() = 4;
  tables.measures->numbers[measures.size()] += 1e-12;  // Another measure that explains the same within 1e-9.
  EXPECT_TRUE(same_bits(assemble(tables, "m"), mdp));
  tables.measures->numbers[measures.size()] += 0.1;
  EXPECT_THROW(assemble(tables, "m"), Error);
}

// Falls of -100, steps of -1, and 0 for those who ended in state 1.
const std::string kRanged = R"({"format": "tacit-mdp/1", "horizon": 3, "states": 2, "actions": 2, "ended": 1,
 "bernoulli": false, "reward_range": [-100, 0], "start": [1, 0],
 "transitions": [[{"to": [0], "p": [1]}, [0.1, 0.9], {"to": [1], "p": [1]}, {"to": [1], "p": [1]}]],
 "rewards": [[-100, -1, 0, 0]], "optimal_value": -1.11})";

TEST(MdpFile, CountsRewardsOfAnyRangeFromZeroToOne) {
  const LinearMdp mdp = parse_mdp(kRanged, "m.json").mdp;
  EXPECT_EQ(mdp.reward_range, (RewardRange{-100, 0}));
  EXPECT_EQ(mdp.rewards.row(2), (Eigen::RowVector4d(0, 0.99, 1, 1)));
  EXPECT_EQ(mdp.problem.ended_reward, 1);
  const double best = Evaluator(mdp).optimal().mean_value;
  EXPECT_NEAR(mdp.reward_range.stated(best, 3), -1.11, 1e-12);
  EXPECT_EQ(tables_of(mdp).rewards->numbers, (std::vector<double>{-100, -1, 0, 0}));
  for (const MdpEncoding encoding : {MdpEncoding::json, MdpEncoding::npz})
    EXPECT_TRUE(same_bits(again(mdp, encoding), mdp));
}

TEST(MdpFile, KeepsEveryBitOfRewardsThatWereStatedInARange) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    Stream stream(seed, "range");
    MdpTables tables = tables_of(parse_mdp(kTabular, "m.json").mdp);
    const double scale = std::exp(20 * stream.uniform() - 10), low = scale * (stream.uniform() - 0.5);
    const double high = low + scale * (0.01 + stream.uniform());
    tables.optimal_value.reset();
    tables.reward_range = NumberTable{{2}, {low, high}};
    for (double& reward : tables.rewards->numbers)
      reward = std::clamp(low + (high - low) * std::pow(stream.uniform(), 5), low, high);
    const LinearMdp mdp = assemble(tables, "m");
    RC_ASSERT(same_bits(assemble(tables_of(mdp), "m"), mdp));
  }));
}

TEST(MdpFile, NamesWhatIsWrongWithARange) {
  const std::vector<std::array<std::string, 3>> faults = {
      {"[-100, 0]", "[0, 0]", "m.json: reward_range: [0, 0] is not allowed; expected [low, high] with low < high"},
      {"[-100, 0]", "[0, -100]", "reward_range: [0, -100] is not allowed; expected [low, high] with low < high"},
      {"[-100, 0]", "[-1e308, 1e308]", "reward_range: [-1e+308, 1e+308] is not allowed"},
      {"[-100, 0]", "[-100, 0, 1]", "reward_range: 3 is not allowed; expected 2"},
      {"[-100, 0]", "-100", "reward_range: -100 is not allowed; expected a list of numbers"},
      {"[-100, 0]", "[-100, -1]", "reward_range: [-100, -1] is without 0, which is what those in state 1 (ended) get"},
      {"[-100, 0]", "[-99, 0]",
       "rewards: stage 0, row 0 (state 0, action 0) is -100; expected a number from -99 to 0 (reward_range)"},
      {"[-100, -1, 0, 0]", "[-100, -1, 0, -1]",
       "ended: state 1: in stage 0 action 1 is paid there (row 3); expected p = 1 to itself and reward 0"},
      {"-1.11", "1.11", "optimal_value: 1.11 is not allowed; expected -1.1"},
  };
  for (const auto& [old, replacement, message] : faults)
    EXPECT_THAT(refusal(with(kRanged, old, replacement)), HasSubstr(message)) << replacement;
}

TEST(MdpFile, FindsMeasuresAndThetaByLeastSquares) {
  const LinearMdp mdp = trial::small_finite(false);
  MdpTables tables = tables_of(mdp);
  tables.measures.reset();
  tables.theta.reset();
  const LinearMdp found = assemble(tables, "m");
  for (int h = 0; h < mdp.problem.horizon; ++h)
    EXPECT_LT((found.finite()->measure(h) - mdp.finite()->measure(h)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((found.rewards - mdp.rewards).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(MdpFile, TakesMeasuresAndThetaAlone) {
  const LinearMdp mdp = trial::small_finite(false);
  MdpTables tables = tables_of(mdp);
  tables.transitions.reset();
  tables.rewards.reset();
  EXPECT_TRUE(same_bits(assemble(tables, "m"), mdp));
}

TEST(MdpFile, NormalisesWhatIsNearlyADistribution) {
  const LinearMdp mdp = parse_mdp(with(kTabular, "[0.9, 0.1]", "[0.9000000005, 0.1]"), "m.json").mdp;
  EXPECT_NEAR(mdp.finite()->measure(0).row(0).sum(), 1, 1e-15);
}

TEST(MdpFile, ReadsWhatNumPyWrites) {
  const std::string folder = TACIT_SOURCE_DIR "/tacit/mdp/file/testdata/";
  LinearMdp expected = parse_mdp(kTabular, "m.json").mdp;
  expected.name = "from-numpy";
  for (const char* name : {"numpy.npz", "numpy-compressed.npz", "numpy-sparse.npz"}) {
    SCOPED_TRACE(name);
    const MdpFile file = read_mdp(folder + name);
    EXPECT_TRUE(file.named);
    expected.bernoulli_rewards = std::string(name) != "numpy-compressed.npz";
    EXPECT_TRUE(same_bits(file.mdp, expected));
  }
}

TEST(MdpFile, ChecksTheOptimalValue) {
  const LinearMdp mdp = trial::small_finite(false);
  const double value = Evaluator(mdp).optimal().mean_value;
  MdpTables tables = tables_of(mdp);
  tables.optimal_value = value + 5e-10;
  EXPECT_NO_THROW(assemble(tables, "m"));
  tables.optimal_value = value + 1e-8;
  EXPECT_THROW(assemble(tables, "m"), Error);
}

TEST(MdpFile, KnowsWhoEnded) {
  const std::string ended = with(kTabular, R"({"to": [1, 0], "p": [0.5, 0.5]})", R"({"to": [1], "p": [1]})");
  const std::string unpaid = with(ended, "[0, 1, 0.25, 0.5]", "[0, 1, 0, 0]");
  EXPECT_EQ(parse_mdp(with(unpaid, "\"start\"", "\"ended\": 1, \"start\""), "m").mdp.problem.ended, 1);
  EXPECT_EQ(parse_mdp(with(unpaid, "\"start\"", "\"ended\": null, \"start\""), "m").mdp.problem.ended, -1);
  EXPECT_THAT(
      refusal(with(ended, "\"start\"", "\"ended\": 1, \"start\"")),
      HasSubstr("ended: state 1: in stage 0 action 0 is paid there (row 2); expected p = 1 to itself and reward 0"));
  EXPECT_THAT(refusal(with(unpaid, "\"start\"", "\"ended\": 0, \"start\"")),
              HasSubstr("ended: state 0: in stage 0 action 0 leaves it (row 0); expected p = 1 to itself"));
  EXPECT_THAT(refusal(with(unpaid, "\"start\"", "\"ended\": 2, \"start\"")), HasSubstr("ended: 2 is not allowed"));
}

struct Fault {
  std::string old, replacement, message;
};

TEST(MdpFile, NamesWhatIsWrong) {
  const std::vector<Fault> faults = {
      {"tacit-mdp/1", "tacit-mdp/2", "m.json: format: 'tacit-mdp/2' is not allowed; expected tacit-mdp/1; a newer"},
      {"tacit-mdp/1", "tacit-mdp/0", "m.json: format: 'tacit-mdp/0' is not allowed; expected tacit-mdp/1\n"},
      {"tacit-mdp/1", "foo", "m.json: format: 'foo' is not allowed; expected tacit-mdp/1\n"},
      {"\"format\": \"tacit-mdp/1\", ", "", "m.json: format: is missing"},
      {"\"horizon\"", "\"horison\"", "m.json: horison: 'horison' is unknown; did you mean 'horizon'?"},
      {"\"horizon\": 3", "\"horizon\": 3, \"horizon\": 3", "horizon: is given twice"},
      {"\"horizon\": 3", "\"horizon\": 0", "horizon: 0 is not allowed; expected an integer from 1 to 10000"},
      {"\"horizon\": 3", "\"horizon\": 2.5", "horizon: 2.5 is not allowed; expected an integer"},
      {"\"horizon\": 3", "\"horizon\": \"3\"", "horizon: '3' is not allowed; expected an integer"},
      {"\"horizon\": 3", "\"horizon\": 1e300", "horizon: 1e+300 is not allowed"},
      {"\"states\": 2", "\"states\": 3", "start: has 2 numbers; expected 3, one for each state"},
      {"\"actions\": 2", "\"actions\": 3",
       "transitions: has 1 stage of 4 rows; expected 1 or 3 stages of 6 rows (row s*A + a)"},
      {"\"actions\": 2", "\"actions\": null", "actions: null is not allowed"},
      {"[1, 0],", "[1, 0.1],", "start: the distribution adds up to 1.1; expected 1 within 1e-9"},
      {"[1, 0],", "[2, -1],", "start: the distribution has 2; expected numbers from 0 to 1"},
      {"[0.9, 0.1]", "[0.9, 0.2]", "transitions: stage 0, row 0 (state 0, action 0) adds up to 1.1"},
      {"[0.9, 0.1]", "[1.1, -0.1]", "transitions: stage 0, row 0 (state 0, action 0) has 1.1"},
      {"[0.9, 0.1]", "[0.9]", "transitions[0][0]: has 1 entry; expected 2, one for each state"},
      {"[0.2, 0.8]", "[0.2, 0.7, 0.1]", "transitions[0][1]: has 3 entries; expected 2, one for each state"},
      {"[[[0.9", "[[[1, 0]], [[0.9", "transitions[1]: has 4 entries; expected 1, as those before"},
      {"[0.9, 0.1]", "[0.9, \"0.1\"]", "transitions[0][0][1]: '0.1' is not allowed"},
      {"[0.9, 0.1]", "[0.9, [0.1]]", "transitions[0][0][1]: a list is not allowed"},
      {"[0.9, 0.1]", "1", "transitions[0][0]: 1 is not allowed"},
      {"\"to\": [1]", "\"to\": [2]", "row 3 (state 1, action 1) goes to state 2; expected one from 0 to 1"},
      {"\"to\": [1]", "\"to\": [0.5]", "transitions[0][3][1]: 0.5 is not allowed; expected the number of a state"},
      {"\"to\": [1]", "\"to\": [1, 1]", "a row has lists 'to' and 'p' of one length"},
      {"\"to\": [1],", "", "a row has lists 'to' and 'p' of one length"},
      {"\"to\": [1]", "\"at\": [1]", "transitions[0][3].at: 'at' is unknown"},
      {"\"to\": [1, 0]", "\"to\": [1, 1]", "row 2 (state 1, action 0) has state 1 twice"},
      {"[0, 1, 0.25, 0.5]", "[0, 1, 0.25, 1.5]",
       "rewards: stage 0, row 3 (state 1, action 1) is 1.5; expected a number"},
      {"[0, 1, 0.25, 0.5]", "[0, 1, 0.25]", "rewards: is 1 x 3; expected 1 x 4 or 3 x 4 (stages x states*actions)"},
      {"[[0, 1, 0.25, 0.5]]", "[0, 1, 0.25, 0.5]", "rewards[0]: 0 is not allowed; expected lists of lists of numbers"},
      {"[[0, 1, 0.25, 0.5]]", "[[0, 1, 0.25, 0.5], [0, 1, 0, 0]]",
       "rewards: is 2 x 4; expected 1 x 4 or 3 x 4 (stages x"},
      {"[[0, 1, 0.25, 0.5]]", "[]", "rewards: is 0 x 0; expected 1 x 4 or 3 x 4"},
      {"[0, 1, 0.25, 0.5]", "[0, 1, 0.25, NaN]", "m.json: line 4, column 27: NaN is not JSON; expected a number"},
      {"[0, 1, 0.25, 0.5]", "[0, 1, 0.25, 1e999]", "m.json: line 4, column 27: a number is too large"},
      {"[0, 1, 0.25, 0.5]", "[0, 1, 0.25, -inf]", "line 4, column 27: -inf is not JSON; expected a number"},
      {"[0, 1, 0.25, 0.5]", "[0, 1, 0.25, .5]", "line 4, column 27: '.5' is not expected here (not valid JSON)"},
      {"[0, 1, 0.25, 0.5]", "[0, 1, 0.25, ]", "line 4, column 27: ']' is not expected here (not valid JSON)"},
      {"[0, 1, 0.25, 0.5]]}", "[0, 1, 0.25, 0.5]]", "is not complete: it ends at byte "},
      {"\"horizon\": 3", "\"horizon\": 1, \"states\": 2, \"actions\": 1", "states: is given twice"},
      {"\"rewards\"", "\"theta\": [[1]], \"rewards\"", "theta: has no meaning without features"},
      {"\"rewards\"", "\"bernoulli\": 1, \"rewards\"", "bernoulli: 1 is not allowed; expected true or false"},
      {"\"rewards\"", "\"name\": \"a b\", \"rewards\"", "name: 'a b' is not allowed"},
      {"\"rewards\"", "\"optimal_value\": 1, \"rewards\"", "optimal_value: 1 is not allowed; expected "},
      {"\"rewards\"", "\"features\": [[1],[1],[1],[1]], \"rewards\"",
       "transitions: stage 0, row 0 (state 0, action 0) is not linear in the features: it is 0.5 away"},
      {"\"rewards\"", "\"features\": [[1],[1],[1],[1.1]], \"rewards\"",
       "features: row 3 (state 1, action 1) has norm 1.1"},
      {"\"rewards\"", "\"features\": [[1],[1]], \"rewards\"", "features: 2 x 1 is not allowed; expected 4 x 1"},
      {"\"rewards\"", "\"features\": {\"to\": []}, \"rewards\"", "features: an object is not allowed"},
  };
  for (const Fault& fault : faults)
    EXPECT_THAT(refusal(with(kTabular, fault.old, fault.replacement)), HasSubstr(fault.message)) << fault.replacement;
  EXPECT_EQ(refusal(" \n"), "folder/m.json: is empty\n");
  for (const char* text : {"", "[", "[]", "3", "null", "{}", "\"x\"", "{\"a\"", "PK"}) {
    const std::string said = refusal(text);
    EXPECT_THAT(said, testing::StartsWith("folder/m.json: ")) << text;
  }
}

/// The tables as an archive, one array of which is another one.
std::string archive(const std::string& name, const std::string& array) {
  MdpTables tables = tables_of(parse_mdp(kTabular, "m.json").mdp);
  tables.optimal_value.reset();
  std::ostringstream out, packed;
  write_npz(tables, out);
  const std::string bytes = out.str();
  const ZipArchive whole(bytes, "m.npz");
  ZipWriter again(packed);
  for (const ZipArchive::Entry& entry : whole.entries())
    again.add(entry.name, entry.name == name + ".npy" ? array : whole.extract(entry));
  again.finish();
  return packed.str();
}

/// As numpy writes float32.
std::string float32_array(const std::vector<float>& numbers, const std::string& shape) {
  std::string bytes = to_npy(std::vector<double>(numbers.size() / 2), {static_cast<std::int64_t>(numbers.size() / 2)});
  bytes = with(with(bytes, "<f8", "<f4"), "(" + std::to_string(numbers.size() / 2) + ",)", shape);
  const std::size_t data = bytes.size() - numbers.size() * sizeof(float);
  std::memcpy(bytes.data() + data, numbers.data(), numbers.size() * sizeof(float));
  return bytes;
}

TEST(MdpFile, NamesWhatIsWrongInAnArchive) {
  const std::vector<double> rewards = {0, 1, std::nan(""), 0.5}, eight(8, 0.5);
  EXPECT_EQ(refusal(archive("start", to_npy(std::vector<double>{1, 0}, {2}))), "accepted");
  EXPECT_THAT(refusal(archive("rewards", to_npy(rewards, {1, 4}))),
              HasSubstr("rewards: stage 0, row 2 (state 1, action 0) is nan"));
  EXPECT_THAT(refusal(archive("rewards", to_npy(rewards, {4}))),
              HasSubstr("rewards: has shape (4); expected 1 x 4 or 3 x 4"));
  EXPECT_THAT(refusal(archive("start", to_npy(rewards, {4}))), HasSubstr("start: has 4 numbers; expected 2, one for"));
  EXPECT_THAT(refusal(archive("transitions", to_npy(eight, {2, 2, 2}))),
              HasSubstr("transitions: is 2 x 2 x 2; expected 1 x 4 x 2 or 3 x 4 x 2"));
  EXPECT_THAT(refusal(archive("transitions", to_npy(eight, {4, 2}))),
              HasSubstr("transitions: is 4 x 2; expected 1 x 4 x 2 or 3 x 4 x 2"));
}

TEST(MdpFile, SaysWhereProbabilitiesWereRounded) {
  const std::string advice = "(float32? save float64)";
  EXPECT_THAT(refusal(archive("start", float32_array({0.9F, 0.1F}, "(2,)"))), HasSubstr(advice));
  EXPECT_EQ(refusal(archive("start", float32_array({0.5F, 0.5F}, "(2,)"))), "accepted");
  EXPECT_THAT(refusal(archive("start", to_npy(std::vector<double>{0.9, 0.2}, {2}))), Not(HasSubstr(advice)));
}

TEST(MdpFile, IsAnArchiveWhereItsNameSaysSo) {
  const auto said = [](const std::string& bytes) {
    try {
      parse_mdp(bytes, "bad.npz");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  for (const std::string& bytes : {std::string("hello\n"), std::string(), kTabular})
    EXPECT_EQ(said(bytes), "bad.npz: is not an NPZ file (a zip archive as numpy.savez writes it)");
  EXPECT_EQ(said(written(parse_mdp(kTabular, "m.json").mdp, MdpEncoding::npz)), "accepted");
}

TEST(MdpFile, RefusesWhatIsNestedWithoutEnd) {
  EXPECT_THAT(refusal("{\"rewards\": " + std::string(1'000'000, '[')), HasSubstr("a list is not allowed"));
  EXPECT_THAT(refusal(std::string(1'000'000, '[')), HasSubstr("is a list; expected one object"));
}

TEST(MdpFile, RefusesEveryTruncation) {
  const LinearMdp mdp = parse_mdp(kTabular, "m.json").mdp;
  for (const MdpEncoding encoding : {MdpEncoding::json, MdpEncoding::npz}) {
    const std::string whole = written(mdp, encoding);
    ASSERT_EQ(refusal(whole), "accepted");
    // The last character of JSON is the end of a line.
    const std::size_t needed = whole.size() - (encoding == MdpEncoding::json ? 1 : 0);
    for (std::size_t length = 0; length < needed; ++length)
      ASSERT_THAT(refusal(whole.substr(0, length)), testing::StartsWith("folder/m.json")) << length;
  }
}

// A flipped bit of the container is noticed or changes nothing that is read (a time, say); it never does harm.
TEST(MdpFile, SurvivesEveryFlippedBit) {
  const LinearMdp mdp = parse_mdp(kTabular, "m.json").mdp;
  std::string packed = read_all(TACIT_SOURCE_DIR "/tacit/mdp/file/testdata/numpy-sparse.npz");
  for (std::string bytes : {written(mdp, MdpEncoding::npz), packed}) {
    int refused = 0;
    for (std::size_t i = 0; i < 8 * bytes.size(); ++i) {
      bytes[i / 8] = static_cast<char>(bytes[i / 8] ^ (1 << i % 8));
      try {
        const LinearMdp read = parse_mdp(bytes, "m.npz").mdp;
        EXPECT_TRUE(same_bits(read.rewards, mdp.rewards)) << i;
      } catch (const Error&) {
        ++refused;
      }
      bytes[i / 8] = static_cast<char>(bytes[i / 8] ^ (1 << i % 8));
    }
    EXPECT_GT(refused, 4 * static_cast<int>(bytes.size()));
  }
}

TEST(MdpFile, SavesWholeFilesByTheirEnding) {
  const ScratchFolder scratch;
  const LinearMdp mdp = trial::small_finite(true);
  for (const char* name : {"a.json", "a.npz"}) {
    save_mdp(mdp, scratch / name);
    EXPECT_TRUE(same_bits(read_mdp(scratch / name).mdp, mdp));
  }
  EXPECT_THROW(save_mdp(mdp, scratch / "a.txt"), Error);
  EXPECT_THROW(save_mdp(trial::small_interval(true), scratch / "b.json"), Error);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.path()), {}), 2);
}

TEST(MdpFile, ChangesTheHorizonOnlyWhereStagesAreAlike) {
  LinearMdp mdp = parse_mdp(kTabular, "m.json").mdp;
  change_horizon(mdp, 7);
  EXPECT_NO_THROW(validate(mdp));
  EXPECT_EQ(mdp.problem.horizon, 7);
  LinearMdp other = trial::small_finite(false);
  EXPECT_NO_THROW(change_horizon(other, other.problem.horizon));
  EXPECT_THROW(change_horizon(other, 7), Error);
}

TEST(SlowMdpFile, RefusesTooManyNumbers) {
  std::string text = "{\"rewards\": [[0";
  for (int i = 0; i < 50'000'000; ++i) text += ",0";
  EXPECT_THAT(refusal(text + "]]}"), HasSubstr("has more than 50000000 numbers"));
}

TEST(MdpFile, RefusesWhatDoesNotFitInMemory) {
  std::string text = with(kTabular, "\"states\": 2", "\"states\": 25000000");
  EXPECT_THAT(refusal(text), HasSubstr("GiB are allowed"));
}

}  // namespace
}  // namespace tacit
