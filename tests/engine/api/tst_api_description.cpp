// SPDX-License-Identifier: Apache-2.0
#include "engine/api/routes.h"
#include "engine/base/json.h"
#include "engine/files/text_file.h"
#include "tests/engine/api/description.h"
#include "tests/engine/api/served.h"
#include "tests/support/test_program.h"

#include <set>

namespace tst_api_description {

using namespace headroom::engine;
using namespace headroom::tests;
using Json = nlohmann::json;

namespace {

std::string lower(std::string_view method) {
    std::string out(method);
    for (char& c : out) {
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
}

}  // namespace

class TestApiDescription : public QObject {
    Q_OBJECT

  private slots:

    // The table of routes and the description name the same, and ask for the same role.
    void describesEveryRouteAndNoOther() {
        std::set<std::string> described, routed;
        for (const auto& [path, methods] : description()["paths"].items()) {
            for (const auto& [method, operation] : methods.items()) {
                described.insert(method + " " + path);
                QVERIFY(operation.contains("summary"));
            }
        }
        for (const Route& route : routes()) {
            const std::string name = lower(route.method) + " " + std::string(route.pattern);
            routed.insert(name);
            QVERIFY2(described.contains(name), name.c_str());
            const Json& operation =
                description()["paths"][std::string(route.pattern)][lower(route.method)];
            const Json token = Json::array({route.role == Role::Operate  ? "operate"
                                            : route.role == Role::Ingest ? "ingest"
                                                                         : "read"});
            QVERIFY2(operation["security"].back()["token"] == token, name.c_str());
        }
        // What the service answers itself.
        for (const char* own :
             {"get /api/v1/health", "get /api/v1/openapi.json", "get /api/v1/stream",
              "get /api/v1/telemetry/push", "get /metrics"}) {
            QVERIFY2(described.contains(own), own);
            routed.insert(own);
        }
        QCOMPARE(routed.size(), described.size());
    }

    // Each answer is what its schema says, with nothing missing and nothing next to it.
    void answersAreAsDescribed_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("status");
        const auto row = [](const char* method, const char* target, const char* pattern = "",
                            const char* body = "", int status = 200) {
            QTest::addRow("%s %s", method, target)
                << method << target
                << (*pattern == '\0' ? QString(target).section('?', 0, 0) : pattern) << body
                << status;
        };
        row("GET", "/api/v1/health");
        row("GET", "/api/v1/openapi.json");
        row("GET", "/api/v1/run");
        row("PATCH", "/api/v1/run", "", R"({"playing":false,"speed":10})");
        row("POST", "/api/v1/run/steps", "", R"({"count":2})", 202);
        row("GET", "/api/v1/summary");
        row("GET", "/api/v1/frame");
        row("GET", "/api/v1/frame?racks=power_kw,inlet_c&channels=facility/pue,hall/*");
        row("GET", "/api/v1/layout");
        row("GET", "/api/v1/figures");
        row("GET", "/api/v1/channels");
        row("GET", "/api/v1/series?channels=facility/pue,hall/*&from_s=0&rows=10");
        row("GET", "/api/v1/events");
        row("GET", "/api/v1/events?after=-1&limit=3");
        row("GET", "/api/v1/alarms");
        row("GET", "/api/v1/jobs");
        row("GET", "/api/v1/jobs/1", "/api/v1/jobs/{id}");
        row("POST", "/api/v1/jobs", "", R"({"like":"mix-a","name":"again","priority":1})", 202);
        row("GET", "/api/v1/history");
        row("GET", "/api/v1/history?cards=2&spans=1&losses=0");
        row("GET", "/api/v1/swings");
        row("GET", "/api/v1/questions");
        row("GET", "/api/v1/project");
        row("GET", "/api/v1/project/files");
        row("PATCH", "/api/v1/project", "", R"({"warm":{"supply_setpoint_c":31}})");
        row("GET", "/api/v1/design");
        row("POST", "/api/v1/design/undo");
        row("POST", "/api/v1/design/redo");
        row("POST", "/api/v1/orders", "", R"({"order":"fail ups at 5h for 10min"})", 202);
        row("POST", "/api/v1/orders", "", R"({"order":"open ups"})", 202);
        row("GET", "/api/v1/orders");
        row("DELETE", "/api/v1/orders/0", "/api/v1/orders/{ticket}", "", 204);
    }

    // One run for all rows, in their order: the redo needs the undo.
    void answersAreAsDescribed() {
        static Served served;
        QFETCH(QString, method);
        QFETCH(QString, target);
        QFETCH(QString, pattern);
        QFETCH(QString, body);
        QFETCH(int, status);
        const HttpResponse answer = served.ask(method.toStdString(), target.toStdString(),
                                               Role::Operate, body.toStdString());
        QVERIFY2(answer.status == status, answer.body.c_str());
        const Json& operation =
            description()["paths"][pattern.toStdString()][lower(method.toStdString())];
        if (!body.isEmpty()) {
            const Json& wanted = operation["requestBody"]["content"]["application/json"]["schema"];
            const std::string faults = faultsBy(wanted, parseJson<Json>(body.toStdString()));
            QVERIFY2(faults.empty(), faults.c_str());
        }
        const Json& described = operation["responses"][std::to_string(status)];
        QVERIFY(!described.is_null());
        if (!described.contains("content")) {
            QVERIFY(answer.body.empty());
            return;
        }
        const std::string faults =
            faultsBy(described["content"][answer.type]["schema"], parseJson<Json>(answer.body));
        QVERIFY2(faults.empty(), faults.c_str());
    }

    void refusalsAreAsDescribed_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("body");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const char* method, const char* target,
                            const char* body, int status, const char* code) {
            QTest::newRow(name) << method << target << body << status << code;
        };
        const char* orders = "/api/v1/orders";
        const char* project = "/api/v1/project";
        row("no such path", "GET", "/api/v1/nothing", "", 404, "REQ-020");
        row("beyond a path", "GET", "/api/v1/run/", "", 404,
            "REQ-020");  // a slash at the end names another resource
        row("no such method", "DELETE", "/api/v1/run", "", 405, "REQ-021");
        row("not JSON", "PATCH", "/api/v1/run", "{", 400, "REQ-002");
        row("a key twice", "PATCH", "/api/v1/run", R"({"speed":1,"speed":2})", 400, "REQ-003");
        row("a list", "PATCH", "/api/v1/run", "[]", 422, "REQ-012");
        row("unknown key", "PATCH", "/api/v1/run", R"({"plaing":true})", 422, "REQ-010");
        row("wrong kind", "PATCH", "/api/v1/run", R"({"playing":1})", 422, "REQ-012");
        row("out of range", "PATCH", "/api/v1/run", R"({"speed":-1})", 422, "REQ-013");
        row("no such time", "PATCH", "/api/v1/run", R"({"time_s":1})", 409, "WEB-022");
        row("half a step", "POST", "/api/v1/run/steps", R"({"count":1.5})", 422, "REQ-012");
        row("too many steps", "POST", "/api/v1/run/steps", R"({"count":1e9})", 422, "REQ-013");
        row("no such quantity", "GET", "/api/v1/frame?racks=powr_kw", "", 422, "REQ-024");
        row("no such channel", "GET", "/api/v1/frame?channels=facility/nothing", "", 404,
            "REQ-025");
        row("no channels", "GET", "/api/v1/series", "", 422, "REQ-011");
        row("too many channels", "GET", "/api/v1/series?channels=*", "", 422, "REQ-013");
        row("no time", "GET", "/api/v1/series?channels=facility/pue&from_s=nan", "", 422,
            "REQ-012");
        row("no number of events", "GET", "/api/v1/events?limit=0", "", 422, "REQ-013");
        row("no such object", "PATCH", project, R"({"nothing":{"supply_setpoint_c":30}})", 422,
            "EDT-001");
        row("no such key", "PATCH", project, R"({"warm":{"suply_setpoint_c":30}})", 422, "EDT-002");
        row("a value out of range", "PATCH", project, R"({"warm":{"supply_setpoint_c":900}})", 422,
            "");
        row("no object", "PATCH", project, R"({"warm":30})", 422, "REQ-012");
        row("nothing", "PATCH", project, "{}", 422, "REQ-011");
        row("a name that is none", "PATCH", project, R"({"warm.supply_setpoint_c=30":{"x":1}})",
            422, "REQ-012");
        row("nothing to undo", "POST", "/api/v1/design/undo", "", 409, "WEB-024");
        row("no design", "PUT", project, R"({"halls":[]})", 422, "");
        row("no job like it", "POST", "/api/v1/jobs", R"({"like":"nothing"})", 422, "WEB-049");
        row("no accelerators", "POST", "/api/v1/jobs", R"({"accelerators":0})", 422, "REQ-013");
        row("half an accelerator", "POST", "/api/v1/jobs", R"({"accelerators":1.5})", 422,
            "REQ-012");
        row("no such question", "GET", "/api/v1/questions/weather", "", 404, "ASK-001");
        row("no such argument", "GET", "/api/v1/questions/step-timeline?jobs=a", "", 422,
            "ASK-002");
        row("no such job", "GET", "/api/v1/questions/step-timeline?job=nothing", "", 404,
            "ASK-006");
        row("no such page", "GET", "/api/v1/jobs/4711", "", 404, "WEB-048");
        row("no number of a job", "GET", "/api/v1/jobs/-1", "", 404, "WEB-048");
        row("no place in the history", "GET", "/api/v1/history?spans=-1", "", 422, "REQ-013");
        row("no order", "POST", orders, "{}", 422, "REQ-011");
        row("no words of an order", "POST", orders, R"({"order":"please stop"})", 422, "WEB-025");
        row("no such part", "POST", orders, R"({"order":"fail nothing"})", 422, "RPL-012");
        row("no such site", "POST", orders, R"({"order":"send job 0 to nowhere"})", 422, "RPL-012");
        row("no such job", "POST", orders, R"({"order":"kill job 999"})", 422, "RPL-012");
        row("a job later", "POST", orders, R"({"order":"kill job 1 at 5h"})", 409, "WEB-026");
        row("the past", "POST", orders, R"({"order":"fail ups at 1s"})", 409, "WEB-026");
        row("no such ticket", "DELETE", "/api/v1/orders/77", "", 404, "REQ-026");
        row("no ticket", "DELETE", "/api/v1/orders/x", "", 404, "REQ-026");
    }

    // A refusal is a problem with a code that the manual explains, and nothing has changed.
    void refusalsAreAsDescribed() {
        static Served served;
        static const std::string kErrors =
            *readTextFile(HEADROOM_SOURCE_DIR "/resources/help/errors.md");
        QFETCH(QString, method);
        QFETCH(QString, target);
        QFETCH(QString, body);
        QFETCH(QString, code);
        const double timeS = served.twin->frame()->timeS;
        const HttpResponse answer = served.ask(method.toStdString(), target.toStdString(),
                                               Role::Operate, body.toStdString());
        QTEST(answer.status, "status");
        if (answer.status == 200) {
            return;
        }
        QCOMPARE(answer.type.c_str(), "application/problem+json");
        const Json problem = parseJson<Json>(answer.body);
        const std::string faults =
            faultsBy(Json{{"$ref", "#/components/schemas/Problem"}}, problem);
        QVERIFY2(faults.empty(), faults.c_str());
        const auto told = problem["code"].get<std::string>();
        if (!code.isEmpty()) {
            QCOMPARE(told.c_str(), code.toStdString().c_str());
        }
        // Edits pass the checks of project files under the same numbers.
        const std::string likewise = told.starts_with("EDT-") ? "PRJ" + told.substr(3) : told;
        QVERIFY2(kErrors.find("| " + told + " |") != std::string::npos ||
                     kErrors.find("| " + likewise + " |") != std::string::npos,
                 told.c_str());
        QVERIFY(!problem["remedy"].get<std::string>().empty());
        QCOMPARE(served.twin->frame()->timeS, timeS);
        QCOMPARE(served.twin->design().revision, std::int64_t{0});
        QVERIFY(served.twin->pendingOrders().empty());
    }

    // A body of a form, which any page may send, is no JSON, whatever it holds.
    void formsAreRefused() {
        Served served;
        HttpRequest request;
        request.method = "PATCH";
        request.path = "/api/v1/run";
        request.body = R"({"playing":true})";
        request.caller = {Role::Operate, "tester"};
        for (const char* type :
             {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"}) {
            request.fields = {{"content-type", type}};
            QCOMPARE(served.service.answer(request).status, 415);
        }
        QVERIFY(!served.twin->status().playing);
    }
};

HEADROOM_TEST(TestApiDescription)
}  // namespace tst_api_description

#include "tst_api_description.moc"
