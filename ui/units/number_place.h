// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/units/number_name.h"

#include <string>

namespace headroom::ui {

/// The number that a row about a thing, which is not a number itself, is charted by: a hall by its IT power.
inline constexpr int kChartRole = kNumberRole + 2;

/// The same of what is at a place of a picture: what a drag with Ctrl and Shift takes from it.
class NumberPlace {
  public:
    virtual ~NumberPlace() = default;
    /// In places of the widget; empty means nothing that can be charted is there.
    virtual std::string numberAt(double x, double y) const = 0;
};

}  // namespace headroom::ui
