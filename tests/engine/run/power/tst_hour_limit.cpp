// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant_hours.h"
#include "engine/run/simulator.h"
#include "engine/run/state/snapshot.h"
#include "engine/run/state/state.h"
#include "models/facility/power_policy.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tst_hour_limit {

using namespace headroom::engine;
using namespace headroom::tests;
using headroom::models::Value;
namespace unit = headroom::models::unit;

namespace {

constexpr double kHourS = 3600.0;

/// The hall in Phoenix from two in the afternoon of a Wednesday in July. Its tariff, APS E-32 TOU L, has two prices
/// in summer: 0.07741 USD/kWh on weekdays from 15 to 20 h, 0.06334 otherwise. These 655 hours or so of a year are
/// 7.5 % of it: with at most a tenth of the hours, all of them and no others.
Project afternoon(const Value& follows, double limitPct) {
    Project project = scenario("solar-and-storage");
    set(project, "project", "start", std::string("2026-07-15T14:00:00"));
    const headroom::models::ComponentType& type = headroom::models::PowerPolicySpec::type();
    Object policy{std::string(type.section), &type, std::vector<Value>(type.attributes.size())};
    project.objects.push_back(std::move(policy));
    set(project, std::string(type.section), "limit_follows", follows);
    set(project, std::string(type.section), "limit_pct", limitPct);
    return project;
}

struct Run {
    std::unique_ptr<Simulator> s;
    std::vector<Event> events;

    explicit Run(const Project& project) : s(simulator(project)) { take(); }

    void take() {
        for (const Event& e : s->takeEvents()) {
            events.push_back(e);
        }
    }

    void until(double untilS) {
        while (s->timeS() < untilS - 1e-6) {
            s->step();
            take();
        }
    }

    double now(FacilityQuantity q) const { return s->state().shown[q]; }

    std::vector<Event> ofPolicy() const {
        std::vector<Event> its;
        std::copy_if(events.begin(), events.end(), std::back_inserter(its),
                     [](const Event& e) { return e.subject == "power policy"; });
        return its;
    }

    const Event* byId(std::int64_t id) const {
        const auto at =
            std::find_if(events.begin(), events.end(), [&](const Event& e) { return e.id == id; });
        return at != events.end() ? &*at : nullptr;
    }

    /// What a kilowatt-hour of the grid cost over the next hour [USD].
    double priceOfHour() {
        const Totals before = s->state().totals;
        until(s->timeS() + kHourS);
        const Totals& after = s->state().totals;
        return (after.energyUsd - before.energyUsd) /
               ((after.utilityJ - before.utilityJ) / unit::kilowattHour.toSi);
    }
};

}  // namespace

class TestHourLimit : public QObject {
    Q_OBJECT

  private slots:

    // 14 h: all of the power; 15 to 20 h: no chip above 60 % of its 700 W, so that those that work draw at most that
    // together, and the others what they draw idle; from 20 h on as before. Each change is one event, caused by the
    // price of its hour, at the minute.
    void dearHours() {
        Run run(afternoon(std::string("price"), 60.0));
        const Plant& plant = run.s->plant();
        const headroom::models::AcceleratorSpec& chip = plant.blocks.front().accelerator;
        QCOMPARE(chip.tdpW, 700.0);
        const auto mostW = [&] {
            const double busy = run.now(FacilityQuantity::BusyAccelerators);
            return busy * 0.6 * chip.tdpW + (plant.accelerators - busy) * chip.idleW;
        };
        const auto chipsW = [&] { return run.now(FacilityQuantity::AcceleratorPower); };
        run.until(0.9 * kHourS);
        QVERIFY2(chipsW() > 1.05 * mostW(), std::to_string(chipsW() / mostW()).c_str());
        run.until(1.1 * kHourS);
        QVERIFY2(chipsW() <= mostW() * (1.0 + 1e-9), std::to_string(chipsW() / mostW()).c_str());
        const double tokensUnder = run.now(FacilityQuantity::TokensPerS);
        // Held by a limit, not by heat.
        QCOMPARE(run.now(FacilityQuantity::ThrottledAccelerators), 0.0);
        run.until(5.9 * kHourS);
        QVERIFY(chipsW() <= mostW() * (1.0 + 1e-9));
        run.until(6.2 * kHourS);
        QVERIFY(chipsW() > 1.05 * mostW());
        QVERIFY(run.now(FacilityQuantity::TokensPerS) > tokensUnder);

        const std::vector<Event> told = run.ofPolicy();
        QCOMPARE(told.size(), std::size_t{2});
        QCOMPARE(told[0].kind, EventKind::Limit);
        QCOMPARE(told[0].timeS, 1.0 * kHourS);
        QCOMPARE(told[1].kind, EventKind::Recovery);
        QCOMPARE(told[1].timeS, 6.0 * kHourS);
        const Event* why = run.byId(told[0].cause);
        QVERIFY(why != nullptr);
        QCOMPARE(why->subject, std::string("grid"));
        QCOMPARE(why->area, EventArea::Environment);
        QVERIFY2(why->text.find("0.0774 USD/kWh") != std::string::npos, why->text.c_str());
    }

    // Where operation follows hours, money goes by them: a kilowatt-hour from 14 to 15 h costs 0.06334 USD, one from
    // 15 to 16 h 0.07741.
    void moneyGoesByTheHour() {
        Run run(afternoon(std::string("price"), 60.0));
        QVERIFY(std::abs(run.priceOfHour() - 0.06334) < 1e-9);
        QVERIFY(std::abs(run.priceOfHour() - 0.07741) < 1e-9);
    }

    // A limit of all of the power binds nowhere: the same tokens as where nothing is followed.
    void limitOfAll() {
        Run all(afternoon(std::string("price"), 100.0));
        Run none(afternoon(std::string("nothing"), 100.0));
        all.until(1.5 * kHourS);
        none.until(1.5 * kHourS);
        QCOMPARE(none.ofPolicy().size(), std::size_t{0});
        QCOMPARE(all.ofPolicy().size(), std::size_t{1});
        const double tokens = none.now(FacilityQuantity::Tokens);
        QVERIFY(tokens > 0.0 && std::abs(all.now(FacilityQuantity::Tokens) / tokens - 1.0) < 1e-6);
    }

    // Carbon has hours of its own; at most a tenth of the year is limited, and some of it is.
    void dirtyHours() {
        const auto made = simulator(afternoon(std::string("carbon"), 60.0));
        const std::vector<bool>& hours = made->plant().hours->limit.hours;
        const auto limited = std::count(hours.begin(), hours.end(), true);
        QVERIFY(limited > 0 && limited <= 876);
    }

    // Begun in a dear hour, and by an edit in one: the limit holds at once, and the edit is its cause.
    void beginsWithinTheHour() {
        Project project = afternoon(std::string("price"), 60.0);
        set(project, "project", "start", std::string("2026-07-15T16:30:00"));
        QCOMPARE(Run(project).ofPolicy().size(), std::size_t{1});

        Project plain = afternoon(std::string("nothing"), 60.0);
        set(plain, "project", "start", std::string("2026-07-15T16:30:00"));
        Run run(plain);
        run.until(600.0);
        QCOMPARE(run.ofPolicy().size(), std::size_t{0});
        auto plant = compile(project, catalogue(), {});
        QVERIFY(plant.has_value());
        auto edited =
            run.s->changed(std::make_shared<const Plant>(std::move(*plant)), "Follows the price");
        QVERIFY(edited.has_value());
        run.s = std::move(*edited);
        run.until(1200.0);
        const std::vector<Event> told = run.ofPolicy();
        QCOMPARE(told.size(), std::size_t{1});
        const Event* hour = run.byId(told[0].cause);
        QVERIFY(hour != nullptr && hour->cause >= 0);
        const Event* edit = run.byId(hour->cause);
        QVERIFY(edit != nullptr && edit->text.find("Follows the price") != std::string::npos);
    }

    // From a snapshot in the middle of a limited hour the run continues to the same bytes.
    void branchesWithinTheHour() {
        Run run(afternoon(std::string("price"), 60.0));
        run.until(1.5 * kHourS);
        const auto branch = run.s->branch();
        run.until(6.5 * kHourS);
        while (branch->timeS() < run.s->timeS() - 1e-6) {
            branch->step();
        }
        QCOMPARE(hashOf(branch->state()), hashOf(run.s->state()));
    }

    // One price all year: no hour is dearer than the others.
    void flatPriceIsRefused() {
        Project project = scenario("distributed-redundant");
        removeAll(project, "economics");
        set(project, project.objectsOf("power_policy").front()->id, "limit_follows",
            std::string("price"));
        const auto made = Simulator::create(project, catalogue(), {});
        QVERIFY(!made.has_value());
        QCOMPARE(made.error().front().code, std::string("MON-013"));
    }
};

HEADROOM_TEST(TestHourLimit)
}  // namespace tst_hour_limit

#include "tst_hour_limit.moc"
