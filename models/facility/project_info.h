// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Identity of the project, and the start of its runs.
struct ProjectInfo {
    std::string name;
    std::string description;
    std::string start = "2026-07-01T00:00:00";
    int seed = 1;
    double stepS = 15.0;

    static const ComponentType& type();
};

}  // namespace headroom::models
