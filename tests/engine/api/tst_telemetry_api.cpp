// SPDX-License-Identifier: Apache-2.0
#include "engine/api/followed_there.h"
#include "engine/api/followed_twin.h"
#include "engine/base/json.h"
#include "tests/engine/api/description.h"
#include "tests/engine/api/served.h"
#include "tests/support/test_program.h"

#include <chrono>

namespace tst_telemetry_api {

using namespace headroom::engine;
using namespace headroom::tests;
using Json = nlohmann::json;

namespace {

constexpr double kFirstS = 1712448000.0;  // 2024-04-07 00:00

/// Frontier that follows what is pushed: total heat, wet bulb, and the supply to compare with.
struct Followed {
    Followed() {
        auto map = parseTelemetryMap(
            R"({"format": "headroom-telemetry/1", "time": {"as": "epoch_s"}, "sensors": [
            {"id": "heat", "column": "q", "drives": "liquid_heat", "of": "cdus", "unit": "W"},
            {"id": "wet", "column": "w", "drives": "wet_bulb", "unit": "degC"},
            {"id": "supply", "column": "s", "channel": "loop/htw/supply_c", "unit": "degF"}]})",
            "map.json");
        FeedSpec feed;
        feed.id = "gateway";
        feed.kind = FeedKind::Push;
        auto feeds = Feeds::open(sourceListOf(feed, std::move(*map)), {});
        loop = std::make_unique<TwinLoop>(scenario("frontier-day"),
                                          std::make_shared<const Catalogue>(catalogue()),
                                          std::move(*feeds), TwinLoopSpec{});
        auto made = FollowedTwin::create(scenario("frontier-day"), catalogue(), *loop);
        if (!made) {
            qFatal("%s", text(made.error()).c_str());
        }
        twin = std::move(*made);
        service = std::make_unique<ApiService>(*twin, HEADROOM_SOURCE_DIR "/resources");
        service->follows(*loop);
        loop->start();
    }

    ~Followed() { loop->stop(); }

    HttpResponse ask(const char* method, const std::string& target, Role role,
                     const std::string& body = {}, const char* type = "application/x-ndjson") {
        HttpRequest request;
        request.method = method;
        auto [path, query] = *targetOf(target);
        request.path = std::move(path);
        request.query = std::move(query);
        request.fields = {{"content-type", type}};
        request.body = body;
        request.caller = {role, role == Role::Nobody ? "" : "tester"};
        return service->answer(request);
    }

    std::unique_ptr<TwinLoop> loop;
    std::unique_ptr<FollowedTwin> twin;
    std::unique_ptr<ApiService> service;
};

std::string minutes(int from, int to, double supplyF) {
    std::string lines;
    for (int minute = from; minute <= to; ++minute) {
        lines += "{\"time\": " + std::to_string(static_cast<long>(kFirstS) + 60L * minute) +
                 ", \"q\": 15e6, \"w\": 10, \"s\": " + std::to_string(supplyF) + "}\n";
    }
    return lines;
}

}  // namespace

/// Readings in, and what a twin that follows its building says.
class TestTelemetryApi : public QObject {
    Q_OBJECT

  private slots:

    // Half an hour is pushed: 31 lines of three readings, all taken. Then the description's schema holds what is told of
    // it, the twin is at minute 30, and the frame of the stream is of then: an hour of spin-up and half an hour after.
    void pushAndFollow() {
        Followed served;
        const HttpResponse before = served.ask("GET", "/api/v1/telemetry", Role::Read);
        QCOMPARE(before.status, 200);
        QCOMPARE(
            faultsBy(Json{{"$ref", "#/components/schemas/Telemetry"}}, parseJson<Json>(before.body))
                .c_str(),
            "");
        const HttpResponse stored = served.ask("POST", "/api/v1/telemetry?source=gateway",
                                               Role::Ingest, minutes(0, 30, 70.0));
        QVERIFY2(stored.status == 200, stored.body.c_str());
        const Json receipt = parseJson<Json>(stored.body);
        QCOMPARE(faultsBy(Json{{"$ref", "#/components/schemas/Receipt"}}, receipt).c_str(), "");
        QCOMPARE(receipt["taken"].get<int>(), 93);
        // A report may be one of a moment before the first reading of a sensor; the next follows within a second.
        const auto arrived = [&served] {
            const auto now = served.loop->now();
            return now->nowS >= kFirstS + 1800.0 && now->report &&
                   !now->report->series[0].timeS.empty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(arrived(), 60000);
        const Json now = parseJson<Json>(served.ask("GET", "/api/v1/telemetry", Role::Read).body);
        QCOMPARE(faultsBy(Json{{"$ref", "#/components/schemas/Telemetry"}}, now).c_str(), "");
        QCOMPARE(now["phase"].get<std::string>().c_str(), "following");
        QCOMPARE(now["now"].get<std::string>().c_str(), "2024-04-07 00:30:00");
        QCOMPARE(now["sources"][0]["readings"].get<int>(), 93);
        QVERIFY(std::abs(now["sensors"][0]["measured"].get<double>() - 70.0) <
                1e-9);  // as the map has it: °F
        QCOMPARE(parseJson<Json>(served.ask("GET", "/api/v1/frame", Role::Read).body)["time_s"]
                     .get<double>(),
                 5400.0);
        QCOMPARE(served.ask("GET", "/api/v1/summary", Role::Read).status, 200);
        // It goes as its building goes: to play, pause, speed up, step or seek is refused, not passed over.
        for (const char* change : {R"({"playing":true})", R"({"playing":false})", R"({"speed":2})",
                                   R"({"time_s":60})"}) {
            const HttpResponse refused =
                served.ask("PATCH", "/api/v1/run", Role::Operate, change, "application/json");
            QCOMPARE(refused.status, 409);
            QVERIFY(refused.body.find("WEB-030") != std::string::npos);
        }
        QCOMPARE(
            served.ask("POST", "/api/v1/run/steps", Role::Operate, "{}", "application/json").status,
            409);
        // Another machine reads the same residuals from it: first all, then what is new, in SI.
        const auto judged = served.loop->now();
        const Json all =
            parseJson<Json>(served.ask("GET", "/api/v1/telemetry?since_s=0", Role::Read).body);
        QCOMPARE(faultsBy(Json{{"$ref", "#/components/schemas/Telemetry"}}, all).c_str(), "");
        const auto there = readFollowed(all, nullptr);
        QVERIFY(there != nullptr);
        QCOMPARE(there->map->sensors.size(), judged->report->residuals.size());
        const ResidualSeries &own = judged->report->series.front(),
                             &far = there->report.series.front();
        QCOMPARE(far.timeS, own.timeS);
        for (std::size_t i = 0; i < own.timeS.size(); ++i) {
            QVERIFY(std::abs(far.measured[i] - own.measured[i]) < 1e-6 &&
                    std::abs(far.modelled[i] - own.modelled[i]) < 1e-6);
        }
        QVERIFY(std::abs(there->report.residuals[0].learnedBias -
                         judged->report->residuals[0].learnedBias) < 1e-6);
        const auto later = readFollowed(all, there.get());
        QCOMPARE(later->report.series.front().timeS, own.timeS);
        QVERIFY(readFollowed(Json::parse(R"({"phase":"following"})"), nullptr) == nullptr);
        // Once more: nothing is new, and it says so.
        const Json again = parseJson<Json>(
            served.ask("POST", "/api/v1/telemetry", Role::Operate, minutes(0, 30, 70.0)).body);
        QCOMPARE(again["taken"].get<int>(), 0);
        QCOMPARE(again["repeated"].get<int>(), 93);
    }

    // Who may: those that send do not read, those that read do not send, and nobody else either.
    void roles() {
        Followed served;
        QCOMPARE(served.ask("POST", "/api/v1/telemetry", Role::Nobody, "{}").status, 401);
        QCOMPARE(served.ask("POST", "/api/v1/telemetry", Role::Read, "{}").status, 403);
        QCOMPARE(served.ask("POST", "/api/v1/telemetry", Role::Ingest, "{}").status, 200);
        QCOMPARE(served.ask("GET", "/api/v1/telemetry", Role::Ingest).status, 403);
        QCOMPARE(served.ask("GET", "/metrics", Role::Ingest).status, 403);
        QCOMPARE(served.ask("PATCH", "/api/v1/run", Role::Ingest, "{}").status, 403);
        QCOMPARE(served.ask("POST", "/api/v1/telemetry/alarms/1", Role::Read).status, 403);
        HttpRequest upgrade;
        upgrade.method = "GET";
        upgrade.path = "/api/v1/telemetry/push";
        upgrade.fields = {{"upgrade", "websocket"}};
        for (const auto& [role, talks] :
             {std::pair(Role::Read, false), std::pair(Role::Ingest, true)}) {
            upgrade.caller = {role, "tester"};
            QVERIFY(served.service->isTalk(upgrade));
            QCOMPARE(std::holds_alternative<std::unique_ptr<Talk>>(served.service->talk(upgrade)),
                     talks);
        }
    }

    // What cannot be: another type, a source that is not there, an alarm that is not there, and what a building does not
    // do for whoever watches it. Nothing of it changes anything.
    void refusals() {
        Followed served;
        const auto code = [](const HttpResponse& response) {
            return parseJson<Json>(response.body)["code"].get<std::string>();
        };
        const HttpResponse form =
            served.ask("POST", "/api/v1/telemetry", Role::Operate, "{\"q\": 1}", "text/plain");
        QCOMPARE(form.status, 415);
        const HttpResponse nobody =
            served.ask("POST", "/api/v1/telemetry?source=other", Role::Operate, "{\"q\": 1}");
        QCOMPARE(nobody.status, 404);
        QCOMPARE(code(nobody).c_str(), "TEL-072");
        QCOMPARE(code(served.ask("POST", "/api/v1/telemetry/alarms/7", Role::Operate)).c_str(),
                 "TEL-031");
        QCOMPARE(served.ask("POST", "/api/v1/telemetry/alarms/x", Role::Operate).status, 404);
        QCOMPARE(code(served.ask("POST", "/api/v1/orders", Role::Operate,
                                 R"({"order":"fail htw pumps"})", "application/json"))
                     .c_str(),
                 "WEB-030");
        QCOMPARE(code(served.ask("PATCH", "/api/v1/run", Role::Operate, R"({"time_s":1})",
                                 "application/json"))
                     .c_str(),
                 "WEB-030");
        QCOMPARE(code(served.ask("GET", "/api/v1/summary", Role::Read)).c_str(), "TEL-073");
        QCOMPARE(served.loop->sources()[0].taken, 0);
    }

    // A server of a plain run knows no telemetry.
    void withoutABuilding() {
        Served served;
        QCOMPARE(served.ask("GET", "/api/v1/telemetry").status, 404);
        QCOMPARE(served.ask("POST", "/api/v1/telemetry", Role::Operate, "{}").status, 404);
    }

    // Over WebSocket each message is answered in order, once it is stored; a megabyte that waits is the most.
    void talks() {
        Followed served;
        const auto desk = std::make_shared<PushDesk>(served.loop->feeds());
        PushTalk talk(desk, "");
        QVERIFY(!talk.hear(minutes(0, 1, 70.0)).has_value());
        QVERIFY(!talk.hear("nonsense").has_value());
        std::vector<Json> answers;
        for (int tries = 0; tries < 500 && answers.size() < 2; ++tries) {
            if (const auto next = talk.next(Talk::Clock::now())) {
                answers.push_back(parseJson<Json>(*next->text));
            } else {
                QTest::qWait(10);
            }
        }
        QCOMPARE(answers.size(), std::size_t{2});
        QCOMPARE(faultsBy(Json{{"$ref", "#/components/schemas/Stored"}}, answers[0]).c_str(), "");
        QCOMPARE(answers[0]["message"].get<int>(), 1);
        QCOMPARE(answers[0]["taken"].get<int>(), 6);
        QCOMPARE(answers[1]["message"].get<int>(), 2);
        QCOMPARE(answers[1]["unreadable"].get<int>(), 1);
        PushTalk lost(desk, "other");
        QVERIFY(!lost.hear("{}").has_value());
        std::optional<TalkMessage> told;
        for (int tries = 0; tries < 500 && !told; ++tries) {
            QTest::qWait(10);
            told = lost.next(Talk::Clock::now());  // an answer goes out once
        }
        QVERIFY(told.has_value());
        QCOMPARE(parseJson<Json>(*told->text)["errors"][0]["code"].get<std::string>().c_str(),
                 "TEL-072");
        const auto tooMuch = talk.hear(std::string(PushDesk::kMostOfOne + 1, ' '));
        QVERIFY(tooMuch.has_value());
    }
};

HEADROOM_TEST(TestTelemetryApi)
}  // namespace tst_telemetry_api

#include "tst_telemetry_api.moc"
