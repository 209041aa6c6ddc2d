// SPDX-License-Identifier: Apache-2.0
#include "engine/api/api_service.h"
#include "engine/api/live_twin.h"
#include "engine/base/json.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

#include <nlohmann/json.hpp>

#include <string>

namespace headroom::hostile {

/// A request of an operator to a paused run: "METHOD TARGET" in the first line, then the body. A run that was changed is
/// replaced by another, so that each request meets the same.
void api_request(std::string_view bytes) {
    static std::unique_ptr<engine::LiveTwin> twin;
    const auto [head, body] = splitLine(bytes);
    const std::size_t blank = head.find(' ');
    const auto target =
        blank == head.npos ? std::nullopt : engine::targetOf(head.substr(blank + 1));
    if (!target) {
        return;
    }
    if (twin == nullptr) {
        auto made = engine::LiveTwin::create(scenario("tour-small-hall"), shippedCatalogue(), {});
        require(made.has_value(), "the sample cannot be served");
        twin = std::move(*made);
    }
    engine::ApiService service(*twin, HEADROOM_SOURCE_DIR "/resources");
    engine::HttpRequest request;
    request.method = std::string(head.substr(0, blank));
    request.path = target->first;
    request.query = target->second;
    request.body = std::string(body);
    request.fields.emplace_back("content-type", "application/json");
    request.caller = {engine::Role::Operate, "tester"};
    if (service.isTalk(request)) {
        return;
    }
    const engine::HttpResponse answer = service.answer(request);
    require(answer.status >= 200 && answer.status < 600, "a status that is none");
    if (answer.status >= 400) {
        require(answer.status != 500, "the server takes the blame: " + answer.body.substr(0, 300));
        const auto problem = engine::parseJson<nlohmann::json>(answer.body);
        require(problem.is_object() && problem.contains("title") &&
                    problem.value("status", 0) == answer.status,
                "a refusal that is not a problem: " + answer.body.substr(0, 300));
    } else if (answer.type == "application/json" && !answer.body.empty()) {
        require(!engine::parseJson<nlohmann::json>(answer.body).is_discarded(),
                "an answer that is not JSON: " + answer.body.substr(0, 300));
    }
    if (request.method != "GET" && request.method != "HEAD" && answer.status < 400) {
        twin.reset();
    }
}

}  // namespace headroom::hostile
