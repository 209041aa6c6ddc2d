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
    QPainter painter(this);
    painter.setFont(font());
    const QRectF view = rect();
    ScenePicture all;
    all.hasNames = view_->labels_;
    legendWidth_ = paintOn(painter, view, view_->camera(), all);
    const ThemeColours& colours = Theme::instance().colours();
    paintSection(painter, view_->focusPanel_->focus(), view_->siteBounds(), view_->camera(),
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

double ViewOverlay::paintOn(QPainter& painter, const QRectF& view, const SceneCamera& camera,
                            const ScenePicture& parts) {
    const ThemeColours& colours = Theme::instance().colours();
    // Legends first: nothing that is painted later may lie on them.
    QRectF legend, sensors, air, water, power;
    double width = 0.0;
    if (parts.hasLegend) {
        legend = paintFloorLegend(painter, view, *workspace_, *colouring_, colours);
        const QRectF free =
            legend.isEmpty() ? view : view.adjusted(0, 0, legend.left() - view.right() + 4.0, 0);
        sensors = sensors_.paintLegend(painter, free, colours);
        width = view.right() - std::min(legend.left(), sensors.left());
        // Below the last legend if there is room, else in a column of its own.
        QRectF last = legend;
        const auto add = [&](const Legend& more) {
            const QRectF box =
                paintNextLegend(painter, view, last, view.right() - width, more, colours);
            width = std::max(width, view.right() - box.left());
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
    }
    const std::array legends = {legend, sensors, air, water, power};
    QRegion open(view.toAlignedRect());
    for (const QRectF& box : legends) {
        open -= box.toAlignedRect();
    }
    painter.save();
    painter.setClipRegion(open);
    paintSceneMarks(painter, view, workspace_->layout(), camera, colouring_->conditions(),
                    machineConditions(workspace_->layout(), workspace_->frame().get()),
                    parts.hasNames ? SceneNames::All : SceneNames::None, colours, legends,
                    view_->mask_);
    sensors_.paint(
        painter, view,
        [&camera](const engine::Box& b) {
            return camera.project({b.x + b.width / 2.0, b.y + b.depth / 2.0, b.z + b.height});
        },
        colours);
    painter.restore();
    paintNorth(painter, view, {legend, sensors, air, water, power}, camera.northAngle(), colours);
    if (parts.hasScale) {
        constexpr double kEdge = 18.0;
        paintRuler(painter, view.bottomLeft() + QPointF(kEdge, -kEdge), camera.metresPerPixel(),
                   colours);
    }
    return width;
}

}  // namespace headroom::ui
