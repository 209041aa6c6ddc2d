// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/faults/fault_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_fault_orders {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
using models::BlockPart;
using models::DrillAction;

namespace {

bool hasDrillError(const Project& project, const std::string& code) {
    const auto made = Simulator::create(project, catalogue(), {});
    if (made) {
        return false;
    }
    for (const Error& e : made.error()) {
        if (e.code == code) {
            return true;
        }
    }
    return false;
}

void addDrill(Project& project, const std::string& action, const std::string& unit,
              const std::string& level, int instance, double atMin) {
    add(project, "drill", "drill-1",
        {{"at_min", atMin},
         {"action", action},
         {"unit", unit},
         {"level", level},
         {"instance", std::int64_t{instance}}});
}

}  // namespace

class TestFaultOrders : public QObject {
    Q_OBJECT

  private slots:

    // A rack of the block fails: all of its servers leave, no other; after the time stated they are
    // back.
    void rackFailsAndComesBack() {
        Project project = emptyHall();
        auto s = simulator(project);
        const PlantBlock& b = s->plant().blocks.front();
        s->operate(partOrder(DrillAction::Fail, b.id, BlockPart::Rack, 2, 1800.0));
        QCOMPARE(static_cast<int>(s->state().faults.open.size()), b.rack.servers);
        run(*s, 600.0);
        int down = 0;
        for (const std::uint8_t d : s->state().serverDown) {
            down += d != 0 ? 1 : 0;
        }
        QCOMPARE(down, b.rack.servers);
        QCOMPARE(s->state().rackServersUp[static_cast<std::size_t>(b.firstRack + 1)], 0);
        run(*s, 1830.0);
        QCOMPARE(s->state().rackServersUp[static_cast<std::size_t>(b.firstRack + 1)],
                 b.rack.servers);
        QVERIFY(s->state().faults.open.empty());
    }

    // A drill of the project does the same at its time: minute 10.
    void drillOfTheProject() {
        Project project = emptyHall();
        const std::string block = simulator(project)->plant().blocks.front().id;
        addDrill(project, "fail", block, "server", 3, 10.0);
        auto s = simulator(project);
        run(*s, 585.0);
        QVERIFY(s->state().faults.open.empty());
        run(*s, 630.0);
        QVERIFY(s->state().serverDown[static_cast<std::size_t>(
                    s->plant().blocks.front().firstServer + 2)] != 0);
    }

    // Parts that there are not, and actions that do not apply, are told before the run.
    void badDrills() {
        Project project = emptyHall();
        const auto s = simulator(project);
        const PlantBlock& b = s->plant().blocks.front();
        const int servers = b.racks * b.rack.servers;
        const auto withDrill = [&](const char* action, const std::string& unit, const char* level,
                                   int instance) {
            Project p = project;
            addDrill(p, action, unit, level, instance, 1.0);
            return p;
        };
        QVERIFY(!hasDrillError(withDrill("fail", b.id, "server", servers), "SIM-030"));
        QVERIFY(hasDrillError(withDrill("fail", b.id, "server", servers + 1), "SIM-030"));
        QVERIFY(hasDrillError(withDrill("fail", b.id, "rack", 1000000), "SIM-030"));
        QVERIFY(hasDrillError(withDrill("cut", b.id, "server", 1), "SIM-028"));
        QVERIFY(
            hasDrillError(withDrill("crash", s->plant().fabrics.front().id, "row", 0), "SIM-028"));
    }

    // Orders that find nothing change nothing: negative and huge numbers, unknown ids.
    void badOrders() {
        Project project = emptyHall();
        auto s = simulator(project);
        const std::string block = s->plant().blocks.front().id;
        run(*s, 60.0);
        const auto hash = s->stateHash();
        for (const int instance :
             {-1, std::numeric_limits<int>::min(), 1 << 30, std::numeric_limits<int>::max()}) {
            s->operate(partOrder(DrillAction::Fail, block, BlockPart::Server, instance));
            s->operate(partOrder(DrillAction::Degrade, block, BlockPart::Accelerator, instance));
            s->operate(partOrder(DrillAction::Corrupt, block, BlockPart::Rack, instance));
        }
        s->operate(partOrder(DrillAction::Fail, "no-such", BlockPart::Server, 1));
        s->operate(partOrder(DrillAction::Crash, "no-such", BlockPart::Row, 0));
        QCOMPARE(s->stateHash(), hash);
    }

    // The software of a job stops at 1,800 s and is noticed after the time of the catalogue's
    // software crash (600 s): 600 s of hanging on 256 accelerators, one restart, no server leaves.
    void crashOfAJob() {
        Project project = oneTraining();
        auto s = simulator(project);
        run(*s, 1800.0);
        s->operate(partOrder(DrillAction::Crash, "llama", BlockPart::Row, 0));
        QVERIFY(s->state().faults.open.front().kind == FaultKind::Software);
        run(*s, 3600.0);
        const Job& j = job(*s, 0);
        QVERIFY(std::abs(j.hungS - 256 * 600.0) < 1e-6);
        QCOMPARE(j.restarts, 1);
        for (const std::uint8_t d : s->state().serverDown) {
            QVERIFY(d == 0);
        }
        QVERIFY(s->state().faults.open.empty());
    }

    // Somebody opens the breaker next to that of a unit: another one of the same board loses that
    // incomer, for 15 min; the unit that was meant keeps its own.
    void wrongBreaker() {
        Project project = emptyHall();
        auto s = simulator(project);
        const PowerNetwork& n = *s->plant().network;
        PlantOrder order;
        order.action = DrillAction::Mistake;
        int meant = -1;
        for (const PowerArray& a : n.arrays) {
            const PowerUnit& u = n.units[static_cast<std::size_t>(a.firstUnit)];
            if (u.edges == 0) {
                continue;
            }
            const int board = n.edges[static_cast<std::size_t>(u.firstEdge)].from;
            if (n.firstOut[static_cast<std::size_t>(board) + 1] -
                    n.firstOut[static_cast<std::size_t>(board)] >=
                2) {
                order.unit = a.id;
                order.instance = 1;
                meant = u.firstEdge;
                break;
            }
        }
        QVERIFY2(meant >= 0, "the hall has no board with two outgoing breakers");
        run(*s, 60.0);
        s->operate(order);
        int open = 0;
        for (std::size_t e = 0; e < n.edges.size(); ++e) {
            const bool isOpen = s->state().power.breaker[e] == BreakerState::Open;
            open += isOpen ? 1 : 0;
            if (isOpen) {
                QVERIFY(static_cast<int>(e) != meant);
                QCOMPARE(n.edges[e].from, n.edges[static_cast<std::size_t>(meant)].from);
            }
        }
        QCOMPARE(open, 1);
        QVERIFY(s->state().faults.open.front().kind == FaultKind::Human);
        run(*s, 60.0 + 900.0 + 15.0);
        for (const BreakerState b : s->state().power.breaker) {
            QVERIFY(b != BreakerState::Open);
        }
        QVERIFY(s->state().faults.open.empty());
    }
};

HEADROOM_TEST(TestFaultOrders)
}  // namespace tst_fault_orders

#include "tst_fault_orders.moc"
