// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_twin_command {

/// twin and calibrate, as people use them.
class TestTwinCommand : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    const QString project_ = QStringLiteral(HEADROOM_SOURCE_DIR "/scenarios/frontier-day");

    QString file(const char* name, const QByteArray& bytes) {
        const QString path = folder_.filePath(QString::fromLatin1(name));
        return writeBytes(path, bytes) ? path : QString();
    }

    /// Two hours of 15 MW at 10 °C with a supply that is half a degree warmer than its set-point.
    QStringList twin() {
        QByteArray csv = "time,q,w,s\n";
        for (int i = 0; i <= 120; ++i) {
            csv += QByteArray::number(60 * i) + "," + QByteArray::number(15e6 + 1e5 * (i % 7)) +
                   ",10,21.5\n";
        }
        const QString map = file("map.json", R"({"format": "headroom-telemetry/1",
            "time": {"as": "seconds", "start": "2024-04-07T00:00:00"}, "sensors": [
            {"id": "heat", "column": "q", "drives": "liquid_heat", "of": "cdus", "unit": "W"},
            {"id": "wet", "column": "w", "drives": "wet_bulb", "unit": "degC"},
            {"id": "supply", "column": "s", "channel": "loop/htw/supply_c", "unit": "degC"}]})");
        return {"twin",    project_, "--telemetry", file("day.csv", csv), "--map", map,
                "--quiet", "--step", "60s"};
    }

  private slots:

    // One object; the supply's bias is -0.5 K within what the loop swings; both branches are there, and the second says
    // what happened in it.
    void json() {
        const CliResult r =
            runCli(twin() + QStringList{"--format", "json", "--ahead", "30min", "--members", "3",
                                        "--order", "fail htw pumps count 2 at 5min"});
        QCOMPARE(r.code, 0);
        const QJsonObject all = QJsonDocument::fromJson(r.out.toUtf8()).object();
        QCOMPARE(all["readings"].toInt(), 3 * 121);
        const QJsonObject supply = all["sensors"].toArray().at(0).toObject();
        QCOMPARE(supply["id"].toString(), QStringLiteral("supply"));
        QVERIFY(qAbs(supply["bias"].toDouble() + 0.5) < 0.3);
        const QJsonArray branches = all["ahead"].toObject()["branches"].toArray();
        QCOMPARE(branches.size(), 2);
        QVERIFY(!branches.at(1).toObject()["events"].toArray().isEmpty());
    }

    // The store keeps the readings; a second run of the same day adds none, and says so of each sensor.
    void store() {
        const QString kept = folder_.filePath("kept.db");
        QCOMPARE(runCli(twin() + QStringList{"--store", kept}).code, 0);
        const CliResult again = runCli(twin() + QStringList{"--store", kept, "--format", "json"});
        QCOMPARE(again.code, 0);
        QCOMPARE(QJsonDocument::fromJson(again.out.toUtf8()).object()["readings"].toInt(), 0);
        QVERIFY(again.out.contains("repeated"));
    }

    // Two readings of the evening before, and the day: a silence of 22 h, which is simulated where three days are allowed, and
    // skipped where six hours are. Then the JSON names the gap, and less is simulated: two hours and two spin-ups.
    void skipsGaps() {
        QStringList arguments = twin() + QStringList{"--format", "json"};
        QByteArray csv = readBytes(folder_.filePath("day.csv"));
        csv.insert(csv.indexOf('\n') + 1, "-79260,15e6,10,21.5\n-79200,15e6,10,21.5\n");
        writeBytes(folder_.filePath("day.csv"), csv);
        const CliResult whole = runCli(arguments);
        QCOMPARE(whole.code, 0);
        const QJsonObject all = QJsonDocument::fromJson(whole.out.toUtf8()).object();
        QVERIFY(all["skipped_gaps"].toArray().isEmpty());
        const CliResult skipped = runCli(arguments + QStringList{"--skip-gaps", "6h"});
        QCOMPARE(skipped.code, 0);
        const QJsonObject less = QJsonDocument::fromJson(skipped.out.toUtf8()).object();
        const QJsonObject gap = less["skipped_gaps"].toArray().at(0).toObject();
        QCOMPARE(gap["from"].toString(), QStringLiteral("2024-04-06 02:00:00"));
        QCOMPARE(gap["to"].toString(), QStringLiteral("2024-04-07 00:00:00"));
        QCOMPARE(gap["length_s"].toDouble(), 79200.0);
        QVERIFY(less["it_energy_kwh"].toDouble() < 0.3 * all["it_energy_kwh"].toDouble());
        QVERIFY(skipped.out.contains("no readings from 2024-04-06 02:00:00"));
    }

    void faults_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("said");
        QTest::newRow("no map") << QStringList{"--map", "/nowhere.json"} << 3 << "FIL-001";
        QTest::newRow("no readings")
            << QStringList{"--telemetry", "/nowhere.csv"} << 3 << "FIL-001";
        QTest::newRow("no address") << QStringList{"--telemetry", "ftp://x/y"} << 3 << "TEL-060";
        QTest::newRow("no overlay") << QStringList{"--overlay", "/nowhere.json"} << 3 << "FIL-001";
        QTest::newRow("no order") << QStringList{"--ahead", "1h", "--order", "explode htw"} << 2
                                  << "--order";
        QTest::newRow("order of nothing")
            << QStringList{"--ahead", "10min", "--order", "fail nothing"} << 3 << "RPL-012";
        QTest::newRow("order without time")
            << QStringList{"--order", "fail htw pumps"} << 2 << "--ahead";
        QTest::newRow("no time") << QStringList{"--until", "soon"} << 2 << "--until";
        QTest::newRow("no silence") << QStringList{"--skip-gaps", "never"} << 2 << "--skip-gaps";
        QTest::newRow("short silence") << QStringList{"--skip-gaps", "10min"} << 2 << "1h";
        QTest::newRow("no store") << QStringList{"--acknowledge", "3"} << 2 << "--store";
    }

    void faults() {
        QFETCH(QStringList, more);
        QFETCH(int, code);
        QFETCH(QString, said);
        QStringList arguments = twin();
        for (int i = 0; i < more.size(); i += 2) {
            const qsizetype place = arguments.indexOf(more[i]);
            if (place >= 0) {
                arguments[place + 1] = more[i + 1];
            } else {
                arguments << more[i] << more[i + 1];
            }
        }
        const CliResult r = runCli(arguments);
        QVERIFY2(r.code == code, qPrintable(QString::number(r.code) + r.err));
        QVERIFY2(r.err.contains(said), qPrintable(r.err));
    }

    // What is fitted goes to a file of its own and acts where it is named: here the set-point, which the supply of 21.5 °C
    // pulls from 21 to about that. The project is as it was.
    void calibrated() {
        QStringList arguments = twin();
        arguments[0] = "calibrate";
        const QString overlay = folder_.filePath("overlay.json");
        const QByteArray before = readBytes(project_ + "/project.json");
        const CliResult r =
            runCli(arguments + QStringList{"--parameters", "htw.supply_setpoint_c=20:24", "--out",
                                           overlay, "--format", "json"});
        QVERIFY2(r.code == 0, qPrintable(r.err));
        const QJsonObject fitted = QJsonDocument::fromJson(r.out.toUtf8())
                                       .object()["parameters"]
                                       .toArray()
                                       .at(0)
                                       .toObject();
        QVERIFY2(qAbs(fitted["value"].toDouble() - 21.5) < 0.2, qPrintable(r.out));
        QCOMPARE(readBytes(project_ + "/project.json"), before);
        const CliResult with =
            runCli(twin() + QStringList{"--overlay", overlay, "--format", "json"});
        QCOMPARE(with.code, 0);
        const QJsonObject supply = QJsonDocument::fromJson(with.out.toUtf8())
                                       .object()["sensors"]
                                       .toArray()
                                       .at(0)
                                       .toObject();
        QVERIFY2(qAbs(supply["bias"].toDouble()) < 0.15, qPrintable(with.out));
    }
};

HEADROOM_TEST(TestTwinCommand)
}  // namespace tst_twin_command

#include "tst_twin_command.moc"
