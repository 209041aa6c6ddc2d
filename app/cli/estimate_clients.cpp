// SPDX-License-Identifier: Apache-2.0
#include "app/cli/estimate_clients.h"

#include "engine/text/shown.h"

#include <cstdio>

namespace headroom::app {

void printClients(const engine::ClosedEstimate& closed, const models::ServingCertainty& certainty) {
    std::printf(
        "\n%s clients that ask again at once: %s run, %s output tokens/s (90 %% of measurements: "
        "%s to "
        "%s)\n",
        engine::shownNumber(closed.clients, 6).c_str(),
        engine::shownNumber(closed.running, 6).c_str(),
        engine::shownNumber(closed.outputTokensPerS, 4).c_str(),
        engine::shownNumber(closed.outputTokensPerS / certainty.tokensFactor, 3).c_str(),
        engine::shownNumber(closed.outputTokensPerS * certainty.tokensFactor, 3).c_str());
    std::printf("Time to first token %s, median time per output token %s, power %s\n",
                engine::shownSeconds(closed.ttftS).c_str(),
                engine::shownSeconds(closed.tpotMedianS).c_str(),
                engine::shownWatts(closed.powerW).c_str());
}

}  // namespace headroom::app
