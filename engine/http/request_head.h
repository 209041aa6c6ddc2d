// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/http/http_limits.h"
#include "engine/http/http_message.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headroom::engine {

/// Why a request is refused before anything acts on it.
struct Refusal {
    int status = 400;
    std::string why;  ///< one sentence
};

/// The head of a request, held to the grammar of RFC 9112 with nothing of what old clients were forgiven:
/// what two readers could read in two ways is refused, so that no request is smuggled past one of them.
struct RequestHead {
    std::string method, path, version;  ///< version: "1.1" or "1.0"
    HttpFields query;
    HttpFields fields;  ///< names in lower case, values without blanks around them
    std::optional<std::uint64_t> length;  ///< Content-Length
    bool isChunked = false;

    std::string_view field(std::string_view name) const;
};

/// Reads a head: request line and fields up to and with the empty line. Refused are 400  lines that do not end in CR LF,
/// folded lines, blanks around a name, control characters, no Host or two, two lengths, a length next to chunks, a length
/// that is not a number, a broken target 413, 414  a body or target above the limits 501  a transfer coding other than
/// chunked, once and alone 505  other than HTTP/1.0 and 1.1
struct HeadOrRefusal {
    RequestHead head;
    std::optional<Refusal> refusal;
};

HeadOrRefusal readHead(std::string_view bytes, const HttpLimits& limits);

}  // namespace headroom::engine
