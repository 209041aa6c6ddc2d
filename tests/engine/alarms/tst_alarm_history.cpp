// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_history.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <string>

namespace tst_alarm_history {

using namespace headroom::engine;

namespace {

/// Three alarms: a critical one from 100 to 400 s, a warning from 200 s on that had not ended, and a critical one
/// from 300 to 350 s; two that ended before were left out.
const std::string kSummary = R"({"alarms": {"raised": 5, "left_out": 2,
  "active": [{"kind": "fouled", "object": "loop-1", "subject": "loop-1/tower", "name": "Towers", "since_s": 200,
              "text": "Fouled.", "event": 7, "number": 3}],
  "ended": [{"kind": "power_unit_failed", "object": "ups-a", "subject": "ups-a/2", "name": "UPS A 2", "since_s": 100, "ended_s": 400,
             "text": "Fails.", "number": 2, "count": 2, "of": 4, "first_cause": {"event": 5, "text": "Mains lost."}},
            {"kind": "power_unit_failed", "object": "ups-b", "subject": "ups-b/1", "name": "UPS B 1", "since_s": 300, "ended_s": 350,
             "text": "Fails.", "number": 4},
            {"kind": "of_a_later_version", "since_s": 310, "ended_s": 320}]}})";

QString kindsAt(const AlarmHistory& history, double timeS) {
    QString names;
    for (const AlarmRow& row : history.at(timeS)->active) {
        names += QString::fromStdString(row.name) + ';';
    }
    return names;
}

}  // namespace

class TestAlarmHistory : public QObject {
    Q_OBJECT

  private slots:

    // What holds from its first instant on and no longer at its last, the heaviest first and of these the newest.
    void whatWasActive() {
        const AlarmHistory history = AlarmHistory::read(kSummary);
        QVERIFY(history.isKnown() && !history.isEmpty());
        QCOMPARE(kindsAt(history, 99.0), QString());
        QCOMPARE(kindsAt(history, 100.0), QString("UPS A 2;"));
        QCOMPARE(history.at(250.0)->active.size(), std::size_t{2});
        const auto all = history.at(320.0);
        QCOMPARE(all->active.size(), std::size_t{3});
        QVERIFY(all->active[0].severity() >= all->active[1].severity());
        QVERIFY(all->active[1].severity() >= all->active[2].severity());
        QCOMPARE(kindsAt(history, 1000.0), QString("Towers;"));
    }

    // The list of a run that continues, at 500 s, says of each earlier instant what the recording will say of it.
    void ofARunThatGoesOn() {
        const AlarmHistory recorded = AlarmHistory::read(kSummary);
        const AlarmHistory live = AlarmHistory::of(*recorded.at(500.0));
        QVERIFY(live.isKnown());
        for (const double timeS : {99.0, 100.0, 250.0, 320.0, 360.0, 450.0}) {
            QCOMPARE(kindsAt(live, timeS), kindsAt(recorded, timeS));
            QCOMPARE(live.at(timeS)->ended.size(), recorded.at(timeS)->ended.size());
            QCOMPARE(live.at(timeS)->raised, recorded.at(timeS)->raised);
        }
    }

    // What had ended by then, the newest end first; what ended later was active, with all that is told of it.
    void whatHadEnded() {
        const AlarmHistory history = AlarmHistory::read(kSummary);
        const auto then = history.at(360.0);
        QCOMPARE(then->ended.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(then->ended[0].subject), QString("ups-b/1"));
        const auto later = history.at(400.0);
        QCOMPARE(QString::fromStdString(later->ended[0].subject), QString("ups-a/2"));
        QCOMPARE(later->ended[0].count, 2);
        QCOMPARE(later->ended[0].of, 4);
        QCOMPARE(QString::fromStdString(later->ended[0].causeText), QString("Mains lost."));
        QVERIFY(then->active[0].isActive());
        QCOMPARE(later->raised, std::int64_t{5});
        QCOMPARE(later->left, std::int64_t{2});
    }

    // One object while nothing changes: viewers compare it.
    void sameWhileNothingChanges() {
        const AlarmHistory history = AlarmHistory::read(kSummary);
        const auto at = history.at(210.0);
        QCOMPARE(history.at(299.0).get(), at.get());
        QVERIFY(history.at(300.0).get() != at.get());
    }

    void notKnown() {
        for (const char* text : {"", "{}", "no JSON", R"({"alarms": {"active": 3}})",
                                 R"({"alarms": {"active": [{"kind": "fouled"}], "ended": []}})"}) {
            const AlarmHistory history = AlarmHistory::read(text);
            QVERIFY2(!history.isKnown(), text);
            QVERIFY(history.isEmpty());
        }
        QVERIFY(AlarmHistory::read(R"({"alarms": {"active": [], "ended": []}})").isKnown());
    }
};

HEADROOM_TEST(TestAlarmHistory)
}  // namespace tst_alarm_history

#include "tst_alarm_history.moc"
