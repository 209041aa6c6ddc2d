// SPDX-License-Identifier: Apache-2.0

#include "engine/files/output_file.h"
#include "engine/files/output_guard.h"
#include "engine/files/process_mark.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>
#include <zlib.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace tst_output_file {

using namespace headroom::engine;

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kProject =
    "{\"name\": {\"format\": 3}, \"list\": [{}],\n \"format\": "
    "\"headroom-project/1\", \"halls\": []}\n";

/// A process number that is certain to be free: that of a child that has ended.
std::int64_t deadPid() {
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    return child;
}

std::string packed(std::string_view text) {
    QTemporaryDir folder;
    const QByteArray name = folder.filePath("x").toLocal8Bit();
    const gzFile file = ::gzopen(name.constData(), "wb");
    ::gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    ::gzclose(file);
    QFile written(name);
    return written.open(QIODevice::ReadOnly) ? written.readAll().toStdString() : std::string();
}

void put(const fs::path& file, std::string_view bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

std::string bytesOf(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

/// Writing, above all where it cannot or must not be done: what stood there stays whole, and the
/// error says what to do.
class TestOutputFile : public QObject {
    Q_OBJECT

    static std::size_t filesIn(const QString& folder) {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder.toStdString()), fs::directory_iterator()));
    }

  private slots:

    // A limit on the size of files stops the writing half way, as a full disk does.
    void aFullDiskLeavesTheOldFile() {
        QTemporaryDir folder;
        const fs::path file = folder.filePath("project.json").toStdString();
        QVERIFY(writeFile(file, "old"));
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit small = before;
        small.rlim_cur = 4096;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto done = writeFile(file, std::string(100000, 'x'));
        ::setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("FIL-004"));
        QCOMPARE(done.error().file, file.string());
        QVERIFY(!done.error().remedy.empty());
        QCOMPARE(bytesOf(file), std::string("old"));
        QCOMPARE(filesIn(folder.path()), std::size_t{1});  // no temporary file stays
    }

    void aReadOnlyFolderLeavesTheOldFile() {
        QTemporaryDir folder;
        const fs::path file = folder.filePath("project.json").toStdString();
        QVERIFY(writeFile(file, "old"));
        // The administrator may write everywhere: as somebody else.
        constexpr uid_t kNobody = 65534;
        const bool isRoot = ::geteuid() == 0;
        ::chmod(folder.path().toLocal8Bit().constData(), 0555);
        if (isRoot) {
            QCOMPARE(::seteuid(kNobody), 0);
        }
        const auto done = writeFile(file, "new");
        if (isRoot) {
            QCOMPARE(::seteuid(0), 0);
        }
        ::chmod(folder.path().toLocal8Bit().constData(), 0755);
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("FIL-004"));
        QCOMPARE(bytesOf(file), std::string("old"));
    }

    void aFolderThatVanishedSaysSo() {
        QTemporaryDir folder;
        const QString inner = folder.filePath("inner");
        QVERIFY(QDir().mkdir(inner));
        QVERIFY(QDir(inner).removeRecursively());
        const auto done = writeFile((inner + "/project.json").toStdString(), "new");
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("FIL-004"));
        QVERIFY(!QFile::exists(inner));
    }

    void rightsOfTheOldFileStay() {
        QTemporaryDir folder;
        const fs::path file = folder.filePath("project.json").toStdString();
        QVERIFY(writeFile(file, "old"));
        QCOMPARE(::chmod(file.c_str(), 0640), 0);
        QVERIFY(writeFile(file, "new"));

        struct stat now {};

        QCOMPARE(::stat(file.c_str(), &now), 0);
        QCOMPARE(static_cast<int>(now.st_mode & 0777U), 0640);
    }

    void writesWholeFilesAndNothingElse() {
        QTemporaryDir folder;
        const fs::path file = folder.filePath("new.txt").toStdString();
        QVERIFY(writeFile(file, "first"));
        QCOMPARE(bytesOf(file), std::string("first"));
        QVERIFY(writeFile(file, ""));
        QCOMPARE(bytesOf(file), std::string());
        QCOMPARE(filesIn(folder.path()), std::size_t{1});
    }

    void aLinkStaysALink() {
        QTemporaryDir folder;
        const fs::path at = folder.path().toStdString();
        put(at / "target.txt", "old");
        fs::create_symlink("target.txt", at / "link.txt");
        fs::create_symlink("not-yet.txt", at / "early.txt");
        fs::create_symlink("loop.txt", at / "loop.txt");
        QVERIFY(writeFile(at / "link.txt", "new"));
        QVERIFY(writeFile(at / "early.txt", "made"));
        QVERIFY(fs::is_symlink(at / "link.txt") && fs::is_symlink(at / "early.txt"));
        QCOMPARE(bytesOf(at / "target.txt"), std::string("new"));
        QCOMPARE(bytesOf(at / "not-yet.txt"), std::string("made"));
        const auto loop = writeFile(at / "loop.txt", "x");
        QVERIFY(!loop);
        QCOMPARE(loop.error().code, std::string("FIL-004"));
        QVERIFY(fs::is_symlink(at / "loop.txt"));
    }

    // A name of 255 bytes, the longest there is, leaves no room for a longer temporary one.
    void theLongestNameIsWritten() {
        QTemporaryDir folder;
        const fs::path file = fs::path(folder.path().toStdString()) / std::string(255, 'n');
        QVERIFY(writeFile(file, "x"));
        QVERIFY(!writeFile(file.string() + "n", "x"));
    }

    void aWriteProtectedFileIsLeftAlone() {
        if (::geteuid() == 0) {
            QSKIP("the administrator may write everywhere");
        }
        QTemporaryDir folder;
        const fs::path file = folder.filePath("kept.txt").toStdString();
        put(file, "old");
        ::chmod(file.c_str(), 0444);
        const auto done = writeFile(file, "new");
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("FIL-004"));
        QCOMPARE(bytesOf(file), std::string("old"));
    }

    void documentsAreReplacedByTheirOwnKindOnly_data() {
        QTest::addColumn<QByteArray>("there");
        QTest::addColumn<int>("kind");
        const auto row = [](const char* name, std::string_view bytes, FileKind kind) {
            QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))
                                << static_cast<int>(kind);
        };
        row("project", kProject, FileKind::Project);
        row("packed project", packed(kProject), FileKind::Project);
        row("project of a later version", "{\"format\": \"headroom-project/99\"}",
            FileKind::Project);
        row("cut project", "{\"format\": \"headroom-project/1\", \"halls\": [", FileKind::Project);
        row("part", "{\"format\": \"headroom-catalogue/1\"}", FileKind::Catalogue);
        std::string recording(100, '\0');
        recording.replace(0, 15, "SQLite format 3");
        row("another database", recording, FileKind::Other);
        recording.replace(68, 4, "HDRM");
        row("recording", recording, FileKind::Recording);
        row("empty", "", FileKind::Other);
        row("text", "format headroom-project/1", FileKind::Other);
        row("number", "1", FileKind::Other);
        row("list", "[{\"format\": \"headroom-project/1\"}]", FileKind::Other);
        // What an export writes of a run: the project is inside.
        row("inside", "{\"project_file\": {\"format\": \"headroom-project/1\"}}", FileKind::Other);
        row("deep", std::string(1 << 20, '['), FileKind::Other);
    }

    void documentsAreReplacedByTheirOwnKindOnly() {
        QFETCH(QByteArray, there);
        QFETCH(int, kind);
        QTemporaryDir folder;
        const fs::path file = folder.filePath("there").toStdString();
        put(file, there.toStdString());
        const auto found = static_cast<FileKind>(kind);
        QCOMPARE(static_cast<int>(fileKind(file)), kind);
        for (const FileKind written : {FileKind::Other, FileKind::Project, FileKind::Catalogue}) {
            const auto done = writeFile(file, "new", written);
            QCOMPARE(done.has_value(), !isDocument(found) || written == found);
            if (!done) {
                QCOMPARE(done.error().code, std::string("OUT-003"));
                QCOMPARE(bytesOf(file), there.toStdString());
            }
            put(file, there.toStdString());
        }
        QCOMPARE(mayReplace(file, FileKind::Recording).has_value(), found == FileKind::Recording);
        QCOMPARE(filesIn(folder.path()), std::size_t{1});
    }

    void whatIsNoFileIsLeftAlone() {
        QTemporaryDir folder;
        const fs::path at = folder.path().toStdString();
        QCOMPARE(::mkfifo((at / "pipe").c_str(), 0644), 0);
        fs::create_directory(at / "folder");
        fs::create_symlink("/dev/null", at / "link");
        for (const fs::path& path : {at / "pipe", at / "link", fs::path("/dev/null")}) {
            const auto done = writeFile(path, "x");
            QVERIFY(!done);
            QCOMPARE(done.error().code, std::string("OUT-005"));
            QVERIFY(fileKind(path) == FileKind::Special);
        }
        const auto done = writeFile(at / "folder", "x");
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("OUT-004"));
        QCOMPARE(filesIn(folder.path()), std::size_t{3});
    }

    // Those of a dead process for the same file go; of the living, of another host, of another file
    // and whatever only looks alike stays.
    // A file of somebody that has the set-user and set-group bits and the sticky bit: new content keeps the rights to read and write, 0640, and
    // none of the bits, so that nothing that was saved runs as its owner.
    void newContentGetsNoSetUserBit() {
        QTemporaryDir folder;
        const fs::path file = fs::path(folder.path().toStdString()) / "tool";
        put(file, "old");
        QCOMPARE(::chmod(file.c_str(), 07640), 0);
        auto output = OutputFile::open(file, FileKind::Other);
        QVERIFY(output.has_value());
        output->write("new");
        QVERIFY(output->commit().has_value());

        struct stat facts {};

        QCOMPARE(::stat(file.c_str(), &facts), 0);
        QCOMPARE(facts.st_mode & 07777U, 0640U);
        QCOMPARE(bytesOf(file), std::string("new"));
    }

    void temporaryFilesOfTheDeadGo() {
        QTemporaryDir folder;
        const fs::path file = folder.filePath("p.json").toStdString();
        const std::string own = Temporary::beside(file).path().string();
        // FILE.tmp-HOST-PID-START-N
        const std::string host = own.substr(0, file.string().size() + 5 + 9);
        const std::string dead = std::to_string(deadPid());
        const std::string alive =
            std::to_string(ProcessMark::own().pid) + '-' + std::to_string(ProcessMark::own().start);
        const std::vector<std::string> go = {host + dead + "-5-1", host + dead + "-5-12-wal",
                                             host + std::to_string(::getpid()) + "-1-1"};
        const std::vector<std::string> stay = {
            host + alive + "-77", file.string() + ".tmp-00000000-" + dead + "-5-1",
            (file.parent_path() / "q.json").string() + host.substr(file.string().size()) + dead +
                "-5-1",
            host + "x-5-1", file.string() + ".tmp-"};
        for (const auto* names : {&go, &stay}) {
            for (const std::string& name : *names) {
                put(name, "left");
            }
        }
        QVERIFY(writeFile(file, "new"));
        for (const std::string& name : go) {
            QVERIFY2(!fs::exists(name), name.c_str());
        }
        for (const std::string& name : stay) {
            QVERIFY2(fs::exists(name), name.c_str());
        }
    }

    // What a signal leaves: nothing.
    void anEndAtOnceLeavesNothing() {
        QTemporaryDir folder;
        const fs::path file = folder.filePath("p.json").toStdString();
        const pid_t child = ::fork();
        if (child == 0) {
            auto half = OutputFile::open(file, FileKind::Other);
            half->write("half");
            removeTemporaries();
            ::_exit(0);
        }
        ::waitpid(child, nullptr, 0);
        QCOMPARE(filesIn(folder.path()), std::size_t{0});
    }

    void theGuardKnowsAFileByAllItsNames() {
        QTemporaryDir folder;
        const fs::path at = folder.path().toStdString();
        put(at / "in.csv", "a");
        fs::create_symlink("in.csv", at / "link");
        fs::create_hard_link(at / "in.csv", at / "hard");
        fs::create_directory(at / "sub");
        fs::create_directory_symlink(at, at / "sub/up");
        fs::create_symlink("new.csv", at / "early");
        const auto codeOf = [](const OutputGuard& guard) {
            const auto fine = guard.check();
            return fine ? std::string() : fine.error().code;
        };
        for (const fs::path& same : {at / "in.csv", at / "./sub/../in.csv", at / "link",
                                     at / "hard", at / "sub/up/in.csv"}) {
            OutputGuard input;
            input.reads(at / "in.csv");
            input.writes("--out", same);
            QVERIFY2(codeOf(input) == "OUT-001", same.c_str());
            OutputGuard both;
            both.writes("--a", at / "in.csv");
            both.writes("--b", same);
            QVERIFY2(codeOf(both) == "OUT-002", same.c_str());
        }
        for (const fs::path& same : {at / "new.csv", at / "sub/../new.csv", at / "early"}) {
            OutputGuard both;
            both.writes("--a", at / "new.csv");
            both.writes("--b", same);
            QVERIFY2(codeOf(both) == "OUT-002", same.c_str());
        }
        OutputGuard fine;
        fine.reads(at / "in.csv");
        fine.reads("");
        fine.writes("--a", "");
        fine.writes("--b", at / "new.csv");
        fine.writesInto("--c", at / "made/inside");
        fine.writes("--c", at / "made/inside/x.csv");
        QCOMPARE(codeOf(fine), std::string());
        OutputGuard inFile;
        inFile.writesInto("--c", at / "in.csv/inside");
        QCOMPARE(codeOf(inFile), std::string("OUT-004"));
        OutputGuard nowhere;
        nowhere.writes("--a", at / "nowhere/x.csv");
        QCOMPARE(codeOf(nowhere), std::string("FIL-004"));
    }
};

HEADROOM_TEST(TestOutputFile)
}  // namespace tst_output_file

#include "tst_output_file.moc"
