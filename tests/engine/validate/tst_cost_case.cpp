// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/validate.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cost_case {

using namespace headroom::engine;

class TestCostCase : public QObject {
    Q_OBJECT

    static constexpr auto kCash =
        R"("cash":{"discount_rate":0.05,"years":5,"capital":[{"usd":100,"year":0,"life_years":5}]})";
    static constexpr auto kTariff =
        R"("tariff":{"energy":[{"months":[8],"days":"all","usd_per_kwh":0.1}],)"
        R"("demand":[{"from_h":8,"to_h":20,"usd_per_kw_month":3}]},)"
        R"("load":{"from":"2026-08-31T23:00:00","step_s":3600,"kw":[10]})";

    static QByteArray file(const QByteArray& question) {
        return R"({"format":"cost-cases/1","cases":[{"case":"one",)" + question +
               R"(,"expect":[{"quantity":"npv_usd","value":100,"limit_rel":1e-6}]}]})";
    }

    ResultAll<ValidationReport> read(const QByteArray& content) {
        QFile f(dir_.filePath("cases.json"));
        if (!f.open(QIODevice::WriteOnly)) {
            return tl::unexpected(Errors{});
        }
        f.write(content);
        f.close();
        return validate({f.fileName().toStdString()}, {}, nullptr);
    }

    QTemporaryDir dir_;

  private slots:

    // Bought for 100, and dead without a residual value at the horizon: 100.
    void passes() {
        const auto report = read(file(kCash));
        QVERIFY2(report, report ? "" : text(report.error()).c_str());
        QCOMPARE(report->rows.size(), std::size_t{1});
        QVERIFY(report->rows[0].verdict == Verdict::Pass);
        QCOMPARE(*report->rows[0].got, 100.0);
    }

    void whatACaseDoesNotYieldIsListed() {
        const auto report = read(file(kTariff));
        QVERIFY(report.has_value());
        QVERIFY(report->rows[0].verdict == Verdict::NotExpressed);
        QVERIFY(report->rows[0].note.find("bill_usd") != std::string::npos);
    }

    void refused_data() {
        QTest::addColumn<QByteArray>("question");
        QTest::addColumn<QByteArray>("old");
        QTest::addColumn<QByteArray>("changed");
        QTest::addColumn<QByteArray>("place");
        const auto row = [](const char* name, const char* question, const char* old,
                            const char* changed, const char* place) {
            QTest::newRow(name) << QByteArray(question) << QByteArray(old) << QByteArray(changed)
                                << QByteArray(place);
        };
        row("a negative rate", kCash, "0.05", "-0.05", "/cases/0/cash/discount_rate");
        row("a horizon of 0 years", kCash, R"("years":5)", R"("years":0)", "/cases/0/cash/years");
        row("of 200", kCash, R"("years":5)", R"("years":200)", "/cases/0/cash/years");
        row("of two and a half", kCash, R"("years":5)", R"("years":2.5)", "/cases/0/cash/years");
        row("a price without a year", kCash, R"("year":0,)", "", "/cases/0/cash/capital/0/year");
        row("a life of nothing", kCash, R"("life_years":5)", R"("life_years":0)",
            "/cases/0/cash/capital/0/life_years");
        row("a currency without a rate", kCash, R"("usd":100)", R"("usd":100,"currency":"EUR")",
            "/cases/0/cash/capital/0/currency");
        row("a negative price", kTariff, "0.1}", "-0.1}", "/cases/0/tariff/energy/0/usd_per_kwh");
        row("month 13", kTariff, "[8]", "[13]", "/cases/0/tariff/energy/0/months");
        row("no such days", kTariff, "\"all\"", "\"sundays\"", "/cases/0/tariff/energy/0/days");
        row("an empty period", kTariff, R"("to_h":20)", R"("to_h":8)",
            "/cases/0/tariff/demand/0/to_h");
        // From 23:00 of August's last day: the second hour is September's.
        row("a gap", kTariff, "[10]", "[10,10]", "/cases/0/load/kw");
        row("no time", kTariff, "2026-08-31T", "2026-02-30T", "/cases/0/load/from");
        row("no load", kTariff, "[10]", "[]", "/cases/0/load/kw");
        row("a word for a power", kTariff, "[10]", "[\"ten\"]", "/cases/0/load/kw/0");
        row("no question", R"("question":"?")", "", "", "/cases/0/cash");
    }

    void refused() {
        QFETCH(QByteArray, question);
        QFETCH(QByteArray, old);
        QFETCH(QByteArray, changed);
        QFETCH(QByteArray, place);
        QVERIFY(old.isEmpty() || question.contains(old));
        const auto report = read(file(old.isEmpty() ? question : question.replace(old, changed)));
        QVERIFY(!report);
        QCOMPARE(QString::fromStdString(report.error().front().code), QString("VAL-003"));
        QCOMPARE(QByteArray::fromStdString(report.error().front().path), place);
    }
};

HEADROOM_TEST(TestCostCase)
}  // namespace tst_cost_case

#include "tst_cost_case.moc"
