// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_help {

/// Help texts to the letter: what scripts and people read does not change unnoticed. After a wanted
/// change, run with HEADROOM_UPDATE_BASELINES=1 and look at the difference.
class TestHelp : public QObject {
    Q_OBJECT

  private slots:
    void texts_data();
    void texts();
    void version();
    void helpOfACommandIsThatOfItsOption();
    void pagesAndPlacesOfTheManual();
};

void TestHelp::texts_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("program") << QStringList{"--help"};
    for (const char* command :
         {"run",      "new",       "power",    "fabric", "waveform",    "airflow",
          "campaign", "check",     "catalog",  "schema", "export",      "import",
          "report",   "validate",  "schedule", "sweep",  "commission",  "sensitivity",
          "twin",     "calibrate", "cost",     "plan",   "parallelism", "goodput",
          "fleet",    "why",       "compare",  "replay", "branch",      "serve",
          "manual",   "help",      "bench"}) {
        QTest::newRow(command) << QStringList{command, "--help"};
    }
    for (const char* part : {"run", "status", "merge", "results"}) {
        QTest::newRow((std::string("study-") + part).c_str())
            << QStringList{"study", part, "--help"};
    }
    QTest::newRow("doctor") << QStringList{"doctor", "--help"};
    QTest::newRow("ask") << QStringList{"ask", "--help"};
    QTest::newRow("ask-step-timeline") << QStringList{"ask", "step-timeline", "--help"};
    QTest::newRow("estimate-training") << QStringList{"estimate", "training", "--help"};
    QTest::newRow("estimate-inference") << QStringList{"estimate", "inference", "--help"};
}

void TestHelp::texts() {
    QFETCH(QStringList, arguments);
    const CliResult result = runCli(arguments);
    QCOMPARE(result.code, 0);
    QCOMPARE(result.err, QString());
    const QString baseline = QStringLiteral(HEADROOM_SOURCE_DIR "/tests/cli/baseline/%1.txt")
                                 .arg(QLatin1String(QTest::currentDataTag()));
    if (qEnvironmentVariableIsSet("HEADROOM_UPDATE_BASELINES")) {
        QVERIFY(writeBytes(baseline, result.out.toUtf8()));
    }
    QCOMPARE(result.out, QString::fromUtf8(readBytes(baseline)));
}

void TestHelp::version() {
    const CliResult result = runCli({"--version"});
    QCOMPARE(result.code, 0);
    QCOMPARE(result.out, QStringLiteral("headroom-cli " HEADROOM_VERSION "\n"));
}

// One text: `help study run` and `study run --help`.
void TestHelp::helpOfACommandIsThatOfItsOption() {
    for (const QStringList& command :
         {QStringList{}, QStringList{"run"}, QStringList{"study", "run"}, QStringList{"help"}}) {
        const CliResult byHelp = runCli(QStringList{"help"} + command);
        QCOMPARE(byHelp.code, 0);
        QCOMPARE(byHelp.out, runCli(command + QStringList{"--help"}).out);
    }
}

void TestHelp::pagesAndPlacesOfTheManual() {
    const CliResult page = runCli({"help", "replay-slurm-log"});
    QCOMPARE(page.code, 0);
    QVERIFY2(page.out.contains("headroom-cli schedule"), qPrintable(page.out.left(300)));
    QVERIFY(!page.out.contains("](") && !page.out.contains("```"));
    // The glossary leads "total cost of ownership" to the page that answers the question, not to the longest one.
    const CliResult found = runCli({"help", "total cost of ownership", "--format", "csv"});
    QCOMPARE(found.code, 0);
    QVERIFY2(found.out.section('\n', 1, 1).startsWith("find-tco,"), qPrintable(found.out));
    const CliResult none = runCli({"help", "xyzzy"});
    QCOMPARE(none.code, 2);
    QVERIFY2(none.err.contains("CLI-008") && none.err.contains("xyzzy"), qPrintable(none.err));
}

HEADROOM_TEST(TestHelp)
}  // namespace tst_help

#include "tst_help.moc"
