// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/solve/hydraulics/network_case.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_hydraulic_valves {

using namespace headroom::engine;

namespace {

// Source at `headM` - K 1000 - valve - K 1000 - sink at 0: without the valve q = sqrt(h / 2000).
struct Line {
    HydraulicNetwork net;

    Line(HydraulicLinkKind kind, double setting, double headM) {
        net.addFixedHead(headM);
        net.addJunction();
        net.addJunction();
        net.addFixedHead(0.0);
        net.addResistance(0, 1, 1000.0);
        net.addResistance(1, 2, 0.0);
        net.addResistance(2, 3, 1000.0);
        net.links[1].kind = kind;
        net.links[1].setting = setting;
    }
};

}  // namespace

class TestHydraulicValves : public QObject {
    Q_OBJECT

  private slots:

    // Behind it 8 m: q = sqrt(8 / 1000). Below 16 m of source it cannot, and is wide open.
    void reducing() {
        NetworkCase c(Line(HydraulicLinkKind::Prv, 8.0, 40.0).net);
        QVERIFY(c.solve());
        QVERIFY(near(c.h(2), 8.0, 1e-7));
        QVERIFY(near(c.q(1), std::sqrt(8.0 / 1000.0), 1e-6));
        QVERIFY(near(c.h(1), 32.0, 1e-6));
        c.solver.setFixedHead(0, 10.0);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), std::sqrt(10.0 / 2000.0), 1e-6));
        c.solver.setFixedHead(0, 40.0);
        QVERIFY(c.solve());
        QVERIFY(near(c.h(2), 8.0, 1e-7));
        // Pressure from behind shuts it.
        c.solver.setFixedHead(3, 60.0);
        QVERIFY(c.solve());
        QCOMPARE(c.q(1), 0.0);
        QCOMPARE(c.q(2), 0.0);
        c.solver.setFixedHead(3, 0.0);
        QVERIFY(c.solve());
        QVERIFY(near(c.h(2), 8.0, 1e-7));
        // Fixed open.
        c.solver.setSetting(1, 8.0, false);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), std::sqrt(40.0 / 2000.0), 1e-6));
    }

    // Before it 30 m: q = sqrt(10 / 1000); with 15 m it can stay open, as 20 m are there.
    void sustaining() {
        NetworkCase c(Line(HydraulicLinkKind::Psv, 30.0, 40.0).net);
        QVERIFY(c.solve());
        QVERIFY(near(c.h(1), 30.0, 1e-7));
        QVERIFY(near(c.q(1), std::sqrt(10.0 / 1000.0), 1e-6));
        c.solver.setSetting(1, 15.0);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), std::sqrt(40.0 / 2000.0), 1e-6));
        // More than the source has: nothing passes.
        c.solver.setSetting(1, 45.0);
        QVERIFY(c.solve());
        QCOMPARE(c.q(1), 0.0);
        QVERIFY(near(c.h(1), 40.0, 1e-9));
    }

    // Only node 3 draws, 0.05, and nothing else supplies it: all of it must pass the valve, whose
    // inlet then has 40 - 1000 x 0.05^2 = 37.5 m. Settings above that, and above the source itself,
    // cannot be held: the valve is open. A second way to node 3 lets it hold 39 m again.
    void sustainingDeadEnd() {
        Line line(HydraulicLinkKind::Psv, 38.0, 40.0);
        line.net.nodes[3].fixed = false;
        line.net.nodes[3].demandM3PerS = 0.05;
        for (const double settingM : {38.0, 45.0}) {
            line.net.links[1].setting = settingM;
            NetworkCase c(line.net);
            QVERIFY(c.solve());
            QVERIFY(near(c.q(1), 0.05, 1e-9));
            QVERIFY(near(c.h(1), 37.5, 1e-9));
            QVERIFY(near(c.h(3), 35.0, 1e-7));
            QCOMPARE(c.solver.unable(), std::vector<int>{1});
            QVERIFY(c.solver.cutOff().empty());
            QVERIFY(c.outcome.massErrorM3PerS < 1e-12);
        }
        // The inlet has 37.5 m without help: a setting of 30 m is met by the open valve.
        line.net.links[1].setting = 30.0;
        NetworkCase low(line.net);
        QVERIFY(low.solve());
        QVERIFY(near(low.q(1), 0.05, 1e-9));
        line.net.links[1].setting = 39.0;
        line.net.addFixedHead(30.0);
        line.net.addResistance(4, 3, 1000.0);
        NetworkCase c(line.net);
        QVERIFY(c.solve());
        QVERIFY(near(c.h(1), 39.0, 1e-9));
        QVERIFY(near(c.q(1), std::sqrt(1.0 / 1000.0), 1e-6));
        QVERIFY(c.solver.unable().empty());
    }

    // The demand of 0.05 is twice the limit: without another source the limit cannot be held. With
    // one it is, and the rest comes from there.
    void limitingDeadEnd() {
        Line line(HydraulicLinkKind::Fcv, 0.025, 40.0);
        line.net.nodes[3].fixed = false;
        line.net.nodes[3].demandM3PerS = 0.05;
        NetworkCase c(line.net);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), 0.05, 1e-9));
        QVERIFY(near(c.h(3), 35.0, 1e-7));
        QCOMPARE(c.solver.unable(), std::vector<int>{1});
        line.net.addFixedHead(30.0);
        line.net.addResistance(4, 3, 1000.0);
        NetworkCase held(line.net);
        QVERIFY(held.solve());
        QVERIFY(near(held.q(1), 0.025, 1e-9));
        QVERIFY(near(held.q(3), 0.025, 1e-9));
        QVERIFY(held.solver.unable().empty());
    }

    // Two limiters feed one demand of 0.05 alone: the one of the lower limit holds it, the other
    // carries the rest.
    void limitersInParallel() {
        Line line(HydraulicLinkKind::Fcv, 0.01, 40.0);
        line.net.nodes[3].fixed = false;
        line.net.nodes[3].demandM3PerS = 0.05;
        const int second = line.net.addResistance(1, 2, 0.0);
        line.net.links[1].resistance = 10.0;
        line.net.links[static_cast<std::size_t>(second)] = line.net.links[1];
        line.net.links[static_cast<std::size_t>(second)].setting = 0.03;
        NetworkCase c(line.net);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), 0.01, 1e-9));
        QVERIFY(near(c.q(second), 0.04, 1e-9));
        QCOMPARE(c.solver.unable(), std::vector<int>{second});
    }

    // A reducer whose inlet has no source cannot feed its outlet: both sides are named as cut off, and
    // the demand as not met.
    void reducingWithoutSource() {
        Line line(HydraulicLinkKind::Prv, 8.0, 40.0);
        line.net.nodes[3].fixed = false;
        line.net.nodes[3].demandM3PerS = 0.05;
        line.net.links[0].open = false;
        NetworkCase c(line.net);
        QVERIFY(c.solve());
        QCOMPARE(c.solver.cutOff(), (std::vector<int>{1, 2, 3}));
        QCOMPARE(c.solver.unsupplied(), std::vector<int>{3});
    }

    // A sustainer before a reducer, node 2 between both without a source of its own, and a fixed
    // head of 10 m behind. The outlet would need 35 m, and the sustained inlet lets through only
    // sqrt(10 / 1000) = 0.1: the reducer is open, at 10 + 1000 x 0.01 = 20 m.
    void sustainerBeforeReducer() {
        HydraulicNetwork net;
        net.addFixedHead(60.0);
        for (int i = 0; i < 3; ++i) {
            net.addJunction();
        }
        net.addFixedHead(10.0);
        net.addResistance(0, 1, 1000.0);
        net.addResistance(1, 2, 1.0);
        net.addResistance(2, 3, 1.0);
        net.addResistance(3, 4, 1000.0);
        net.links[1].kind = HydraulicLinkKind::Psv;
        net.links[1].setting = 50.0;
        net.links[2].kind = HydraulicLinkKind::Prv;
        net.links[2].setting = 35.0;
        NetworkCase c(net);
        QVERIFY(c.solve());
        QVERIFY(near(c.h(1), 50.0, 1e-9));
        QVERIFY(near(c.q(0), 0.1, 1e-6));
        QVERIFY(near(c.h(3), 20.0, 1e-6));
        QVERIFY(near(c.h(2), 20.01, 1e-6));
    }

    // Full demand from 20 m of pressure on, none below 5 m: at 40 m of source and 1000 q^2 of loss
    // a demand of 0.05 has 37.5 m and is met. One of 0.15 has p = 40 - 1000 q^2 and takes
    // q = 0.15 sqrt((p - 5) / 15): q^2 = 0.0015 (35 - 1000 q^2), so q^2 = 0.0525 / 2.5.
    void demandsByPressure() {
        HydraulicNetwork net;
        net.addFixedHead(40.0);
        net.addJunction(0.0, 0.05);
        net.addResistance(0, 1, 1000.0);
        net.pressureDemand = PressureDemand{5.0, 20.0, 0.5};
        NetworkCase c(net);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(0), 0.05, 1e-6));
        QVERIFY(near(c.h(1), 37.5, 1e-6));
        c.solver.setDemand(1, 0.15);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(0), std::sqrt(0.0525 / 2.5), 1e-6));
        QVERIFY(near(c.solver.suppliedM3PerS(1), c.q(0), 1e-9));
        c.solver.setFixedHead(0, 4.0);
        QVERIFY(c.solve());
        QCOMPARE(c.q(0), 0.0);
        QVERIFY(near(c.h(1), 4.0, 1e-9));
    }

    void limiting() {
        NetworkCase c(Line(HydraulicLinkKind::Fcv, 0.05, 40.0).net);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), 0.05, 1e-9));
        QVERIFY(near(c.h(1), 37.5, 1e-6));
        QVERIFY(near(c.h(2), 2.5, 1e-6));
        // Wide open it lets 0.1414 through, less than 0.2.
        c.solver.setSetting(1, 0.2);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), std::sqrt(40.0 / 2000.0), 1e-6));
        c.solver.setSetting(1, 0.03);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), 0.03, 1e-9));
    }

    // 40 - 12 = 2000 q^2; a valve whose own loss is more than its setting loses that.
    void breaking() {
        NetworkCase c(Line(HydraulicLinkKind::Pbv, 12.0, 40.0).net);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), std::sqrt(28.0 / 2000.0), 1e-6));
        QVERIFY(near(c.h(1) - c.h(2), 12.0, 1e-5));
        c.solver.setResistance(1, 2000.0);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), std::sqrt(40.0 / 4000.0), 1e-6));
    }

    // Loss 200 q up to 0.1: 40 = 2000 q^2 + 200 q.
    void byTable() {
        Line line(HydraulicLinkKind::Gpv, 0.0, 40.0);
        line.net.curves.push_back({{0.0, 0.1, 0.2}, {0.0, 20.0, 60.0}});
        line.net.links[1].curve = 0;
        NetworkCase c(line.net);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), -0.05 + std::sqrt(0.0025 + 0.02), 1e-6));
        c.solver.setFixedHead(0, 0.0);
        c.solver.setFixedHead(3, 40.0);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), 0.05 - std::sqrt(0.0025 + 0.02), 1e-6));
    }

    // Two reducing valves in a row, the second lower.
    void twoInARow() {
        Line line(HydraulicLinkKind::Prv, 20.0, 60.0);
        line.net.addFixedHead(0.0);
        line.net.nodes[3].fixed = false;
        line.net.addResistance(3, 4, 1000.0);
        line.net.links[2].kind = HydraulicLinkKind::Prv;
        line.net.links[2].resistance = 10.0;
        line.net.links[2].setting = 6.0;
        NetworkCase c(line.net);
        QVERIFY(c.solve());
        QVERIFY(near(c.h(2), 20.0, 1e-7));
        QVERIFY(near(c.h(3), 6.0, 1e-7));
        QVERIFY(near(c.q(0), std::sqrt(6.0 / 1000.0), 1e-6));
    }
};

HEADROOM_TEST(TestHydraulicValves)
}  // namespace tst_hydraulic_valves

#include "tst_hydraulic_valves.moc"
