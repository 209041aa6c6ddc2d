// SPDX-License-Identifier: Apache-2.0
#include "engine/sheet/workbook.h"
#include "engine/sheet/workbook_check.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

namespace tst_workbook {

using namespace headroom::engine;

class TestWorkbook : public QObject {
    Q_OBJECT

  private slots:
    void numbersAndTexts();
    void refusals();
    void readOnlyFolder();
    void partsThatWereCutShort();
};

namespace {

/// A member of a zip file, unpacked by Python, which every build machine has for CMake's tests.
QByteArray member(const QString& file, const QString& name) {
    QProcess python;
    python.start("python3",
                 {"-c",
                  "import sys,zipfile\n"
                  "sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))",
                  file, name});
    python.waitForFinished();
    return python.exitCode() == 0 ? python.readAllStandardOutput() : QByteArray();
}

Sheet sheet(const std::string& name) {
    return {name,
            "Racks",
            "All of them.",
            {"Rack", "Load [kW]"},
            {{std::string("R01-01"), 12.5},
             {std::string("A & <B>"), std::numeric_limits<double>::quiet_NaN()}}};
}

}  // namespace

void TestWorkbook::numbersAndTexts() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("x.xlsx");
    const auto done = writeWorkbook(file.toStdString(), {sheet("Racks"), sheet("More")}, "Test");
    QVERIFY2(done.has_value(), done ? "" : done.error().text().c_str());
    QVERIFY(!std::filesystem::exists(file.toStdString() + ".part"));
    const QByteArray page = member(file, "xl/worksheets/sheet1.xml");
    if (page.isEmpty()) {
        QSKIP("python3 is not here to unpack the file");
    }
    // Heading on the fourth line, first row on the fifth: B5 is a number, B6 is left out.
    QVERIFY(page.contains("<c r=\"B5\"><v>12.5</v></c>"));
    QVERIFY(!page.contains("r=\"B6\""));
    QXmlStreamReader xml(page);
    while (!xml.atEnd()) {
        xml.readNext();
    }
    QVERIFY(!xml.hasError());
    const QByteArray texts = member(file, "xl/sharedStrings.xml");
    QVERIFY(texts.contains("A &amp; &lt;B&gt;"));
    QVERIFY(texts.contains("Load [kW]"));
    QVERIFY(member(file, "xl/workbook.xml").contains("name=\"More\""));
}

void TestWorkbook::refusals() {
    const QTemporaryDir folder;
    const std::string file = folder.filePath("x.xlsx").toStdString();
    for (const std::vector<Sheet>& sheets : {std::vector<Sheet>{},
                                             {sheet("")},
                                             {sheet("a/b")},
                                             {sheet(std::string(32, 'x'))},
                                             {sheet("Racks"), sheet("Racks")}}) {
        const auto done = writeWorkbook(file, sheets, "Test");
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("XLS-001"));
        QVERIFY(!std::filesystem::exists(file));
    }
}

// The old file stays whole where the new one cannot be written.
void TestWorkbook::readOnlyFolder() {
    const QTemporaryDir folder;
    const std::string file = folder.filePath("none/x.xlsx").toStdString();
    const auto done = writeWorkbook(file, {sheet("Racks")}, "Test");
    QVERIFY(!done);
    QCOMPARE(done.error().code, std::string("FIL-004"));
}

/// An archive of one part as it is: local header, text, entry, end; little-endian.
static std::string archiveOf(const std::string& text) {
    const auto number = [](std::size_t value, int bytes) {
        std::string out;
        for (int i = 0; i < bytes; ++i) {
            out += static_cast<char>(i < 8 ? value >> (8 * i) & 0xffU : 0U);
        }
        return out;
    };
    const std::string sizes = number(0, 4) + number(text.size(), 4) + number(text.size(), 4);
    const std::string name = "a.xml";
    const std::string local =
        "PK\3\4" + number(0, 10) + sizes + number(name.size(), 2) + number(0, 2) + name + text;
    const std::string entry =
        "PK\1\2" + number(0, 12) + sizes + number(name.size(), 2) + number(0, 16) + name;
    return local + entry + "PK\5\6" + number(0, 4) + number(1, 2) + number(1, 2) +
           number(entry.size(), 4) + number(local.size(), 4) + number(0, 2);
}

void TestWorkbook::partsThatWereCutShort() {
    const std::string head = "<?xml version=\"1.0\"?>\n";
    QVERIFY(isWholeWorkbook(archiveOf(head + "<book a=\"1\"><page></page></book>\n")));
    QVERIFY(isWholeWorkbook(archiveOf(head + "<book a=\"1\"/>")));
    for (const char* cut : {"", "<book", "<book a=\"1\">", "<book><page></page>", "<book><page/>",
                            "<book><page></page></boo"}) {
        QVERIFY2(!isWholeWorkbook(archiveOf(head + cut)), cut);
    }
    // What the library writes, and all that begins like it.
    const QTemporaryDir folder;
    const auto file = folder.filePath("x.xlsx").toStdString();
    QVERIFY(writeWorkbook(file, {sheet("Racks")}, "Test").has_value());
    std::ifstream in(file, std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(in), {}};
    QVERIFY(isWholeWorkbook(whole));
    for (std::size_t size = 0; size < whole.size(); size += 97) {
        QVERIFY(!isWholeWorkbook(whole.substr(0, size)));
    }
}

HEADROOM_TEST(TestWorkbook)
}  // namespace tst_workbook

#include "tst_workbook.moc"
