// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/hall_names.h"

#include "ui/kit/paint.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom::ui {

void paintHallNames(QPainter& painter, const engine::Layout& layout, const SceneCamera& camera,
                    const QRectF& view, const ThemeColours& colours) {
    struct Name {
        QPointF at;
        QString text;
    };

    std::vector<Name> names;
    for (const engine::HallBox& hall : layout.halls) {
        const engine::Box& b = hall.box;
        const QPointF at = camera.project({b.x + b.width / 2.0, b.y - 1.2, 0.0});
        if (std::isfinite(at.x()) && view.contains(at)) {
            names.push_back({at, QString::fromStdString(hall.name.empty() ? hall.id : hall.name)});
        }
    }
    std::stable_sort(names.begin(), names.end(),
                     [](const Name& a, const Name& b) { return a.at.y() > b.at.y(); });
    const QFontMetricsF metrics(painter.font());
    std::vector<QRectF> taken;
    for (const Name& name : names) {
        QRectF area(0, 0, metrics.horizontalAdvance(name.text) + 18.0, metrics.height() + 8.0);
        area.moveCenter(name.at);
        if (std::none_of(taken.begin(), taken.end(),
                         [&area](const QRectF& other) { return other.intersects(area); })) {
            taken.push_back(paintLabel(painter, name.at, name.text, colours));
        }
    }
}

void paintMachineNames(QPainter& painter, const engine::Layout& layout, const SceneCamera& camera,
                       const QRectF& view, const ThemeColours& colours) {
    struct Group {
        int count = 0;
        double lowX = 0.0, highX = 0.0, lowY = 0.0, highY = 0.0, top = 0.0;
        QString word;
    };

    std::map<std::pair<std::string, std::string>, Group> groups;
    for (const engine::EquipmentBox& machine : layout.equipment) {
        const engine::Box& b = machine.box;
        Group& group = groups[{machine.id, machine.kindName()}];
        if (group.count++ == 0) {
            group.lowX = b.x;
            group.lowY = b.y;
            group.highX = b.x + b.width;
            group.highY = b.y + b.depth;
            group.word = QString::fromUtf8(machine.kindName());
        }
        group.lowX = std::min(group.lowX, b.x);
        group.lowY = std::min(group.lowY, b.y);
        group.highX = std::max(group.highX, b.x + b.width);
        group.highY = std::max(group.highY, b.y + b.depth);
        group.top = std::max(group.top, b.z + b.height);
    }
    const QFontMetricsF metrics(painter.font());
    std::vector<QRectF> taken;
    for (const auto& [key, group] : groups) {
        const QPointF at = camera.project(
            {0.5 * (group.lowX + group.highX), 0.5 * (group.lowY + group.highY), group.top});
        if (!std::isfinite(at.x()) || !view.contains(at)) {
            continue;
        }
        const QString text = group.count == 1
                                 ? group.word
                                 : QStringLiteral("%1 × %2").arg(group.count).arg(group.word);
        QRectF area(0, 0, metrics.horizontalAdvance(text) + 14.0, metrics.height() + 4.0);
        area.moveCenter(at);
        if (std::none_of(taken.begin(), taken.end(),
                         [&area](const QRectF& other) { return other.intersects(area); })) {
            taken.push_back(paintLabel(painter, at, text, colours));
        }
    }
}

}  // namespace headroom::ui
