// SPDX-License-Identifier: Apache-2.0
#include "engine/connections/power_ways.h"
#include "tests/support/test_program.h"
#include "tests/support/tiny_wiring.h"

#include <QtTest>

#include <cmath>
#include <set>

namespace tst_power_ways {

using namespace headroom;
using namespace headroom::engine;

class TestPowerWays : public QObject {
    Q_OBJECT

    static constexpr int kRacks = 4;

    /// A hall with a row of four racks that face south; transformers of two paths in a yard south of it.
    static Layout layout() {
        Layout made;
        made.halls.push_back({{0, 0, 0, 20, 10, 4}, "hall", "Hall"});
        made.blocks = {"racks"};
        for (int i = 0; i < kRacks; ++i) {
            RackBox rack;
            rack.box = {4.0 + 0.6 * i, 5.0, 0.0, 0.6, 1.2, 2.2};
            rack.column = i;
            made.racks.push_back(rack);
        }
        made.equipment.push_back(
            {{2, -8, 0, 2.4, 1.8, 2.2}, EquipmentKind::PowerUnit, 0, "trafo-a"});
        made.equipment.push_back(
            {{14, -8, 0, 2.4, 1.8, 2.2}, EquipmentKind::PowerUnit, 1, "trafo-b"});
        made.equipment.push_back({{2, 12, 0, 1.8, 1.2, 1.4}, EquipmentKind::Pump, 0, "loop"});
        return made;
    }

    /// Two mains, transformers and busways; the main of path A states a place where transformer A is.
    static testing::TinyWiring wiring() {
        testing::TinyWiring w;
        for (const std::string s : {"a", "b"}) {
            const std::string grid = "grid-" + s, trafo = "trafo-" + s, bus = "bus-" + s;
            w.add(grid, PowerKind::Utility, 1, {});
            w.add(trafo, PowerKind::Transformer, 1, {grid.c_str()});
            w.add(bus, PowerKind::Pdu, 1, {trafo.c_str()});
        }
        for (int i = 0; i < kRacks; ++i) {
            w.load(PowerLoadKind::Rack, i, {"bus-a", "bus-b"});
        }
        w.load(PowerLoadKind::LoopPumps, 0, {"trafo-b"});
        w.network.arrays[0].spec.xM = 2.5;
        w.network.arrays[0].spec.yM = -7.5;
        w.finish();
        return w;
    }

    static std::vector<PowerWay> waysOf(PowerWay::Kind kind) {
        const Layout floor = layout();
        const testing::TinyWiring w = wiring();
        std::vector<PowerWay> found;
        for (const PowerWay& way : powerWays(floor, w.network).ways) {
            if (way.kind == kind) {
                found.push_back(way);
            }
        }
        return found;
    }

  private slots:

    /// Four incomers. Mains B states no place: it is where its transformer is, so no way leads between them.
    void everyIncomerBetweenTwoPlacesHasAWay() {
        const testing::TinyWiring w = wiring();
        std::set<int> edges;
        for (const PowerWay& way : waysOf(PowerWay::Kind::Feeder)) {
            edges.insert(way.edge);
            QCOMPARE(way.object, w.network
                                     .arrays[static_cast<std::size_t>(
                                         w.network.units[static_cast<std::size_t>(way.unit)].array)]
                                     .id);
        }
        const std::set<int> expected{w.edgeOf("grid-a", "trafo-a"), w.edgeOf("trafo-a", "bus-a"),
                                     w.edgeOf("trafo-b", "bus-b")};
        QCOMPARE(edges, expected);
    }

    /// One of each path, over all four racks from 4.0 m to 6.4 m, side by side, with a tap for each rack.
    void buswaysRunOverTheirRacks() {
        const auto ways = waysOf(PowerWay::Kind::Busway);
        QCOMPARE(ways.size(), std::size_t(2));
        for (const PowerWay& way : ways) {
            QCOMPARE(way.points.front()[0], 4.0);
            QCOMPARE(way.points.back()[0], 6.4);
            QVERIFY(way.points.front()[2] > 2.2);  // over the racks
            QVERIFY(way.points.front()[1] > 5.0 && way.points.front()[1] < 6.2);
            QCOMPARE(way.taps.size(), std::size_t(kRacks));
        }
        QVERIFY(std::abs(ways[0].points[0][1] - ways[1].points[0][1]) >= ways[0].widthM);
    }

    /// A feeder begins on the ground of the yard and ends at the head of its busway.
    void feedersEnterTheHall() {
        for (const PowerWay& way : waysOf(PowerWay::Kind::Feeder)) {
            if (way.object.rfind("bus-", 0) == 0) {
                QVERIFY(way.points.front()[1] < 0.0 && way.points.front()[2] < 0.0);
                QVERIFY(way.points.back()[1] > 5.0 && way.points.back()[2] > 2.2);
            }
        }
    }

    void waysTurnAtRightAngles() {
        const Layout floor = layout();
        const testing::TinyWiring w = wiring();
        for (const PowerWay& way : powerWays(floor, w.network).ways) {
            for (std::size_t i = 0; i + 1 < way.points.size(); ++i) {
                int moved = 0;
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    moved += std::abs(way.points[i + 1][axis] - way.points[i][axis]) > 1e-6 ? 1 : 0;
                }
                QVERIFY(moved <= 1);
            }
        }
    }

    void cordsLeadToTheMachines() {
        const auto ways = waysOf(PowerWay::Kind::Cords);
        QCOMPARE(ways.size(), std::size_t(1));
        QCOMPARE(ways[0].object, std::string("trafo-b"));
        QVERIFY(std::abs(ways[0].points.back()[0] - 2.9) < 0.01);  // the middle of the pump
        QVERIFY(std::abs(ways[0].points.back()[1] - 12.6) < 0.01);
    }

    /// The stated place of mains A is taken by transformer A: its board moves to where nothing is.
    void boardsAvoidMachines() {
        const Layout floor = layout();
        const testing::TinyWiring w = wiring();
        const PowerWays made = powerWays(floor, w.network);
        QCOMPARE(made.boards.size(), std::size_t(1));
        const Box& board = made.boards[0].box;
        QCOMPARE(made.boards[0].object, std::string("grid-a"));
        for (const EquipmentBox& machine : floor.equipment) {
            const Box& b = machine.box;
            QVERIFY(board.x >= b.x + b.width || b.x >= board.x + board.width ||
                    board.y >= b.y + b.depth || b.y >= board.y + board.depth);
        }
    }

    void withoutPlacesThereAreNoWays() {
        QVERIFY(powerWays(Layout{}, PowerNetwork{}).ways.empty());
    }
};

HEADROOM_TEST(TestPowerWays)
}  // namespace tst_power_ways

#include "tst_power_ways.moc"
