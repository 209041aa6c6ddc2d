// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/hall_names.h"

#include "engine/floor/machine_groups.h"
#include "ui/floor/scene_pick.h"
#include "ui/kit/paint.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace headroom::ui {

namespace {

// Pixels from the top of a machine to its name: the top may bear a mark of its state; then further up, then below.
constexpr double kPlaces[] = {22.0, 44.0, -26.0};

/// Middle of the top of the innermost machine of a group in the picture, else of another one. Nothing if other things hide
/// all of them: a name must not float over a neighbour.
std::optional<QPointF> seenTop(const engine::Layout& layout, const engine::MachineGroup& group,
                               const SceneCamera& camera, const SceneMask& mask) {
    const auto isShown = [&mask](const Selected& what) {
        return what.rack() >= 0
                   ? lookOf(mask.racks, static_cast<std::size_t>(what.index)) == SceneLook::Shown
                   : what.equipment() < 0 ||
                         lookOf(mask.machines, static_cast<std::size_t>(what.index)) ==
                             SceneLook::Shown;
    };
    constexpr std::size_t kMostTried = 8;
    std::vector<int> tried{group.innermost};
    const std::size_t step = group.machines.size() / kMostTried + 1;
    for (std::size_t i = 0; i < group.machines.size(); i += step) {
        tried.push_back(group.machines[i]);
    }
    for (const int machine : tried) {
        if (lookOf(mask.machines, static_cast<std::size_t>(machine)) != SceneLook::Shown) {
            continue;
        }
        const engine::Box& b = layout.equipment[static_cast<std::size_t>(machine)].box;
        const QPointF at =
            camera.project({b.x + b.width / 2.0, b.y + b.depth / 2.0, b.z + b.height});
        if (!std::isfinite(at.x())) {
            continue;
        }
        const Selected hit = pickAlong(layout, camera.ray(at), nullptr, isShown);
        const auto before = static_cast<std::size_t>(std::max(0, hit.equipment()));
        const bool isOwn = hit.equipment() >= 0 && layout.equipment[before].id == group.id &&
                           layout.equipment[before].kindName() == group.kind;
        if (hit.isNone() || isOwn) {
            return at;
        }
    }
    return std::nullopt;
}

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
                       const QRectF& view, std::vector<QRectF>& taken, const ThemeColours& colours,
                       const SceneMask& mask) {
    const QFontMetricsF metrics(painter.font());
    for (const engine::MachineGroup& group : engine::machineGroups(layout)) {
        const auto top = seenTop(layout, group, camera, mask);
        if (!top) {
            continue;
        }
        const QString text = QString::fromStdString(group.words());
        QRectF area(0, 0, metrics.horizontalAdvance(text) + 14.0, metrics.height() + 4.0);
        for (const double up : kPlaces) {
            const QPointF at = *top - QPointF(0.0, up);
            area.moveCenter(at);
            if (view.contains(at) &&
                std::none_of(taken.begin(), taken.end(),
                             [&area](const QRectF& other) { return other.intersects(area); })) {
                taken.push_back(paintLabel(painter, at, text, colours));
                break;
            }
        }
    }
}

}  // namespace headroom::ui
