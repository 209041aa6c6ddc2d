// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/power/network.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace tst_board_battery {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// The 2N scenario without drills and failures; main board A has a battery of 200 kWh, half full.
Project withBattery(double givesKw, double lossKw = 0.0) {
    Project p = scenario("feed-loss-2n");
    removeAll(p, "drill");
    set(p, "failures", "enabled", false);
    set(p, "main-a", "external_battery_kwh", 200.0);
    set(p, "main-a", "external_battery_start_pct", 50.0);
    set(p, "main-a", "external_battery_kw", givesKw);
    set(p, "main-a", "external_battery_loss_kw", lossKw);
    return p;
}

void open(Project& p, const std::string& unit, double atMin, double durationMin) {
    Object o;
    o.id = "drill";
    o.type = headroom::models::findComponentType("drill");
    o.values.assign(o.type->attributes.size(), {});
    p.objects.push_back(o);
    set(p, "drill", "action", std::string("open"));
    set(p, "drill", "unit", unit);
    set(p, "drill", "at_min", atMin);
    set(p, "drill", "duration_min", durationMin);
}

struct Run {
    explicit Run(const Project& project) : s(simulator(project)) {}

    /// Holds of every step that the balance of energy holds, and that nothing flows back to the grid.
    void until(double untilS) {
        while (s->timeS() < untilS - 1e-6) {
            s->step();
            for (const Event& e : s->takeEvents()) {
                events.push_back(e);
            }
            sound = sound && facility(FacilityQuantity::EnergyImbalance) < 1e-9 &&
                    facility(FacilityQuantity::UtilityPower) > -1.0;
        }
    }

    /// From here on with one number of the design changed, as a guest or a person does it.
    void edit(Project& p, const std::string& key, double value) {
        set(p, "main-a", key, value);
        auto plant = compile(p, catalogue(), {});
        QVERIFY(plant.has_value());
        auto changed = s->changed(std::make_shared<const Plant>(std::move(*plant)), key);
        QVERIFY(changed.has_value());
        s = std::move(*changed);
    }

    double battery(BatteryQuantity q, std::size_t i = 0) const {
        return s->state().shown.batteries.at(i)[static_cast<std::size_t>(q)];
    }

    double facility(FacilityQuantity q) const { return s->state().shown[q]; }

    double outputW(const std::string& id) const {
        const auto& units = s->plant().network->units;
        const auto at = std::find_if(units.begin(), units.end(),
                                     [&](const PowerUnit& u) { return u.id == id; });
        return s->state().power.flow.outVa[static_cast<std::size_t>(at - units.begin())].real();
    }

    double when(const std::string& part) const {
        const auto at = std::find_if(events.begin(), events.end(), [&](const Event& e) {
            return e.subject == "main-a" && e.text.find(part) != std::string::npos;
        });
        return at == events.end() ? -1.0 : at->timeS;
    }

    std::unique_ptr<Simulator> s;
    std::vector<Event> events;
    bool sound = true;
};

constexpr double kKwh = 3.6e6;

}  // namespace

/// A battery on a board whose control is somebody else's: what it gives, what it holds, and that no joule is lost.
class TestBoardBattery : public QObject {
    Q_OBJECT

  private slots:

    // 100 kW for half an hour out of 100 kWh leave 50; at 4 kW of losses another 2 kWh are gone. The utility delivers that much
    // less than without it, and the transformer and cables before it lose at most 5 % of it less.
    void givesAndIsMetered() {
        Run plain(withBattery(0.0)), run(withBattery(100.0, 4.0));
        plain.until(1800.0);
        run.until(1800.0);
        QCOMPARE(run.battery(BatteryQuantity::Power), 100e3);
        QCOMPARE(run.battery(BatteryQuantity::Loss), 4e3);
        QVERIFY2(std::abs(run.battery(BatteryQuantity::Charge) - 48.0 * kKwh) < 1.0,
                 qPrintable(QString::number(run.battery(BatteryQuantity::Charge) / kKwh)));
        QCOMPARE(run.facility(FacilityQuantity::BatteryPower), 100e3);
        const double lessW = plain.facility(FacilityQuantity::UtilityPower) -
                             run.facility(FacilityQuantity::UtilityPower);
        QVERIFY2(lessW >= 100e3 && lessW < 105e3, qPrintable(QString::number(lessW)));
        // It is consumed all the same, its losses with it: within what the wires lost less.
        const double moreJ = run.facility(FacilityQuantity::FacilityEnergy) -
                             plain.facility(FacilityQuantity::FacilityEnergy);
        QVERIFY2(moreJ <= 2.0 * kKwh && moreJ > 2.0 * kKwh - 0.05 * 50.0 * kKwh,
                 qPrintable(QString::number(moreJ / kKwh)));
        QVERIFY(run.facility(FacilityQuantity::Pue) >= 1.0);
        QVERIFY(plain.sound && run.sound);
    }

    // 100 kW into 100 kWh of room are 1 h. Then it is full, says so once, and takes its losses alone.
    void takesUntilItIsFull() {
        Run run(withBattery(-100.0));
        run.until(1800.0);
        QCOMPARE(run.battery(BatteryQuantity::Power), -100e3);
        QVERIFY(std::abs(run.battery(BatteryQuantity::Charge) - 150.0 * kKwh) < 1.0);
        run.until(2.0 * 3600.0);
        QVERIFY2(std::abs(run.when("is full: 200 kWh") - 3600.0) < 1.0,
                 qPrintable(QString::number(run.when("is full"))));
        QVERIFY(std::abs(run.battery(BatteryQuantity::Power)) < 1e-6);
        QVERIFY(std::abs(run.battery(BatteryQuantity::Charge) - 200.0 * kKwh) < 1.0);
        QCOMPARE(std::count_if(
                     run.events.begin(), run.events.end(),
                     [](const Event& e) { return e.text.find("is full") != std::string::npos; }),
                 std::ptrdiff_t{1});
        QVERIFY(run.sound);
    }

    // 120 kW with 5 kW of losses empty 100 kWh in 100 / 125 h = 2,880 s. Not a joule more comes out.
    void givesUntilItIsEmpty() {
        Run run(withBattery(120.0, 5.0));
        run.until(2865.0);
        QCOMPARE(run.battery(BatteryQuantity::Power), 120e3);
        run.until(3600.0);
        QVERIFY2(std::abs(run.when("is empty") - 2880.0) < 1.0,
                 qPrintable(QString::number(run.when("is empty"))));
        QCOMPARE(run.battery(BatteryQuantity::Power), 0.0);
        QCOMPARE(run.battery(BatteryQuantity::Loss), 0.0);
        QVERIFY(std::abs(run.battery(BatteryQuantity::Charge)) < 1.0);
        QVERIFY(run.sound);
    }

    // Asked for 5 MW it gives what its board takes: nothing flows back. What left it is what the board's loads took.
    void feedsItsOwnBoardOnly() {
        Run run(withBattery(5000.0));
        run.until(120.0);
        QVERIFY2(std::abs(run.outputW("main-a")) < 1.0,
                 qPrintable(QString::number(run.outputW("main-a"))));
        QVERIFY(run.battery(BatteryQuantity::Power) > 100e3 &&
                run.battery(BatteryQuantity::Power) < 5e6);
        QVERIFY(run.sound);
    }

    // One more behind a board that is fed from there: both together give no more than is taken.
    void standsBehindAnother() {
        Project p = withBattery(5000.0);
        set(p, "mech-a", "external_battery_kwh", 200.0);
        set(p, "mech-a", "external_battery_kw", 5000.0);
        Run run(p);
        run.until(120.0);
        QCOMPARE(run.s->state().shown.batteries.size(), std::size_t{2});
        QVERIFY(std::abs(run.outputW("main-a")) < 1.0 && std::abs(run.outputW("mech-a")) < 1.0);
        QVERIFY(run.battery(BatteryQuantity::Power, 0) > 0.0 &&
                run.battery(BatteryQuantity::Power, 1) > 0.0);
        QVERIFY(run.sound);
    }

    // It follows a live board and makes none live: with its incomer open it rests, and keeps what it holds.
    void restsOnADeadBoard() {
        Project p = withBattery(50.0);
        open(p, "main-a", 10.0, 10.0);
        Run run(p);
        run.until(900.0);
        QCOMPARE(run.battery(BatteryQuantity::Power), 0.0);
        const double heldJ = run.battery(BatteryQuantity::Charge);
        QVERIFY(std::abs(heldJ - (100.0 - 50.0 / 6.0) * kKwh) < 0.02 * kKwh);
        run.until(1185.0);
        QCOMPARE(run.battery(BatteryQuantity::Charge), heldJ);
        run.until(1800.0);
        QCOMPARE(run.battery(BatteryQuantity::Power), 50e3);
        QVERIFY(run.sound);
    }

    // Edits as of a guest: charge continues. In 600 s at -60, 600 s at 90 and 600 s at 0 kW with 3 kW of losses:
    // 100 + 10 - 15 - 3 * 0.5 kWh.
    void goesOnOverEdits() {
        Project p = withBattery(-60.0, 3.0);
        Run run(p);
        run.until(600.0);
        run.edit(p, "external_battery_kw", 90.0);
        QVERIFY(std::abs(run.battery(BatteryQuantity::Charge) - 109.5 * kKwh) < 1.0);
        run.until(1200.0);
        run.edit(p, "external_battery_kw", 0.0);
        run.until(1800.0);
        QVERIFY2(std::abs(run.battery(BatteryQuantity::Charge) - 93.5 * kKwh) < 1.0,
                 qPrintable(QString::number(run.battery(BatteryQuantity::Charge) / kKwh)));
        QVERIFY(run.sound);
        // A branch continues to the same bytes.
        auto other = run.s->branch();
        run.until(2100.0);
        while (other->timeS() < 2100.0 - 1e-6) {
            other->step();
        }
        QCOMPARE(other->stateHash(), run.s->stateHash());
    }

    // Threads sweep sections of the wiring side by side: no bit depends on it.
    void isTheSameOnThreads() {
        Project p = withBattery(5000.0, 2.0);
        Run one(p), two(p);
        two.s->useThreads(2);
        one.until(600.0);
        two.until(600.0);
        QCOMPARE(two.s->stateHash(), one.s->stateHash());
    }

    // Channels of a recording have it by the id of its board, and only where there is one.
    void isAChannel() {
        Run run(withBattery(100.0));
        run.until(60.0);
        const auto& channels = run.s->channels();
        std::vector<double> values(channels.size());
        run.s->sample(values);
        const auto at = std::find_if(channels.begin(), channels.end(), [](const Channel& c) {
            return c.name == "battery/main-a/power_kw";
        });
        QVERIFY(at != channels.end());
        QCOMPARE(values[static_cast<std::size_t>(at - channels.begin())], 100e3);
        Project none = scenario("feed-loss-2n");
        const Run other(none);
        QVERIFY(std::none_of(other.s->channels().begin(), other.s->channels().end(),
                             [](const Channel& c) { return c.name.starts_with("battery/"); }));
    }

    // A UPS and a generator have a store already.
    void isRefusedBesideAStore() {
        for (const char* unit : {"ups-a", "gen-a"}) {
            Project p = withBattery(0.0);
            set(p, unit, "external_battery_kwh", 10.0);
            const auto plant = compile(p, catalogue(), {});
            QVERIFY(!plant.has_value());
            QVERIFY(std::any_of(plant.error().begin(), plant.error().end(),
                                [](const Error& e) { return e.code == "SIM-047"; }));
        }
    }
};

HEADROOM_TEST(TestBoardBattery)
}  // namespace tst_board_battery

#include "tst_board_battery.moc"
