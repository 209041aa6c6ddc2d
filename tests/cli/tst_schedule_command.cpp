// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_schedule_command {

/// headroom-cli schedule: every kind of trace that job_traces of a project reads.
class TestScheduleCommand : public QObject {
    Q_OBJECT

  private slots:
    void tracesOfAnyKind_data();
    void tracesOfAnyKind();
    void wavesOfFour();
    void saysWhatItCharges();
};

namespace {

QJsonObject first(const CliResult& result) {
    return QJsonDocument::fromJson(result.out.toUtf8()).array().at(0).toObject();
}

}  // namespace

void TestScheduleCommand::tracesOfAnyKind_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("options");
    // One job of 8 accelerators and one of 4 that comes 10 min later, both for 1 h.
    QTest::newRow("csv") << "t.csv"
                         << QByteArray("submit_s,duration_s,num_gpus\n0,3600,8\n600,3600,4\n")
                         << QStringList();
    QTest::newRow("dates and own columns")
        << "t.csv"
        << QByteArray("at,run,gpus\n2026-03-01T10:00:00,3600,8\n2026-03-01T10:10:00,3600,4\n")
        << QStringList{"--submit-column", "at",   "--duration-column", "run",
                       "--size-column",   "gpus", "--time-unit",       "date_time"};
    QTest::newRow("minutes") << "t.csv"
                             << QByteArray("submit_s,duration_s,num_gpus\n0,60,8\n10,60,4\n")
                             << QStringList{"--time-unit", "minutes"};
    QTest::newRow("swf") << "t.swf"
                         << QByteArray(
                                "; Version: 2.2\n"
                                "1 0 -1 3600 16 -1 -1 16 3600 -1 1 1 1 -1 1 -1 -1 -1\n"
                                "2 600 -1 3600 8 -1 -1 8 3600 -1 1 1 1 -1 1 -1 -1 -1\n")
                         << QStringList{"--processors-per-accelerator", "2"};
    QTest::newRow("sacct")
        << "sacct.txt"
        << QByteArray(
               "JobID|JobName|User|Submit|Start|End|AllocTRES|Timelimit|State\n"
               "1|a|u|2026-03-01T10:00:00|2026-03-01T10:00:00|2026-03-01T11:00:00|"
               "gres/gpu=8|1-00:00:00|COMPLETED\n"
               "2|b|u|2026-03-01T10:10:00|2026-03-01T11:00:00|2026-03-01T12:00:00|"
               "gres/gpu=4|1-00:00:00|COMPLETED\n")
        << QStringList();
}

// On 8 accelerators the second waits 50 min: a mean of 1,500 s, and none of it is interrupted.
void TestScheduleCommand::tracesOfAnyKind() {
    QFETCH(QString, name);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, options);
    QTemporaryDir folder;
    const QString file = folder.filePath(name);
    QVERIFY(writeBytes(file, text));
    const QStringList arguments =
        QStringList{"schedule", file, "--accelerators", "8", "--policy", "fifo"} + options;
    const CliResult json = runCli(arguments + QStringList{"--format", "json"});
    QVERIFY2(json.code == 0, qPrintable(json.err));
    const QJsonObject row = first(json);
    QCOMPARE(row["completed"].toInt(), 2);
    QCOMPARE(row["mean_wait_s"].toDouble(), 1500.0);
    QCOMPARE(row["interrupted"].toBool(true), false);
    const CliResult csv = runCli(arguments + QStringList{"--format", "csv"});
    QVERIFY(csv.out.section('\n', 0, 0)
                .startsWith("policy,interrupted,jobs,completed,refused,mean_jct_s,"));
    QVERIFY(csv.out.section('\n', 1, 1).startsWith("fifo,no,"));
}

// 17 jobs of 20 min on 4 accelerators (the published case asks for 4, 3, 3, 2 x 4 and 1 x 10 with longer limits
// than they take): EASY runs them in 7 waves. Waits are 0, 2 x 20, 2 x 40, 2 x 60, 2 x 80, 4 x 100 and
// 4 x 120 min: 1,280 min over 17 jobs. Two jobs end at 60 min together; one after the other would let two
// of the last pass the two of the fourth wave.
void TestScheduleCommand::wavesOfFour() {
    QByteArray text = "; Version: 2.2\n";
    const int sizes[] = {4, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    for (int i = 0; i < 17; ++i) {
        const int asks = i < 7 ? 4800 : 4200 - 300 * (i - 7);
        text += QStringLiteral("%1 0 -1 1200 %2 -1 -1 %2 %3 -1 1 1 1 -1 1 -1 -1 -1\n")
                    .arg(i + 1)
                    .arg(sizes[i])
                    .arg(asks)
                    .toUtf8();
    }
    QTemporaryDir folder;
    const QString file = folder.filePath("waves.swf");
    QVERIFY(writeBytes(file, text));
    const CliResult result = runCli({"schedule", file, "--accelerators", "1024", "--size-scale",
                                     "256", "--policy", "easy", "--format", "json"});
    QVERIFY2(result.code == 0, qPrintable(result.err));
    QCOMPARE(first(result)["makespan_s"].toDouble(), 7 * 1200.0);
    QCOMPARE(first(result)["mean_wait_s"].toDouble(), 1280.0 * 60.0 / 17.0);
}

// The text says what a break costs, and each row what breaks took.
void TestScheduleCommand::saysWhatItCharges() {
    QTemporaryDir folder;
    const QString file = folder.filePath("t.csv");
    QVERIFY(writeBytes(file, "submit_s,duration_s,num_gpus\n0,36000,8\n600,60,8\n"));
    const CliResult text = runCli({"schedule", file, "--accelerators", "8", "--policy", "srtf",
                                   "--checkpoint", "5", "--restart", "2", "--wide"});
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.contains("each 5 min") && text.out.contains("restarts in 2 min"),
             qPrintable(text.out));
    QVERIFY(text.out.contains("lost [accelerator-h]"));
    // One break at a checkpoint: 8 x 2 min of restart.
    const CliResult json = runCli({"schedule", file, "--accelerators", "8", "--policy", "srtf",
                                   "--checkpoint", "5", "--restart", "2", "--format", "json"});
    QCOMPARE(first(json)["preemptions"].toInt(), 1);
    QCOMPARE(first(json)["lost_accelerator_s"].toDouble(), 8 * 120.0);
    QCOMPARE(first(json)["restart_s"].toDouble(), 120.0);
}

HEADROOM_TEST(TestScheduleCommand)
}  // namespace tst_schedule_command

#include "tst_schedule_command.moc"
