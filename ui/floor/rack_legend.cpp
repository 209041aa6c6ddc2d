// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/rack_legend.h"

#include <QObject>

namespace headroom::ui {

QRectF paintRackLegend(QPainter& painter, const QRectF& view, const ColourScale& scale,
                       const ThemeColours& colours) {
    Legend legend;
    legend.title = scale.title();
    legend.unit = scale.unit();
    if (scale.isContinuous()) {
        legend.ramp = rampOf(scale.map());
        legend.ticks = scale.ticks();
        return paintLegendBox(painter, view, legend, colours);
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
    return paintLegendBox(painter, view, legend, colours);
}

}  // namespace headroom::ui
