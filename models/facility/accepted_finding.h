// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// A finding of the design rules that somebody answers for.
struct AcceptedFindingSpec {
    std::string rule;
    std::string subject;
    std::string reason;
    std::string by;
    std::string date;

    static const ComponentType& type();
};

}  // namespace headroom::models
