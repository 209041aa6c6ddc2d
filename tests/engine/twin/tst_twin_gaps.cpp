// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/gap_policy.h"
#include "engine/twin/twin_report.h"
#include "engine/twin/twin_run.h"
#include "models/core/calendar.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

namespace tst_twin_gaps {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

const std::atomic<bool> kGoOn = false;
constexpr double kFirstS = 1712448000.0;  // 2024-04-07 00:00
constexpr double kDayS = 86400.0, kHourS = 3600.0;

TelemetryMap frontierMap() {
    auto map = parseTelemetryMap(
        R"({"format": "headroom-telemetry/1", "time": {"as": "epoch_s"}, "sensors": [
        {"id": "heat", "column": "q", "drives": "liquid_heat", "of": "cdus", "unit": "W"},
        {"id": "wet", "column": "w", "drives": "wet_bulb", "unit": "degC"},
        {"id": "set", "column": "x", "drives": "setting", "of": "htw.supply_setpoint_c", "unit": "degC"},
        {"id": "supply", "column": "s", "channel": "loop/htw/supply_c", "unit": "degC", "sd": 0.2}]})",
        "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

/// Two hours with a reading a minute from `fromS` on, 12 to 18 MW, at `wetC`.
void addTwoHours(std::vector<TelemetrySeries>& all, double fromS, double wetC) {
    for (int i = 0; i <= 120; ++i) {
        const auto add = [&](std::size_t sensor, double value) {
            all[sensor].timeS.push_back(fromS + 60.0 * i);
            all[sensor].value.push_back(value);
        };
        add(0, 15e6 + 3e6 * std::sin(2.0 * std::numbers::pi * i / 60.0));
        add(1, wetC);
        add(3, 21.0);
    }
}

std::unique_ptr<TwinRun> followed(std::vector<TelemetrySeries> series,
                                  double longestSilenceS = kLongestSilenceS) {
    TwinSpec spec;
    spec.longestSilenceS = longestSilenceS;
    auto twin = TwinRun::make(scenario("frontier-day"), catalogue(), frontierMap(),
                              std::move(series), spec);
    if (!twin) {
        qFatal("%s", text(twin.error()).c_str());
    }
    if (auto done = (*twin)->follow({}, kGoOn); !done) {
        qFatal("%s", text(done.error()).c_str());
    }
    return std::move(*twin);
}

}  // namespace

/// Silences of a building, which no twin simulates through.
class TestTwinGaps : public QObject {
    Q_OBJECT

  private slots:

    // Of two sensors that drive, one speaks at 0, 100 and 1000, the other at 50 and 120: nobody speaks from 120 to 1000. A
    // set-point and a sensor that is compared fill no silence. Beyond 1000 there is no end, so no gap.
    void silenceOfAll() {
        const std::vector<TelemetrySeries> series = {{{0.0, 100.0, 1000.0}, {1.0, 1.0, 1.0}},
                                                     {{50.0, 120.0}, {1.0, 1.0}},
                                                     {{500.0}, {1.0}},
                                                     {{600.0}, {1.0}}};
        const auto gap = firstGap(frontierMap(), series, 0.0, 200.0);
        QVERIFY(gap.has_value());
        QCOMPARE(gap->fromS, 120.0);
        QCOMPARE(gap->toS, 1000.0);
        QVERIFY(!firstGap(frontierMap(), series, 0.0, 880.0).has_value());  // as long as is allowed
        QVERIFY(!firstGap(frontierMap(), series, 1000.0, 200.0).has_value());
        QVERIFY(!firstGap(frontierMap(), std::vector<TelemetrySeries>(4), 0.0, 200.0).has_value());
    }

    // Of 300 s with a gap from 100 to 200, 200 s are followed; 150 s after the start were followed at 250.
    void timeLessGaps() {
        const std::vector<TelemetryGap> gaps = {{100.0, 200.0}};
        QCOMPARE(followedS(0.0, 300.0, gaps), 200.0);
        QCOMPARE(followedS(0.0, 150.0, gaps), 100.0);
        QCOMPARE(afterFollowed(0.0, 150.0, gaps), 250.0);
        QCOMPARE(afterFollowed(0.0, 50.0, gaps), 50.0);
    }

    // Two hours, forty days of silence, two hours in other weather. The run takes an hour of spin-up, two hours, an hour to
    // settle again and two hours: six of simulated time, not 960. At its end it is where a twin of the second part alone
    // is, whose state settled as long under the same readings.
    void resumesSettled() {
        std::vector<TelemetrySeries> both(4), second(4);
        addTwoHours(both, kFirstS, 10.0);
        addTwoHours(both, kFirstS + 40.0 * kDayS, 14.0);
        addTwoHours(second, kFirstS + 40.0 * kDayS, 14.0);
        const auto twin = followed(both);
        const auto alone = followed(second);
        QVERIFY2(std::abs(twin->simulator().timeS() - 6.0 * kHourS) < 60.0,
                 qPrintable(QString::number(twin->simulator().timeS())));
        QVERIFY(std::abs(twin->nowS() - (kFirstS + 40.0 * kDayS + 2.0 * kHourS)) < 30.0);
        QCOMPARE(twin->skipped().size(), std::size_t{1});
        QCOMPARE(twin->skipped()[0].fromS, kFirstS + 2.0 * kHourS);
        QCOMPARE(twin->skipped()[0].toS, kFirstS + 40.0 * kDayS);
        QVERIFY2(
            std::abs(twin->modelled().values[0].back() - alone->modelled().values[0].back()) < 0.1,
            qPrintable(QString::number(twin->modelled().values[0].back() -
                                       alone->modelled().values[0].back())));
        // The calendar is that of the data: now is start plus time of the run.
        const auto start = models::calendarTimeS(twin->simulator().plant().startText);
        QVERIFY(std::abs(start + twin->simulator().timeS() - twin->nowS()) < 1e-6);
        const auto findings = twin->findings();
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(findings[0].fault, TelemetryFault::Gap);
        QVERIFY(text(findings[0])
                    .find("no readings from 2024-04-07 02:00:00 to 2024-05-17 00:00:00 (39.9 d)") !=
                std::string::npos);
        QVERIFY(std::any_of(twin->events().begin(), twin->events().end(), [](const Event& event) {
            return event.text.find("to 2024-05-17 00:00:00 (39.9 d)") != std::string::npos;
        }));
    }

    // One row of 1970 before two hours of 2024. Learning is the first quarter of what is followed, not of 54 years: of two
    // hours half an hour, after the gap.
    void rowOf1970() {
        std::vector<TelemetrySeries> series(4);
        series[0] = {{0.0}, {15e6}};
        series[1] = {{0.0}, {10.0}};
        addTwoHours(series, kFirstS, 10.0);
        const auto twin = followed(series);
        QVERIFY(twin->simulator().timeS() < 4.5 * kHourS);
        const TwinReport report = judgeTwin(*twin);
        QVERIFY(std::abs(report.learnUntilS - (kFirstS + 1800.0)) < 30.0);
        QVERIFY(report.residuals[0].figures.n > 80);
    }

    // A silence of two days is no gap where three are allowed: straight lines through it, 50 hours of simulated time and
    // the spin-up. Where one is allowed it is.
    void asLongAsAllowed() {
        std::vector<TelemetrySeries> series(4);
        addTwoHours(series, kFirstS, 10.0);
        addTwoHours(series, kFirstS + 2.0 * kDayS, 10.0);
        const auto through = followed(series);
        QVERIFY(through->skipped().empty());
        QVERIFY(std::abs(through->simulator().timeS() - 51.0 * kHourS) < 30.0);
        QCOMPARE(followed(series, kDayS)->skipped().size(), std::size_t{1});
    }

    // A set-point that moved within the silence holds after it: 24 °C is told on the third day, so the supply is there.
    void settingsWithinTheGap() {
        std::vector<TelemetrySeries> series(4);
        addTwoHours(series, kFirstS, 10.0);
        addTwoHours(series, kFirstS + 5.0 * kDayS, 10.0);
        series[2] = {{kFirstS, kFirstS + 3.0 * kDayS}, {21.0, 24.0}};
        const auto twin = followed(series);
        QCOMPARE(twin->designs(), 2);
        QVERIFY2(std::abs(twin->modelled().values[0].back() - 24.0) < 0.7,
                 qPrintable(QString::number(twin->modelled().values[0].back())));
    }

    // Long silences do not make others forget how fine the grid is: a minute stays a minute.
    void gridStaysFine() {
        std::vector<TelemetrySeries> series(4);
        series[0] = {{0.0}, {15e6}};
        addTwoHours(series, kFirstS, 10.0);
        const auto twin = followed(series);
        const auto& times = twin->boundary().trace.table.timeS;
        QCOMPARE(times.size(), std::size_t{121});
        QCOMPARE(times[1] - times[0], 60.0);
    }
};

HEADROOM_TEST(TestTwinGaps)
}  // namespace tst_twin_gaps

#include "tst_twin_gaps.moc"
