// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_outputs {

namespace fs = std::filesystem;

namespace {

/// A command that writes a file, with %1 where its name goes.
struct Writer {
    const char* name;
    QStringList arguments;
    bool isRecording = false;
    bool isProject = false;
};

const QList<Writer>& writers() {
    static const QList<Writer> all = {
        {"run", {"run", "P.json", "--until", "5min", "--quiet", "--out", "%1"}, true},
        {"report", {"report", "R.db", "--out", "%1"}},
        {"export --svg", {"export", "P.json", "--svg", "%1"}},
        {"export --gltf", {"export", "P.json", "--gltf", "%1"}},
        {"export --xlsx", {"export", "P.json", "--xlsx", "%1"}},
        {"export --bom", {"export", "P.json", "--bom", "%1"}},
        {"waveform --out",
         {"waveform", "P.json", "--at", "2min", "--window", "10s", "--quiet", "--out", "%1"}},
        {"waveform --spectrum",
         {"waveform", "P.json", "--at", "2min", "--window", "10s", "--quiet", "--spectrum", "%1"}},
        {"campaign",
         {"campaign", "P.json", "--days", "0.01", "--replications", "1", "--quiet", "--out", "%1"}},
        {"new", {"new", "--mw", "1", "--replace", "--out", "%1"}, false, true},
    };
    return all;
}

CliResult runWriter(const Writer& writer, const QString& out, const QString& folder) {
    QStringList arguments = writer.arguments;
    return runCli(arguments.replaceInStrings("%1", out), folder);
}

/// Everything in a folder: names with what they hold, links and what is no file by their kind.
QMap<QString, QByteArray> contents(const QString& folder) {
    QMap<QString, QByteArray> all;
    for (const auto& entry : fs::directory_iterator(folder.toStdString())) {
        const QString name = QString::fromStdString(entry.path().filename().string());
        all[name] = entry.is_symlink()        ? QByteArray("a link")
                    : entry.is_regular_file() ? readBytes(folder + '/' + name)
                                              : QByteArray("no file");
    }
    return all;
}

bool contains(const QString& text, const QString& codes) {
    for (const QString& code : codes.split('|')) {
        if (text.contains('[' + code + ']')) {
            return true;
        }
    }
    return false;
}

}  // namespace

/// Every command that writes, with every place where it must not: nothing is changed, and an error
/// with a code and a remedy says why, with exit code 3.
class TestOutputs : public QObject {
    Q_OBJECT

    QTemporaryDir source_;

    /// P.json, its recording R.db, another project, a recording and a part of a catalogue, and what
    /// is no file.
    QString fill(const QTemporaryDir& folder) const {
        const auto in = [&](const char* name) { return folder.filePath(name); };
        QFile::copy(fixtureProject(), in("P.json"));
        QFile::copy(fixtureProject(), in("other.json"));
        QFile::copy(source_.filePath("R.db"), in("R.db"));
        QFile::copy(source_.filePath("R.db"), in("other.db"));
        writeBytes(in("part.json"), "{\"format\": \"headroom-catalogue/1\"}");
        QDir(folder.path()).mkdir("dir");
        ::mkfifo(in("pipe").toLocal8Bit().constData(), 0644);
        fs::create_symlink("/dev/null", in("null").toStdString());
        fs::create_symlink("P.json", in("link").toStdString());
        fs::create_symlink("loop", in("loop").toStdString());
        fs::create_hard_link(in("P.json").toStdString(), in("hard").toStdString());
        fs::create_symlink("R.db", in("link.db").toStdString());
        return folder.path();
    }

  private slots:

    void initTestCase() {
        const CliResult made = runCli({"run", fixtureProject(), "--until", "5min", "--quiet",
                                       "--out", source_.filePath("R.db")});
        QVERIFY2(made.code == 0, qPrintable(made.err));
    }

    void nothingIsLost_data() {
        QTest::addColumn<int>("writer");
        QTest::addColumn<QString>("out");
        QTest::addColumn<QString>("codes");
        for (int i = 0; i < writers().size(); ++i) {
            const Writer& writer = writers()[i];
            const auto row = [&](const char* out, const QString& codes) {
                QTest::addRow("%s, %s", writer.name, out) << i << out << codes;
            };
            const bool readsProject = writer.arguments.contains("P.json");
            const QString project = readsProject ? "OUT-001" : "OUT-003";
            const QString recording = writer.arguments.contains("R.db") ? "OUT-001" : "OUT-003";
            if (!writer.isProject) {
                for (const char* name : {"P.json", "./dir/../P.json", "link", "hard"}) {
                    row(name, project);
                }
                row("other.json", writer.isRecording ? "STO-003|OUT-003" : "OUT-003");
            }
            if (!writer.isRecording) {
                row("R.db", recording);
                row("link.db", recording);
                row("other.db", "OUT-003");
            }
            row("part.json", writer.isRecording ? "STO-003|OUT-003" : "OUT-003");
            row("dir", "OUT-004");
            row("pipe", "OUT-005");
            row("null", "OUT-005");
            row("/dev/null", "OUT-005");
            row("loop", "FIL-004");
            row("nowhere/x", "FIL-004");
        }
    }

    void nothingIsLost() {
        QFETCH(int, writer);
        QFETCH(QString, out);
        QFETCH(QString, codes);
        QTemporaryDir folder;
        const QString at = fill(folder);
        const auto before = contents(at);
        const CliResult result = runWriter(writers()[writer], out, at);
        QVERIFY2(result.code == 3, qPrintable(result.err + result.out));
        QVERIFY2(contains(result.err, codes), qPrintable(result.err));
        QVERIFY2(result.err.contains("Remedy: ") && result.out.isEmpty(), qPrintable(result.err));
        QVERIFY(contents(at) == before);

        struct stat null {};

        QVERIFY(::stat("/dev/null", &null) == 0 && S_ISCHR(null.st_mode));
    }

    // The same commands write where they may: the table above does not pass by refusing all.
    void allOfThemWrite_data() {
        QTest::addColumn<int>("writer");
        for (int i = 0; i < writers().size(); ++i) {
            QTest::newRow(writers()[i].name) << i;
        }
    }

    void allOfThemWrite() {
        QFETCH(int, writer);
        QTemporaryDir folder;
        const QString at = fill(folder);
        QStringList names =
            QDir(at).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
        for (int again = 0; again < 2; ++again) {  // over its own result as well
            const CliResult result = runWriter(writers()[writer], "out", at);
            QVERIFY2(result.code == 0 || result.code == 1, qPrintable(result.err));
            QVERIFY(QFileInfo(folder.filePath("out")).size() > 0);
        }
        names << "out";
        names.sort();
        QStringList after =
            QDir(at).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
        after.sort();
        QCOMPARE(after, names);
    }

    // A limit on the size of files stands for the full disk.
    void aFullDiskKeepsTheOldFile_data() { allOfThemWrite_data(); }

    void aFullDiskKeepsTheOldFile() {
        QFETCH(int, writer);
        QTemporaryDir folder;
        const QString at = fill(folder);
        QVERIFY(runWriter(writers()[writer], "out", at).code <= 1);
        const auto before = contents(at);
        rlimit usual{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &usual), 0);
        rlimit small = usual;
        small.rlim_cur = 300;
        std::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &small);
        const CliResult result = runWriter(writers()[writer], "out", at);
        ::setrlimit(RLIMIT_FSIZE, &usual);
        QVERIFY2(result.code == 3, qPrintable(result.err));
        QVERIFY2(contains(result.err, writers()[writer].isRecording ? "STO-004" : "FIL-004"),
                 qPrintable(result.err));
        QVERIFY2(!result.err.contains("[ERROR]"), qPrintable(result.err));
        QVERIFY(contents(at) == before);
    }

    void twoOutputsAreTwoFiles_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("export") << QStringList{"export", "P.json", "--svg", "X", "--bom", "X"};
        QTest::newRow("export, by another name")
            << QStringList{"export", "P.json", "--gltf", "X", "--xlsx", "dir/../X"};
        QTest::newRow("export, folder and file")
            << QStringList{"export", "P.json", "--tables", "dir", "--svg", "dir/halls.csv"};
        QTest::newRow("export, folder that is a file")
            << QStringList{"export", "P.json", "--tables", "X", "--svg", "X"};
        QTest::newRow("waveform") << QStringList{
            "waveform", "P.json", "--at", "2min", "--quiet", "--out", "X", "--spectrum", "X"};
    }

    void twoOutputsAreTwoFiles() {
        QFETCH(QStringList, arguments);
        QTemporaryDir folder;
        const QString at = fill(folder);
        const auto before = contents(at);
        const CliResult result = runCli(arguments, at);
        QVERIFY2(result.code == 3 && contains(result.err, "OUT-002"), qPrintable(result.err));
        QVERIFY(contents(at) == before);
        QVERIFY(QDir(folder.filePath("dir")).isEmpty());
    }

    // Whatever a project names is read with it.
    void whatAProjectNamesIsRead() {
        QTemporaryDir folder;
        const QString at = fill(folder);
        writeBytes(folder.filePath("jobs.csv"), "mine");
        const CliResult trace =
            runCli({"run", "P.json", "--trace", "jobs.csv", "--out", "jobs.csv"}, at);
        QVERIFY2(trace.code == 3 && contains(trace.err, "OUT-001"), qPrintable(trace.err));
        QDir(at).mkdir("catalog");
        const CliResult part = runCli({"export", "other.json", "--svg", "P.json"}, at);
        QVERIFY2(part.code == 3 && contains(part.err, "OUT-003"), qPrintable(part.err));
        QCOMPARE(readBytes(folder.filePath("jobs.csv")), QByteArray("mine"));
    }

    void foldersAreFolders() {
        QTemporaryDir folder;
        const QString at = fill(folder);
        const auto before = contents(at);
        for (const QStringList& arguments :
             {QStringList{"export", "P.json", "--tables", "P.json"},
              QStringList{"export", "R.db", "--out", "R.db"},
              QStringList{"export", "R.db", "--out", "other.db/inside"},
              QStringList{"export", "R.db", "--out", "pipe"}}) {
            const CliResult result = runCli(arguments, at);
            QVERIFY2(result.code == 3, qPrintable(arguments.join(' ') + result.err));
            QVERIFY2(contains(result.err, "OUT-001|OUT-004"), qPrintable(result.err));
        }
        // A recording that bears the name of one of the tables.
        QVERIFY(QFile::copy(folder.filePath("R.db"), folder.filePath("dir/events.csv")));
        const CliResult result = runCli({"export", "R.db", "--out", "dir"}, at);
        QVERIFY2(result.code == 3 && contains(result.err, "OUT-003"), qPrintable(result.err));
        QCOMPARE(readBytes(folder.filePath("dir/events.csv")), before["R.db"]);
        QVERIFY(contents(at) == before);
    }

    void newAsksForReplace() {
        QTemporaryDir folder;
        const QString at = fill(folder);
        const auto before = contents(at);
        for (const char* out : {"P.json", "link", "part.json"}) {
            const CliResult result = runCli({"new", "--mw", "1", "--out", out}, at);
            QVERIFY2(result.code == 3, qPrintable(result.err));
            QVERIFY2(contains(result.err, "OUT-006|OUT-003"), qPrintable(result.err));
        }
        QVERIFY(contents(at) == before);
        QCOMPARE(runCli({"new", "--mw", "1", "--out", "P.json", "--replace"}, at).code, 0);
        QVERIFY(readBytes(folder.filePath("P.json")) != before["P.json"]);
    }

    // Standard output goes to a file that would be replaced under its feet.
    void standardOutputIsAnOutput() {
        QTemporaryDir folder;
        const QString at = fill(folder);
        for (const char* out : {"page", "/dev/stdout"}) {
            QProcess process;
            process.setWorkingDirectory(at);
            process.setStandardOutputFile(folder.filePath("page"));
            process.start(HEADROOM_CLI, {"report", "R.db", "--out", out});
            QVERIFY(process.waitForFinished(60'000));
            QCOMPARE(process.exitCode(), 3);
            QVERIFY(contains(QString::fromUtf8(process.readAllStandardError()), "OUT-002"));
        }
        QVERIFY(QFileInfo(folder.filePath("page")).size() == 0);
    }

    // Two runs that begin at the same moment: one records, the other is told so.
    void twoRunsOnOneFile() {
        QTemporaryDir folder;
        const QString at = fill(folder);
        QProcess both[2];
        for (QProcess& process : both) {
            process.setWorkingDirectory(at);
            process.start(HEADROOM_CLI,
                          {"run", "P.json", "--until", "3650d", "--quiet", "--out", "x.db"});
        }
        // Whichever is refused ends by itself; the other is stopped then, and has all it said.
        QTRY_VERIFY_WITH_TIMEOUT(
            (both[0].waitForFinished(1), both[1].waitForFinished(1),
             both[0].state() == QProcess::NotRunning || both[1].state() == QProcess::NotRunning),
            60'000);
        QProcess& refused = both[0].state() == QProcess::NotRunning ? both[0] : both[1];
        QProcess& other = &refused == both ? both[1] : both[0];
        QCOMPARE(refused.exitCode(), 3);
        QVERIFY(contains(QString::fromUtf8(refused.readAllStandardError()), "STO-006"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath("x.db")), 60'000);
        QVERIFY(other.processId() > 0);
        ::kill(static_cast<pid_t>(other.processId()), SIGTERM);
        QVERIFY(other.waitForFinished(60'000));
        QCOMPARE(other.exitCode(), 130);
        QCOMPARE(runCli({"report", "x.db"}, at).code, 0);
    }

    // A run that its file was taken from ends, and says so.
    void aRecordingTakenAwayEndsTheRun() {
        QTemporaryDir folder;
        const QString at = fill(folder);
        QProcess run;
        run.setWorkingDirectory(at);
        run.start(HEADROOM_CLI, {"run", "P.json", "--until", "3650d", "--quiet", "--out", "x.db"});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath("x.db")), 60'000);
        QVERIFY(QFile::remove(folder.filePath("x.db")));
        QVERIFY(run.waitForFinished(60'000));
        QCOMPARE(run.exitCode(), 3);
        const QString said = QString::fromUtf8(run.readAllStandardError());
        QVERIFY2(contains(said, "STO-008") && said.contains("Remedy: "), qPrintable(said));
        QVERIFY(!QFile::exists(folder.filePath("x.db-wal")));
    }

    void signalsEndBy130_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("signal");
        const QStringList run{"run", "P.json", "--until", "3650d", "--quiet", "--out", "x.db"};
        QTest::newRow("run, interrupt") << run << SIGINT;
        QTest::newRow("run, termination") << run << SIGTERM;
        QTest::newRow("run, lost terminal") << run << SIGHUP;
        QTest::newRow("campaign") << QStringList{"campaign", "P.json",         "--days",
                                                 "3650",     "--replications", "100",
                                                 "--quiet",  "--out",          "x.txt"}
                                  << SIGINT;
        QTest::newRow("why --hit-rate")
            << QStringList{"why", "P.json", "--hit-rate", "100000"} << SIGINT;
        QTest::newRow("sweep") << QStringList{"sweep", "P.json", "--horizon", "3650d"} << SIGHUP;
    }

    void signalsEndBy130() {
        QFETCH(QStringList, arguments);
        QFETCH(int, signal);
        QTemporaryDir folder;
        const QString at = fill(folder);
        const auto before = contents(at);
        QProcess process;
        process.setWorkingDirectory(at);
        process.start(HEADROOM_CLI, arguments);
        QVERIFY(process.waitForStarted());
        const bool isRun = arguments.first() == "run";
        if (isRun) {
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder.filePath("x.db")), 60'000);
        } else {
            QTest::qWait(300);
        }
        // A process that is no more has the id 0, and that is this one's whole group.
        QVERIFY2(process.processId() > 0, process.readAllStandardError().constData());
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(60'000));
        QVERIFY(process.exitStatus() == QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 130);
        auto after = contents(at);
        if (isRun) {
            QVERIFY(!QFile::exists(folder.filePath("x.db-wal")));
            const CliResult report = runCli({"export", "x.db", "--out", "tables"}, at);
            QVERIFY2(report.code == 0, qPrintable(report.err));
            QVERIFY(readBytes(folder.filePath("tables/run.json")).contains("\"finished\": true"));
        }
        after.remove("x.db");
        after.remove("x.txt");
        QVERIFY(after == before);
    }
};

HEADROOM_TEST(TestOutputs)
}  // namespace tst_outputs

#include "tst_outputs.moc"
