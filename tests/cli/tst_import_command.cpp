// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_import_command {

/// `headroom-cli import`.
class TestImportCommand : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString write(const char* name, const QByteArray& bytes) const {
        const QString path = folder_.filePath(name);
        if (!writeBytes(path, bytes)) {
            qFatal("%s was not written", name);
        }
        return path;
    }

    QString project(const char* name) const { return write(name, readBytes(fixtureProject())); }

  private slots:

    // A log in SWF becomes a job trace with the profile of recorded jobs. A dry run leaves the project as it was, byte for byte;
    // --apply adds the trace, which names the file relative to the project's folder.
    void aLogOfJobsBecomesAJobTrace() {
        const QString hall = project("jobs.json");
        write("log.swf", "; Version: 2.2\n1 0 0 100 8 -1 -1 8 200 -1 1 1 1 1 1 1 -1 -1\n");
        const CliResult dry = runCli({"import", hall, "--use", folder_.filePath("log.swf")});
        QCOMPARE(dry.err, QString());
        QCOMPARE(dry.code, 0);
        QVERIFY2(dry.out.contains("philly-mixed"), qPrintable(dry.out));
        QCOMPARE(readBytes(hall), readBytes(fixtureProject()));
        const CliResult done =
            runCli({"import", hall, "--use", folder_.filePath("log.swf"), "--apply"});
        QCOMPARE(done.code, 0);
        QVERIFY(readBytes(hall).contains("\"log.swf\""));
        QCOMPARE(
            runCli({"import", "--explain", folder_.filePath("log.swf")}).out.count("philly-mixed"),
            1);
    }

    // A table of times and prices suits three uses. Prices come first; --as takes another. A use that the file does not have is
    // an error that lists those it has.
    void aTableHasSeveralUses() {
        const QString hall = project("prices.json");
        const QString file =
            write("day.csv",
                  "time,price "
                  "[EUR/MWh]\n2026-07-01T00:00Z,80\n2026-07-01T01:00Z,90\n2026-07-01T02:00Z,85\n");
        const CliResult prices = runCli({"import", hall, "--use", file});
        QVERIFY2(prices.out.contains("price_file day.csv") && prices.out.contains("--as carbon"),
                 qPrintable(prices.out + prices.err));
        const CliResult carbon = runCli({"import", hall, "--use", file, "--as", "carbon"});
        QVERIFY2(carbon.out.contains("carbon_file day.csv"), qPrintable(carbon.out + carbon.err));
        const CliResult weather = runCli({"import", hall, "--use", file, "--as", "weather"});
        QCOMPARE(weather.code, 3);
        QVERIFY2(
            weather.err.contains("IMP-031") && weather.err.contains("prices, telemetry, carbon"),
            qPrintable(weather.err));
    }

    // A run says what its trace leaves out, and which jobs run on another kind of accelerator than they did: here two rows.
    void aRunSaysWhatItsTraceLeavesOut() {
        const QString file = write("sacct.txt",
                                   "JobID|Submit|Start|End|AllocTRES\n1|2026-03-01T10:00:00|2026-"
                                   "03-01T10:00:00|2026-03-01T10:30:00|gres/gpu:v100=4\n"
                                   "2|2026-03-01T10:00:00|Unknown|Unknown|gres/gpu:v100=4\n");
        const CliResult result = runCli(
            {"run", project("trace.json"), "--trace", file, "--until", "1h", "--step", "60s"},
            folder_.path());
        QCOMPARE(result.code, 0);
        QVERIFY2(result.out.contains("did not start or have not ended are left out"),
                 qPrintable(result.out));
        QVERIFY2(result.out.contains("1 jobs ran on v100, of which the project has none"),
                 qPrintable(result.out));
    }

    // Readings are not part of a project: the error names the command that follows them.
    void readingsNameTheirCommand() {
        const QString file = write("smi.csv",
                                   "timestamp, index, power.draw [W]\n2026/07/15 10:00:00.123, 0, "
                                   "302.20 W\n2026/07/15 10:00:15.123, 0, 305.20 W\n");
        const CliResult result = runCli({"import", project("smi.json"), "--use", file});
        QVERIFY(result.code != 0);
        QVERIFY2(result.err.contains("headroom-cli twin PROJECT --telemetry FILE"),
                 qPrintable(result.err));
    }
};

HEADROOM_TEST(TestImportCommand)
}  // namespace tst_import_command

#include "tst_import_command.moc"
