// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "models/power/ups_battery.h"
#include "tests/engine/run/fixture.h"
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
using headroom::models::Value;

namespace {

struct Run {
    explicit Run(const Project& project) : s(simulator(project)) {}

    explicit Run(std::unique_ptr<Simulator> made) : s(std::move(made)) {}

    /// Steps to `untilS`, keeping the events and the worst imbalance.
    void until(double untilS) {
        while (s->timeS() < untilS - 1e-6) {
            s->step();
            for (const Event& e : s->takeEvents()) {
                events.push_back(e);
            }
            worst = std::max(
                worst,
                s->state().shown[FacilityQuantity::EnergyImbalance]);
        }
    }

    /// Time of the first event of that subject whose text holds `part`, after `fromS`; -1: none.
    double when(const std::string& subject, const std::string& part, double fromS = 0.0) const {
        for (const Event& e : events) {
            if (e.timeS >= fromS && e.subject == subject &&
                e.text.find(part) != std::string::npos) {
                return e.timeS;
            }
        }
        return -1.0;
    }

    int unit(const std::string& id) const {
        const auto& units = s->plant().network->units;
        for (std::size_t i = 0; i < units.size(); ++i) {
            if (units[i].id == id) {
                return static_cast<int>(i);
            }
        }
        return -1;
    }

    double outputW(const std::string& id) const {
        return s->state().power.flow.outVa[static_cast<std::size_t>(unit(id))].real();
    }

    PowerUnitState mode(const std::string& id) const {
        return s->state().power.mode[static_cast<std::size_t>(unit(id))];
    }

    int poweredRacks() const {
        const auto& powered = s->state().power.rackPowered;
        return static_cast<int>(std::count(powered.begin(), powered.end(), 1));
    }

    std::unique_ptr<Simulator> s;
    std::vector<Event> events;
    double worst = 0.0;
};

/// The 2N scenario without its drills, and without random failures.
Project calm() {
    Project p = scenario("feed-loss-2n");
    removeAll(p, "drill");
    set(p, "failures", "enabled", false);
    return p;
}

void addDrill(Project& p, const std::string& id, const std::string& action, const std::string& unit,
              double atMin, Value durationMin = {}) {
    Object o;
    o.id = id;
    o.type = headroom::models::findComponentType("drill");
    o.values.assign(o.type->attributes.size(), {});
    p.objects.push_back(o);
    set(p, id, "action", action);
    set(p, id, "unit", unit);
    set(p, id, "at_min", atMin);
    set(p, id, "duration_min", std::move(durationMin));
}

bool near(double a, double b, double tolerance = 1e-6) {
    return std::abs(a - b) <= tolerance;
}

}  // namespace

class TestElectrical : public QObject {
    Q_OBJECT

  private slots:

    // Utility A is lost at 1,800 s for 25 min. Policy: 5 s, then the set starts in 45 s; ATS 0.1 s
    // (and no confirmation in the catalogue part, else that much later); 2 s to qualify, 15 s
    // walk-in. Back at 3,300 s, return after 5 min at 3,600 s. No rack notices.
    void feedLossRunsItsSequence() {
        Project p = calm();
        addDrill(p, "lost", "fail", "grid-a", 30.0, 25.0);
        Run r(p);
        r.until(4000.0);
        const auto& ats = r.s->plant().network->transferSwitches.front();
        const double moveS = ats.confirmS + ats.transferS;
        QVERIFY(near(r.when("ups-a", "On battery"), 1800.0));
        QVERIFY(near(r.when("gen-a", "Ordered"), 1805.0));
        QVERIFY(near(r.when("gen-a", "Runs"), 1850.0));
        const double onGenset = r.when("ats-a", "Stands on gen-a");
        QVERIFY(near(onGenset, 1850.0 + moveS));
        QVERIFY(near(r.when("ups-a", "walks in"), onGenset + 2.0));
        QVERIFY(near(r.when("ups-a", "Off battery"), onGenset + 17.0));
        QVERIFY(near(r.when("grid-a", "Mains back"), 3300.0));
        QVERIFY(near(r.when("ats-a", "Returns"), 3600.0));
        QVERIFY(r.when("gen-a", "stops") > 3600.0);
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
        QVERIFY2(r.worst < 1e-9, qPrintable(QString::number(r.worst)));
    }

    // The same, with sets that take 5 % of their rating in one step: what the switch of side A brings them at once is more, and
    // said with the watts. Sets that take 70 %, as in the catalogue, are not at their limit; nor is one that stands still.
    void blockLoadIsALimit() {
        Project p = calm();
        addDrill(p, "lost", "fail", "grid-a", 30.0, 25.0);
        Run usual(p);
        usual.until(1900.0);
        QVERIFY(usual.when("ats-a", "Stands on gen-a") > 0.0);
        QVERIFY(usual.outputW("gen-a") > 0.0);
        QCOMPARE(usual.when("gen-a", "in one step"), -1.0);
        const std::string part = std::get<std::string>(p.find("gen-a")->value("part"));
        const auto& entries = catalogue().entries();
        std::vector<FigureChange> changes;
        for (std::size_t e = 0; e < entries.size(); ++e) {
            for (std::size_t a = 0; entries[e].id == part && a < entries[e].values.size(); ++a) {
                if (entries[e].type->attributes[a].key == "block_load_pct") {
                    changes.push_back({e, a, 5.0});
                }
            }
        }
        QCOMPARE(changes.size(), std::size_t{1});
        auto plant = compile(p, catalogue().changed(changes), {});
        QVERIFY(plant.has_value());
        auto made = Simulator::create(std::make_shared<const Plant>(std::move(*plant)), {});
        QVERIFY(made.has_value());
        Run weak(std::move(*made));
        weak.until(1900.0);
        const double standsS = weak.when("ats-a", "Stands on gen-a");
        const double saidS = weak.when("gen-a", "in one step");
        QVERIFY2(saidS >= standsS && saidS < standsS + 20.0,
                 qPrintable(QString::number(saidS - standsS)));
        QCOMPARE(weak.when("gen-b", "in one step"), -1.0);
        // What sets carry from the first second on is no step.
        set(p, "ats-a", "sources", std::vector<std::string>{"gen-a"});
        set(p, "ats-b", "sources", std::vector<std::string>{"gen-b"});
        removeAll(p, "drill");
        plant = compile(p, catalogue().changed(changes), {});
        QVERIFY(plant.has_value());
        made = Simulator::create(std::make_shared<const Plant>(std::move(*plant)), {});
        QVERIFY(made.has_value());
        Run alone(std::move(*made));
        alone.until(30.0);
        QVERIFY2(alone.outputW("gen-a") > 0.05 * 3e6,
                 qPrintable(QString::number(alone.outputW("gen-a"))));
        QCOMPARE(alone.when("gen-a", "in one step"), -1.0);
    }

    // Batteries: discharge and recharge end where they began, and the facility meter has paid for
    // it: energy in = energy out + stored holds in every step (worst imbalance above).
    void batteryComesBackFull() {
        Project p = calm();
        addDrill(p, "lost", "fail", "grid-a", 10.0, 1.0);
        Run r(p);
        r.until(600.0);
        const auto ups = static_cast<std::size_t>(r.unit("ups-a"));
        const double fullJ = r.s->state().power.energy[ups];
        r.until(630.0);
        QVERIFY(r.s->state().power.energy[ups] < fullJ);
        r.until(3000.0);
        QVERIFY(near(r.s->state().power.energy[ups] / fullJ, 1.0, 0.01));
        QVERIFY(r.when("ups-a", "Battery full") > 0.0);
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
        Run r(p);
        r.until(1200.0);
        const auto ups = static_cast<std::size_t>(r.unit("ups-a"));
        QVERIFY(r.s->summary().sums[Sum::JobsRequeued] == 0);
        r.until(4700.0);
        const double dead = r.when("ups-a", "Battery empty");
        QVERIFY(dead > 1200.0);
        // Load of the last steps is the load of the whole discharge, to a few per cent: chips, fans
        // and job mix move while the battery drains.
        const auto& spec = r.s->plant().network->upses.front();
        const double fullJ =
            headroom::models::upsStoreJ(spec, r.s->plant().network->units[ups].modules);
        QVERIFY(std::abs(r.s->state().power.energy[ups]) < 0.01 * fullJ);
        const double meanW = fullJ * spec.batteryEfficiency / (dead - 1200.0);
        QVERIFY2(meanW > 0.5e6 && meanW < 1.3e6, qPrintable(QString::number(meanW)));
        // It says how long it will last, its own loss with it.
        const auto said = std::find_if(r.events.begin(), r.events.end(), [](const Event& e) {
            return e.subject == "ups-a" && e.text.find("On battery with") == 0;
        });
        QVERIFY(said != r.events.end());
        const double minutes = std::stod(said->text.substr(said->text.find(": ") + 2));
        QVERIFY2(near(60.0 * minutes / (dead - 1200.0), 1.0, 0.02), said->text.c_str());
        QCOMPARE(r.poweredRacks(), 0);
        QVERIFY(r.s->summary().sums[Sum::JobsRequeued] > 0);
        QCOMPARE(r.s->state().shown[FacilityQuantity::ItPower], 0.0);
        r.until(4800.0 + 15.0 * 60.0);
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
        QVERIFY(r.s->state().shown[FacilityQuantity::ItPower] > 5e5);
        QVERIFY2(r.worst < 1e-9, qPrintable(QString::number(r.worst)));
    }

    // The generators come 5 s before the batteries are empty: input good, 2 s to qualify, then 15 s of walk-in in ten steps, of
    // which the battery gives 1, 0.9, 0.8 ... That would be 8.25 s of the full load, and 3 s of it are left: they last for
    // 1.5 (1 + 0.9) = 2.85 s in two steps and 0.15 / 0.8 s of the third, 3.2 s in all. Then the bypass takes the load: no rack notices.
    void emptyWhileItWalksIn() {
        Project p = calm();
        for (const char* side : {"a", "b"}) {
            addDrill(p, std::string{"lost-"} + side, "fail", std::string{"grid-"} + side, 20.0);
        }
        Project dark = p;
        for (const char* side : {"a", "b"}) {
            addDrill(dark, std::string{"out-"} + side, "fail", std::string{"gen-"} + side, 0.0);
        }
        Run alone(dark);
        alone.until(2700.0);
        const double emptyS = alone.when("ups-a", "Battery empty");
        QVERIFY(emptyS > 1260.0);
        // 45 s to start, 1 s to confirm and 0.1 s to change over.
        set(p, "power_policy", "genset_delay_s", emptyS - 1200.0 - 5.0 - 46.1);
        Run r(p);
        r.until(2700.0);
        const double walks = r.when("ups-a", "walks in");
        QVERIFY2(near(walks, emptyS - 3.0, 0.2), qPrintable(QString::number(walks - emptyS)));
        const double bypass = r.when("ups-a", "the bypass takes");
        QVERIFY2(near(bypass, walks + 3.2, 0.8), qPrintable(QString::number(bypass - walks)));
        QVERIFY(r.when("ups-a", "Off battery") < 0.0);
        QVERIFY(r.mode("ups-a") == PowerUnitState::Normal);
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
        QVERIFY2(r.worst < 1e-9, qPrintable(QString::number(r.worst)));
    }

    // A cascade in order and time: path A is opened, path B takes all, and its output breaker, too
    // small for that, trips when its thermal image says: t = tau ln((q - theta) / (q - 1)). Then
    // the racks have no feed left.
    void lostFeedOverloadsTheOther() {
        Project p = calm();
        set(p, "out-b", "breaker", std::string{"acb-1600-200ms"});
        addDrill(p, "open-a", "open", "out-a", 30.0);
        Run r(p);
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

    // Three sags within a minute lock a UPS on battery; it stays there with good mains until reset.
    void threeSagsLockOut() {
        Project p = calm();
        for (int i = 0; i < 3; ++i) {
            addDrill(p, "sag-" + std::to_string(i), "sag", "grid-b", 10.0 + 0.3 * i, 0.005);
        }
        addDrill(p, "person", "reset", "ups-b", 15.0);
        Run r(p);
        r.until(14.0 * 60.0);
        QVERIFY(r.mode("ups-b") == PowerUnitState::LockedOut);
        QVERIFY(r.mode("ups-a") == PowerUnitState::Normal);
        r.until(16.0 * 60.0);
        QVERIFY(r.mode("ups-b") == PowerUnitState::Normal);
    }

    // A sag of 0.3 s is shorter than the confirmation time of the mechanical transfer switch (1 s
    // in the catalogue): it stays where it is. A loss of two seconds moves it, after confirmation
    // and transfer.
    void transferSwitchRidesThroughASag() {
        Project p = calm();
        addDrill(p, "sag", "sag", "grid-b", 10.0, 0.005);
        addDrill(p, "dip", "fail", "grid-b", 20.0, 2.0 / 60.0);
        Run r(p);
        const auto ats = static_cast<std::size_t>(r.unit("ats-mb"));
        const auto& n = *r.s->plant().network;
        const auto& spec = n.transferSwitches[static_cast<std::size_t>(n.units[ats].spec)];
        QVERIFY(spec.confirmS > 0.3 && spec.confirmS + spec.transferS < 2.0);
        r.until(700.0);
        QCOMPARE(r.s->state().power.switching.position[ats], 0);
        QVERIFY(r.when("ats-mb", "changes over") < 0.0);
        r.until(1300.0);
        QVERIFY(
            near(r.when("ats-mb", "Stands on main-a"), 1200.0 + spec.confirmS + spec.transferS));
    }

    // Locked out until its battery is empty: dead, and the racks on their other cord. Reset: it
    // carries again and fills up at the charger's power in t = E / P.
    void emptyBatteryFillsUpAgain() {
        Project p = calm();
        for (int i = 0; i < 3; ++i) {
            addDrill(p, "sag-" + std::to_string(i), "sag", "grid-b", 10.0 + 0.3 * i, 0.005);
        }
        addDrill(p, "person", "reset", "ups-b", 60.0);
        Run r(p);
        r.until(59.0 * 60.0);
        QVERIFY(r.mode("ups-b") == PowerUnitState::Dead);
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
        const auto ups = static_cast<std::size_t>(r.unit("ups-b"));
        const PowerUnit& u = r.s->plant().network->units[ups];
        const auto& spec = r.s->plant().network->ups(u);
        const double fullJ = headroom::models::upsStoreJ(spec, u.modules);
        const double fillS = fullJ / (spec.chargerShare * u.ratedVa);
        r.until(3600.0 + 0.5 * fillS);
        QVERIFY(near(r.s->state().power.energy[ups] / fullJ, 0.5, 0.02));
        QVERIFY(r.s->state().power.switching.hasCharge[ups] == 1);
        r.until(3600.0 + fillS + 60.0);
        QVERIFY(near(r.s->state().power.energy[ups] / fullJ, 1.0, 0.01));
        QVERIFY(r.when("ups-b", "Battery full") > 3600.0);
        QVERIFY2(r.worst < 1e-9, qPrintable(QString::number(r.worst)));
    }

    // Single-corded racks on a dead feed are off after the hold-up of their supplies.
    void singleCordFallsWithItsFeed() {
        Project p = calm();
        set(p, "racks", "feeds", std::vector<std::string>{"bus-a"});
        addDrill(p, "open-a", "open", "out-a", 10.0);
        Run r(p);
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
        Run r(p);
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
        Run r(p);
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
        Run r(calm());
        r.until(3600.0);
        const RunSummary s = r.s->summary();
        const double pue1 = s.value("pue_category_1"), pue2 = s.value("pue_category_2");
        QVERIFY(pue1 > 1.0 && pue1 < pue2);
        QVERIFY(pue2 <= s.value("pue") * (1.0 + 1e-12));
    }

    // One UPS behind the other: what passes both is metered once, behind the second.
    void aUpsBehindAUps() {
        Project p = calm();
        set(p, "ups-b", "sources", std::vector<std::string>{"ups-a"});
        Run r(p);
        r.until(3600.0);
        const RunSummary s = r.s->summary();
        QVERIFY2(s.value("pue_category_1") > 1.0,
                 qPrintable(QString::number(s.value("pue_category_1"))));
        QVERIFY(s.value("pue_category_1") < s.value("pue_category_2"));
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
        Run r(p);
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
        Run a(p);
        a.until(1830.0);
        const auto bytes = a.s->saveState();
        Run b(p);
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
        QTest::newRow("the cable behind the UPS") << "out" << "cable_m" << 3000.0 << "out";
        QTest::newRow("the cables to the PDUs") << "pdus" << "cable_m" << 10000.0 << "pdus/1";
        QTest::newRow("the cable to the UPS") << "ups" << "cable_m" << 100000.0 << "ups";
        QTest::newRow("the mains") << "main" << "cable_m" << 10000.0 << "main";
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
        Run r(p);
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
    // run: a branch and a snapshot from before go on to the same bytes.
    void collapseGoesOnFromASnapshot() {
        Project p = scenario("tour-small-hall");
        set(p, "failures", "enabled", false);
        set(p, "out", "cable_m", 3000.0);
        Run a(p), b(p);
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
        Run r(p);
        double length = 500.0;
        double opens = -1.0;
        for (; opens < 0.0 && length < 3000.0; length *= 1.15) {
            set(p, "out", "cable_m", length);
            r = Run(p);
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

    // Generators that are the only source run from the beginning: no battery is touched, no rack
    // dark, and PUE is that of any hall.
    void primeGeneratorsRun() {
        Project p = scenario("tour-small-hall");
        set(p, "failures", "enabled", false);
        set(p, "ats", "sources", std::vector<std::string>{"gensets"});
        Run r(p);
        r.until(1800.0);
        QCOMPARE(r.when("ups", "On battery"), -1.0);
        QVERIFY(r.mode("gensets") == PowerUnitState::Running);
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
        const RunSummary sum = r.s->summary();
        QVERIFY(sum.value("pue") > 1.0 && sum.value("pue") < 2.0);
        QVERIFY(sum.sums[Sum::GensetJ] > 0.0 && sum.sums[Sum::FuelM3] > 0.0);
    }

    // Until its tank is empty, which is no overload: by then it has burnt what the tank held, to a second of it (1e-5 of a day).
    void tanksRunDry() {
        Project p = scenario("tour-small-hall");
        set(p, "failures", "enabled", false);
        set(p, "ats", "sources", std::vector<std::string>{"gensets"});
        set(p, "project", "step_s", 60.0);
        Run r(p);
        const auto gensets = static_cast<std::size_t>(r.unit("gensets"));
        const double tanksM3 = r.s->state().power.energy[gensets];
        for (double day = 1.0; day < 30.0 && r.when("gensets", "stops") < 0.0; ++day) {
            r.until(day * 86400.0);
        }
        QVERIFY(r.when("gensets", "Out of fuel: stops.") > 0.0);
        QCOMPARE(r.when("gensets", "trips"), -1.0);
        QCOMPARE(r.s->state().power.energy[gensets], 0.0);
        const double burntM3 = r.s->summary().sums[Sum::FuelM3];
        QVERIFY2(near(burntM3 / tanksM3, 1.0, 1e-4),
                 qPrintable(QString::number(burntM3 / tanksM3)));
    }

    // Ten minutes on battery from the beginning: the meters read nothing, the facility consumes what
    // the battery lost, E = E_full - E, to rounding: PUE is above 1 and says what UPS and PDU lose.
    void pueOnBattery() {
        Project p = scenario("tour-small-hall");
        set(p, "failures", "enabled", false);
        Object policy;
        policy.type = headroom::models::findComponentType("power_policy");
        policy.values.assign(policy.type->attributes.size(), {});
        for (std::size_t i = 0; i < policy.type->attributes.size(); ++i) {
            if (policy.type->attributes[i].key == "genset_delay_s") {
                policy.values[i] = 600.0;
            }
        }
        p.objects.push_back(policy);
        addDrill(p, "lost", "fail", "grid", 0.0);
        Run r(p);
        r.until(120.0);
        const auto ups = static_cast<std::size_t>(r.unit("ups"));
        const PowerUnit& u = r.s->plant().network->units[ups];
        const auto& spec = r.s->plant().network->ups(u);
        const double fullJ = headroom::models::upsStoreJ(spec, u.modules);
        const double takenJ = fullJ - r.s->state().power.energy[ups];
        const RunSummary sum = r.s->summary();
        QCOMPARE(sum.sums[Sum::UtilityJ] + sum.sums[Sum::GensetJ], 0.0);
        QVERIFY(takenJ > 0.0);
        QVERIFY2(std::abs(sum.sums[Sum::FacilityJ] / takenJ - 1.0) < 1e-3,
                 qPrintable(QString::number(sum.sums[Sum::FacilityJ] / takenJ, 'g', 9)));
        QVERIFY2(sum.value("pue") > 1.0 && sum.value("pue") < 1.5, qPrintable(QString::number(sum.value("pue"))));
        QVERIFY(sum.value("pue_category_1") >= 1.0 && sum.value("pue_category_2") >= 1.0);
        QVERIFY(r.s->state().shown[FacilityQuantity::Pue] > 1.0);
    }

    // A short circuit on a busway opens its own incomer, not the board's above it: the delays are
    // graded. Racks stay on their other cord.
    void faultIsClearedByTheNearestBreaker() {
        Project p = calm();
        addDrill(p, "short", "fault", "bus-a", 10.0);
        set(p, "short", "instance", std::int64_t{1});
        Run r(p);
        r.until(700.0);
        QVERIFY(r.when("bus-a/1", "clears") > 0.0);
        QVERIFY(r.when("out-a", "clears") < 0.0);
        QVERIFY(r.mode("bus-a/1") == PowerUnitState::Failed);
        QVERIFY(r.mode("bus-a/2") == PowerUnitState::Normal);
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
    }

    // The same on the battery of the UPS: its inverter gives 1.5 x 2.5 MW at most, 5.2 kA, to which the busway's breaker of 800 A, at
    // once from ten times that, says nothing within 0.2 s: the UPS switches off, and what hangs there lives on the other path.
    // With the mains back it waits for a person.
    void aFaultOnTheBatterySwitchesTheInverterOff() {
        Project p = calm();
        addDrill(p, "lost", "fail", "grid-a", 10.0, 4.0);
        addDrill(p, "out", "fail", "gen-a", 0.0);
        addDrill(p, "short", "fault", "bus-a", 11.0);
        set(p, "short", "instance", std::int64_t{1});
        addDrill(p, "person", "reset", "ups-a", 15.0);
        Run r(p);
        r.until(800.0);
        QVERIFY(r.when("bus-a/1", "Short circuit") > 0.0);
        QCOMPARE(r.when("bus-a/1", "clears"), -1.0);
        QVERIFY(r.when("ups-a", "switches off") > 0.0);
        QVERIFY(r.mode("ups-a") == PowerUnitState::Dead);
        QVERIFY(r.mode("bus-a/2") == PowerUnitState::Dead);
        QCOMPARE(r.poweredRacks(), r.s->plant().racks);
        r.until(880.0);
        QVERIFY(r.mode("ups-a") == PowerUnitState::Dead);
        r.until(1000.0);
        QVERIFY(r.mode("bus-a/2") == PowerUnitState::Normal);
        QVERIFY2(r.worst < 1e-9, qPrintable(QString::number(r.worst)));
    }
};

HEADROOM_TEST(TestElectrical)
}  // namespace tst_electrical

#include "tst_electrical.moc"
