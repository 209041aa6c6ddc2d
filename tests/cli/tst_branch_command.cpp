// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_branch_command {

/// headroom-cli replay and branch: the words of orders, the tree, and what is refused.
class TestBranchCommand : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;
    QString run_, hash_;

    static QString hashOf(const CliResult& result) {
        return QJsonDocument::fromJson(result.out.toUtf8()).object()["state_hash"].toString();
    }

    QStringList branch(const QStringList& more) const {
        return QStringList{"branch", run_,      "--until",
                           "2h",     "--quiet", "--format",
                           "json",   "--out",   folder_.filePath("b.db")} +
               more;
    }

  private slots:

    void initTestCase() {
        run_ = folder_.filePath("run.db");
        const CliResult run =
            runCli({"run", HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall", "--until", "2h",
                    "--out", run_, "--quiet", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        hash_ = hashOf(run);
        QVERIFY(!hash_.isEmpty());
    }

    void goesBack() {
        const CliResult end = runCli({"replay", run_, "--format", "json"});
        QVERIFY2(end.code == 0, qPrintable(end.err));
        QCOMPARE(hashOf(end), hash_);
        const CliResult start = runCli({"replay", run_, "--at", "0", "--format", "json"});
        QVERIFY(start.code == 0 && hashOf(start) != hash_);
        QCOMPARE(runCli({"replay", run_, "--at", "2h15s"}).code, 3);
        QCOMPARE(runCli({"replay", run_, "--at", "soon"}).code, 2);
        QCOMPARE(runCli({"replay", run_, "--verify"}).code, 0);
    }

    void unchangedItIsTheRun() {
        const CliResult same = runCli(branch({"--at", "1h"}));
        QVERIFY2(same.code == 0, qPrintable(same.err));
        QCOMPARE(hashOf(same), hash_);
        const CliResult tree = runCli({"branch", run_, "--list"});
        QVERIFY(tree.code == 0 && tree.out.contains("unchanged") && tree.out.contains("b.db"));
    }

    void orders_data() {
        QTest::addColumn<QString>("order");
        QTest::addColumn<int>("code");
        QTest::newRow("cooling") << "fail cdus at 1h10m for 20min" << 0;
        QTest::newRow("machine") << "fail chilled chillers count 1 at 1h10m" << 0;
        QTest::newRow("power") << "open ups/1 at 1h5m for 5min" << 0;
        QTest::newRow("fabric") << "degrade fabric link/3 amount 50% at 4000s" << 0;
        QTest::newRow("server") << "fail liquid/7 server for 30min" << 0;
        QTest::newRow("job") << "kill job 3 at 1h1m" << 0;
        QTest::newRow("job sent where nothing is") << "send job 3 to nowhere at 1h1m" << 3;
        QTest::newRow("job sent without a site") << "send job 3 at 1h1m" << 2;
        QTest::newRow("no action") << "fial cdus" << 2;
        QTest::newRow("no number") << "fail cdus/x" << 2;
        QTest::newRow("no word") << "fail cdus tomorrow" << 2;
        QTest::newRow("no time") << "fail cdus at noon" << 2;
        QTest::newRow("units of time rise") << "fail cdus at 10m1h" << 2;
        QTest::newRow("no share") << "degrade fabric link/3 amount 500%" << 2;
        QTest::newRow("alone") << "fail" << 2;
        QTest::newRow("job without number") << "kill job three" << 2;
        QTest::newRow("not there") << "fail nothing" << 3;
        QTest::newRow("number beyond") << "fail cdus/99" << 3;
        QTest::newRow("job not there") << "kill job 99999" << 3;
        QTest::newRow("before the branch") << "fail cdus at 10min" << 3;
    }

    void orders() {
        QFETCH(QString, order);
        QFETCH(int, code);
        const CliResult result = runCli(branch({"--at", "1h", "--order", order}));
        QVERIFY2(result.code == code, qPrintable(result.err));
        if (code == 0) {
            QVERIFY(hashOf(result) != hash_);
        } else {
            QVERIFY(!result.err.isEmpty());
        }
    }

    void whatCannotBe_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("code");
        QTest::newRow("ends before it begins") << QStringList{"--at", "3h"} << 2;
        QTest::newRow("no colour") << QStringList{"--at", "1h", "--colour", "red"} << 2;
        QTest::newRow("no event") << QStringList{"--at", "1h", "--without", "99999"} << 3;
        QTest::newRow("no setting") << QStringList{"--at", "1h", "--set", "warm"} << 3;
        QTest::newRow("no time") << QStringList{} << 2;
    }

    void whatCannotBe() {
        QFETCH(QStringList, options);
        QFETCH(int, code);
        const CliResult result = runCli(branch(options));
        QCOMPARE(result.code, code);
        QVERIFY(!result.err.isEmpty());
    }

    // A branch is alone: with the run that it left gone it is shown, made again to its last byte, compared.
    void aBranchOutlivesItsParent() {
        const QString parent = folder_.filePath("parent.db"), child = folder_.filePath("child.db");
        QVERIFY(QFile::copy(run_, parent));
        const CliResult made =
            runCli({"branch", parent, "--at", "1h", "--set", "warm.supply_setpoint_c=36", "--until",
                    "90min", "--out", child, "--quiet", "--format", "json"});
        QVERIFY2(made.code == 0, qPrintable(made.err));
        QVERIFY(QFile::remove(parent));
        const CliResult again = runCli({"replay", child, "--format", "json"});
        QVERIFY2(again.code == 0, qPrintable(again.err));
        QCOMPARE(hashOf(again), hashOf(made));
        QCOMPARE(runCli({"replay", child, "--verify"}).code, 0);
        QCOMPARE(runCli({"compare", run_, child, "--format", "json"}).code, 0);
    }

    // Onto itself: the run stays as it was.
    void neverOverItsParent() {
        const QByteArray before = readBytes(run_);
        QVERIFY(runCli({"branch", run_, "--at", "1h", "--until", "2h", "--out", run_, "--quiet"})
                    .code != 0);
        QCOMPARE(readBytes(run_), before);
    }
};

HEADROOM_TEST(TestBranchCommand)
}  // namespace tst_branch_command

#include "tst_branch_command.moc"
