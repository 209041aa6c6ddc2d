// SPDX-License-Identifier: Apache-2.0
#include "engine/figures/model_errors.h"
#include "engine/figures/ratio_words.h"
#include "tests/support/test_program.h"

#include <cmath>
#include <set>
#include <string>

namespace tst_figures {
using namespace headroom;
using namespace headroom::engine;

class TestFigures : public QObject {
    Q_OBJECT

  private slots:
    void everyRowIsComplete();
    void energiesOfAnHour();
    void whatIsNotKnownIsNotDefined();
    void whatPeopleRead();
    void howSureTheyAre();
    void errorsOfModels();
};

void TestFigures::everyRowIsComplete() {
    std::set<std::string_view> keys;
    for (const Figure& row : figures()) {
        const std::string name(row.key);
        QVERIFY2(keys.insert(row.key).second, name.c_str());
        QVERIFY2(!row.label.empty() && row.why.ends_with('.'), name.c_str());
        QVERIFY2(row.places != 0 && row.of != nullptr && row.unit.toSi > 0.0, name.c_str());
        QCOMPARE(&figure(row.key), &row);
    }
    QVERIFY(figureNamed("no_such_figure") == nullptr);
    // What has words for its line is a figure, and one that headlines show has them.
    for (const char* key :
         {"pue", "cue_kg_per_kwh", "wue_l_per_kwh", "utilization", "goodput", "mfu"}) {
        QVERIFY2(ratioWords(key) != nullptr && figureNamed(key) != nullptr, key);
    }
    QVERIFY(ratioWords("racks") == nullptr);
}

// An hour at 1 MW of IT and 1.2 MW in all: 3.6e9 J and 4.32e9 J, PUE 1.2. 1,800 L of water over
// 1,000 kWh: 1.8 L/kWh. 10,000 of 20,000 accelerator seconds busy: 50 %.
void TestFigures::energiesOfAnHour() {
    Sums s;
    s[Sum::TimeS] = 3600.0;
    s[Sum::ItJ] = 3.6e9;
    s[Sum::FacilityJ] = 4.32e9;
    s[Sum::WaterM3] = 1.8;
    s[Sum::CapacityS] = 20000.0;
    s[Sum::BusyS] = 10000.0;
    QCOMPARE(figure("pue").value(s), 1.2);
    const Figure& wue = figure("wue_l_per_kwh");
    QCOMPARE(wue.value(s) / wue.unit.toSi, 1.8);
    QCOMPARE(figure("utilization").value(s), 0.5);
    const Figure& mean = figure("it_power_mean_kw");
    QCOMPARE(mean.value(s) / mean.unit.toSi, 1000.0);
    // 400 kg of CO2 for the 1,000 kWh: 0.4 kg/kWh.
    s[Sum::CarbonKg] = 400.0;
    const Figure& cue = figure("cue_kg_per_kwh");
    QVERIFY(std::abs(cue.value(s) / cue.unit.toSi - 0.4) < 1e-12);
    QVERIFY(cue.isIn(kInRun) && cue.isIn(kAsTile) && cue.isIn(kInCampaign) && cue.isIn(kInWindow));
    // 0.10 USD for energy, 0.02 for water, 3 for accelerators elsewhere: 3.12 in all.
    s[Sum::EnergyUsd] = 0.10;
    s[Sum::WaterUsd] = 0.02;
    s[Sum::AwayRentUsd] = 3.0;
    QCOMPARE(figure("cost.total_usd").value(s), 3.12);
}

// Without IT energy there is no PUE, without accelerators held all the same a goodput of 0.
void TestFigures::whatIsNotKnownIsNotDefined() {
    Sums s;
    QVERIFY(std::isnan(figure("pue").value(s)));
    QCOMPARE(figure("goodput").value(s), 0.0);
    s[Sum::ItJ] = models::kNotStated;
    s[Sum::FacilityJ] = 1.0;
    QVERIFY(std::isnan(figure("pue").value(s)));
    QVERIFY(isOfFlows(Sum::ItJ) && isOfFlows(Sum::WorstImbalance) && isOfFlows(Sum::CarbonKg));
    QVERIFY(!isOfFlows(Sum::Tokens) && !isOfFlows(Sum::Failures));
}

void TestFigures::whatPeopleRead() {
    QCOMPARE(figureText(figure("utilization"), 0.5), std::string("50.00 %"));
    QCOMPARE(figureText(figure("it_energy_kwh"), 3.6e9), std::string("1.0 MWh"));
    QCOMPARE(figureText(figure("pue"), models::kNotStated), std::string("not defined"));
    QCOMPARE(figureText(figure("tokens"), 1.23456e13), std::string("1.235e+13"));
    QCOMPARE(figureText(figure("accelerators"), 1024.0), std::string("1024"));
}

// 3e9 tokens whose steps are known to a sigma of 0.1 (their weighted sum: 3e8) lie with 90 % between
// 3e9 exp(-0.1645) = 2.545e9 and 3e9 exp(0.1645) = 3.536e9; in 1,000 s, 2.545e6 to 3.536e6 a second.
// What no case was held against has no interval, nor has a run that trained nothing.
void TestFigures::howSureTheyAre() {
    Sums s;
    s[Sum::TimeS] = 1000.0;
    QVERIFY(std::isnan(figure("tokens").interval(s).low));
    s[Sum::Tokens] = 3e9;
    s[Sum::TokensSpread] = 3e8;
    const Interval tokens = figure("tokens").interval(s);
    QVERIFY(std::abs(tokens.low - 2.5449e9) < 1e6 && std::abs(tokens.high - 3.5364e9) < 1e6);
    QVERIFY(std::abs(figure("tokens_per_s").interval(s).high - 3.5364e6) < 1e3);
    QCOMPARE(figureTextOf(figure("tokens"), s), std::string("3e+09 (90 %: 2.54e+09 to 3.54e+09)"));
    s[Sum::ItJ] = s[Sum::FacilityJ] = 1.0;
    QVERIFY(std::isnan(figure("pue").interval(s).low));
    QCOMPARE(figureTextOf(figure("pue"), s), std::string("1.0000"));
}

// 100 J of IT, 110 J in all; deviations of 5 % of IT power and 13 % of the overhead, 1.645 of them at each end.
// e^(1.645 x 0.13) = 1.23842, e^-(..) = 0.80748: PUE 1 + 0.1 x these, IT power leaves it alone.
// IT energy: 100 x e^(1.645 x 0.05) = 108.573. All energy: IT alone +9.430, overhead alone +2.3842: root of the
// squares 9.727. The chip: 3 K x 1.645 = 4.935 K.
void TestFigures::errorsOfModels() {
    using Of = models::ModelErrorSpec::Of;
    std::vector<models::ModelErrorSpec> errors(3);
    errors[0].of = Of::ItPower;
    errors[0].share = 0.05;
    errors[1].of = Of::Overhead;
    errors[1].share = 0.13;
    errors[2].of = Of::ChipTemperature;
    errors[2].deviationK = 3.0;
    MeteredSums m;
    m.sums[Sum::ItJ] = 100.0;
    m.sums[Sum::FacilityJ] = 110.0;
    m.sums[Sum::HottestChipC] = 70.0;
    const auto ends = [&](const char* key) { return intervalOf(figure(key), m, errors); };
    QVERIFY(std::abs(ends("pue").low - 1.080748) < 1e-5 &&
            std::abs(ends("pue").high - 1.123842) < 1e-5);
    QVERIFY(std::abs(ends("it_energy_kwh").high - 108.573) < 1e-2);
    QVERIFY(std::abs(ends("facility_energy_kwh").high - 119.727) < 1e-2);
    QVERIFY(std::abs(ends("hottest_chip_c").high - 74.935) < 1e-9);
    // Where all IT energy is metered, the error of its model moves nothing.
    m.powerJ = 100.0;
    QVERIFY(std::isnan(ends("it_energy_kwh").low));
    QVERIFY(std::isnan(ends("utilization").low));
}

HEADROOM_TEST(TestFigures)
}  // namespace tst_figures

#include "tst_figures.moc"
