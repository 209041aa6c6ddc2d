// SPDX-License-Identifier: Apache-2.0
#include "models/power/ups_battery.h"
#include "tests/engine/run/power/power_run.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace tst_electrical {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
using namespace headroom::tests::power;

class TestElectrical : public QObject {
    Q_OBJECT

  private slots:

    // Utility A is lost at 1,800 s for 25 min. Policy: 5 s, then the set starts in 45 s; ATS 0.1 s
    // (and no confirmation in the catalogue part, else that much later); 2 s to qualify, 15 s
    // walk-in. Back at 3,300 s, return after 5 min at 3,600 s. No rack notices.
    void feedLossRunsItsSequence() {
        Project p = calm();
        addDrill(p, "lost", "fail", "grid-a", 30.0, 25.0);
        PowerRun r(p);
        r.until(4000.0);
        const auto& ats = r.s->plant().network->transferSwitches.front();
        const double moveS = ats.confirmS + ats.transferS;
        QVERIFY(near(r.when("ups-a", "On battery"), 1800.0));
        QVERIFY(near(r.when("gen-a", "Ordered"), 1805.0));
        QVERIFY(near(r.when("gen-a", "Runs"), 1850.0));
        const double onGenset = r.when("ats-a", "Takes power from Generator set A");
        QVERIFY(near(onGenset, 1850.0 + moveS));
        QVERIFY(near(r.when("ups-a", "walks in"), onGenset + 2.0));
        QVERIFY(near(r.when("ups-a", "Off battery"), onGenset + 17.0));
        QVERIFY(near(r.when("grid-a", "Mains back"), 3300.0));
        QVERIFY(near(r.when("ats-a", "Returns"), 3600.0));
        QVERIFY(r.when("gen-a", "stops") > 3600.0);
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
        QVERIFY2(r.worst < 1e-9, qPrintable(QString::number(r.worst)));
    }

    // Both paths dead and no generator: racks live on the batteries as long as the battery says,
    // t = E eta / P, then on the hold-up of their supplies, and are off. Jobs are interrupted.
    // Power back: servers boot, jobs start again.
    void blackoutDropsRacksAndTheyReturn() {
        Project p = calm();
        for (const char* side : {"a", "b"}) {
            addDrill(p, std::string{"grid-"} + side + "-lost", "fail", std::string{"grid-"} + side,
                     20.0, 60.0);
            addDrill(p, std::string{"gen-"} + side + "-out", "fail", std::string{"gen-"} + side,
                     0.0);
        }
        PowerRun r(p);
        r.until(1200.0);
        const auto ups = static_cast<std::size_t>(r.unit("ups-a"));
        QVERIFY(r.s->summary().sums[Sum::JobsRequeued] == 0);
        r.until(2400.0);
        const double endW = r.s->state().power.flow.batteryW[ups];
        r.until(4700.0);
        const double dead = r.when("ups-a", "Battery empty");
        QVERIFY(dead > 2400.0 && dead < 2460.0);  // so that endW is of its last minute
        QVERIFY(dead > 1200.0);
        // Load of the last steps is the load of the whole discharge, to a few per cent: chips, fans
        // and job mix move while the battery drains.
        const auto& spec = r.s->plant().network->upses.front();
        const double fullJ =
            headroom::models::upsStoreJ(spec, r.s->plant().network->units[ups].modules);
        // At part load lead acid gives more than at its rated drain: below zero of that, and as much as its law has it.
        const double takenJ = fullJ - r.s->state().power.energy[ups];
        QVERIFY(takenJ > fullJ);
        const double drainW = takenJ / (dead - 1200.0);
        const double meanW = drainW * spec.batteryEfficiency;
        QVERIFY2(meanW > 0.5e6 && meanW < 1.3e6, qPrintable(QString::number(meanW)));
        const double lastsS = headroom::models::batteryRuntimeS(
            spec, drainW, r.s->plant().network->units[ups].modules, 1.0);
        QVERIFY2(near(lastsS / (dead - 1200.0), 1.0, 0.02), qPrintable(QString::number(lastsS)));
        // It says how long it will last at the load of that moment, its own loss with it: to half a kW of 785, whose share counts
        // 1.25 times (0.08 %), and to 0.05 of 21 min (0.24 %). The hall warms, fans turn up, and the load rises by 5 %: it lasts
        // less than said, but as long as at the load of its end, which still rises by 0.1 % in the last minute.
        const auto said = std::find_if(r.events.begin(), r.events.end(), [](const Event& e) {
            return e.subject == "ups-a" && e.text.find("On battery with") == 0;
        });
        QVERIFY(said != r.events.end());
        const double minutes = std::stod(said->text.substr(said->text.find(": ") + 2));
        const double saidW = 1e3 * std::stod(said->text.substr(said->text.find("with ") + 5));
        const int modules = r.s->plant().network->units[ups].modules;
        const double saidS = headroom::models::batteryRuntimeS(
            spec, headroom::models::upsDrainW(spec, saidW, modules), modules, 1.0);
        QVERIFY2(near(60.0 * minutes / saidS, 1.0, 0.004), said->text.c_str());
        const double endS =
            headroom::models::batteryRuntimeS(spec, endW / spec.batteryEfficiency, modules, 1.0);
        QVERIFY2(dead - 1200.0 < 1.004 * saidS && dead - 1200.0 > 0.996 * endS,
                 qPrintable(QString::number(saidS) + ' ' + QString::number(endS)));
        QCOMPARE(r.poweredRacks(), 0);
        QVERIFY(r.s->summary().sums[Sum::JobsRequeued] > 0);
        QCOMPARE(r.s->state().shown[FacilityQuantity::ItPower], 0.0);
        r.until(4800.0 + 15.0 * 60.0);
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
        QVERIFY(r.s->state().shown[FacilityQuantity::ItPower] > 5e5);
        QVERIFY2(r.worst < 1e-9, qPrintable(QString::number(r.worst)));
    }

    // A cascade in order and time: path A is opened, path B takes all, and its output breaker, too
    // small for that, trips when its thermal image says: t = tau ln((q - theta) / (q - 1)). Then
    // the racks have no feed left.
    void lostFeedOverloadsTheOther() {
        Project p = calm();
        set(p, "out-b", "breaker", std::string{"acb-1600-200ms"});
        addDrill(p, "open-a", "open", "out-a", 30.0);
        PowerRun r(p);
        r.until(1800.0);
        const auto& n = *r.s->plant().network;
        const auto e =
            static_cast<std::size_t>(n.units[static_cast<std::size_t>(r.unit("out-b"))].firstEdge);
        const double theta = r.s->state().power.heat[e];
        r.until(1805.0);
        const double currentA = r.s->state().power.flow.edgeA[e];
        const auto& breaker = n.breakers[static_cast<std::size_t>(n.edges[e].breaker)];
        QVERIFY2(currentA > breaker.longTimePickup * breaker.ratedA,
                 qPrintable(QString::number(currentA)));
        const double expectedS = headroom::models::breakerTripS(breaker, currentA, theta);
        r.until(1800.0 + 2.0 * expectedS + 60.0);
        const double trip = r.when("out-b", "trips: ");
        // Load moves by a few per cent until then; the time to trip by more, near the pickup.
        QVERIFY2(trip > 1800.0 && std::abs((trip - 1800.0) / expectedS - 1.0) < 0.35,
                 qPrintable(QString("%1 %2").arg(trip).arg(expectedS)));
        QCOMPARE(r.poweredRacks(), 0);
        QVERIFY(r.s->summary().sums[Sum::JobsRequeued] > 0);
    }

    // A sag of 0.3 s is shorter than the confirmation time of the mechanical transfer switch (1 s
    // in the catalogue): it stays where it is. A loss of two seconds moves it, after confirmation
    // and transfer.
    void transferSwitchRidesThroughASag() {
        Project p = calm();
        addDrill(p, "sag", "sag", "grid-b", 10.0, 0.005);
        addDrill(p, "dip", "fail", "grid-b", 20.0, 2.0 / 60.0);
        PowerRun r(p);
        const auto ats = static_cast<std::size_t>(r.unit("ats-mb"));
        const auto& n = *r.s->plant().network;
        const auto& spec = n.transferSwitches[static_cast<std::size_t>(n.units[ats].spec)];
        QVERIFY(spec.confirmS > 0.3 && spec.confirmS + spec.transferS < 2.0);
        r.until(700.0);
        QCOMPARE(r.s->state().power.switching.position[ats], 0);
        QVERIFY(r.when("ats-mb", "changes over") < 0.0);
        r.until(1300.0);
        QVERIFY(near(r.when("ats-mb", "Takes power from Main board A"),
                     1200.0 + spec.confirmS + spec.transferS));
    }

    // Single-corded racks on a dead feed are off after the hold-up of their supplies.
    void singleCordFallsWithItsFeed() {
        Project p = calm();
        set(p, "racks", "feeds", std::vector<std::string>{"bus-a"});
        addDrill(p, "open-a", "open", "out-a", 10.0);
        PowerRun r(p);
        r.until(660.0);
        QCOMPARE(r.poweredRacks(), 0);
        const double holdUpS = r.s->plant().blocks.front().psu.holdUpS;
        const auto dropped = std::find_if(r.events.begin(), r.events.end(), [](const Event& e) {
            return e.text.find("lost all their feeds") != std::string::npos;
        });
        QVERIFY(dropped != r.events.end());
        QVERIFY(near(dropped->timeS, 600.0 + holdUpS, 1e-9));
    }

    // The cap controller holds the busways at half of their rating by lower clocks; nothing is
    // shed.
    void cappingHoldsTheThreshold() {
        Project p = calm();
        set(p, "power_policy", "cap_enabled", true);
        set(p, "power_policy", "cap_threshold_pct", 25.0);
        addDrill(p, "open-a", "open", "out-a", 30.0);
        PowerRun r(p);
        r.until(1800.0);
        r.until(2400.0);
        const auto& s = r.s->state();
        double worst = 0.0;
        for (const PowerUnit& u : r.s->plant().network->units) {
            const int i = r.unit(u.id);
            const double loading =
                loadingOf(*r.s->plant().network, s.power.switching, s.power.flow, UnitIndex(i));
            worst = std::max(worst, std::isnan(loading) ? 0.0 : loading);
        }
        const auto lowest = *std::min_element(s.power.rackCap.begin(), s.power.rackCap.end());
        QVERIFY(lowest < 1.0);
        QVERIFY2(worst <= 0.26 || lowest <= 0.5 + 1e-9, qPrintable(QString::number(worst)));
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
        QVERIFY(r.worst < 1e-9);
    }

    // Tariff: the run starts at 8:00; peak from 9 to 10. Of three hours the second is peak: its
    // energy is what the meter moved in it, and money is the sum of both periods.
    void energyByTariffPeriod() {
        Project p = calm();
        set(p, "site", "energy_usd_per_kwh", 0.08);
        set(p, "site", "peak_usd_per_kwh", 0.20);
        set(p, "site", "peak_from_h", 9.0);
        set(p, "site", "peak_to_h", 10.0);
        PowerRun r(p);
        r.until(3600.0);
        QCOMPARE(r.s->summary().sums[Sum::PeakTariffJ], 0.0);
        const double before = r.s->summary().sums[Sum::UtilityJ];
        r.until(7200.0);
        const double peakJ = r.s->summary().sums[Sum::UtilityJ] - before;
        r.until(10800.0);
        const RunSummary s = r.s->summary();
        QVERIFY(near(s.sums[Sum::PeakTariffJ] / peakJ, 1.0, 1e-12));
        const double expected = ((s.sums[Sum::UtilityJ] - peakJ) * 0.08 + peakJ * 0.20) / 3.6e6;
        QVERIFY(near(s.sums[Sum::EnergyUsd] / expected, 1.0, 1e-12));
    }

    // PUE by meter: what UPSs and PDUs give out is more than what racks take in, so that category 1
    // is the least and category 3 the most.
    void pueByMeter() {
        PowerRun r(calm());
        r.until(3600.0);
        const RunSummary s = r.s->summary();
        const double pue1 = s.value("pue_category_1"), pue2 = s.value("pue_category_2");
        QVERIFY(pue1 > 1.0 && pue1 < pue2);
        QVERIFY(pue2 <= s.value("pue") * (1.0 + 1e-12));
    }

    // Shedding alone: path A is opened, B must hold 60 % of its rating. Racks go, those of the
    // block with the lower priority first and, here, only those; what is left fits.
    void sheddingTakesTheLowestPriorityFirst() {
        Project p = calm();
        const auto block = std::find_if(p.objects.begin(), p.objects.end(),
                                        [](const Object& o) { return o.id == "racks"; });
        Object second = *block;
        second.id = "late";
        p.objects.insert(block + 1, second);
        set(p, "racks", "rows", std::int64_t{1});
        set(p, "racks", "priority", std::int64_t{5});
        set(p, "late", "rows", std::int64_t{1});
        set(p, "late", "y_m", 6.2);
        set(p, "late", "priority", std::int64_t{1});
        set(p, "power_policy", "shed_enabled", true);
        set(p, "power_policy", "cap_threshold_pct", 60.0);
        set(p, "power_policy", "shed_after_s", 10.0);
        addDrill(p, "open-a", "open", "out-a", 30.0);
        PowerRun r(p);
        r.until(1800.0);
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
        r.until(1900.0);
        QVERIFY(r.when("power controller", "Sheds", 1800.0) >= 1810.0);
        int shedLow = 0, shedHigh = 0;
        for (int rack = 0; rack < r.s->plant().racks; ++rack) {
            const auto i = static_cast<std::size_t>(rack);
            const PlantBlock& b =
                r.s->plant().blocks[static_cast<std::size_t>(r.s->plant().rackBlock[i])];
            if (r.s->state().power.rackShed[i] != 0) {
                ++(b.id == "late" ? shedLow : shedHigh);
            }
        }
        QVERIFY2(shedLow > 0 && shedHigh == 0,
                 qPrintable(QString("%1 %2").arg(shedLow).arg(shedHigh)));
        QVERIFY(r.worst < 1e-9);
    }

    // A snapshot in the middle of a transfer runs on to the same bytes.
    void snapshotInTheMiddle() {
        Project p = calm();
        addDrill(p, "lost", "fail", "grid-a", 30.0, 25.0);
        PowerRun a(p);
        a.until(1830.0);
        const auto bytes = a.s->saveState();
        PowerRun b(p);
        QVERIFY(b.s->loadState(bytes));
        a.until(3700.0);
        b.until(3700.0);
        QCOMPARE(a.s->stateHash(), b.s->stateHash());
    }

    void collapseIsATrip_data() {
        QTest::addColumn<QString>("object");
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("goes");
        QTest::newRow("the cable behind the UPS") << "out"
                                                  << "cable_m" << 3000.0 << "out";
        QTest::newRow("the cables to the PDUs") << "pdus"
                                                << "cable_m" << 10000.0 << "pdus/1";
        QTest::newRow("the cable to the UPS") << "ups"
                                              << "cable_m" << 100000.0 << "ups";
        QTest::newRow("the mains") << "main"
                                   << "cable_m" << 10000.0 << "main";
    }

    // More load than the path carries at any voltage: its incomers open once, with an event that
    // says so and has a cause; what hangs there is dark, the rest runs on, every figure is a number,
    // energy balances, and nothing trips again for the rest of the run. (The storage alone, which no
    // job switches, draws a quarter of a megawatt through these cables.)
    void collapseIsATrip() {
        QFETCH(QString, object);
        QFETCH(QString, key);
        QFETCH(double, value);
        QFETCH(QString, goes);
        Project p = scenario("tour-small-hall");
        set(p, "failures", "enabled", false);
        set(p, object.toStdString(), key.toStdString(), value);
        PowerRun r(p);
        r.until(3600.0);
        QVERIFY2(r.s->fault().code.empty(), r.s->fault().message.c_str());
        const double at = r.when(goes.toStdString(), "until a person resets it");
        QVERIFY(at >= 0.0 && at < 1800.0);
        int trips = 0;
        for (const Event& e : r.events) {
            trips += e.text.find("until a person resets it") != std::string::npos ? 1 : 0;
            QVERIFY(e.text.find("until a person") == std::string::npos || e.cause >= 0);
        }
        QVERIFY2(trips >= 1 && trips <= 5, qPrintable(QString::number(trips)));
        const RunSummary sum = r.s->summary();
        QVERIFY(std::isfinite(sum.sums[Sum::ItJ]) && std::isfinite(sum.sums[Sum::FacilityJ]));
        QVERIFY(sum.value("pue") >= 1.0 || sum.sums[Sum::ItJ] == 0.0);
        QVERIFY2(r.worst < 1e-9, qPrintable(QString::number(r.worst)));
    }

    // Where the flow exists at rest and not under load, the voltage collapses in the middle of the
    // run: a branch and a snapshot from before continue to the same bytes.
    void collapseGoesOnFromASnapshot() {
        Project p = scenario("tour-small-hall");
        set(p, "failures", "enabled", false);
        set(p, "out", "cable_m", 3000.0);
        PowerRun a(p), b(p);
        a.until(15.0);
        QVERIFY(b.s->loadState(a.s->saveState()));
        const auto c = a.s->branch();
        a.until(1800.0);
        b.until(1800.0);
        while (c->timeS() < 1800.0) {
            c->step();
        }
        QCOMPARE(b.s->stateHash(), a.s->stateHash());
        QCOMPARE(c->stateHash(), a.s->stateHash());
    }

    // A cable that leaves the racks 75 % or so: supplies ask for 80 %. Told first, then opened half a
    // second later; and after a reset, the load not back yet, it is live again.
    void lowVoltageLetsGo() {
        Project p = scenario("tour-small-hall");
        set(p, "failures", "enabled", false);
        set(p, "out", "cable_m", 500.0);
        PowerRun r(p);
        double length = 500.0;
        double opens = -1.0;
        for (; opens < 0.0 && length < 3000.0; length *= 1.15) {
            set(p, "out", "cable_m", length);
            r = PowerRun(p);
            r.until(1800.0);
            QVERIFY(r.when("out", "Voltage collapse") < 0.0);
            opens = std::max(r.when("out", "Its voltage is"), r.when("pdus/1", "Its voltage is"));
        }
        QVERIFY(opens > 0.0);
        QVERIFY(r.when("pdus/1", "until a person resets it") >= opens);
        QVERIFY(r.poweredRacks() < r.s->plant().racks);
        QVERIFY2(r.worst < 1e-9, qPrintable(QString::number(r.worst)));
        const auto events = r.events.size();
        r.until(3600.0);
        for (std::size_t e = events; e < r.events.size(); ++e) {
            QVERIFY(r.events[e].text.find("until a person") == std::string::npos);
        }
    }

    // A short circuit on a busway opens its own incomer, not the board's above it: the delays are
    // graded. Racks stay on their other cord.
    void faultIsClearedByTheNearestBreaker() {
        Project p = calm();
        addDrill(p, "short", "fault", "bus-a", 10.0);
        set(p, "short", "instance", std::int64_t{1});
        PowerRun r(p);
        r.until(700.0);
        QVERIFY(r.when("bus-a/1", "clears") > 0.0);
        QVERIFY(r.when("out-a", "clears") < 0.0);
        QVERIFY(r.mode("bus-a/1") == PowerUnitState::Failed);
        QVERIFY(r.mode("bus-a/2") == PowerUnitState::Normal);
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
    }
};

HEADROOM_TEST(TestElectrical)
}  // namespace tst_electrical

#include "tst_electrical.moc"
