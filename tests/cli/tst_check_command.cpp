// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <map>

namespace tst_check_command {

namespace {

QJsonObject toldOf(const QString& project) {
    return QJsonDocument::fromJson(runCli({"check", project, "--format", "json"}).out.toUtf8())
        .object();
}

}  // namespace

/// `check` in a script, and the exit codes of commands that have nothing to say.
class TestCheckCommand : public QObject {
    Q_OBJECT

  private slots:

    // Exit 1 where an error is open, with --strict also where a warning is; what somebody accepted and notes never
    // fail. The fixture with every error accepted has warnings left, and with these accepted nothing but notes.
    void strictFailsOnWarnings() {
        QTemporaryDir folder;
        QJsonObject project = QJsonDocument::fromJson(readBytes(fixtureProject())).object();
        QJsonArray accepted;
        for (const char* severity : {"error", "warning"}) {
            const QString file = folder.filePath(QStringLiteral("%1.json").arg(severity));
            for (const QJsonValue& value : toldOf(fixtureProject())["findings"].toArray()) {
                const QJsonObject finding = value.toObject();
                if (finding["severity"].toString() == severity) {
                    accepted.append(
                        QJsonObject{{"id", QStringLiteral("accepted-%1").arg(accepted.size() + 1)},
                                    {"rule", finding["rule"]},
                                    {"subject", finding["subject"]},
                                    {"reason", "for this test"}});
                }
            }
            project["accepted_findings"] = accepted;
            QVERIFY(writeBytes(file, QJsonDocument(project).toJson()));
            const QJsonObject told = toldOf(file);
            QCOMPARE(told["errors"].toInt(), 0);
            QCOMPARE(told["warnings"].toInt() > 0, severity == QLatin1String("error"));
            QVERIFY(told["notes"].toInt() > 0);
            QCOMPARE(told["accepted"].toInt(), static_cast<int>(accepted.size()));
            QCOMPARE(runCli({"check", file}).code, 0);
            QCOMPARE(runCli({"check", file, "--strict"}).code,
                     severity == QLatin1String("error") ? 1 : 0);
        }
    }

    // The counts are those of the list, and the text gives the same findings, one a line, then a last line.
    void jsonTellsWhatTheTextTells() {
        const CliResult text = runCli({"check", fixtureProject()});
        const CliResult json = runCli({"check", fixtureProject(), "--format", "json", "--strict"});
        QCOMPARE(json.code, 1);
        const QJsonObject told = QJsonDocument::fromJson(json.out.toUtf8()).object();
        QVERIFY(!told["passed"].toBool());
        std::map<QString, int> severities;
        for (const QJsonValue& value : told["findings"].toArray()) {
            const QJsonObject finding = value.toObject();
            ++severities[finding["severity"].toString()];
            QVERIFY2(text.out.contains(finding["message"].toString()),
                     qPrintable(finding["rule"].toString()));
            QVERIFY(text.out.contains('[' + finding["rule"].toString() + ']'));
        }
        QCOMPARE(severities["error"], told["errors"].toInt());
        QCOMPARE(severities["warning"], told["warnings"].toInt());
        QCOMPARE(severities["note"], told["notes"].toInt());
        QCOMPARE(text.out.count('\n'), told["findings"].toArray().size() + 1);
        QCOMPARE(told["rules"].toInt(), told["rules_checked"].toInt());
        QVERIFY(text.out.contains(
            QStringLiteral("all %1 rules were checked").arg(told["rules"].toInt())));
    }

    // A design that cannot run keeps the rules on the compiled plant waiting, and says how many.
    void rulesThatWaitAreCounted() {
        QJsonObject project = QJsonDocument::fromJson(readBytes(fixtureProject())).object();
        project.remove("cooling_loops");
        for (const char* key : {"training_jobs", "job_generators"}) {
            project.remove(key);
        }
        QJsonArray halls = project["halls"].toArray();
        QJsonObject hall = halls[0].toObject();
        hall.remove("air_loop");
        halls[0] = hall;
        project["halls"] = halls;
        QTemporaryDir folder;
        const QString file = folder.filePath("project.json");
        QVERIFY(writeBytes(file, QJsonDocument(project).toJson()));
        const CliResult json = runCli({"check", file, "--format", "json"});
        QCOMPARE(json.code, 1);
        const QJsonObject told = QJsonDocument::fromJson(json.out.toUtf8()).object();
        const int waiting = told["rules"].toInt() - told["rules_checked"].toInt();
        QVERIFY(waiting > 0);
        const CliResult text = runCli({"check", file});
        QVERIFY2(
            text.out.contains(QStringLiteral("%1 wait for a design that can run").arg(waiting)),
            qPrintable(text.out));
    }

    // An empty table with exit code 0 reads like a check that passed.
    void nothingToSayIsNoSuccess_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const QString cases = QStringLiteral(HEADROOM_SOURCE_DIR "/tests/validation/cases/");
        QTest::newRow("cases of another kind")
            << QStringList{"validate", "--kind", "serving", cases + "cost"} << 3 << "VAL-005";
        QTest::newRow("no cases") << QStringList{"validate", "EMPTY"} << 3 << "VAL-002";
        QTest::newRow("no wiring") << QStringList{"power", "PROJECT"} << 1 << "nothing to study";
        QTest::newRow("no fabrics") << QStringList{"fabric", "PROJECT"} << 1 << "nothing to study";
        QTest::newRow("no fabrics, JSON")
            << QStringList{"fabric", "PROJECT", "--format", "json"} << 1 << "nothing to study";
        QTest::newRow("no jobs in a trace")
            << QStringList{"schedule", "TRACE", "--accelerators", "8"} << 3 << "TRC-005";
        QTest::newRow("no hall") << QStringList{"run", "PROJECT"} << 3 << "SIM-003";
    }

    void nothingToSayIsNoSuccess() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, says);
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("empty"));
        QVERIFY(writeBytes(folder.filePath("trace.csv"), "submit_s,duration_s,num_gpus\n"));
        const QJsonObject whole = QJsonDocument::fromJson(readBytes(fixtureProject())).object();
        const QJsonObject bare{
            {"format", whole["format"]}, {"project", whole["project"]}, {"site", whole["site"]}};
        QVERIFY(writeBytes(folder.filePath("project.json"), QJsonDocument(bare).toJson()));
        for (QString& word : arguments) {
            word = word == "EMPTY"     ? folder.filePath("empty")
                   : word == "PROJECT" ? folder.filePath("project.json")
                   : word == "TRACE"   ? folder.filePath("trace.csv")
                                       : word;
        }
        const CliResult result = runCli(arguments, folder.path());
        QCOMPARE(result.code, code);
        QVERIFY2(result.err.contains(says), qPrintable(result.err));
        QCOMPARE(result.out, QString());
    }
};

HEADROOM_TEST(TestCheckCommand)
}  // namespace tst_check_command

#include "tst_check_command.moc"
