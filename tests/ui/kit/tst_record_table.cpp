// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/record_table.h"
#include "ui/kit/text_table.h"

#include <QAbstractItemModelTester>
#include <QFont>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QtTest>

namespace tst_record_table {

using namespace headroom::ui;

struct Machine {
    int id;
    QString name;
    double watts = 0.0;
};

std::vector<TableColumn<Machine>> columns() {
    return {
        {.title = "Name", .text = [](const Machine& m) { return m.name; }},
        {.title = "Power",
         .why = "At its terminals",
         .side = CellSide::Right,
         .text = [](const Machine& m) { return QString::number(m.watts) + " W"; },
         .key = [](const Machine& m) { return m.watts; },
         .tip = [](const Machine&) { return QString("measured"); },
         .colour = [](const Machine& m) { return m.watts > 100.0 ? QColor(Qt::red) : QColor(); },
         .isBold = [](const Machine& m) { return m.watts > 100.0; }},
    };
}

class TestRecordTable : public QObject {
    Q_OBJECT

  private slots:

    void cellsAndHeadsSayWhatTheColumnSays() {
        RecordTable<Machine> table(columns());
        const QAbstractItemModelTester tester(
            &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.setRows({{1, "pump", 90.0}, {2, "fan", 1000.0}});
        QCOMPARE(table.rowCount(), 2);
        QCOMPARE(table.columnCount(), 2);
        const QModelIndex name = table.index(0, 0);
        const QModelIndex power = table.index(1, 1);
        QCOMPARE(name.data().toString(), QString("pump"));
        QCOMPARE(name.data(Qt::UserRole).toString(), QString("pump"));     // no key: the text
        QCOMPARE(name.data(Qt::ToolTipRole).toString(), QString("pump"));  // no tip: the text
        QVERIFY(!name.data(Qt::ForegroundRole).isValid() && !name.data(Qt::FontRole).isValid());
        QCOMPARE(power.data().toString(), QString("1000 W"));
        QCOMPARE(power.data(Qt::UserRole).toDouble(), 1000.0);
        QCOMPARE(power.data(Qt::ToolTipRole).toString(), QString("measured"));
        QCOMPARE(power.data(Qt::ForegroundRole).value<QColor>(), QColor(Qt::red));
        QVERIFY(power.data(Qt::FontRole).value<QFont>().bold() ||
                power.data(Qt::FontRole).value<QFont>().weight() >= QFont::DemiBold);
        QCOMPARE(power.data(Qt::TextAlignmentRole).toInt(),
                 static_cast<int>(Qt::AlignRight | Qt::AlignVCenter));
        QCOMPARE(table.headerData(1, Qt::Horizontal).toString(), QString("Power"));
        QCOMPARE(table.headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString(),
                 QString("At its terminals"));
        QVERIFY(!table.headerData(0, Qt::Horizontal, Qt::ToolTipRole).isValid());
        QVERIFY(!table.headerData(2, Qt::Horizontal).isValid());
        QVERIFY(!table.headerData(0, Qt::Vertical).isValid());
        table.setTip([](const Machine& m) { return "of " + m.name; });
        QCOMPARE(name.data(Qt::ToolTipRole).toString(), QString("of pump"));
        QCOMPARE(power.data(Qt::ToolTipRole).toString(), QString("measured"));
    }

    // 90 before 1000, though "1000 W" is before "90 W" as text.
    void keysSortNotTexts() {
        RecordTable<Machine> table(columns());
        table.setRows({{1, "fan", 1000.0}, {2, "pump", 90.0}});
        QSortFilterProxyModel sorted;
        sorted.setSourceModel(&table);
        sorted.setSortRole(Qt::UserRole);
        sorted.sort(1);
        QCOMPARE(sorted.index(0, 0).data().toString(), QString("pump"));
    }

    void rowsStayWhileTheirNumberDoes() {
        RecordTable<Machine> table(columns());
        const QAbstractItemModelTester tester(
            &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.setRows({{1, "a"}, {2, "b"}});
        const QPersistentModelIndex second = table.index(1, 0);
        QSignalSpy changed(&table, &QAbstractItemModel::dataChanged);
        table.setRows({{1, "a"}, {2, "c"}});
        QCOMPARE(changed.size(), 1);
        QVERIFY(second.isValid());
        QCOMPARE(second.data().toString(), QString("c"));
        table.setRows({{1, "a"}});
        QVERIFY(!second.isValid());
    }

    // 2 went, 4 came, the order is another: 3 stays where it was, now the second row.
    void recordsThatAreToldApartKeepTheirRows() {
        RecordTable<Machine> table(columns());
        table.setSame([](const Machine& a, const Machine& b) { return a.id == b.id; });
        const QAbstractItemModelTester tester(
            &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.setRows({{1, "one"}, {2, "two"}, {3, "three"}});
        const QPersistentModelIndex third = table.index(2, 0);
        table.setRows({{4, "four"}, {3, "THREE"}, {1, "one"}});
        QVERIFY(third.isValid());
        QCOMPARE(third.row(), 1);
        QCOMPARE(third.data().toString(), QString("THREE"));
        QCOMPARE(table.row(2).id, 4);
        table.setRows({});
        QCOMPARE(table.rowCount(), 0);
    }

    void textTableHoldsWhatIsWrittenIntoIt() {
        TextTable table({{"What", {}}, {"How many", "All together", CellSide::Right}});
        const QAbstractItemModelTester tester(
            &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.setRows({{{{"switches"}, {"1 k", 1000}}, 7}});
        QCOMPARE(table.index(0, 1).data().toString(), QString("1 k"));
        QCOMPARE(table.index(0, 1).data(Qt::UserRole).toInt(), 1000);
        QCOMPARE(table.rows()[0].id, std::int64_t{7});
    }
};

HEADROOM_TEST(TestRecordTable)
}  // namespace tst_record_table

#include "tst_record_table.moc"
