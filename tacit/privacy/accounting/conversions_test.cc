#include "tacit/privacy/accounting/conversions.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tacit/core/error.h"

namespace tacit {
namespace {

// RapidCheck reads its seed from here: the same cases every time, unless someone asks for others.
[[maybe_unused]] const int kSeedIsFixed = setenv("RC_PARAMS", "seed=20220501", 0);

// `value` is at least `truth`, and by no more than 1e-9 of it; or at most.
void expect_just_above(double value, double truth) {
  EXPECT_GE(value, truth);
  EXPECT_LE(value, truth * (1 + 1e-9));
}
void expect_just_below(double value, double truth) {
  EXPECT_LE(value, truth);
  EXPECT_GE(value, truth * (1 - 1e-9));
}

// Rows of tests/golden/accounting.csv whose quantity starts with `quantity`.
struct Golden {
  double first, second, value;
};
std::vector<Golden> golden(const std::string& quantity) {
  std::ifstream file(TACIT_SOURCE_DIR "/tests/golden/accounting.csv");
  std::vector<Golden> rows;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(quantity)) continue;
    std::istringstream cells(line);
    std::string name, first, second, value;
    std::getline(cells, name, ','), std::getline(cells, first, ','), std::getline(cells, second, ',');
    std::getline(cells, value);
    rows.push_back({std::stod(first), std::stod(second), std::stod(value)});
  }
  EXPECT_FALSE(rows.empty()) << quantity;
  return rows;
}
void expect_golden(double value, const Golden& row) { EXPECT_NEAR(value, row.value, 1e-9 * row.value); }

TEST(Conversions, AgreeWithTheGoldenValues) {
  for (const auto& row : golden("eps_simple"))
    expect_golden(zcdp_simple_epsilon(Rho(row.first), Delta(row.second)).value(), row);
  for (const auto& row : golden("eps_tight"))
    expect_golden(zcdp_tight_epsilon(Rho(row.first), Delta(row.second)).value(), row);
  for (const auto& row : golden("eps_exact")) expect_golden(gdp_epsilon(Mu(row.first), Delta(row.second)).value(), row);
  for (const auto& row : golden("delta_exact")) expect_golden(gdp_delta(Mu(row.first), Epsilon(row.second)), row);
  for (const auto& row : golden("sigma_exact"))
    expect_golden(1 / gdp_mu(Epsilon(row.first), Delta(row.second)).value(), row);
  for (const auto& row : golden("rho_simple"))
    expect_golden(zcdp_simple_rho(Epsilon(row.first), Delta(row.second)).value(), row);
  for (const auto& row : golden("rho_tight"))
    expect_golden(zcdp_tight_rho(Epsilon(row.first), Delta(row.second)).value(), row);
}

// The tables below were computed with mpmath: the closed form Phi(-a) - e^epsilon Phi(-a - mu) at 400 (for mu = 1000,
// 1200) digits and equation (2) at 60, bisected until 50 digits stood; inputs are the doubles nearest to the decimals.
struct Calibration {
  double epsilon, delta, mu_exact, rho_tight;
};
const Calibration kCalibrations[] = {
    {1e-6, 1e-300, 2.7415295421594302e-8, 3.738255875184852e-16},
    {1e-6, 1e-100, 4.9208949629021493e-8, 1.1938622467011877e-15},
    {1e-6, 1e-12, 2.4256976059658281e-7, 2.5473156021863433e-14},
    {1e-6, 1e-3, 0.0025078807933006305, 1.3607891425720921e-6},
    {1e-6, 0.5, 1.3489802871081673, 0.38575649033158936},
    {1e-3, 1e-300, 2.7274361183926802e-5, 3.7000909508356871e-10},
    {1e-3, 1e-100, 4.841139008069521e-5, 1.1559069867185283e-9},
    {1e-3, 1e-12, 0.00018476425820003588, 1.5404642624343461e-8},
    {1e-3, 1e-3, 0.0036214973821141799, 3.2359210377081498e-6},
    {1e-3, 0.5, 1.3497659505651463, 0.38635245080495},
    {1, 1e-300, 0.027125633915817536, 0.00036600255143892075},
    {1, 1e-100, 0.047597721477390765, 0.0011177986873161037},
    {1, 1e-12, 0.15248965124598128, 0.010740116443099207},
    {1, 1e-3, 0.38840124830658448, 0.05939020005000549},
    {1, 0.5, 1.9721336276896817, 1.0163643420378749},
    {30, 1e-300, 0.80332615021412611, 0.32103842433096435},
    {30, 1e-100, 1.374326994649277, 0.93265523709855915},
    {30, 1e-12, 3.481020076530949, 5.73459525483525},
    {30, 1e-3, 5.3431068567811958, 12.810393439347411},
    {30, 0.5, 7.873353541402453, 24.65013144569518},
    {1e4, 1e-300, 109.15211472289305, 5948.1704164218913},
    {1e4, 1e-100, 121.74543705601204, 7393.3169760854788},
    {1e4, 1e-12, 134.56860021365797, 9006.221491391489},
    {1e4, 1e-3, 138.37187391694904, 9492.4873788076574},
    {1e4, 0.5, 141.42842701053655, 9840.6090047219603},
};

struct Spending {
  double mu_or_rho, delta, epsilon_of_mu_exact, epsilon_of_rho_tight;
};
const Spending kSpendings[] = {
    {1e-9, 1e-300, 3.6385237039696419e-8, 0.001644574274142551},
    {1e-9, 1e-9, 0.0, 0.00018195022311599897},
    {1e-9, 1e-2, 0.0, 0.0},
    {1e-3, 1e-300, 0.036762916699487862, 1.6539457229904451},
    {1e-3, 1e-9, 0.0044253508875374596, 0.24511925387195138},
    {1e-3, 1e-2, 0.0, 0.036837737707357106},
    {0.1, 1e-300, 3.6937216583195968, 16.657208614522022},
    {0.1, 1e-9, 0.5351482315531726, 2.715481886730502},
    {0.1, 1e-2, 0.092707566225678461, 0.9787547576255941},
    {1, 1e-300, 37.448847912139105, 53.401928825815974},
    {1, 1e-9, 6.1739350466709079, 9.5214636717922322},
    {1, 1e-2, 2.31778904030405, 4.3403798868212827},
    {10, 1e-300, 420.05299591238119, 175.84352640547792},
    {10, 1e-9, 109.19559688180632, 37.637453577913264},
    {10, 1e-2, 72.366289441033415, 21.881613154154674},
    {1000, 1e-300, 537046.11437806268, 2660.7402294302942},
    {1000, 1e-9, 505996.81000230179, 1284.9030364593271},
    {1000, 1e-2, 502325.34903574526, 1131.9958830589445},
};

struct Exposure {
  double mu, epsilon, delta;
};
const Exposure kExposures[] = {
    {1e-6, 1e-6, 8.3315512245425392e-8}, {1e-8, 1e-7, 7.4745606283174006e-33}, {0.5, 0, 0.19741265136584745},
    {3, 0, 0.86638559746228387},         {141, 1e4, 0.3339371871351722},       {109, 1e4, 5.1019557996499163e-304},
    {0.03, 1, 9.4078678561398582e-247},
};

TEST(Conversions, CalibrateJustBelowTheTruthAtTheExtremes) {
  for (const auto& c : kCalibrations) {
    SCOPED_TRACE(testing::Message() << "epsilon " << c.epsilon << " delta " << c.delta);
    expect_just_below(gdp_mu(Epsilon(c.epsilon), Delta(c.delta)).value(), c.mu_exact);
    expect_just_below(zcdp_tight_rho(Epsilon(c.epsilon), Delta(c.delta)).value(), c.rho_tight);
  }
}

TEST(Conversions, ReportEpsilonJustAboveTheTruthAtTheExtremes) {
  for (const auto& s : kSpendings) {
    SCOPED_TRACE(testing::Message() << "spent " << s.mu_or_rho << " delta " << s.delta);
    expect_just_above(gdp_epsilon(Mu(s.mu_or_rho), Delta(s.delta)).value(), s.epsilon_of_mu_exact);
    expect_just_above(zcdp_tight_epsilon(Rho(s.mu_or_rho), Delta(s.delta)).value(), s.epsilon_of_rho_tight);
  }
}

TEST(Conversions, ReportDeltaJustAboveTheTruthAtTheExtremes) {
  for (const auto& e : kExposures) {
    SCOPED_TRACE(testing::Message() << "mu " << e.mu << " epsilon " << e.epsilon);
    expect_just_above(gdp_delta(Mu(e.mu), Epsilon(e.epsilon)), e.delta);
  }
}

TEST(GdpDelta, NeverRoundsToACertaintyThatIsNotThere) {
  EXPECT_GT(gdp_delta(Mu(1e-3), Epsilon(100)), 0);  // The truth is far below the smallest double.
  EXPECT_EQ(gdp_delta(Mu(1000), Epsilon(1)), 1);
  EXPECT_EQ(gdp_delta(Mu(0), Epsilon(0)), 0);
}

TEST(Conversions, OfNothingSpentAreZero) {
  for (const auto theorem : {Theorem::gdp_exact, Theorem::zcdp_tight, Theorem::zcdp_simple})
    EXPECT_EQ(epsilon_by(theorem, Mu(0), Delta(1e-9)).value(), 0);
}

TEST(Conversions, SayWhenANumberLeavesTheRangeOfDouble) {
  EXPECT_THROW(gdp_epsilon(Mu(1e200), Delta(1e-9)), Error);
  EXPECT_THROW(zcdp_rho(Mu(1e200)), Error);
}

TEST(Theorem, NamesRoundTrip) {
  for (const auto theorem : {Theorem::gdp_exact, Theorem::zcdp_tight, Theorem::zcdp_simple})
    EXPECT_EQ(parse_theorem(to_text(theorem), "x"), theorem);
  EXPECT_THROW(parse_theorem("gdp", "x"), Error);
}

// A number between `low` and `high`, uniform in the logarithm.
double between(double low, double high, const char* name) {
  const int step = *rc::gen::inRange(0, 1000001).as(name);
  return low * std::pow(high / low, step / 1e6);
}

const Theorem kTheorems[] = {Theorem::gdp_exact, Theorem::zcdp_tight, Theorem::zcdp_simple};

TEST(Conversions, InvertEachOther) {
  EXPECT_TRUE(rc::check("epsilon of the mu of epsilon is that epsilon, and never more", [] {
    const Delta delta(between(1e-300, 1e-2, "delta"));
    const Epsilon epsilon(between(1e-2, 1e4, "epsilon"));
    for (const auto theorem : kTheorems) {
      const double back = epsilon_by(theorem, Mu(mu_by(theorem, epsilon, delta).value() * (1 - 1e-11)), delta).value();
      RC_ASSERT(back <= epsilon.value());
      RC_ASSERT(back >= epsilon.value() * (1 - 1e-8));
    }
  }));
}

TEST(Conversions, AreMonotone) {
  EXPECT_TRUE(rc::check("more spent or a smaller delta never means a smaller epsilon", [] {
    const Delta delta(between(1e-300, 0.5, "delta")), smaller(delta.value() * between(1e-5, 0.999, "shrink"));
    const Mu mu(between(1e-8, 1e3, "mu")), larger(mu.value() * between(1.001, 10, "grow"));
    for (const auto theorem : kTheorems) {
      const Epsilon epsilon = epsilon_by(theorem, mu, delta);
      RC_ASSERT(epsilon_by(theorem, larger, delta) >= epsilon);
      RC_ASSERT(epsilon_by(theorem, mu, smaller) >= epsilon);
      RC_ASSERT(mu_by(theorem, epsilon, smaller) <= mu_by(theorem, epsilon, delta));
    }
  }));
}

TEST(Conversions, AreOrderedExactThenTightThenSimple) {
  EXPECT_TRUE(rc::check("each theorem improves on the next", [] {
    const Delta delta(between(1e-300, 0.5, "delta"));
    const Mu mu(between(1e-8, 1e3, "mu"));
    const double exact = gdp_epsilon(mu, delta).value(), tight = zcdp_tight_epsilon(zcdp_rho(mu), delta).value(),
                 simple = zcdp_simple_epsilon(zcdp_rho(mu), delta).value();
    RC_ASSERT(exact <= tight * (1 + 1e-9) + 1e-9);
    RC_ASSERT(tight <= simple);
  }));
}

TEST(EpsilonCurve, RisesAsDeltaFalls) {
  for (const auto theorem : kTheorems) {
    const auto curve = epsilon_curve(theorem, Mu(0.7));
    for (std::size_t i = 1; i < curve.size(); ++i) {
      EXPECT_LT(curve[i].delta, curve[i - 1].delta);
      EXPECT_GT(curve[i].epsilon, curve[i - 1].epsilon);
    }
  }
}

}  // namespace
}  // namespace tacit
