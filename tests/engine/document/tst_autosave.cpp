// SPDX-License-Identifier: Apache-2.0
#include "engine/document/autosave.h"
#include "engine/files/text_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_autosave {

using namespace headroom::engine;

namespace fs = std::filesystem;

class TestAutosave : public QObject {
    Q_OBJECT

  private slots:

    void whatIsKeptReadsBack() {
        QTemporaryDir folder;
        CopyStore store(folder.filePath("state/recovery").toStdString());
        QVERIFY(store.copies().empty());
        QVERIFY(store.keep(CopyKind::Autosave, "/a/b.json", "Hall", "text"));
        const auto copies = store.copies();
        QCOMPARE(copies.size(), std::size_t{1});
        QCOMPARE(copies[0].original, fs::path("/a/b.json"));
        QCOMPARE(copies[0].title, std::string("Hall"));
        QCOMPARE(copies[0].bytes, std::uint64_t{4});
        QCOMPARE(readTextFile(copies[0].copy).value(), std::string("text"));
        // Its process is alive: it is no crash.
        QVERIFY(store.left().empty());
    }

    void theLastFiveOfEachStay() {
        QTemporaryDir folder;
        CopyStore store(folder.path().toStdString());
        for (int i = 1; i <= 8; ++i) {
            QVERIFY(store.keep(CopyKind::Replaced, "/a.json", "A", "text " + std::to_string(i)));
        }
        QVERIFY(store.keep(CopyKind::Replaced, "/b.json", "B", "other"));
        const auto earlier = store.earlier("/a.json");
        QCOMPARE(earlier.size(), std::size_t{CopyStore::kMost});
        // Newest first: 8, 7, 6, 5, 4.
        QCOMPARE(readTextFile(earlier.front().copy).value(), std::string("text 8"));
        QCOMPARE(readTextFile(earlier.back().copy).value(), std::string("text 4"));
        QCOMPARE(store.earlier("/b.json").size(), std::size_t{1});
    }

    void aGoodEndTakesItsOwnAutosavesOnly() {
        QTemporaryDir folder;
        CopyStore store(folder.path().toStdString());
        QVERIFY(store.keep(CopyKind::Autosave, "/a.json", "A", "one"));
        QVERIFY(store.keep(CopyKind::Opened, "/a.json", "A", "two"));
        store.discardOwn();
        const auto copies = store.copies();
        QCOMPARE(copies.size(), std::size_t{1});
        QVERIFY(copies[0].kind == CopyKind::Opened);
    }

    // The program was killed, and the one that started it has not asked how it ended: its number stays taken until then. What it
    // left is offered all the same. One of another host is offered too, as a host may have another name today.
    void whatAKilledProcessLeftIsOfferedBeforeItIsCollected() {
        QTemporaryDir folder;
        CopyStore store(folder.path().toStdString());
        const pid_t child = ::fork();
        if (child == 0) {
            CopyStore(folder.path().toStdString()).keep(CopyKind::Autosave, "/a.json", "A", "one");
            ::kill(::getpid(), SIGKILL);
        }
        siginfo_t ended{};
        QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
        QCOMPARE(::kill(child, 0), 0);  // as if it lived
        QCOMPARE(store.left().size(), std::size_t{1});
        ::waitpid(child, nullptr, 0);
        QCOMPARE(store.left().size(), std::size_t{1});
        std::ofstream(folder.filePath("b.copy").toStdString())
            << R"({"kind": "autosave", "bytes": 2, "host": "elsewhere", "pid": 1, "start": 1, "time": "2026-11-22T09:15:00Z"})";
        std::ofstream(folder.filePath("b.json").toStdString()) << "{}";
        QCOMPARE(store.left().size(), std::size_t{2});
    }

    // Kept every few seconds, five copies would reach back for half a minute: of each minute the last one stays.
    void theLastAutosaveOfAMinuteStays() {
        QTemporaryDir folder;
        CopyStore store(folder.path().toStdString());
        QVERIFY(store.keep(CopyKind::Autosave, "/a.json", "A", "one"));
        QVERIFY(store.keep(CopyKind::Autosave, "/b.json", "B", "other"));
        QVERIFY(store.keep(CopyKind::Autosave, "/a.json", "A", "two"));
        const auto copies = store.copies();
        const bool isOneMinute =
            copies.front().time.substr(0, 16) == copies.back().time.substr(0, 16);
        QCOMPARE(copies.size(), std::size_t(isOneMinute ? 2 : 3));
        QCOMPARE(readTextFile(copies.front().copy).value(), std::string("two"));
    }

    // Every one of these must neither be offered nor hinder the others.
    void brokenCopiesArePassedOver() {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        CopyStore store(root);
        QVERIFY(store.keep(CopyKind::Opened, "/a.json", "A", "good"));
        const auto write = [&](const char* name, const std::string& text) {
            std::ofstream(root / name) << text;
        };
        write("rubbish.copy", "{{{");
        write("empty.copy", "");
        write("list.copy", "[1]");
        write("alone.copy", R"({"kind": "autosave", "bytes": 3})");   // no text next to it
        write("cut.copy", R"({"kind": "autosave", "bytes": 1000})");  // text shorter than noted
        write("cut.json", "short");
        write("unknown.copy", R"({"kind": "novel", "bytes": 2})");
        write("unknown.json", "{}");
        write("odd.copy", R"({"kind": 7, "bytes": -1, "pid": "x"})");
        fs::create_directory(root / "folder.copy");
        QCOMPARE(store.copies().size(), std::size_t{1});
        QVERIFY(store.left().empty());
    }

    void aFolderThatCannotBeWrittenSaysSo() {
        CopyStore store("/proc/headroom/recovery");
        const auto done = store.keep(CopyKind::Autosave, "/a.json", "A", "text");
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("FIL-004"));
        QVERIFY(!done.error().remedy.empty());
        QVERIFY(store.copies().empty());
    }

    void theFolderFollowsTheUsersOwn() {
        qputenv("XDG_STATE_HOME", "/state");
        QCOMPARE(usualCopyFolder(), fs::path("/state/headroom/recovery"));
        qputenv("XDG_STATE_HOME", "relative");  // not allowed by the XDG rules: passed over
        qputenv("HOME", "/home/ada");
        QCOMPARE(usualCopyFolder(), fs::path("/home/ada/.local/state/headroom/recovery"));
    }
};

HEADROOM_TEST(TestAutosave)
}  // namespace tst_autosave

#include "tst_autosave.moc"
