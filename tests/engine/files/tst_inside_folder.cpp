// SPDX-License-Identifier: Apache-2.0
#include "engine/files/inside_folder.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>

namespace tst_inside_folder {

namespace fs = std::filesystem;
using headroom::engine::staysInside;

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
        for (const char* out : {"", "/etc/passwd", "../secret", "sub/../../secret", "link", "up/secret", "up"}) {
            QVERIFY2(!staysInside(folder, out), out);
        }
        QVERIFY(!staysInside(folder / "missing", "a.csv"));
    }
};

HEADROOM_TEST(TestInsideFolder)

}  // namespace tst_inside_folder

#include "tst_inside_folder.moc"
