// SPDX-License-Identifier: Apache-2.0
#include "engine/api/stream.h"
#include "engine/base/json.h"
#include "tests/engine/api/served.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <chrono>
#include <string>

namespace tst_stream {

using namespace headroom::engine;
using namespace headroom::tests;
using Json = nlohmann::json;

namespace {

struct Listened {
    Served served;
    std::shared_ptr<Hub> hub = std::make_shared<Hub>(*served.twin);
    Talk::Clock::time_point now = Talk::Clock::now();

    /// A step, a beat, and a second later.
    void step() {
        served.step(1);
        now += std::chrono::seconds(1);
        hub->beat(now);
    }
};

Subscription wants(const std::string& json) {
    auto read = subscriptionOf(json);
    if (!read) {
        qFatal("%s", text(read.error()).c_str());
    }
    return *read;
}

std::vector<Json> all(Talk& talk, Talk::Clock::time_point now) {
    std::vector<Json> messages;
    while (const auto message = talk.next(now)) {
        messages.push_back(parseJson<Json>(*message->text));
    }
    return messages;
}

}  // namespace

class TestStream : public QObject {
    Q_OBJECT

  private slots:

    // One frame for each that there was, none twice, none kept for later.
    void tellsTheNewestFrame() {
        Listened l;
        StreamTalk talk(l.hub,
                        wants("{\"channels\":[\"facility/pue\",\"hall/*\"],\"every_s\":0.1}"));
        auto told = all(talk, l.now);
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0]["type"].get<std::string>().c_str(), "frame");
        QCOMPARE(told[0]["time_s"].get<double>(), 15.0);
        QVERIFY(told[0]["values"].contains("facility/pue"));
        QVERIFY(told[0]["values"].size() > 1);
        QVERIFY(!told[0].contains("figures"));
        QVERIFY(all(talk, l.now).empty());
        const auto before = told[0]["number"].get<std::int64_t>();
        l.step();
        l.step();
        l.step();  // and the client read nothing meanwhile
        told = all(talk, l.now);
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0]["time_s"].get<double>(), 60.0);
        QCOMPARE(told[0]["number"].get<std::int64_t>(), before + 3);
    }

    void keepsToThePaceThatWasAskedFor() {
        Listened l;
        StreamTalk talk(l.hub, wants(R"({"figures":true,"every_s":10})"));
        QCOMPARE(all(talk, l.now).size(), std::size_t{1});
        for (int second = 1; second <= 9; ++second) {
            l.step();
            QVERIFY(all(talk, l.now).empty());
        }
        l.step();
        QCOMPARE(all(talk, l.now).size(), std::size_t{1});
    }

    // The same for a thousand clients is written once.
    void writesAFrameOnceForAll() {
        Listened l;
        const auto subscription = wants("{\"channels\":[\"facility/*\"],\"racks\":[\"power_kw\"]}");
        StreamTalk one(l.hub, subscription), other(l.hub, subscription);
        const auto first = one.next(l.now), second = other.next(l.now);
        QVERIFY(first && second && first->text == second->text);
        StreamTalk third(l.hub, wants("{\"channels\":[\"facility/*\"]}"));
        QVERIFY(third.next(l.now)->text != first->text);
    }

    // A client that subscribes anew again and again while the run rests leaves nothing behind: as many texts are kept as
    // there are clients, and none when the last one goes.
    void subscriptionsThatWereReplacedAreForgotten() {
        Listened l;
        {
            StreamTalk talk(l.hub, wants(R"({"figures":true})"));
            static_cast<void>(all(talk, l.now));
            const std::size_t one = l.hub->keptBytes();
            QVERIFY(one > 0);
            std::size_t most = 0;
            for (int i = 1; i <= 500; ++i) {
                const std::string every = std::to_string(1.0 + i * 1e-3);
                QVERIFY(!talk.hear(R"({"figures":true,"events":true,"after":)" + std::to_string(i) +
                                   R"(,"every_s":)" + every + ",\"channels\":[\"hall/*\"]}"));
                l.now += std::chrono::seconds(2);
                static_cast<void>(all(talk, l.now));
                most = std::max(most, l.hub->keptBytes());
            }
            // Two frames and two texts of events at most, each some times the first text.
            QVERIFY2(most < 20 * one, std::to_string(most).c_str());
        }
        QCOMPARE(l.hub->keptBytes(), std::size_t{0});
    }

    // All of them, in order and once, however seldom the client reads: the story of the run is the queue.
    void tellsEveryEvent() {
        Listened l;
        StreamTalk talk(l.hub, wants(R"({"events":true,"after":-1})"));
        std::vector<std::int64_t> ids;
        const auto take = [&] {
            for (const Json& message : all(talk, l.now)) {
                for (const Json& event : message["events"]) {
                    ids.push_back(event["id"].get<std::int64_t>());
                }
            }
        };
        take();
        QVERIFY(l.served.twin->order("fail ups").has_value());
        for (int i = 0; i < 8; ++i) {
            l.step();
        }
        take();
        const auto events = l.served.json("/api/v1/events?after=-1&limit=5000")["events"];
        QVERIFY(events.size() > 5);
        QCOMPARE(ids.size(), events.size());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            QCOMPARE(ids[i], events[i]["id"].get<std::int64_t>());
        }
        // Who comes back says how far it was.
        const auto half = ids[ids.size() / 2];
        StreamTalk again(l.hub, wants("{\"events\":true,\"after\":" + std::to_string(half) + "}"));
        const auto rest = all(again, l.now);
        QCOMPARE(rest.at(0)["events"].at(0)["id"].get<std::int64_t>(), ids[ids.size() / 2 + 1]);
        // And who says nothing begins now.
        StreamTalk fresh(l.hub, wants(R"({"events":true})"));
        QVERIFY(all(fresh, l.now).empty());
    }

    void tellsAlarmsWhenTheyChange() {
        Listened l;
        StreamTalk talk(l.hub, wants(R"({"alarms":true})"));
        QCOMPARE(all(talk, l.now).at(0)["alarms"]["active"].size(), std::size_t{0});
        QVERIFY(all(talk, l.now).empty());
        QVERIFY(l.served.twin->order("fail ups").has_value());
        l.step();
        l.step();
        const auto told = all(talk, l.now);
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY(told[0]["alarms"]["active"].size() > 0);
    }

    void whatIsWrongIsSaidAndChangesNothing() {
        Listened l;
        StreamTalk talk(l.hub, wants(R"({"channels":["facility/pue"]})"));
        all(talk, l.now);
        QVERIFY(!talk.hear(R"({"chanels":[]})"));
        auto told = all(talk, l.now);
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0]["errors"][0]["code"].get<std::string>().c_str(), "REQ-010");
        l.step();
        QVERIFY(all(talk, l.now).at(0)["values"].contains("facility/pue"));
        QVERIFY(!talk.hear(R"({"channels":["facility/nothing"]})"));
        QCOMPARE(all(talk, l.now).at(0)["errors"][0]["code"].get<std::string>().c_str(), "REQ-025");
        // Somebody who sends rubbish and reads nothing is sent away.
        bool isOver = false;
        for (int i = 0; i < 10 && !isOver; ++i) {
            isOver = talk.hear("{").has_value();
        }
        QVERIFY(isOver);
    }

    void subscriptionsAreChecked_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("code");
        QTest::newRow("nothing") << ""
                                 << "REQ-002";
        QTest::newRow("a list") << "[]"
                                << "REQ-012";
        QTest::newRow("deep") << QString(200, '[') + QString(200, ']') << "REQ-004";
        QTest::newRow("channels are not a list") << R"({"channels":"facility/pue"})"
                                                 << "REQ-012";
        QTest::newRow("a number among them") << R"({"channels":["a",1]})"
                                             << "REQ-012";
        QTest::newRow("no such quantity") << R"({"racks":["powr_kw"]})"
                                          << "REQ-024";
        QTest::newRow("too fast") << R"({"every_s":0.001})"
                                  << "REQ-013";
        QTest::newRow("never") << R"({"every_s":1e9})"
                               << "REQ-013";
        QTest::newRow("half an event") << R"({"after":1.5})"
                                       << "REQ-012";
    }

    void subscriptionsAreChecked() {
        QFETCH(QString, json);
        QFETCH(QString, code);
        const auto read = subscriptionOf(json.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().front().code.c_str(), code.toStdString().c_str());
    }
};

HEADROOM_TEST(TestStream)
}  // namespace tst_stream

#include "tst_stream.moc"
