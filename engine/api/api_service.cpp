// SPDX-License-Identifier: Apache-2.0
#include "engine/api/api_service.h"

#include "engine/api/open_metrics.h"
#include "engine/api/routes.h"
#include "engine/base/json.h"
#include "engine/files/input_file.h"
#include "engine/http/access.h"
#include "engine/plant/plant.h"
#include "engine/twin/twin_loop.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <functional>

namespace headroom::engine {

namespace {

struct WebFile {
    std::string_view path;  ///< that is asked for
    std::string_view file;  ///< below resources/
    std::string_view type;
};

/// All that is served of the disk.
constexpr auto kFiles = std::to_array<WebFile>({
    {"/", "web/index.html", "text/html; charset=utf-8"},
    {"/alarms.js", "web/alarms.js", "text/javascript; charset=utf-8"},
    {"/app.css", "web/app.css", "text/css; charset=utf-8"},
    {"/app.js", "web/app.js", "text/javascript; charset=utf-8"},
    {"/chart.js", "web/chart.js", "text/javascript; charset=utf-8"},
    {"/floor.js", "web/floor.js", "text/javascript; charset=utf-8"},
    {"/settings.js", "web/settings.js", "text/javascript; charset=utf-8"},
    {"/twin.js", "web/twin.js", "text/javascript; charset=utf-8"},
    {"/icon.svg", "web/icon.svg", "image/svg+xml"},
    {"/api/v1/openapi.json", "api/openapi.json", "application/json"},
});

constexpr std::size_t kInstance = 16;  // characters of it
constexpr std::string_view kPushPath = "/api/v1/telemetry/push";

/// Scripts, styles and data of this server, and nothing of elsewhere.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
    "'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

HttpResponse needs(Role role, const Caller& caller) {
    const bool hasToken = !caller.name.empty();
    HttpResponse response =
        hasToken ? problem(403, "REQ-023",
                           caller.role == Role::Ingest ? "this token may only send readings"
                                                       : "this token may only read",
                           role == Role::Ingest ? "use one of role ingest or operate"
                           : role == Role::Read ? "use one of role read or operate"
                                                : "use one of role operate")
                 : problem(401, "REQ-022",
                           role == Role::Operate
                               ? "to change something a token of role operate is needed"
                           : role == Role::Ingest
                               ? "to send readings a token of role ingest or operate is needed"
                               : "a token is needed here",
                           "send it as Authorization: Bearer TOKEN; headroom-cli serve --operate "
                           "prints one, "
                           "--token-file has them");
    if (!hasToken) {
        response.fields.emplace_back("WWW-Authenticate", "Bearer realm=\"headroom\"");
    }
    return response;
}

std::string tagOf(const std::string& body) {
    return fmt::format("\"{:x}-{:x}\"", body.size(), std::hash<std::string>{}(body));
}

}  // namespace

ApiService::ApiService(Twin& twin, const std::filesystem::path& resources)
    : twin_(twin),
      hub_(std::make_shared<Hub>(twin)),
      instance_(randomToken().substr(0, kInstance)) {
    for (const WebFile& file : kFiles) {
        // As bytes: a text file that is a web page is refused as data.
        if (auto text = readInput(resources / file.file)) {
            const std::string tag = tagOf(*text);
            files_.emplace(file.path, File{std::string(file.type), std::move(*text), tag});
        }
    }
}

void ApiService::follows(TwinLoop& loop) {
    loop_ = &loop;
    desk_ = std::make_shared<PushDesk>(loop.feeds());
}

bool ApiService::isTalk(const HttpRequest& request) const {
    return request.method == "GET" &&
           (request.path == "/api/v1/stream" || request.path == kPushPath);
}

std::variant<std::unique_ptr<Talk>, HttpResponse> ApiService::pushTalk(const HttpRequest& request) {
    if (!mayDo(request.caller.role, Role::Ingest)) {
        return needs(Role::Ingest, request.caller);
    }
    if (!desk_) {
        return problem(404, "WEB-031", "this server follows no building",
                       "begin it with --live SOURCES.json --store FILE.db");
    }
    if (request.field("upgrade").empty()) {
        return problem(406, "REQ-027", "readings are pushed by WebSocket here",
                       "upgrade to websocket, or POST /api/v1/telemetry");
    }
    return std::make_unique<PushTalk>(desk_, std::string(request.asked("source").value_or("")));
}

std::variant<std::unique_ptr<Talk>, HttpResponse> ApiService::talk(const HttpRequest& request) {
    if (request.path == kPushPath) {
        return pushTalk(request);
    }
    if (!mayDo(request.caller.role, Role::Read)) {
        return needs(Role::Read, request.caller);
    }
    if (request.field("upgrade").empty() &&
        !accepts(request.field("accept"), "text/event-stream")) {
        return problem(406, "REQ-027", "the stream is WebSocket or server-sent events",
                       "upgrade to websocket, or accept text/event-stream");
    }
    auto subscription = subscriptionOf(request);
    if (!subscription) {
        return problemOf(subscription.error());
    }
    return std::make_unique<StreamTalk>(hub_, std::move(*subscription));
}

HttpResponse ApiService::file(const File& file, const HttpRequest& request) const {
    HttpResponse response;
    response.fields = {
        {"ETag", file.tag}, {"Cache-Control", "no-cache"}, {"Content-Security-Policy", kPolicy}};
    if (request.field("if-none-match") == file.tag) {
        response.status = 304;
        return response;
    }
    response.type = file.type;
    response.body = file.body;
    return response;
}

HttpResponse ApiService::health() const {
    const RunStatus status = twin_.status();
    const nlohmann::ordered_json body = {{"status", status.failure.empty() ? "ok" : "failed"},
                                         {"version", HEADROOM_VERSION},
                                         {"kind", twin_.isLive() ? "live" : "recording"},
                                         {"instance", instance_}};
    return jsonAnswer(jsonText(body), status.failure.empty() ? 200 : 503);
}

HttpResponse ApiService::metrics(const HttpRequest& request) const {
    const std::string_view accept = request.field("accept");
    const bool isOpen = !accept.empty() && accepts(accept, "application/openmetrics-text") &&
                        accept.find("openmetrics") != std::string_view::npos;
    const HttpServer::Counts counts = counts_ ? counts_() : HttpServer::Counts{};
    const RunStatus status = twin_.status();
    HttpResponse response;
    response.type = isOpen ? kOpenMetricsType : kTextMetricsType;
    response.body = metricsText(*twin_.frame(), twin_.plant().get(),
                                {counts.requests, counts.refused, counts.connections, counts.talks,
                                 counts.messages, counts.bytesOut},
                                status.playing, status.achievedSpeed, request.asked("racks") == "1",
                                isOpen ? MetricsFormat::OpenMetrics : MetricsFormat::Text);
    return response;
}

HttpResponse ApiService::answer(const HttpRequest& request) {
    if (request.method == "GET") {
        if (request.path == "/api/v1/health") {
            return health();
        }
        if (const auto at = files_.find(request.path); at != files_.end()) {
            return file(at->second, request);
        }
    }
    if (request.path == "/metrics" && request.method == "GET") {
        return mayDo(request.caller.role, Role::Read) ? metrics(request)
                                                      : needs(Role::Read, request.caller);
    }
    auto found = findRoute(request.method, request.path);
    if (auto* no = std::get_if<HttpResponse>(&found)) {
        return std::move(*no);
    }
    const auto& [route, part] = std::get<Found>(found);
    if (!mayDo(request.caller.role, route->role)) {
        return needs(route->role, request.caller);
    }
    return route->answer({request, twin_, part, loop_});
}

}  // namespace headroom::engine
