// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/campaign/statistics.h"
#include "models/core/random.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <vector>

namespace tst_statistics {

using namespace headroom::engine;
using headroom::models::randomNormal;

class TestStatistics : public QObject {
    Q_OBJECT

  private slots:

    // Printed tables of Student's distribution, two-sided 95 %: 12.706, 2.776, 2.262, 1.960.
    void studentAgreesWithTables() {
        QVERIFY(std::abs(studentT975(1) - 12.706) < 5e-4);
        QVERIFY(std::abs(studentT975(4) - 2.776) < 5e-4);
        QVERIFY(std::abs(studentT975(9) - 2.262) < 5e-4);
        QVERIFY(std::abs(studentT975(1e6) - 1.960) < 5e-4);
        QVERIFY(std::isnan(studentT975(0)));
    }

    // 2, 4, 9: mean 5, s^2 = (9 + 1 + 16) / 2 = 13, half-width 4.3027 sqrt(13 / 3) = 8.9567.
    void meanAndInterval() {
        const std::vector<double> values = {2.0, std::numeric_limits<double>::quiet_NaN(), 9.0,
                                            4.0};
        const Estimate e = estimateOf(values);
        QCOMPARE(e.count, std::int64_t{3});
        QCOMPARE(e.mean, 5.0);
        QVERIFY(std::abs(e.deviation - std::sqrt(13.0)) < 1e-12);
        QVERIFY(std::abs(e.halfWidth - 4.3027 * std::sqrt(13.0 / 3.0)) < 1e-3);
        QCOMPARE(e.median, 4.0);
        QCOMPARE(e.least, 2.0);
        QCOMPARE(e.most, 9.0);
    }

    // One value has a mean and no interval; none has neither.
    void fewValues() {
        const std::vector<double> one = {7.0};
        QCOMPARE(estimateOf(one).mean, 7.0);
        QVERIFY(std::isnan(estimateOf(one).halfWidth));
        QVERIFY(std::isnan(estimateOf(std::vector<double>{}).mean));
        QVERIFY(std::isnan(ratioOf(one, std::vector<double>{0.0}).mean));
    }

    // A ratio whose parts are proportional is known exactly, whatever the parts do.
    void ratioOfProportionalParts() {
        const std::vector<double> x = {2.0, 4.0, 10.0}, y = {1.0, 2.0, 5.0};
        const Estimate e = ratioOf(x, y);
        QCOMPARE(e.mean, 2.0);
        QVERIFY(e.halfWidth < 1e-12);
    }

    // 95 % of the intervals hold the true mean: of 2,000 samples of five, with the standard error of
    // a share sqrt(0.95 * 0.05 / 2000) = 0.0049, four of them aside: 0.93 to 0.97.
    void intervalsHoldTheTruth() {
        int held = 0;
        for (std::uint64_t k = 0; k < 2000; ++k) {
            std::vector<double> sample;
            for (std::uint64_t i = 0; i < 5; ++i) {
                sample.push_back(3.0 + randomNormal(7, k, i));
            }
            const Estimate e = estimateOf(sample);
            held += e.low() <= 3.0 && 3.0 <= e.high() ? 1 : 0;
        }
        QVERIFY2(held > 1860 && held < 1940, qPrintable(QString::number(held)));
    }
};

HEADROOM_TEST(TestStatistics)
}  // namespace tst_statistics

#include "tst_statistics.moc"
