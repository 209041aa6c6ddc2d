// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_group.h"
#include "engine/alarms/alarm_watch.h"
#include "engine/base/json.h"
#include "engine/live/run.h"
#include "engine/plant/part_names.h"
#include "engine/plant/plant.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QtTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <set>

namespace tst_alarm_watch {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

QString utf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Steps to the time and looks after each step.
void go(Simulator& simulator, AlarmWatch& watch, double untilS) {
    while (simulator.timeS() < untilS - 1e-9) {
        simulator.step();
        watch.take(simulator, simulator.takeEvents());
    }
}

const AlarmRow* find(const std::vector<AlarmRow>& rows, AlarmKind kind,
                     const std::string& object = {}) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const AlarmRow& r) {
        return r.kind == kind && (object.empty() || r.object == object);
    });
    return row == rows.end() ? nullptr : &*row;
}

}  // namespace

class TestAlarmWatch : public QObject {
    Q_OBJECT

  private slots:

    void everyKindHasARowOfItsOwn() {
        std::set<std::string_view> keys;
        for (std::size_t i = 0; i < alarmKinds().size(); ++i) {
            const AlarmInfo& info = alarmKinds()[i];
            QCOMPARE(static_cast<std::size_t>(info.kind), i);
            QVERIFY(keys.insert(info.key).second);
            QVERIFY(!info.title.empty() && info.condition.ends_with('.'));
        }
    }

    void theHelpPageHasEveryKind() {
        QFile page(QStringLiteral(HEADROOM_SOURCE_DIR "/resources/help/alarms.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        for (const AlarmInfo& info : alarmKinds()) {
            const QString row =
                QStringLiteral("| %1 | %2 | %3 | `%4` | %5 |")
                    .arg(utf8(info.title), alarmSeverityName(info.severity),
                         eventAreaName(info.area), utf8(info.key), utf8(info.condition));
            QVERIFY2(text.contains(row), qPrintable(row));
        }
    }

    /// Nothing fails in the first half hour of the scenario: its first order comes at 1 h.
    void nothingIsWrongInAQuietRun() {
        const auto s = simulator(scenario("cascading-cooling"));
        AlarmWatch watch;
        go(*s, watch, 1800.0);
        QVERIFY(watch.list()->active.empty());
        QCOMPARE(watch.list()->raised, std::int64_t{0});
        const auto same = watch.list();
        go(*s, watch, 1815.0);
        QCOMPARE(watch.list(), same);  // shared while nothing changes
    }

    /// The second mechanical board is opened by mistake at 7200 s. By the story of the scenario all 16
    /// liquid-cooled racks trip from 7402 s on, both jobs are lost, and the servers are back 30 min
    /// after they tripped: so at 7425 s the list must say so and name the breaker, and at 4 h none of
    /// it may be active.
    void aCascadeNamesItsFirstCause() {
        const auto s = simulator(scenario("cascading-cooling"));
        AlarmWatch watch;
        go(*s, watch, 7425.0);
        const auto list = watch.list();
        const AlarmRow* tripped = find(list->active, AlarmKind::RacksTripped);
        QVERIFY(tripped != nullptr);
        QCOMPARE(tripped->count, 16);
        QCOMPARE(tripped->of, 16);
        QCOMPARE(tripped->object, std::string("liquid"));
        QCOMPARE(alarmText(*tripped), std::string("Tripped for heat: all 16 racks"));
        QVERIFY(tripped->sinceS >= 7402.5 && tripped->sinceS < 7402.5 + s->stepS());
        QVERIFY2(tripped->causeText.ends_with("Its incoming breaker is opened."),
                 tripped->causeText.c_str());
        QVERIFY(tripped->cause >= 0 && tripped->cause < tripped->event);
        const auto jobs =
            std::count_if(list->active.begin(), list->active.end(),
                          [&](const AlarmRow& r) { return r.kind == AlarmKind::JobInterrupted; });
        QVERIFY(jobs >= 1);
        const AlarmRow* open = find(list->active, AlarmKind::BreakerOpen, "mech-a");
        QVERIFY(open != nullptr);
        QVERIFY(open->causeText.empty());  // it is the first cause itself
        QCOMPARE(list->active.front().severity(), AlarmSeverity::Critical);
        QVERIFY(list->activeBySeverity[static_cast<std::size_t>(AlarmSeverity::Critical)] >= 2);

        go(*s, watch, 4.0 * 3600.0);
        QVERIFY(find(watch.list()->active, AlarmKind::RacksTripped) == nullptr);
        const AlarmRow* over = find(watch.list()->ended, AlarmKind::RacksTripped);
        QVERIFY(over != nullptr);
        // All tripped within the step that the alarm names, and are back 1800 s later (kTripResetS): the alarm ends
        // in the step of the last of them, one step after the first at most.
        const double backS = tripped->sinceS + 1800.0;
        QVERIFY2(over->endedS >= backS && over->endedS <= backS + s->stepS(),
                 qPrintable(QString::number(over->endedS - backS)));
        QVERIFY(over->number == tripped->number);
    }

    /// In the cascade board A is open from 7200 to 7440 s and board B from 3600 to 14400 s. At 7500 s what
    /// board B feeds is still without power, though its own disturbance was over when board A came back:
    /// every alarm goes back to one of the two breakers, and both boards to their own.
    void allOfACascadeNamesABreaker() {
        const auto s = simulator(scenario("cascading-cooling"));
        AlarmWatch watch;
        go(*s, watch, 7560.0);
        const auto list = watch.list();
        QVERIFY(list->active.size() >= 6);
        for (const AlarmRow& row : list->active) {
            QVERIFY2(row.kind == AlarmKind::BreakerOpen ||
                         row.causeText.ends_with("Its incoming breaker is opened."),
                     (row.name + ": " + alarmText(row)).c_str());
        }
        const AlarmRow* board = find(list->active, AlarmKind::UnitUnpowered, "mech-b");
        QVERIFY(board != nullptr);
        QVERIFY2(board->causeText.starts_with("Mechanical board B"), board->causeText.c_str());
        // Two mistakes, two groups: board B, open on purpose, and board A.
        QCOMPARE(groupAlarms(list->active).size(), std::size_t{2});
    }

    /// The sets of the tour have failed, then its mains. The UPS carries racks and board alone: with some
    /// minutes of battery it is empty within half an hour, and then PDUs, board, air handlers, pumps, racks
    /// and jobs are dead of the mains. The sets alone go back to their own order.
    void anEmptyBatteryIsNoFirstCause() {
        const auto s = simulator(scenario("tour-small-hall"));
        AlarmWatch watch;
        go(*s, watch, 60.0);
        const auto fail = [&](const char* unit) {
            PlantOrder order;
            order.unit = unit;
            order.action = headroom::models::DrillAction::Fail;
            s->operate(order);
        };
        fail("gensets");
        go(*s, watch, 75.0);
        fail("grid");
        go(*s, watch, 2400.0);
        const auto list = watch.list();
        const AlarmRow* ups = find(list->active, AlarmKind::UnitUnpowered, "ups");
        QVERIFY(ups != nullptr);
        QVERIFY2(ups->text.starts_with("Battery empty"), ups->text.c_str());
        int pdus = 0;
        for (const AlarmRow& row : list->active) {
            pdus += row.kind == AlarmKind::UnitUnpowered && row.object == "pdus" ? 1 : 0;
            const bool isFirst = row.kind == AlarmKind::MainsLost || row.object == "gensets";
            QVERIFY2(isFirst || row.causeText.ends_with("Mains lost."),
                     (row.name + ": " + alarmText(row) + ": " + row.causeText).c_str());
        }
        QCOMPARE(pdus, 5);
        const auto groups = groupAlarms(list->active);
        QCOMPARE(groups.size(), std::size_t{2});
        QVERIFY(groups.front().text.ends_with("Mains lost."));
        QCOMPARE(groups.front().members.size() + groups.back().members.size(), list->active.size());
        // What began it is first among its members.
        QCOMPARE(list->active[static_cast<std::size_t>(groups.front().members.front())].kind,
                 AlarmKind::MainsLost);
    }

    /// By the scenario, grid-a is away from 1800 to 3300 s; ups-a bridges until its generator runs at
    /// 1850 s and is off its battery at 1868.1 s.
    void anOutageIsRaisedAndEnds() {
        const auto s = simulator(scenario("feed-loss-2n"));
        AlarmWatch watch;
        go(*s, watch, 1810.0);
        const auto list = watch.list();
        const AlarmRow* mains = find(list->active, AlarmKind::MainsLost, "grid-a");
        QVERIFY(mains != nullptr);
        QCOMPARE(mains->severity(), AlarmSeverity::Critical);
        QCOMPARE(mains->text, std::string("Mains lost."));
        const AlarmRow* battery = find(list->active, AlarmKind::OnBattery, "ups-a");
        QVERIFY(battery != nullptr);
        QCOMPARE(battery->cause, mains->event);
        QVERIFY(battery->text.starts_with("On battery with"));
        go(*s, watch, 1900.0);
        QVERIFY(find(watch.list()->active, AlarmKind::OnBattery) == nullptr);
        QVERIFY(find(watch.list()->active, AlarmKind::MainsLost) != nullptr);
        go(*s, watch, 3400.0);
        QVERIFY(find(watch.list()->active, AlarmKind::MainsLost) == nullptr);
        QCOMPARE(find(watch.list()->ended, AlarmKind::MainsLost)->endedS, 3300.0);
    }

    /// Every machine of the coolant plant has an id that begins with an object's, and a name that ends with what the project
    /// calls that object: an event about the CDU pumps says "Pumps of CDUs", not "cdus pumps of CDUs".
    void machinesAreCalledAfterTheirObject() {
        for (const char* name : {"cascading-cooling", "tour-small-hall", "immersion-hall"}) {
            const auto s = simulator(scenario(name));
            const Plant& plant = s->plant();
            for (const CoolingLink& link : plant.cooling->links) {
                const std::string id = partOf(plant, link);
                const std::string called = nameOfPart(plant, id);
                const std::string object = id.substr(0, id.find('/'));
                QVERIFY2(called != id && called.find('/') == std::string::npos, called.c_str());
                QVERIFY2(std::isupper(static_cast<unsigned char>(called.front())) != 0,
                         called.c_str());
                QVERIFY2(called.starts_with(nameOfPart(plant, object)) ||
                             called.find(" of " + nameOfPart(plant, object)) != std::string::npos,
                         (id + ": " + called).c_str());
            }
        }
    }

    /// A part that is failed by hand is in the list with its next step, and leaves it when repaired:
    /// this is what "Nothing is broken" hangs on.
    /// Utility A is lost at 1800 s and at 3600 s. Boards behind a transfer switch are dead while the switch waits for its
    /// confirmation time and changes over: they go back to the utility, as all others do.
    void boardsBehindATransferSwitchNameTheUtility() {
        const auto s = simulator(scenario("feed-loss-2n"));
        AlarmWatch watch;
        std::set<std::string> dead;
        while (s->timeS() < 3700.0) {
            go(*s, watch, s->timeS() + s->stepS());
            for (const AlarmRow& row : watch.list()->active) {
                if (row.kind == AlarmKind::UnitUnpowered) {
                    dead.insert(row.object);
                    QVERIFY2(!row.causeText.empty(), (row.name + ' ' + alarmText(row)).c_str());
                }
            }
        }
        QVERIFY(dead.contains("mech-a") && dead.contains("main-a"));
    }

    void whatIsFailedByHandIsThere() {
        const auto s = simulator(scenario("tour-small-hall"));
        AlarmWatch watch;
        go(*s, watch, 60.0);
        PlantOrder order;
        order.unit = s->plant().network->arrays.back().id;
        for (const PowerArray& array : s->plant().network->arrays) {
            if (s->plant().network->units[static_cast<std::size_t>(array.firstUnit)].kind ==
                PowerKind::Ups) {
                order.unit = array.id;
                break;
            }
        }
        order.action = headroom::models::DrillAction::Fail;
        s->operate(order);
        go(*s, watch, 75.0);
        const auto list = watch.list();
        const AlarmRow* failed = find(list->active, AlarmKind::UnitFailed, order.unit);
        QVERIFY(failed != nullptr);
        QCOMPARE(watch.raised(), std::optional(AlarmSeverity::Critical));
        order.action = headroom::models::DrillAction::Repair;
        s->operate(order);
        go(*s, watch, 200.0);
        QVERIFY(find(watch.list()->active, AlarmKind::UnitFailed) == nullptr);
    }

    /// A run and the same run that is watched end in the same State.
    void watchingChangesNothing() {
        const auto a = simulator(scenario("cascading-cooling"));
        const auto b = simulator(scenario("cascading-cooling"));
        AlarmWatch watch;
        go(*a, watch, 7500.0);
        while (b->timeS() < 7500.0 - 1e-9) {
            b->step();
            b->takeEvents();
        }
        QCOMPARE(a->stateHash(), b->stateHash());
    }

    void theSummaryListsThem() {
        const auto s = simulator(scenario("cascading-cooling"));
        AlarmWatch watch;
        go(*s, watch, 7425.0);
        const auto json =
            parseJson<nlohmann::json>(summaryJson(s->summary(), 0.0, watch.list().get()));
        const auto& active = json.at("alarms").at("active");
        QCOMPARE(active.size(), watch.list()->active.size());
        QCOMPARE(json.at("alarms").at("raised").get<std::int64_t>(), watch.list()->raised);
        QCOMPARE(active[0].at("severity").get<std::string>(), std::string("Critical"));
        std::size_t members = 0;
        for (const auto& cause : json.at("alarms").at("causes")) {
            members += cause.at("alarms").get<std::size_t>();
            QVERIFY(!cause.at("text").get<std::string>().empty());
        }
        QCOMPARE(members, active.size());
        QVERIFY(active[0].contains("since_s") && !active[0].contains("ended_s"));
        QVERIFY(summaryText(s->summary(), 0.0, watch.list().get()).find("Tripped for heat") !=
                std::string::npos);
    }
};

HEADROOM_TEST(TestAlarmWatch)
}  // namespace tst_alarm_watch

#include "tst_alarm_watch.moc"
