// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/tool_select.h"

#include "models/facility/hall.h"
#include "ui/floor/plan_objects.h"
#include "ui/kit/paint.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_paint.h"
#include "ui/plan/plan_pick.h"
#include "ui/plan/plan_view.h"
#include "ui/plan/tool.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr double kPickPixels = 4.0;
constexpr double kFineM = 0.01;  // of a nudge with Shift
constexpr std::size_t kMostGhosts = 3000;

}  // namespace

SelectTool::SelectTool(PlanView* plan) : Tool(plan), handles_(plan) {}

QString SelectTool::hint() const {
    switch (state_) {
        case State::Moving:
            return PlanView::tr(
                "Type east, Tab, north, Enter for an exact move; Alt: no snapping; "
                "Esc: leave it where it was");
        case State::Stretching:
            return PlanView::tr("Drag for more racks or rows, with Ctrl for the pitch");
        default:
            return {};
    }
}

Qt::CursorShape SelectTool::cursor() const {
    return state_ == State::Moving ? Qt::SizeAllCursor : Qt::ArrowCursor;
}

bool SelectTool::mayMove(const Selected& what) const {
    Workspace& workspace = plan()->workspace();
    const engine::Object* object =
        workspace.project().find(editedObject(workspace.project(), what.objectId));
    return workspace.editor().canEdit() &&
           (airHandlerOf(workspace, what) >= 0 || (object != nullptr && isMovable(*object)));
}

void SelectTool::press(const PlanPointer& at) {
    start_ = now_ = at;
    state_ = State::Pressed;
    hit_ = {};
    if (handles_.grab(at.window)) {
        state_ = State::Stretching;
        plan()->toolChanged();
        return;
    }
    const auto hits = hitsAt(plan()->workspace(), at.site, kPickPixels / plan()->pixelsPerMetre());
    if (!hits.empty()) {
        hit_ = hits.front();
    }
    Selection& selection = plan()->workspace().selection();
    const bool adds = (at.modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) != 0;
    const std::vector<std::string> ids = editedObjects(plan()->workspace());
    const std::string id = editedObject(plan()->workspace().project(), hit_.objectId);
    const bool isSelected = std::find(ids.begin(), ids.end(), id) != ids.end();
    // The press selects an unselected object, so that press and drag move it at once.
    if (!hit_.isNone() && !adds && !isSelected) {
        selection.select(hit_);
    }
}

void SelectTool::move(const PlanPointer& at, bool held) {
    now_ = at;
    Workspace& workspace = plan()->workspace();
    if (!held) {
        const auto hits = hitsAt(workspace, at.site, kPickPixels / plan()->pixelsPerMetre());
        workspace.selection().hover(hits.empty() ? Selected{} : hits.front());
        plan()->setCursor(handles_.isOver(at.window) ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    if (state_ == State::Stretching) {
        handles_.drag(at.site, (at.modifiers & Qt::ControlModifier) != 0);
        return;
    }
    if (state_ == State::Pressed) {
        if ((at.window - start_.window).manhattanLength() < kDragPixels) {
            return;
        }
        const bool adds = (at.modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) != 0;
        if (mayMove(hit_) && !adds) {
            beginMove();
        } else {
            state_ = State::Framing;
        }
        workspace.selection().hover({});
    }
    if (state_ == State::Moving) {
        followPointer(at);
    }
}

void SelectTool::beginMove() {
    Workspace& workspace = plan()->workspace();
    ids_.clear();
    typed_.clear();
    state_ = State::Moving;
    handler_ = airHandlerOf(workspace, hit_);
    if (handler_ >= 0) {
        area_ = areaOf(workspace.layout().equipment[static_cast<std::size_t>(handler_)].box);
        ghosts_ = {area_};
        plan()->toolChanged();
        return;
    }
    for (const std::string& id : editedObjects(workspace)) {
        const engine::Object* object = workspace.project().find(id);
        if (object != nullptr && isMovable(*object)) {
            ids_.push_back(id);
        }
    }
    area_ = footprintOf(workspace, ids_).value_or(QRectF());
    ghosts_ = boxesOf(workspace, ids_);
    if (ghosts_.size() > kMostGhosts) {
        ghosts_ = {area_};
    }
    plan()->toolChanged();
}

void SelectTool::followPointer(const PlanPointer& at) {
    QPointF by = at.site - start_.site;
    const Snapped snap = plan()->snapped(area_.translated(by), ids_, at.modifiers);
    by += snap.by;
    const bool isTyped = !typed_.isEmpty();
    if (isTyped) {
        by = {typed_.firstM().value_or(0.0), typed_.secondM().value_or(0.0)};
    }
    by_ = by;
    plan()->showGuides(isTyped ? std::vector<Guide>{} : snap.guides);
}

void SelectTool::moveHandler(int handler, QPointF by, const std::string& mergeKey) {
    Workspace& workspace = plan()->workspace();
    workspace.editor().apply(moveHandlerEdits(workspace, handler, by),
                             moveHandlerWords(workspace, handler), mergeKey);
}

void SelectTool::finishMove() {
    Workspace& workspace = plan()->workspace();
    state_ = State::Idle;
    plan()->showGuides({});
    if (!by_.isNull() && handler_ >= 0) {
        moveHandler(handler_, by_);
        workspace.selection().select(hit_);  // arrow keys move it on
    } else if (!by_.isNull()) {
        workspace.editor().apply(moveEdits(workspace, ids_, by_),
                                 wordsFor(PlanView::tr("Move"), workspace, ids_));
    }
    ghosts_.clear();
    plan()->toolChanged();
}

void SelectTool::release(const PlanPointer& at) {
    now_ = at;
    switch (std::exchange(state_, State::Idle)) {
        case State::Moving:
            followPointer(at);
            finishMove();
            break;
        case State::Framing:
            finishFrame(at);
            break;
        case State::Stretching:
            handles_.drag(at.site, (at.modifiers & Qt::ControlModifier) != 0);
            handles_.drop();
            plan()->toolChanged();
            break;
        case State::Pressed:
            click(at);
            break;
        case State::Idle:
            break;
    }
}

void SelectTool::click(const PlanPointer& at) {
    Selection& selection = plan()->workspace().selection();
    if ((at.modifiers & Qt::ControlModifier) != 0) {
        if (!hit_.isNone()) {
            selection.toggle(hit_);
        }
    } else if ((at.modifiers & Qt::ShiftModifier) != 0) {
        if (!hit_.isNone() && !selection.contains(hit_)) {
            selection.toggle(hit_);
        }
    } else {
        selection.select(hit_);
    }
    cycleAt_ = at.site;
    cycle_ = 0;
}

void SelectTool::finishFrame(const PlanPointer& at) {
    Workspace& workspace = plan()->workspace();
    const QRectF frame = QRectF(start_.site, at.site).normalized();
    const bool touching = at.window.x() < start_.window.x();
    std::vector<Selected> next;
    if ((at.modifiers & (Qt::ShiftModifier | Qt::ControlModifier)) != 0) {
        next = workspace.selection().all();
    }
    for (const Selected& what : selectedObjects(objectsIn(workspace, frame, touching))) {
        const auto known = std::find(next.begin(), next.end(), what);
        if (known == next.end()) {
            next.push_back(what);
        } else if ((at.modifiers & Qt::ControlModifier) != 0) {
            next.erase(known);
        }
    }
    workspace.selection().selectAll(std::move(next));
    plan()->toolChanged();
}

bool SelectTool::wants(const QKeyEvent& key) const {
    if (state_ == State::Moving) {
        return typed_.wants(key);
    }
    return key.key() == Qt::Key_Tab && key.modifiers() == Qt::NoModifier &&
           hitsAt(plan()->workspace(), plan()->pointerSite(),
                  kPickPixels / plan()->pixelsPerMetre())
                   .size() > 1;
}

bool SelectTool::key(QKeyEvent* key) {
    if (state_ == State::Moving) {
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            finishMove();
            return true;
        }
        const bool taken = typed_.take(*key);
        if (taken) {
            followPointer(now_);
        }
        return taken;
    }
    if (key->key() == Qt::Key_Tab) {
        cycle();
        return true;
    }
    return nudge(key);
}

void SelectTool::cycle() {
    const QPointF at = plan()->pointerSite();
    const auto hits = hitsAt(plan()->workspace(), at, kPickPixels / plan()->pixelsPerMetre());
    if (hits.empty()) {
        return;
    }
    cycle_ = at == cycleAt_ ? cycle_ + 1 : 1;
    cycleAt_ = at;
    plan()->workspace().selection().select(hits[cycle_ % hits.size()]);
}

bool SelectTool::nudge(QKeyEvent* key) {
    QPointF by;
    switch (key->key()) {
        case Qt::Key_Left:
            by = {-1, 0};
            break;
        case Qt::Key_Right:
            by = {1, 0};
            break;
        case Qt::Key_Up:
            by = {0, 1};
            break;
        case Qt::Key_Down:
            by = {0, -1};
            break;
        default:
            return false;
    }
    Workspace& workspace = plan()->workspace();
    if (const int handler = airHandlerOf(workspace, workspace.selection().current());
        handler >= 0 && workspace.editor().canEdit()) {
        const auto& machine = workspace.layout().equipment[static_cast<std::size_t>(handler)];
        const auto hall = engine::specOf<models::HallSpec>(*workspace.project().find(machine.id));
        moveHandler(handler,
                    by * ((key->modifiers() & Qt::ShiftModifier) == 0 ? hall.tileM : kFineM),
                    "plan.nudge");
        return true;
    }
    std::vector<std::string> ids = editedObjects(workspace);
    std::erase_if(ids,
                  [&](const std::string& id) { return !isMovable(*workspace.project().find(id)); });
    if (ids.empty() || !workspace.editor().canEdit()) {
        return false;
    }
    double step = kFineM;
    if ((key->modifiers() & Qt::ShiftModifier) == 0) {
        const auto area = footprintOf(workspace, ids);
        const engine::Object* hall =
            area ? workspace.project().find(hallAt(workspace, area->center())) : nullptr;
        step =
            (hall == nullptr ? models::HallSpec{} : engine::specOf<models::HallSpec>(*hall)).tileM;
    }
    workspace.editor().apply(moveEdits(workspace, ids, by * step),
                             wordsFor(PlanView::tr("Move"), workspace, ids), "plan.nudge");
    return true;
}

bool SelectTool::cancel() {
    const bool isBusy =
        state_ == State::Moving || state_ == State::Framing || state_ == State::Stretching;
    handles_.cancel();
    plan()->showGuides({});
    state_ = State::Idle;
    ghosts_.clear();
    return isBusy;
}

void SelectTool::paint(QPainter& painter) const {
    const ThemeColours& colours = Theme::instance().colours();
    if (state_ == State::Moving) {
        for (const QRectF& box : ghosts_) {
            paintGhost(painter, plan()->toWindow(box.translated(by_)), colours, true);
        }
        const QRectF shown = plan()->toWindow(area_.translated(by_));
        const QString text = typed_.isEmpty()
                                 ? PlanView::tr("%1 east, %2 north")
                                       .arg(distanceText(by_.x()), distanceText(by_.y()))
                                 : typed_.text();
        paintLabel(painter, QPointF(shown.center().x(), shown.bottom() + 16), text, colours);
        return;
    }
    if (state_ == State::Framing) {
        const bool touching = now_.window.x() < start_.window.x();
        QColor fill = colours.selected;
        fill.setAlpha(36);
        painter.setPen(QPen(colours.selected, 1.2, touching ? Qt::DashLine : Qt::SolidLine));
        painter.setBrush(fill);
        painter.drawRect(QRectF(start_.window, now_.window).normalized());
        return;
    }
    handles_.paint(painter, colours);
}

}  // namespace headroom::ui
