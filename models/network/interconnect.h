// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// Where an interconnect generation is used.
enum class InterconnectScope { ScaleUp, ScaleOut };

/// How fast collectives run on one generation of link: effective bandwidth and latency.
struct InterconnectSpec {
    InterconnectScope scope = InterconnectScope::ScaleOut;
    double efficiency = kNotStated;
    double baseLatencyS = kNotStated;
    double stepLatencyS = kNotStated;

    static const ComponentType& type();
};

}  // namespace headroom::models
