// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/kinds/condition.h"
#include "ui/kit/theme.h"

#include <QPointF>

#include <functional>
#include <span>

class QPainter;

namespace headroom::ui {

/// Where a thing is on the picture, and the length of its smaller side there, in pixels; not visible:
/// size 0.
struct MarkPlace {
    QPointF centre;
    double size = 0.0;
    QPointF toWords{};  ///< from the centre to the word of a machine, clear of its name
    QPointF toMark{};   ///< from the centre to the mark of a machine too small for a word
};

/// The marks of all racks that do not stand normally, over plan and 3-D alike: on each rack that is
/// large enough to bear one, and, wherever, one label with mark, number and word for those of a
/// block that stand alike ("16 tripped"). `placeOf` maps an index into Layout::racks to the picture.
void paintRackConditions(QPainter& painter, const QRectF& view, const engine::Layout& layout,
                         std::span<const engine::Condition> conditions,
                         const std::function<MarkPlace(std::size_t)>& placeOf,
                         const ThemeColours& colours);

/// The same of machines: a mark on each, a word beside it where it is large enough.
void paintMachineConditions(QPainter& painter, const QRectF& view,
                            std::span<const engine::Condition> conditions,
                            const std::function<MarkPlace(std::size_t)>& placeOf,
                            const ThemeColours& colours);

}  // namespace headroom::ui
