// SPDX-License-Identifier: Apache-2.0
#include "engine/power/contingency.h"
#include "tests/engine/power/wiring.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_beside_mains {

using namespace headroom::engine;
using namespace headroom::tests;
using headroom::at;

class TestBesideMains : public QObject {
    Q_OBJECT

  private slots:

    // Four fuel cells of 325 kW next to a transformer of 2.5 MVA, no cables. At the design point they give what a run comes to:
    // all that the board takes up to their rating in service, the transformer the rest. By ratings they would give 34 %.
    void cellsGiveWhatTheyCan_data() {
        QTest::addColumn<double>("eachW");
        QTest::addColumn<int>("out");
        QTest::addColumn<double>("cellsW");
        QTest::newRow("all of little") << 1.0e5 << 0 << 1.0e6 * (1.0 - 1e-6);
        QTest::newRow("their rating of much") << 2.0e5 << 0 << 1.3e6;
        QTest::newRow("one out") << 2.0e5 << 1 << 0.975e6;
    }

    void cellsGiveWhatTheyCan() {
        QFETCH(double, eachW);
        QFETCH(int, out);
        QFETCH(double, cellsW);
        RackFeeds racks;
        racks.feeds = {"board"};
        racks.racksPerRow = 10;
        const PowerNetwork n = wiring(
            R"({"id": "grid", "part": "utility-20kv"}, {"id": "tx", "part": "mv-lv-2500", "sources": ["grid"]},
               {"id": "cells", "part": "sofc-gas-325", "modules": 4},
               {"id": "board", "part": "lv-415-4000", "sources": ["tx", "cells"]})",
            {racks});
        PowerSwitching switching = restingSwitching(n);
        switching.modulesOut[at(unitOf(n, "cells"))] = out;
        PowerFlow flow;
        flow.sizeFor(n);
        transferAndStart(n, switching, flow);
        const PowerDemand demand = demandOf(n, eachW);
        PowerDemand shed = demand;
        QVERIFY(settlePower(n, switching, demand, shed, flow).empty());
        const double givenW = flow.outVa[at(unitOf(n, "cells"))].real();
        QVERIFY2(std::abs(givenW / cellsW - 1.0) < 1e-9,
                 qPrintable(QString::number(givenW, 'g', 10)));
        const double restW = flow.outVa[at(unitOf(n, "tx"))].real();
        QVERIFY(std::abs((givenW + restW) / (10.0 * eachW) - 1.0) < 1e-9);
    }
};

HEADROOM_TEST(TestBesideMains)
}  // namespace tst_beside_mains

#include "tst_beside_mains.moc"
