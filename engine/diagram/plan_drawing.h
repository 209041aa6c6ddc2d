// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"
#include "engine/diagram/drawing_words.h"
#include "engine/floor/layout.h"
#include "engine/kinds/condition.h"

#include <span>
#include <string>
#include <string_view>

/// The floor plan as a display list: halls, aisles, parts of the building, cable trays, machines, racks, and their names. North is
/// up. The window (ui/plan/plan_paint.h), sheets of paper (diagram/plan_svg.h) and DXF (diagram/plan_dxf.h) paint it.
namespace headroom::engine {

/// Kinds of items. The index is the place in the list of Layout; of names, that in machineGroups() and in Layout::blocks.
enum PlanItem : int {
    kPlanHall,
    kPlanAisle,
    kPlanTray,
    kPlanStructure,
    kPlanRack,
    kPlanMachine,
    kPlanMachineGroup,
    kPlanRackBlock
};

/// Sizes of letters, in units of the drawing. A name that needs smaller letters than the least is left out.
struct PlanLetters {
    double least = 8.0, most = 12.0;  ///< in racks, machines and rooms
    double name = 12.0;               ///< of machines and blocks, next to them
    double hall = 12.0;
};

/// The grid of floor tiles of a hall, from its south-west corner.
struct FloorTiles {
    double tileM = 0.0;
    double xM = 0.0, yM = 0.0;  ///< of the first joints
};

struct PlanScene {
    const Layout& layout;
    const DrawingWords& words;
    PlanLetters letters;
    double perMetre = 1.0;  ///< units of the drawing; y goes down
    DrawnPoint origin;      ///< of the site, in the drawing
    double hair = 1.0;      ///< a thin line, in units of the drawing
    int hall = -1;          ///< the only one that is drawn; -1 means the whole site
    DrawnBox visible;       ///< parts outside are left out; empty means that all are drawn
    std::span<const FloorTiles> tiles;  ///< by hall; none are drawn if it is empty
    std::span<const Condition> racks;   ///< empty before a run
    bool hasNames = true, hasAisles = true;
    /// Names state the object of the project: paper has no tips.
    bool namesObjects = false;
};

/// Layers of items are those of DXF (diagram/plan_dxf.h). Bodies of racks and machines have Ink::Body: pens choose their colours by
/// item. Words on them have Ink::Glyph.
DisplayList drawPlan(const PlanScene& scene);

/// A name as layers and blocks of DXF R2000 take it: capitals, digits, minus.
std::string layerWord(std::string_view words);

/// Whether the middle of a box is in a hall.
bool isInHall(const Box& box, const HallBox& hall);

/// Index of the hall with an id; -1 if there is none.
int hallOfId(const Layout& layout, std::string_view id);

}  // namespace headroom::engine
