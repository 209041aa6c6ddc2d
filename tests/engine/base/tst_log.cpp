// SPDX-License-Identifier: Apache-2.0
#include "engine/base/log.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <string>

namespace tst_log {

using namespace headroom::engine;

namespace {

/// Opens a log without categories: nothing is written from then on.
void stopLog() {
    const QTemporaryDir folder;
    QVERIFY(openLog(folder.filePath("none.log").toStdString(), 0).has_value());
}

}  // namespace

class TestLog : public QObject {
    Q_OBJECT

  private slots:

    void cleanup() { stopLog(); }

    // Bits by category in the order of the list: run is the third, so 4; http the sixth, so 32.
    void categoriesAreNamed() {
        QCOMPARE(logCategoriesOf("run").value_or(0), 4U);
        QCOMPARE(logCategoriesOf("run,http").value_or(0), 36U);
        QCOMPARE(logCategoriesOf("all").value_or(0), 127U);
        const auto unknown = logCategoriesOf("run,jobs");
        QVERIFY(!unknown.has_value());
        QCOMPARE(unknown.error().code.c_str(), "LOG-001");
        QVERIFY(unknown.error().remedy.find("telemetry") != std::string::npos);
    }

    // Off: nothing is written, and nothing is formatted. On: the asked categories alone, each line one line.
    void writesWhatIsAsked() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("state/log/a.log").toStdString();
        QVERIFY(!isLogged(LogCategory::Run));
        logLine(LogCategory::Run, "before");
        QVERIFY(openLog(file, *logCategoriesOf("run")).has_value());
        QVERIFY(isLogged(LogCategory::Run) && !isLogged(LogCategory::Http));
        logLine(LogCategory::Run, "step {} of {}", 3, 4);
        logLine(LogCategory::Http, "not asked");
        logLine(LogCategory::Run, "{}", "two\nlines \x1b[31m");
        stopLog();
        logLine(LogCategory::Run, "after");
        QFile read(QString::fromStdString(file.string()));
        QVERIFY(read.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = read.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].endsWith("run       step 3 of 4"), lines[0].constData());
        QVERIFY2(lines[1].contains("two\\nlines") && !lines[1].contains('\x1b'),
                 lines[1].constData());
        // "2026-11-30T12:00:00.000Z ": 24 characters of the time and a blank.
        QCOMPARE(lines[0].indexOf("Z "), 23);
    }

    // A second start appends; a file above 10 MB makes room first.
    void makesRoom() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("a.log").toStdString();
        QFile large(QString::fromStdString(file.string()));
        QVERIFY(large.open(QIODevice::WriteOnly));
        QVERIFY(large.resize(10'000'001));
        large.close();
        QVERIFY(openLog(file, 1).has_value());
        QCOMPARE(std::filesystem::file_size(file), std::uintmax_t{0});
        QCOMPARE(std::filesystem::file_size(std::filesystem::path(file) += ".old"),
                 std::uintmax_t{10'000'001});
    }

    void saysWhyNot() {
        const auto none = openLog("/proc/no-such/a.log", 1);
        QVERIFY(!none.has_value());
        QCOMPARE(none.error().code.c_str(), "LOG-002");
        QVERIFY(!isLogged(LogCategory::Files));
    }

    void standsInTheStateFolder() {
        qputenv("XDG_STATE_HOME", "/tmp/state");
        QCOMPARE(usualLogFile("headroom-cli"),
                 std::filesystem::path("/tmp/state/headroom/log/headroom-cli.log"));
        qunsetenv("XDG_STATE_HOME");
    }
};

HEADROOM_TEST(TestLog)
}  // namespace tst_log

#include "tst_log.moc"
