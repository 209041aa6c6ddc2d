// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/rack_legend.h"

#include "ui/kit/condition_mark.h"

#include <QObject>

#include <utility>

namespace headroom::ui {

Legend rackLegend(const ColourScale& scale, std::span<const engine::Condition> conditions,
                  const ThemeColours& colours) {
    Legend legend;
    legend.title = scale.title();
    legend.unit = scale.unit();
    if (scale.isContinuous()) {
        legend.ramp = rampOf(scale.map());
        legend.ticks = scale.ticks();
        legend.entries = conditionEntries(conditionCounts(conditions), colours);
        return legend;
    }
    auto entries = scale.entries();
    if (scale.quantity() == engine::RackQuantity::Job) {
        entries.push_back({colours.idleRack, QObject::tr("No job")});
    }
    for (const ColourScale::Entry& entry : entries) {
        const bool isColour = entry.colour.isValid();  // else it tells of how many more there are
        legend.entries.push_back(
            {entry.text, isColour ? swatchOf(entry.colour) : nullptr, !isColour});
    }
    for (LegendEntry& entry : conditionEntries(conditionCounts(conditions), colours)) {
        legend.entries.push_back(std::move(entry));
    }
    return legend;
}

}  // namespace headroom::ui
