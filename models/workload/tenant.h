// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Who jobs belong to, and what the scheduler grants them.
struct TenantSpec {
    std::string name;
    double weight = 1.0;
    double quota = kNotStated;           ///< accelerators of each kind; not stated: no limit
    std::string cohort;                  ///< tenants that lend each other what they do not use
    double borrowingLimit = kNotStated;  ///< accelerators above the quota; not stated: the cohort's

    static const ComponentType& type();
};

}  // namespace headroom::models
