// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

namespace tst_hostile_input {

/// What scripts with a fault in them hand over: every one ends with an exit code of ours and says
/// what to do, and none ends the process or waits.
class TestHostileInput : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void valuesAreRefused_data();
    void valuesAreRefused();
    void filesAreRefused_data();
    void filesAreRefused();
    void nothingOrdersTheTerminalAbout();
    void memoryThatEnds_data();
    void memoryThatEnds();

  private:
    QTemporaryDir folder_;
    QString trace_;
};

void TestHostileInput::initTestCase() {
    trace_ = folder_.filePath("trace.csv");
    QVERIFY(writeBytes(trace_, "submit_s,duration_s,num_gpus\n0,60,1\n"));
}

// Every option with a number, by what it is of: none takes what is no number, and none what is not
// in its range.
void TestHostileInput::valuesAreRefused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("option");
    const QString p = fixtureProject();
    const QStringList schedule = {"schedule", trace_, "--accelerators", "8"};
    const QStringList training = {"estimate",  "training",  "--model",
                                  "llama3-8b", "--cluster", "h100-sxm:8"};
    const QStringList inference = {"estimate",  "inference", "--model",
                                   "llama3-8b", "--cluster", "h100-sxm:8"};

    struct Numbers {
        QStringList command;
        QStringList options;
    };

    const QList<Numbers> commands = {
        {{"run", p}, {"--until", "--step", "--seed", "--threads", "--trace-from"}},
        {{"airflow", p}, {"--load", "--cell", "--threads"}},
        {{"waveform", p}, {"--at", "--window", "--seed"}},
        {{"campaign", p},
         {"--replications", "--days", "--threads", "--seed", "--target-halfwidth"}},
        {{"sweep", p},
         {"--warm-up", "--horizon", "--rest", "--pairs", "--switches", "--top", "--threads"}},
        {{"export", p, "--svg", folder_.filePath("plan.svg")}, {"--scale"}},
        {{"why", "run.db"}, {"--event", "--usd-per-hour", "--hit-rate", "--seed"}},
        {{"new"}, {"--mw", "--accelerators", "--hall-mw", "--hall-racks", "--oversubscription"}},
        {schedule,
         {"--checkpoint", "--restart", "--elastic-least", "--elastic-most", "--contention",
          "--estimate"}},
        {training,
         {"--accelerators", "--tp", "--pp", "--batch", "--micro-batch", "--sequence",
          "--tokens-billion", "--failures-per-1000-node-days", "--restart-min", "--checkpoint-min",
          "--pue", "--price-usd-per-hour", "--energy-usd-per-kwh"}},
        {inference,
         {"--tp", "--replicas", "--batch", "--chunk", "--storage-gb-per-s", "--rate", "--prompt",
          "--output", "--rate-scale", "--minutes", "--slo-ttft", "--slo-tpot", "--slo-attainment",
          "--seed", "--weight-bits"}},
    };
    // The same process for each would take minutes: the values take turns over the options, so that
    // each meets every command.
    const QStringList values = {"nan", "-inf", "1e308", "-1", "99999999999999999999", ""};
    qsizetype turn = 0;
    for (const Numbers& each : commands) {
        for (const QString& option : each.options) {
            for (const QString& value : {values[turn % values.size()], QString("nan")}) {
                const QString argument = option + '=' + value;
                QTest::newRow(qPrintable(each.command.first() + ' ' + argument))
                    << QStringList(each.command + (value.isEmpty() ? QStringList{option, value}
                                                                   : QStringList{argument}))
                    << option;
            }
            ++turn;
        }
    }
    for (const char* option : {"--trace", "--weather", "--out"}) {
        QTest::newRow(qPrintable(QString("empty %1").arg(option)))
            << QStringList{"run", p, option, ""} << "the value is empty";
    }
    QTest::newRow("nothing behind =")
        << QStringList{"run", p, "--out=", "--quiet"} << "the value is empty";
    QTest::newRow("empty project") << QStringList{"check", ""} << "the value is empty";
    QTest::newRow("a century and a day")
        << QStringList{"run", p, "--until", "36526d"} << "at most 36525d";
    QTest::newRow("days of 64 bits")
        << QStringList{"run", p, "--until", "9223372036854775808"} << "at most 36525d";
    QTest::newRow("too many requests")
        << QStringList(inference + QStringList{"--rate", "1e6", "--minutes", "10000"})
        << "5 million requests";
}

void TestHostileInput::valuesAreRefused() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, option);
    const CliResult result = runCli(arguments, folder_.path());
    QVERIFY2(result.code == 2, qPrintable(QString::number(result.code) + result.out + result.err));
    QCOMPARE(result.out, QString());
    QVERIFY2(result.err.contains(option), qPrintable(result.err));
}

void TestHostileInput::filesAreRefused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("code");
    const QString p = fixtureProject();
    QTest::newRow("device as project") << QStringList{"check", "/dev/zero"} << "FIL-006";
    QTest::newRow("device as trace")
        << QStringList{"schedule", "/dev/zero", "--accelerators", "8"} << "FIL-006";
    QTest::newRow("device as weather")
        << QStringList{"run", p, "--out", "w.db", "--weather", "/dev/zero"} << "FIL-006";
    QTest::newRow("device as case") << QStringList{"validate", "/dev/zero"} << "FIL-006";
    QTest::newRow("device as recording") << QStringList{"report", "/dev/zero"} << "FIL-006";
    QTest::newRow("pipe of nobody") << QStringList{"check", "nobody"} << "FIL-007";
    QTest::newRow("links in a circle") << QStringList{"check", "loop"} << "FIL-002";
    QTest::newRow("circle as case") << QStringList{"validate", "loop"} << "VAL-001";
    QTest::newRow("no case") << QStringList{"validate", "noise.bin"} << "VAL-002";
    QTest::newRow("folder without case") << QStringList{"validate", "empty"} << "VAL-002";
    QTest::newRow("endless id") << QStringList{"check", "id.json"} << "PRJ-015";
    QTest::newRow("no day") << QStringList{"run", "day.json", "--out", "d.db"} << "PRJ-024";
    QTest::newRow("facility for a missing weather")
        << QStringList{"new", "--mw", "1", "--weather", "none.epw", "--out", "w.json"} << "WTH-001";
    QTest::newRow("facility for a device as weather")
        << QStringList{"new", "--mw", "1", "--weather", "/dev/zero", "--out", "w.json"}
        << "FIL-006";
    QTest::newRow("facility for noise as weather")
        << QStringList{"new", "--mw", "1", "--weather", "noise.bin", "--out", "w.json"}
        << "WTH-002";
    QTest::newRow("halls of a watt")
        << QStringList{"new", "--mw", "500", "--hall-mw", "0.01"} << "SIZ-006";
}

void TestHostileInput::filesAreRefused() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, code);
    ::mkfifo(folder_.filePath("nobody").toLocal8Bit().constData(), 0600);
    QFile::link(folder_.filePath("loop"), folder_.filePath("loop"));
    QDir(folder_.path()).mkdir("empty");
    QVERIFY(writeBytes(folder_.filePath("noise.bin"), QByteArray("\x00\xff\x1b[2J", 6)));
    const QByteArray sound = readBytes(fixtureProject());
    QByteArray id = sound;
    id.replace("\"hall-a\"", "\"" + QByteArray(30'000, 'a') + "\"");
    QVERIFY(id != sound);
    QVERIFY(writeBytes(folder_.filePath("id.json"), id));
    QByteArray day = sound;
    day.replace("2026-07-01T", "2026-02-30T");
    QVERIFY(day != sound);
    QVERIFY(writeBytes(folder_.filePath("day.json"), day));
    const CliResult result = runCli(arguments, folder_.path());
    QVERIFY2(result.err.contains(code), qPrintable(result.err + result.out));
    QVERIFY2(result.err.contains("Remedy: "), qPrintable(result.err));
    QVERIFY2(!result.err.contains("CLI-003"), qPrintable(result.err));
    QCOMPARE(result.code,
             code.startsWith("SIZ-") ? 1 : 3);  // a wish that cannot be met is a finding, no file
}

// A word of a file that orders a terminal about, and one with a zero in it: both are shown written
// out, and what follows them as well.
void TestHostileInput::nothingOrdersTheTerminalAbout() {
    QByteArray project = readBytes(fixtureProject());
    project.replace("\"hall\": \"hall-a\"", "\"hall\": \"a\\u0000\\u001b]0;title\\u0007\"");
    QVERIFY(writeBytes(folder_.filePath("escape.json"), project));
    const CliResult checked = runCli({"check", "escape.json"}, folder_.path());
    QCOMPARE(checked.code, 3);
    QVERIFY2(checked.err.contains("PRJ-022"), qPrintable(checked.err));
    QVERIFY2(checked.err.contains("U+0000"), qPrintable(checked.err));
    QVERIFY2(checked.err.contains("Remedy: "), qPrintable(checked.err));
    // Words that are quoted before anybody has looked at them, and names of files.
    project.replace("\"hall\": \"a", "\"h\\u001b\\u0000all\": \"a");
    QVERIFY(writeBytes(folder_.filePath("key.json"), project));
    const CliResult key = runCli({"check", "key.json"}, folder_.path());
    QVERIFY2(key.err.contains("\"h\\u001b\\u0000all\" is unknown"), qPrintable(key.err));
    const CliResult missing = runCli({"check", "\x1b[2J\xc2\x9b.json"}, folder_.path());
    QCOMPARE(missing.code, 3);
    for (const CliResult& result : {checked, key, missing}) {
        for (const QChar c : result.err + result.out) {
            QVERIFY2(c == '\n' || c == '\t' || (c.unicode() >= 0x20 && c.unicode() < 0x7f) ||
                         c.unicode() > 0x9f,
                     qPrintable(result.err));
        }
    }
}

// Limits from where nothing goes to where all does. The process ends by its own will in each case,
// and says in one line why.
void TestHostileInput::memoryThatEnds_data() {
#ifdef HEADROOM_SANITIZED
    QSKIP("sanitizers map more than any limit");
#endif
    QTest::addColumn<int>("megabytes");
    for (const int megabytes : {30, 34, 38, 42, 46, 52, 60, 80}) {
        QTest::newRow(qPrintable(QString::number(megabytes))) << megabytes;
    }
}

void TestHostileInput::memoryThatEnds() {
    QFETCH(int, megabytes);
    for (const QStringList& arguments :
         {QStringList{"run", fixtureProject(), "--until", "10min", "--quiet", "--out", "m.db"},
          QStringList{"check", fixtureProject()}}) {
        QProcess process;
        process.setWorkingDirectory(folder_.path());
        process.start("/bin/sh", QStringList{"-c", "ulimit -v \"$1\"; shift; exec \"$@\"", "sh",
                                             QString::number(1024 * megabytes), HEADROOM_CLI} +
                                     arguments);
        QVERIFY(process.waitForFinished(60'000));
        const QByteArray err = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit, err.constData());
        // Below all, the loader of the program itself finds no room: 127.
        const int code = process.exitCode();
        QVERIFY2(code == 0 || code == 3 || code == 4 || code == 127,
                 (QByteArray::number(code) + err).constData());
        QVERIFY2(!err.contains("CLI-003"), err.constData());
        QVERIFY2(code == 0 || code == 127 || err.contains("Remedy: "), err.constData());
    }
}

HEADROOM_TEST(TestHostileInput)
}  // namespace tst_hostile_input

#include "tst_hostile_input.moc"
