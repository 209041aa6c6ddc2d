// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/scene_conditions.h"

#include "ui/floor/condition_paint.h"
#include "ui/scene/hall_names.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::ui {

namespace {

MarkPlace markPlace(const SceneCamera& camera, const engine::Box& box) {
    const double x = box.x + box.width / 2.0, y = box.y + box.depth / 2.0;
    const double top = box.z + box.height;
    const QPointF centre = camera.project({x, y, top});
    const QPointF east = camera.project({box.x + box.width, y, top});
    const QPointF north = camera.project({x, box.y + box.depth, top});
    if (!std::isfinite(centre.x()) || !std::isfinite(east.x()) || !std::isfinite(north.x())) {
        return {};
    }
    // Half of each visible side of the top; the wider one says how much room there is.
    return {centre, 2.0 * std::max(QLineF(centre, east).length(),
                                   std::min(QLineF(centre, north).length(),
                                            2.0 * QLineF(centre, east).length()))};
}

}  // namespace

void paintSceneMarks(QPainter& painter, const QRectF& view, const engine::Layout& layout,
                     const SceneCamera& camera, std::span<const engine::Condition> racks,
                     std::span<const engine::Condition> machines, SceneNames names,
                     const ThemeColours& colours, std::span<const QRectF> covered,
                     const SceneMask& mask) {
    const auto isShown = [](const std::vector<SceneLook>& looks, std::size_t i) {
        return lookOf(looks, i) == SceneLook::Shown;
    };
    const RackMarks marks = rackMarks(view, painter.font(), layout, racks, [&](std::size_t i) {
        return isShown(mask.racks, i) ? markPlace(camera, layout.racks[i].box) : MarkPlace{};
    });
    const auto machinePlace = [&](std::size_t i) {
        return isShown(mask.machines, i) ? markPlace(camera, layout.equipment[i].box) : MarkPlace{};
    };
    std::vector<QRectF> taken = machineMarkAreas(view, painter.font(), machines, machinePlace);
    taken.insert(taken.end(), covered.begin(), covered.end());
    for (const ConditionLabel& label : marks.labels) {
        taken.push_back(label.box);
    }
    if (names != SceneNames::None) {
        paintHallNames(painter, layout, camera, view, taken, colours);
    }
    if (names == SceneNames::All) {
        paintMachineNames(painter, layout, camera, view, taken, colours, mask);
    }
    paintMachineConditions(painter, view, machines, machinePlace, colours);
    paintRackMarks(painter, marks, colours);
}

}  // namespace headroom::ui
