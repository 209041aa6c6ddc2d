// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_study_tasks {

/// A study dealt out to tasks, without a cluster: its jobs are run here, one after the other.
class TestStudyTasks : public QObject {
    Q_OBJECT

  private slots:

    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        QVERIFY(dir_->isValid());
        study_ = dir_->filePath("warm's 5% study.json");
        QVERIFY(QFile::copy(fixtureProject(), dir_->filePath("small-hall.json")));
        QVERIFY(writeBytes(
            study_,
            "{\"format\": \"headroom-study/1\", \"project\": \"small-hall.json\", \"until_h\": 2, "
            "\"replications\": 10, \"figures\": [\"pue\", \"tokens\"], \"axes\": ["
            "{\"name\": \"water\", \"set\": \"loop-a.supply_setpoint_c\", \"values\": [16, 18, "
            "20]},"
            "{\"name\": \"drill\", \"orders\": [\"\", \"fail ups-a at 60s\"]}]}"));
    }

    // Dealt out to four tasks, of which one is killed and begun again: the hash of the results is that of a run in
    // one go, and a merge may be repeated.
    void killedAndMerged() {
        const QString whole = dir_->filePath("whole.db");
        QCOMPARE(runCli({"study", "run", study_, "--out", whole, "--quiet"}).code, 0);
        const QJsonObject expected =
            json({"study", "status", study_, "--out", whole, "--format", "json"});
        QCOMPARE(expected["done"].toInt(), 60);

        const QJsonObject dealt =
            json({"study", "run", study_, "--on", "script", "--tasks", "4", "--format", "json"});
        QCOMPARE(dealt["tasks"].toInt(), 4);
        QCOMPARE(dealt["runs"].toInt(), 60);
        const QString script = dealt["script"].toString();
        const QString part = QFileInfo(script).dir().filePath("task-00001.db");
        QProcess task;
        setTask(task, 1);
        task.start("/bin/sh", {script});
        QVERIFY(task.waitForStarted());
        for (int i = 0; i < 1000 && !QFile::exists(part); ++i) {
            QTest::qWait(5);
        }
        ::kill(static_cast<pid_t>(task.processId()), SIGKILL);
        task.waitForFinished();
        for (const int i : {3, 1, 0}) {
            runTask(script, i);
        }
        QJsonObject status = json({"study", "status", study_, "--format", "json"});
        QCOMPARE(status["done"].toInt(), 45);
        QCOMPARE(status["unmerged"].toInt(), 45);
        QCOMPARE(status["tasks"].toObject()["ended"].toArray(), QJsonArray{2});
        QCOMPARE(json({"study", "merge", study_, "--format", "json"})["new_results"].toInt(), 45);
        runTask(script, 2);
        const QJsonObject merged = json({"study", "merge", study_, "--format", "json"});
        QCOMPARE(merged["new_results"].toInt(), 15);
        QCOMPARE(merged["done"].toInt(), 60);
        QCOMPARE(merged["results_hash"], expected["results_hash"]);
        QCOMPARE(json({"study", "merge", study_, "--format", "json"})["new_results"].toInt(), 0);
        // Nothing is left to deal out.
        QCOMPARE(json({"study", "run", study_, "--on", "script", "--tasks", "4", "--format",
                       "json"})["done"]
                     .toInt(),
                 60);
    }

    void questionsShareTheirRuns_data() {
        QTest::addColumn<QStringList>("question");
        QTest::newRow("campaign") << QStringList{
            "campaign", "small-hall.json", "--replications", "5", "--days", "0.1", "--format",
            "csv",      "--quiet"};
        QTest::newRow("sweep") << QStringList{
            "sweep", "small-hall.json", "--warm-up", "10min",    "--horizon",
            "5min",  "--pairs",         "2",         "--format", "csv"};
        QTest::newRow("certainty") << QStringList{
            "run",         "small-hall.json", "--until", "15min", "--quiet", "--certainty-csv",
            "certain.csv", "--out",           "run.db"};
    }

    // Dealt out to three tasks that run one after the other, and then asked as a whole: the answer of one process, to the byte. A
    // second round of tasks may follow the first, for stages that wait for it.
    void questionsShareTheirRuns() {
        QFETCH(QStringList, question);
        QDir::setCurrent(dir_->path());
        const auto answer = [](const QStringList& arguments) {
            const CliResult result = runCli(arguments);
            return result.code <= 1 ? result.out.toUtf8() + readBytes("certain.csv")
                                    : result.err.toUtf8();
        };
        const bool isRun = question.front() == "run";
        const QByteArray expected = answer(question);
        QFile::remove("certain.csv");
        const QStringList kept = question + QStringList{"--keep", "kept.db", "--tasks", "3"};
        const CliResult dealt = runCli(kept + QStringList{"--on", "script"});
        QVERIFY2(dealt.code == 0, qPrintable(dealt.err));
        for (int task = 0; task < 3; ++task) {
            runTask(dir_->filePath("kept.tasks/job.sh"), task);
        }
        QVERIFY(QFile::exists("kept.tasks/task-00002.db"));
        QVERIFY(!QFile::exists("certain.csv"));
        const QByteArray whole = answer(question + QStringList{"--keep", "kept.db"});
        if (isRun) {  // the summary before the table has the time that the run took
            const auto table = [](const QByteArray& text) {
                return text.mid(text.indexOf("figure,"));
            };
            QCOMPARE(table(whole), table(expected));
        } else {
            QCOMPARE(whole, expected);
        }
        QDir::setCurrent(QDir::rootPath());
        const CliResult wrong = runCli(question + QStringList{"--tasks", "3"});
        QCOMPARE(wrong.code, 2);
    }

    // Each with its code and remedy.
    void faults() {
        QCOMPARE(runCli({"study", "run", study_, "--on", "slurm"}).code, 2);
        QCOMPARE(runCli({"study", "run", study_, "--tasks", "4"}).code, 2);
        CliResult result = runCli({"study", "run", study_, "--task", "0", "--quiet"});
        QCOMPARE(result.code, 3);
        QVERIFY2(result.err.contains("STU-013"), qPrintable(result.err));
        result = runCli({"study", "merge", study_});
        QVERIFY2(result.err.contains("STU-013"), qPrintable(result.err));
        // No sbatch on the PATH: what was dealt out is there, and says how it may be submitted.
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", dir_->path());
        process.setProcessEnvironment(environment);
        process.start(HEADROOM_CLI, {"study", "run", study_, "--on", "slurm", "--tasks", "2"});
        QVERIFY(process.waitForFinished());
        QVERIFY(process.exitCode() != 0);
        QVERIFY(process.readAllStandardError().contains("STU-016"));
        // The project has changed since: the task says so, and runs nothing.
        QByteArray text = readBytes(study_);
        QVERIFY(writeBytes(study_, text.replace("16, 18, 20", "15, 18, 20")));
        result = runCli({"study", "run", study_, "--task", "0", "--quiet"});
        QVERIFY2(result.code != 0 && result.err.contains("STU-014"), qPrintable(result.err));
    }

  private:
    static void setTask(QProcess& process, int task) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("SLURM_ARRAY_TASK_ID", QString::number(task));
        process.setProcessEnvironment(environment);
    }

    static void runTask(const QString& script, int task) {
        QProcess process;
        setTask(process, task);
        process.start("/bin/sh", {script});
        QVERIFY(process.waitForFinished(300'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
    }

    static QJsonObject json(const QStringList& arguments) {
        return QJsonDocument::fromJson(runCli(arguments).out.toUtf8()).object();
    }

    std::unique_ptr<QTemporaryDir> dir_;
    QString study_;
};

HEADROOM_TEST(TestStudyTasks)
}  // namespace tst_study_tasks

#include "tst_study_tasks.moc"
