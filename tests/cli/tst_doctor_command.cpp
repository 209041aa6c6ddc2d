// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_doctor_command {

/// `doctor`, and the log that any command writes on demand.
class TestDoctorCommand : public QObject {
    Q_OBJECT

  private slots:

    // Without a project: the version of the program.
    void versionsAlone() {
        const CliResult result = runCli({"doctor", "--format", "json"});
        QCOMPARE(result.code, 0);
        const QJsonArray versions =
            QJsonDocument::fromJson(result.out.toUtf8()).object()["versions"].toArray();
        QCOMPARE(versions.first()["subject"].toString(), QStringLiteral("headroom"));
        QCOMPARE(versions.first()["value"].toString(), QStringLiteral(HEADROOM_VERSION));
    }

    // The path ends where no part takes the order; the command itself is fine.
    void pathOfAnOrder() {
        const CliResult result =
            runCli({"doctor", fixtureProject(), "--order", "fail no-such-part", "--format", "csv"});
        QCOMPARE(result.code, 0);
        QVERIFY2(result.out.contains("\nnot taken,600,"), qPrintable(result.out.right(300)));
        const CliResult words = runCli({"doctor", fixtureProject(), "--order", "please stop"});
        QCOMPARE(words.code, 3);
        QVERIFY2(words.err.contains("DOC-001"), qPrintable(words.err));
    }

    // The log goes to the state folder, has the asked categories alone, and is named on standard error.
    void logOnDemand() {
        const QTemporaryDir state;
        qputenv("XDG_STATE_HOME", state.path().toUtf8());
        const CliResult quiet = runCli({"check", fixtureProject()});
        const QString file = state.filePath("headroom/log/headroom-cli.log");
        QVERIFY(quiet.code == 0 || quiet.code == 1);
        QVERIFY(!QFile::exists(file));
        const CliResult logged = runCli({"--log", "compile", "doctor", fixtureProject()});
        qunsetenv("XDG_STATE_HOME");
        QCOMPARE(logged.code, 0);
        QCOMPARE(logged.err.trimmed(), "Log: " + file);
        const QByteArray lines = readBytes(file);
        QVERIFY2(lines.contains(" compile ") && !lines.contains(" files "),
                 lines.left(300).constData());
        const CliResult wrong = runCli({"--log", "everything", "doctor"});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("LOG-001"), qPrintable(wrong.err));
    }
};

HEADROOM_TEST(TestDoctorCommand)
}  // namespace tst_doctor_command

#include "tst_doctor_command.moc"
