// SPDX-License-Identifier: Apache-2.0
#include "engine/http/access.h"
#include "engine/http/request_head.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <algorithm>
#include <string>

namespace headroom::hostile {

/// The head of a request, and what is read of its fields: who asks, from where, and what is accepted.
void request_head(std::string_view bytes) {
    const engine::HttpLimits limits;
    const auto [head, refusal] = engine::readHead(bytes, limits);
    if (refusal) {
        require(refusal->status >= 400 && refusal->status < 600 && !refusal->why.empty(),
                "a refusal without a reason");
        return;
    }
    require(bytes.size() <= limits.headBytes, "a head above the limit was accepted");
    require(!head.path.empty() && head.path.front() == '/', "a path that is none");
    require(("/" + head.path + "/").find("/../") == std::string::npos, "a way out of a folder");
    require(head.path.find('\0') == std::string::npos && head.path.find('\\') == std::string::npos,
            "a path that others read otherwise");
    require(!(head.isChunked && head.length), "two lengths");
    require(!head.length || *head.length <= limits.bodyBytes, "a body above the limit");
    for (const auto& [name, value] : head.fields) {
        require(!name.empty() && std::none_of(name.begin(), name.end(),
                                              [](char c) { return c >= 'A' && c <= 'Z'; }),
                "a name that is not in lower case");
        require(value.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos,
                "a line within a value");
    }
    engine::Access access;
    access.answersTo({}, {});
    bool isWrong = false;
    const engine::Caller caller = access.callerOf(head.fields, isWrong);
    require(caller.role != engine::Role::Operate, "somebody without a token may operate");
    static_cast<void>(access.isOurPage(head.field("origin"), head.field("host")));
    static_cast<void>(access.isOurHost(head.field("host")));
    static_cast<void>(engine::accepts(head.field("accept"), "text/event-stream"));
}

}  // namespace headroom::hostile
