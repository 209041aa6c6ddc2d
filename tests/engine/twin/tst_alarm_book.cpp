// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/alarm_book.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_alarm_book {

using namespace headroom::engine;

/// Alarms that are kept.
class TestAlarmBook : public QObject {
    Q_OBJECT

  private slots:

    // An alarm that is told a second time is the same one: it keeps number and acknowledgement, and gets its end. A store
    // that is opened again has it.
    void keptAndAcknowledged() {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("t.db").toStdString();
        const auto map = parseTelemetryMap(R"({"format": "headroom-telemetry/1", "sensors": [
            {"id": "a", "column": "a", "channel": "x", "unit": "W"}, {"id": "b", "column": "b", "channel": "y", "unit": "W"}]})",
                                           "map.json");
        QVERIFY(map.has_value());
        std::vector<ResidualAlarm> alarms(2);
        alarms[0] = {0, 1000.5, std::numeric_limits<double>::quiet_NaN(), 5.0, "pumps"};
        alarms[1] = {1, 2000.0, 2600.0, -4.5, ""};
        {
            auto store = TelemetryStore::open(file, *map);
            QVERIFY(store && keepAlarms(**store, *map, alarms));
            QVERIFY(acknowledgeAlarm(**store, 1, "by Ann").has_value());
            const auto none = acknowledgeAlarm(**store, 99, "by Ann");
            QVERIFY(!none && none.error().code == "TEL-031");
        }
        auto store = TelemetryStore::open(file, *map);
        QVERIFY(store.has_value());
        alarms[0].clearedS = 4000.0;
        alarms[0].worst = 6.0;
        QVERIFY(keepAlarms(**store, *map, alarms).has_value());
        const auto kept = keptAlarms(**store);
        QVERIFY(kept.has_value());
        QCOMPARE(kept->size(), std::size_t{2});
        const KeptAlarm& first = kept->front();
        QVERIFY(first.number == 1 && first.sensor == "a" && first.raisedS == 1000.5 &&
                first.clearedS == 4000.0);
        QVERIFY(first.worst == 6.0 && first.acknowledged == "by Ann" && first.suspect == "pumps");
        QVERIFY(kept->back().acknowledged.empty() && kept->back().clearedS == 2600.0);
        QVERIFY(keptAlarmsText(*kept).find("#2") != std::string::npos);
    }
};

HEADROOM_TEST(TestAlarmBook)
}  // namespace tst_alarm_book

#include "tst_alarm_book.moc"
