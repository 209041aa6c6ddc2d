// SPDX-License-Identifier: Apache-2.0
#include "engine/api/routes.h"

#include "engine/api/answers.h"
#include "engine/base/json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace headroom::engine {

namespace {

constexpr auto kRoutes = std::to_array<Route>({
    {"GET", "/api/v1/run", Role::Read, answerRun},
    {"PATCH", "/api/v1/run", Role::Operate, changeRun},
    {"POST", "/api/v1/run/steps", Role::Operate, stepRun},
    {"GET", "/api/v1/summary", Role::Read, answerSummary},
    {"GET", "/api/v1/frame", Role::Read, answerFrame},
    {"GET", "/api/v1/layout", Role::Read, answerLayout},
    {"GET", "/api/v1/figures", Role::Read, answerFigures},
    {"GET", "/api/v1/channels", Role::Read, answerChannels},
    {"GET", "/api/v1/series", Role::Read, answerSeries},
    {"GET", "/api/v1/events", Role::Read, answerEvents},
    {"GET", "/api/v1/alarms", Role::Read, answerAlarms},
    {"GET", "/api/v1/jobs", Role::Read, answerJobs},
    {"POST", "/api/v1/jobs", Role::Operate, submitJob},
    {"GET", "/api/v1/jobs/{id}", Role::Read, answerJob},
    {"GET", "/api/v1/history", Role::Read, answerHistory},
    {"GET", "/api/v1/swings", Role::Read, answerSwings},
    {"GET", "/api/v1/questions", Role::Read, answerQuestions},
    {"GET", "/api/v1/questions/{name}", Role::Read, answerQuestion},
    {"GET", "/api/v1/project", Role::Read, answerProject},
    {"PATCH", "/api/v1/project", Role::Operate, changeProject},
    {"PUT", "/api/v1/project", Role::Operate, replaceProject},
    {"GET", "/api/v1/project/files", Role::Read, answerProjectFiles},
    {"GET", "/api/v1/project/files/{number}", Role::Read, answerProjectFile},
    {"GET", "/api/v1/design", Role::Read, answerDesign},
    {"POST", "/api/v1/design/undo", Role::Operate, undoDesign},
    {"POST", "/api/v1/design/redo", Role::Operate, redoDesign},
    {"GET", "/api/v1/orders", Role::Read, answerOrders},
    {"POST", "/api/v1/orders", Role::Operate, giveOrder},
    {"DELETE", "/api/v1/orders/{ticket}", Role::Operate, cancelOrder},
    {"GET", "/api/v1/telemetry", Role::Read, answerTelemetry},
    {"POST", "/api/v1/telemetry", Role::Ingest, pushTelemetry},
    {"POST", "/api/v1/telemetry/alarms/{number}", Role::Operate, acknowledgeTelemetryAlarm},
});

/// Whether a path is that of a pattern, of which the last segment may be a part.
bool fits(std::string_view pattern, std::string_view path, std::string& part) {
    const auto open = pattern.find('{');
    if (open == std::string_view::npos) {
        return pattern == path;
    }
    if (!path.starts_with(pattern.substr(0, open)) || path.size() == open ||
        path.find('/', open) != std::string_view::npos) {
        return false;
    }
    part = path.substr(open);
    return true;
}

/// HTTP status of a refusal with that code.
int statusOf(const std::string& code) {
    struct Row {
        std::string_view code;
        int status;
    };

    constexpr auto kRows = std::to_array<Row>({
        {"WEB-021", 409}, {"WEB-022", 409}, {"WEB-023", 412}, {"WEB-024", 409}, {"WEB-026", 409},
        {"WEB-027", 503}, {"WEB-029", 404}, {"WEB-030", 409}, {"WEB-031", 404}, {"WEB-047", 404},
        {"WEB-048", 404}, {"TEL-031", 404}, {"TEL-072", 404}, {"REQ-025", 404}, {"REQ-026", 404},
        {"ASK-001", 404}, {"ASK-004", 404}, {"ASK-005", 503}, {"ASK-006", 404}, {"TEL-073", 409},
        {"SIM-046", 503}, {"WEB-050", 409}, {"REQ-002", 400}, {"REQ-003", 400}, {"REQ-004", 400},
        {"REQ-029", 415},
    });
    const auto row =
        std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.code == code; });
    return row == kRows.end() ? 422 : row->status;
}

}  // namespace

std::span<const Route> routes() {
    return kRoutes;
}

std::variant<Found, HttpResponse> findRoute(const std::string& method, const std::string& path) {
    std::string allowed;
    for (const Route& route : kRoutes) {
        std::string part;
        if (!fits(route.pattern, path, part)) {
            continue;
        }
        if (route.method == method) {
            return Found{&route, std::move(part)};
        }
        allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
    }
    if (allowed.empty()) {
        return problem(404, "REQ-020", "there is nothing at " + path,
                       "GET /api/v1/openapi.json lists what there is");
    }
    HttpResponse response = problem(405, "REQ-021", path + " does not know the method " + method,
                                    "use one of " + allowed);
    response.fields.emplace_back("Allow", allowed);
    return response;
}

HttpResponse problemOf(const Errors& errors) {
    const Error& first = errors.front();
    HttpResponse response = problem(statusOf(first.code), first.code, first.message, first.remedy);
    if (errors.size() > 1 || !first.path.empty()) {
        auto body = parseJson<nlohmann::ordered_json>(response.body);
        for (const Error& error : errors) {
            body["errors"].push_back({{"code", error.code},
                                      {"detail", error.message},
                                      {"remedy", error.remedy},
                                      {"pointer", error.path},
                                      {"line", error.line}});
        }
        response.body = jsonText(body) + "\n";
    }
    return response;
}

HttpResponse jsonAnswer(std::string body, int status) {
    HttpResponse response;
    response.status = status;
    response.body = std::move(body);
    response.body += '\n';
    return response;
}

}  // namespace headroom::engine
