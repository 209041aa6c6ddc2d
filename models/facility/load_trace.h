// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>

namespace headroom::models {

/// Meaning of the numbers of a load trace.
enum class LoadQuantity { LiquidHeat, RackPower };

/// Measured load of the racks behind the units of a CDU group, in place of what their jobs would
/// draw. Between rows linear; before the first and after the last row their values hold.
struct LoadTraceSpec {
    std::string name;
    std::string file;
    std::string cduGroup;
    LoadQuantity quantity = LoadQuantity::LiquidHeat;
    std::string timeColumn = "time";
    std::string column = "power[{}]";
    std::string wetBulbColumn;
    double wetBulbDepressionK = 3.0;

    static const ComponentType& type();
};

}  // namespace headroom::models
