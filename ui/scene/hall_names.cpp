// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/hall_names.h"

#include "engine/floor/machine_groups.h"
#include "ui/kit/paint.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::ui {

namespace {

// Pixels from the top of a machine to its name: the top may bear a mark of its state; then further up, then below.
constexpr double kPlaces[] = {22.0, 44.0, -26.0};

}  // namespace

void paintHallNames(QPainter& painter, const engine::Layout& layout, const SceneCamera& camera,
                    const QRectF& view, std::vector<QRectF>& taken, const ThemeColours& colours) {
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
                       const QRectF& view, std::vector<QRectF>& taken, const ThemeColours& colours) {
    const QFontMetricsF metrics(painter.font());
    for (const engine::MachineGroup& group : engine::machineGroups(layout)) {
        const engine::Box& b = layout.equipment[static_cast<std::size_t>(group.innermost)].box;
        const QPointF top = camera.project({b.x + b.width / 2.0, b.y + b.depth / 2.0, b.z + b.height});
        if (!std::isfinite(top.x())) {
            continue;
        }
        const QString text = QString::fromStdString(group.words());
        QRectF area(0, 0, metrics.horizontalAdvance(text) + 14.0, metrics.height() + 4.0);
        for (const double up : kPlaces) {
            const QPointF at = top - QPointF(0.0, up);
            area.moveCenter(at);
            if (view.contains(at) && std::none_of(taken.begin(), taken.end(), [&area](const QRectF& other) {
                    return other.intersects(area);
                })) {
                taken.push_back(paintLabel(painter, at, text, colours));
                break;
            }
        }
    }
}

}  // namespace headroom::ui
