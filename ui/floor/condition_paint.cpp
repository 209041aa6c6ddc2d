// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/condition_paint.h"

#include "ui/kit/condition_mark.h"

#include <QPainter>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace headroom::ui {

using engine::Condition;

namespace {

constexpr double kLeastRack = 7.0;      // pixels of a rack from which it bears its own mark
constexpr double kLeastMachine = 5.0;
constexpr double kWordsFrom = 34.0;     // pixels of a machine from which its word stands beside it
constexpr double kMostRadius = 11.0;

double radiusOn(double size) {
    return std::clamp(0.36 * size, 3.0, kMostRadius);
}

/// Racks of a block that stand alike.
struct Group {
    int count = 0;
    QRectF area;  ///< of their centres
};

}  // namespace

void paintRackConditions(QPainter& painter, const QRectF& view, const engine::Layout& layout,
                         std::span<const Condition> conditions,
                         const std::function<MarkPlace(std::size_t)>& placeOf,
                         const ThemeColours& colours) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    // The heaviest first: their labels find room first.
    std::map<std::pair<int, int>, Group, std::greater<>> groups;
    for (std::size_t i = 0; i < std::min(conditions.size(), layout.racks.size()); ++i) {
        if (conditions[i] == Condition::Normal) {
            continue;
        }
        Group& group = groups[{static_cast<int>(conditions[i]), layout.racks[i].block}];
        ++group.count;
        const MarkPlace place = placeOf(i);
        if (place.size <= 0.0 || !view.contains(place.centre)) {
            continue;
        }
        const QRectF at(place.centre - QPointF(1, 1), QSizeF(2, 2));
        group.area = group.area.isNull() ? at : group.area.united(at);
        if (place.size >= kLeastRack) {
            paintConditionMark(painter, place.centre, radiusOn(place.size), conditions[i], colours);
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(conditionColour(conditions[i], colours));
            painter.drawRect(QRectF(place.centre - QPointF(1.5, 1.5), QSizeF(3.0, 3.0)));
        }
    }
    std::vector<QRectF> taken;
    for (const auto& [key, group] : groups) {
        if (group.area.isNull()) {
            continue;
        }
        const auto condition = static_cast<Condition>(key.first);
        const QString words =
            QStringLiteral("%1 %2").arg(group.count).arg(conditionWord(condition).toLower());
        QRectF area(QPointF(), conditionLabelSize(painter.font(), words));
        area.moveCenter({group.area.center().x(), group.area.top() - area.height() - 4.0});
        area.moveLeft(std::clamp(area.left(), view.left() + 4.0,
                                 std::max(view.left() + 4.0, view.right() - area.width() - 4.0)));
        area.moveTop(std::max(area.top(), view.top() + 4.0));
        for (const QRectF& other : taken) {
            if (other.intersects(area)) {
                area.moveTop(other.bottom() + 2.0);
            }
        }
        taken.push_back(paintConditionLabel(painter, area.center(), condition, words, colours));
    }
    painter.restore();
}

void paintMachineConditions(QPainter& painter, const QRectF& view,
                            std::span<const Condition> conditions,
                            const std::function<MarkPlace(std::size_t)>& placeOf,
                            const ThemeColours& colours) {
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        if (conditions[i] == Condition::Normal) {
            continue;
        }
        const MarkPlace place = placeOf(i);
        if (place.size < kLeastMachine || !view.contains(place.centre)) {
            continue;
        }
        if (place.size >= kWordsFrom) {
            paintConditionLabel(painter, place.centre + place.toWords,
                                conditions[i], conditionWord(conditions[i]), colours);
        } else {
            paintConditionMark(painter, place.centre + place.toMark, radiusOn(1.4 * place.size),
                               conditions[i], colours);
        }
    }
}

}  // namespace headroom::ui
