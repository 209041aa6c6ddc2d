// SPDX-License-Identifier: Apache-2.0
#include "models/compute/rack_power.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_rack_power {

using namespace headroom::models;

namespace {

bool near(double value, double expected) {
    return std::abs(value - expected) <= 1e-12 * std::abs(expected);
}

/// Four servers of two chips: chips 100 to 500 W, leakage 1 %/K over 60 C, hosts 100 to 300 W, fans
/// of 80 W, half of the heat to water, supplies that lose 10 W each and 5 %, a shelf of 50 W and 2 %
/// each rectifier, shared equipment of 100 to 200 W. The rack is rated for 8 kW: 2 kW a server,
/// 1 kW of it to air.
struct Rack {
    AcceleratorSpec chip;
    ServerSpec server;
    PsuSpec psu, shelf;
    RackSpec rack;

    Rack() {
        chip.tdpW = 500.0;
        chip.idleW = 100.0;
        chip.leakagePerK = 0.01;
        chip.referenceC = 60.0;
        server.accelerators = 2;
        server.liquidFraction = 0.5;
        server.hostIdleW = 100.0;
        server.hostMaxW = 300.0;
        server.fanRatedW = 80.0;
        server.fanMinSpeed = 0.25;
        server.fanAirflowM3PerS = 0.2;
        server.psus = 2;
        psu.standingW = 10.0;
        psu.slopeEfficiency = 0.95;
        shelf.standingW = 50.0;
        shelf.slopeEfficiency = 0.98;
        rack.servers = 4;
        rack.ratedPowerW = 8000.0;
        rack.extraIdleW = 100.0;
        rack.extraMaxW = 200.0;
        rack.shelfRectifiers = 4;
    }

    RackParts parts(bool withShelf = true) const {
        return partsOf(rack, server, chip, psu, withShelf ? &shelf : nullptr);
    }
};

}  // namespace

class TestRackPower : public QObject {
    Q_OBJECT

  private slots:

    // Three servers up, their six chips at 0.5, 70 C: A = 3, leakage 1.1, no limit (0.5 1.1 < 1).
    // Chips 6 100 + 400 3 1.1 = 1,920 W. A server: 640 + host 200 = 840 W, 420 of it to air: fans at
    // 0.42, 80 0.42^3 W. Supplies (P + 2 10) / 0.95; shared equipment 150 W; shelf (P + 4 50) / 0.98.
    void chainFromChipToFeed() {
        const Rack r;
        const RackPower p = rackPower(r.parts(), {3.0, 0.5, 0.5, 0.5, 1.0, 70.0, 70.0});
        const double serverOutputW = 840.0 + 80.0 * 0.42 * 0.42 * 0.42;
        const double serverW = (serverOutputW + 20.0) / 0.95;
        const double outputW = 3.0 * serverW + 150.0;
        const double inputW = (outputW + 200.0) / 0.98;
        QVERIFY(near(p.chipsW, 1920.0));
        QVERIFY(near(p.spanW, 440.0));
        QVERIFY(near(p.busiestW, 100.0 + 400.0 * 0.55));
        QVERIFY(near(p.fanSpeed, 0.42));
        QVERIFY(near(p.fanAirM3PerS, 3.0 * 0.42 * 0.2));
        QVERIFY(near(p.serverOutputW, serverOutputW));
        QVERIFY(near(p.serverW, serverW));
        QVERIFY(near(p.outputW, outputW));
        QVERIFY(near(p.inputW, inputW));
        QVERIFY(near(p.psuLossW, 3.0 * (serverW - serverOutputW)));
        QVERIFY(near(p.shelfLossW, inputW - outputW));
    }

    // Without a shelf the rack draws what servers and shared equipment draw.
    void withoutShelf() {
        const Rack r;
        const RackPower p = rackPower(r.parts(false), evenLoad(r.parts(false), 1.0));
        QCOMPARE(p.inputW, p.outputW);
        QCOMPARE(p.shelfLossW, 0.0);
    }

    // The design point: every chip at its thermal design power.
    void evenLoadIsTheDesignPoint() {
        const Rack r;
        const RackPower p = rackPower(r.parts(), evenLoad(r.parts(), 1.0));
        QVERIFY(near(p.chipsW, 8.0 * 500.0));
        QVERIFY(near(p.busiestW, 500.0));
        for (const double activity : {0.0, 0.3, 1.0}) {
            const RackPower q = rackPower(r.parts(), evenLoad(r.parts(), activity));
            QVERIFY(near(q.chipsW, 8.0 * acceleratorPowerW(r.chip, activity, 1.0, 60.0)));
        }
    }

    // The hottest chip at 80 C would draw 1.2 of its span: the limit of 1 / 1.2 binds, and the mean
    // ones at 70 C draw 100 + 400 1.1 / 1.2 W. The busiest draws its design power.
    void powerLimitBindsAtTheHottest() {
        const Rack r;
        const RackPower p = rackPower(r.parts(), {4.0, 1.0, 1.0, 1.0, 1.0, 70.0, 80.0});
        QVERIFY(near(p.chipsW, 8.0 * (100.0 + 400.0 * 1.1 / 1.2)));
        QVERIFY(near(p.busiestW, 500.0));
    }

    // At the clock that it names, the busiest chip just keeps its limit, and nothing is cut.
    void limitClockKeepsTheLimit() {
        const Rack r;
        const RackPower cut = rackPower(r.parts(), {4.0, 1.0, 1.0, 1.0, 1.0, 70.0, 80.0});
        QVERIFY(cut.limitClock < 1.0);
        const RackPower kept =
            rackPower(r.parts(), {4.0, 1.0, 1.0, 1.0, cut.limitClock, 70.0, 80.0});
        QVERIFY(near(kept.busiestW, 500.0));
        QVERIFY(near(kept.chipsW, cut.chipsW));
        // Under it, no clock is lost.
        QCOMPARE(rackPower(r.parts(), {4.0, 0.5, 0.5, 0.5, 1.0, 70.0, 80.0}).limitClock, 1.0);
    }

    // A limit of 300 W on chips that do all they can for half of the time and a quarter of it for the rest,
    // 60 C: the hard phase would draw 500 W and is held at 300, the easy one draws 200 W. The mean of 250 W
    // is below what the mean activity of 0.625 would draw, 350 W, so that a limit on the mean would allow 300.
    // The clock is that of the hard phase: phi = 200 / 400.
    void limitHoldsInEachPhase() {
        Rack r;
        r.chip.powerLimitW = 300.0;
        r.chip.fullPowerW = 500.0;
        ChipPhases work;
        work.add(0.5, 1.0);
        work.add(0.5, 0.25);
        const RackPower p = rackPower(r.parts(), evenLoad(r.parts(), work));
        QVERIFY(near(p.chipsW, 8.0 * 250.0));
        QVERIFY(near(p.busiestW, 250.0));
        QVERIFY(near(p.atLimit, 0.5));
        QVERIFY(near(clockPower(r.chip, p.limitClock), 0.5));
        QVERIFY(near(rackPower(r.parts(), evenLoad(r.parts(), work.mean())).chipsW, 8.0 * 300.0));
    }

    void nothingUpDrawsNothing() {
        const Rack r;
        const RackPower p = rackPower(r.parts(), {});
        QCOMPARE(p.inputW, 0.0);
        QCOMPARE(p.chipsW, 0.0);
        QCOMPARE(p.psuLossW, 0.0);
    }

    // Fewest rectifiers that carry the load run: 2 of 2 kW at 90 % of their rating for 3.2 kW.
    void rectifiersAreStaged() {
        Rack r;
        r.shelf.ratedPowerW = 2000.0;
        r.rack.staging = true;
        r.rack.stagingShare = 0.9;
        const RackPower p = rackPower(r.parts(), {3.0, 0.5, 0.5, 0.5, 1.0, 70.0, 70.0});
        QVERIFY(p.outputW > 1800.0 && p.outputW < 3600.0);
        QVERIFY(near(p.inputW, (p.outputW + 2.0 * 50.0) / 0.98));
    }

    // Fans of a door of 600 W at 0.504 m3/s: the servers' 0.252 m3/s are half of it, an eighth.
    void doorFans() {
        const Rack r;
        RackParts parts = r.parts();
        const RackLoad load{3.0, 0.5, 0.5, 0.5, 1.0, 70.0, 70.0};
        const double without = rackPower(parts, load).inputW;
        parts.doorFanW = 600.0;
        parts.doorAirM3PerS = 0.504;
        QVERIFY(near(rackPower(parts, load).inputW, without + 75.0));
    }

    // With supplies of one efficiency and fans that do not follow, the rack is linear in activity:
    // the slope is the difference.
    void slopeIsTheDifference() {
        Rack r;
        r.server.fanRatedW = 0.0;
        r.psu.standingW = r.shelf.standingW = 0.0;
        const RackLoad low{4.0, 0.25, 0.25, 0.25, 1.0, 70.0, 70.0};
        const RackLoad high{4.0, 0.5, 0.5, 0.5, 1.0, 70.0, 70.0};
        const RackPower from = rackPower(r.parts(), low);
        const double slope = rackSlopeW(r.parts(), low, from);
        QVERIFY(std::abs(2.0 * slope - (rackPower(r.parts(), high).inputW - from.inputW)) < 1e-9);
        QCOMPARE(rackSlopeW(r.parts(), {}, rackPower(r.parts(), {})), 0.0);
    }
};

HEADROOM_TEST(TestRackPower)
}  // namespace tst_rack_power

#include "tst_rack_power.moc"
