// SPDX-License-Identifier: Apache-2.0
#include "engine/connections/coolant_pipes.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <numbers>

namespace tst_coolant_pipes {

using namespace headroom;
using namespace headroom::engine;

class TestCoolantPipes : public QObject {
    Q_OBJECT

    /// A hall with one CDU and a row of three racks; pumps in a yard south of it.
    static Layout layout() {
        Layout made;
        made.halls.push_back({{0, 0, 0, 20, 10, 4}, "hall", "Hall"});
        made.blocks = {"racks"};
        for (int i = 0; i < 3; ++i) {
            RackBox rack;
            rack.box = {4.0 + 0.6 * i, 5.0, 0.0, 0.6, 1.2, 2.2};
            rack.column = i;
            made.racks.push_back(rack);
        }
        made.equipment.push_back({{2, 5, 0, 0.8, 1.2, 2.0}, EquipmentKind::Cdu, 0, "cdus"});
        made.equipment.push_back({{10, -8, 0, 1.8, 1.2, 1.4}, EquipmentKind::Pump, 0, "loop"});
        return made;
    }

    static CoolingNetwork network() {
        CoolingNetwork made;
        CoolingCircuit facility, racks;
        facility.id = "loop";
        racks.id = "cdus";
        racks.kind = CircuitKind::Rack;
        made.circuits = {facility, racks};
        made.loopCircuit = {CircuitIndex(0)};
        made.cduCircuit = {CircuitIndex(1)};
        CoolingLink primary, row;
        primary.kind = CoolingLinkKind::CduPrimary;
        primary.designM3PerS = 0.0157;
        row.kind = CoolingLinkKind::Racks;
        row.circuit = CircuitIndex(1);
        row.designM3PerS = 0.004;
        made.links = {primary, row};
        return made;
    }

  private slots:

    /// The diagram has a supply and a return for each of the two links.
    void everyLinkHasSupplyAndReturn() {
        const auto pipes = coolantPipes(layout(), network());
        QCOMPARE(pipes.size(), std::size_t(4));
        for (int link = 0; link < 2; ++link) {
            int in = 0, out = 0;
            for (const CoolantPipe& pipe : pipes) {
                in += pipe.link == link && pipe.end == CoolantPipe::End::In ? 1 : 0;
                out += pipe.link == link && pipe.end == CoolantPipe::End::Out ? 1 : 0;
            }
            QCOMPARE(in, 1);
            QCOMPARE(out, 1);
        }
        QCOMPARE(pipes[0].object, std::string("cdus"));
        QCOMPARE(pipes[2].object, std::string("racks"));
    }

    /// The supply leaves the pumps and ends at the CDU; the return flows the other way.
    void theyLeadFromThePlantToTheMachines() {
        const auto pipes = coolantPipes(layout(), network());
        const auto& supply = pipes[0].points;
        const auto& back = pipes[1].points;
        const auto isNear = [](const std::array<double, 3>& p, double x, double y) {
            return std::abs(p[0] - x) < 0.5 && std::abs(p[1] - y) < 0.5;
        };
        QVERIFY(isNear(supply.front(), 10.9, -7.4));  // the middle of the pump
        QVERIFY(isNear(supply.back(), 2.4, 5.6));     // the middle of the CDU
        QVERIFY(isNear(back.front(), 2.4, 5.6));
        QVERIFY(isNear(back.back(), 10.9, -7.4));
        QCOMPARE(supply.back()[2], 2.0);  // on its roof
    }

    /// Pipes run east, north or upright.
    void theyTurnAtRightAngles() {
        for (const CoolantPipe& pipe : coolantPipes(layout(), network())) {
            for (std::size_t i = 0; i + 1 < pipe.points.size(); ++i) {
                int moved = 0;
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    moved +=
                        std::abs(pipe.points[i + 1][axis] - pipe.points[i][axis]) > 1e-6 ? 1 : 0;
                }
                QVERIFY(moved <= 1);
            }
        }
    }

    /// 15.7 L/s at 2 m/s need pi/4 d^2 = 0.00785 m^2: a diameter of 0.1 m.
    void theDiameterCarriesTheDesignFlow() {
        const auto pipes = coolantPipes(layout(), network());
        QVERIFY(std::abs(pipes[0].diameterM - 0.1) < 0.001);
    }

    void withoutPlacesThereAreNoPipes() { QVERIFY(coolantPipes(Layout{}, network()).empty()); }
};

HEADROOM_TEST(TestCoolantPipes)
}  // namespace tst_coolant_pipes

#include "tst_coolant_pipes.moc"
