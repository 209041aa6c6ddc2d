// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <vector>

namespace headroom::models {

/// A group of objects that is used many times, as a pod: the members are in the plan as drawn, and
/// each use is a copy of them that follows every edit.
struct BlockSpec {
    std::string name;
    std::vector<std::string> members;

    static const ComponentType& type();
};

/// A copy of a block, so far from it. Members that name each other name their copies in the copy;
/// what they name outside the block stays.
struct BlockUseSpec {
    std::string name;
    std::string block;
    double eastM = 0.0;
    double northM = 0.0;
    std::string hall;                ///< of the copies; empty means that of the members
    std::vector<std::string> feeds;  ///< of copied racks and CDUs; empty means those of the members

    static const ComponentType& type();
};

}  // namespace headroom::models
