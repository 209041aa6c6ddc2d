// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/load_trace.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_load_trace {

using namespace headroom::engine;

class TestLoadTrace : public QObject {
    Q_OBJECT

  private slots:

    // Linear between rows, held outside: 10 W at 0 s and 30 W at 20 s are 20 W at 10 s.
    void interpolates() {
        const auto table = readTimeTable(file("time,a,b\n0,10,1\n20,30,1\n"), "time", {"a"});
        QVERIFY(table);
        QCOMPARE(table->at(0, 10.0), 20.0);
        QCOMPARE(table->at(0, -5.0), 10.0);
        QCOMPARE(table->at(0, 0.0), 10.0);
        QCOMPARE(table->at(0, 20.0), 30.0);
        QCOMPARE(table->at(0, 99.0), 30.0);
    }

    // 10 W at 5 s and 30 W at 25 s: 5 s at 10 W and 20 s at 20 W in the mean are 450 J, and 10 s at 30 W more are 750 J; up to 15 s it is
    // 50 J and 10 s at 15 W, 200 J. A row before the start counts from 0 on: 20 W at -10 s and 40 W at 10 s are 10 s at 35 W.
    void integrates() {
        const auto table = readTimeTable(file("time,a\n5,10\n25,30\n"), "time", {"a"});
        QVERIFY(table);
        QCOMPARE(table->integral(0, 25.0), 450.0);
        QCOMPARE(table->integral(0, 35.0), 750.0);
        QCOMPARE(table->integral(0, 15.0), 200.0);
        QCOMPARE(table->integral(0, 2.0), 20.0);
        QCOMPARE(table->integral(0, 0.0), 0.0);
        const auto before = readTimeTable(file("time,a\n-10,20\n10,40\n"), "time", {"a"});
        QVERIFY(before);
        QCOMPARE(before->integral(0, 10.0), 350.0);
    }

    void faultsNameTheirPlace_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::newRow("no such column") << "time,b\n0,1\n"
                                        << "LTR-001" << 1;
        QTest::newRow("no number") << "time,a\n0,1\n15,many\n"
                                   << "LTR-002" << 3;
        QTest::newRow("time halts") << "time,a\n0,1\n15,2\n15,3\n"
                                    << "LTR-003" << 4;
        QTest::newRow("no row") << "time,a\n"
                                << "LTR-004" << 0;
    }

    void faultsNameTheirPlace() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        QFETCH(int, line);
        const auto table = readTimeTable(file(text), "time", {"a"});
        QVERIFY(!table);
        QCOMPARE(QString::fromStdString(table.error().front().code), code);
        QCOMPARE(table.error().front().line, line);
        QVERIFY(!table.error().front().remedy.empty());
        QVERIFY(table.error().front().file.ends_with("load.csv"));
    }

    void missingFile() {
        const auto table = readTimeTable(folder_.filePath("none.csv").toStdString(), "time", {"a"});
        QVERIFY(!table);
        QCOMPARE(table.error().front().code, std::string{"FIL-001"});
    }

    // Of one file a value of 10 is read, then 99 is written: who asked before continues with 10, and who asks for another
    // column or without the store reads 99. A fault stays as well.
    void readsOnceFromAStore() {
        TimeTables tables;
        QCOMPARE(tables.read(file("time,a,b\n0,10,1\n"), "time", {"a"})->at(0, 0.0), 10.0);
        QVERIFY(!tables.read(file("time,a,b\n0,10,1\n"), "time", {"c"}));
        const std::filesystem::path path = file("time,a,b,c\n0,99,99,99\n");
        QCOMPARE(tables.read(path, "time", {"a"})->at(0, 0.0), 10.0);
        QCOMPARE(tables.read(path, "time", {"b"})->at(0, 0.0), 99.0);
        QCOMPARE(tables.read(path, "time", {"c"}).error().front().code, std::string{"LTR-001"});
        QCOMPARE(readTimeTable(path, "time", {"a"})->at(0, 0.0), 99.0);
    }

  private:
    std::filesystem::path file(const QString& text) {
        const std::filesystem::path path = folder_.filePath("load.csv").toStdString();
        std::ofstream(path) << text.toStdString();
        return path;
    }

    QTemporaryDir folder_;
};

HEADROOM_TEST(TestLoadTrace)
}  // namespace tst_load_trace

#include "tst_load_trace.moc"
