// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/twin.h"
#include "engine/http/http_message.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom::engine {

class TwinLoop;

/// Inputs that a route needs to answer.
struct Asked {
    const HttpRequest& request;
    Twin& twin;
    std::string part;          ///< what is in the path where the pattern has {…}
    TwinLoop* loop = nullptr;  ///< of a twin that follows a building
};

/// One resource and method. resources/api/openapi.json describes each; a test compares.
struct Route {
    std::string_view method;   ///< GET, POST, PUT, PATCH, DELETE
    std::string_view pattern;  ///< "/api/v1/orders/{ticket}"
    Role role;                 ///< that it takes
    HttpResponse (*answer)(const Asked& asked);
};

/// Routes of the twin; the server's own (health, metrics, stream, description, pages) are in ApiService.
std::span<const Route> routes();

/// The route of a path and method, with the part; or 404 or 405 as a problem.
struct Found {
    const Route* route = nullptr;
    std::string part;
};

std::variant<Found, HttpResponse> findRoute(const std::string& method, const std::string& path);

/// A refusal of the twin or of a body, with all its faults. The status follows from the codes.
HttpResponse problemOf(const Errors& errors);

/// An answer as JSON, with a line feed.
HttpResponse jsonAnswer(std::string body, int status = 200);

}  // namespace headroom::engine
