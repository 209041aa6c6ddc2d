// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/floor_legend.h"

#include "ui/floor/blast_paint.h"
#include "ui/floor/rack_colouring.h"
#include "ui/floor/rack_legend.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/floor_focus.h"
#include "ui/workspace/workspace.h"

#include <cmath>

namespace headroom::ui {

namespace {

Legend fieldLegend(const FloorField& field, ColourMap map) {
    Legend legend;
    legend.title = field.title;
    legend.unit = field.unit;
    legend.ramp = rampOf(map);
    const double span = field.high - field.low;
    for (int i = 0; i <= static_cast<int>(std::lround(span / field.step)); ++i) {
        legend.ticks.push_back(
            {i * field.step / span, plainNumberText(field.low + i * field.step, 3)});
    }
    if (!field.detail.isEmpty()) {
        legend.entries.push_back({field.detail, nullptr, true});
    }
    return legend;
}

}  // namespace

std::optional<Legend> floorLegend(const QFont& font, const Workspace& workspace,
                                  const RackColouring& colouring, const ThemeColours& colours) {
    if (workspace.blast().reach() != nullptr) {
        return blastLegend(font, workspace.blast(), colours);
    }
    if (const FloorField* field = workspace.floor().field()) {
        return fieldLegend(*field, colouring.scale().map());
    }
    return colouring.values().empty()
               ? std::optional<Legend>()
               : rackLegend(colouring.scale(), colouring.conditions(), colours);
}

}  // namespace headroom::ui
