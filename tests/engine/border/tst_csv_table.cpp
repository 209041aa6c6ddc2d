// SPDX-License-Identifier: Apache-2.0
#include "engine/border/csv_table.h"
#include "engine/files/output_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <string>

namespace tst_csv_table {

using namespace headroom::engine;

class TestCsvTable : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    CsvTable tableOf(const std::string& text) const {
        const std::filesystem::path file = folder_.filePath("a.csv").toStdString();
        if (!writeFile(file, text)) {
            qFatal("cannot write the fixture");
        }
        auto table = readCsvTable(file);
        if (!table) {
            qFatal("%s", table.error().text().c_str());
        }
        return std::move(*table);
    }

  private slots:

    void forms_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("commas") << QByteArray("a,b\n1,2.5\n\n3,x\n");
        QTest::newRow("semicolons with a decimal comma") << QByteArray("a;b\n1;2,5\n\n3;x\n");
        QTest::newRow("tabs with a mark") << QByteArray(
            "\xef\xbb\xbf"
            "a\tb\n1\t2,5\n\n3\tx\n");
        QTest::newRow("UTF-16") << QByteArray(
            "\xff\xfe"
            "a\0;\0b\0\n\0"
            "1\0;\0"
            "2\0.\0"
            "5\0\n\0\n\0"
            "3\0;\0x\0\n\0",
            32);
    }

    // The same table in each form; the third line is empty, so 3 is in line 4.
    void forms() {
        QFETCH(QByteArray, text);
        const CsvTable table = tableOf(text.toStdString());
        QCOMPARE(table.rows(), std::size_t{2});
        QCOMPARE(table.column("b"), 1);
        QCOMPARE(std::string(table.cell(0, 1)), std::string("2.5"));
        QCOMPARE(std::string(table.cell(1, 1)), std::string("x"));
        QCOMPARE(table.line(1), 4);
    }

    // Texts with commas stay texts, also quoted ones.
    void texts() {
        const CsvTable table = tableOf("a;b\n\"x, \"\"y\"\"\";1,2,3\n");
        QCOMPARE(std::string(table.cell(0, 0)), std::string("x, \"y\""));
        QCOMPARE(std::string(table.cell(0, 1)), std::string("1,2,3"));
    }
};

HEADROOM_TEST(TestCsvTable)
}  // namespace tst_csv_table

#include "tst_csv_table.moc"
