// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <functional>
#include <sys/resource.h>

namespace tst_limits {

namespace {

/// Runs headroom-cli under limits that `limited` sets in its process.
CliResult runLimited(const QStringList& arguments, const std::function<void()>& limited,
                     const QString& outFile = {}) {
    QProcess process;
    process.setChildProcessModifier(limited);
    if (!outFile.isEmpty()) {
        process.setStandardOutputFile(outFile);
    }
    process.start(HEADROOM_CLI, arguments);
    CliResult result;
    if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit) {
        result.code = process.exitCode();
    }
    result.out = QString::fromUtf8(process.readAllStandardOutput());
    result.err = QString::fromUtf8(process.readAllStandardError());
    return result;
}

void limitStack(rlim_t soft, rlim_t hard) {
    rlimit limit{};
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = soft;
    limit.rlim_max = hard == 0 ? limit.rlim_max : hard;
    setrlimit(RLIMIT_STACK, &limit);
}

constexpr rlim_t kKiB = 1024;

}  // namespace

/// Resources that run out: each has words and an exit code, none a signal.
class TestLimits : public QObject {
    Q_OBJECT

  private slots:

    void smallStack_data() {
        QTest::addColumn<int>("softKiB");
        QTest::addColumn<int>("hardKiB");
        QTest::addColumn<int>("code");
        // A soft limit alone is raised by the program itself.
        QTest::newRow("soft 64") << 64 << 0 << 0;
        QTest::newRow("soft 128") << 128 << 0 << 0;
        // A hard one below 512 KiB cannot be: told, exit 4 (not enough for the run). From there on it is enough.
        QTest::newRow("hard 64") << 64 << 64 << 4;
        QTest::newRow("hard 128") << 128 << 128 << 4;
        QTest::newRow("hard 1024") << 1024 << 1024 << 0;
    }

    void smallStack() {
        QFETCH(int, softKiB);
        QFETCH(int, hardKiB);
        QFETCH(int, code);
        const CliResult result = runLimited({"check", fixtureProject()}, [=] {
            limitStack(kKiB * static_cast<rlim_t>(softKiB), kKiB * static_cast<rlim_t>(hardKiB));
        });
        QCOMPARE(result.code, code);
        QCOMPARE(result.err.contains("CLI-007"), code != 0);
    }

    void fullDevice_data() {
        QTest::addColumn<QString>("option");
        QTest::newRow("help") << "--help";
        QTest::newRow("version") << "--version";
        QTest::newRow("schema") << "schema";
    }

    // Words that nobody can read are no success: exit 3, as for any file that cannot be written.
    void fullDevice() {
        QFETCH(QString, option);
        const CliResult result = runLimited(
            {option}, [] {}, "/dev/full");
        QCOMPARE(result.code, 3);
        QVERIFY2(result.err.contains("CLI-002"), qPrintable(result.err));
    }

    // No room from the beginning, here a limit of 4 KiB to a file: the place is the recording that was asked for, not the file
    // that it grows in, and nothing is left of either.
    void noRoomForTheRecording() {
        QTemporaryDir folder;
        const QString out = folder.filePath("r.db");
        const CliResult result =
            runLimited({"run", fixtureProject(), "--until", "1h", "--out", out, "--quiet"}, [] {
                const rlimit limit{4 * kKiB, 4 * kKiB};
                setrlimit(RLIMIT_FSIZE, &limit);
                std::signal(SIGXFSZ, SIG_IGN);
            });
        QVERIFY2(result.code > 0, qPrintable(result.err));
        QVERIFY2(result.err.contains("r.db: [STO-"), qPrintable(result.err));
        QVERIFY2(!result.err.contains("tmp-"), qPrintable(result.err));
        QVERIFY(
            QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    }
};

HEADROOM_TEST(TestLimits)
}  // namespace tst_limits

#include "tst_limits.moc"
