// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/tool_measure.h"

#include "models/facility/drawing.h"
#include "ui/floor/plan_objects.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_paint.h"
#include "ui/plan/plan_view.h"
#include "ui/plan/tool.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QKeyEvent>
#include <QLineF>
#include <QPainter>

namespace headroom::ui {

QString MeasureTool::hint() const {
    return PlanView::tr("Measure: click two points; Alt: no snapping; Esc: done");
}

QPointF MeasureTool::point(const PlanPointer& at) const {
    if (!snaps()) {
        return at.site;
    }
    const Snapped snap = plan()->snapped(QRectF(at.site, QSizeF(0, 0)), {}, at.modifiers);
    plan()->showGuides(snap.guides);
    return at.site + snap.by;
}

void MeasureTool::press(const PlanPointer& at) {
    if (!from_ || done_) {
        pressed_ = at.window;
        from_ = to_ = point(at);
        done_ = false;
        return;
    }
    to_ = point(at);
    done_ = true;
    measured();
}

void MeasureTool::move(const PlanPointer& at, bool) {
    const QPointF next = point(at);
    if (!done_) {
        to_ = next;
    }
}

void MeasureTool::release(const PlanPointer& at) {
    // Place of the mouse press: the first point may have snapped away from it.
    const bool dragged = from_ && (pressed_ - at.window).manhattanLength() > kDragPixels;
    if (!done_ && dragged) {
        to_ = point(at);
        done_ = true;
        measured();
    }
}

bool MeasureTool::cancel() {
    const bool isBusy = from_.has_value();
    from_.reset();
    done_ = false;
    plan()->showGuides({});
    return isBusy;
}

double MeasureTool::distanceM() const {
    return from_ ? QLineF(*from_, to_).length() : 0.0;
}

QString MeasureTool::text() const {
    const QPointF d = to_ - *from_;
    return PlanView::tr("%1   (%2 east, %3 north)")
        .arg(distanceText(distanceM()), distanceText(d.x()), distanceText(d.y()));
}

void MeasureTool::paint(QPainter& painter) const {
    if (from_) {
        paintDimension(painter, plan()->toWindow(*from_), plan()->toWindow(to_), text(),
                       Theme::instance().colours());
    }
}

ScaleTool::ScaleTool(PlanView* plan, std::string drawing)
    : MeasureTool(plan), drawing_(std::move(drawing)) {}

QString ScaleTool::hint() const {
    return done_ ? PlanView::tr("Scale of the drawing: type the true distance in %1, Enter")
                       .arg(lengthSymbol())
                 : PlanView::tr("Scale of the drawing: click two points whose distance is known");
}

QString ScaleTool::text() const {
    return !typed_.isEmpty() ? typed_.text()
           : done_           ? PlanView::tr("%1 now; true distance?").arg(distanceText(distanceM()))
                             : distanceText(distanceM());
}

void ScaleTool::measured() {
    typed_.clear();
    plan()->toolChanged();
}

bool ScaleTool::wants(const QKeyEvent& key) const {
    return done_ && typed_.wants(key);
}

bool ScaleTool::key(QKeyEvent* key) {
    if (!done_) {
        return false;
    }
    if (key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter) {
        return typed_.take(*key);
    }
    const double trueM = typed_.firstM().value_or(0.0);
    Workspace& workspace = plan()->workspace();
    const engine::Object* object = workspace.project().find(drawing_);
    if (trueM <= 0.0 || distanceM() <= 0.0 || object == nullptr) {
        return true;
    }
    // The first point stays where it is on the plan; everything else spreads from it.
    const double by = trueM / distanceM();
    const auto spec = engine::specOf<models::DrawingSpec>(*object);
    const QPointF corner = *from_ + (QPointF(spec.xM, spec.yM) - *from_) * by;
    workspace.editor().apply({engine::SetAttribute{drawing_, "width_m", rounded(spec.widthM * by)},
                              engine::SetAttribute{drawing_, "x_m", rounded(corner.x())},
                              engine::SetAttribute{drawing_, "y_m", rounded(corner.y())}},
                             PlanView::tr("Scale %1").arg(workspace.nameOfObject(drawing_)));
    cancel();
    typed_.clear();
    return true;
}

}  // namespace headroom::ui
