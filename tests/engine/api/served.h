// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/api_service.h"
#include "engine/api/live_twin.h"
#include "engine/base/json.h"
#include "tests/engine/run/fixture.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>

/// A scenario, by default the hall of the tour, served without a network: paused, after one step.
namespace headroom::tests {

struct Served {
    explicit Served(const char* name = "tour-small-hall")
        : twin([name] {
              auto made = engine::LiveTwin::create(scenario(name), catalogue(), {});
              if (!made) {
                  qFatal("%s", engine::text(made.error()).c_str());
              }
              return std::move(*made);
          }()),
          service(*twin, HEADROOM_SOURCE_DIR "/resources") {
        step(1);
    }

    /// So many steps, waited for.
    void step(int count) const {
        const double wantedS = twin->frame()->timeS + count * 15.0;
        twin->step(count);
        for (int i = 0; i < 2000 && twin->frame()->timeS < wantedS; ++i) {
            QTest::qWait(5);
        }
    }

    engine::HttpResponse ask(const std::string& method, const std::string& target,
                             engine::Role role = engine::Role::Read, const std::string& body = {},
                             engine::HttpFields fields = {}) {
        engine::HttpRequest request;
        request.method = method;
        auto [path, query] = *engine::targetOf(target);
        request.path = std::move(path);
        request.query = std::move(query);
        request.fields = std::move(fields);
        if (!body.empty()) {
            request.fields.emplace_back("content-type", "application/json");
        }
        request.body = body;
        // A token has a name; who reads without one has none.
        request.caller = {role, role == engine::Role::Operate ? "tester" : ""};
        return service.answer(request);
    }

    nlohmann::json json(const std::string& target) {
        return engine::parseJson<nlohmann::json>(ask("GET", target).body);
    }

    std::unique_ptr<engine::LiveTwin> twin;
    engine::ApiService service;
};

}  // namespace headroom::tests
