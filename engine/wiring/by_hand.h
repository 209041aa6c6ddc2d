// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/edit.h"
#include "engine/document/project.h"
#include "engine/power/network.h"

#include <compare>
#include <memory>
#include <string>
#include <vector>

/// The power wiring of a design as a person draws it, line by line. Unlike the simulation this
/// works on a wiring that is not complete yet.
namespace headroom::engine {

/// Who takes power, and the attribute that names where from: "sources" of a power unit, "feeds" of
/// racks and machines, "fan_feeds", "pump_feeds".
struct PowerConsumer {
    std::string object;
    std::string key;

    auto operator<=>(const PowerConsumer&) const = default;
};

struct WiringSketch {
    std::shared_ptr<const PowerNetwork> network;
    std::vector<PowerConsumer> consumers;  ///< by load of the network
    Errors faults;                         ///< for which it cannot be simulated
};

/// Stated wiring, joined as far as it goes, with the copies of blocks. Racks and machines are in
/// the order in which the simulation numbers them.
WiringSketch sketchWiring(const Project& project, const Catalogue& catalogue);

/// By load of a network that was made from this project; empty where it was made from another.
std::vector<PowerConsumer> consumersOf(const Project& project, const PowerNetwork& network);

/// Hangs each consumer on the source as well, those that hang there already left out. Errors: WIR-001 they all do, WIR-002
/// something is not a source of this kind, WIR-003 what takes no source, WIR-004 a copy of a block; or why such a wiring
/// cannot work (SIM-021 a ring, SIM-023 voltages).
Result<std::vector<Edit>> joinByHand(const Project& project, const Catalogue& catalogue,
                                     const std::string& source,
                                     const std::vector<PowerConsumer>& consumers);

/// Takes each of the consumers off the source. Errors: WIR-004, WIR-005 none hangs there.
Result<std::vector<Edit>> cutByHand(const Project& project, const std::string& source,
                                    const std::vector<PowerConsumer>& consumers);

}  // namespace headroom::engine
