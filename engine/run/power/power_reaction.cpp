// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/power_reaction.h"

#include "engine/power/exact_flow.h"

namespace headroom::engine {

PowerReaction::PowerReaction(const RunContext& run, SupplyVoltages& supply, PowerUnits& units,
                             PoweredLoads& loads)
    : PowerPart(run),
      supply_(supply),
      units_(units),
      loads_(loads),
      hasRings_(hasRings(*run.plant.network)) {}

void PowerReaction::react(double timeS, std::int64_t cause) {
    constexpr int kMostRounds = 20;
    for (int round = 0; round < kMostRounds; ++round) {
        energise(n_, p_.switching, p_.flow);
        supply_.update();
        if (!units_.settle(timeS, cause)) {
            break;
        }
    }
    if (hasRings_) {
        shareRings(n_, p_.switching, p_.flow);
    }
    loads_.settleCords(timeS, cause);
}

}  // namespace headroom::engine
