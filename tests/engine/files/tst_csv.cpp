// SPDX-License-Identifier: Apache-2.0
#include "engine/files/text_file.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

namespace tst_csv {

using namespace headroom::engine;
using Fields = std::vector<std::string>;

class TestCsv : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    Result<CsvTable> read(const std::string& text) const {
        const auto path = std::filesystem::path{folder_.path().toStdString()} / "table.csv";
        std::ofstream(path, std::ios::binary) << text;
        return readCsv(path);
    }

  private slots:

    void lines_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<Fields>("fields");
        QTest::newRow("plain") << "a,b,c" << Fields{"a", "b", "c"};
        QTest::newRow("empty fields") << ",b," << Fields{"", "b", ""};
        QTest::newRow("nothing") << "" << Fields{""};
        QTest::newRow("comma inside") << "\"a,b\",c" << Fields{"a,b", "c"};
        QTest::newRow("doubled quotes") << "\"say \"\"yes\"\"\",c" << Fields{"say \"yes\"", "c"};
        QTest::newRow("quoted empty") << "\"\",c" << Fields{"", "c"};
        QTest::newRow("quote in the middle") << "5\" pipe,c" << Fields{"5\" pipe", "c"};
    }

    void lines() {
        QFETCH(QString, line);
        QTEST(splitCsvLine(line.toStdString()), "fields");
    }

    void table() {
        const auto table = read("\xef\xbb\xbfname,size\r\nfirst,1\r\n\r\nsecond,2");
        QVERIFY(table);
        QCOMPARE(table->header, (Fields{"name", "size"}));
        QCOMPARE(table->rows(), std::size_t{2});
        QCOMPARE((Fields{std::string(table->cell(1, 0)), std::string(table->cell(1, 1))}),
                 (Fields{"second", "2"}));
        QCOMPARE((std::vector<int>{table->line(0), table->line(1)}), (std::vector<int>{2, 4}));
        QCOMPARE(table->column("size"), 1);
        QCOMPARE(table->column("Size"), -1);
    }

    void headerAlone() {
        const auto table = read("a,b\n");
        QVERIFY(table);
        QCOMPARE(table->rows(), std::size_t{0});
    }

    void malformed_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("line");
        QTest::newRow("row too short") << "a,b\n1,2\n3\n" << 3;
        QTest::newRow("row too long") << "a,b\n1,2,3\n" << 2;
        QTest::newRow("quote not closed") << "a,b\n1,\"2\n" << 2;
        QTest::newRow("text after a quote") << "a,b\n1,\"2\"x\n" << 2;
        QTest::newRow("empty file") << "" << 0;
        QTest::newRow("blank lines only") << "\n\n" << 0;
    }

    void malformed() {
        QFETCH(QString, text);
        const auto table = read(text.toStdString());
        QVERIFY(!table);
        QCOMPARE(table.error().code, std::string{"FIL-005"});
        QTEST(table.error().line, "line");
        QVERIFY(!table.error().message.empty());
        QVERIFY(!table.error().remedy.empty());
    }

    void missing() { QCOMPARE(readCsv("/no/such.csv").error().code, std::string{"FIL-001"}); }
};

HEADROOM_TEST(TestCsv)
}  // namespace tst_csv

#include "tst_csv.moc"
