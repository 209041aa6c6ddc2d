// SPDX-License-Identifier: Apache-2.0
#include "models/power/ups_battery.h"
#include "tests/engine/run/power/power_run.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace tst_standby {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
using namespace headroom::tests::power;

class TestStandby : public QObject {
    Q_OBJECT

  private slots:

    // Utility A is lost at 1,800 s. With sets that take 5 % of their rating in one step, what the switch of side A brings them at once is more, and
    // said with the watts. Sets that take 70 %, as in the catalogue, are not at their limit; nor is one that is stopped.
    void blockLoadIsALimit() {
        Project p = calm();
        addDrill(p, "lost", "fail", "grid-a", 30.0, 25.0);
        PowerRun usual(p);
        usual.until(1900.0);
        QVERIFY(usual.when("ats-a", "Takes power from Generator set A") > 0.0);
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
        PowerRun weak(std::move(*made));
        weak.until(1900.0);
        const double standsS = weak.when("ats-a", "Takes power from Generator set A");
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
        PowerRun alone(std::move(*made));
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
        PowerRun r(p);
        r.until(600.0);
        const auto ups = static_cast<std::size_t>(r.unit("ups-a"));
        const double fullJ = r.s->state().power.energy[ups];
        r.until(630.0);
        QVERIFY(r.s->state().power.energy[ups] < fullJ);
        r.until(3000.0);
        QVERIFY(near(r.s->state().power.energy[ups] / fullJ, 1.0, 0.01));
        QVERIFY(r.when("ups-a", "Battery full") > 0.0);
    }

    // The generators come 5 s before the batteries are empty: input good, 2 s to qualify, then 15 s of walk-in in ten steps, of
    // which the battery gives 1, 0.9, 0.8 ... That would be 8.25 s of the full load, and 3 s of it are left: they last for
    // 1.5 (1 + 0.9) = 2.85 s in two steps and 0.15 / 0.8 s of the third, 3.2 s in all. Then the bypass takes the load: no rack notices.
    // Of lithium, whose energy is the same at any rate: lead acid gives more as the rectifier takes over.
    void emptyWhileItWalksIn() {
        Project p = calm();
        for (const char* side : {"ups-a", "ups-b"}) {
            set(p, side, "part", std::string{"ups-li-1250"});
        }
        for (const char* side : {"a", "b"}) {
            addDrill(p, std::string{"lost-"} + side, "fail", std::string{"grid-"} + side, 20.0);
        }
        Project dark = p;
        for (const char* side : {"a", "b"}) {
            addDrill(dark, std::string{"out-"} + side, "fail", std::string{"gen-"} + side, 0.0);
        }
        PowerRun alone(dark);
        alone.until(2700.0);
        const double emptyS = alone.when("ups-a", "Battery empty");
        QVERIFY(emptyS > 1260.0);
        // 45 s to start, 1 s to confirm and 0.1 s to change over.
        set(p, "power_policy", "genset_delay_s", emptyS - 1200.0 - 5.0 - 46.1);
        PowerRun r(p);
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

    // Three sags within a minute lock a UPS on battery; it stays there with good mains until reset.
    void threeSagsLockOut() {
        Project p = calm();
        for (int i = 0; i < 3; ++i) {
            addDrill(p, "sag-" + std::to_string(i), "sag", "grid-b", 10.0 + 0.3 * i, 0.005);
        }
        addDrill(p, "person", "reset", "ups-b", 15.0);
        PowerRun r(p);
        r.until(14.0 * 60.0);
        QVERIFY(r.mode("ups-b") == PowerUnitState::LockedOut);
        QVERIFY(r.mode("ups-a") == PowerUnitState::Normal);
        r.until(16.0 * 60.0);
        QVERIFY(r.mode("ups-b") == PowerUnitState::Normal);
    }

    // Locked out until its battery is empty: dead, and the racks on their other cord. Reset: it
    // carries again and fills up at the charger's power in t = E / P.
    void emptyBatteryFillsUpAgain() {
        Project p = calm();
        set(p, "ups-b", "part", std::string{"ups-li-1250"});
        for (int i = 0; i < 3; ++i) {
            addDrill(p, "sag-" + std::to_string(i), "sag", "grid-b", 10.0 + 0.3 * i, 0.005);
        }
        addDrill(p, "person", "reset", "ups-b", 60.0);
        PowerRun r(p);
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

    // One UPS behind the other: what passes both is metered once, behind the second.
    void aUpsBehindAUps() {
        Project p = calm();
        set(p, "ups-b", "sources", std::vector<std::string>{"ups-a"});
        PowerRun r(p);
        r.until(3600.0);
        const RunSummary s = r.s->summary();
        QVERIFY2(s.value("pue_category_1") > 1.0,
                 qPrintable(QString::number(s.value("pue_category_1"))));
        QVERIFY(s.value("pue_category_1") < s.value("pue_category_2"));
    }

    // Generators that are the only source run from the beginning: no battery is touched, no rack
    // dark, and PUE is that of any hall.
    void primeGeneratorsRun() {
        Project p = scenario("tour-small-hall");
        set(p, "failures", "enabled", false);
        set(p, "ats", "sources", std::vector<std::string>{"gensets"});
        PowerRun r(p);
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
        PowerRun r(p);
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
        PowerRun r(p);
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
        QVERIFY2(sum.value("pue") > 1.0 && sum.value("pue") < 1.5,
                 qPrintable(QString::number(sum.value("pue"))));
        QVERIFY(sum.value("pue_category_1") >= 1.0 && sum.value("pue_category_2") >= 1.0);
        QVERIFY(r.s->state().shown[FacilityQuantity::Pue] > 1.0);
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
        PowerRun r(p);
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

HEADROOM_TEST(TestStandby)
}  // namespace tst_standby

#include "tst_standby.moc"
