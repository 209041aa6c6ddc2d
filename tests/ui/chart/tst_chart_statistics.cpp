// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/chart/chart_statistics.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tst_chart_statistics {

using namespace headroom;
using namespace headroom::ui;

class TestChartStatistics : public QObject {
    Q_OBJECT

    /// One curve: rows of `lengthS` each with those values.
    static engine::SeriesCut cutOf(const std::vector<float>& values, double lengthS) {
        engine::SeriesCut cut;
        for (std::size_t i = 0; i < values.size(); ++i) {
            cut.fromS.push_back(lengthS * static_cast<double>(i));
            cut.toS.push_back(lengthS * static_cast<double>(i + 1));
        }
        cut.curves.push_back({values, values, values});
        return cut;
    }

  private slots:

    // 1 for 10 s, 4 for 20 s of the span 5 s to 30 s: mean (5 x 1 + 20 x 4) / 25 = 3.4, last 4.
    void figuresOfASpan() {
        const auto s = statisticsOf(cutOf({1.0F, 4.0F, 4.0F}, 10.0), 0, 5.0, 30.0);
        QCOMPARE(s.least, 1.0);
        QCOMPARE(s.most, 4.0);
        QCOMPARE(s.last, 4.0);
        QVERIFY(std::abs(s.mean - 3.4) < 1e-12);
        QVERIFY(std::isnan(statisticsOf(cutOf({1.0F}, 10.0), 3, 0.0, 10.0).mean));
        QVERIFY(std::isnan(statisticsOf(cutOf({std::nanf("")}, 10.0), 0, 0.0, 10.0).least));
    }

    // A row of ten steps 0 to 9: p10 is reached with the first step (a tenth of the time), p90 with the ninth.
    // A row of one step has no width.
    void bandOfShorterRows() {
        std::vector<float> steps;
        for (int i = 0; i < 10; ++i) {
            steps.push_back(static_cast<float>(i));
        }
        steps.push_back(50.0F);
        engine::SeriesCut cut;
        cut.fromS = {0.0, 10.0};
        cut.toS = {10.0, 11.0};
        cut.curves.push_back({{0.0F, 50.0F}, {4.5F, 50.0F}, {9.0F, 50.0F}});
        const QuantileBand band = quantileBandOf(cut, cutOf(steps, 1.0), 0);
        QCOMPARE(band.low, (std::vector<float>{0.0F, 50.0F}));
        QCOMPARE(band.high, (std::vector<float>{8.0F, 50.0F}));
    }

    // 99 rows of 0.5 and one of 35: below 0.5 for 98 % of the time, so the axis ends at 1.0. Two levels that
    // both last, or few rows, are no spikes; a curve of zeros with one value keeps it.
    void spikesDoNotFlattenAnAxis() {
        std::vector<float> values(100, 0.5F);
        values[0] = 35.0F;
        QCOMPARE(topWithoutSpikes(cutOf(values, 15.0), 0), 1.0);
        std::fill(values.begin(), values.begin() + 50, 35.0F);
        QVERIFY(std::isnan(topWithoutSpikes(cutOf(values, 15.0), 0)));
        QVERIFY(std::isnan(topWithoutSpikes(cutOf({35.0F, 0.5F, 0.5F}, 15.0), 0)));
        values.assign(100, 0.0F);
        values[0] = 35.0F;
        QVERIFY(std::isnan(topWithoutSpikes(cutOf(values, 15.0), 0)));
    }
};

HEADROOM_TEST(TestChartStatistics)
}  // namespace tst_chart_statistics

#include "tst_chart_statistics.moc"
