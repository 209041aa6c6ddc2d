// SPDX-License-Identifier: Apache-2.0
#include "engine/files/input_file.h"
#include "engine/files/text_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>
#include <zlib.h>

#include <fstream>
#include <sys/stat.h>
#include <thread>
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

    // What is no file is told, and nobody waits for it: the whole of this within the 5 s that a pipe
    // is given.
    void noFiles() {
        const auto codeOf = [](const fs::path& path) {
            const auto text = readTextFile(path);
            return text ? std::string("read") : text.error().code;
        };
        QCOMPARE(codeOf("/dev/zero"), std::string("FIL-006"));
        QCOMPARE(codeOf("/dev/random"), std::string("FIL-006"));
        QCOMPARE(codeOf("/dev/null"), std::string("FIL-006"));
        QCOMPARE(codeOf(""), std::string("FIL-001"));
        QCOMPARE(codeOf(std::string(5000, 'x')), std::string("FIL-002"));
        fs::create_symlink(path("loop-b"), path("loop-a"));
        fs::create_symlink(path("loop-a"), path("loop-b"));
        QCOMPARE(codeOf(path("loop-a")), std::string("FIL-002"));
        QVERIFY(!isFolder(path("loop-a")));
        QCOMPARE(::mkfifo(path("nobody").c_str(), 0600), 0);
        QCOMPARE(codeOf(path("nobody")), std::string("FIL-007"));
    }

    // A pipe with a writer is read to its end, as <(zcat …) of a shell is.
    void pipe() {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        const std::string text = longText();
        std::thread writer([&] { std::ofstream(path("pipe"), std::ios::binary) << text; });
        const auto read = readTextFile(path("pipe"));
        writer.join();
        QVERIFY(read.has_value());
        QVERIFY(*read == text);
    }

    // First bytes as the specification of each format states them. Also behind gzip, as published traces come.
    void foreign_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("Parquet") << QByteArray("PAR1\x15\x00\x15", 7)
                                 << QByteArray("a Parquet file");
        QTest::newRow("HDF5") << QByteArray("\x89HDF\r\n\x1a\n") << QByteArray("an HDF5");
        QTest::newRow("DXF")
            << QByteArray("999\r\nmade by a program\r\n  0\r\nSECTION\r\n  2\r\nHEADER\r\n")
            << QByteArray("a DXF drawing");
        QTest::newRow("DWG") << QByteArray("AC1032\0\0", 8) << QByteArray("a DWG drawing");
        QTest::newRow("IFC") << QByteArray("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\n")
                             << QByteArray("a model in IFC");
        QTest::newRow("PDF") << QByteArray("%PDF-1.7\n") << QByteArray("a PDF document");
        QTest::newRow("page of a login")
            << QByteArray("\n<!DOCTYPE html>\n<html><body>Sign in") << QByteArray("a web page");
        QTest::newRow("zstd") << QByteArray("\x28\xb5\x2f\xfd\x04") << QByteArray("zstd");
        QTest::newRow("tar") << QByteArray(257, 'a') + "ustar\0" << QByteArray("an archive of tar");
        QTest::newRow("pickle") << QByteArray("\x80\x04\x95\x10") << QByteArray("a pickle");
    }

    void foreign() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, words);
        for (const std::string& written : {bytes.toStdString(), packed(bytes.toStdString())}) {
            put(path("foreign"), written);
            const auto text = readTextFile(path("foreign"));
            QVERIFY(!text);
            QCOMPARE(text.error().code, std::string("FIL-009"));
            QVERIFY2(text.error().message.find(words.toStdString()) != std::string::npos,
                     text.error().message.c_str());
            QVERIFY(!text.error().remedy.empty());
        }
    }

    // Texts that begin like a mark of a binary format.
    void notForeign() {
        for (const char* text : {"ORCHID,kW\n1,2\n", "GRIBBLE,kW\n1,2\n", "0\n1\n2\n", "999,1\n",
                                 "AC10 board,kW\n1,2\n", "<doc>1</doc>"}) {
            put(path("text"), text);
            QVERIFY2(readTextFile(path("text")).has_value(), text);
        }
    }

    // 100 MB of which each byte asks for a gigabyte of memory: more than any machine has.
    void moreThanMemory() {
        std::ofstream(path("large")).close();
        fs::resize_file(path("large"), 100'000'000);
        const auto text = readTextFile(path("large"), 1e9);
        QVERIFY(!text);
        QCOMPARE(text.error().code, std::string("FIL-008"));
        QVERIFY(text.error().message.find("100000000.0 GB") != std::string::npos);
    }
};

HEADROOM_TEST(TestTextFile)
}  // namespace tst_text_file

#include "tst_text_file.moc"
