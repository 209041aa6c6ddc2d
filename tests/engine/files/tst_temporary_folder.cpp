// SPDX-License-Identifier: Apache-2.0
#include "engine/files/temporary_folder.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <fstream>
#include <iterator>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace tst_temporary_folder {

using namespace headroom::engine;
namespace fs = std::filesystem;

class TestTemporaryFolder : public QObject {
    Q_OBJECT
  private slots:
    void goesWithAllThatIsInIt();
    void movesWithoutGoing();
    void thoseOfTheKilledGo();
    void nowhereToMakeOneIsTold();
};

// A process was killed before it could remove its folder: the next one that makes a folder removes it. Folders of a live process, of
// other programs and of another host stay.
void TestTemporaryFolder::thoseOfTheKilledGo() {
    const QTemporaryDir among;
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", among.path().toUtf8());
    const fs::path root = among.path().toStdString();
    const pid_t child = ::fork();
    if (child == 0) {
        const auto folder = TemporaryFolder::make("test");
        std::ofstream(folder->path() / "file") << "text";
        ::kill(::getpid(), SIGKILL);
    }
    siginfo_t ended{};
    QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
    const auto count = [&] {
        return std::distance(fs::directory_iterator(root), fs::directory_iterator());
    };
    QCOMPARE(count(), 1);
    for (const char* name : {"headroom-test-abcdef", "headroom-x-00000000-1-1-abcdef", "other"}) {
        fs::create_directory(root / name);
    }
    {
        const auto folder = TemporaryFolder::make("test");
        QVERIFY(folder.has_value());
        QCOMPARE(count(), 4);  // its own, and the three
        TemporaryFolder::removeThoseOfTheDead();
        QVERIFY(fs::exists(folder->path()));
    }
    QCOMPARE(count(), 3);
    ::waitpid(child, nullptr, 0);
    before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
}

void TestTemporaryFolder::goesWithAllThatIsInIt() {
    fs::path path;
    {
        const auto folder = TemporaryFolder::make("test");
        QVERIFY(folder.has_value());
        path = folder->path();
        QVERIFY(fs::is_directory(path));
        // Nobody else reads what is put there.
        QCOMPARE(fs::status(path).permissions() & fs::perms::mask, fs::perms::owner_all);
        fs::create_directory(path / "inner");
        std::ofstream(path / "inner" / "file") << "text";
    }
    QVERIFY(!fs::exists(path));
}

void TestTemporaryFolder::movesWithoutGoing() {
    auto first = TemporaryFolder::make("test");
    QVERIFY(first.has_value());
    const fs::path path = first->path();
    std::optional<TemporaryFolder> second(std::move(*first));
    first = TemporaryFolder{};
    QVERIFY(fs::is_directory(path));
    TemporaryFolder third;
    third = std::move(*second);
    second.reset();
    QVERIFY(fs::is_directory(path));
    QCOMPARE(third.path(), path);
}

void TestTemporaryFolder::nowhereToMakeOneIsTold() {
    const QTemporaryDir empty;
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", (empty.path() + "/none").toUtf8());
    const auto folder = TemporaryFolder::make("test");
    qputenv("TMPDIR", before);
    if (before.isEmpty()) {
        qunsetenv("TMPDIR");
    }
    QVERIFY(!folder.has_value());
    QCOMPARE(folder.error().code, "FIL-004");
    QVERIFY(!folder.error().remedy.empty());
}

HEADROOM_TEST(TestTemporaryFolder)
}  // namespace tst_temporary_folder

#include "tst_temporary_folder.moc"
