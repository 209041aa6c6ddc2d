// SPDX-License-Identifier: Apache-2.0
#include "engine/report/line_chart.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>

namespace tst_line_chart {

using namespace headroom::engine::report;

class TestLineChart : public QObject {
    Q_OBJECT

  private slots:
    void ticksBearTheUnit();
    void timesAreLocal();
    void manyPointsKeepTheirPeaks();
    void gapsStayGaps();
    void stacksStandOnEachOther();
    void oddSeries_data();
    void oddSeries();
};

namespace {

LineChart chartOf(std::vector<double> values, double stepS = 3600.0) {
    LineChart chart;
    chart.title = "Power <IT>";
    chart.unit = "kW";
    chart.startLocal = "2026-07-01 18:00:00";
    ChartLine line;
    line.label = "IT & more";
    for (std::size_t i = 0; i < values.size(); ++i) {
        line.timeS.push_back(static_cast<double>(i) * stepS);
    }
    line.value = std::move(values);
    chart.lines.push_back(line);
    return chart;
}

QStringList texts(const std::string& svg) {
    QXmlStreamReader reader(QString::fromStdString(svg));
    QStringList result;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"text") {
            result << reader.readElementText();
        }
    }
    return reader.hasError() ? QStringList{reader.errorString()} : result;
}

}  // namespace

void TestLineChart::ticksBearTheUnit() {
    // 0 … 4,200 kW: five steps of about 0.84 MW are steps of 1 MW, up to 5 MW.
    const QStringList shown = texts(svgText(chartOf({0.0, 4200.0, 1000.0})));
    for (const char* tick : {"0", "1", "2", "3", "4", "5", "MW", "IT & more"}) {
        QVERIFY2(shown.contains(tick), tick);
    }
    QVERIFY(!shown.contains("6"));
}

void TestLineChart::timesAreLocal() {
    // 12 hours from 18:00: ticks every two hours, midnight named by its date.
    const QStringList shown = texts(svgText(chartOf(std::vector<double>(13, 1.0))));
    for (const char* tick : {"18:00", "22:00", "2 Jul", "04:00"}) {
        QVERIFY2(shown.contains(tick), tick);
    }
    LineChart chart = chartOf(std::vector<double>(13, 1.0));
    chart.startLocal.clear();
    QVERIFY(texts(svgText(chart)).contains("6 h"));
}

void TestLineChart::manyPointsKeepTheirPeaks() {
    // One sample of 6,000 reaches 1,000 kW: the mean of its bucket does not show it, the band does:
    // its polygon comes to the top of the axis, at y = 34.
    std::vector<double> values(6000, 100.0);
    values[3000] = 1000.0;
    const std::string svg = svgText(chartOf(values, 15.0));
    const QString text = QString::fromStdString(svg);
    QVERIFY(text.contains("<polygon class=\"band s0\""));
    QVERIFY(text.contains(",34.0 "));
    QVERIFY(svg.size() < 20000);
}

void TestLineChart::stacksStandOnEachOther() {
    // Tops at 1.1 and 1.3 on a base of 1: the second area's lower edge is the first one's top.
    LineChart chart = chartOf({1.1, 1.1});
    ChartLine second = chart.lines.front();
    second.value = {1.3, 1.3};
    chart.lines.push_back(second);
    chart.stacked = true;
    chart.base = 1.0;
    chart.fromZero = false;
    const QString svg = QString::fromStdString(svgText(chart));
    const QRegularExpression area("<polygon class=\"area s(\\d)\" points=\"([^\"]+)\"");
    auto all = area.globalMatch(svg);
    QVERIFY(all.hasNext());
    const QStringList lower = all.next().captured(2).split(' ', Qt::SkipEmptyParts);
    QVERIFY(all.hasNext());
    const QStringList upper = all.next().captured(2).split(' ', Qt::SkipEmptyParts);
    QCOMPARE(lower.size(), 4);
    // There along the top, back along the bottom.
    QCOMPARE(upper[3], lower[0]);
    QCOMPARE(upper[2], lower[1]);
}

void TestLineChart::gapsStayGaps() {
    const double none = std::nan("");
    const QString svg = QString::fromStdString(svgText(chartOf({1.0, 2.0, none, 3.0, 4.0})));
    const QString path = QRegularExpression(" d=\"([^\"]*)\"").match(svg).captured(1);
    QCOMPARE(path.count('M'), 2);
    QVERIFY(!svg.contains("nan"));
}

void TestLineChart::oddSeries_data() {
    QTest::addColumn<std::vector<double>>("values");
    QTest::addColumn<bool>("fromZero");
    QTest::newRow("one point") << std::vector<double>{5.0} << true;
    QTest::newRow("constant") << std::vector<double>(10, 1.25) << false;
    QTest::newRow("zeros") << std::vector<double>(10, 0.0) << true;
    QTest::newRow("negative") << std::vector<double>{-5.0, -3.0} << true;
    QTest::newRow("tiny") << std::vector<double>{1e-13, 2e-13} << false;
    QTest::newRow("huge") << std::vector<double>{1e30, 2e30} << false;
    QTest::newRow("almost constant") << std::vector<double>{1.0, 1.0 + 1e-15} << false;
}

void TestLineChart::oddSeries() {
    QFETCH(std::vector<double>, values);
    QFETCH(bool, fromZero);
    LineChart chart = chartOf(values);
    chart.fromZero = fromZero;
    const std::string svg = svgText(chart);
    QVERIFY(texts(svg).size() >= 4);
    QVERIFY(svg.find("nan") == std::string::npos);
    QVERIFY(svg.find("inf") == std::string::npos);
    QVERIFY(svg.size() < 20000);
    QVERIFY(svgText(chartOf({})).empty());
    QVERIFY(svgText(chartOf({std::nan("")})).empty());
}

HEADROOM_TEST(TestLineChart)
}  // namespace tst_line_chart

#include "tst_line_chart.moc"
