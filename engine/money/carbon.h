// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/cost.h"
#include "engine/sheet/sheet.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Emission of a project, a year: its operation, and its machines, spread over its life.
///
///   operation   energy of each hour x intensity of that hour (a file of the project), or of the
///               grid; fuel burnt here
///   machines    accelerators x embodied / life;  plant  IT power x embodied / life
///   building    floor area of the building x embodied / life
struct CarbonLine {
    std::string what;
    double kgPerYear = 0.0;
    std::string rate;  ///< Rate::id, or where the intensity comes from
};

struct Carbon {
    std::vector<CarbonLine> lines;
    double kgPerYear = 0.0;  ///< of all
    double operationKg = 0.0;
    double locationKg = 0.0;  ///< of operation where an agreement counts for nothing: not added
    double marginalKg = models::kNotStated;  ///< of operation by the marginal intensity: not added
    double perItKwh = 0.0;                   ///< kg of operation over IT energy: ISO/IEC 30134-8
    double waterPerItKwh = 0.0;              ///< litres over IT energy: ISO/IEC 30134-9
    double perMillionTokens =
        0.0;  ///< kg of all, trained tokens with the share of training; NaN: none
    double perUsedHour =
        0.0;  ///< kg of all, an accelerator hour that jobs hold, here and elsewhere; NaN: none
};

Carbon carbonOf(const CostBasis& basis, PriceRates& rates);

Sheet carbonSheet(const Carbon& carbon, int years);

}  // namespace headroom::engine
