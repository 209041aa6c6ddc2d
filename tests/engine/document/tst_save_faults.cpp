// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/text_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_save_faults {

using namespace headroom::engine;

namespace fs = std::filesystem;

/// Saving where it cannot be done: the old file stays whole, and the error says what to do.
class TestSaveFaults : public QObject {
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
        QVERIFY(writeTextFile(file, "old"));
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit small = before;
        small.rlim_cur = 4096;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto done = writeTextFile(file, std::string(100000, 'x'));
        ::setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("FIL-004"));
        QCOMPARE(done.error().file, file.string());
        QVERIFY(!done.error().remedy.empty());
        QCOMPARE(readTextFile(file).value(), std::string("old"));
        QCOMPARE(filesIn(folder.path()), std::size_t{1});  // no temporary file stays
    }

    void aReadOnlyFolderLeavesTheOldFile() {
        QTemporaryDir folder;
        const fs::path file = folder.filePath("project.json").toStdString();
        QVERIFY(writeTextFile(file, "old"));
        // The administrator may write everywhere: as somebody else.
        constexpr uid_t kNobody = 65534;
        const bool isRoot = ::geteuid() == 0;
        ::chmod(folder.path().toLocal8Bit().constData(), 0555);
        if (isRoot) {
            QCOMPARE(::seteuid(kNobody), 0);
        }
        const auto done = writeTextFile(file, "new");
        if (isRoot) {
            QCOMPARE(::seteuid(0), 0);
        }
        ::chmod(folder.path().toLocal8Bit().constData(), 0755);
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("FIL-004"));
        QCOMPARE(readTextFile(file).value(), std::string("old"));
    }

    void aFolderThatVanishedSaysSo() {
        QTemporaryDir folder;
        const QString inner = folder.filePath("inner");
        QVERIFY(QDir().mkdir(inner));
        QVERIFY(QDir(inner).removeRecursively());
        const auto done = writeTextFile((inner + "/project.json").toStdString(), "new");
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("FIL-004"));
        QVERIFY(!QFile::exists(inner));
    }

    void rightsOfTheOldFileStay() {
        QTemporaryDir folder;
        const fs::path file = folder.filePath("project.json").toStdString();
        QVERIFY(writeTextFile(file, "old"));
        QCOMPARE(::chmod(file.c_str(), 0640), 0);
        QVERIFY(writeTextFile(file, "new"));
        struct stat now {};
        QCOMPARE(::stat(file.c_str(), &now), 0);
        QCOMPARE(static_cast<int>(now.st_mode & 0777U), 0640);
    }
};

HEADROOM_TEST(TestSaveFaults)
}  // namespace tst_save_faults

#include "tst_save_faults.moc"
