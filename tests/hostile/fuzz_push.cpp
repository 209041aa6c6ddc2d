// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/feeds.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/telemetry_invariant.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom::hostile {

namespace {

// Lines that hold something: each must be a reading, or be counted as something else.
std::size_t statedLines(std::string_view text) {
    std::size_t lines = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines += text.substr(0, end).find_first_not_of(" \t\r") == std::string_view::npos ? 0 : 1;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace

/// The body of POST /api/v1/telemetry/push, twice: the second time nothing of it is new.
void push(std::string_view bytes) {
    engine::FeedSpec pushed;
    pushed.id = "pushed";
    pushed.kind = engine::FeedKind::Push;
    auto feeds = engine::Feeds::open(engine::sourceListOf(std::move(pushed), sampleMap()), {});
    require(feeds.has_value(), "a store in memory cannot be made");
    const auto receipt = (*feeds)->push("", bytes);
    if (!receipt) {
        requireRefusal(receipt.error(), "");
        return;
    }
    const auto told = [](const engine::PushReceipt& of) {
        return of.taken + of.repeated + of.contradicted + of.implausible + of.unreadable +
               of.unknown;
    };
    require(
        told(*receipt) >= static_cast<std::int64_t>(std::min<std::size_t>(statedLines(bytes), 1)),
        "a message is passed over without a word");
    const auto kept = (*feeds)->series();
    require(kept.has_value(), "what was stored cannot be read");
    std::size_t readings = 0;
    for (const engine::TelemetrySeries& series : *kept) {
        requireFinite(series.timeS, "time");
        requireFinite(series.value, "value");
        readings += series.timeS.size();
    }
    require(static_cast<std::int64_t>(readings) == receipt->taken,
            "the store has not what was taken");
    const auto again = (*feeds)->push("", bytes);
    require(again.has_value() && told(*again) == told(*receipt),
            "the same message is counted in two ways");
}

}  // namespace headroom::hostile
