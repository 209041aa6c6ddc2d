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
