// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_history.h"
#include "engine/replay/branch.h"
#include "models/facility/drill.h"
#include "tests/engine/replay/recorded_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace tst_branch_off {

using namespace headroom::engine;
using namespace headroom::tests;

class TestBranch : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path file(const char* name) const {
        return folder_.filePath(name).toStdString();
    }

    /// Branches off and records it; its hash at the end.
    std::uint64_t branch(const Replay& replay, const BranchWish& wish, double untilS,
                         const char* name) {
        auto made = branchOff(replay, wish);
        if (!made) {
            qFatal("%s", text(made.error()).c_str());
        }
        auto recorder = Recorder::create(file(name), made->info, made->simulator->channels(), true);
        const std::atomic<bool> never{false};
        AlarmWatch alarms;
        const auto end =
            runBranch(replay, *made, recorder->get(), untilS, oftenKept(), {}, never, &alarms);
        if (!end || !(*recorder)->finish(
                        summaryJson(made->simulator->summary(), 0.0, alarms.list().get()))) {
            qFatal("the branch could not be run");
        }
        return made->simulator->stateHash();
    }

    static std::string refusal(const Replay& replay, const BranchWish& wish) {
        auto made = branchOff(replay, wish);
        return made ? "" : made.error().front().code;
    }

    static PlantOrder failure(const std::string& unit) {
        PlantOrder order;
        order.unit = unit;
        return order;
    }

  private slots:

    // Nobody changed anything: the branch has the bytes of the run at every instant, and its own
    // recording tells the same, with what people did after the branch, events and jobs.
    void withoutAChangeItIsTheRun() {
        const std::vector<Command> commands = {{2400.0, failure("cdus")}, {5400.0, failure("ups")}};
        const RecordedRun run =
            record(scenario("tour-small-hall"), file("run.db"), 7200.0, commands);
        const auto replay = replayOf(file("run.db"));
        BranchWish wish;
        wish.atS = 3000.0;
        QCOMPARE(branch(*replay, wish, 7200.0, "same.db"), run.hashAt.at(7200.0));
        const auto again = replayOf(file("same.db"));
        QCOMPARE(again->firstS(), 3000.0);
        for (const double timeS : {3000.0, 3015.0, 5400.0, 5415.0, 6615.0, 7200.0}) {
            QCOMPARE(again->at(timeS)->simulator->stateHash(), run.hashAt.at(timeS));
        }
        const auto whole = replay->recording().events().value();
        const auto told = again->recording().events().value();
        QCOMPARE(told.size(), whole.size());
        QCOMPARE(told.back().text, whole.back().text);
        QCOMPARE(again->recording().jobs()->size(), replay->recording().jobs()->size());
        QCOMPARE(again->recording().info().branch.parent, std::string{"run.db"});
        // The same from a simulator that is there already.
        const auto there = replay->at(3000.0);
        const auto copied = branchOff(*replay, wish, nullptr, there->simulator.get());
        QVERIFY(copied.has_value());
        QCOMPARE(copied->simulator->stateHash(), run.hashAt.at(3000.0));
        QCOMPARE(copied->ahead.size(), std::size_t{1});
        // A branch of the branch.
        wish.atS = 5400.0;
        QCOMPARE(branch(*again, wish, 7200.0, "again.db"), run.hashAt.at(7200.0));
    }

    // Six hours of which the first has chillers out for good from 30 min on and, from 10 to 20 min, a PDU: a branch at 45 min
    // without a change lists the same alarms, those that had ended, that were active and that come, with their numbers,
    // times and first causes; and the same spans of all jobs, those too that had ended by themselves before it.
    void withoutAChangeItTellsTheSame() {
        Command pdu{600.0, failure("pdus")};
        std::get<PlantOrder>(pdu.what).durationS = 600.0;
        record(scenario("tour-small-hall"), file("told.db"), 21600.0,
               {pdu, {1800.0, failure("chilled")}});
        const auto replay = replayOf(file("told.db"));
        BranchWish wish;
        wish.atS = 2700.0;
        branch(*replay, wish, 21600.0, "told-again.db");
        const auto again = opened(file("told-again.db"));
        using Rows = std::vector<
            std::tuple<std::int64_t, std::string, double, double, int, std::int64_t, std::string>>;
        const auto rowsOf = [](const Recording& recording) {
            const auto history = AlarmHistory::read(recording.summary());
            Rows rows;
            if (history.isKnown()) {
                const auto list = history.at(1e9);
                for (const auto* part : {&list->active, &list->ended}) {
                    for (const AlarmRow& row : *part) {
                        rows.emplace_back(row.number, row.name + ": " + alarmText(row), row.sinceS,
                                          row.endedS, row.count, row.cause, row.causeText);
                    }
                }
            }
            std::sort(rows.begin(), rows.end());
            return rows;
        };
        const Rows whole = rowsOf(replay->recording());
        const auto over = [](const auto& row) {
            return std::get<3>(row) > 0.0 && std::get<3>(row) <= 2700.0;
        };
        const auto across = [](const auto& row) {
            return std::get<2>(row) <= 2700.0 &&
                   !(std::get<3>(row) > 0.0 && std::get<3>(row) <= 2700.0);
        };
        QVERIFY(std::any_of(whole.begin(), whole.end(), over));
        QVERIFY(std::any_of(whole.begin(), whole.end(), across));
        QCOMPARE(rowsOf(*again), whole);
        using Spans = std::vector<std::tuple<std::int64_t, int, double, double, std::int64_t>>;
        const auto spansOf = [](const Recording& recording) {
            Spans spans;
            const auto read = recording.jobSpans();
            for (const JobSpan& s : *read) {
                spans.emplace_back(s.job, static_cast<int>(s.state), s.fromS, s.toS, s.endedBy);
            }
            std::sort(spans.begin(), spans.end());
            return spans;
        };
        const Spans spans = spansOf(replay->recording());
        QVERIFY(std::any_of(spans.begin(), spans.end(), [](const auto& span) {
            return std::get<4>(span) < 0 &&
                   std::get<3>(span) <= 2700.0;  // by itself, before the branch
        }));
        const Spans told = spansOf(*again);
        Spans differ;
        std::set_symmetric_difference(spans.begin(), spans.end(), told.begin(), told.end(),
                                      std::back_inserter(differ));
        QString first;
        for (const auto& [job, state, fromS, toS, by] : differ) {
            first += QString("job %1 state %2 %3-%4 s by %5; ")
                         .arg(job)
                         .arg(state)
                         .arg(fromS)
                         .arg(toS)
                         .arg(by);
        }
        QVERIFY2(differ.empty(), qPrintable(first));
    }

    // The order fails the coolant at 2400 s. Without it there is no event of it, and the run is one
    // in which it was never given.
    void withoutAnOrder() {
        record(scenario("tour-small-hall"), file("order.db"), 3600.0, {{2400.0, failure("cdus")}});
        const RecordedRun never = record(scenario("tour-small-hall"), file("never.db"), 3600.0);
        const auto replay = replayOf(file("order.db"));
        const auto events = replay->recording().events().value();
        const auto event = std::find_if(events.begin(), events.end(),
                                        [](const Event& e) { return e.timeS == 2400.0; });
        QVERIFY(event != events.end());
        BranchWish wish;
        wish.atS = 1800.0;
        wish.without = {event->id};
        QCOMPARE(branch(*replay, wish, 3600.0, "spared.db"), never.hashAt.at(3600.0));
        // It is before this branch; and what follows from another event is not its own.
        wish.atS = 3000.0;
        QCOMPARE(refusal(*replay, wish), std::string{"RPL-010"});
        wish.atS = 1800.0;
        const auto effect = std::find_if(events.begin(), events.end(),
                                         [&](const Event& e) { return e.cause == event->id; });
        QVERIFY(effect != events.end());
        wish.without = {effect->id};
        QCOMPARE(refusal(*replay, wish), std::string{"RPL-011"});
    }

    // The first failure of its own that the tour has within a day hits a server; in the branch that
    // server is never out.
    void withoutAFailure() {
        record(scenario("tour-small-hall"), file("day.db"), 12 * 3600.0);
        const auto replay = replayOf(file("day.db"));
        const auto events = replay->recording().events().value();
        const auto failed = std::find_if(events.begin(), events.end(), [](const Event& e) {
            return e.kind == EventKind::Failure && e.fault >= 0;
        });
        QVERIFY(failed != events.end());
        BranchWish wish;
        wish.atS = failed->timeS - 600.0;
        wish.without = {failed->id};
        branch(*replay, wish, failed->timeS + 1800.0, "spared.db");
        const auto told = opened(file("spared.db"))->events().value();
        QVERIFY(std::none_of(told.begin(), told.end(), [&](const Event& e) {
            return e.timeS > wish.atS && e.kind == EventKind::Failure &&
                   e.subject == failed->subject;
        }));
    }

    // The drill of the scenario is an object of its project.
    void withoutADrill() {
        Project project = scenario("tour-small-hall");
        Object drill;
        drill.id = "lost";
        drill.type = &headroom::models::DrillSpec::type();
        drill.values.resize(drill.type->attributes.size());
        project.objects.push_back(drill);
        set(project, "lost", "at_min", 40.0);
        set(project, "lost", "action", std::string{"fail"});
        set(project, "lost", "unit", std::string{"cdus"});
        record(project, file("drill.db"), 3600.0);
        const auto replay = replayOf(file("drill.db"));
        const auto events = replay->recording().events().value();
        const auto event = std::find_if(events.begin(), events.end(),
                                        [](const Event& e) { return e.timeS == 2400.0; });
        QVERIFY(event != events.end());
        BranchWish wish;
        wish.atS = 1200.0;
        wish.without = {event->id};
        branch(*replay, wish, 3600.0, "spared.db");
        const auto told = opened(file("spared.db"))->events().value();
        QVERIFY(std::none_of(told.begin(), told.end(),
                             [](const Event& e) { return e.timeS == 2400.0; }));
    }

    // A set-point moves at the branch and not before; the order acts when it was asked to.
    void settingsAndOrders() {
        record(scenario("tour-small-hall"), file("base.db"), 3600.0);
        const auto replay = replayOf(file("base.db"));
        BranchWish wish;
        wish.atS = 1800.0;
        wish.settings = {"warm.supply_setpoint_c=36"};
        wish.orders = {{{2700.0, failure("ups")}, "fail ups at 45min"}};
        wish.name = "Warmer";
        branch(*replay, wish, 3600.0, "warmer.db");
        const auto recording = opened(file("warmer.db"));
        QCOMPARE(recording->info().branch.name, std::string{"Warmer"});
        QCOMPARE(recording->info().branch.changes,
                 std::string{"warm.supply_setpoint_c=36; fail ups at 45min"});
        QVERIFY(recording->info().projectText.find("\"supply_setpoint_c\": 36") !=
                std::string::npos);
        const auto told = recording->events().value();
        QVERIFY(std::any_of(told.begin(), told.end(),
                            [](const Event& e) { return e.timeS == 2700.0; }));
        // The channel of the loop rises by more than a kelvin against the run.
        const auto warm = recording->series("loop/warm/supply_c").value();
        const auto before = replay->recording().series("loop/warm/supply_c").value();
        QVERIFY(warm.value.back() > before.value.back() + 1.0);
    }

    void whatCannotBeIsRefused_data() {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<double>("atS");
        QTest::addColumn<QString>("code");
        QTest::newRow("no form") << "warm"
                                 << "" << 300.0 << "EDT-007";
        QTest::newRow("no object") << "worm.supply_setpoint_c=30"
                                   << "" << 300.0 << "EDT-001";
        QTest::newRow("no attribute") << "warm.set=30"
                                      << "" << 300.0 << "EDT-002";
        QTest::newRow("another kind") << "warm.supply_setpoint_c=hot"
                                      << "" << 300.0 << "EDT-012";
        QTest::newRow("out of range") << "warm.supply_setpoint_c=1e6"
                                      << "" << 300.0 << "EDT-013";
        QTest::newRow("nothing takes it") << ""
                                          << "nothing" << 300.0 << "RPL-012";
        QTest::newRow("beyond the end") << ""
                                        << "" << 6000.0 << "RPL-004";
    }

    void whatCannotBeIsRefused() {
        QFETCH(QString, setting);
        QFETCH(QString, unit);
        QFETCH(double, atS);
        QFETCH(QString, code);
        record(scenario("tour-small-hall"), file("small.db"), 600.0);
        BranchWish wish;
        wish.atS = atS;
        if (!setting.isEmpty()) {
            wish.settings = {setting.toStdString()};
        }
        if (!unit.isEmpty()) {
            wish.orders = {{{atS, failure(unit.toStdString())}, "fail it"}};
        }
        QCOMPARE(QString::fromStdString(refusal(*replayOf(file("small.db")), wish)), code);
    }

    // What an order is about must be there at the branch: of each kind of number the last one that
    // there is, and the next.
    void ordersNeedWhatTheyActOn_data() {
        QTest::addColumn<QString>("unit");
        QTest::addColumn<int>("number");
        QTest::addColumn<int>("job");
        QTest::addColumn<bool>("taken");
        QTest::newRow("last unit of power") << "pdus" << 5 << -1 << true;
        QTest::newRow("unit of power beyond") << "pdus" << 6 << -1 << false;
        QTest::newRow("CDU beyond") << "cdus" << 99 << -1 << false;
        QTest::newRow("job") << "" << 0 << 0 << true;
        QTest::newRow("job beyond") << "" << 0 << 99999 << false;
    }

    void ordersNeedWhatTheyActOn() {
        QFETCH(QString, unit);
        QFETCH(int, number);
        QFETCH(int, job);
        QFETCH(bool, taken);
        record(scenario("tour-small-hall"), file("parts.db"), 600.0);
        BranchWish wish;
        wish.atS = 300.0;
        JobOrder kill;
        kill.action = JobAction::Kill;
        kill.job = job;
        Command command{300.0, kill};
        if (!unit.isEmpty()) {
            PlantOrder order = failure(unit.toStdString());
            order.instance = number;
            command.what = order;
        }
        wish.orders = {{command, "the order"}};
        QCOMPARE(QString::fromStdString(refusal(*replayOf(file("parts.db")), wish)),
                 taken ? QString() : QStringLiteral("RPL-012"));
    }

    // A job that is there, and a site that is not: the hall of the tour has no other sites. Killing
    // the same job is taken (the row "job" above), so it is the site that is refused.
    void jobsGoToSitesThatAreThere() {
        record(scenario("tour-small-hall"), file("nowhere.db"), 600.0);
        JobOrder send;
        send.action = JobAction::Send;
        send.job = 0;
        send.site = "nowhere";
        BranchWish wish;
        wish.atS = 300.0;
        wish.orders = {{{300.0, send}, "send job 0 to nowhere"}};
        QCOMPARE(QString::fromStdString(refusal(*replayOf(file("nowhere.db")), wish)),
                 QString("RPL-012"));
    }

    // The tree is kept in the recording that it grows from.
    void branchesAreKept() {
        record(scenario("tour-small-hall"), file("tree.db"), 60.0);
        QVERIFY(opened(file("tree.db"))->branches()->empty());
        QVERIFY(
            addBranch(file("tree.db"), {"b.db", 30.0, "Warmer", "#009e73", "warm"}).has_value());
        const auto kept = opened(file("tree.db"))->branches().value();
        QCOMPARE(static_cast<int>(kept.size()), 1);
        QCOMPARE(kept.front().name, std::string{"Warmer"});
        QCOMPARE(kept.front().atS, 30.0);
    }
};

HEADROOM_TEST(TestBranch)
}  // namespace tst_branch_off

#include "tst_branch_off.moc"
