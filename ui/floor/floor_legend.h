// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/legend.h"

#include <optional>

class QFont;

namespace headroom::ui {

class RackColouring;
class Workspace;
struct ThemeColours;

/// The legend of what colours the floor now, in plan and 3-D alike: the blast radius, a field that a view shows,
/// or the racks' quantity. None where it could explain nothing.
std::optional<Legend> floorLegend(const QFont& font, const Workspace& workspace,
                                  const RackColouring& colouring, const ThemeColours& colours);

}  // namespace headroom::ui
