// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/cooling/coolant_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>

namespace tst_coolant_racks {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// 16 tanks of 64 H100 or H200 on the CDUs.
Project tankHall(const std::string& rack, const std::string& accelerator) {
    Project p = steadyHall();
    set(p, "hall", "width_m", 60.0);
    set(p, "racks", "rack", rack);
    set(p, "racks", "racks_per_row", std::int64_t{8});
    set(p, "llama-70b", "accelerator", accelerator);
    set(p, "llama-70b", "accelerators", std::int64_t{1024});
    set(p, "llama-70b", "micro_batches", std::int64_t{4});
    set(p, "warm", "supply_setpoint_c", 24.0);
    set(p, "cdus", "supply_setpoint_c", 28.0);
    return p;
}

double meanOf(const std::vector<double>& list) {
    double sum = 0.0;
    for (const double v : list) {
        sum += v;
    }
    return sum / static_cast<double>(list.size());
}

double meanHeatW(const CoolantRun& r) {
    double sum = 0.0;
    for (const float w : r.s->state().shown.rackPowerW) {
        sum += w;
    }
    return sum / r.s->plant().racks;
}

}  // namespace

/// What becomes of racks: baths, boiling tanks, rear doors, rows that leak or are shut.
class TestCoolantRacks : public QObject {
    Q_OBJECT

  private slots:

    // A bath warms to its end as 1 - exp(-t / tau), tau = (m cp + C_metal) / (eps W): from what is
    // left after 30 and 40 min of constant load tau follows, and is against the tank's figures.
    void bathHasItsTimeConstant() {
        CoolantRun r(tankHall("tank-h100-8", "h100-sxm"));
        const PlantBlock& b = r.s->plant().blocks.front();
        r.until(1800.0);
        const double first = meanOf(r.coolant().rackC);
        r.until(2400.0);
        const double second = meanOf(r.coolant().rackC);
        r.until(4.0 * 3600.0);
        const double end = meanOf(r.coolant().rackC);
        const double tau = 600.0 / std::log((end - first) / (end - second));
        const double jPerK =
            b.tank.volumeM3 * b.bath.densityKgPerM3 * b.bath.cpJPerKgK + b.tank.metalJPerK;
        const auto row = static_cast<std::size_t>(r.s->plant().rows.front().link);
        const double each = r.coolant().flowM3PerS[row] / 8.0;
        const double water =
            r.s->plant()
                .circuitFluid[static_cast<std::size_t>(r.s->plant().cooling->cduCircuit[0])]
                .jPerM3K() *
            each;
        // Film of the water side: UA by flow, half of the resistance.
        const double x = each / b.tank.waterFlowM3PerS;
        const double ua = 2.0 * b.tank.exchangerUaWPerK / (1.0 + std::pow(x, -0.8));
        const double expected = jPerK / (water * (1.0 - std::exp(-ua / water)));
        QVERIFY2(within(tau, expected, 0.1), qPrintable(QString("%1 %2").arg(tau).arg(expected)));
        // And its end: Q = eps W (T_bath - T_in).
        const double heatW = meanHeatW(r);
        const double inC = r.cdu(CduQuantity::SupplyTemperature);
        QVERIFY(within(end - inC, heatW * expected / jPerK, 0.05));
        QVERIFY(r.balanced());
    }

    // Without water a bath takes C dT/dt = Q: 60 kW on 2.7 MJ/K are 1.3 K a minute, and half an
    // hour until a chip throttles that would have 25 s on a cold plate.
    void bathRidesThrough() {
        Project p = tankHall("tank-h100-8", "h100-sxm");
        addDrill(p, "lost", "fail", "cdus", 120.0, "pumps");
        CoolantRun r(p);
        r.until(7200.0 + 240.0);
        const PlantBlock& b = r.s->plant().blocks.front();
        const double jPerK =
            b.tank.volumeM3 * b.bath.densityKgPerM3 * b.bath.cpJPerKgK + b.tank.metalJPerK;
        const double before = meanOf(r.coolant().rackC);
        const double heatW = meanHeatW(r);
        r.until(7200.0 + 300.0);
        const double rise = (meanOf(r.coolant().rackC) - before) / 60.0;
        QVERIFY2(within(rise, heatW / jPerK, 0.05),
                 qPrintable(QString("%1 %2").arg(rise).arg(heatW / jPerK)));
        r.until(4.0 * 3600.0);
        const double throttle = r.when(EventKind::Throttle, 7200.0);
        QVERIFY2(throttle > 7200.0 + 180.0 && throttle < 7200.0 + 3600.0,
                 qPrintable(QString::number(throttle)));
        QVERIFY(r.balanced());
    }

    // Two-phase: the bath stays at its boiling point whatever the load. Condensers without water:
    // dm/dt = Q / h_fg of vapour, of which the headspace holds 6 kg; the level falls by the rest.
    // Below the low level chips are in vapour and trip. Energy stays exact, with what the vapour
    // takes along. Mended: tanks are filled up.
    void boilingTank() {
        Project p = tankHall("tank-boiling-h200-8", "h200-sxm");
        addDrill(p, "lost", "fail", "cdus", 60.0, "pumps", 0, 20.0);
        addDrill(p, "fill", "repair", "racks", 90.0);
        CoolantRun r(p);
        const PlantBlock& b = r.s->plant().blocks.front();
        r.until(3600.0);
        QVERIFY2(std::abs(meanOf(r.coolant().rackC) - b.bath.boilingC) < 0.1,
                 qPrintable(QString::number(meanOf(r.coolant().rackC))));
        const double fullKg = r.coolant().tankKg.front();
        QVERIFY(within(fullKg, b.tank.volumeM3 * b.bath.densityKgPerM3, 0.02));
        QVERIFY(r.find(EventKind::Throttle) == nullptr);
        r.until(3825.0);
        const double heatW = meanHeatW(r);
        const double earlyKg = r.coolant().tankKg.front();
        r.until(3855.0);
        const double lostKg = earlyKg - r.coolant().tankKg.front();
        QVERIFY2(within(lostKg, 30.0 * heatW / b.bath.latentJPerKg, 0.1),
                 qPrintable(QString("%1 %2").arg(lostKg).arg(30.0 * heatW / b.bath.latentJPerKg)));
        QVERIFY(std::abs(meanOf(r.coolant().rackC) - b.bath.boilingC) < 0.1);
        // A fifth of the liquid from full to low, at that rate; pumps that coast down condense for
        // 40 s more or so.
        const double expectedS = 40.0 + 0.2 * fullKg / (heatW / b.bath.latentJPerKg);
        r.until(4700.0);
        const double trip = r.when(EventKind::Trip, 3600.0);
        QVERIFY2(within(trip - 3600.0, expectedS, 0.2),
                 qPrintable(QString("%1 %2").arg(trip - 3600.0).arg(expectedS)));
        QVERIFY(r.coolant().tankKg.front() < b.tank.lowLevel * fullKg);
        r.until(6000.0);
        QVERIFY(within(r.coolant().tankKg.front(), fullKg, 0.02));
        r.until(4.0 * 3600.0);
        QVERIFY(r.facility(FacilityQuantity::ItPower) > 0.9e6);
        QVERIFY(r.balanced());
    }

    // Rear doors: what they give to the water the room does not get. CDU pumps lost: within
    // minutes the doors give nothing, and the air handlers see the sum of both.
    void rearDoors() {
        Project p = steadyHall();
        set(p, "racks", "rack", std::string{"rear-door-h100-4"});
        set(p, "llama-70b", "accelerators", std::int64_t{1024});
        set(p, "llama-70b", "micro_batches", std::int64_t{4});
        set(p, "hall", "crah_count", std::int64_t{8});
        set(p, "warm", "supply_setpoint_c", 18.0);
        set(p, "cdus", "supply_setpoint_c", 22.0);
        addDrill(p, "lost", "fail", "cdus", 60.0, "pumps");
        CoolantRun r(p);
        r.until(3600.0);
        const double waterW = r.cdu(CduQuantity::Heat);
        const double airW = r.hall(HallQuantity::AirHeat);
        const double itW = r.facility(FacilityQuantity::ItPower);
        QVERIFY2(waterW > 0.5 * itW, qPrintable(QString::number(waterW / itW)));
        // Both together are the racks and what else heats the room, with pumps of the CDUs.
        QVERIFY2(within(waterW + airW, itW, 0.08),
                 qPrintable(QString::number((waterW + airW) / itW)));
        r.until(4200.0);
        QVERIFY(std::abs(r.cdu(CduQuantity::Heat)) < 0.02 * waterW);
        const double rise = r.hall(HallQuantity::AirHeat) - airW;
        const double itRise = r.facility(FacilityQuantity::ItPower) - itW;
        QVERIFY2(within(rise - itRise, waterW, 0.06),
                 qPrintable(QString("%1 %2").arg(rise - itRise).arg(waterW)));
        QVERIFY(r.balanced());
    }

    // A leak of 2 % of a row's flow. The vessel falls by Q = Cd A sqrt(2 p / rho), p (V + lost)
    // const: after 5 s valves shut the row. It heats and trips, the other row continues with its
    // flow.
    void leakOfARowIsIsolated() {
        Project p = steadyHall();
        addDrill(p, "leak", "leak", "racks", 30.0, "all", 0, {}, 2.0);
        set(p, "leak", "instance", std::int64_t{1});
        CoolantRun r(p, 1.0);
        r.until(1800.0);
        const int circuit = r.s->plant().cooling->cduCircuit[0];
        const auto c = static_cast<std::size_t>(circuit);
        const auto& spec = r.s->plant().cooling->circuits[c];
        const auto other = static_cast<std::size_t>(r.s->plant().rows[1].link);
        const double flow = r.coolant().flowM3PerS[other];
        r.until(1804.0);
        // 2 % of a row of 22 L/s for 4 s; gas at 251 kPa absolute.
        const double lost = r.coolant().lostM3[c];
        const double design = r.s->plant().cooling->links[other].designM3PerS;
        QVERIFY2(within(lost, 4.0 * 0.02 * design, 0.05), qPrintable(QString::number(lost)));
        const double absolute =
            (spec.expansionPa + 101325.0) * spec.expansionM3 / (spec.expansionM3 + lost);
        QVERIFY(within(r.coolant().pressurePa[c], absolute - 101325.0, 1e-6));
        r.until(2100.0);
        QVERIFY(r.when(EventKind::Trip, 1800.0, "Leak detection") == 1805.0);
        QVERIFY(r.when(EventKind::Throttle, 1800.0) > 1806.0);
        const double pressure = r.coolant().pressurePa[c];
        r.until(2400.0);
        QCOMPARE(r.coolant().pressurePa[c], pressure);
        QVERIFY(r.coolant().flowM3PerS[other] > 0.95 * flow);
        int tripped = 0;
        for (int k = 0; k < r.s->plant().racks; ++k) {
            tripped += r.s->state().rackTripped[static_cast<std::size_t>(k)];
        }
        QCOMPARE(tripped, 16);
        QVERIFY(r.balanced());
    }

    // No isolation for an hour, and 20 % of the row: the vessel gives its liquid, pumps cut out
    // for want of pressure, all racks trip. Mended and filled up after 30 min, pumps start again.
    void leakDrainsTheLoop() {
        Project p = steadyHall();
        set(p, "cdus", "leak_isolation_s", 36000.0);
        addDrill(p, "leak", "leak", "racks", 30.0, "all", 0, 30.0, 20.0);
        set(p, "leak", "instance", std::int64_t{1});
        CoolantRun r(p);
        r.until(3500.0);
        const auto c = static_cast<std::size_t>(r.s->plant().cooling->cduCircuit[0]);
        const double out = r.when(EventKind::Trip, 1800.0, "Pressure is gone");
        // 4.5 L/s at first, from a vessel of 4 % of the loop.
        const double vessel = r.s->plant().cooling->circuits[c].expansionM3;
        const double row = r.s->plant()
                               .cooling->links[static_cast<std::size_t>(r.s->plant().rows[0].link)]
                               .designM3PerS;
        QVERIFY2(out - 1800.0 > vessel / (0.2 * row) && out - 1800.0 < 4.0 * vessel / (0.2 * row),
                 qPrintable(QString("%1 %2").arg(out).arg(vessel / (0.2 * row))));
        QVERIFY(r.coolant().pressurePa[c] < 20e3);
        QVERIFY(r.when(EventKind::Throttle, 1800.0) > out);
        r.until(4200.0);
        QVERIFY(r.cdu(CduQuantity::RackFlow) > 0.04);
        QVERIFY(within(r.coolant().pressurePa[c], 150e3, 0.01));
        QVERIFY(r.balanced());
    }

    // CDUs out of service for 2 min, then repaired by an order of its own: after 2 min more the flow is back. Such a
    // plant can be asked whose its orders are before anything of it runs, and a repair of what is whole changes
    // nothing.
    void repairedCdus() {
        Project p = steadyHall();
        addDrill(p, "whole", "repair", "cdus", 10.0);
        addDrill(p, "out", "fail", "cdus", 30.0);
        addDrill(p, "mend", "repair", "cdus", 32.0);
        CoolantRun r(p);
        r.until(1790.0);
        const double flow = r.cdu(CduQuantity::RackFlow);
        QVERIFY(flow > 0.0);
        r.until(1900.0);
        QVERIFY(r.cdu(CduQuantity::RackFlow) < 0.5 * flow);
        r.until(1920.0 + 120.0);
        QVERIFY2(r.cdu(CduQuantity::RackFlow) > 0.9 * flow,
                 qPrintable(QString("%1 of %2").arg(r.cdu(CduQuantity::RackFlow)).arg(flow)));
        QVERIFY(r.balanced());
    }

    // A row shut by hand: its racks trip, the other's continue; open again, flow is back.
    void isolatedRow() {
        Project p = steadyHall();
        addDrill(p, "shut", "isolate", "racks", 30.0, "all", 0, 10.0);
        set(p, "shut", "instance", std::int64_t{2});
        CoolantRun r(p);
        r.until(2300.0);
        const auto first = static_cast<std::size_t>(r.s->plant().rows[0].link);
        const auto second = static_cast<std::size_t>(r.s->plant().rows[1].link);
        QVERIFY(r.coolant().flowM3PerS[first] > 0.02);
        QCOMPARE(r.coolant().flowM3PerS[second], 0.0);
        QVERIFY(r.s->state().rackTripped[0] == 0);
        QVERIFY(r.s->state().rackTripped[31] == 1);
        r.until(2700.0);
        QVERIFY(r.coolant().flowM3PerS[second] > 0.02);
        QVERIFY(r.balanced());
    }
};

HEADROOM_TEST(TestCoolantRacks)
}  // namespace tst_coolant_racks

#include "tst_coolant_racks.moc"
