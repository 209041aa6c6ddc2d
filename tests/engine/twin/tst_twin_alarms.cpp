// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/twin_alarms.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_twin_alarms {

using namespace headroom;
using namespace headroom::engine;

namespace {

TelemetryMap twoSensors() {
    auto map = parseTelemetryMap(R"({"format": "headroom-telemetry/1", "sensors": [
        {"id": "supply", "column": "s", "channel": "loop/htw/supply_c", "unit": "degC"},
        {"id": "return", "column": "r", "channel": "loop/htw/return_c", "unit": "degC"}]})",
                                 "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

/// The supply from second 1100 to 1500, the return from 1300 on.
TwinReport twoAlarms() {
    TwinReport report;
    ResidualAlarm supply;
    supply.sensor = 0;
    supply.raisedS = 1100.0;
    supply.clearedS = 1500.0;
    supply.worst = 6.25;
    supply.suspect = "htw pumps";
    ResidualAlarm back;
    back.sensor = 1;
    back.raisedS = 1300.0;
    back.worst = -5.0;
    report.alarms = {supply, back};
    return report;
}

AlarmRow row(std::int64_t number, AlarmKind kind, double sinceS, double endedS = -1.0) {
    AlarmRow made;
    made.number = number;
    made.kind = kind;
    made.sinceS = sinceS;
    made.endedS = endedS;
    return made;
}

}  // namespace

/// Alarms of a twin in the list of a control room.
class TestTwinAlarms : public QObject {
    Q_OBJECT

  private slots:

    // At each instant those that were raised by then, ended where they were cleared by then; times after second 1000.
    void atAnInstant() {
        const TelemetryMap map = twoSensors();
        const TwinReport report = twoAlarms();
        QVERIFY(twinAlarmRows(map, report, 1099.0, 1000.0).empty());
        const auto one = twinAlarmRows(map, report, 1200.0, 1000.0);
        QCOMPARE(one.size(), std::size_t{1});
        QVERIFY(one[0].isActive());
        QCOMPARE(one[0].sinceS, 100.0);
        QCOMPARE(one[0].subject, std::string("supply"));
        QCOMPARE(one[0].text, std::string("supply is 6.2 spreads above what was learned."));
        QCOMPARE(one[0].causeText, std::string("Suspect: htw pumps."));
        const auto both = twinAlarmRows(map, report, 1600.0, 1000.0);
        QCOMPARE(both.size(), std::size_t{2});
        QCOMPARE(both[0].endedS, 500.0);
        QVERIFY(both[1].isActive());
        QCOMPARE(both[1].number, one[0].number + 1);
        QVERIFY(both[1].text.find("5.0 spreads below") != std::string::npos);
        QVERIFY(infoOf(both[1].kind).place == AlarmPlace::Sensor);
    }

    // Before second 0 of a run there is no time: an alarm that ended there has ended, and is not active.
    void beforeTheRun() {
        const auto rows = twinAlarmRows(twoSensors(), twoAlarms(), 1600.0, 2000.0);
        QCOMPARE(rows[0].sinceS, 0.0);
        QVERIFY(!rows[0].isActive());
    }

    // Critical before warning, of a severity the newest first; ended ones by their end, newest first; counts add up.
    void amongOthers() {
        AlarmList list;
        list.active = {row(1, AlarmKind::MainsLost, 50.0),
                       row(2, AlarmKind::RacksThrottled, 400.0)};
        list.activeBySeverity = {0, 1, 1};
        list.ended = {row(0, AlarmKind::OnBattery, 10.0, 450.0)};
        list.raised = 3;
        const AlarmList all =
            withRows(list, twinAlarmRows(twoSensors(), twoAlarms(), 1600.0, 1000.0));
        QCOMPARE(all.active.size(), std::size_t{3});
        QCOMPARE(all.active[0].number, std::int64_t{1});
        QCOMPARE(all.active[1].number, std::int64_t{2});      // since 400 s
        QVERIFY(all.active[2].kind == AlarmKind::SensorOff);  // since 300 s
        QCOMPARE(all.activeBySeverity, (std::array<int, kAlarmSeverities>{0, 2, 1}));
        QCOMPARE(all.ended.size(), std::size_t{2});
        QVERIFY(all.ended[0].kind == AlarmKind::SensorOff);  // ended at 500 s
        QCOMPARE(all.raised, std::int64_t{5});
    }
};

HEADROOM_TEST(TestTwinAlarms)
}  // namespace tst_twin_alarms

#include "tst_twin_alarms.moc"
