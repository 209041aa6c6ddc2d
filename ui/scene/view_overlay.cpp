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
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/floor_focus.h"
#include "ui/workspace/workspace.h"

#include <QPainter>
#include <QRegion>

#include <optional>
#include <utility>
#include <vector>

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
    std::vector<Legend> shown;
    const auto add = [&shown](std::optional<Legend> legend) {
        if (legend) {
            shown.push_back(std::move(*legend));
        }
    };
    if (parts.hasLegend) {
        add(floorLegend(painter.font(), *workspace_, *colouring_, colours));
        if (view_->layers().power().isVisible() || view_->layers().trays().isVisible()) {
            const bool isAsRacks = !shown.empty() && workspace_->blast().reach() == nullptr &&
                                   workspace_->floor().field() == nullptr &&
                                   colouring_->scale().isShare();
            add(powerWayLegend(colouring_->scale().map(), isAsRacks, colours));
        }
        add(sensors_.legend(colours));
        if (view_->air_->isOn() && view_->air_->field()) {
            add(legendOf(view_->airScene_.scale()));
        }
        if (view_->layers().pipes().isVisible()) {
            add(temperatureLegend(view_->layers().pipes().scale(), colours));
        }
    }
    const std::vector<QRectF> legends = paintLegends(painter, view, std::move(shown), colours);
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
    paintNorth(painter, view, legends, camera.northAngle(), colours);
    if (parts.hasScale) {
        constexpr double kEdge = 18.0;
        paintRuler(painter, view.bottomLeft() + QPointF(kEdge, -kEdge), camera.metresPerPixel(),
                   colours);
    }
    return view.right() - leftOf(legends, view);
}

}  // namespace headroom::ui
