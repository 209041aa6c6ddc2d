// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_study_command {

namespace {

QByteArray studyText(const QByteArray& rest) {
    return "{\"format\": \"headroom-study/1\", \"project\": \"small-hall.json\", " + rest + "}";
}

const QByteArray kAxes =
    "\"axes\": [{\"name\": \"water\", \"set\": \"loop-a.supply_setpoint_c\", \"values\": [16, 18, "
    "20]},"
    "{\"name\": \"drill\", \"orders\": [\"\", \"fail ups-a at 60s\"]}], \"figures\": [\"pue\"]";

}  // namespace

/// `study`, as people and scripts use it.
class TestStudyCommand : public QObject {
    Q_OBJECT

  private slots:

    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        QVERIFY(dir_->isValid());
        QVERIFY(QFile::copy(fixtureProject(), dir_->filePath("small-hall.json")));
        study_ = dir_->filePath("warm.json");
    }

    // Killed after the first results, gone on: every run there once, and the same results as in one go.
    void killedAndResumed() {
        QVERIFY(writeBytes(study_, studyText(kAxes + ", \"until_h\": 2, \"replications\": 20")));
        QProcess process;
        process.start(HEADROOM_CLI, {"study", "run", study_, "--threads", "2"});
        QVERIFY(process.waitForStarted());
        int done = 0;
        for (int i = 0; i < 2000 && done < 3; ++i) {
            QTest::qWait(10);
            done = json({"study", "status", study_, "--format", "json"})["done"].toInt();
        }
        QVERIFY2(done >= 3, "no results came");
        ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
        process.waitForFinished();
        const int kept = json({"study", "status", study_, "--format", "json"})["done"].toInt();
        QVERIFY(kept >= done);
        if (kept == 120) {
            QSKIP("it was done before it could be killed");
        }
        const CliResult rest = runCli({"study", "run", study_, "--format", "json"});
        QCOMPARE(rest.code, 0);
        QVERIFY2(rest.err.contains(QString("%1 of %2 runs").arg(120 - kept).arg(120 - kept)),
                 qPrintable(rest.err));  // what was kept was not run again
        const CliResult whole =
            runCli({"study", "run", study_, "--out", dir_->filePath("whole.db"), "--quiet"});
        QCOMPARE(whole.code, 0);
        const CliResult a = runCli({"study", "results", study_, "--format", "csv"});
        const CliResult b = runCli(
            {"study", "results", study_, "--format", "csv", "--out", dir_->filePath("whole.db")});
        QCOMPARE(a.code, 0);
        QCOMPARE(a.out, b.out);
        QCOMPARE(a.out.count('\n'), 7);
    }

    void resultsAsTextAndJson() {
        QVERIFY(writeBytes(study_, studyText(kAxes + ", \"until_h\": 0.1")));
        QCOMPARE(runCli({"study", "run", study_, "--quiet"}).code, 0);
        const CliResult text = runCli({"study", "results", study_});
        QCOMPARE(text.code, 0);
        QVERIFY(text.out.contains("6 of 6 runs done") && text.out.contains("water"));
        const QJsonObject object = json({"study", "results", study_, "--format", "json"});
        QCOMPARE(object["points"].toArray().size(), 6);
        QCOMPARE(object["figures"].toArray()[0].toObject()["axes"].toArray().size(), 2);
    }

    // One replication at the project's seed is the run itself.
    void aPointIsARun() {
        QVERIFY(writeBytes(
            study_,
            studyText("\"axes\": [{\"set\": \"loop-a.supply_setpoint_c\", \"values\": [18]}],"
                      "\"seed\": 1, \"until_h\": 0.2, \"figures\": [\"pue\"]")));
        QCOMPARE(runCli({"study", "run", study_, "--quiet"}).code, 0);
        const QJsonObject run =
            json({"run", fixtureProject(), "--until", "12min", "--seed", "1", "--format", "json",
                  "--quiet", "--out", dir_->filePath("run.db")});
        const QJsonObject object = json({"study", "results", study_, "--format", "json"});
        const double pue = object["points"]
                               .toArray()[0]
                               .toObject()["figures"]
                               .toObject()["pue"]
                               .toObject()["mean"]
                               .toDouble();
        QCOMPARE(pue, run["pue"].toDouble());
    }

    // A point as a project: it is checked and run like any other, with the state of the point.
    void aPointIsAProject() {
        QVERIFY(writeBytes(
            study_,
            studyText("\"axes\": [{\"set\": \"loop-a.supply_setpoint_c\", \"values\": [16, 19]}],"
                      "\"seed\": 1, \"until_h\": 0.2, \"figures\": [\"pue\"]")));
        const CliResult made =
            runCli({"study", "design", study_, "--point", "1", "--into", dir_->filePath("one")});
        QVERIFY2(made.code == 0, qPrintable(made.err));
        QCOMPARE(made.out.trimmed(), dir_->filePath("one/project.json"));
        QCOMPARE(runCli({"study", "run", study_, "--quiet"}).code, 0);
        const QJsonObject run =
            json({"run", dir_->filePath("one"), "--until", "12min", "--seed", "1", "--format",
                  "json", "--quiet", "--out", dir_->filePath("run.db")});
        const QJsonObject object = json({"study", "results", study_, "--format", "json"});
        const double pue = object["points"]
                               .toArray()[1]
                               .toObject()["figures"]
                               .toObject()["pue"]
                               .toObject()["mean"]
                               .toDouble();
        QCOMPARE(pue, run["pue"].toDouble());
        QVERIFY(runCli({"study", "design", study_, "--point", "0", "--into", dir_->filePath("one")})
                    .err.contains("STU-019"));
        QVERIFY(runCli({"study", "design", study_, "--point", "2"}).err.contains("STU-020"));
    }

    // What is wrong is told with its place and code, before anything runs and with nothing written.
    void faults_data() {
        QTest::addColumn<QByteArray>("rest");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("exit");
        QTest::newRow("path")
            << QByteArray("\"axes\": [{\"set\": \"loop-x.supply_setpoint_c\", \"values\": [1]}]")
            << "STU-005" << 3;
        QTest::newRow("no values")
            << QByteArray("\"axes\": [{\"set\": \"loop-a.supply_setpoint_c\", \"values\": []}]")
            << "STU-004" << 3;
        QTest::newRow("figure") << QByteArray(
                                       "\"axes\": [{\"set\": \"loop-a.supply_setpoint_c\", "
                                       "\"values\": [18]}], \"figures\": [\"mtti_h\"]")
                                << "STU-006" << 3;
        QByteArray axes;
        for (int i = 0; i < 9; ++i) {
            axes += QByteArray(i > 0 ? "," : "") +
                    "{\"set\": \"loop-a.supply_setpoint_c\", \"low\": 16, \"high\": 20, "
                    "\"levels\": 10}";
        }
        QTest::newRow("too many") << "\"axes\": [" + axes + "]"
                                  << "STU-012" << 3;
    }

    void faults() {
        QFETCH(QByteArray, rest);
        QFETCH(QString, code);
        QFETCH(int, exit);
        QVERIFY(writeBytes(study_, studyText(rest)));
        const CliResult result = runCli({"study", "run", study_, "--quiet"});
        QCOMPARE(result.code, exit);
        QVERIFY2(result.err.contains(code) && result.err.contains("warm.json"),
                 qPrintable(result.err));
        QVERIFY(!QFile::exists(dir_->filePath("warm.db")));
    }

    // A project outside the study's folder needs the option, in every command that reads the study.
    void filesOutside() {
        const QByteArray inside = studyText(kAxes + ", \"until_h\": 0.1");
        QVERIFY(
            writeBytes(study_, QByteArray(inside).replace("\"small-hall.json\"",
                                                          '"' + fixtureProject().toUtf8() + '"')));
        for (const QStringList& command : {QStringList{"run"},
                                           {"status"},
                                           {"results"},
                                           {"merge"},
                                           {"design", "--point", "0"},
                                           {"run", "--on", "script", "--tasks", "2"}}) {
            const CliResult result = runCli(QStringList{"study"} + command + QStringList{study_});
            QCOMPARE(result.code, 3);
            QVERIFY2(result.err.contains("STU-021") && result.err.contains("--allow-outside"),
                     qPrintable(result.err));
        }
        QVERIFY(!QFile::exists(dir_->filePath("warm.db")));
        QCOMPARE(runCli({"study", "run", study_, "--quiet", "--allow-outside"}).code, 0);
        QCOMPARE(json({"study", "status", study_, "--allow-outside", "--format", "json"})["done"]
                     .toInt(),
                 6);
        const QJsonObject dealt =
            json({"study", "run", study_, "--allow-outside", "--out", dir_->filePath("other.db"),
                  "--on", "script", "--tasks", "2", "--format", "json"});
        QVERIFY(readBytes(dealt["script"].toString()).contains(" --allow-outside --task "));
    }

    // A full disk in the middle: the error says so, what was there stays, and the study continues.
    void fullDisk() {
        QVERIFY(writeBytes(study_, studyText(kAxes + ", \"until_h\": 0.1, \"replications\": 40")));
        QProcess shell;
        shell.start("/bin/sh",
                    {"-c", QString("ulimit -f 80; exec %1 study run %2 --threads 1 --quiet")
                               .arg(HEADROOM_CLI, study_)});
        QVERIFY(shell.waitForFinished(300'000));
        const QString errors = QString::fromUtf8(shell.readAllStandardError());
        QVERIFY2(shell.exitCode() != 0 && errors.contains("STO-004"), qPrintable(errors));
        const int kept = json({"study", "status", study_, "--format", "json"})["done"].toInt();
        QVERIFY(kept > 0 && kept < 240);
        QCOMPARE(runCli({"study", "run", study_, "--quiet"}).code, 0);
        QCOMPARE(json({"study", "status", study_, "--format", "json"})["done"].toInt(), 240);
    }

  private:
    static QJsonObject json(const QStringList& arguments) {
        return QJsonDocument::fromJson(runCli(arguments).out.toUtf8()).object();
    }

    std::unique_ptr<QTemporaryDir> dir_;
    QString study_;
};

HEADROOM_TEST(TestStudyCommand)
}  // namespace tst_study_command

#include "tst_study_command.moc"
