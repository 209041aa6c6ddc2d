// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/power/network.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "models/power/fuel_cell.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <string>
#include <vector>

namespace tst_fuel_cell {

using namespace headroom::engine;
using namespace headroom::tests;
using headroom::models::Value;

namespace {

Object& add(Project& p, const std::string& id, const char* type) {
    Object o;
    o.id = id;
    o.type = headroom::models::findComponentType(type);
    o.values.assign(o.type->attributes.size(), {});
    p.objects.push_back(o);
    return p.objects.back();
}

/// The 2N scenario without its drills and failures, four modules of 325 kW on main board A beside
/// its transfer switch.
Project withFuelCells() {
    Project p = scenario("feed-loss-2n");
    removeAll(p, "drill");
    set(p, "failures", "enabled", false);
    add(p, "cells", "power_unit");
    set(p, "cells", "part", std::string("sofc-gas-325"));
    set(p, "cells", "modules", std::int64_t{4});
    set(p, "main-a", "sources", std::vector<std::string>{"ats-a", "cells"});
    return p;
}

void drill(Project& p, const std::string& action, const std::string& unit, double atMin,
           double durationMin) {
    const std::string id = action + '-' + unit;
    add(p, id, "drill");
    set(p, id, "action", action);
    set(p, id, "unit", unit);
    set(p, id, "at_min", atMin);
    set(p, id, "duration_min", durationMin);
}

struct Run {
    explicit Run(const Project& project) : s(simulator(project)) {}

    void until(double untilS) {
        while (s->timeS() < untilS - 1e-6) {
            s->step();
            for (const Event& e : s->takeEvents()) {
                events.push_back(e);
            }
        }
    }

    double when(const std::string& subject, const std::string& part) const {
        for (const Event& e : events) {
            if (e.subject == subject && e.text.find(part) != std::string::npos) {
                return e.timeS;
            }
        }
        return -1.0;
    }

    std::size_t unit(const std::string& id) const {
        const auto& units = s->plant().network->units;
        std::size_t i = 0;
        while (i < units.size() && units[i].id != id) {
            ++i;
        }
        return i;
    }

    double outputW(const std::string& id) const {
        return s->state().power.flow.outVa[unit(id)].real();
    }

    std::unique_ptr<Simulator> s;
    std::vector<Event> events;
};

/// When cells that fail after a minute, for a minute, accept load again: 4 h of heating later.
constexpr double kRunsS = 120.0 + 4.0 * 3600.0;

}  // namespace

class TestFuelCell : public QObject {
    Q_OBJECT

  private slots:

    // A run begins as if its plant had run before: the cells have come up to what the board takes, some 330 kW while the hall is
    // idle, and an hour later to that of its jobs.
    void beginsAtItsLoad() {
        Run r(withFuelCells());
        for (const double timeS : {60.0, 3600.0}) {
            r.until(timeS);
            const double boardW = r.s->state().power.flow.inVa[r.unit("main-a")].real();
            QVERIFY2(r.outputW("cells") > 0.99 * boardW,
                     qPrintable(QString::number(r.outputW("cells"))));
        }
        QVERIFY(r.outputW("cells") > 600e3);
        QVERIFY(r.s->summary().sums[Sum::WorstImbalance] < 1e-9);
    }

    // 10 % of 1.3 MW in a minute: 130 kW one minute after it accepts load, 260 kW after two (to a step of 5 s: 11 kW). The mains
    // give the rest of what the board takes.
    void comesUpAtItsRamp() {
        Project p = withFuelCells();
        drill(p, "fail", "cells", 1.0, 1.0);
        Run r(p);
        r.until(kRunsS + 60.0);
        QVERIFY(std::abs(r.when("cells", "Runs: 4 of 4") - kRunsS) < 1.0);
        QVERIFY2(std::abs(r.outputW("cells") - 130e3) < 12e3,
                 qPrintable(QString::number(r.outputW("cells"))));
        r.until(kRunsS + 120.0);
        QVERIFY2(std::abs(r.outputW("cells") - 260e3) < 12e3,
                 qPrintable(QString::number(r.outputW("cells"))));
        const double boardW = r.s->state().power.flow.inVa[r.unit("main-a")].real();
        QVERIFY(std::abs(r.outputW("ats-a") + r.outputW("cells") - boardW) < 1e-3 * boardW);
        QVERIFY(r.s->summary().sums[Sum::WorstImbalance] < 1e-9);
    }

    // Fuel at the price and carbon of the catalogue: 3.68 USD and 56.1 kg for a GJ. 60 % when new,
    // 6 % of that lost in 20,000 h, peak of the curve 61 %: between 40 and 57.4 % over the hour.
    void fuelIsMeteredAndPaid() {
        Run r(withFuelCells());
        r.until(3600.0);
        const Totals& t = r.s->state().totals;
        QVERIFY(t.gensetJ > 0.0);
        const double efficiency = t.gensetJ / t.pipedFuelJ;
        QVERIFY2(efficiency > 0.40 && efficiency < 0.574, qPrintable(QString::number(efficiency)));
        QVERIFY(std::abs(t.fuelUsd / (t.pipedFuelJ * 3.68e-9) - 1.0) < 1e-12);
        const double gridKg = t.utilityJ * r.s->plant().carbonKgPerJ;
        QVERIFY(std::abs((t.carbonKg - gridKg) / (t.pipedFuelJ * 56.1e-9) - 1.0) < 1e-9);
        const Figure& fuel = figure("piped_fuel_kwh");
        QCOMPARE(fuel.value(r.s->summary().sums), t.pipedFuelJ);
    }

    // Out of service it goes cold: 4 h from the repair until it accepts load, and the mains carry
    // all of the board meanwhile.
    void afterAFailureItHeatsUp() {
        Project p = withFuelCells();
        drill(p, "fail", "cells", 30.0, 10.0);
        Run r(p);
        r.until(2400.0 + 60.0);
        QCOMPARE(r.outputW("cells"), 0.0);
        QVERIFY(std::abs(r.when("cells", "Heats up") - 2400.0) < 1.0);
        r.until(2400.0 + 4.0 * 3600.0 + 120.0);
        QVERIFY(std::abs(r.when("cells", "Runs: 4 of 4") - (2400.0 + 4.0 * 3600.0)) < 1.0);
        QVERIFY(r.outputW("cells") > 130e3);
        QVERIFY(r.when("ups-a", "On battery") < 0.0);
    }

    // The mains of side A go after an hour: the cells have come up to the load and carry it,
    // no battery notices. Two minutes after they accept load again they have not: their store lasts 15 s, then
    // they trip, and the battery of the UPS takes the load.
    void aloneItCarriesWhatItHasComeUpTo() {
        Project late = withFuelCells();
        drill(late, "fail", "grid-a", 60.0, 5.0);
        Run r(late);
        r.until(3800.0);
        QVERIFY(r.outputW("cells") > 0.0);
        QVERIFY(r.when("ups-a", "On battery") < 0.0);
        Project early = withFuelCells();
        drill(early, "fail", "cells", 1.0, 1.0);
        drill(early, "fail", "grid-a", kRunsS / 60.0 + 2.0, 5.0);
        Run e(early);
        e.until(kRunsS + 200.0);
        QVERIFY(e.when("cells", "has come up to") >= kRunsS + 120.0);
        const double trip = e.when("cells", "Its store is empty");
        QVERIFY2(trip >= kRunsS + 135.0 && trip < kRunsS + 145.0,
                 qPrintable(QString::number(trip)));
        QVERIFY(e.when("ups-a", "On battery") >= trip);
    }
};

HEADROOM_TEST(TestFuelCell)
}  // namespace tst_fuel_cell

#include "tst_fuel_cell.moc"
