// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_group.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_alarm_group {

using namespace headroom::engine;

namespace {

AlarmRow row(AlarmKind kind, std::int64_t event, std::int64_t cause, const std::string& name) {
    AlarmRow made;
    made.kind = kind;
    made.event = event;
    made.cause = cause;
    made.name = name;
    made.text = "So.";
    made.causeText = cause >= 0 ? "UPS A: Fails." : "";
    return made;
}

}  // namespace

class TestAlarmGroup : public QObject {
    Q_OBJECT

  private slots:

    void nothingIsNoGroup() { QVERIFY(groupAlarms({}).empty()); }

    /// Event 7 led to three of the alarms and is told of by a fourth; one is of event 3; two have no event
    /// and nothing in common, though both lack one. So there are 1 + 1 + 2 groups.
    void alarmsOfOneEventAreOneGroup() {
        const std::vector<AlarmRow> rows = {row(AlarmKind::RacksUnpowered, 9, 7, "Row"),
                                            row(AlarmKind::MainsLost, 3, -1, "Grid"),
                                            row(AlarmKind::UnitFailed, 7, -1, "UPS A"),
                                            row(AlarmKind::ServiceLate, -1, -1, "Chat"),
                                            row(AlarmKind::UnitUnpowered, -1, 7, "PDU"),
                                            row(AlarmKind::ServiceLate, -1, -1, "Code"),
                                            row(AlarmKind::UnitUnpowered, -1, 7, "Board")};
        const auto groups = groupAlarms(rows);
        QCOMPARE(groups.size(), std::size_t{4});
        QCOMPARE(groups[0].root, std::int64_t{7});
        QCOMPARE(groups[0].members, (std::vector<int>{2, 0, 4, 6}));  // the event's own first
        QCOMPARE(groups[0].text, std::string("UPS A: Fails."));       // as what followed tells it
        QCOMPARE(groups[1].text, std::string("Grid: So."));
        QCOMPARE(groups[0].heaviest(), AlarmSeverity::Critical);
        // Racks without power and a failed UPS are critical, units without supply warnings.
        QCOMPARE(groups[0].bySeverity, (std::array<int, kAlarmSeverities>{0, 2, 2}));
        QCOMPARE(groups[1].members, (std::vector<int>{1}));
        QCOMPARE(groups[2].members, (std::vector<int>{3}));
        QCOMPARE(groups[3].members, (std::vector<int>{5}));
        QCOMPARE(kindsText(rows, groups[0]), std::string("2 x No supply; Failed; No power"));
    }

    /// What began it is over: its sentence is that of the cause.
    void aGroupOutlivesItsFirstAlarm() {
        const std::vector<AlarmRow> rows = {row(AlarmKind::RacksUnpowered, 9, 7, "Row")};
        QCOMPARE(groupAlarms(rows).front().text, std::string("UPS A: Fails."));
    }
};

HEADROOM_TEST(TestAlarmGroup)
}  // namespace tst_alarm_group

#include "tst_alarm_group.moc"
