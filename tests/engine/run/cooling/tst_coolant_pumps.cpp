// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/run/cooling/coolant_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_coolant_pumps {

using namespace headroom::engine;
using namespace headroom::tests;

/// Loss of flow: pumps, CDUs, power of pumps, valves, leaks.
class TestCoolantPumps : public QObject {
    Q_OBJECT

  private slots:

    // All pumps of the CDUs fail at 1,800 s, jobs continue. By 1/n = 1/n_0 + t/T, T 4 s, flow is down
    // to half after T / n_0 = 5.5 s at n_0 0.73. 15 K are left to the throttle; without any flow
    // that is 15 K / (700 W / 300 J/K) = 6 s, with a flow that falls by halves some 20 s more: the
    // first throttles between 10 and 40 s, and trips follow. Repaired after 5 min.
    void cduPumpsLost() {
        Project p = steadyHall();
        addDrill(p, "lost", "fail", "cdus", 30.0, "pumps", 0, 5.0);
        CoolantRun r(p, 1.0);
        r.until(1800.0);
        const double flow = r.cdu(CduQuantity::RackFlow);
        const double speed = r.cdu(CduQuantity::PumpSpeed);
        const double halfS = 4.0 / speed;
        QVERIFY(halfS > 2.0 && halfS < 6.0);
        r.until(1800.0 + std::round(halfS));
        QVERIFY2(within(r.cdu(CduQuantity::RackFlow), 0.5 * flow, 0.1),
                 qPrintable(QString::number(r.cdu(CduQuantity::RackFlow) / flow)));
        r.until(2160.0);
        const double throttle = r.when(EventKind::Throttle, 1800.0);
        const double trip = r.when(EventKind::Trip, 1800.0);
        QVERIFY2(throttle > 1810.0 && throttle < 1840.0, qPrintable(QString::number(throttle)));
        QVERIFY2(trip > throttle && trip < 1980.0, qPrintable(QString::number(trip)));
        QVERIFY(r.when(EventKind::Failure, 1800.0, "8 of 8") == 1800.0);
        QVERIFY(r.when(EventKind::Repair, 1800.0, "8 of 8 back") == 2100.0);
        // Back at full flow within the pumps' ramp and the pressure controller's time constant.
        QVERIFY2(r.cdu(CduQuantity::RackFlow) > 0.95 * flow,
                 qPrintable(QString::number(r.cdu(CduQuantity::RackFlow) / flow)));
        QVERIFY(r.balanced());
    }

    // While nothing moves behind a CDU, what is in it says nothing of its valve: it stays where it was, in steps of
    // 15 s as in those of ten minutes.
    void valveStaysWithoutFlow() {
        for (const double stepS : {15.0, 600.0}) {
            Project p = steadyHall();
            addDrill(p, "lost", "fail", "cdus", 30.0, "pumps", 0, 60.0);
            CoolantRun r(p, stepS);
            r.until(2400.0);
            QCOMPARE(r.cdu(CduQuantity::RackFlow), 0.0);
            const double opening = r.cdu(CduQuantity::Valve);
            QVERIFY(opening > 0.1);
            r.until(4800.0);
            QCOMPARE(r.cdu(CduQuantity::Valve), opening);
        }
    }

    // Servers that tripped restart an hour later, and the job with them: all as before.
    void recoversAfterTheTrip() {
        Project p = steadyHall();
        addDrill(p, "lost", "fail", "cdus", 30.0, "pumps", 0, 5.0);
        CoolantRun r(p);
        r.until(1800.0);
        const double itW = r.facility(FacilityQuantity::ItPower);
        const double hotC = r.facility(FacilityQuantity::HottestChip);
        r.until(3.0 * 3600.0);
        QVERIFY(r.s->summary().sums[Sum::JobsRequeued] == 1);
        QVERIFY(within(r.facility(FacilityQuantity::ItPower), itW, 0.02));
        QVERIFY(std::abs(r.facility(FacilityQuantity::HottestChip) - hotC) < 1.0);
        QVERIFY(r.balanced());
    }

    // One of four CDUs lost. 1.74 MW of liquid heat on three of 600 kW: 97 % of their rating. Each
    // carries 4/3 of its flow before; pumps have n_0 0.73, so that 0.73 x 4/3 = 0.97 of their speed
    // is the most they need: rack flow holds. The facility valves open; rated approach is 4 K at
    // 4 x 17.25 L/s, here with 52 L/s for the same heat: supply within 1 K. Nothing throttles.
    void oneCduOfFourLost() {
        Project p = steadyHall();
        addDrill(p, "lost", "fail", "cdus", 30.0, "cdus", 1, 30.0);
        CoolantRun r(p);
        r.until(1800.0);
        const double flow = r.cdu(CduQuantity::RackFlow);
        r.until(3600.0);
        QVERIFY(within(r.cdu(CduQuantity::RackFlow), flow, 0.03));
        QVERIFY2(std::abs(r.cdu(CduQuantity::SupplyTemperature) - 34.0) < 1.0,
                 qPrintable(QString::number(r.cdu(CduQuantity::SupplyTemperature))));
        QVERIFY(r.cdu(CduQuantity::PumpSpeed) > 0.8);
        r.until(5400.0);
        QVERIFY(std::abs(r.cdu(CduQuantity::SupplyTemperature) - 34.0) < 0.1);
        QVERIFY(r.find(EventKind::Throttle) == nullptr);
        QVERIFY(r.balanced());
    }

    // The whole group lost: both sides are shut and its pumps are gone. No flow, throttle, trip.
    void cduGroupLost() {
        Project p = steadyHall();
        addDrill(p, "lost", "fail", "cdus", 30.0, "cdus", 0, 10.0);
        CoolantRun r(p, 1.0);
        r.until(1900.0);
        QVERIFY(r.cdu(CduQuantity::RackFlow) == 0.0);
        QVERIFY(r.cdu(CduQuantity::PrimaryFlow) == 0.0);
        QVERIFY(r.when(EventKind::Throttle, 1800.0) > 1803.0);
        QVERIFY(r.when(EventKind::Throttle, 1800.0) < 1840.0);
        QVERIFY(r.when(EventKind::Trip, 1800.0) > r.when(EventKind::Throttle, 1800.0));
        r.until(2700.0);
        QVERIFY(r.cdu(CduQuantity::RackFlow) > 0.03);
        QVERIFY(r.balanced());
    }

    // One of three loop pumps lost: 47 L/s from two of 20 L/s at 250 kPa. The index branch with its
    // machines needs less than their head, so that they hold 45 to 47 L/s: supply within half a
    // kelvin.
    void oneLoopPumpLost() {
        Project p = steadyHall();
        addDrill(p, "lost", "fail", "warm", 30.0, "pumps", 1, 30.0);
        CoolantRun r(p);
        r.until(1800.0);
        const double flow = r.loop("warm", LoopQuantity::Flow);
        const double speed = r.loop("warm", LoopQuantity::PumpSpeed);
        r.until(2400.0);
        QVERIFY(r.loop("warm", LoopQuantity::Flow) > 0.9 * flow);
        QVERIFY(r.loop("warm", LoopQuantity::PumpSpeed) > speed);
        QVERIFY(std::abs(r.cdu(CduQuantity::SupplyTemperature) - 34.0) < 0.5);
        QVERIFY(r.balanced());
    }

    // All loop pumps lost: the rack loop circulates, its heat stays in it. From the end of the
    // coast-down C dT/dt = Q, C of coolant in mains, CDUs and racks; chips with cold plates follow
    // in parallel. Held within 10 % over a minute, with what the coasting loop still takes away.
    void allLoopPumpsLost() {
        Project p = steadyHall();
        addDrill(p, "lost", "fail", "warm", 30.0, "pumps", 0, 20.0);
        CoolantRun r(p, 1.0);
        r.until(1920.0);
        const Plant& plant = r.s->plant();
        const int circuit = plant.cooling->cduCircuit[0];
        double fluidJPerK = 0.0;
        const double beforeC = r.circuitMeanC(circuit, &fluidJPerK);
        const PlantBlock& b = plant.blocks.front();
        const auto racksC = [&] {
            double sum = 0.0;
            for (const double t : r.coolant().rackC) {
                sum += t;
            }
            return sum / plant.racks;
        };
        const double rackBeforeC = racksC();
        double inJ = 0.0;
        while (r.s->timeS() < 1980.0) {
            r.until(r.s->timeS() + 1.0);
            double liquidW = 0.0;
            for (int k = 0; k < plant.racks; ++k) {
                const auto i = static_cast<std::size_t>(k);
                liquidW += r.s->state().shown.rackPowerW[i] * b.server.liquidFraction;
            }
            inJ += liquidW - r.cdu(CduQuantity::Heat);
        }
        const double riseK = r.circuitMeanC(circuit) - beforeC;
        const double chipJPerK =
            plant.racks * b.acceleratorsPerRack * b.accelerator.heatCapacityJPerK;
        const double storedJ = fluidJPerK * riseK +
                               plant.racks * b.coolantJPerK * (racksC() - rackBeforeC) +
                               b.server.liquidFraction * chipJPerK * riseK;
        QVERIFY2(within(storedJ, inJ, 0.1), qPrintable(QString::number(storedJ / inJ)));
        // And from beginning to throttle: margin of 14 K at 1.74 MW, less what still flows.
        const double rateKPerS = inJ / 60.0 / (storedJ / riseK);
        const double expectedS = (87.0 - r.facility(FacilityQuantity::HottestChip)) / rateKPerS;
        const double nowS = r.s->timeS();
        r.until(2400.0);
        const double throttle = r.when(EventKind::Throttle, 1800.0);
        QVERIFY2(within(throttle - nowS, expectedS, 0.15),
                 qPrintable(QString("%1 %2").arg(throttle - nowS).arg(expectedS)));
        QVERIFY(r.balanced());
    }

    // Both utilities fail for 20 s, no generator takes over in that time. CDU pumps on the UPS
    // boards do not notice. On the mechanical boards they stop, coast down, and start again when
    // power is back: 20 s is less than to the throttle, but chips are hotter by kelvins.
    void pumpsOnUpsOrNot() {
        double hottest[2] = {0.0, 0.0};
        for (const bool ups : {true, false}) {
            Project p = steadyHall();
            if (!ups) {
                set(p, "cdus", "feeds", std::vector<std::string>{"mech-a", "mech-b"});
            }
            addDrill(p, "a", "fail", "grid-a", 30.0, "all", 0, 20.0 / 60.0);
            addDrill(p, "b", "fail", "grid-b", 30.0, "all", 0, 20.0 / 60.0);
            CoolantRun r(p, 1.0);
            r.until(1800.0);
            const double flow = r.cdu(CduQuantity::RackFlow);
            r.until(1815.0);
            if (ups) {
                QVERIFY(within(r.cdu(CduQuantity::RackFlow), flow, 0.02));
            } else {
                QVERIFY(r.cdu(CduQuantity::RackFlow) < 0.4 * flow);
            }
            while (r.s->timeS() < 1900.0) {
                r.until(r.s->timeS() + 1.0);
                hottest[ups ? 0 : 1] =
                    std::max(hottest[ups ? 0 : 1], r.facility(FacilityQuantity::HottestChip));
            }
            r.until(2400.0);
            QVERIFY(within(r.cdu(CduQuantity::RackFlow), flow, 0.03));
            QVERIFY(r.balanced());
        }
        QVERIFY2(hottest[1] > hottest[0] + 5.0,
                 qPrintable(QString("%1 %2").arg(hottest[0]).arg(hottest[1])));
    }

    // Valve stuck open: all flow that there is, supply falls toward the facility water but not
    // below it. Stuck at 5 %: far too little flow, supply rises. Free again: back at the set-point.
    void stuckValve() {
        Project p = steadyHall();
        addDrill(p, "open", "stick", "cdus", 30.0, "valve", 0, 30.0, 100.0);
        addDrill(p, "shut", "stick", "cdus", 90.0, "valve", 0, 2.0, 5.0);
        CoolantRun r(p);
        r.until(3600.0);
        QVERIFY(r.cdu(CduQuantity::Valve) == 1.0);
        QVERIFY(r.cdu(CduQuantity::SupplyTemperature) < 33.95);
        QVERIFY(r.cdu(CduQuantity::SupplyTemperature) >
                r.loop("warm", LoopQuantity::SupplyTemperature));
        r.until(5400.0);
        QVERIFY(std::abs(r.cdu(CduQuantity::SupplyTemperature) - 34.0) < 0.2);
        r.until(5520.0);
        QVERIFY(r.cdu(CduQuantity::SupplyTemperature) > 38.0);
        r.until(7200.0);
        QVERIFY(std::abs(r.cdu(CduQuantity::SupplyTemperature) - 34.0) < 0.5);
        QVERIFY(r.balanced());
    }

    // Fouling: valve stuck open, UA halved. Heat is the same, Q = G (T_back - T_water) with T_back
    // = T_supply + Q / C_s: approach = Q (1/G - 1/C_s), G by the exchanger's law at half its UA.
    void foulingWidensTheApproach() {
        Project p = steadyHall();
        set(p, "warm", "supply_setpoint_c", 26.0);
        addDrill(p, "open", "stick", "cdus", 20.0, "valve", 0, {}, 100.0);
        addDrill(p, "foul", "foul", "cdus", 60.0, "exchanger", 0, {}, 50.0);
        CoolantRun r(p);
        const auto expectedK = [&](double kept) {
            const Plant& plant = r.s->plant();
            const PlantCdu& c = plant.cdus.front();
            const auto& n = *plant.cooling;
            const double coolant =
                plant.circuitFluid[static_cast<std::size_t>(n.cduCircuit[0])].jPerM3K();
            const double first = r.cdu(CduQuantity::PrimaryFlow) / c.units;
            const double second = r.cdu(CduQuantity::RackFlow) / c.units;
            const double water =
                plant
                    .circuitFluid[static_cast<std::size_t>(
                        n.links[static_cast<std::size_t>(n.cduPrimary[0])].circuit)]
                    .jPerM3K();
            const double g = c.units * headroom::models::cduConductanceWPerK(c.cdu, first, second,
                                                                             water, coolant, kept);
            const double heatW = r.cdu(CduQuantity::Heat);
            return heatW * (1.0 / g - 1.0 / (c.units * second * coolant));
        };
        const auto approachK = [&] {
            return r.cdu(CduQuantity::SupplyTemperature) -
                   r.loop("warm", LoopQuantity::SupplyTemperature);
        };
        r.until(3600.0);
        const double clean = approachK();
        QVERIFY2(within(clean, expectedK(1.0), 0.1),
                 qPrintable(QString("%1 %2").arg(clean).arg(expectedK(1.0))));
        r.until(7200.0);
        const double fouled = approachK();
        QVERIFY2(within(fouled, expectedK(0.5), 0.1),
                 qPrintable(QString("%1 %2").arg(fouled).arg(expectedK(0.5))));
        QVERIFY(fouled > 1.5 * clean);
        QVERIFY(r.balanced());
    }
};

HEADROOM_TEST(TestCoolantPumps)
}  // namespace tst_coolant_pumps

#include "tst_coolant_pumps.moc"
