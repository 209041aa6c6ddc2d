// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// Where the buffers of a collective are, and who adds them up.
enum class CollectiveBuffers { Accelerator, Host };

/// Abilities of a communication library, and the cost of its software. A library of accelerators
/// takes latencies and efficiencies from the interconnect; one of hosts has its own: a message is
/// posted by a processor, and a processor adds what it receives.
struct CollectiveLibrarySpec {
    CollectiveBuffers buffers = CollectiveBuffers::Accelerator;
    bool ring = true;
    bool tree = false;
    bool recursive = false;
    bool switchReduction = false;         ///< uses switches that reduce
    double baseLatencyS = kNotStated;     ///< Host
    double stepLatencyS = kNotStated;     ///< Host
    double efficiency = kNotStated;       ///< Host: of the adapter's rate
    double reduceBytesPerS = kNotStated;  ///< Host: bytes that one rank's processor adds up

    static const ComponentType& type();
};

}  // namespace headroom::models
