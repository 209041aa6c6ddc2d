// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_waveform_command {

/// `headroom-cli waveform`: output, series, exit codes.
class TestWaveformCommand : public QObject {
    Q_OBJECT

  private slots:
    void textSaysWhatEachMeasureBrings();
    void jsonAndSeries();
    void violatedLimitsAreFindings();
    void withoutTraining();
    void seriesToNowhere();
};

namespace {

QString swings() {
    return QStringLiteral(HEADROOM_SOURCE_DIR "/scenarios/training-swings");
}

}  // namespace

void TestWaveformCommand::textSaysWhatEachMeasureBrings() {
    const CliResult result = runCli({"waveform", swings(), "--at", "30min", "--quiet"});
    QVERIFY2(result.code == 0, qPrintable(result.err));
    QCOMPARE(result.err, QString());
    for (const char* text :
         {"Training swings: power at 0.5 h, 60 s at 10 ms", "llama-405b", "after rack storage",
          "* site battery", "filler work", "as set (*)", "MW/s", "held"}) {
        QVERIFY2(result.out.contains(text), text);
    }
    QVERIFY(!result.out.contains("VIOLATED"));
}

void TestWaveformCommand::jsonAndSeries() {
    QTemporaryDir folder;
    const QString series = folder.filePath("swings.csv");
    const QString spectrum = folder.filePath("lines.csv");
    const CliResult result =
        runCli({"waveform", swings(), "--at", "30min", "--window", "20s", "--out", series,
                "--spectrum", spectrum, "--format", "json", "--quiet"});
    QVERIFY2(result.code == 0, qPrintable(result.err));
    const QJsonObject json = QJsonDocument::fromJson(result.out.toUtf8()).object();
    QCOMPARE(json["window_s"].toDouble(), 20.0);
    QCOMPARE(json["jobs"].toArray().size(), 2);
    // None, seven alone, and as set.
    QCOMPARE(json["measures"].toArray().size(), 9);
    QCOMPARE(json["limits"].toArray().size(), 4);
    const double maximumKw =
        json["points"].toObject()["utility"].toObject()["maximum_kw"].toDouble();

    const QList<QByteArray> lines = readBytes(series).trimmed().split('\n');
    QCOMPARE(lines.size(), 2001);
    QCOMPARE(
        lines.front(),
        QByteArray("time_s,accelerators_kw,rack_demand_kw,after_supplies_kw,"
                   "after_rack_storage_kw,ups_input_kw,utility_kw,utility_without_measures_kw"));
    double largest = 0.0;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const QList<QByteArray> cells = lines[i].split(',');
        QCOMPARE(cells.size(), 8);
        largest = std::max(largest, cells[6].toDouble());
    }
    QVERIFY(std::abs(largest - maximumKw) < 0.001);
    // From 0 to 20 Hz by 1 / (20 s), and a header.
    const QList<QByteArray> bins = readBytes(spectrum).trimmed().split('\n');
    QCOMPARE(bins.size(), 402);
    QVERIFY(bins.front().startsWith("frequency_hz,accelerators_kw,"));
    QCOMPARE(bins.back().split(',').front(), QByteArray("20"));
}

void TestWaveformCommand::violatedLimitsAreFindings() {
    QTemporaryDir folder;
    QByteArray project = readBytes(swings() + "/project.json");
    QVERIFY(project.contains("\"site_battery\": true"));
    project.replace("\"site_battery\": true", "\"site_battery\": false");
    QVERIFY(writeBytes(folder.filePath("project.json"), project));
    const CliResult result = runCli({"waveform", folder.path(), "--at", "30min", "--quiet"});
    QCOMPARE(result.code, 1);
    QVERIFY(result.out.contains("VIOLATED"));
    const CliResult check = runCli({"check", folder.path()});
    QCOMPARE(check.code, 1);
    QVERIFY2(check.out.contains("[grid-ramp]") && check.out.contains("[grid-band]"),
             qPrintable(check.out));
}

void TestWaveformCommand::withoutTraining() {
    QTemporaryDir folder;
    QJsonObject project = QJsonDocument::fromJson(readBytes(fixtureProject())).object();
    project.remove("training_jobs");
    QVERIFY(writeBytes(folder.filePath("project.json"), QJsonDocument(project).toJson()));
    const CliResult result = runCli({"waveform", folder.path(), "--at", "5min", "--quiet"});
    QVERIFY2(result.code == 0, qPrintable(result.err));
    QVERIFY(result.out.contains("No limits are stated"));
}

void TestWaveformCommand::seriesToNowhere() {
    const CliResult result = runCli({"waveform", fixtureProject(), "--at", "1min", "--quiet",
                                     "--out", "/nonexistent/folder/swings.csv"});
    QCOMPARE(result.code, 3);
    QVERIFY2(result.err.contains("FIL-004"), qPrintable(result.err));
}

HEADROOM_TEST(TestWaveformCommand)
}  // namespace tst_waveform_command

#include "tst_waveform_command.moc"
