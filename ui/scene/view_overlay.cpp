// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/view_overlay.h"

#include "ui/air/air_flow.h"
#include "ui/cooling/process_paint.h"
#include "ui/floor/describe.h"
#include "ui/floor/floor_legend.h"
#include "ui/floor/machine_tint.h"
#include "ui/floor/rack_colouring.h"
#include "ui/kit/paint.h"
#include "ui/scene/focus_panel.h"
#include "ui/scene/scene_conditions.h"
#include "ui/scene/scene_view.h"
#include "ui/scene/section_handles.h"
#include "ui/workspace/workspace.h"

#include <QPainter>
#include <QRegion>

#include <algorithm>
#include <array>

namespace headroom::ui {

ViewOverlay::ViewOverlay(SceneView* view, Workspace* workspace, RackColouring* colouring)
    : QWidget(view),
      view_(view),
      workspace_(workspace),
      colouring_(colouring),
      sensors_(workspace) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setAttribute(Qt::WA_TranslucentBackground);
}

void ViewOverlay::say(const QString& what) {
    said_ = what;
    update();
}

void ViewOverlay::paintEvent(QPaintEvent*) {
    if (!workspace_->isOpen()) {
        return;
    }
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    painter.setFont(font());
    const QRectF view = rect();
    // Legends first: nothing that is painted later may lie on them.
    const QRectF legend = paintFloorLegend(painter, view, *workspace_, *colouring_, colours);
    const QRectF free =
        legend.isEmpty() ? view : view.adjusted(0, 0, legend.left() - view.right() + 4.0, 0);
    const QRectF sensors = sensors_.paintLegend(painter, free, colours);
    legendWidth_ = view.right() - std::min(legend.left(), sensors.left());
    // Below the last legend if there is room, else in a column of its own.
    QRectF air, water, power, last = legend;
    const auto add = [&](const Legend& more) {
        const QRectF box =
            paintNextLegend(painter, view, last, view.right() - legendWidth_, more, colours);
        legendWidth_ = std::max(legendWidth_, view.right() - box.left());
        return last = box;
    };
    if (view_->air_->isOn() && view_->air_->field()) {
        air = add(legendOf(view_->airScene_.scale()));
    }
    if (view_->layers().pipes().isVisible()) {
        water = add(temperatureLegend(view_->layers().pipes().scale(), colours));
    }
    if (view_->layers().power().isVisible() || view_->layers().trays().isVisible()) {
        power = add(powerWayLegend(colouring_->scale().map(), colours));
    }
    const std::array legends = {legend, sensors, air, water, power};
    QRegion open(rect());
    for (const QRectF& box : legends) {
        open -= box.toAlignedRect();
    }
    painter.save();
    painter.setClipRegion(open);
    paintSceneMarks(painter, view, workspace_->layout(), view_->camera(), colouring_->conditions(),
                    machineConditions(workspace_->layout(), workspace_->frame().get()),
                    view_->labels_ ? SceneNames::All : SceneNames::None, colours, legends,
                    view_->mask_);
    paintSection(painter, view_->focusPanel_->focus(), view_->siteBounds(), view_->camera(),
                 colours);
    sensors_.paint(
        painter, view,
        [this](const engine::Box& b) {
            return view_->camera().project(
                {b.x + b.width / 2.0, b.y + b.depth / 2.0, b.z + b.height});
        },
        colours);
    painter.restore();
    paintNorth(painter, view, {legend, sensors, air, water, power}, view_->camera().northAngle(),
               colours);
    const Selected& hovered = workspace_->selection().hovered();
    if (!said_.isEmpty()) {
        paintTip(painter, view, pointer_, {said_}, colours);
    } else if (const int sensor = sensors_.sensorAt(pointer_); sensor >= 0 && view_->underMouse()) {
        paintTip(painter, view, pointer_, sensors_.tip(sensor), colours);
    } else if (!hovered.isNone() && view_->underMouse()) {
        paintTip(painter, view, pointer_, describe(*workspace_, *colouring_, hovered), colours);
    }
}

}  // namespace headroom::ui
