// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/reach/reach_order.h"
#include "tests/support/test_program.h"
#include "tests/support/tiny_cooling.h"
#include "tests/support/tiny_wiring.h"

#include <QtTest>

namespace tst_reach_order {

using namespace headroom;
using namespace headroom::engine;

class TestReachOrder : public QObject {
    Q_OBJECT

    /// Eight racks in two rows of one block.
    static Layout layout() {
        Layout made;
        made.halls.push_back({{0, 0, 0, 20, 10, 4}, "hall", "Hall"});
        made.blocks = {"racks"};
        for (int i = 0; i < 8; ++i) {
            RackBox rack;
            rack.row = i / 4;
            rack.column = i % 4;
            made.racks.push_back(rack);
        }
        return made;
    }

    static BlastReach reachBy(ReachBy by, std::size_t reached) {
        BlastReach reach;
        reach.racks.resize(8);
        for (std::size_t i = 0; i < reached; ++i) {
            reach.racks[i] = {Reach::Lost, by, 1.0F, 0.0F};
        }
        return reach;
    }

    static std::vector<PlantOrder> fail(const std::string& unit, int instance = 0) {
        PlantOrder order;
        order.unit = unit;
        order.instance = instance;
        return {order};
    }

  private slots:

    /// UPS A, output board, PDU, rack: three steps. From the transformer on there are transfer switch, board and UPS before: six. A rack
    /// that is not reached has none.
    void powerComesDownTheWiring() {
        const testing::TinyWiring w = testing::wiring2N();
        const BlastReach reach = reachBy(ReachBy::Power, 7);
        std::vector<int> order = reachOrder(w.network, {}, layout(), fail("ups-a"), reach);
        QCOMPARE(order[0], 3);
        QCOMPARE(order[7], -1);
        order = reachOrder(w.network, {}, layout(), fail("trafo-a"), reach);
        QCOMPARE(order[0], 6);
        order = reachOrder(w.network, {}, layout(), fail("pdu-a", 1), reach);
        QCOMPARE(order[0], 1);
    }

    /// Loop, CDU group, row of racks.
    void coolantComesDownThePiping() {
        testing::TinyCooling cooling;
        cooling.add({.towers = 2, .chillers = 1, .taps = {{false, 2, 1}}});
        cooling.network.blockFirstRow = {0};
        const BlastReach reach = reachBy(ReachBy::Coolant, 8);
        QCOMPARE(reachOrder({}, cooling.network, layout(), fail("loop-1"), reach)[5], 2);
        QCOMPARE(reachOrder({}, cooling.network, layout(), fail("cdu-1"), reach)[5], 1);
    }

    void aRackThatFailsItselfIsFirst() {
        const BlastReach reach = reachBy(ReachBy::Itself, 1);
        QCOMPARE(reachOrder({}, {}, layout(), fail("racks", 1), reach)[0], 0);
    }
};

HEADROOM_TEST(TestReachOrder)
}  // namespace tst_reach_order

#include "tst_reach_order.moc"
