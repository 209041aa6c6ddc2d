// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/text_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>
#include <zlib.h>

#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_text_file {

using namespace headroom::engine;
namespace fs = std::filesystem;

namespace {

std::string packed(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

void put(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

// Longer than any buffer of the reader, and not compressible to nothing.
std::string longText() {
    std::string text;
    for (int i = 0; i < 60000; ++i) {
        text += std::to_string(i * 7919 % 104729) + '\n';
    }
    return text;
}

}  // namespace

class TestTextFile : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    fs::path path(const char* name) const { return fs::path{folder_.path().toStdString()} / name; }

  private slots:

    void plain() {
        put(path("a.txt"), "one\ntwo\n");
        QCOMPARE(readTextFile(path("a.txt")).value(), std::string{"one\ntwo\n"});
        put(path("empty.txt"), "");
        QCOMPARE(readTextFile(path("empty.txt")).value(), std::string{});
    }

    // By its first bytes, not its name.
    void gzip() {
        const std::string text = longText();
        put(path("packed"), packed(text));
        QVERIFY(readTextFile(path("packed")).value() == text);
        put(path("empty.gz"), packed(""));
        QCOMPARE(readTextFile(path("empty.gz")).value(), std::string{});
        put(path("two.gz"), packed(text) + packed("tail"));
        QVERIFY(readTextFile(path("two.gz")).value() == text + "tail");
        put(path("padded.gz"), packed(text) + std::string(512, '\0'));
        QVERIFY(readTextFile(path("padded.gz")).value() == text);
    }

    // Cut anywhere, a gzip file is refused and never hangs or yields half of its text.
    void gzipCut() {
        const std::string whole = packed(longText());
        for (std::size_t size : {std::size_t{2}, std::size_t{9}, std::size_t{10}, std::size_t{100},
                                 std::size_t{65536}, whole.size() / 2, whole.size() - 1}) {
            put(path("cut.gz"), whole.substr(0, size));
            const auto text = readTextFile(path("cut.gz"));
            QVERIFY2(!text, qPrintable(QString::number(size)));
            QCOMPARE(text.error().code, std::string{"FIL-003"});
            QVERIFY(text.error().file.find("cut.gz") != std::string::npos);
            QVERIFY(!text.error().remedy.empty());
        }
    }

    void gzipDamaged() {
        std::string bytes = packed(longText());
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x55);
        put(path("damaged.gz"), bytes);
        const auto text = readTextFile(path("damaged.gz"));
        QVERIFY(!text);
        QCOMPARE(text.error().code, std::string{"FIL-003"});
    }

    void missingAndFolder() {
        QCOMPARE(readTextFile(path("none.txt")).error().code, std::string{"FIL-001"});
        QCOMPARE(readTextFile(folder_.path().toStdString()).error().code, std::string{"FIL-002"});
    }

    void writes() {
        QVERIFY(writeTextFile(path("new.txt"), "first"));
        QCOMPARE(readTextFile(path("new.txt")).value(), std::string{"first"});
        QVERIFY(writeTextFile(path("new.txt"), ""));
        QCOMPARE(readTextFile(path("new.txt")).value(), std::string{});
    }

    // Nothing but the file is left, and its rights are as before.
    void leavesNoTrace() {
        QTemporaryDir folder;
        const fs::path file = fs::path{folder.path().toStdString()} / "kept.json";
        put(file, "old");
        ::chmod(file.c_str(), 0640);
        QVERIFY(writeTextFile(file, "new"));
        QCOMPARE(std::distance(fs::directory_iterator(file.parent_path()), {}), std::ptrdiff_t{1});

        struct stat after {};

        ::stat(file.c_str(), &after);
        QCOMPARE(after.st_mode & 0777U, 0640U);
    }

    void linkStaysLink() {
        put(path("target.txt"), "old");
        fs::create_symlink(path("target.txt"), path("link.txt"));
        QVERIFY(writeTextFile(path("link.txt"), "new"));
        QVERIFY(fs::is_symlink(path("link.txt")));
        QCOMPARE(readTextFile(path("target.txt")).value(), std::string{"new"});
    }

    void cannotWrite() {
        const auto missing = writeTextFile(path("no-such-folder/a.txt"), "x");
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, std::string{"FIL-004"});
        // A folder in the place of the file: the rename fails, the temporary file goes.
        fs::create_directories(path("busy/inside"));
        QCOMPARE(writeTextFile(path("busy"), "x").error().code, std::string{"FIL-004"});
        for (const auto& entry : fs::directory_iterator(folder_.path().toStdString())) {
            QVERIFY(entry.path().filename().string().find("busy.") == std::string::npos);
        }
    }
};

HEADROOM_TEST(TestTextFile)
}  // namespace tst_text_file

#include "tst_text_file.moc"
