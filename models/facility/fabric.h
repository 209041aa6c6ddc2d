// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// A scale-out network: a fat tree of equal switches.
struct FabricSpec {
    std::string name;
    int tiers = 0;
    std::string switchPart;
    double oversubscription = 1.0;
    std::string hostLink;
    std::string switchLink;
    std::string scaleUp;
    std::string scaleOut;
    std::string hall;

    static const ComponentType& type();
};

}  // namespace headroom::models
