// SPDX-License-Identifier: Apache-2.0
#include "engine/store/recording.h"
#include "engine/twin/twin_loop.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

namespace tst_twin_loop {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

const std::atomic<bool> kGoOn = false;
constexpr double kFirstS = 1712448000.0;  // 2024-04-07 00:00

TelemetryMap frontierMap() {
    auto map = parseTelemetryMap(
        R"({"format": "headroom-telemetry/1", "time": {"as": "epoch_s"}, "longest_gap_s": 600, "sensors": [
        {"id": "heat", "column": "q", "drives": "liquid_heat", "of": "cdus", "unit": "W"},
        {"id": "wet", "column": "w", "drives": "wet_bulb", "unit": "degC"},
        {"id": "supply", "column": "s", "channel": "loop/htw/supply_c", "unit": "degC", "sd": 0.2}]})",
        "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

double heatW(int minute) {
    return 15e6 + 3e6 * std::sin(2.0 * std::numbers::pi * minute / 60.0);
}

/// Readings of a minute, as one line; sensors that are left out are silent.
std::string lineOf(int minute, double supplyC, bool hasWet = true) {
    return "{\"time\": " + std::to_string(static_cast<long>(kFirstS) + 60L * minute) +
           ", \"q\": " + std::to_string(heatW(minute)) + (hasWet ? ", \"w\": 10" : "") +
           ", \"s\": " + std::to_string(supplyC) + "}\n";
}

std::unique_ptr<TwinLoop> loopOf(const std::filesystem::path& store = {}, double learnS = 1800.0,
                                 const std::filesystem::path& recording = {},
                                 double keptS = 7.0 * 86400.0, double historyS = 6.0 * 3600.0) {
    FeedSpec feed;
    feed.id = "in";
    feed.kind = FeedKind::Push;
    auto feeds = Feeds::open(sourceListOf(feed, frontierMap()), store);
    if (!feeds) {
        qFatal("%s", text(feeds.error()).c_str());
    }
    TwinLoopSpec spec;
    spec.report.learnS = learnS;
    spec.run.keepsFrames = true;
    spec.recording = recording;
    spec.keptS = keptS;
    spec.historyS = historyS;
    return std::make_unique<TwinLoop>(scenario("frontier-day"),
                                      std::make_shared<const Catalogue>(catalogue()),
                                      std::move(*feeds), spec);
}

void push(TwinLoop& loop, int fromMinute, int toMinute, double supplyC, bool hasWet = true) {
    std::string lines;
    for (int minute = fromMinute; minute <= toMinute; ++minute) {
        lines += lineOf(minute, supplyC, hasWet);
    }
    if (!loop.feeds().push("", lines)) {
        qFatal("not taken");
    }
}

bool isAt(const TwinLoop& loop, int minute) {
    return loop.now()->nowS >= kFirstS + 60.0 * minute - 1e-6;
}

}  // namespace

/// A twin that keeps up with its building.
class TestTwinLoop : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

  private slots:

    // Two hours in eight pieces, each followed before the next comes: at every step what the models say is what they say
    // of the two hours at once, because between readings a boundary is a straight line either way.
    void likeTheWholeSpanAtOnce() {
        const auto loop = loopOf();
        QCOMPARE(loop->now()->phase, TwinPhase::Gathering);
        loop->start();
        for (int piece = 0; piece < 8; ++piece) {
            push(*loop, 15 * piece + (piece > 0 ? 1 : 0), 15 * (piece + 1), 21.0);
            QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 15 * (piece + 1)), 60000);
        }
        QCOMPARE(loop->now()->phase, TwinPhase::Following);
        QVERIFY(loop->now()->frame != nullptr);
        loop->stop();
        QCOMPARE(loop->now()->phase, TwinPhase::Ended);
        std::vector<TelemetrySeries> series(3);
        for (int minute = 0; minute <= 120; ++minute) {
            for (TelemetrySeries& each : series) {
                each.timeS.push_back(kFirstS + 60.0 * minute);
            }
            series[0].value.push_back(std::stod(std::to_string(heatW(minute))));
            series[1].value.push_back(10.0);
            series[2].value.push_back(21.0);
        }
        auto whole = TwinRun::make(scenario("frontier-day"), catalogue(), frontierMap(),
                                   std::move(series), {});
        QVERIFY(whole.has_value());
        QVERIFY((*whole)->follow({}, kGoOn).has_value());
        const ModelledSeries& expected = (*whole)->modelled();
        const ModelledSeries& got = loop->run()->modelled();
        QCOMPARE(got.timeS, expected.timeS);
        double worst = 0.0;
        for (std::size_t i = 0; i < got.timeS.size(); ++i) {
            worst = std::max(worst, std::abs(got.values[0][i] - expected.values[0][i]));
        }
        QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
        QCOMPARE(loop->now()->report->residuals.size(), std::size_t{1});
    }

    // The wet bulb says nothing from minute 30 on. Five minutes later the twin still waits for it, since the map allows a
    // gap of ten; once the load is eleven minutes ahead it continues with the last wet bulb.
    void aSilentSensorHoldsUpForItsGap() {
        const auto loop = loopOf();
        loop->start();
        push(*loop, 0, 30, 21.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 30), 60000);
        push(*loop, 31, 35, 21.0, false);
        QTest::qWait(600);
        QCOMPARE(loop->now()->nowS, kFirstS + 1800.0);
        push(*loop, 36, 41, 21.0, false);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 41), 60000);
    }

    // What it does is recorded as it goes: after a second somebody else reads what was so far, the end completes it, a file that
    // is there is not touched, and nothing of it could be made again, so it says so.
    void recordsWhatItDoes() {
        const std::filesystem::path file = folder_.filePath("twin.db").toStdString();
        const auto loop = loopOf({}, 1800.0, file);
        loop->start();
        push(*loop, 0, 30, 21.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 30), 60000);
        // Committed in parallel with the run, which continues.
        const auto soFar = [&] {
            const auto open = Recording::open(file);
            return open ? (*open)->lastTimeS() : -1.0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(soFar() > 0.0, 10000);
        push(*loop, 31, 60, 21.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 60), 60000);
        loop->stop();
        QVERIFY(loop->now()->errors.empty());
        const Simulator& simulator = loop->run()->simulator();
        const auto recording = Recording::open(file);
        QVERIFY(recording.has_value());
        QCOMPARE((*recording)->lastTimeS(), simulator.timeS());
        QVERIFY(!(*recording)->summary().empty());
        QVERIFY((*recording)->keyframeTimes().empty());
        // Another start does not take its place.
        const auto again = loopOf({}, 1800.0, file);
        again->start();
        push(*again, 0, 30, 21.0);
        QTRY_COMPARE_WITH_TIMEOUT(again->now()->phase, TwinPhase::Failed, 60000);
        QCOMPARE(again->now()->errors.front().code.c_str(), "STO-002");
        again->stop();
        QCOMPARE((*Recording::open(file))->lastTimeS(), simulator.timeS());
    }

    // A load of 1 GW, some thirty times the rating: told, and the run continues as if it had not been said.
    void impossibleLoads() {
        const auto loop = loopOf();
        loop->start();
        push(*loop, 0, 30, 21.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 30), 60000);
        const std::string at = std::to_string(static_cast<long>(kFirstS) + 1830L);
        QVERIFY(
            loop->feeds().push("", R"({"time": )" + at + R"(, "q": 1e9, "w": 10})").has_value());
        push(*loop, 31, 40, 21.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 40), 60000);
        loop->stop();
        QCOMPARE(loop->now()->findings.size(), std::size_t{1});
        QCOMPARE(loop->now()->findings[0].fault, TelemetryFault::Implausible);
        QCOMPARE(loop->now()->findings[0].count, 1);
        const std::vector<float>& frames = loop->run()->frames();
        const std::size_t width = loop->run()->simulator().channels().size();
        double most = 0.0;
        for (std::size_t c = 0; c < width; ++c) {
            if (loop->run()->simulator().channels()[c].name == "facility/it_power_kw") {
                for (std::size_t i = c; i < frames.size(); i += width) {
                    most = std::max(most, static_cast<double>(frames[i]));
                }
            }
        }
        QVERIFY2(most > 10e6 && most < 25e6, qPrintable(QString::number(most)));
    }

    // The supply tells 21 °C for the half hour of learning, and 26 °C from then on: an alarm is raised while it continues,
    // kept in the store, and acknowledged there.
    void alarms() {
        const std::filesystem::path store = folder_.filePath("alarms.db").toStdString();
        const auto loop = loopOf(store);
        loop->start();
        push(*loop, 0, 31, 21.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 31), 60000);
        QVERIFY(loop->now()->alarms.empty());
        push(*loop, 32, 80, 26.0);
        QTRY_VERIFY_WITH_TIMEOUT(!loop->now()->alarms.empty(), 60000);
        QCOMPARE(loop->now()->alarms[0].sensor, std::string("supply"));
        const std::int64_t number = loop->now()->alarms[0].number;
        QVERIFY(loop->acknowledge(number, "seen").has_value());
        QCOMPARE(loop->now()->alarms[0].acknowledged, std::string("seen"));
        QCOMPARE(loop->acknowledge(99, "seen").error().code, std::string("TEL-031"));
        loop->stop();
        QCOMPARE(loop->now()->alarms.size(),
                 std::size_t{1});  // the same one, judged again and again
    }

    // Another program continues where the first ended: the past of the store is followed again first, and the alarm that
    // somebody has seen is still seen.
    void goesOnFromTheStore() {
        const std::filesystem::path store = folder_.filePath("alarms.db").toStdString();
        const auto loop = loopOf(store);
        loop->start();
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 80), 60000);
        push(*loop, 81, 90, 26.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 90), 60000);
        loop->stop();
        QCOMPARE(loop->now()->firstS, kFirstS);
        QVERIFY(!loop->now()->alarms.empty());
        QCOMPARE(loop->now()->alarms[0].acknowledged, std::string("seen"));
    }

    // Ahead only once it follows; then from where it is, and the run continues afterwards.
    void ahead() {
        const auto loop = loopOf();
        AheadSpec spec;
        spec.aheadS = 600.0;
        spec.members = 2;
        QCOMPARE(loop->ahead(spec, kGoOn).error().front().code, std::string("TEL-073"));
        loop->start();
        push(*loop, 0, 40, 21.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 40) && loop->now()->report, 60000);
        const auto looked = loop->ahead(spec, kGoOn);
        QVERIFY2(looked.has_value(), looked ? "" : text(looked.error()).c_str());
        QCOMPARE(looked->fromS, kFirstS + 2400.0);
        push(*loop, 41, 45, 21.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 45), 60000);
    }

    // A gateway without a clock says 1970 first, and the day after. The loop is at the end of the two hours within seconds:
    // it simulates three hours and two spin-ups, not 54 years. The story names the gap, and so does the recording.
    void skipsFrom1970() {
        const std::filesystem::path file = folder_.filePath("skip.db").toStdString();
        const auto loop = loopOf({}, 1800.0, file);
        QVERIFY(loop->feeds().push("", R"({"time": 1, "q": 15e6, "w": 10, "s": 21})").has_value());
        loop->start();
        push(*loop, 0, 120, 21.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 120), 60000);
        loop->stop();
        QVERIFY(loop->run()->simulator().timeS() < 4.5 * 3600.0);
        QCOMPARE(loop->now()->findings.size(), std::size_t{1});
        QCOMPARE(loop->now()->findings[0].fault, TelemetryFault::Gap);
        QVERIFY(std::abs(loop->now()->learnUntilS - (kFirstS + 1800.0)) < 5.0);
        const auto recording = Recording::open(file);
        QVERIFY(recording.has_value());
        const auto events = (*recording)->events();
        QVERIFY(events && std::any_of(events->begin(), events->end(), [](const Event& event) {
                    return event.text.find("from 1970-01-01 00:00:01 to 2024-04-07 00:00:00") !=
                           std::string::npos;
                }));
    }

    // After a silence of all, the first to speak does not begin without the others: each has the map's ten minutes.
    void waitsForAllAfterASilence() {
        const auto loop = loopOf();
        loop->start();
        push(*loop, 0, 30, 21.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 30), 60000);
        const int later = 10 * 24 * 60;  // minutes
        push(*loop, later, later, 21.0, false);
        QTest::qWait(500);
        QVERIFY(loop->run() == nullptr || loop->now()->nowS <= kFirstS + 1800.0);
        push(*loop, later + 1, later + 10, 21.0);
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, later + 10), 60000);
        loop->stop();
        QCOMPARE(loop->run()->skipped().size(), std::size_t{1});
    }

    // Thirty hours in memory for six, against thirty hours held as a whole: error figures, learned bias and alarms are
    // those of all, and what is held is a quarter more than six hours at most. The supply tells 26 °C in the tenth hour,
    // which raises one alarm that ends in time that memory no longer holds.
    void memoryOfTheNewestHours() {
        std::vector<std::shared_ptr<const TwinReport>> reports;
        std::vector<std::size_t> held;
        for (const double keptS : {6.0 * 3600.0, 1e9}) {
            const auto loop = loopOf({}, 1800.0, {}, keptS);
            loop->start();
            for (int hour = 0; hour < 30; ++hour) {
                push(*loop, 60 * hour, 60 * hour + 59, hour == 10 ? 26.0 : 21.0);
                QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 60 * hour + 59), 60000);
            }
            loop->stop();
            reports.push_back(loop->now()->report);
            held.push_back(loop->run()->series()[2].timeS.size());
            QCOMPARE(loop->run()->modelled().timeS.front() <= kFirstS, keptS > 1e8);
        }
        QCOMPARE(held[1], std::size_t{1800});
        QVERIFY2(held[0] <= 60 * 8, qPrintable(QString::number(held[0])));
        const SensorResidual& few = reports[0]->residuals[0];
        const SensorResidual& all = reports[1]->residuals[0];
        QCOMPARE(few.figures.n, all.figures.n);
        QVERIFY(std::abs(few.figures.rmse - all.figures.rmse) < 1e-9);
        QVERIFY(std::abs(few.figures.bias - all.figures.bias) < 1e-9);
        QCOMPARE(few.learnedBias, all.learnedBias);
        QCOMPARE(reports[0]->learnUntilS, reports[1]->learnUntilS);
        QCOMPARE(reports[0]->alarms.size(), reports[1]->alarms.size());
        QCOMPARE(reports[0]->alarms.size(), std::size_t{1});
        QCOMPARE(reports[0]->alarms[0].raisedS, reports[1]->alarms[0].raisedS);
        QCOMPARE(reports[0]->alarms[0].suspect, reports[1]->alarms[0].suspect);
    }

    // A store with 21,601 readings of a sensor is read in pieces, and all are followed: a day with one every 4 s.
    void longStoresInPieces() {
        const std::filesystem::path store = folder_.filePath("long.db").toStdString();
        {
            const auto opened = TelemetryStore::open(store, frontierMap());
            QVERIFY(opened.has_value());
            std::vector<StoredSample> samples;
            for (int i = 0; i <= 21600; ++i) {
                samples.push_back({0, kFirstS + 4.0 * i, 15e6});
                samples.push_back({1, kFirstS + 4.0 * i, 10.0});
            }
            std::vector<Stored> became;
            QVERIFY((*opened)->append(samples, became).has_value());
            const auto span = (*opened)->span(-1e300, 20000);
            QVERIFY(span.has_value());
            // 20,000 readings from the first: the next is the 20,001st.
            QCOMPARE(span->untilS, kFirstS + 80000.0);
            QCOMPARE(span->series[0].timeS.size(), std::size_t{20001});
            QVERIFY(std::isinf((*opened)->span(span->untilS, 20000)->untilS));
        }
        const auto loop = loopOf(store, 1800.0, {}, 6.0 * 3600.0, 48.0 * 3600.0);
        loop->start();
        QTRY_VERIFY_WITH_TIMEOUT(isAt(*loop, 1440), 120000);
        loop->stop();
        QCOMPARE(loop->now()->firstS, kFirstS);
    }

    // Only the supply tells anything: it waits for what drives it, by name; stopped, it says that nothing was followed.
    void waitsForWhatDrivesIt() {
        const auto loop = loopOf();
        loop->start();
        QVERIFY(loop->feeds().push("", R"({"time": 1712448000, "s": 21})").has_value());
        QTRY_COMPARE_WITH_TIMEOUT(loop->now()->waitsFor, (std::vector<std::string>{"heat", "wet"}),
                                  10000);
        QCOMPARE(loop->now()->phase, TwinPhase::Gathering);
        loop->stop();
        QVERIFY(loop->run() == nullptr);
    }
};

HEADROOM_TEST(TestTwinLoop)
}  // namespace tst_twin_loop

#include "tst_twin_loop.moc"
