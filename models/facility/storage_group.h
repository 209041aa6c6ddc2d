// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Storage building blocks in one hall.
struct StorageGroupSpec {
    std::string name;
    std::string system;
    int count = 1;
    std::string hall;

    static const ComponentType& type();
};

}  // namespace headroom::models
