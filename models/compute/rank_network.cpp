// SPDX-License-Identifier: Apache-2.0
#include "models/compute/rank_network.h"

namespace headroom::models {

namespace {

double orZero(double value) {
    return value > 0.0 ? value : 0.0;
}

}  // namespace

RankNetwork rankNetwork(const AcceleratorSpec& accelerator, const InterconnectSpec* scaleUp,
                        const InterconnectSpec* scaleOut, double share) {
    RankNetwork network;
    network.scaleUp = scaleUp;
    network.scaleOut = scaleOut;
    network.scaleUpBytesPerS = orZero(accelerator.scaleUpBytesPerS);
    const double adapter = orZero(accelerator.scaleOutBytesPerS) * share;
    network.scaleOutBytesPerS =
        scaleOut != nullptr ? adapterBytesPerS(*scaleOut, adapter) : adapter;
    if (scaleOut != nullptr && scaleOut->lineBytesPerS > 0.0) {
        network.adaptersPerRank = orZero(accelerator.scaleOutBytesPerS) / scaleOut->lineBytesPerS;
    }
    network.slotBytesPerS = orZero(accelerator.slotBytesPerS);
    network.bridgeRanks = accelerator.bridgeRanks;
    network.bridgeBytesPerS = orZero(accelerator.bridgeBytesPerS * accelerator.bridgeEfficiency);
    return network;
}

}  // namespace headroom::models
