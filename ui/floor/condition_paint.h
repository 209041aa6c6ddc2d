// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/kinds/condition.h"
#include "ui/kit/theme.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <functional>
#include <span>
#include <vector>

class QFont;
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

/// Racks in one condition, and their common label.
struct ConditionLabel {
    engine::Condition condition = engine::Condition::Normal;
    int count = 0;
    QRectF area;  ///< of the middles of those that are seen, in pixels
    QRectF box;   ///< of the label

    QString words() const;  ///< "16 tripped"
};

/// Gives each its place, the heaviest first as they come: above its racks, inside of `view`. Labels of one condition that would touch
/// become one; others move down.
std::vector<ConditionLabel> placeConditionLabels(std::vector<ConditionLabel> groups,
                                                 const QRectF& view, const QFont& font);

/// The marks of all racks that are not normally, over plan and 3-D alike: one on each rack that
/// is large enough to bear it, a dot on others, and, wherever, one label with mark, number and word
/// for those of a block, or of neighbouring blocks seen from afar, in one condition ("16 tripped").
struct RackMarks {
    struct Mark {
        QPointF centre;
        double size;
        engine::Condition condition;
    };

    std::vector<Mark> marks;
    std::vector<ConditionLabel> labels;  ///< names make room for them
};

/// `placeOf` maps an index into Layout::racks to the picture.
RackMarks rackMarks(const QRectF& view, const QFont& font, const engine::Layout& layout,
                    std::span<const engine::Condition> conditions,
                    const std::function<MarkPlace(std::size_t)>& placeOf);

void paintRackMarks(QPainter& painter, const RackMarks& marks, const ThemeColours& colours);

/// Words of machines in one condition, and their place: those that would touch are one ("17 × No power"),
/// clear of what is `taken`.
struct MachineLabel {
    engine::Condition condition = engine::Condition::Normal;
    int count = 0;
    QRectF box;

    QString words() const;
};

std::vector<MachineLabel> machineLabels(const QRectF& view, const QFont& font,
                                        std::span<const engine::Condition> conditions,
                                        const std::function<MarkPlace(std::size_t)>& placeOf);

/// Areas that paintMachineConditions() covers with its words and marks: names make room for them.
std::vector<QRectF> machineMarkAreas(const QRectF& view, const QFont& font,
                                     std::span<const engine::Condition> conditions,
                                     const std::function<MarkPlace(std::size_t)>& placeOf);

/// The same of machines: a mark on each, a word next to it where it is large enough and is alone.
void paintMachineConditions(QPainter& painter, const QRectF& view,
                            std::span<const engine::Condition> conditions,
                            const std::function<MarkPlace(std::size_t)>& placeOf,
                            const ThemeColours& colours);

}  // namespace headroom::ui
