// SPDX-License-Identifier: Apache-2.0
#include "models/network/staging.h"

#include <cmath>

namespace headroom::models {

namespace {

constexpr double kMemoryPasses = 4.0;

}  // namespace

double stagedBytesPerS(const InterconnectSpec& scaleOut, double adapterBytesPerS) {
    if (std::isnan(adapterBytesPerS)) {
        return adapterBytesPerS;
    }
    // fmin leaves out what is not stated.
    return std::fmin(std::fmin(adapterBytesPerS, scaleOut.pcieBytesPerS),
                     scaleOut.hostMemoryBytesPerS / kMemoryPasses);
}

InterconnectSpec stagedInterconnect(const InterconnectSpec& scaleOut) {
    InterconnectSpec staged = scaleOut;
    const double more = std::isnan(scaleOut.stagingLatencyS) ? 0.0 : 2.0 * scaleOut.stagingLatencyS;
    staged.stepLatencyS += more;
    staged.llStepLatencyS += more;
    staged.ll128StepLatencyS += more;
    staged.messageOverheadS += more;
    staged.switchEfficiency = kNotStated;
    return staged;
}

}  // namespace headroom::models
