// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// How much less than its rating a kind of electrical equipment carries on high ground, where thin air
/// cools windings and burns fuel less well. The id is the kind of the equipment: genset, transformer,
/// ups. The rating holds for equipment without a part here.
struct AltitudeDeratingSpec {
    double fromM = kNotStated;
    double sharePerM = kNotStated;

    static const ComponentType& type();
};

/// Share of the rating that is left at an elevation [m]:
///   k = max(0, 1 - s max(0, h - h_0))
/// Valid from sea level to 3,000 m. Sources: with each figure in resources/catalog/altitude_derating.json.
double ratingShareAt(const AltitudeDeratingSpec& spec, double elevationM);

}  // namespace headroom::models
