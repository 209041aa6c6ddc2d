// SPDX-License-Identifier: Apache-2.0
#include "engine/document/lock.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_lock {

using namespace headroom::engine;

namespace {

/// A note as another process would have left it.
std::string note(const std::string& host, std::int64_t pid, std::int64_t start) {
    return "{\"user\": \"ada\", \"host\": \"" + host + "\", \"pid\": " + std::to_string(pid) +
           ", \"start\": " + std::to_string(start) + ", \"since\": \"2026-11-22T08:00:00Z\"}\n";
}

/// A process number that is certain to be free: that of a child that has ended.
std::int64_t deadPid() {
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    return child;
}

}  // namespace

class TestLock : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path project() const { return folder_.filePath("project.json").toStdString(); }

    std::filesystem::path file() const { return project().string() + ".lock"; }

  private slots:

    void cleanup() { std::filesystem::remove(file()); }

    void theNoteNamesWhoHasIt() {
        auto first = lockProject(project());
        QVERIFY(first.lock);
        const auto text = readTextFile(file());
        QVERIFY(text && text->find("\"pid\": " + std::to_string(::getpid())) != std::string::npos);
        // The same process is alive: a second window is told who has it.
        const auto second = lockProject(project());
        QVERIFY(!second.lock);
        QVERIFY(second.holder && second.holder->process == ProcessMark::own());
        QVERIFY(!second.holder->user.empty() && second.holder->since.size() == 20);
        first.lock.reset();
        QVERIFY(!std::filesystem::exists(file()));
        QVERIFY(lockProject(project()).lock);
    }

    void aDeadProcessOfThisHostIsTakenOver() {
        QVERIFY(writeFile(file(), note(ProcessMark::own().host, deadPid(), 5)));
        QVERIFY(lockProject(project()).lock);
    }

    // Killed, and not collected by the process that started it: its number stays taken.
    void aProcessThatNobodyCollectedIsTakenOver() {
        const pid_t child = ::fork();
        if (child == 0) {
            auto taken = lockProject(project());
            ::kill(::getpid(), SIGKILL);
        }
        siginfo_t ended{};
        QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
        QVERIFY(std::filesystem::exists(file()));
        QVERIFY(lockProject(project()).lock);
        ::waitpid(child, nullptr, 0);
    }

    // The number of a dead process may be given to another one: it started at another time.
    void aNumberThatWasGivenAwayIsDead() {
        const ProcessMark own = ProcessMark::own();
        QVERIFY(own.start > 0);
        QVERIFY(!own.isDead());
        QVERIFY((ProcessMark{own.host, own.pid, own.start + 1}.isDead()));
        QVERIFY(!(ProcessMark{"elsewhere", own.pid, own.start + 1}.isDead()));
    }

    void anotherHostIsAskedAboutAndTakenOverOnPurpose() {
        QVERIFY(writeFile(file(), note("elsewhere", 17, 5)));
        const auto asked = lockProject(project());
        QVERIFY(!asked.lock && asked.holder);
        QCOMPARE(asked.holder->user, std::string("ada"));
        QCOMPARE(asked.holder->process.host, std::string("elsewhere"));
        auto forced = lockProject(project(), true);
        QVERIFY(forced.lock);
    }

    void rubbishIsNobodysAndIsAskedAbout() {
        for (const char* text : {"", "{", "[1, 2]", "{\"pid\": \"x\", \"host\": 3}"}) {
            QVERIFY(writeFile(file(), text));
            const auto attempt = lockProject(project());
            QVERIFY2(!attempt.lock && attempt.holder && attempt.holder->user.empty(), text);
        }
    }

    // Taken over by force, the note is the other one's; letting go must leave it alone.
    void aNoteOfSomebodyElseIsLeftAlone() {
        auto ours = lockProject(project());
        QVERIFY(ours.lock);
        const std::string theirs = note("elsewhere", 17, 5);
        QVERIFY(writeFile(file(), theirs));
        ours.lock.reset();
        QCOMPARE(readTextFile(file()).value(), theirs);
    }

    void aFolderThatTakesNoNotesGivesNeither() {
        const auto attempt = lockProject("/proc/project.json");
        QVERIFY(!attempt.lock && !attempt.holder);
    }
};

HEADROOM_TEST(TestLock)
}  // namespace tst_lock

#include "tst_lock.moc"
