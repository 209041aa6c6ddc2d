// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"

#include <QString>

#include <functional>
#include <string>
#include <vector>

namespace headroom::ui {

/// A row of the inspector that follows the run and is no column of a table of quantities.
struct LiveValue {
    std::string key;  ///< in the name of its number
    QString label, why;
    std::function<QString(const engine::Frame& frame)> text;
};

/// What a power unit of the project is doing, all its equal units together: state, power, loading,
/// losses, voltage, battery or fuel, modules out; of a few units each one's state and load as well.
/// Empty where `frame` does not hold that unit.
std::vector<LiveValue> powerUnitValues(const engine::Frame& frame, const std::string& object);

}  // namespace headroom::ui
