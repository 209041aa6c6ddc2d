// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/push_talk.h"
#include "engine/api/stream.h"
#include "engine/api/twin.h"
#include "engine/http/http_server.h"
#include "engine/http/http_service.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace headroom::engine {

class TwinLoop;

/// Serves a twin:
///
///   /api/v1/…           what routes.h lists
///   /api/v1/stream      frames, events and alarms as they come: WebSocket, or server-sent events (stream.h)
///   /api/v1/health      whether it serves; needs no token
///   /api/v1/openapi.json   the description of all this; needs no token
///   /api/v1/telemetry/push   readings by WebSocket (push_talk.h), for a twin that follows a building
///   /metrics            for Prometheus (open_metrics.h); ?racks=1 with each rack
///   /, /app.js, …       the page: the files of resources/web, read once, and no other
class ApiService : public HttpService {
  public:
    /// `resources`: the folder with web/ and api/. Files that are missing there are not served.
    ApiService(Twin& twin, const std::filesystem::path& resources);

    /// Counters of the server for /metrics; created after the service.
    void countsFrom(std::function<HttpServer::Counts()> counts) { counts_ = std::move(counts); }

    /// State of a twin that follows a building: readings, sources, residuals and alarms. The loop must outlive
    /// the service.
    void follows(TwinLoop& loop);

    bool isTalk(const HttpRequest& request) const override;
    std::variant<std::unique_ptr<Talk>, HttpResponse> talk(const HttpRequest& request) override;
    HttpResponse answer(const HttpRequest& request) override;

    void beat() override { hub_->beat(Talk::Clock::now()); }

  private:
    struct File {
        std::string type, body, tag;
    };

    HttpResponse file(const File& file, const HttpRequest& request) const;
    std::variant<std::unique_ptr<Talk>, HttpResponse> pushTalk(const HttpRequest& request);
    HttpResponse health() const;
    HttpResponse metrics(const HttpRequest& request) const;

    Twin& twin_;
    std::map<std::string, File> files_;  ///< by path
    std::shared_ptr<Hub> hub_;
    TwinLoop* loop_ = nullptr;
    std::string
        instance_;  ///< another with each start: who comes back knows whether it is the same run
    std::shared_ptr<PushDesk> desk_;
    std::function<HttpServer::Counts()> counts_;
};

}  // namespace headroom::engine
