// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_faults {

/// Faulty projects: exit 3, and a message that names file, line, JSON path and remedy.
class TestFaults : public QObject {
    Q_OBJECT

  private slots:
    void fixtureIsSound();
    void faultIsPlaced_data();
    void faultIsPlaced();
    void truncatedFile();
    void missingFile();
    void notAText_data();
    void notAText();
    void newerFormat();
    void everyFaultIsReportedAtOnce();
};

void TestFaults::fixtureIsSound() {
    const CliResult result = runCli({"check", fixtureProject()});
    QCOMPARE(result.err, QString());
    QCOMPARE(result.code, 0);
}

void TestFaults::faultIsPlaced_data() {
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<QByteArray>("wrong");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("hint");
    QTest::newRow("misspelt key") << QByteArray("\"width_m\": 20") << QByteArray("\"widht_m\": 20")
                                  << "/halls/0/widht_m"
                                  << "PRJ-010"
                                  << "width_m";
    QTest::newRow("negative power")
        << QByteArray("\"rating_mva\": 1") << QByteArray("\"rating_mva\": -1")
        << "/power_units/0/rating_mva"
        << "PRJ-013"
        << "-1 MVA";
    QTest::newRow("huge number") << QByteArray("\"rows\": 2") << QByteArray("\"rows\": 99999999999")
                                 << "/rack_blocks/0/rows"
                                 << "PRJ-013"
                                 << "rows";
    QTest::newRow("text for a number") << QByteArray("\"depth_m\": 12")
                                       << QByteArray("\"depth_m\": \"12 m\"") << "/halls/0/depth_m"
                                       << "PRJ-012"
                                       << "number";
    QTest::newRow("unknown part") << QByteArray("\"part\": \"ups-dc-250\"")
                                  << QByteArray("\"part\": \"ups-dc-251\"") << "/power_units/3/part"
                                  << "PRJ-017"
                                  << "ups-dc-250";
    QTest::newRow("unknown object") << QByteArray("\"air_loop\": \"loop-a\"")
                                    << QByteArray("\"air_loop\": \"loop-b\"") << "/halls/0/air_loop"
                                    << "PRJ-017"
                                    << "loop-a";
    QTest::newRow("id twice") << QByteArray("\"id\": \"block-a\"")
                              << QByteArray("\"id\": \"hall-a\"") << "/rack_blocks/0/id"
                              << "PRJ-016"
                              << "hall-a";
}

void TestFaults::faultIsPlaced() {
    QFETCH(QByteArray, right);
    QFETCH(QByteArray, wrong);
    QFETCH(QString, path);
    QFETCH(QString, code);
    QFETCH(QString, hint);
    QByteArray text = readBytes(fixtureProject());
    QCOMPARE(text.count(right), 1);
    const qsizetype line = text.left(text.indexOf(right)).count('\n') + 1;
    text.replace(right, wrong);
    QTemporaryDir folder;
    const QString file = folder.filePath("faulty.json");
    QVERIFY(writeBytes(file, text));
    for (const char* command : {"run", "check"}) {
        const CliResult result = runCli({command, file});
        QCOMPARE(result.code, 3);
        QCOMPARE(result.out, QString());
        const QString place =
            QStringLiteral("%1:%2: %3: [%4] ").arg(file).arg(line).arg(path, code);
        QVERIFY2(result.err.contains(place), qPrintable(place + "\n" + result.err));
        QVERIFY2(result.err.contains(hint), qPrintable(result.err));
        QVERIFY2(result.err.contains("Remedy: "), qPrintable(result.err));
    }
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"faulty.json"});
}

void TestFaults::truncatedFile() {
    QTemporaryDir folder;
    const QString file = folder.filePath("cut.json");
    const QByteArray text = readBytes(fixtureProject());
    const QByteArray half = text.left(text.size() / 2);
    QVERIFY(writeBytes(file, half));
    const CliResult result = runCli({"run", file});
    QCOMPARE(result.code, 3);
    // The text ends on its last line, and that is where it is found to be incomplete.
    const QString place = QStringLiteral("%1:%2: [PRJ-002] ").arg(file).arg(half.count('\n') + 1);
    QVERIFY2(result.err.contains(place), qPrintable(result.err));
    QVERIFY2(result.err.contains("Remedy: "), qPrintable(result.err));
}

void TestFaults::missingFile() {
    QTemporaryDir folder;
    for (const QString& path : {folder.filePath("nothing.json"), folder.path()}) {
        const CliResult result = runCli({"run", path});
        QCOMPARE(result.code, 3);
        QVERIFY2(result.err.contains(path), qPrintable(result.err));
        QVERIFY2(result.err.contains("Remedy: "), qPrintable(result.err));
    }
}

void TestFaults::notAText_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("binary") << QByteArray("\x00\xff\xfe\x01", 4);
    QTest::newRow("list") << QByteArray("[]\n");
    QTest::newRow("another format") << QByteArray("{\"type\": \"FeatureCollection\"}\n");
    QTest::newRow("deep") << QByteArray(100000, '[');
}

void TestFaults::notAText() {
    QFETCH(QByteArray, bytes);
    QTemporaryDir folder;
    const QString file = folder.filePath("strange.json");
    QVERIFY(writeBytes(file, bytes));
    const CliResult result = runCli({"check", file});
    QCOMPARE(result.code, 3);
    QVERIFY2(result.err.contains(file) && result.err.contains("[PRJ-0"), qPrintable(result.err));
}

void TestFaults::newerFormat() {
    QByteArray text = readBytes(fixtureProject());
    text.replace("headroom-project/1", "headroom-project/7");
    QTemporaryDir folder;
    const QString file = folder.filePath("newer.json");
    QVERIFY(writeBytes(file, text));
    const CliResult result = runCli({"run", file});
    QCOMPARE(result.code, 3);
    QVERIFY2(result.err.contains(file + ":2: /format: [PRJ-006] "), qPrintable(result.err));
    QVERIFY2(result.err.contains("headroom-project/7"), qPrintable(result.err));
}

void TestFaults::everyFaultIsReportedAtOnce() {
    QByteArray text = readBytes(fixtureProject());
    text.replace("\"width_m\": 20", "\"width_m\": -20");
    text.replace("\"rows\": 2", "\"rows\": 0");
    QTemporaryDir folder;
    const QString file = folder.filePath("two.json");
    QVERIFY(writeBytes(file, text));
    const CliResult result = runCli({"check", file});
    QCOMPARE(result.code, 3);
    QVERIFY2(result.err.indexOf("/halls/0/width_m") < result.err.indexOf("/rack_blocks/0/rows") &&
                 result.err.contains("/halls/0/width_m"),
             qPrintable(result.err));
    QVERIFY2(result.err.endsWith("2 errors\n"), qPrintable(result.err));
}

HEADROOM_TEST(TestFaults)
}  // namespace tst_faults

#include "tst_faults.moc"
