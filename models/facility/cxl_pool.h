// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Pools of memory that the servers of a rack block reach through a CXL switch.
struct CxlPoolSpec {
    std::string name;
    std::string hall;
    std::string switchPart;  ///< of kind cxl
    std::string block;       ///< rack block whose servers share it
    int count = 1;           ///< equal pools
    int sharers = 8;         ///< servers of one pool
    double bytes = kNotStated;
    double bytesPerS = kNotStated;  ///< of the memory of one pool, reads
    double latencyS = kNotStated;   ///< of a load, unloaded, from the core and back
    double powerW = 0.0;            ///< of one pool

    static const ComponentType& type();
};

}  // namespace headroom::models
