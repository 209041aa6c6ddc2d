// SPDX-License-Identifier: Apache-2.0
#include "engine/api/channel_table.h"
#include "engine/api/frame_parts.h"
#include "engine/api/subscription.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <string>

namespace headroom::hostile {

/// The target of a request that opens a stream: path and query, then the subscription in it.
void subscription(std::string_view bytes) {
    const auto target = engine::targetOf(bytes);
    if (!target) {
        return;
    }
    engine::HttpRequest request;
    request.method = "GET";
    request.path = target->first;
    request.query = target->second;
    const auto wanted = engine::subscriptionOf(request);
    if (!wanted) {
        requireRefusal(wanted.error(), "");
        return;
    }
    requireFinite(wanted->everyS, "every_s");
    require(wanted->everyS > 0.0, "frames without a pause");
    require((wanted->parts & ~engine::kAllParts) == 0, "a part that is not there");
    require(wanted->key().size() < 100'000, "a key that grows with the question");
    static const engine::ChannelTable kTable(nullptr);
    std::string unknown;
    require(kTable.match(wanted->channels, unknown).size() <= kTable.channels().size(),
            "channels twice");
}

}  // namespace headroom::hostile
