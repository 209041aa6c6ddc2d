// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace tst_why_command {

/// headroom-cli why: chains, bills and suspects of a recording.
class TestWhyCommand : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void overview();
    void chainOfAJob();
    void billAndSuspects();
    void whatIsNotThere_data();
    void whatIsNotThere();

  private:
    QTemporaryDir folder_;
    QString run_;
};

void TestWhyCommand::initTestCase() {
    QVERIFY(folder_.isValid());
    run_ = folder_.filePath("run.db");
    const CliResult run = runCli({"run", HEADROOM_SOURCE_DIR "/scenarios/cascading-cooling",
                                  "--until", "150min", "--out", run_, "--quiet"});
    QVERIFY2(run.code == 0, qPrintable(run.err));
}

/// The wrong breaker is the dearest first cause.
void TestWhyCommand::overview() {
    const CliResult text = runCli({"why", run_});
    QCOMPARE(text.code, 0);
    QVERIFY(text.out.contains(QRegularExpression("mech-a +Its incoming breaker is opened\\.")));
    const CliResult json = runCli({"why", run_, "--format", "json"});
    const QJsonObject all = QJsonDocument::fromJson(json.out.toUtf8()).object();
    QCOMPARE(all["roots"][0]["subject"].toString(), QString("mech-a"));
    QVERIFY(all["roots"][0]["bill"]["work_accelerator_h"].toDouble() > 0.0);
    QVERIFY(all["roots"][0]["bill"]["work_accelerator_h"].toDouble() <=
            all["total"]["work_accelerator_h"].toDouble() + 1e-9);
    // The recording has all of its events: nothing is lost without one. tst_bill has the other case.
    QCOMPARE(all["without_event"]["work_accelerator_h"].toDouble(), 0.0);
    const CliResult bill = runCli({"why", run_, "--bill"});
    QVERIFY(bill.out.contains("All of the run"));
    QVERIFY(!bill.out.contains("Losses whose event is not in the recording"));
}

void TestWhyCommand::chainOfAJob() {
    const CliResult json =
        runCli({"why", run_, "--job", "llama-8b", "--forward", "--format", "json"});
    QVERIFY2(json.code == 0, qPrintable(json.err));
    const QJsonArray chain = QJsonDocument::fromJson(json.out.toUtf8()).object()["chain"].toArray();
    QVERIFY(chain.size() >= 4);
    QCOMPARE(chain.first()["subject"].toString(), QString("mech-a"));
    QVERIFY(chain.first()["cause"].isNull());
    QCOMPARE(chain.last()["subject"].toString(), QString("llama-8b"));
    for (int i = 1; i < chain.size(); ++i) {
        QCOMPARE(chain[i]["cause"].toInt(), chain[i - 1]["id"].toInt());
    }
}

void TestWhyCommand::billAndSuspects() {
    const CliResult text = runCli({"why", run_, "--at", "121.5min", "--bill", "--diagnose",
                                   "--usd-per-hour", "2.5", "--forward"});
    QVERIFY2(text.code == 0, qPrintable(text.err));
    for (const char* heading : {"Causes of event", "Consequences", "Bill of event", "Accelerators",
                                "Suspects of an operator"}) {
        QVERIFY2(text.out.contains(heading), heading);
    }
}

void TestWhyCommand::whatIsNotThere_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("event") << QStringList{"--event", "999999"} << 3 << "CLI-005";
    QTest::newRow("job") << QStringList{"--job", "nobody"} << 3 << "CLI-005";
    QTest::newRow("rack") << QStringList{"--rack", "nowhere"} << 3 << "CLI-005";
    QTest::newRow("before") << QStringList{"--at", "1s"} << 3 << "CLI-005";
    QTest::newRow("no time") << QStringList{"--at", "yesterday"} << 3 << "CLI-005";
    QTest::newRow("two") << QStringList{"--at", "1h", "--job", "llama-8b"} << 2 << "--help";
    QTest::newRow("negative price") << QStringList{"--usd-per-hour", "-1"} << 2 << "--help";
}

void TestWhyCommand::whatIsNotThere() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, says);
    const CliResult result = runCli(QStringList{"why", run_} + arguments);
    QCOMPARE(result.code, code);
    QVERIFY2(result.err.contains(says), qPrintable(result.err));
    QVERIFY(result.out.isEmpty());
    const CliResult none = runCli({"why", folder_.filePath("none.db")});
    QCOMPARE(none.code, 3);
    QVERIFY(none.err.contains("STO-010"));
}

HEADROOM_TEST(TestWhyCommand)
}  // namespace tst_why_command

#include "tst_why_command.moc"
