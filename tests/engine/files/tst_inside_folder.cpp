// SPDX-License-Identifier: Apache-2.0
#include "engine/files/inside_folder.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <system_error>
#include <thread>

namespace tst_inside_folder {

namespace fs = std::filesystem;
using namespace headroom::engine;

class TestInsideFolder : public QObject {
    Q_OBJECT

  private slots:

    void pathsAndLinksThatLeadOutAreFound() {
        const QTemporaryDir made;
        const fs::path outer = made.path().toStdString(), folder = outer / "project";
        fs::create_directories(folder / "sub");
        std::ofstream(outer / "secret") << "x";
        std::ofstream(folder / "sub" / "a.csv") << "x";
        fs::create_symlink(outer / "secret", folder / "link");
        fs::create_symlink("sub/a.csv", folder / "fine");
        fs::create_directory_symlink("..", folder / "up");
        QVERIFY(staysInside(folder, "sub/a.csv"));
        QVERIFY(staysInside(folder, "sub/../sub/a.csv"));
        QVERIFY(staysInside(folder, "fine"));
        QVERIFY(staysInside(folder, "not-there-yet.csv"));
        for (const char* out :
             {"", "/etc/passwd", "../secret", "sub/../../secret", "link", "up/secret", "up"}) {
            QVERIFY2(!staysInside(folder, out), out);
        }
        QVERIFY(!staysInside(folder / "missing", "a.csv"));
        // Absolute names count where they lead below the folder.
        QVERIFY(namesInside(folder, folder / "sub" / "a.csv"));
        QVERIFY(namesInside(folder, "sub/a.csv"));
        QVERIFY(!namesInside(folder, outer / "secret"));
        QVERIFY(!namesInside(folder, folder / "link"));
        QVERIFY(!namesInside(folder, folder / ".." / "secret"));
        QVERIFY(!namesInside(folder, outer / "project-b"));
        // A link counts on the way: "down" is a folder outside, so "down/../secret" is not "secret", though nothing of that name
        // is inside.
        fs::create_directories(outer / "elsewhere");
        fs::create_directory_symlink(outer / "elsewhere", folder / "down");
        QVERIFY(!staysInside(folder, "down/../secret"));
        QVERIFY(!namesInside(folder, "down/../secret"));
        QVERIFY(!namesInside(folder, folder / "down" / ".." / "secret"));
        QVERIFY(namesInside(folder / "sub" / "..", folder / "sub" / ".." / "sub" / "a.csv"));
    }

    // Content comes of regular files inside alone: not through links that lead out, not of folders, pipes or what is too
    // large; a link that stays inside is fine.
    void contentOfFilesInside() {
        const QTemporaryDir made;
        const fs::path outer = made.path().toStdString(), folder = outer / "project";
        fs::create_directories(folder / "sub");
        std::ofstream(outer / "secret") << "secret";
        std::ofstream(folder / "sub" / "a.csv") << "12345";
        std::ofstream(folder / "empty") << "";
        fs::create_symlink(outer / "secret", folder / "link");
        fs::create_symlink("sub/a.csv", folder / "fine");
        QCOMPARE(::mkfifo((folder / "pipe").c_str(), 0600), 0);
        QCOMPARE(readInside(folder, "sub/a.csv", 5).value(), std::string("12345"));
        QCOMPARE(readInside(folder, "fine", 5).value(), std::string("12345"));
        QCOMPARE(readInside(folder, "empty", 5).value(), std::string());
        for (const char* out :
             {"link", "../secret", "/etc/passwd", "missing", "", "sub/../../secret"}) {
            QCOMPARE(readInside(folder, out, 1000).error().code, std::string("FIL-001"));
        }
        for (const char* other : {"sub", "pipe"}) {
            QCOMPARE(readInside(folder, other, 1000).error().code, std::string("FIL-002"));
        }
        QCOMPARE(readInside(folder, "sub/a.csv", 4).error().code, std::string("FIL-002"));
    }

    // A name that is a file at one moment and a link to a secret at the next gives the file or nothing, whoever wins. Looking
    // first and opening then would give the secret in some of 20,000 tries.
    void swappedMeanwhile() {
        const QTemporaryDir made;
        const fs::path outer = made.path().toStdString(), folder = outer / "project";
        fs::create_directories(folder);
        std::ofstream(outer / "secret") << "secret";
        std::atomic<bool> ends = false;
        std::thread swapper([&] {
            while (!ends) {
                std::error_code ignored;
                std::ofstream(folder / "new") << "plain";
                fs::rename(folder / "new", folder / "name", ignored);
                fs::create_symlink(outer / "secret", folder / "new", ignored);
                fs::rename(folder / "new", folder / "name", ignored);
            }
        });
        for (int i = 0; i < 20000; ++i) {
            const auto content = readInside(folder, "name", 1000);
            if (content && *content != "plain") {
                ends = true;
                swapper.join();
                QFAIL(content->c_str());
            }
        }
        ends = true;
        swapper.join();
    }
};

HEADROOM_TEST(TestInsideFolder)

}  // namespace tst_inside_folder

#include "tst_inside_folder.moc"
