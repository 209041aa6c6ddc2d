// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/unit.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace headroom::engine {

struct Design;

/// What a design amounts to, at its design point: every accelerator at full activity and full clock,
/// nothing failed. NaN where the design does not say.
struct Headline {
    double racks = 0.0;
    double accelerators = 0.0;
    double itW = 0.0;
    double facilityW = 0.0;
    double pue = 0.0;
    double capacityW = 0.0;  ///< that the utilities have agreed to, at unity power factor
    double energyUsdPerYear = 0.0;
    double equipmentUsd = 0.0;
    double floorM2 = 0.0;
    double errors = 0.0, warnings = 0.0, accepted = 0.0;
};

/// One figure of the headline, as it is shown.
struct HeadlineFigure {
    std::string_view key;
    std::string_view label;
    models::Unit unit;
    double Headline::*value;
    bool lessIsBetter;
    std::string_view why;  ///< how it is found
};

std::span<const HeadlineFigure> headlineFigures();

/// Without the findings, which are counted where they are found.
Headline headlineOf(const Design& design);

}  // namespace headroom::engine
