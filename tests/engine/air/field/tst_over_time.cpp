// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/over_time.h"
#include "tests/engine/air/floor.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <cmath>
#include <numeric>

namespace tst_over_time {

using namespace headroom::engine;
using headroom::tests::Floor;

namespace {

constexpr double kRackW = 12000.0;

struct Hall {
    Floor floor{2, 6, 9.6, 10.2, 4.2};
    HallAirPlan plan;
    HallAirLoad load;

    Hall() {
        floor.handler(0, 3.9);
        floor.handler(1, 3.9);
        plan = floor.plan();
        load.flowM3PerS = floor.flow;
        load.heatW.assign(floor.flow.size(), kRackW);
        load.supplyM3PerS = 14.0;
        load.supplyC = 20.0;
    }

    double heatW() const { return kRackW * static_cast<double>(load.heatW.size()); }

    Result<AirOverTime> course(const AirLoss& loss, double rackJPerK = 0.0,
                               double forS = 100.0) const {
        AirOverTimeOptions options;
        options.field.cellM = 0.6;
        options.field.threads = 1;
        options.forS = forS;
        options.everyS = 0.25 * forS;
        options.rackJPerK.assign(load.heatW.size(), rackJPerK);
        return solveAirOverTime(floor.layout, 0, plan, load, loss, options);
    }
};

double meanC(const AirInstant& now) {
    return std::accumulate(now.inletC.begin(), now.inletC.end(), 0.0) /
           static_cast<double>(now.inletC.size());
}

// Hall h1 of the validation: 7.0 x 6.5 x 3.5 m, two rows of six racks of 8.34 kW that face each other
// over a cold aisle of 1.5 m, three fan-wall units, grilles over the hot aisles; racks without mass.
Hall openHall() {
    Hall h;
    Floor f(0, 0, 7.0, 6.5, 3.5);
    f.spec.supplyAirC = 24.0;
    for (int row = 0; row < 2; ++row) {
        for (int i = 0; i < 6; ++i) {
            f.add(2.5 + 0.5 * i, row == 0 ? 1.25 : 4.0, row, i, row == 0);
            f.layout.racks.back().box = {2.5 + 0.5 * i, row == 0 ? 1.25 : 4.0, 0.0, 0.5, 1.25, 2.0};
        }
    }
    f.flow.assign(12, 0.46519607843137256);
    for (const double y : {0.5, 2.5, 4.5}) {
        f.layout.equipment.push_back(
            {{0.0, y, 0.0, 1.0, 1.5, 2.0}, EquipmentKind::Crah, 0, "hall"});
    }
    h.floor = f;
    h.plan = f.plan();
    h.plan.air.jPerM3K = 1200.0;
    h.load.flowM3PerS = f.flow;
    h.load.heatW.assign(12, 8335.402987713813);
    h.load.supplyM3PerS = 6.202614379084967;
    h.load.supplyC = 24.0;
    return h;
}

// Of the last quarter [K/s].
double rate(const AirOverTime& course) {
    const AirInstant &a = course.instants[course.instants.size() - 2], &b = course.instants.back();
    return (meanC(b) - meanC(a)) / (b.timeS - a.timeS);
}

}  // namespace

class TestOverTime : public QObject {
    Q_OBJECT

    // Heat capacity of the air in the hall: open cells of 0.6 x 0.6 x 0.6 m.
    static double airJPerK(const Hall& hall, const AirOverTime& course) {
        return hall.plan.air.jPerM3K * course.before.openCells * 0.6 * 0.6 * 0.6;
    }

  private slots:

    // A hall that is cut off keeps its heat: rho cp V dT/dt = Q in the mean of its air. Racks stir it, so inlets follow in
    // parallel: their rate is Q / (rho cp V). One that blows back what leaves it is cut off as well.
    void withoutCoolingTheAirKeepsTheHeat() {
        const Hall hall;
        for (const bool water : {false, true}) {
            AirLoss loss;
            loss.water = water;
            loss.handlers = {0, 1};
            loss.supplyM3PerS = water ? hall.load.supplyM3PerS : 0.0;
            const auto course = hall.course(loss);
            QVERIFY(course);
            const double expected = hall.heatW() / airJPerK(hall, *course);
            QVERIFY2(std::abs(rate(*course) / expected - 1.0) < 0.1,
                     qPrintable(QString("%1 K/s for %2").arg(rate(*course)).arg(expected)));
            QVERIFY(course->instants.back().supplyC > 21.0 || !water);
            const double limitC = 0.5 * (course->instants.front().indices.hottestInletC +
                                         course->instants.back().indices.hottestInletC);
            const double passed = timeToReachS(*course, limitC);
            QVERIFY(passed > 0.0 && passed < 100.0);
            QVERIFY(timeToReachS(*course, 500.0) < 0.0);
        }
    }

    // Servers take their share of the heat: Q / (rho cp V + n C). Racks of 1 m3/s and 12 kJ/K follow in 10 s, so that after
    // 90 s they do.
    void serversStoreHeat() {
        const Hall hall;
        AirLoss loss;
        loss.handlers = {0, 1};
        constexpr double kRackJPerK = 12000.0;
        const auto course = hall.course(loss, kRackJPerK, 120.0);
        QVERIFY(course);
        const double expected =
            hall.heatW() /
            (airJPerK(hall, *course) + kRackJPerK * static_cast<double>(hall.load.heatW.size()));
        QVERIFY2(std::abs(rate(*course) / expected - 1.0) < 0.1,
                 qPrintable(QString("%1 K/s for %2").arg(rate(*course)).arg(expected)));
    }

    // Transient OpenFOAM (v1912, buoyantBoussinesqPimpleFoam, k-epsilon, cubes of 0.25 m, returns closed once no air is
    // blown), from the steady state on: mean inlet of the racks over 20 s each. Its rise at the end, 0.62 K/s, is heat over
    // capacity. The limit is 1 K over what coarse cells miss at rest (1.1 K at 0.4 m).
    void asOpenFoamFindsTheLossOfAllFans() {
        const Hall hall = openHall();
        AirOverTimeOptions options;
        options.field.cellM = 0.4;
        options.field.threads = 1;
        options.forS = 60.0;
        options.everyS = 20.0;
        AirLoss loss;
        loss.handlers = {0, 1, 2};
        const auto course =
            solveAirOverTime(hall.floor.layout, 0, hall.plan, hall.load, loss, options);
        QVERIFY(course);
        constexpr std::array kFoamC{37.6, 50.4, 63.1};
        QCOMPARE(course->instants.size(), kFoamC.size() + 1);
        for (std::size_t n = 0; n < kFoamC.size(); ++n) {
            const double foundC = meanC(course->instants[n + 1]);
            QVERIFY2(std::abs(foundC - kFoamC[n]) < 2.1,
                     qPrintable(QString("%1 for %2").arg(foundC).arg(kFoamC[n])));
        }
    }

    // The state at rest is the field, and a loss that takes nothing leaves it as it is.
    void nothingLost() {
        const Hall hall;
        AirLoss none;
        none.supplyM3PerS = hall.load.supplyM3PerS;
        const auto course = hall.course(none, 12000.0, 20.0);
        QVERIFY(course);
        QCOMPARE(course->instants.front().inletC.size(), course->before.racks.size());
        QCOMPARE(course->instants.front().timeS, 0.0);
        for (const AirInstant& now : course->instants) {
            QVERIFY(std::abs(meanC(now) - meanC(course->instants.front())) < 0.5);
            QCOMPARE(now.supplyC, hall.load.supplyC);
        }
    }
};

HEADROOM_TEST(TestOverTime)
}  // namespace tst_over_time

#include "tst_over_time.moc"
