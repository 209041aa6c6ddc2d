// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/brief.h"
#include "tests/engine/run/cooling/coolant_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <filesystem>

namespace tst_coolant_plant {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// Warm water of the hall straight from towers instead of dry coolers.
Project towerHall() {
    Project p = steadyHall();
    set(p, "warm", "dry_cooler", std::string{});
    set(p, "warm", "dry_cooler_count", std::int64_t{0});
    set(p, "warm", "cooling_tower", std::string{"tower-750"});
    set(p, "warm", "cooling_tower_count", std::int64_t{4});
    return p;
}

double hallAirW(const CoolantRun& r) {
    return r.hall(HallQuantity::AirHeat) + r.hall(HallQuantity::CrahFanPower);
}

}  // namespace

/// Heat rejection in time: chillers, towers, water, change-over, reuse, air handlers.
class TestCoolantPlant : public QObject {
    Q_OBJECT

  private slots:

    // All chillers trip. What CDUs and coils bring stays in the loop: C dT/dt = Q, C of its water
    // in pipes and buffer. Over the first two minutes within 10 %.
    void loopRidesThroughOnItsWater() {
        Project p = chilledHall();
        addDrill(p, "trip", "fail", "chilled", 60.0, "chillers", 0, 10.0);
        CoolantRun r(p, 1.0);
        r.until(3600.0);
        const int circuit = r.s->plant().cooling->loopCircuit[0];
        double jPerK = 0.0;
        const double beforeC = r.circuitMeanC(circuit, &jPerK);
        QVERIFY(within(jPerK, 30.0 * 4.18e6, 0.05));
        double inJ = 0.0;
        while (r.s->timeS() < 3720.0) {
            r.until(r.s->timeS() + 1.0);
            inJ += r.cdu(CduQuantity::Heat) + hallAirW(r);
        }
        const double riseK = r.circuitMeanC(circuit) - beforeC;
        QVERIFY2(within(riseK, inJ / jPerK, 0.1),
                 qPrintable(QString("%1 %2").arg(riseK).arg(inJ / jPerK)));
        QVERIFY(r.loop("chilled", LoopQuantity::ChillerPower) == 0.0);
        QVERIFY(r.balanced());
    }

    // In the cool of a July night the dry coolers have air to spare, and what they overcool passes by.
    // The fans must come down by that excess alone: as far after an hour and a half in steps of a
    // second as in steps of 15 s, within three hundredths of full speed. Going by the water behind the
    // mixing, which holds its set-point, they took ten hours in the one and one hour in the other.
    void fansDoNotDependOnTheStep() {
        double air[2] = {0.0, 0.0};
        for (const int i : {0, 1}) {
            Project p = steadyHall();
            set(p, "project", "start", std::string{"2026-07-15T01:00:00"});
            CoolantRun r(p, i == 0 ? 1.0 : 15.0);
            r.until(5400.0);
            for (std::size_t loop = 0; loop < r.s->plant().loops.size(); ++loop) {
                if (r.s->plant().loops[loop].id == "warm") {
                    air[i] = r.coolant().fan[loop].output;
                }
            }
        }
        QVERIFY2(air[0] > 0.01 && std::abs(air[0] - air[1]) < 0.03,
                 qPrintable(QString("%1 %2").arg(air[0]).arg(air[1])));
    }

    // Ride-through as shown before the condenser pumps are lost, and chillers and economiser with
    // them (in Singapore the economiser alone would hold the chips): time to the first throttle.
    // Buffer, mains and racks hold (87 - 62) K against 2 MW; coolant of CDUs follows the water at
    // once, so that the time is right within a quarter, to the safe side or not.
    void rideThroughIsWhatItTakes() {
        Project p = chilledHall();
        addDrill(p, "trip", "fail", "chilled", 60.0, "condenser_pumps");
        CoolantRun r(p);
        r.until(3600.0);
        const double told = r.loop("chilled", LoopQuantity::RideThrough);
        r.until(3600.0 + 2.0 * told);
        const double throttle = r.when(EventKind::Throttle, 3600.0);
        QVERIFY2(within(throttle - 3600.0, told, 0.25),
                 qPrintable(QString("%1 %2").arg(throttle - 3600.0).arg(told)));
        QVERIFY(r.balanced());
    }

    // Restart after a trip of two minutes: the chiller that stood by starts at once when it is
    // back in service, 240 s to full duty: at 3,960 s. Those that tripped rest restart_s - start_s
    // = 60 s first: on duty at 3,720 + 300 s, not after the rest of a stop by staging; another that
    // stood by may be called before them. Then the loop returns to its set-point.
    void chillersRestart() {
        Project p = chilledHall();
        addDrill(p, "trip", "fail", "chilled", 60.0, "chillers", 0, 2.0);
        CoolantRun r(p);
        r.until(3600.0);
        const double running = r.loop("chilled", LoopQuantity::ChillersRunning);
        QVERIFY(running >= 2.0);
        double first = 0.0, all = 0.0, warmest = 0.0;
        while (r.s->timeS() < 5400.0) {
            r.until(r.s->timeS() + 15.0);
            const double now = r.loop("chilled", LoopQuantity::ChillersRunning);
            if (r.s->timeS() > 3720.0) {
                first = first == 0.0 && now >= 1.0 ? r.s->timeS() : first;
                all = all == 0.0 && now >= running ? r.s->timeS() : all;
            }
            warmest = std::max(warmest, r.loop("chilled", LoopQuantity::SupplyTemperature));
        }
        QVERIFY2(first >= 3960.0 && first <= 4035.0, qPrintable(QString::number(first)));
        QVERIFY2(all > first && all <= 4080.0, qPrintable(QString::number(all)));
        QVERIFY(warmest > 19.5);
        r.until(9000.0);
        QVERIFY2(std::abs(r.loop("chilled", LoopQuantity::SupplyTemperature) - 18.0) < 0.5,
                 qPrintable(QString::number(r.loop("chilled", LoopQuantity::SupplyTemperature))));
        QVERIFY(r.find(EventKind::Throttle) == nullptr);
        QVERIFY(r.balanced());
    }

    // A short-circuited machine room: mechanical boards dead for three minutes, loop pumps on UPS
    // or not. On UPS the buffer water still reaches the CDUs; not on UPS the CDUs run warm within
    // a minute.
    void loopPumpsOnUpsOrNot() {
        double warmest[2] = {0.0, 0.0};
        for (const bool ups : {true, false}) {
            Project p = chilledHall();
            if (!ups) {
                set(p, "chilled", "pump_feeds", std::vector<std::string>{"mech-a", "mech-b"});
            }
            addDrill(p, "a", "open", "mech-a", 60.0, "all", 0, 3.0);
            addDrill(p, "b", "open", "mech-b", 60.0, "all", 0, 3.0);
            CoolantRun r(p);
            r.until(3600.0);
            while (r.s->timeS() < 3780.0) {
                r.until(r.s->timeS() + 15.0);
                warmest[ups ? 0 : 1] =
                    std::max(warmest[ups ? 0 : 1], r.cdu(CduQuantity::SupplyTemperature));
            }
            const double flow = r.loop("chilled", LoopQuantity::Flow);
            QVERIFY2(ups ? flow > 0.03 : flow < 0.01, qPrintable(QString::number(flow)));
            r.until(9000.0);
            QVERIFY(std::abs(r.loop("chilled", LoopQuantity::SupplyTemperature) - 18.0) < 0.5);
            QVERIFY(r.balanced());
        }
        QVERIFY2(warmest[0] < 26.0 && warmest[1] > warmest[0] + 4.0,
                 qPrintable(QString("%1 %2").arg(warmest[0]).arg(warmest[1])));
    }

    // Tower fans out: natural draught is left, an eighth of the effectiveness. No fan power, heat
    // still goes out, and the loop settles warmer: Q = eps W (T_in - T_wb) at a tenth of eps.
    void towerFansOut() {
        Project p = towerHall();
        addDrill(p, "fans", "fail", "warm", 60.0, "towers", 0, 20.0);
        CoolantRun r(p);
        r.until(3600.0);
        const double before = r.loop("warm", LoopQuantity::SupplyTemperature);
        QVERIFY(std::abs(before - 30.0) < 0.3);
        QVERIFY(r.loop("warm", LoopQuantity::FanPower) > 0.0);
        const double rejected = r.facility(FacilityQuantity::HeatRejected);
        r.until(4200.0);
        QVERIFY(r.loop("warm", LoopQuantity::FanPower) == 0.0);
        QVERIFY(r.loop("warm", LoopQuantity::SupplyTemperature) > before + 3.0);
        const double left = r.facility(FacilityQuantity::HeatRejected) / rejected;
        QVERIFY2(left > 0.2 && left < 1.0, qPrintable(QString::number(left)));
        r.until(9000.0);
        QVERIFY(std::abs(r.loop("warm", LoopQuantity::SupplyTemperature) - 30.0) < 0.5);
        QVERIFY2(r.coldestOverWetK > 0.0, qPrintable(QString::number(r.coldestOverWetK)));
        QVERIFY(r.balanced());
    }

    // A store of 1.5 m3 behind a main that gives nothing: 1.8 MW evaporate 0.7 L/s and blow down
    // 0.2 L/s, so that it lasts about half an hour from full load on. Then the towers are dry: an
    // event, no more water, and a warmer loop.
    void waterStoreRunsDry() {
        Project p = towerHall();
        set(p, "site", "climate", std::string{"singapore"});
        set(p, "warm", "supply_setpoint_c", 32.0);
        set(p, "cdus", "supply_setpoint_c", 36.0);
        set(p, "warm", "water_store_m3", 1.5);
        set(p, "warm", "water_mains_l_per_s", 0.0);
        CoolantRun r(p);
        r.until(900.0);
        const double demand = r.loop("warm", LoopQuantity::WaterRate);
        QVERIFY2(demand > 0.5e-3 && demand < 1.3e-3, qPrintable(QString::number(demand)));
        const double leftS = r.coolant().storeM3[1] / demand;
        r.until(900.0 + 2.0 * leftS + 300.0);
        const double dry = r.when(EventKind::Limit, 0.0, "run out");
        QVERIFY2(within(dry - 900.0, leftS, 0.1), qPrintable(QString("%1 %2").arg(dry).arg(leftS)));
        QVERIFY(r.loop("warm", LoopQuantity::WaterRate) == 0.0);
        QVERIFY(r.loop("warm", LoopQuantity::SupplyTemperature) > 35.0);
        QVERIFY(r.balanced());
    }

    // The same with a main of 0.4 L/s, less than full load needs. The store runs dry and towers
    // get what the main gives. When racks trip, it is more than they need: the store fills up
    // again.
    void waterStoreFillsUpAgain() {
        Project p = towerHall();
        set(p, "site", "climate", std::string{"singapore"});
        set(p, "warm", "supply_setpoint_c", 32.0);
        set(p, "cdus", "supply_setpoint_c", 36.0);
        set(p, "warm", "water_store_m3", 0.5);
        set(p, "warm", "water_mains_l_per_s", 0.4);
        addDrill(p, "off", "isolate", "racks", 60.0);
        CoolantRun r(p);
        r.until(3600.0);
        QVERIFY(r.when(EventKind::Limit, 0.0, "run out") > 0.0);
        QVERIFY2(within(r.loop("warm", LoopQuantity::WaterRate), 0.4e-3, 0.01),
                 qPrintable(QString::number(r.loop("warm", LoopQuantity::WaterRate))));
        r.until(3.0 * 3600.0);
        QVERIFY(r.when(EventKind::Recovery, 3600.0, "water is back") > 0.0);
        QVERIFY(within(r.coolant().storeM3[1], 0.5, 1e-6));
        QVERIFY(r.balanced());
    }

    // Dry coolers asked for water colder than the air: fans at full speed, supply over the dry bulb
    // by what their effectiveness leaves, never below it.
    void dryCoolersStayOverTheDryBulb() {
        Project p = steadyHall();
        set(p, "site", "climate", std::string{"singapore"});
        set(p, "warm", "dry_cooler", std::string{"dry-1000"});
        set(p, "warm", "supply_setpoint_c", 20.0);
        CoolantRun r(p);
        double coldestC = 1e9;
        while (r.s->timeS() < 6.0 * 3600.0) {
            r.until(r.s->timeS() + 60.0);
            coldestC = std::min(coldestC, r.facility(FacilityQuantity::DryBulb));
            if (r.s->timeS() > 1800.0) {
                QVERIFY(r.loop("warm", LoopQuantity::SupplyTemperature) > coldestC);
                QCOMPARE(r.loop("warm", LoopQuantity::FanSpeed), 1.0);
            }
        }
        QVERIFY(r.balanced());
    }

    // Wetted pads whose store is empty: no water, and the cooler works with the air as it is. In
    // Phoenix in April pads cool the air; without them the fans run faster, or the water is
    // warmer.
    void padsWithoutWater() {
        double water[2] = {0.0, 0.0}, fan[2] = {0.0, 0.0}, supply[2] = {0.0, 0.0};
        for (const int dry : {0, 1}) {
            Project p = steadyHall();
            set(p, "site", "climate", std::string{"phoenix-az"});
            if (dry == 1) {
                set(p, "warm", "water_store_m3", 0.001);
                set(p, "warm", "water_mains_l_per_s", 0.0);
            }
            CoolantRun r(p);
            r.until(6.0 * 3600.0);
            QVERIFY(r.facility(FacilityQuantity::DryBulb) > 24.0);
            water[dry] = r.loop("warm", LoopQuantity::WaterRate);
            fan[dry] = r.loop("warm", LoopQuantity::FanSpeed);
            supply[dry] = r.loop("warm", LoopQuantity::SupplyTemperature);
            QVERIFY(r.balanced());
        }
        QVERIFY(water[0] > 0.0 && water[1] == 0.0);
        QVERIFY2(fan[1] > fan[0] + 0.1 || supply[1] > supply[0] + 2.0,
                 qPrintable(QString("%1 %2").arg(fan[0]).arg(fan[1])));
    }

    // Heat reuse of at most 600 kW down to 35 C from a return of 44 C: the consumer gets all of it,
    // the coolers that much less. ERF = reused energy over all energy.
    void heatReuse() {
        Project p = steadyHall();
        set(p, "warm", "supply_setpoint_c", 36.0);
        set(p, "cdus", "supply_setpoint_c", 40.0);
        CoolantRun plain(p);
        plain.until(7200.0);
        set(p, "warm", "heat_reuse_kw", 600.0);
        set(p, "warm", "heat_reuse_from_c", 35.0);
        CoolantRun r(p);
        r.until(3600.0);
        const double totalsBefore = r.s->state().totals.reusedJ;
        r.until(7200.0);
        QVERIFY(within(r.facility(FacilityQuantity::HeatReused), 600e3, 1e-9));
        // What the consumer takes is not rejected: the coolers have that much less, and less heat of fans.
        const double lessW = plain.facility(FacilityQuantity::HeatRejected) -
                             r.facility(FacilityQuantity::HeatRejected);
        QVERIFY2(within(lessW, 600e3, 0.05), qPrintable(QString::number(lessW)));
        QVERIFY(within(r.s->state().totals.reusedJ - totalsBefore, 600e3 * 3600.0, 1e-9));
        QVERIFY(within(r.facility(FacilityQuantity::Erf),
                       r.s->state().totals.reusedJ / r.s->summary().sums[Sum::FacilityJ], 1e-12));
        QVERIFY(r.loop("warm", LoopQuantity::FanPower) <
                plain.loop("warm", LoopQuantity::FanPower));
        QVERIFY(plain.facility(FacilityQuantity::HeatReused) == 0.0);
        QVERIFY(r.balanced());
        QVERIFY(plain.balanced());
    }

    // Two days of April in Virginia on chilled water of 14 C: by night the towers alone, by day
    // chillers. Hysteresis and 15 min of dwell leave a handful of changes a day, never two within
    // the dwell; a chiller runs and rests at least as long as it states.
    void changeOverDoesNotHunt() {
        Project p = chilledHall();
        set(p, "site", "climate", std::string{"leesburg-va"});
        set(p, "chilled", "supply_setpoint_c", 14.0);
        CoolantRun r(p, 60.0);
        r.until(3600.0);
        const headroom::models::ChillerSpec spec = r.s->plant().loops[0].chiller;
        double mode = r.loop("chilled", LoopQuantity::Mode);
        double ready = r.loop("chilled", LoopQuantity::ChillersRunning);
        double stoppedS = -1e9, startedS = -1e9;
        int changes = 0, starts = 0;
        bool freeSeen = false;
        while (r.s->timeS() < 3600.0 + 2.0 * 86400.0) {
            r.until(r.s->timeS() + 60.0);
            const double nowMode = r.loop("chilled", LoopQuantity::Mode);
            const double nowReady = r.loop("chilled", LoopQuantity::ChillersRunning);
            freeSeen = freeSeen || nowMode == 0.0;
            if (nowMode != mode) {
                ++changes;
            }
            if (nowReady > ready) {
                ++starts;
                QVERIFY(r.s->timeS() - stoppedS >= spec.startS);
                startedS = r.s->timeS();
            }
            if (nowReady < ready) {
                // From the order, which is start_s before the duty.
                QVERIFY2(r.s->timeS() - startedS + spec.startS >= spec.minOnS - 60.0,
                         qPrintable(QString("%1 %2").arg(r.s->timeS()).arg(startedS)));
                stoppedS = r.s->timeS();
            }
            mode = nowMode;
            ready = nowReady;
        }
        QVERIFY(freeSeen);
        QVERIFY2(changes >= 2 && changes <= 16, qPrintable(QString::number(changes)));
        QVERIFY2(starts <= 12, qPrintable(QString::number(starts)));
        QVERIFY(r.find(EventKind::Throttle) == nullptr);
        QVERIFY(r.balanced());
    }

    // One chiller on a loop that asks for little: the hall alone, on a tenth of the pumps' flow. Left to itself the bypass
    // keeps 0.4 of one machine's design flow, over the 0.3 of its flow switch: it runs. Told to keep a quarter it opens the
    // switch again and again, which the story tells each time.
    void bypassKeepsWhatAChillerNeeds() {
        for (const bool stated : {false, true}) {
            Project p = steadyHall();
            set(p, "site", "climate", std::string{"singapore"});
            set(p, "chilled", "chiller_count", std::int64_t{1});
            if (stated) {
                set(p, "chilled", "least_flow_pct", 25.0);
            }
            removeAll(p, "training_job");
            CoolantRun r(p);
            r.until(6.0 * 3600.0);
            // Once the bypass has opened: the run begins with it shut.
            const Event* trip = r.find(EventKind::Trip, 3600.0, "flow switches open");
            const double supplyC = r.loop("chilled", LoopQuantity::SupplyTemperature);
            QVERIFY2(stated == (trip != nullptr),
                     qPrintable(QString("%1 %2").arg(stated).arg(supplyC)));
            if (trip != nullptr) {
                QVERIFY(trip->cause >= 0);
            }
            QVERIFY(r.balanced());
        }
    }

    // A January night in Virginia would cool the loop freely, but its towers are held at 25 C, or at 25 K over the wet
    // bulb: above the set-point of 18 C. Chillers hold it; with towers left alone the loop is cooled freely.
    void towersHeldTooWarmDoNotCoolFreely() {
        for (const char* held : {"", "tower_minimum_c", "tower_approach_k"}) {
            Project p = chilledHall();
            set(p, "site", "climate", std::string{"leesburg-va"});
            set(p, "project", "start", std::string{"2026-01-15T00:00:00"});
            if (*held != '\0') {
                set(p, "chilled", held, 25.0);
            }
            CoolantRun r(p);
            r.until(3.0 * 3600.0);
            const bool free = r.loop("chilled", LoopQuantity::Mode) == 0.0;
            const double supplyC = r.loop("chilled", LoopQuantity::SupplyTemperature);
            QVERIFY2(free == (*held == '\0') && std::abs(supplyC - 18.0) < 0.7,
                     qPrintable(QString("%1 %2 %3").arg(held).arg(free).arg(supplyC)));
            QVERIFY(r.balanced());
        }
    }

    // All fans of the hall without power: coils stay, and buoyancy moves 2 % of the air. Hall air
    // with racks and walls takes Q = C dT/dt; with 0.3 MW it warms by kelvins in a minute. Fans of
    // air handlers back: the old state.
    void airHandlersWithoutFans() {
        Project p = steadyHall();
        addDrill(p, "fans", "fail", "hall", 30.0, "air_handlers", 0, 3.0);
        CoolantRun r(p);
        r.until(1800.0);
        const double backC = r.hall(HallQuantity::ReturnAir);
        QVERIFY(r.hall(HallQuantity::CrahFanPower) > 0.0);
        r.until(1980.0);
        QVERIFY(r.hall(HallQuantity::CrahFanPower) == 0.0);
        QVERIFY2(r.hall(HallQuantity::ReturnAir) > backC + 8.0,
                 qPrintable(QString::number(r.hall(HallQuantity::ReturnAir))));
        r.until(5400.0);
        QVERIFY(std::abs(r.hall(HallQuantity::ReturnAir) - backC) < 0.5);
        QVERIFY(std::abs(r.hall(HallQuantity::SupplyAir) - 24.0) < 0.3);
        QVERIFY(r.balanced());
    }

    // Beside chillers, towers choose the air that costs least together with the compressors. In Phoenix in July at 11:50
    // the hall of chiller-trip has 1.4 MW. Chillers alone (the economiser would have to cool by 10 K): two of them draw
    // some 98 kW, fans 11 kW. All of the air (water 1 K above the wet bulb): chillers 33 kW, fans 36 kW. With no set-point of
    // the towers, machines and fans together draw no more than in either way, and the economiser works: it was taken for
    // dearer, since full air was judged by water of the wrong temperature.
    void towersBesideChillersTakeTheCheapestAir() {
        const auto drawsW = [](const char* key, double value, double* chillerW) {
            Project p = scenario("chiller-trip");
            if (*key != 0) {
                set(p, "chilled", key, value);
            }
            CoolantRun r(p);
            r.until(6600.0);
            *chillerW = r.loop("chilled", LoopQuantity::ChillerPower);
            return r.facility(FacilityQuantity::MechanicalPower);
        };
        double aloneChillerW = 0.0, fullChillerW = 0.0, ownChillerW = 0.0;
        const double aloneW = drawsW("changeover_k", 10.0, &aloneChillerW);
        const double fullW = drawsW("tower_approach_k", 1.0, &fullChillerW);
        const double ownW = drawsW("", 0.0, &ownChillerW);
        QVERIFY2(fullW < 0.8 * aloneW, qPrintable(QString("%1 %2").arg(fullW).arg(aloneW)));
        QVERIFY2(ownW < 1.001 * fullW, qPrintable(QString("%1 %2").arg(ownW).arg(fullW)));
        QVERIFY2(ownChillerW < 0.6 * aloneChillerW,
                 qPrintable(QString("%1 %2").arg(ownChillerW).arg(aloneChillerW)));
    }

    // The cold loop of warm-water-vs-chilled needs more than its least flow from the eighth minute on. Its bypass shuts
    // with a time constant of 20 s, seats at 1 % of its travel within some minutes, and passes nothing then. Without a
    // seat it came as close to 0 as numbers can, after hours, and leaked 0.76 L/s (a fiftieth of its open flow) until then.
    void bypassSeats() {
        CoolantRun r(scenario("warm-water-vs-chilled"));
        r.until(1800.0);
        const auto bypass = static_cast<std::size_t>(r.s->plant().cooling->loopBypass[0]);
        QCOMPARE(r.coolant().valve[bypass].output, 0.0);
        QVERIFY2(r.coolant().flowM3PerS[bypass] < 1e-9,
                 qPrintable(QString::number(r.coolant().flowM3PerS[bypass])));
    }

    // Air racks whose hall loses all air handlers: inlets follow the room, servers heat it by
    // 0.54 MW, chips in air have 10 to 15 K to their throttle. Throttle and trip within minutes.
    void airHallWithoutAirHandlers() {
        Project p = scenario("tour-small-hall");
        set(p, "failures", "enabled", false);
        set(p, "failures", "spare_pct", 0.0);
        addDrill(p, "fans", "fail", "hall", 60.0, "air_handlers");
        CoolantRun r(p);
        r.until(3600.0);
        const double hotC = r.hall(HallQuantity::HottestInlet);
        QVERIFY(hotC < 30.0);
        r.until(3660.0);
        QVERIFY(r.hall(HallQuantity::HottestInlet) > hotC + 3.0);
        r.until(5400.0);
        const double throttle = r.when(EventKind::Throttle, 3600.0);
        // The chiller trips first: with its coils shut off no water flows.
        QVERIFY(r.find(EventKind::Trip, 3600.0, "flow switches open") != nullptr);
        const double trip = r.when(EventKind::Trip, throttle);
        QVERIFY2(throttle > 3630.0 && throttle < 4200.0, qPrintable(QString::number(throttle)));
        QVERIFY2(trip > throttle, qPrintable(QString::number(trip)));
        QVERIFY(r.balanced());
    }

    // A hall of the wizard's without work, in a real July: its load is a third of a chiller that towers help, so
    // that the water now and then comes colder than the set-point. A chiller then is stopped: it
    // never gives heat, and its power is never below nothing (-6.7 W at 1,335 s once stopped the run).
    void chillersNeverGiveHeat() {
        const std::filesystem::path weather = HEADROOM_SOURCE_DIR
            "/../shared/weather/USA_VA_Leesburg.Exec.724055_TMYx.2007-2021.epw.gz";
        if (!std::filesystem::exists(weather)) {
            QSKIP("no weather of Leesburg in ../shared/weather");
        }
        FacilityBrief brief;
        brief.itPowerW = 1e6;
        brief.racks = {{"air-h100-4", 1.0}};
        brief.climate = "leesburg-va";
        brief.grid = "us-pjm";
        brief.plant = PlantKind::Chilled;
        brief.work = false;
        const auto sized = sizeFacility(brief, catalogue());
        QVERIFY2(sized.has_value(), sized ? "" : sized.error().front().message.c_str());
        RunOptions o;
        o.stepS = 15.0;
        o.weatherFile = weather;
        auto s = simulator(sized->project, o);
        while (s->timeS() < 7200.0) {
            s->step();
            QVERIFY2(s->fault().code.empty(), s->fault().message.c_str());
            for (const auto& loop : s->state().shown.loops) {
                QVERIFY(loop[static_cast<std::size_t>(LoopQuantity::ChillerPower)] >= 0.0);
            }
        }
    }
};

HEADROOM_TEST(TestCoolantPlant)
}  // namespace tst_coolant_plant

#include "tst_coolant_plant.moc"
