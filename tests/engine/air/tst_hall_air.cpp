// SPDX-License-Identifier: Apache-2.0
#include "engine/air/hall_air.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_hall_air {

using namespace headroom::engine;
namespace models = headroom::models;

namespace {

constexpr models::AirProperties kAir = {1200.0, 1.0};  // J/(m3 K), of round figures, at sea level
constexpr double kLong = 1e9;                          // a step that ends in the steady state

// Aisles of two racks each: zone 0, 2, … cold, 1, 3, … hot; the ceiling last.
HallAirPlan plan(int aisles, double fraction = 0.0, double bypass = 0.0) {
    HallAirPlan p;
    p.air = kAir;
    p.bypass = bypass;
    p.zones = 2 * aisles + 1;
    p.ceilingZone = 2 * aisles;
    const auto zones = static_cast<std::size_t>(p.zones);
    p.zoneJPerK.assign(zones, 1e5);
    p.zoneShare.assign(zones, 0.0);
    p.stillM3PerS.assign(zones, 0.0);
    for (int i = 0; i < aisles; ++i) {
        p.rows.push_back({2 * i, 2, 2 * i, 2 * i + 1});
        p.zoneShare[static_cast<std::size_t>(2 * i)] = 1.0 / aisles;
    }
    p.rackFraction.assign(static_cast<std::size_t>(2 * aisles), fraction);
    return p;
}

// One hall with what surrounds it: handlers that hold their supply at a temperature.
struct Hall {
    HallAir air;
    std::vector<double> flow, heat, zoneC, inletC;
    double returnC = 0.0, storedW = 0.0;

    explicit Hall(HallAirPlan p, double startC = 20.0)
        : air(std::move(p)),
          flow(static_cast<std::size_t>(air.plan().racks()), 1.0),
          heat(flow.size(), 12000.0),
          zoneC(static_cast<std::size_t>(air.plan().zones), startC),
          inletC(flow.size(), startC) {}

    double step(double supplyM3PerS, double supplyC, double dt, double extraW = 0.0) {
        const ReturnLaw law = air.condense({flow, heat}, supplyM3PerS, extraW, zoneC, dt);
        storedW = air.finish(supplyC, zoneC, inletC);
        returnC = law.alphaC + law.beta * supplyC;
        double inW = extraW + law.airWPerK * (supplyC - returnC);
        for (const double w : heat) {
            inW += w;
        }
        return inW - storedW;  // what balance misses
    }
};

}  // namespace

class TestHallAir : public QObject {
    Q_OBJECT

  private slots:

    // All racks draw 4 m3/s, the handlers blow 4: every inlet is supply air. Each rack adds
    // 12 kW / (1 m3/s 1200 J/(m3 K)) = 10 K.
    void perfectContainment() {
        Hall h(plan(2));
        h.step(4.0, 20.0, kLong);
        for (const double c : h.inletC) {
            QVERIFY(std::abs(c - 20.0) < 1e-6);
        }
        QVERIFY(std::abs(h.returnC - 30.0) < 1e-6);
        const AirIndices i = h.air.indices();
        QVERIFY(std::abs(i.shi) < 1e-6);
        QVERIFY(std::abs(i.rhi - 1.0) < 1e-6);
        QVERIFY(std::abs(i.rti - 1.0) < 1e-6);
        QCOMPARE(i.rciHigh, 1.0);
        QCOMPARE(i.rciLow, 1.0);
    }

    // Heat of cabinets that blow into a room with contained hot aisles. Handlers blow 5 m3/s, half into each cold zone,
    // where 6 kW warm 3000 W/K by 2 K. Racks add 10 K. All 60 kW leave: 20 + 60 kW / 6000 W/K = 30 C.
    void cabinetsThatBlowIntoTheColdRoom() {
        HallAirPlan p = plan(2);
        p.extraToCold = true;
        Hall h(p);
        const double lost = h.step(5.0, 20.0, kLong, 12000.0);
        for (const double c : h.inletC) {
            QVERIFY2(std::abs(c - 22.0) < 1e-4, qPrintable(QString::number(c)));
        }
        QVERIFY(std::abs(h.returnC - 30.0) < 1e-4);
        QVERIFY(std::abs(lost) < 1.0);
        // To the ceiling: racks breathe supply air.
        Hall other(plan(2));
        other.step(5.0, 20.0, kLong, 12000.0);
        QVERIFY(std::abs(other.inletC[0] - 20.0) < 1e-4);
        QVERIFY(std::abs(other.returnC - 30.0) < 1e-4);
    }

    // Half of what is drawn is blown: the other half comes back. All heat leaves with the supply
    // stream, so that the return is 20 + 48 kW / 2400 W/K = 40 C, and inlets are the mean, 30 C.
    // SHI = (30 - 20) / (40 - 20) = 0.5; RTI = 20 K / 10 K = 2. RCI_hi = 1 - 3 / 5.
    void halfTheSupplyHalfRecirculated() {
        Hall h(plan(2));
        h.step(2.0, 20.0, kLong);
        for (const double c : h.inletC) {
            QVERIFY(std::abs(c - 30.0) < 1e-4);
        }
        QVERIFY(std::abs(h.returnC - 40.0) < 1e-4);
        QVERIFY(std::abs(h.air.indices().shi - 0.5) < 1e-6);
        QVERIFY(std::abs(h.air.indices().rti - 2.0) < 1e-6);
        QVERIFY(std::abs(h.air.indices().rciHigh - 0.4) < 1e-4);
    }

    // Twice the supply: half of it passes by. Two streams mix above: (30 + 20) / 2. RTI = 0.5.
    void twoStreamsMix() {
        Hall h(plan(1));
        h.step(4.0, 20.0, kLong);
        QVERIFY(std::abs(h.zoneC[1] - 30.0) < 1e-6);
        QVERIFY(std::abs(h.returnC - 25.0) < 1e-6);
        QVERIFY(std::abs(h.air.indices().rti - 0.5) < 1e-6);
    }

    // A rack with share r of hot air: T_in = T_c + r (T_h - T_c), T_h = T_in + 10 K
    //   T_h - T_c = 10 / (1 - r) = 12.5 K at 0.2; T_in = 22.5 C. The aisle draws 0.8 of its air.
    void ownRecirculation() {
        Hall h(plan(1, 0.2));
        h.step(1.6, 20.0, kLong);
        QVERIFY(std::abs(h.inletC[0] - 22.5) < 1e-6);
        QVERIFY(std::abs(h.zoneC[1] - 32.5) < 1e-6);
        QVERIFY(std::abs(h.air.indices().shi - 0.2) < 1e-6);
    }

    // Bypass b of 10 %, supply 2 / 0.9: inlets are supply air, the return is
    // 20 + 24 kW / (2.2222 m3/s 1200) = 29 C.
    void bypassOnlyDilutesTheReturn() {
        Hall h(plan(1, 0.0, 0.1));
        h.step(h.air.plan().supplyFor(2.0), 20.0, kLong);
        QVERIFY(std::abs(h.inletC[0] - 20.0) < 1e-6);
        QVERIFY(std::abs(h.returnC - 29.0) < 1e-6);
    }

    // Two aisles of equal supply (1.5 m3/s each); racks of the first draw 1 m3/s in all, of the
    // second 2. So the first sends 0.5 of supply air up, the second takes 0.5 of ceiling air k:
    //   k = 20 + (10 + 24) kW / 3600 W/K = 29.4444 C
    //   cold 2 = (1.5 20 + 0.5 k) / 2 = 22.3611 C, hot 1 = 30, hot 2 = cold 2 + 24 kW / 2400.
    void steadyTwoAisles() {
        Hall h(plan(2));
        h.flow = {0.5, 0.5, 1.0, 1.0};
        h.heat = {5000.0, 5000.0, 12000.0, 12000.0};
        h.step(3.0, 20.0, kLong);
        const double k = 20.0 + 34000.0 / 3600.0;
        QVERIFY(std::abs(h.returnC - k) < 1e-4);
        QVERIFY(std::abs(h.inletC[0] - 20.0) < 1e-4);
        QVERIFY(std::abs(h.inletC[2] - (1.5 * 20.0 + 0.5 * k) / 2.0) < 1e-4);
        QVERIFY(std::abs(h.zoneC[1] - (20.0 + 10000.0 / 1200.0)) < 1e-4);
        QVERIFY(std::abs(h.zoneC[3] - (h.zoneC[2] + 10.0)) < 1e-4);
    }

    // Racks that all face one way: the second row breathes what the first blew out, with as much
    // supply: zone 1 = (2 30 + 2 20) / 4 = 25 C.
    void rowsInAChain() {
        HallAirPlan p = plan(2);
        p.rows = {{0, 2, 0, 1}, {2, 2, 1, 2}};
        p.zoneShare = {0.5, 0.5, 0.0, 0.0, 0.0};
        Hall h(p);
        h.step(4.0, 20.0, kLong);
        QVERIFY(std::abs(h.inletC[0] - 20.0) < 1e-4);
        QVERIFY(std::abs(h.inletC[2] - 25.0) < 1e-4);
        QVERIFY(std::abs(h.zoneC[2] - 35.0) < 1e-4);
        QVERIFY(std::abs(h.step(4.0, 20.0, 60.0)) < 1e-6);
    }

    // A row whose cold and hot zone are one: its air goes in a circle, its heat stays there.
    void rowInOneZone() {
        HallAirPlan p = plan(1);
        p.rows = {{0, 2, 0, 0}};
        Hall h(p);
        h.step(2.0, 20.0, kLong);
        QVERIFY(std::abs(h.zoneC[0] - 30.0) < 1e-4);
        QVERIFY(std::abs(h.inletC[0] - 30.0) < 1e-4);
    }

    // The balance of every step closes to rounding, whatever moves: 1e-12 of the power that C/dt
    // can carry, or of the heat.
    void energyIsExact_data() {
        QTest::addColumn<double>("supply");
        QTest::addColumn<double>("rackFlow");
        QTest::addColumn<double>("dt");
        for (const double dt : {1.0, 15.0, 3600.0}) {
            for (const double supply : {0.0, 1.0, 4.0, 9.0}) {
                for (const double flow : {0.0, 1e-6, 1.0}) {
                    QTest::addRow("%g %g %g", supply, flow, dt) << supply << flow << dt;
                }
            }
        }
    }

    void energyIsExact() {
        QFETCH(double, supply);
        QFETCH(double, rackFlow);
        QFETCH(double, dt);
        HallAirPlan p = plan(2, 0.07, 0.1);
        p.stillM3PerS.assign(p.stillM3PerS.size(), 0.05);
        Hall h(p);
        h.flow.assign(h.flow.size(), rackFlow);
        for (int i = 0; i < 200; ++i) {
            const double missingW = h.step(supply, 20.0 + 0.01 * i, dt, 500.0);
            QVERIFY2(std::abs(missingW) < 1e-12 * (48500.0 + 5e5 / dt * 60.0),
                     qPrintable(QString("step %1: %2 W").arg(i).arg(missingW)));
            for (const double c : h.zoneC) {
                QVERIFY(std::isfinite(c));
            }
            for (const double c : h.inletC) {
                QVERIFY(std::isfinite(c));
            }
        }
    }

    // Fans off, servers on: the room warms by its heat over its heat capacity, 48 kW / 0.5 MJ/K,
    // on average over zones, at 1 s as at 1 h.
    void handlersOff() {
        for (const double dt : {1.0, 3600.0}) {
            Hall h(plan(2));
            double meanC = 0.0;
            h.step(0.0, 20.0, dt);
            for (const double c : h.zoneC) {
                meanC += c / 5.0;
            }
            QVERIFY(std::abs(meanC - 20.0 - 48000.0 * dt / 5e5) < 1e-9 * dt);
            QCOMPARE(h.air.indices().rti >= 0.0, true);
        }
    }

    // Nothing moves and nothing is exchanged: heat stays in its zone, others keep theirs.
    void nothingMoves() {
        Hall h(plan(1));
        h.flow = {0.0, 0.0};
        QVERIFY(std::abs(h.step(0.0, 20.0, 10.0)) < 1e-6);
        QCOMPARE(h.zoneC[0], 20.0);
        QVERIFY(std::abs(h.zoneC[1] - (20.0 + 24000.0 * 10.0 / 1e5)) < 1e-9);
        QCOMPARE(h.air.indices().shi, 0.0);
        QCOMPARE(h.air.indices().hottestInletC, 20.0);
    }

    // A hall without racks: supply and switches meet at the ceiling.
    void noRacks() {
        HallAirPlan p;
        p.air = kAir;
        p.zones = 1;
        p.zoneJPerK = {1e5};
        p.zoneShare = {1.0};
        p.stillM3PerS = {0.0};
        Hall h(p);
        h.step(1.0, 20.0, kLong, 12000.0);
        QVERIFY(std::abs(h.returnC - 30.0) < 1e-6);
    }

    // Fractions of a field take effect; what is not a number or out of range does no harm.
    void newFractions() {
        Hall h(plan(1));
        h.air.setRackFractions(std::vector<double>{0.2, std::nan("")});
        QCOMPARE(h.air.plan().rackFraction[1], 0.0);
        // Shares are signed: a rack may breathe cooler air than the mean of its zone.
        h.air.setRackFractions(std::vector<double>{-0.3, 7.0});
        QCOMPARE(h.air.plan().rackFraction[0], -0.3);
        h.air.setRackFractions(std::vector<double>{-5.0, 7.0});
        QCOMPARE(h.air.plan().rackFraction[0], -1.0);
        QCOMPARE(h.air.plan().rackFraction[1], 0.95);
    }

    // What the law promises for the return is what finish() makes of the ceiling.
    void lawIsWhatHappens() {
        Hall h(plan(2, 0.05, 0.1));
        for (int i = 0; i < 20; ++i) {
            h.step(3.0, 18.0 + i, 15.0, 1000.0);
            QVERIFY(std::abs(h.returnC - h.zoneC[4]) < 1e-10);
        }
    }
};

HEADROOM_TEST(TestHallAir)
}  // namespace tst_hall_air

#include "tst_hall_air.moc"
