// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace tst_cost_command {

/// `cost`, as people and scripts use it.
class TestCostCommand : public QObject {
    Q_OBJECT

    static qint64 cents(const QJsonValue& value) { return std::llround(100.0 * value.toDouble()); }

  private slots:

    // Whole cents: lines are the capital, systems the present value and the total, years the total.
    void jsonSumsToTheCent() {
        const CliResult result =
            runCli({"cost", fixtureProject(), "--years", "7", "--format", "json"});
        QVERIFY2(result.code == 0, qPrintable(result.err));
        const QJsonObject json = QJsonDocument::fromJson(result.out.toUtf8()).object();
        QCOMPARE(json["years"].toInt(), 7);
        QCOMPARE(json["currency"].toString(), QString("USD"));
        QVERIFY(json["price_year"].toInt() >= 2024);
        qint64 lines = 0, systems = 0, years = 0;
        for (const QJsonValue& line : json["capital_lines"].toArray()) {
            lines += cents(line["amount"]);
            QVERIFY(!line["rate"].toString().isEmpty());
        }
        QCOMPARE(lines, cents(json["capital"]));
        const QJsonObject npv = json["npv_by_system"].toObject();
        for (const QString& key : npv.keys()) {
            systems += cents(npv[key]);
        }
        QCOMPARE(systems, cents(json["npv"]));
        QCOMPARE(json["cash_flow"].toArray().size(), 8);
        for (const QJsonValue& year : json["cash_flow"].toArray()) {
            years += cents(year["total"]);
        }
        QCOMPARE(years, cents(json["tco"]));
        for (const QJsonValue& rate : json["rates"].toArray()) {
            QVERIFY(!rate["source"].toString().isEmpty());
        }
    }

    void textAndLines() {
        const CliResult text = runCli({"cost", fixtureProject()});
        QCOMPARE(text.code, 0);
        for (const char* heading : {"Cost by system", "Money year by year", "Cost of one unit",
                                    "Rates that matter most", "Carbon"}) {
            QVERIFY2(text.out.contains(QLatin1String(heading)), heading);
        }
        const CliResult lines = runCli({"cost", fixtureProject(), "--format", "csv"});
        QCOMPARE(lines.code, 0);
        QVERIFY(lines.out.startsWith("kind,system,what,part,quantity"));
        QVERIFY(lines.out.count('\n') > 20);
    }

    void workbook() {
        QTemporaryDir dir;
        const QString file = dir.filePath("cost.xlsx");
        QCOMPARE(runCli({"cost", fixtureProject(), "--format", "xlsx", "--out", file}).code, 0);
        QVERIFY(readBytes(file).startsWith("PK"));
        QCOMPARE(runCli({"cost", fixtureProject(), "--format", "xlsx"}).code, 2);
        // A file that would not be written is refused, not forgotten.
        QCOMPARE(runCli({"cost", fixtureProject(), "--format", "csv", "--out", file}).code, 2);
    }

    void refused_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("code");
        QTest::newRow("0 years") << QStringList{"--years", "0"} << "MON-005";
        QTest::newRow("200 years") << QStringList{"--years", "200"} << "MON-005";
        QTest::newRow("no such tariff") << QStringList{"--tariff", "pge-b21"} << "MON-008";
        QTest::newRow("no such offer") << QStringList{"--against", "aws-p6"} << "MON-009";
        QTest::newRow("no such way") << QStringList{"--against", "aws-p5:hourly"} << "MON-009";
    }

    void refused() {
        QFETCH(QStringList, options);
        QFETCH(QString, code);
        const CliResult result = runCli(QStringList{"cost", fixtureProject()} + options);
        QCOMPARE(result.code, 3);
        QVERIFY2(result.err.contains(code), qPrintable(result.err));
        QVERIFY(result.err.contains("Remedy"));
    }
};

HEADROOM_TEST(TestCostCommand)
}  // namespace tst_cost_command

#include "tst_cost_command.moc"
