// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/air/floor.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <numeric>

namespace tst_air_plan {

using namespace headroom::engine;
using headroom::tests::Floor;
namespace models = headroom::models;

class TestAirPlan : public QObject {
    Q_OBJECT

    static double sum(const std::vector<double>& of) {
        return std::accumulate(of.begin(), of.end(), 0.0);
    }

    static int count(const HallAirPlan& p, bool cold, bool hot) {
        return static_cast<int>(
            std::count_if(p.aisles.begin(), p.aisles.end(),
                          [&](const AirAisle& a) { return a.cold == cold && a.hot == hot; }));
    }

  private slots:

    // Rows S N S N: fronts to the south wall, backs meet, fronts meet, backs meet, front to the
    // north wall: cold, hot, cold, hot, cold.
    void aislesOfAlternateRows() {
        const HallAirPlan p = Floor(4, 8).plan();
        QCOMPARE(count(p, true, false), 3);
        QCOMPARE(count(p, false, true), 2);
        // The open floor, two hot aisles, the ceiling.
        QCOMPARE(p.zones, 4);
        QCOMPARE(p.rows.size(), std::size_t{4});
        QCOMPARE(p.rows[0].coldZone, p.rows[3].coldZone);
        QCOMPARE(p.rows[0].hotZone, p.rows[1].hotZone);
        QVERIFY(p.rows[1].hotZone != p.rows[2].hotZone);
        QCOMPARE(p.racks(), 32);
    }

    // Tiles of a raised floor: the outer cold aisles are 1.2 m wide, the middle one 1.8 m.
    void sharesByTiles() {
        Floor f(4, 8);
        f.spec.airSupply = models::AirSupply::RaisedFloor;
        const HallAirPlan p = f.plan();
        QCOMPARE(p.zones, 6);
        QVERIFY(std::abs(sum(p.zoneShare) - 1.0) < 1e-12);
        const double middle = p.zoneShare[static_cast<std::size_t>(p.rows[1].coldZone)];
        QVERIFY(std::abs(middle - 1.8 / 4.2) < 1e-9);
    }

    // Without a raised floor air goes where it is drawn.
    void sharesByFlow() {
        Floor f(4, 8);
        f.spec.containment = models::Containment::ColdAisle;
        std::fill_n(f.flow.begin(), 8, 3.0);  // 24 of 48 m3/s in the first row
        const HallAirPlan p = f.plan();
        QVERIFY(std::abs(p.zoneShare[static_cast<std::size_t>(p.rows[0].coldZone)] - 0.5) < 1e-12);
    }

    // Heat capacities add up to that of 907.2 m3 of air, and of servers of 300 kJ/K in each of 32 racks, half in
    // the zone that they draw from, half in the one that they blow into.
    void capacitiesAddUp() {
        const Floor f(4, 8);
        const HallAirPlan p = f.plan();
        const double airJPerK = p.air.jPerM3K * 907.2;
        QVERIFY(std::abs(sum(p.zoneJPerK) - airJPerK) < 1e-3);
        for (const double c : p.zoneJPerK) {
            QVERIFY(c > 0.0);
        }
        const std::vector<double> rackJPerK(32, 300e3);
        const HallAirPlan q =
            hallAirPlan(f.layout, 0, f.spec, f.flow, models::kStandardPressurePa, rackJPerK);
        QVERIFY(std::abs(sum(q.zoneJPerK) - airJPerK - 32 * 300e3) < 1e-3);
        const auto hot = static_cast<std::size_t>(q.rows[0].hotZone);
        QVERIFY(std::abs(q.zoneJPerK[hot] - p.zoneJPerK[hot] - 16 * 150e3) < 1e-3);
    }

    // Containment lets its leakage of what is stated through: 10 % of 4 %.
    void containmentLeaks() {
        Floor f(2, 4);
        f.spec.bypass = 0.2;
        QCOMPARE(f.plan().rackFraction[0], 0.04);
        QCOMPARE(f.plan().bypass, 0.2);
        f.spec.containment = models::Containment::HotAisle;
        QVERIFY(std::abs(f.plan().rackFraction[0] - 0.004) < 1e-15);
        QVERIFY(std::abs(f.plan().bypass - 0.02) < 1e-15);
    }

    // Rows that all face south make a chain of aisles that are hot and cold.
    void rowsThatFaceOneWay() {
        Floor f(0, 0);
        for (int row = 0; row < 3; ++row) {
            for (int i = 0; i < 4; ++i) {
                f.add(3.0 + 0.6 * i, 3.0 + 3.0 * row, row, i, false);
            }
        }
        const HallAirPlan p = f.plan();
        QCOMPARE(count(p, true, true), 2);
        QCOMPARE(p.rows[0].hotZone, p.rows[1].coldZone);
        QCOMPARE(p.rows[1].hotZone, p.rows[2].coldZone);
        HallAir air(p);  // orders the zones
    }

    // Two rows side by side that face opposite ways, between the same neighbours: a circle of
    // aisles is one zone, and the balance still closes.
    void circlesAreOneZone() {
        Floor f(0, 0, 20.0, 20.0);
        for (int i = 0; i < 12; ++i) {
            f.add(3.0 + 0.6 * i, 3.0, 0, i, true);
        }
        for (int i = 0; i < 6; ++i) {
            f.add(3.0 + 0.6 * i, 6.0, 0, i, false, 1);
        }
        for (int i = 0; i < 6; ++i) {
            f.add(6.6 + 0.6 * i, 6.0, 0, i, true, 2);
        }
        for (int i = 0; i < 12; ++i) {
            f.add(3.0 + 0.6 * i, 9.0, 0, i, false, 3);
        }
        const HallAirPlan p = f.plan();
        QCOMPARE(p.rows[1].coldZone, p.rows[1].hotZone);
        HallAir air(p);
        std::vector<double> heat(f.flow.size(), 1e4),
            zoneC(static_cast<std::size_t>(p.zones), 20.0), inletC(f.flow.size());
        const ReturnLaw law = air.condense({f.flow, heat}, 30.0, 0.0, zoneC, 15.0);
        const double storedW = air.finish(20.0, zoneC, inletC);
        const double returnC = law.alphaC + law.beta * 20.0;
        QVERIFY(std::abs(36e4 + law.airWPerK * (20.0 - returnC) - storedW) < 1e-6);
    }

    void hallWithoutRacks() {
        const HallAirPlan p = Floor(0, 0).plan();
        QCOMPARE(p.zones, 1);
        QCOMPARE(p.zoneShare, std::vector<double>{1.0});
    }

    // Racks of other halls are not touched.
    void otherHalls() {
        Floor f(2, 4);
        f.layout.halls.push_back({{30.0, 0.0, 0.0, 12.0, 12.0, 4.2}, "b", "B"});
        f.layout.racks[3].hall = 1;
        const HallAirPlan p = f.plan();
        QCOMPARE(p.racks(), 7);
    }
};

HEADROOM_TEST(TestAirPlan)
}  // namespace tst_air_plan

#include "tst_air_plan.moc"
