// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/flow.h"
#include "tests/engine/run/fixture.h"

#include <string>
#include <vector>

/// Wirings written down in a test, of catalogue parts.
namespace headroom::tests {

/// `units`: the objects of "power_units" as JSON text.
inline engine::Project wiringProject(const std::string& units) {
    const std::string text = R"({"format": "headroom-project/1",
        "project": {"name": "Wiring", "start": "2026-01-01T00:00:00", "seed": 1},
        "site": {"climate": "chicago-il", "grid": "us-pjm"}, "power_units": [)" +
                             units + "]}";
    auto read = engine::parseProject(text, "wiring.json", catalogue());
    if (!read) {
        qFatal("%s", engine::text(read.error()).c_str());
    }
    return std::move(*read);
}

inline engine::PowerNetwork wiring(const std::string& units,
                                   const std::vector<engine::RackFeeds>& racks = {},
                                   const std::vector<engine::MachineFeeds>& machines = {}) {
    auto made = engine::buildPowerNetwork(wiringProject(units), catalogue(), {}, racks, machines);
    if (!made) {
        qFatal("%s", engine::text(made.error()).c_str());
    }
    return std::move(*made);
}

inline int unitOf(const engine::PowerNetwork& n, const std::string& id) {
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        if (n.units[i].id == id) {
            return static_cast<int>(i);
        }
    }
    qFatal("no unit %s", id.c_str());
    return -1;
}

/// The same real power at every load.
inline engine::PowerDemand demandOf(const engine::PowerNetwork& n, double eachW) {
    engine::PowerDemand d;
    d.powerW.assign(n.loads.size(), eachW);
    d.reactiveVar.assign(n.loads.size(), 0.0);
    return d;
}

}  // namespace headroom::tests
