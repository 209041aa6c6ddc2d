// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::engine {

/// Rights in ascending order; but Ingest alone does not read.
enum class Role { Nobody, Ingest, Read, Operate };

/// Whether a role does for what needs another: who reads does not send readings, who operates does.
constexpr bool mayDo(Role role, Role needed) {
    return needed == Role::Ingest ? role == Role::Ingest || role == Role::Operate : role >= needed;
}

/// Who asks: the role, and the name that the token has.
struct Caller {
    Role role = Role::Nobody;
    std::string name;
};

using HttpFields = std::vector<std::pair<std::string, std::string>>;

/// Request of a client. Names of fields are in lower case.
struct HttpRequest {
    std::string method;  ///< "GET"
    std::string path;    ///< decoded: "/api/v1/frame"
    HttpFields query;    ///< decoded, in order
    HttpFields fields;
    std::string body;
    std::string peer;  ///< address of the client, as a number
    Caller caller;

    /// The first field of that name; empty where there is none.
    std::string_view field(std::string_view name) const;
    /// The first value of that name in the query.
    std::optional<std::string_view> asked(std::string_view name) const;
};

struct HttpResponse {
    int status = 200;
    std::string type = "application/json";
    std::string body;
    HttpFields fields;  ///< next to those that every answer has
};

/// Path and query of "/api/v1/series?channel=a&from_s=0", decoded. Nothing where it is not an origin-form (RFC 9112,
/// 3.2.1), an escape is broken, or what an escape stands for is a control character, a slash or no UTF-8; "." and ".." are
/// not segments of a path.
std::optional<std::pair<std::string, HttpFields>> targetOf(std::string_view target);

/// Whether a client accepts a type, by its Accept field (RFC 9110, 12.5.1): the most specific range
/// that matches decides, with a weight above 0. An empty field accepts all.
bool accepts(std::string_view acceptField, std::string_view type);

/// "Not Found".
std::string_view reasonOf(int status);

/// A refusal or failure as JSON (RFC 9457, application/problem+json): status, title, detail, and code
/// and remedy as in resources/help/errors.md.
HttpResponse problem(int status, const std::string& code, const std::string& message,
                     const std::string& remedy);

}  // namespace headroom::engine
