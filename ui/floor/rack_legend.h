// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/colour_scale.h"
#include "ui/kit/legend.h"

#include <span>

namespace headroom::ui {

/// The legend of what colours the racks, and of the marks that some of them bear.
Legend rackLegend(const ColourScale& scale, std::span<const engine::Condition> conditions,
                  const ThemeColours& colours);

}  // namespace headroom::ui
