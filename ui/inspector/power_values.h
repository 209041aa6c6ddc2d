// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"

#include <QString>

#include <functional>
#include <string>
#include <vector>

namespace headroom::ui {

/// A row of the inspector that follows the run and is not a column of a table of quantities.
struct LiveValue {
    std::string key;  ///< in the name of its number
    QString label, why;
    std::function<QString(const engine::Frame& frame)> text;
};

/// Live values of a power unit of the project, over all its equal units: state, power, loading,
/// losses, voltage, battery or fuel, failed modules. With few units, also state and load of each.
/// Empty where `frame` does not hold that unit.
std::vector<LiveValue> powerUnitValues(const engine::Frame& frame, const std::string& object);

}  // namespace headroom::ui
