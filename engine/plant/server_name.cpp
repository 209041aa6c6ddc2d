// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/server_name.h"

#include "engine/plant/index.h"
#include "engine/plant/plant.h"

#include <fmt/format.h>

namespace headroom::engine {

std::string serverNameOf(const Plant& plant, int server) {
    const auto rack = static_cast<std::size_t>(plant.serverRack[static_cast<std::size_t>(server)]);
    const PlantBlock& b = plant.blocks[static_cast<std::size_t>(plant.rackBlock[rack])];
    return fmt::format("{}/S{:02}", plant.rackNames[rack],
                       (server - b.firstServer) % b.rack.servers + 1);
}

}  // namespace headroom::engine
