// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <vector>

namespace headroom::models {

/// Solar irradiance of a climate on the level; the id is the climate's.
struct IrradianceSpec {
    std::vector<double> globalWPerM2;   ///< means by month and hour, January 0 h first
    std::vector<double> diffuseWPerM2;  ///< of it, from the sky without the sun

    static const ComponentType& type();
};

}  // namespace headroom::models
