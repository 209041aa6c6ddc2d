// SPDX-License-Identifier: Apache-2.0
#include "engine/figures/figures.h"
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

HEADROOM_TEST(TestFigures)
}  // namespace tst_figures

#include "tst_figures.moc"
