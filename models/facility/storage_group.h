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
    std::string fabric;  ///< that its servers join; empty means a front-end network of its own

    static const ComponentType& type();
};

}  // namespace headroom::models
