// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/over_time.h"
#include "tests/engine/air/floor.h"
#include "tests/support/test_program.h"

#include <QTest>

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

    Result<AirOverTime> course(const AirLoss& loss, double rackJPerK = 0.0, double forS = 100.0) const {
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
    return std::accumulate(now.inletC.begin(), now.inletC.end(), 0.0) / static_cast<double>(now.inletC.size());
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
            hall.heatW() / (airJPerK(hall, *course) + kRackJPerK * static_cast<double>(hall.load.heatW.size()));
        QVERIFY2(std::abs(rate(*course) / expected - 1.0) < 0.1,
                 qPrintable(QString("%1 K/s for %2").arg(rate(*course)).arg(expected)));
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
