// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/hall_names.h"

#include "ui/kit/paint.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom::ui {

namespace {

/// The one nearest to the middle of all: a name stands on a machine, not between two rows of them.
std::array<double, 3> innermost(const std::vector<std::array<double, 3>>& places) {
    double x = 0.0, y = 0.0;
    for (const auto& place : places) {
        x += place[0] / static_cast<double>(places.size());
        y += place[1] / static_cast<double>(places.size());
    }
    return *std::min_element(places.begin(), places.end(), [&](const auto& a, const auto& b) {
        return std::hypot(a[0] - x, a[1] - y) < std::hypot(b[0] - x, b[1] - y);
    });
}

}  // namespace

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
        std::vector<std::array<double, 3>> tops;  ///< middle of each machine's top
        QString word;
    };

    std::map<std::pair<std::string, std::string>, Group> groups;
    for (const engine::EquipmentBox& machine : layout.equipment) {
        const engine::Box& b = machine.box;
        Group& group = groups[{machine.id, machine.kindName()}];
        group.tops.push_back({b.x + b.width / 2.0, b.y + b.depth / 2.0, b.z + b.height});
        group.word = QString::fromUtf8(machine.kindName());
    }
    const QFontMetricsF metrics(painter.font());
    std::vector<QRectF> taken;
    for (const auto& [key, group] : groups) {
        const QPointF at = camera.project(innermost(group.tops));
        if (!std::isfinite(at.x()) || !view.contains(at)) {
            continue;
        }
        const QString text = group.tops.size() == 1
                                 ? group.word
                                 : QStringLiteral("%1 × %2").arg(group.tops.size()).arg(group.word);
        QRectF area(0, 0, metrics.horizontalAdvance(text) + 14.0, metrics.height() + 4.0);
        area.moveCenter(at);
        if (std::none_of(taken.begin(), taken.end(),
                         [&area](const QRectF& other) { return other.intersects(area); })) {
            taken.push_back(paintLabel(painter, at, text, colours));
        }
    }
}

}  // namespace headroom::ui
