// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/hostile/dice.h"
#include "tests/hostile/rounds.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <memory>
#include <unistd.h>
#include <vector>

namespace tst_hostile_faults {

using headroom::hostile::Dice;
using headroom::hostile::rounds;

/// Processes that are killed, disks that are full or may not be written, recordings that are taken
/// away, two writers: whatever happens, the old file or a new one that is whole. A few rounds as a
/// test; HEADROOM_HOSTILE_ROUNDS=200 for hours.
class TestHostileFaults : public QObject {
    Q_OBJECT

  private slots:
    void init();
    void killedRun();
    void killedImport();
    void killedCampaign();
    void fullDisk_data();
    void fullDisk();
    void readOnlyFolder();
    void takenAway_data();
    void takenAway();
    void twoWriters();
    void endedBySignal_data();
    void endedBySignal();

  private:
    QString path(const char* name) const { return folder_->filePath(QString::fromLatin1(name)); }

    std::unique_ptr<QProcess> start(const QStringList& arguments) const;
    std::unique_ptr<QProcess> startRun(const char* until) const;
    bool waitForFile(const char* name) const;
    void requireRecording(const char* name) const;
    QStringList leftBeside() const;

    std::unique_ptr<QTemporaryDir> folder_;
};

namespace {

constexpr int kPatienceMs = 120'000;

// A run commits that often (engine/store/recorder.cpp), and its moments between two commits are like those between the next two.
constexpr std::uint64_t kCommitMs = 500;

// Long enough that no run of a test reaches its end.
const char* const kEndless = "3650d";

// Of each of three kinds of one thing.
int roundsEach() {
    return std::max(1, rounds() / 3);
}

bool finished(QProcess& process) {
    // Waiting for what has ended already is a failure to QProcess.
    return process.state() == QProcess::NotRunning || process.waitForFinished(kPatienceMs);
}

void signalTo(const QProcess& process, int number) {
    ::kill(static_cast<pid_t>(process.processId()), number);
}

// What a shell can do in a mount namespace of its own; empty where the system lets nobody have one.
QStringList ownMounts() {
    const QStringList ways[] = {{"unshare", "-m"}, {"unshare", "-rm"}};
    for (const QStringList& way : ways) {
        QProcess probe;
        QStringList arguments = way.mid(1);
        arguments << "sh"
                  << "-c"
                  << "mount -t tmpfs none /mnt";
        probe.start(way.front(), arguments);
        if (probe.waitForFinished(10'000) && probe.exitStatus() == QProcess::NormalExit &&
            probe.exitCode() == 0) {
            return way;
        }
    }
    return {};
}

QByteArray errorOf(QProcess& process) {
    return process.readAllStandardError();
}

}  // namespace

void TestHostileFaults::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
    QVERIFY(QFile::copy(fixtureProject(), path("p.json")));
    QVERIFY(QFile::copy(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall/project.json",
                        path("tour.json")));
}

std::unique_ptr<QProcess> TestHostileFaults::start(const QStringList& arguments) const {
    auto process = std::make_unique<QProcess>();
    process->setWorkingDirectory(folder_->path());
    process->start(HEADROOM_CLI, arguments);
    process->waitForStarted();
    return process;
}

// Of the tour: it takes four times as long a step as the small hall, so that what was recorded until something happens
// is read a good deal sooner.
std::unique_ptr<QProcess> TestHostileFaults::startRun(const char* until) const {
    return start({"run", "tour.json", "--until", until, "--out", "r.db", "--quiet"});
}

// Until the recording is at its place.
bool TestHostileFaults::waitForFile(const char* name) const {
    return QTest::qWaitFor([&] { return QFile::exists(path(name)); }, kPatienceMs);
}

// It opens, is whole and holds samples.
void TestHostileFaults::requireRecording(const char* name) const {
    const CliResult report = runCli({"report", name, "--out", "check.html"}, folder_->path());
    QVERIFY2(report.code == 0, qPrintable(report.err));
    QVERIFY(QFile::remove(path("check.html")));
    const CliResult csv = runCli({"export", name, "--out", "check"}, folder_->path());
    QVERIFY2(csv.code == 0, qPrintable(csv.err));
    QVERIFY2(readBytes(path("check/facility.csv")).count('\n') > 1, "no samples");
    QVERIFY(QDir(path("check")).removeRecursively());
}

// Files that nobody asked for.
QStringList TestHostileFaults::leftBeside() const {
    QStringList left = QDir(folder_->path()).entryList(QDir::Files | QDir::Hidden);
    for (const char* known : {"p.json", "tour.json", "r.db", "t.csv", "c.json"}) {
        left.removeAll(known);
    }
    return left;
}

void TestHostileFaults::killedRun() {
    // A finished recording is there already: it survives until the new one holds something.
    QCOMPARE(
        runCli({"run", "p.json", "--until", "300s", "--out", "r.db", "--quiet"}, folder_->path())
            .code,
        0);
    for (int i = 0; i < rounds(); ++i) {
        Dice dice(static_cast<std::uint64_t>(i));
        const auto run = startRun(kEndless);
        QTest::qWait(static_cast<int>(20 + dice.below(1500)));
        run->kill();
        QVERIFY(finished(*run));
        requireRecording("r.db");
    }
    // What the dead left next to it the next one clears away.
    QCOMPARE(
        runCli({"run", "p.json", "--until", "300s", "--out", "r.db", "--quiet"}, folder_->path())
            .code,
        0);
    QVERIFY2(leftBeside().isEmpty(), qPrintable(leftBeside().join(' ')));
}

void TestHostileFaults::killedImport() {
    const QByteArray before = readBytes(path("p.json"));
    QVERIFY(writeBytes(path("t.csv"), "id,width_m\nhall-a,77\n"));
    const QStringList import = {"import",    "p.json", "--csv",  "t.csv",
                                "--section", "halls",  "--apply"};
    QVERIFY(runCli(import, folder_->path()).code >= 0);
    const QByteArray after = readBytes(path("p.json"));
    QVERIFY(after != before);
    for (int i = 0; i < rounds(); ++i) {
        Dice dice(static_cast<std::uint64_t>(i));
        QVERIFY(writeBytes(path("p.json"), before));
        const auto process = start(import);
        QTest::qWait(static_cast<int>(dice.below(120)));
        process->kill();
        QVERIFY(finished(*process));
        const QByteArray now = readBytes(path("p.json"));
        QVERIFY(now == before || now == after);
    }
    QVERIFY(runCli(import, folder_->path()).code >= 0);
    QVERIFY2(leftBeside().isEmpty(), qPrintable(leftBeside().join(' ')));
}

void TestHostileFaults::killedCampaign() {
    const QByteArray old = "{\"old\": true}\n";
    const QStringList campaign = {"campaign", "p.json",   "--days", "0.05",  "--replications",
                                  "2",        "--format", "json",   "--out", "c.json"};
    for (int i = 0; i < rounds(); ++i) {
        Dice dice(static_cast<std::uint64_t>(i));
        QVERIFY(writeBytes(path("c.json"), old));
        const auto process = start(campaign);
        QTest::qWait(static_cast<int>(dice.below(1000)));
        process->kill();
        QVERIFY(finished(*process));
        const QByteArray now = readBytes(path("c.json"));
        QVERIFY(now == old || QJsonDocument::fromJson(now).isObject());
    }
    QCOMPARE(runCli(campaign, folder_->path()).code, 0);
    QVERIFY(QJsonDocument::fromJson(readBytes(path("c.json"))).isObject());
    QVERIFY2(leftBeside().isEmpty(), qPrintable(leftBeside().join(' ')));
}

void TestHostileFaults::fullDisk_data() {
    QTest::addColumn<QString>("size");
    for (const char* size : {"300k", "1m", "3m"}) {
        QTest::newRow(size) << QString(size);
    }
}

// On a small disk of its own: an older recording, then one that does not fit.
void TestHostileFaults::fullDisk() {
    QFETCH(QString, size);
    const QStringList way = ownMounts();
    if (way.isEmpty()) {
        QSKIP("nobody may mount here (unshare -m)");
    }
    const QString script =
        "mkdir disk && mount -t tmpfs -o size=" + size +
        " none disk && cd disk && printf old >c.json && "
        "'" HEADROOM_CLI
        "' run ../p.json --until 3650d --out r.db --quiet 2>../said; echo $? >../code; "
        "cp r.db* c.json .. 2>/dev/null; head -c 100m /dev/zero >fill 2>/dev/null; "
        "'" HEADROOM_CLI
        "' campaign ../p.json --days 0.05 --replications 2 --out c.json "
        ">/dev/null 2>../said2; echo $? >../code2; cp c.json ../after.json";
    QProcess shell;
    shell.setWorkingDirectory(folder_->path());
    shell.start(way.front(), way.mid(1) + QStringList{"bash", "-c", script});
    QVERIFY(finished(shell));
    const QByteArray said = readBytes(path("said"));
    QVERIFY2(readBytes(path("code")) == "3\n", said.constData());
    QVERIFY2(said.contains("[STO-"), said.constData());
    if (QFile::exists(path("r.db"))) {
        requireRecording("r.db");
    }
    QVERIFY2(readBytes(path("code2")) == "3\n", readBytes(path("said2")).constData());
    QCOMPARE(readBytes(path("after.json")), QByteArray("old"));
}

void TestHostileFaults::readOnlyFolder() {
    const QStringList way = ownMounts();
    if (way.isEmpty()) {
        QSKIP("nobody may mount here (unshare -m)");
    }
    const QString script =
        "mkdir d && cp p.json d && mount --bind d d && mount -o remount,ro,bind d && cd d || exit "
        "99; "
        "'" HEADROOM_CLI
        "' run p.json --until 600s --out r.db --quiet; [ $? = 3 ] || exit 1; "
        "'" HEADROOM_CLI
        "' campaign p.json --days 0.05 --replications 2 --out c.json; "
        "[ $? = 3 ] || exit 2; "
        "'" HEADROOM_CLI "' export p.json --svg p.svg; [ $? = 3 ] || exit 3; [ $(ls | wc -l) = 1 ]";
    QProcess shell;
    shell.setWorkingDirectory(folder_->path());
    shell.start(way.front(), way.mid(1) + QStringList{"bash", "-c", script});
    QVERIFY(finished(shell));
    if (shell.exitCode() == 99) {
        QSKIP("no folder can be mounted read-only here");
    }
    QVERIFY2(shell.exitCode() == 0, errorOf(shell).constData());
}

void TestHostileFaults::takenAway_data() {
    QTest::addColumn<QString>("command");
    QTest::newRow("removed") << "rm r.db";
    QTest::newRow("renamed") << "mv r.db other.db";
    QTest::newRow("replaced") << "echo x >x && mv x r.db";
}

void TestHostileFaults::takenAway() {
    QFETCH(QString, command);
    for (int i = 0; i < roundsEach(); ++i) {
        Dice dice(static_cast<std::uint64_t>(100 * i + command.size()));
        QFile::remove(path("r.db"));
        const auto run = startRun(kEndless);
        QVERIFY(waitForFile("r.db"));
        QTest::qWait(static_cast<int>(dice.below(kCommitMs)));
        QProcess shell;
        shell.setWorkingDirectory(folder_->path());
        shell.start("sh", {"-c", command});
        QVERIFY(finished(shell) && shell.exitCode() == 0);
        QVERIFY2(finished(*run), "continues without its recording");
        const QByteArray said = errorOf(*run);
        QVERIFY2(run->exitStatus() == QProcess::NormalExit && run->exitCode() == 3,
                 said.constData());
        QVERIFY2(said.contains("[STO-"), said.constData());
    }
}

// Of two that want one file at the same moment exactly one has it.
void TestHostileFaults::twoWriters() {
    for (int i = 0; i < rounds(); ++i) {
        Dice dice(static_cast<std::uint64_t>(i));
        QFile::remove(path("r.db"));
        const auto first = startRun("2d");
        if (i > 0) {
            QTest::qWait(static_cast<int>(dice.below(60)));
        }
        const auto second = startRun("2d");
        QVERIFY(finished(*first) && finished(*second));
        const int codes[] = {first->exitCode(), second->exitCode()};
        // Where the first was done before the second began, both have had their turn.
        const bool oneAfterTheOther = codes[0] == 0 && codes[1] == 0 && i > 0;
        QVERIFY2(oneAfterTheOther || (codes[0] == 0 && codes[1] == 3) ||
                     (codes[0] == 3 && codes[1] == 0),
                 (errorOf(*first) + errorOf(*second)).constData());
        requireRecording("r.db");
    }
}

void TestHostileFaults::endedBySignal_data() {
    QTest::addColumn<int>("number");
    QTest::newRow("INT") << SIGINT;
    QTest::newRow("TERM") << SIGTERM;
    QTest::newRow("HUP") << SIGHUP;
}

void TestHostileFaults::endedBySignal() {
    QFETCH(int, number);
    for (int i = 0; i < roundsEach(); ++i) {
        Dice dice(static_cast<std::uint64_t>(100 * i + number));
        QFile::remove(path("r.db"));
        const auto run = startRun(kEndless);
        QVERIFY(waitForFile("r.db"));
        QTest::qWait(static_cast<int>(dice.below(kCommitMs)));
        signalTo(*run, number);
        QVERIFY(finished(*run));
        const QByteArray said = errorOf(*run);
        QVERIFY2(run->exitStatus() == QProcess::NormalExit, "killed by the signal");
        QVERIFY2(run->exitCode() == 130, said.constData());
        requireRecording("r.db");
        QVERIFY2(leftBeside().isEmpty(), qPrintable(leftBeside().join(' ')));
    }
}

HEADROOM_TEST(TestHostileFaults)
}  // namespace tst_hostile_faults

#include "tst_hostile_faults.moc"
