// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/hydraulics/extended_period.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_extended_period {

using namespace headroom::engine;

namespace {

// A source that feeds 0.01 m3/s into a tank of 36 m2 through a junction: 1 m an hour.
struct Filling {
    HydraulicNetwork net;
    ExtendedPeriod period;
    int feed = 0, tank = 0, pipe = 0;

    Filling() {
        feed = net.addJunction(0.0, -0.01);
        tank = net.addFixedHead(5.0);
        pipe = net.addResistance(feed, tank, 1000.0);
        HydraulicTank t;
        t.node = tank;
        t.areaM2 = 36.0;
        t.startM = 5.0;
        t.leastM = 1.0;
        t.mostM = 8.5;
        t.leastM3 = 36.0;
        period.tanks.push_back(t);
        period.durationS = 6 * 3600;
    }

    ExtendedPeriodRun run() {
        auto made = ExtendedPeriodRun::create(net, period);
        return made ? std::move(*made) : ExtendedPeriodRun{};
    }
};

double headAt(ExtendedPeriodRun& run, int node, long time) {
    while (run.solve()) {
        if (run.timeS() == time) {
            return run.headM()[static_cast<std::size_t>(node)];
        }
        if (!run.advance()) {
            break;
        }
    }
    return std::nan("");
}

}  // namespace

class TestExtendedPeriod : public QObject {
    Q_OBJECT

  private slots:

    // 5 m at 0 h, 6 m at 1 h, 7 m at 2 h; full at 3.5 h, and then nothing passes: the feed has
    // nowhere to go and is listed.
    void tankFills() {
        Filling filling;
        ExtendedPeriodRun run = filling.run();
        QVERIFY(std::abs(headAt(run, filling.tank, 3600) - 6.0) < 1e-9);
        QVERIFY(std::abs(headAt(run, filling.tank, 7200) - 7.0) < 1e-9);
        QVERIFY(std::abs(headAt(run, filling.tank, 12600) - 8.5) < 1e-9);
        QCOMPARE(run.flowM3PerS()[0], 0.0);
        QVERIFY(std::abs(headAt(run, filling.tank, 6 * 3600) - 8.5) < 1e-9);
        QVERIFY(!run.advance());
    }

    // Emptied at 0.02: 2 m an hour from 5 m, empty (1 m) at 2 h, then shut.
    void tankEmpties() {
        Filling filling;
        filling.net.nodes[0].demandM3PerS = 0.02;
        ExtendedPeriodRun run = filling.run();
        QVERIFY(std::abs(headAt(run, filling.tank, 3600) - 3.0) < 1e-9);
        QVERIFY(std::abs(headAt(run, filling.tank, 7200) - 1.0) < 1e-9);
        QCOMPARE(run.flowM3PerS()[0], 0.0);
        QCOMPARE(run.solver().unsupplied(), std::vector<int>{filling.feed});
    }

    // Factors 1, 0, -1 of two hours each on 0.01 fed in: up 2 m, still, down 2 m.
    void patterns() {
        Filling filling;
        filling.period.patterns.push_back({1.0, 0.0, -1.0});
        filling.period.demands.push_back({filling.feed, -0.01, 0});
        filling.period.patternStepS = 7200;
        ExtendedPeriodRun run = filling.run();
        QVERIFY(std::abs(headAt(run, filling.tank, 7200) - 7.0) < 1e-9);
        QVERIFY(std::abs(headAt(run, filling.tank, 14400) - 7.0) < 1e-9);
        QVERIFY(std::abs(headAt(run, filling.tank, 6 * 3600) - 5.0) < 1e-9);
    }

    // Shut at 6.4 m, 1.4 h: the step ends there, to the second.
    void levelControl() {
        Filling filling;
        HydraulicControl control;
        control.link = filling.pipe;
        control.open = false;
        control.trigger = ControlTrigger::NodeAbove;
        control.node = filling.tank;
        control.headM = 6.4;
        filling.period.controls.push_back(control);
        ExtendedPeriodRun run = filling.run();
        const double head = headAt(run, filling.tank, 5040);
        QVERIFY(std::abs(head - 6.4) < 1e-6);
        QCOMPARE(run.flowM3PerS()[0], 0.0);
        QCOMPARE(headAt(run, filling.tank, 6 * 3600), head);
    }

    // Shut after 100 s; opened at 1 o'clock, which is half an hour on.
    void timeControls() {
        Filling filling;
        HydraulicControl shut;
        shut.link = filling.pipe;
        shut.open = false;
        shut.atS = 100;
        HydraulicControl open = shut;
        open.open = true;
        open.trigger = ControlTrigger::ClockTime;
        open.atS = 3600;
        filling.period.controls = {shut, open};
        filling.period.startClockS = 1800;
        ExtendedPeriodRun run = filling.run();
        QVERIFY(std::abs(headAt(run, filling.tank, 100) - (5.0 + 1.0 / 36.0)) < 1e-9);
        QCOMPARE(run.flowM3PerS()[0], 0.0);
        QVERIFY(std::abs(headAt(run, filling.tank, 1800) - (5.0 + 1.0 / 36.0)) < 1e-9);
        QVERIFY(std::abs(run.flowM3PerS()[0] - 0.01) < 1e-9);
    }

    // A pump at half speed by a pattern: a quarter of the head.
    void speedPattern() {
        HydraulicNetwork net;
        net.addFixedHead(0.0);
        net.addJunction();
        net.addPump(0, 1, 40.0, 1000.0, 2.0);
        net.addResistance(1, 0, 3000.0);
        ExtendedPeriod period;
        period.patterns.push_back({1.0, 0.5});
        period.speeds.push_back({0, 1.0, 0});
        period.durationS = 3600;
        auto run = ExtendedPeriodRun::create(net, period);
        QVERIFY(run);
        QVERIFY(run->solve());
        const double q = run->flowM3PerS()[0];
        QVERIFY(std::abs(q - 0.1) < 1e-8);
        QVERIFY(run->advance());
        QVERIFY(run->solve());
        QVERIFY(std::abs(run->flowM3PerS()[0] - 0.05) < 1e-8);
    }

    void badInput() {
        Filling filling;
        filling.period.demands.push_back({0, 1.0, 3});
        QCOMPARE(ExtendedPeriodRun::create(filling.net, filling.period).error().code,
                 std::string("HYD-001"));
        filling.period.demands.clear();
        filling.period.tanks[0].node = filling.feed;
        QCOMPARE(ExtendedPeriodRun::create(filling.net, filling.period).error().code,
                 std::string("HYD-001"));
        filling.period.tanks.clear();
        filling.net.links[0].resistance = -1.0;
        QCOMPARE(ExtendedPeriodRun::create(filling.net, filling.period).error().code,
                 std::string("HYD-002"));
    }
};

HEADROOM_TEST(TestExtendedPeriod)
}  // namespace tst_extended_period

#include "tst_extended_period.moc"
