// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_usage {

/// Wrong usage: exit 2, nothing on standard output, a message that says what to do instead.
class TestUsage : public QObject {
    Q_OBJECT

  private slots:
    void refused_data();
    void refused();
};

void TestUsage::refused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    const QString p = fixtureProject();
    QTest::newRow("nothing") << QStringList{} << "subcommand is required";
    QTest::newRow("misspelt command") << QStringList{"runn", p} << "did you mean run?";
    QTest::newRow("unknown command") << QStringList{"zzzzzz"} << "\"zzzzzz\" is not a command";
    QTest::newRow("unknown option") << QStringList{"run", p, "--fast"} << "--fast";
    QTest::newRow("misspelt option")
        << QStringList{"run", p, "--untill", "2h"}
        << "\"--untill\" is not an option of run; did you mean --until?";
    QTest::newRow("misspelt option with its value")
        << QStringList{"study", "run", p, "--thread=2"} << "did you mean --threads?";
    QTest::newRow("misspelt question")
        << QStringList{"ask", "step-timelin", p, "--at", "2h"}
        << "\"step-timelin\" is not a subcommand of ask; did you mean step-timeline?";
    QTest::newRow("unknown question")
        << QStringList{"ask", "zzzzzz", p} << "Subcommands: step-timeline";
    QTest::newRow("misspelt subcommand")
        << QStringList{"study", "statuss"} << "did you mean status?";
    QTest::newRow("unknown subcommand")
        << QStringList{"estimate", "zzzzzz"} << "Subcommands: training, inference";
    QTest::newRow("misspelt choice")
        << QStringList{"run", p, "--format", "jsn"} << "did you mean json?";
    QTest::newRow("no project") << QStringList{"run"} << "PROJECT is required";
    QTest::newRow("two projects") << QStringList{"check", p, p} << "small-hall.json";
    QTest::newRow("no unit known") << QStringList{"run", p, "--until", "3weeks"}
                                   << "\"3weeks\" is not a duration like 90s, 15min, 24h or 7d";
    QTest::newRow("negative time") << QStringList{"run", p, "--until=-1h"} << "\"-1h\"";
    QTest::newRow("zero time") << QStringList{"run", p, "--until", "0s"} << "\"0s\"";
    QTest::newRow("not a number") << QStringList{"run", p, "--until", "nan"} << "\"nan\"";
    QTest::newRow("empty time") << QStringList{"run", p, "--until", ""} << "--until";
    QTest::newRow("endless time") << QStringList{"run", p, "--until", "1e308d"} << "\"1e308d\"";
    QTest::newRow("step too long") << QStringList{"run", p, "--step", "30d"} << "--step";
    QTest::newRow("negative seed") << QStringList{"run", p, "--seed=-1"} << "--seed";
    QTest::newRow("no threads") << QStringList{"run", p, "--threads", "0"} << "--threads";
    QTest::newRow("unknown format") << QStringList{"run", p, "--format", "xml"} << "--format";
    QTest::newRow("misspelt type")
        << QStringList{"catalog", "accelerators"} << "did you mean accelerator?";
    QTest::newRow("unknown part") << QStringList{"catalog", "ups", "zzz"}
                                  << "\"zzz\" is not a part of type ups";
    QTest::newRow("unknown benchmark") << QStringList{"bench", "night"} << "night";
    QTest::newRow("window too short") << QStringList{"waveform", p, "--window", "5s"} << "--window";
    QTest::newRow("window too long") << QStringList{"waveform", p, "--window", "2h"} << "--window";
    QTest::newRow("looking at no time") << QStringList{"waveform", p, "--at", "soon"} << "\"soon\"";
    QTest::newRow("unknown event") << QStringList{"waveform", p, "--event", "flood"} << "--event";
    QTest::newRow("report of an unknown ending")
        << QStringList{"report", p, "--out", "design.docx"} << "\".docx\"";
    QTest::newRow("export to nowhere") << QStringList{"export", "run.db"} << "--out";
}

void TestUsage::refused() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    const CliResult result = runCli(arguments);
    QCOMPARE(result.code, 2);
    QCOMPARE(result.out, QString());
    QVERIFY2(result.err.contains(message), qPrintable(result.err));
    QVERIFY2(result.err.count('\n') <= 3, qPrintable(result.err));
}

HEADROOM_TEST(TestUsage)
}  // namespace tst_usage

#include "tst_usage.moc"
