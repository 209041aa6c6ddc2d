// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run_series.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_run_series {

using namespace headroom::engine;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// `steps` of 10 s; channel "a" is the number of the step, "b" is 100 but for one step in 1000.
struct Run : RunSeries {
    Run(int steps, std::size_t rows) : RunSeries({"a", "b"}, rows) {
        for (int i = 1; i <= steps; ++i) {
            add(10.0 * i,
                std::vector<double>{static_cast<double>(i), i % 1000 == 500 ? 1.0 : 100.0});
        }
    }
};

SeriesCut read(const RunSeries& series, double fromS, double toS, std::size_t most) {
    const std::vector<std::string> names{"a", "b"};
    return series.read(names, fromS, toS, most);
}

/// Rows follow each other without a gap or an overlap.
void verifyWhole(const SeriesCut& cut) {
    for (std::size_t i = 1; i < cut.size(); ++i) {
        QCOMPARE(cut.fromS[i], cut.toS[i - 1]);
    }
}

}  // namespace

class TestRunSeries : public QObject {
    Q_OBJECT

  private slots:

    void beforeTheFirstStepThereIsNothing() {
        const RunSeries series({"a"});
        QVERIFY(std::isnan(series.lastS()));
        QCOMPARE(read(series, 0.0, 1e9, 100).size(), std::size_t{0});
    }

    void aShortRunIsThereStepByStep() {
        const Run series(30, 64);
        const SeriesCut cut = read(series, 0.0, 1e9, 1000);
        QCOMPARE(cut.size(), std::size_t{30});
        verifyWhole(cut);
        for (std::size_t i = 0; i < cut.size(); ++i) {
            QCOMPARE(cut.curves[0].mean[i], static_cast<float>(i + 1));
            QCOMPARE(cut.curves[0].least[i], cut.curves[0].most[i]);
        }
    }

    // 100,000 steps in rings of 64: one step in 1000 falls, 100 times. Whatever the distance, no
    // fall is left out, and together the rows have the mean of all steps: 100 - 99/1000 = 99.901.
    void noStepIsEverLeftOut() {
        const Run series(100000, 64);
        for (const std::size_t most : {std::size_t{16}, std::size_t{200}, std::size_t{100000}}) {
            const SeriesCut cut = read(series, 0.0, 1e9, most);
            verifyWhole(cut);
            QCOMPARE(cut.fromS.front(), 10.0);  // the first step has no one before it
            QCOMPARE(cut.toS.back(), 1e6);
            const auto& b = cut.curves[1];
            QCOMPARE(*std::min_element(b.least.begin(), b.least.end()), 1.0F);
            double sum = 0.0;
            for (std::size_t i = 0; i < cut.size(); ++i) {
                sum += static_cast<double>(b.mean[i]) * (cut.toS[i] - cut.fromS[i]);
            }
            QVERIFY(std::abs(sum / (1e6 - 10.0) - 99.901) < 1e-3);
        }
    }

    // Memory: rings of 64 for 1, 4, 16 … steps; 100,000 steps need 4^8 > 100000/64, so some 9
    // kinds of 64 rows, of which the newest steps are still there one by one.
    void theNewestStepsStaySingle() {
        const Run series(100000, 64);
        const SeriesCut cut = read(series, 1e6 - 300.0, 1e6, 1000);
        QVERIFY(cut.size() >= 30);
        QCOMPARE(cut.curves[0].least.back(), 100000.0F);
        QCOMPARE(cut.curves[0].least.back(), cut.curves[0].most.back());
        QVERIFY(read(series, 0.0, 1e9, 100000).size() < 64 * 9);
    }

    // A chart next to a frame of second 5000 shows nothing later, though the run is ahead of it.
    void nothingBeyondTheInstantThatIsShown() {
        const Run series(2000, 64);
        for (const std::size_t most : {std::size_t{8}, std::size_t{5000}}) {
            const SeriesCut cut = read(series, 0.0, 19990.0, most);
            QVERIFY(cut.toS.back() <= 19990.0);
            QVERIFY(cut.toS.back() > 19990.0 - 300.0);
            verifyWhole(cut);
        }
    }

    // Values that are not known are none; a span with some has those.
    void unknownValuesAreNoValues() {
        RunSeries series({"a", "b"}, 64);
        for (int i = 1; i <= 400; ++i) {
            series.add(i, std::vector<double>{i <= 200 ? kNan : 7.0, i % 2 == 0 ? kNan : 3.0});
        }
        const SeriesCut cut = read(series, 0.0, 1e9, 30);
        QVERIFY(std::isnan(cut.curves[0].mean.front()));
        QCOMPARE(cut.curves[0].mean.back(), 7.0F);
        QCOMPARE(cut.curves[1].mean.front(), 3.0F);
    }

    // An edit that adds a loop: what was continues, the new one had no past, names decide.
    void channelsThatStayKeepTheirPast() {
        RunSeries series({"a", "b"}, 64);
        for (int i = 1; i <= 300; ++i) {
            series.add(i, std::vector<double>{1.0, 2.0});
        }
        series.setChannels({"new", "b"});
        for (int i = 301; i <= 600; ++i) {
            series.add(i, std::vector<double>{5.0, 2.0});
        }
        const std::vector<std::string> names{"b", "new", "a"};
        const SeriesCut cut = series.read(names, 0.0, 1e9, 40);
        QCOMPARE(cut.curves[0].most.front(), 2.0F);
        QVERIFY(std::isnan(cut.curves[1].most.front()));
        QCOMPARE(cut.curves[1].most.back(), 5.0F);
        QVERIFY(std::isnan(cut.curves[2].most.back()));  // it is gone
    }

    void theRowOfATime() {
        const Run series(8, 64);  // 10, 20 … 80 s
        const SeriesCut cut = read(series, 0.0, 1e9, 100);
        QCOMPARE(cut.at(-5.0), std::size_t{0});
        QCOMPARE(cut.at(29.0), std::size_t{2});
        QCOMPARE(cut.at(31.0), std::size_t{2});
        QCOMPARE(cut.at(36.0), std::size_t{3});
        QCOMPARE(cut.at(1e9), std::size_t{7});
    }
};

HEADROOM_TEST(TestRunSeries)
}  // namespace tst_run_series

#include "tst_run_series.moc"
