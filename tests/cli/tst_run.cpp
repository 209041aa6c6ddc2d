// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_run {

namespace {

QJsonObject jsonOf(const CliResult& result) {
    return QJsonDocument::fromJson(result.out.toUtf8()).object();
}

// A run that will not end by itself in the time of a test, started and seen to record. Of the tour: a step of it takes
// four times as long as one of the small hall, and what was recorded is exported later.
bool startEndlessRun(QProcess& process, const QString& recording) {
    const QString tour = QStringLiteral(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall");
    process.start(HEADROOM_CLI, {"run", tour, "--until", "3650d", "--out", recording, "--format",
                                 "json", "--quiet"});
    // Two commits of the recorder, one each half second, lie behind us then.
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 30'000 && !QFile::exists(recording)) {
        QTest::qWait(50);
    }
    QTest::qWait(1250);
    return process.state() == QProcess::Running;
}

}  // namespace

class TestRun : public QObject {
    Q_OBJECT

  private slots:
    void summaryHasTheStableKeys();
    void sameRunSameState();
    void otherSeedOtherState();
    void textAndProgress();
    void recordingGoesBesideTheProject();
    void scenariosStayClean();
    void otherFilesAreNotOverwritten();
    void missingInputsAreNamed_data();
    void missingInputsAreNamed();
    void interruptLeavesARecording();
    void killLeavesARecording();
    void exportWritesUnits();
    void exportRefusesWhatIsNoRecording();
    void reportIsOnePage();
};

void TestRun::summaryHasTheStableKeys() {
    QTemporaryDir folder;
    const CliResult result = runCli({"run", fixtureProject(), "--until", "1h", "--format", "json",
                                     "--quiet", "--out", folder.filePath("run.db")});
    QCOMPARE(result.code, 0);
    QCOMPARE(result.err, QString());
    const QJsonObject json = jsonOf(result);
    for (const char* key :
         {"project", "seed", "simulated_s", "wall_s", "accelerators", "it_energy_kwh",
          "facility_energy_kwh", "pue", "wue_l_per_kwh", "utilization", "goodput", "tokens", "jobs",
          "failures", "cost", "carbon_kg", "state_hash"}) {
        QVERIFY2(json.contains(QLatin1String(key)), key);
    }
    for (const char* key : {"submitted", "completed", "failed", "requeued"}) {
        QVERIFY2(json["jobs"].toObject().contains(QLatin1String(key)), key);
    }
    QCOMPARE(json["simulated_s"].toDouble(), 3600.0);
    QVERIFY(json["it_energy_kwh"].toDouble() > 0.0);
    QVERIFY(json["facility_energy_kwh"].toDouble() > json["it_energy_kwh"].toDouble());
}

void TestRun::sameRunSameState() {
    QTemporaryDir folder;
    QStringList hashes;
    for (const char* threads : {"1", "1", "2"}) {
        const CliResult result =
            runCli({"run", fixtureProject(), "--until", "6h", "--format", "json", "--quiet",
                    "--threads", threads, "--out", folder.filePath("run.db")});
        QCOMPARE(result.code, 0);
        hashes << jsonOf(result)["state_hash"].toVariant().toString();
    }
    QVERIFY(!hashes[0].isEmpty());
    QCOMPARE(hashes[1], hashes[0]);
    QCOMPARE(hashes[2], hashes[0]);
}

// Jobs and failures are drawn from the seed: six hours under another seed cannot end alike.
void TestRun::otherSeedOtherState() {
    QTemporaryDir folder;
    QStringList hashes;
    for (const char* seed : {"1", "2"}) {
        const CliResult result =
            runCli({"run", fixtureProject(), "--until", "6h", "--format", "json", "--quiet",
                    "--seed", seed, "--out", folder.filePath("run.db")});
        QCOMPARE(result.code, 0);
        QCOMPARE(jsonOf(result)["seed"].toVariant().toString(), QString::fromLatin1(seed));
        hashes << jsonOf(result)["state_hash"].toVariant().toString();
    }
    QVERIFY(hashes[0] != hashes[1]);
}

void TestRun::textAndProgress() {
    QTemporaryDir folder;
    const QString recording = folder.filePath("run.db");
    const CliResult result = runCli({"run", fixtureProject(), "--until", "2h", "--out", recording});
    QCOMPARE(result.code, 0);
    QVERIFY2(result.out.contains("PUE"), qPrintable(result.out));
    QVERIFY2(result.out.contains("Recording: " + recording), qPrintable(result.out));
    // Not a terminal: whole lines, the last of them for the whole run.
    QVERIFY2(result.err.contains("100 %"), qPrintable(result.err));
    QVERIFY2(!result.err.contains('\r'), qPrintable(result.err));
}

void TestRun::recordingGoesBesideTheProject() {
    QTemporaryDir folder;
    QTemporaryDir elsewhere;
    QVERIFY(QFile::copy(fixtureProject(), folder.filePath("my-hall.json")));
    const CliResult result = runCli(
        {"run", folder.filePath("my-hall.json"), "--until", "60s", "--quiet"}, elsewhere.path());
    QCOMPARE(result.code, 0);
    QVERIFY(QFile::exists(folder.filePath("my-hall.db")));
    QVERIFY(QDir(elsewhere.path()).isEmpty());
}

void TestRun::scenariosStayClean() {
    QTemporaryDir folder;
    const QString scenario = QStringLiteral(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall");
    const QStringList before = QDir(scenario).entryList(QDir::AllEntries | QDir::Hidden);
    const CliResult result = runCli({"run", scenario, "--until", "60s", "--quiet"}, folder.path());
    QCOMPARE(result.err, QString());
    QCOMPARE(result.code, 0);
    QVERIFY(QFile::exists(folder.filePath("tour-small-hall.db")));
    QCOMPARE(QDir(scenario).entryList(QDir::AllEntries | QDir::Hidden), before);
}

void TestRun::otherFilesAreNotOverwritten() {
    QTemporaryDir folder;
    const QString letter = folder.filePath("letter.db");
    QVERIFY(writeBytes(letter, "Dear reader,\n"));
    const CliResult result =
        runCli({"run", fixtureProject(), "--until", "60s", "--quiet", "--out", letter});
    QCOMPARE(result.code, 3);
    QVERIFY2(result.err.contains("STO-003") && result.err.contains("letter.db"),
             qPrintable(result.err));
    QCOMPARE(readBytes(letter), QByteArray("Dear reader,\n"));
}

void TestRun::missingInputsAreNamed_data() {
    QTest::addColumn<QStringList>("option");
    QTest::newRow("trace") << QStringList{"--trace", "no-such-trace.csv"};
    QTest::newRow("weather") << QStringList{"--weather", "no-such-place.epw"};
    QTest::newRow("folder of the recording") << QStringList{"--out", "no-such-folder/run.db"};
}

void TestRun::missingInputsAreNamed() {
    QFETCH(QStringList, option);
    QTemporaryDir folder;
    QStringList arguments = {"run", fixtureProject(), "--until", "60s", "--quiet"};
    if (option[0] != "--out") {
        arguments << "--out" << folder.filePath("run.db");
    }
    const CliResult result = runCli(arguments + option, folder.path());
    QCOMPARE(result.code, 3);
    QCOMPARE(result.out, QString());
    QVERIFY2(result.err.contains("no-such-"), qPrintable(result.err));
    QVERIFY2(result.err.contains("Remedy: "), qPrintable(result.err));
}

void TestRun::interruptLeavesARecording() {
    QTemporaryDir folder;
    const QString recording = folder.filePath("run.db");
    QProcess process;
    QVERIFY(startEndlessRun(process, recording));
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    const QJsonObject json = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    QVERIFY(json["simulated_s"].toDouble() > 0.0);
    QVERIFY(process.readAllStandardError().contains("Cancelled"));
    // Finished properly: one file, no journal next to it, and it holds its summary.
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"run.db"});
    QCOMPARE(runCli({"export", recording, "--out", folder.filePath("csv")}).code, 0);
}

void TestRun::killLeavesARecording() {
    QTemporaryDir folder;
    const QString recording = folder.filePath("run.db");
    QProcess process;
    QVERIFY(startEndlessRun(process, recording));
    process.kill();
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    const CliResult result = runCli({"export", recording, "--out", folder.filePath("csv")});
    QCOMPARE(result.err, QString());
    QCOMPARE(result.code, 0);
    QVERIFY(readBytes(folder.filePath("csv/facility.csv")).count('\n') > 10);
}

void TestRun::exportWritesUnits() {
    QTemporaryDir folder;
    const QString recording = folder.filePath("run.db");
    QCOMPARE(runCli({"run", fixtureProject(), "--until", "10min", "--step", "15s", "--quiet",
                     "--out", recording})
                 .code,
             0);
    const CliResult result = runCli({"export", recording, "--out", folder.filePath("csv")});
    QCOMPARE(result.code, 0);
    for (const QString& file : result.out.split('\n', Qt::SkipEmptyParts)) {
        QVERIFY2(QFile::exists(file), qPrintable(file));
    }
    const QList<QByteArray> lines = readBytes(folder.filePath("csv/facility.csv")).split('\n');
    QVERIFY(lines[0].startsWith("time_s,"));
    QVERIFY2(lines[0].contains("it_power_kw"), lines[0].constData());
    // 10 min in steps of 15 s: 40 rows, one header, and what follows the last line break.
    QCOMPARE(lines.size(), 42);
}

void TestRun::exportRefusesWhatIsNoRecording() {
    QTemporaryDir folder;
    const QString letter = folder.filePath("letter.db");
    QVERIFY(writeBytes(letter, "Dear reader,\n"));
    for (const QString& file : {letter, folder.filePath("nothing.db")}) {
        const CliResult result = runCli({"export", file, "--out", folder.filePath("csv")});
        QCOMPARE(result.code, 3);
        QVERIFY2(result.err.contains(file) && result.err.contains("STO-01"),
                 qPrintable(result.err));
        QVERIFY(!QFile::exists(folder.filePath("csv")));
    }
}

void TestRun::reportIsOnePage() {
    QTemporaryDir folder;
    const QString recording = folder.filePath("run.db");
    QCOMPARE(runCli({"run", fixtureProject(), "--until", "1h", "--quiet", "--out", recording}).code,
             0);
    const CliResult result = runCli({"report", recording});
    QCOMPARE(result.err, QString());
    QCOMPARE(result.code, 0);
    const QByteArray page = readBytes(folder.filePath("run.html"));
    QVERIFY(page.startsWith("<!DOCTYPE html>"));
    QVERIFY(page.contains("PUE"));
    // Self-contained: nothing is fetched.
    QVERIFY(!page.contains("src=\"http") && !page.contains("<link"));
}

HEADROOM_TEST(TestRun)
}  // namespace tst_run

#include "tst_run.moc"
