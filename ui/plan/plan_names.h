// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/theme.h"

class QPainter;

namespace headroom::ui {

class PlanView;

/// The names of the halls below them; what would cover another is left out.
void paintHallNames(QPainter& painter, const PlanView& view, const ThemeColours& colours);

/// One name for machines that are too small to bear their own ("4 × Cooling tower"), next to them, the largest
/// groups first. It covers no machine, no rack, no hall and no other name: where there is no room, zooming in
/// makes some.
void paintMachineNames(QPainter& painter, const PlanView& view, const ThemeColours& colours);

}  // namespace headroom::ui
