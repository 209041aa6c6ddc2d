// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/feed_text.h"
#include "engine/telemetry/live/feeds.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <thread>

namespace tst_feeds {

using namespace headroom::engine;

namespace {

TelemetryMap mapOf(const std::string& sensors, const std::string& more = {}) {
    auto map =
        parseTelemetryMap(R"({"format": "headroom-telemetry/1", "time": {"as": "epoch_s"}, )" +
                              more + R"("sensors": [)" + sensors + "]}",
                          "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

const char* const kTwoSensors =
    R"({"id": "supply", "column": "s", "channel": "loop/htw/supply_c", "unit": "degC"},
                                   {"id": "power", "column": "p", "channel": "facility/it_power_kw", "unit": "kW"})";

std::unique_ptr<Feeds> feedsOf(SourceList list, const std::filesystem::path& store = {}) {
    auto feeds = Feeds::open(std::move(list), store);
    if (!feeds) {
        qFatal("%s", text(feeds.error()).c_str());
    }
    return std::move(*feeds);
}

std::unique_ptr<Feeds> pushed(const std::filesystem::path& store = {}) {
    FeedSpec feed;
    feed.id = "in";
    feed.kind = FeedKind::Push;
    return feedsOf(sourceListOf(feed, mapOf(kTwoSensors)), store);
}

}  // namespace

/// Sources at work.
class TestFeeds : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

  private slots:

    // Of seven lines: two readings are new, one is there already with its value, one with another, one cannot be
    // (5,000 °C), one is no JSON, one names nobody. All of it is told, in SI, and what is new is fresh once.
    void receipts() {
        const auto feeds = pushed();
        feeds->start();
        const auto receipt = feeds->push("in", R"({"sensor": "s", "time": 100, "value": 21.5}
{"time": 100, "p": 1250}
{"sensor": "s", "time": 100, "value": 21.5}
{"sensor": "s", "time": 100, "value": 22}
{"sensor": "s", "time": 101, "value": 5000}
nonsense
{"sensor": "other", "value": 1})");
        QVERIFY(receipt.has_value());
        QCOMPARE(receipt->taken, 2);
        QCOMPARE(receipt->repeated, 1);
        QCOMPARE(receipt->contradicted, 1);
        QCOMPARE(receipt->implausible, 1);
        QCOMPARE(receipt->unreadable, 1);
        QCOMPARE(receipt->unknown, 1);
        QVERIFY(feeds->waitForFresh(0.0));
        const FreshReadings fresh = feeds->takeFresh();
        QCOMPARE(fresh.samples.size(), std::size_t{2});
        QCOMPARE(fresh.samples[1].value, 1.25e6);
        QVERIFY(!feeds->waitForFresh(0.0));
        const FeedStatus status = feeds->status().front();
        QCOMPARE(status.state, FeedState::Running);
        QCOMPARE(status.taken, 2);
        QCOMPARE(status.newestS, 100.0);
        QCOMPARE(status.faults, 5);
        QVERIFY(status.perS > 0.0);
        QVERIFY(status.lagS > 1e9);  // 1970 is long ago
        QVERIFY(feedsText({status}).find("running") != std::string::npos);
        QVERIFY(feedsJson({status}).find("\"readings\":2") != std::string::npos);
        feeds->stop();
        const auto late = feeds->push("in", "{\"s\": 1}");
        QVERIFY(!late.has_value());
        QCOMPARE(late.error().code, std::string("TEL-072"));
    }

    // One reading with a wrong clock between two good ones: it is implausible, is not in the store, and the source's newest
    // is the last good one.
    void wrongClock() {
        const auto feeds = pushed();
        feeds->start();
        for (const char* time : {"1783000000000", "1e300", "-5", "2100000000"}) {
            const auto receipt = feeds->push("in", R"({"time": 1700000000, "s": 21}
{"time": )" + std::string(time) + R"(, "s": 21}
{"time": 1700000060, "s": 21})");
            QVERIFY(receipt.has_value());
            QCOMPARE(receipt->implausible, 1);
        }
        const FeedStatus status = feeds->status().front();
        QCOMPARE(status.taken, 2);
        QCOMPARE(status.newestS, 1700000060.0);
        QCOMPARE(feeds->series()->front().timeS, (std::vector<double>{1700000000.0, 1700000060.0}));
        const auto time =
            std::find_if(status.findings.begin(), status.findings.end(),
                         [](const TelemetryFinding& f) { return f.fault == TelemetryFault::Time; });
        QVERIFY(time != status.findings.end() && time->count == 4);
    }

    // Rows with wrong clocks before and after a recorded minute at 1,200 times: the replay begins at the first that can be,
    // and ends.
    void replayOfAWrongClock() {
        const QString file = folder_.filePath("wrong.csv");
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("time,s,p\n-5,20,1\n1700000000,20,1\n1700000060,20,2\n1700000060000,20,3\n");
        out.close();
        FeedSpec replay;
        replay.kind = FeedKind::Replay;
        replay.file = file.toStdString();
        replay.speed = 1200.0;
        replay.live.forS = 60.0;
        const auto feeds = feedsOf(sourceListOf(replay, mapOf(kTwoSensors)));
        feeds->start();
        QTRY_VERIFY_WITH_TIMEOUT(feeds->haveEnded(), 20000);
        QCOMPARE(feeds->series()->front().timeS, (std::vector<double>{1700000000.0, 1700000060.0}));
    }

    // Nobody of that name, and none that is pushed at all.
    void nobodyTakesIt() {
        const auto feeds = pushed();
        feeds->start();
        QCOMPARE(feeds->push("out", "{}").error().code, std::string("TEL-072"));
        QVERIFY(feeds->push("", R"({"s": 20})").has_value());  // the only one
        FeedSpec replay;
        replay.kind = FeedKind::Replay;
        const QString file = folder_.filePath("a.csv");
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("time,s,p\n1,20,3\n");
        out.close();
        replay.file = file.toStdString();
        const auto other = feedsOf(sourceListOf(replay, mapOf(kTwoSensors)));
        QCOMPARE(other->push("", "{}").error().code, std::string("TEL-072"));
    }

    // Rows of a minute over ten minutes at 1,200 times: half a second in all, and after a quarter of that not all. Its
    // readings keep their times.
    void replaysAtASpeed() {
        QByteArray csv = "time,s,p\n";
        for (int i = 0; i <= 10; ++i) {
            csv += QByteArray::number(1700000000 + 60 * i) + ",20," + QByteArray::number(i) + "\n";
        }
        const QString file = folder_.filePath("day.csv");
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(csv);
        out.close();
        FeedSpec replay;
        replay.id = "day";
        replay.kind = FeedKind::Replay;
        replay.file = file.toStdString();
        replay.speed = 1200.0;
        replay.live.forS = 60.0;
        const auto feeds = feedsOf(sourceListOf(replay, mapOf(kTwoSensors)));
        QCOMPARE(feeds->status().front().state, FeedState::Waiting);
        QElapsedTimer timer;
        timer.start();
        feeds->start();
        while (!feeds->haveEnded()) {
            QVERIFY(timer.elapsed() < 20000);
            QTest::qWait(5);
        }
        QVERIFY2(timer.elapsed() >= 490, qPrintable(QString::number(timer.elapsed())));
        const auto series = feeds->series();
        QVERIFY(series.has_value());
        QCOMPARE((*series)[1].timeS.size(), std::size_t{11});
        QCOMPARE((*series)[1].timeS.back(), 1700000600.0);
        QCOMPARE(feeds->status().front().state, FeedState::Ended);
        QVERIFY(std::isnan(feeds->status().front().lagS));
    }

    // Two maps, one store: what the second source calls "x" is the third sensor of all, and each source tells of its own.
    void twoMaps() {
        SourceList list =
            sourceListOf({"a", FeedKind::Push, {}, {}, 1.0, {}, 0}, mapOf(kTwoSensors));
        list.maps.push_back(mapOf(
            R"({"id": "fan", "column": "x", "channel": "loop/htw/fan_power_kw", "unit": "W"})"));
        list.firstSensor.push_back(2);
        list.all.sensors.push_back(list.maps[1].sensors[0]);
        list.feeds.push_back({"b", FeedKind::Push, {}, {}, 1.0, {}, 1});
        const auto feeds = feedsOf(std::move(list));
        feeds->start();
        QVERIFY(feeds->push("a", R"({"time": 1, "s": 20})").has_value());
        QVERIFY(feeds
                    ->push("b", R"({"time": 1, "x": 70}
{"time": 2, "s": 20})")
                    .has_value());
        const auto series = feeds->series();
        QCOMPARE((*series)[0].value, (std::vector<double>{20.0}));
        QCOMPARE((*series)[2].value, (std::vector<double>{70.0}));
        QCOMPARE(feeds->status()[0].faults, 0);
        QCOMPARE(feeds->status()[1].faults, 1);  // it has no "s"
    }

    // Nobody answers: away, told in words with a code, asked again; and stopping does not wait for the pause.
    void away() {
        FeedSpec feed;
        feed.id = "bms";
        feed.address = "http://127.0.0.1:1/";  // a port that nobody has
        feed.live.forS = 1e9;
        const auto feeds = feedsOf(sourceListOf(feed, mapOf(kTwoSensors)));
        feeds->start();
        QTRY_VERIFY_WITH_TIMEOUT(feeds->status().front().failures >= 2, 20000);
        const FeedStatus status = feeds->status().front();
        QVERIFY(status.lastError.find("TEL-061") != std::string::npos);
        QVERIFY(!feeds->haveEnded());
        QElapsedTimer timer;
        timer.start();
        feeds->stop();
        QVERIFY(timer.elapsed() < 5000);
        QVERIFY(feeds->haveEnded());
        QVERIFY(!feeds->status().front().lastError.empty());  // stays told
    }

    // Four threads push 500 lines each while another asks for states and takes what is fresh: nothing is lost or told
    // twice.
    void atOnce() {
        const auto feeds = pushed(folder_.filePath("store.db").toStdString());
        feeds->start();
        std::atomic<bool> done = false;
        std::size_t fresh = 0;
        std::thread reader([&] {
            while (!done) {
                fresh += feeds->takeFresh().samples.size();
                static_cast<void>(feeds->status());
            }
        });
        std::vector<std::thread> writers;
        std::atomic<std::int64_t> taken = 0;
        for (int w = 0; w < 4; ++w) {
            writers.emplace_back([&, w] {
                for (int k = 0; k < 10; ++k) {
                    std::string lines;
                    for (int i = 0; i < 50; ++i) {
                        lines += R"({"sensor": "s", "value": 20, "time": )" +
                                 std::to_string(w * 1000 + k * 50 + i) + "}\n";
                    }
                    taken += feeds->push("in", lines).value().taken;
                }
            });
        }
        for (std::thread& writer : writers) {
            writer.join();
        }
        done = true;
        reader.join();
        fresh += feeds->takeFresh().samples.size();
        QCOMPARE(taken.load(), 2000);
        QCOMPARE(fresh, std::size_t{2000});
        QCOMPARE(feeds->series()->front().timeS.size(), std::size_t{2000});
    }
};

HEADROOM_TEST(TestFeeds)
}  // namespace tst_feeds

#include "tst_feeds.moc"
