// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/view_overlay.h"

#include "ui/inspector/describe.h"
#include "ui/scene/rack_colouring.h"
#include "ui/scene/scene_view.h"
#include "ui/scene/view_paint.h"
#include "ui/shell/workspace.h"

#include <QPainter>

#include <cmath>

namespace headroom::ui {

ViewOverlay::ViewOverlay(SceneView* view, Workspace* workspace, RackColouring* colouring)
    : QWidget(view)
    , view_(view)
    , workspace_(workspace)
    , colouring_(colouring) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setAttribute(Qt::WA_TranslucentBackground);
}

void ViewOverlay::paintEvent(QPaintEvent*) {
    if (!workspace_->isOpen()) {
        return;
    }
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    painter.setFont(font());
    const QRectF view = rect();
    if (view_->labels_) {
        for (const engine::HallBox& hall : workspace_->layout().halls) {
            const engine::Box& b = hall.box;
            const QPointF at =
                view_->camera().project({b.x + b.width / 2.0, b.y - 1.2, 0.0});
            if (std::isfinite(at.x()) && view.contains(at)) {
                const std::string& name = hall.name.empty() ? hall.id : hall.name;
                paintLabel(painter, at, QString::fromStdString(name), colours);
            }
        }
    }
    paintLegend(painter, view, colouring_->scale(), colours);
    paintNorth(painter, view.bottomRight() - QPointF(34, 34), view_->camera().northAngle(),
               colours);
    const Selected& hovered = workspace_->selection().hovered();
    if (!hovered.isNone() && view_->underMouse()) {
        paintTip(painter, view, pointer_, describe(*workspace_, *colouring_, hovered), colours);
    }
}

}  // namespace headroom::ui
