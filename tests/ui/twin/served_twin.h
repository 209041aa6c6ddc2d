// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/api_service.h"
#include "engine/api/followed_twin.h"
#include "engine/exchange/site_clock.h"
#include "engine/http/http_server.h"
#include "engine/telemetry/live/source_list.h"

#include <QString>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace headroom::ui {

/// Frontier with the telemetry of a TwinStage as a server streams it, in this process: all readings are pushed at once.
struct ServedTwin {
    std::shared_ptr<const engine::Catalogue> catalogue;
    std::unique_ptr<engine::TwinLoop> loop;
    std::unique_ptr<engine::FollowedTwin> twin;
    std::unique_ptr<engine::ApiService> service;
    std::unique_ptr<engine::HttpServer> server;

    explicit ServedTwin(const QString& map) {
        const std::filesystem::path source = HEADROOM_SOURCE_DIR;
        catalogue = std::make_shared<const engine::Catalogue>(
            *engine::Catalogue::load(source / "resources/catalog"));
        const engine::Project project =
            *engine::loadProject(source / "scenarios/frontier-day", *catalogue);
        engine::FeedSpec feed;
        feed.id = "gateway";
        feed.kind = engine::FeedKind::Push;
        auto feeds = engine::Feeds::open(
            engine::sourceListOf(
                feed, *engine::readTelemetryMap(map.toStdString(),
                                                engine::siteClockOf(project, *catalogue))),
            {});
        loop = std::make_unique<engine::TwinLoop>(project, catalogue, std::move(*feeds),
                                                  engine::TwinLoopSpec{});
        twin = std::move(*engine::FollowedTwin::create(project, *catalogue, *loop));
        service = std::make_unique<engine::ApiService>(*twin, source / "resources");
        service->follows(*loop);
        engine::HttpServer::Options options;
        options.access.answersTo(options.address, {});
        server = std::move(*engine::HttpServer::start(*service, std::move(options)));
        loop->start();
    }

    ~ServedTwin() {
        server.reset();
        loop->stop();
    }

    /// Lines of JSON, as a gateway posts them; the answer of the server.
    engine::HttpResponse push(const std::string& lines) const {
        engine::HttpRequest request;
        request.method = "POST";
        request.path = "/api/v1/telemetry";
        request.query = {{"source", "gateway"}};
        request.fields = {{"content-type", "application/x-ndjson"}};
        request.body = lines;
        request.caller = {engine::Role::Ingest, "tester"};
        return service->answer(request);
    }
};

}  // namespace headroom::ui
