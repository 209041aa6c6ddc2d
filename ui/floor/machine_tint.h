// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/run/frame/frame.h"
#include "ui/kit/theme.h"

#include <QColor>

#include <vector>

namespace headroom::ui {

/// Whether all feeds of the network and storage of a hall are dead. False while nothing is known.
bool isHallDark(const engine::Frame& frame, int hall);

/// The colour in which a kind of equipment is drawn, in 3-D and on the plan.
QColor equipmentColour(engine::EquipmentKind kind, const ThemeColours& colours);

/// State of the coolant machine at a place of the floor. Running if the state is not known.
engine::CoolingLinkState machineState(const engine::EquipmentBox& box, const engine::Frame* frame);

/// Condition of each piece of equipment: machines of the coolant by their link, the last of its boxes for
/// those that are away, since a run only counts them; units of the wiring by their own state. `frame` may
/// be null: all of them Normal.
std::vector<engine::Condition> machineConditions(const engine::Layout& layout,
                                                 const engine::Frame* frame);

/// The colour of each piece of equipment: that of its kind, of its condition, or paler while it
/// is on standby. `frame` may be null.
std::vector<QRgb> machineTints(const engine::Layout& layout, const engine::Frame* frame);

}  // namespace headroom::ui
