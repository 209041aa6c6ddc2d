// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/power_case.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

void power_case(std::string_view bytes) {
    const auto path = scratchFile("input.m", bytes);
    const auto read = engine::readPowerCase(path);
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    const engine::LoadFlowNetwork& network = read->network;
    require(read->number.size() == network.buses(), "buses without a number");
    for (std::size_t i = 0; i < network.branches(); ++i) {
        for (const int bus : {network.from[i], network.to[i]}) {
            require(bus >= 0 && static_cast<std::size_t>(bus) < network.buses(),
                    "a branch names a bus that is not there");
        }
    }
    for (const auto& values : {network.loadPPu, network.loadQPu, network.generationPPu,
                               network.setpointPu, network.rPu, network.xPu, network.tapRatio}) {
        requireFinite(values, "value of a case");
    }
}

}  // namespace headroom::hostile
