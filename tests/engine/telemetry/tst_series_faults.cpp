// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/series_faults.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_series_faults {

using namespace headroom::engine;

namespace {

const TelemetryFinding* find(const std::vector<TelemetryFinding>& all, TelemetryFault fault) {
    for (const TelemetryFinding& each : all) {
        if (each.fault == fault) {
            return &each;
        }
    }
    return nullptr;
}

TelemetrySeries waves(int n, double periodS) {
    TelemetrySeries series;
    for (int i = 0; i < n; ++i) {
        series.timeS.push_back(i * periodS);
        series.value.push_back(20.0 + std::sin(0.1 * i));
    }
    return series;
}

}  // namespace

/// Silence, gaps and standstill.
class TestSeriesFaults : public QObject {
    Q_OBJECT

  private slots:

    void wellBehaved() { QVERIFY(seriesFaults({}, waves(1000, 60.0), 600.0).empty()); }

    // Two gaps of 1,000 s and 5,000 s where 600 s are allowed; the first begins at reading 99, 5,940 s.
    void gaps() {
        TelemetrySeries series = waves(300, 60.0);
        for (std::size_t i = 100; i < 300; ++i) {
            series.timeS[i] += i < 200 ? 940.0 : 940.0 + 4940.0;
        }
        const auto found = seriesFaults({}, series, 600.0);
        const auto* gap = find(found, TelemetryFault::Gap);
        QVERIFY(gap != nullptr);
        QCOMPARE(gap->count, 2L);
        QCOMPARE(gap->firstS, 5940.0);
        QCOMPARE(gap->amount, 5000.0);
    }

    // A sensor that is read every half hour has no gaps of half an hour, whatever the map allows.
    void slowSensor() { QVERIFY(seriesFaults({}, waves(50, 1800.0), 600.0).empty()); }

    // 40 readings the same in a series that moves with every reading.
    void stuck() {
        TelemetrySeries series = waves(500, 60.0);
        for (std::size_t i = 200; i < 240; ++i) {
            series.value[i] = series.value[200];
        }
        const auto found = seriesFaults({}, series, 600.0);
        const auto* stuckAt = find(found, TelemetryFault::Stuck);
        QVERIFY(stuckAt != nullptr);
        QCOMPARE(stuckAt->count, 1L);
        QCOMPARE(stuckAt->firstS, 200.0 * 60.0);
        QCOMPARE(stuckAt->amount, 39.0 * 60.0);
    }

    // A set-point that rests for 100 readings at a time is not stuck: that is how it is.
    void stepsAreNotStuck() {
        TelemetrySeries series = waves(1000, 60.0);
        for (std::size_t i = 0; i < 1000; ++i) {
            series.value[i] = static_cast<double>(i / 100);
        }
        QVERIFY(seriesFaults({}, series, 600.0).empty());
    }

    void silence() {
        const auto found = seriesFaults({}, {}, 600.0);
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(found.front().fault == TelemetryFault::Silent);
    }
};

HEADROOM_TEST(TestSeriesFaults)
}  // namespace tst_series_faults

#include "tst_series_faults.moc"
