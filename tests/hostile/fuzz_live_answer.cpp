// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/live_source.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/lying_peer.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"
#include "tests/hostile/telemetry_invariant.h"

#include <string>

namespace headroom::hostile {

namespace {

const engine::TelemetryMap& registerMap() {
    static const engine::TelemetryMap kMap = [] {
        auto map = engine::parseTelemetryMap(R"({"format": "headroom-telemetry/1", "sensors": [
            {"column": "holding/100/f32", "channel": "facility/it_power_kw", "unit": "kW"},
            {"column": "input/12/s16*0.1", "channel": "loop/htw/supply_c", "unit": "degC"}]})",
                                             "map.json");
        require(map.has_value(), "the map of registers is refused");
        return std::move(*map);
    }();
    return kMap;
}

}  // namespace

/// A server, broker or controller that lies: the scheme in the first line (http, mqtt, modbus), then the bytes that it
/// answers with.
void live_answer(std::string_view bytes) {
    const auto [scheme, answer] = splitLine(bytes);
    if (scheme != "http" && scheme != "mqtt" && scheme != "modbus") {
        return;
    }
    const LyingPeer peer{std::string(answer)};
    engine::LiveSpec spec;
    spec.everyS = 0.02;
    spec.forS = 0.1;
    const engine::TelemetryMap& map = scheme == "modbus" ? registerMap() : sampleMap();
    const std::string address = std::string(scheme) +
                                "://127.0.0.1:" + std::to_string(peer.port()) +
                                (scheme == "modbus" ? "/1" : "/x");
    const auto source = engine::openLive(address, map, spec);
    if (!source) {
        requireRefusal(source.error(), "");
        return;
    }
    for (bool more = true; more;) {
        const auto next =
            (*source)->next([&](const engine::Delivery& delivery) -> engine::Result<void> {
                requireDelivery(delivery, map);
                return {};
            });
        if (!next) {
            requireRefusal(next.error(), next.error().file);
            return;
        }
        more = *next;
    }
}

}  // namespace headroom::hostile
