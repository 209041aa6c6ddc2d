// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/tool_place.h"

#include "ui/floor/plan_objects.h"
#include "ui/kit/paint.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_paint.h"
#include "ui/plan/plan_view.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QKeyEvent>
#include <QPainter>

namespace headroom::ui {

PlaceTool::PlaceTool(PlanView* plan, Stamp stamp)
    : Tool(plan), stamp_(std::move(stamp)), area_(stamp_.area()) {
    const QPointF at = plan->pointerSite();
    follow({plan->toWindow(at), at, Qt::NoModifier});
    shown_ = plan->underMouse();
}

QString PlaceTool::hint() const {
    return stamp_.turned
               ? PlanView::tr("%1: click to put it down, R turns it, Esc: done").arg(stamp_.title)
               : PlanView::tr("%1: click to put it down, Esc: done").arg(stamp_.title);
}

void PlaceTool::follow(const PlanPointer& at) {
    // It hangs at the pointer by its middle.
    corner_ = at.site - area_.center();
    const Snapped snap = plan()->snapped(area_.translated(corner_), {}, at.modifiers);
    corner_ += snap.by;
    plan()->showGuides(snap.guides);
    const Placing placing = stamp_.place(plan()->workspace(), corner_);
    refusal_ = placing.refusal;
    joined_ = placing.joined;
    plan()->sayAtPointer(refusal_.isEmpty() ? placing.note : refusal_);
    shown_ = true;
}

void PlaceTool::move(const PlanPointer& at, bool) {
    follow(at);
}

void PlaceTool::press(const PlanPointer& at) {
    follow(at);
    const Placing placing = stamp_.place(plan()->workspace(), corner_);
    if (!placing.refusal.isEmpty()) {
        plan()->sayAtPointer(placing.refusal);
        return;
    }
    Workspace& workspace = plan()->workspace();
    if (workspace.editor().apply(placing.edits, placing.words)) {
        workspace.selection().selectAll(selectedObjects(placing.made));
        plan()->sayAtPointer(stamp_.elsewhere);
    }
    plan()->showGuides({});
}

bool PlaceTool::wants(const QKeyEvent& key) const {
    return key.key() == Qt::Key_R && key.modifiers() == Qt::NoModifier && stamp_.turned;
}

bool PlaceTool::key(QKeyEvent* key) {
    if (!wants(*key)) {
        return false;
    }
    stamp_ = stamp_.turned();
    area_ = stamp_.area();
    const QPointF at = plan()->pointerSite();
    follow({plan()->toWindow(at), at, key->modifiers()});
    return true;
}

void PlaceTool::paint(QPainter& painter) const {
    if (!shown_) {
        return;
    }
    const ThemeColours& colours = Theme::instance().colours();
    for (const QRectF& box : joined_) {
        paintGhost(painter, plan()->toWindow(box), colours, true);
    }
    for (std::size_t i = 0; joined_.empty() && i < stamp_.boxes.size(); ++i) {
        paintGhost(painter, plan()->toWindow(stamp_.boxes[i].translated(corner_)), colours,
                   refusal_.isEmpty());
    }
    const QRectF shown = plan()->toWindow(area_.translated(corner_));
    paintLabel(painter, QPointF(shown.center().x(), shown.bottom() + 16),
               stamp_.boxes.empty() ? stamp_.title
                                    : QStringLiteral("%1 · %2").arg(
                                          stamp_.title, sizeText(area_.width(), area_.height())),
               colours);
}

}  // namespace headroom::ui
