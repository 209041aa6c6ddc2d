// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/tool_rectangle.h"

#include "engine/floor/layout.h"
#include "ui/floor/part_key.h"
#include "ui/floor/plan_objects.h"
#include "ui/kit/paint.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_paint.h"
#include "ui/plan/plan_view.h"
#include "ui/plan/tool.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

using models::StructureKind;

constexpr double kLeastHallM = 1.0;  // that the project allows
constexpr double kLeastPartM = 0.01;

// Where drawing begins; the inspector changes them. They decide nothing by themselves.
constexpr double kWallM = 0.2;      // thickness
constexpr double kTrayM = 0.6;      // width of a tray
constexpr double kTrayHighM = 0.1;  // height of its side rails
constexpr double kTrayBaseM = 2.7;  // underside, above racks of 52 U
constexpr double kClickedColumnM = 0.6;
constexpr double kStoodStepM = 0.05;   // grid of the middle of a clicked column or door
constexpr double kAlignM = 0.3;        // reach of the middles of other columns
constexpr double kDoorReachM = 1.0;    // of a click, to the wall that gets the door
constexpr double kClickedDoorM = 2.4;  // two leaves, wide enough for a rack on a pallet

const char* commandOf(std::optional<StructureKind> kind) {
    if (!kind) {
        return "draw.hall";
    }
    switch (*kind) {
        case StructureKind::Wall:
            return "draw.wall";
        case StructureKind::Column:
            return "draw.column";
        case StructureKind::Door:
            return "draw.door";
        case StructureKind::Room:
            return "draw.room";
        case StructureKind::KeepClear:
            return "draw.keepClear";
        case StructureKind::Ramp:
            return "draw.ramp";
        case StructureKind::Tray:
            return "draw.tray";
    }
    return "";
}

}  // namespace

RectangleTool::RectangleTool(PlanView* plan, std::optional<StructureKind> kind)
    : Tool(plan), kind_(kind) {}

const char* RectangleTool::command() const {
    return commandOf(kind_);
}

QString RectangleTool::word() const {
    return kind_ ? structureWord(*kind_) : PlanView::tr("Hall");
}

QString RectangleTool::hint() const {
    if (!from_) {
        return PlanView::tr("%1: drag from corner to corner, or click the first corner; Esc: done")
            .arg(word());
    }
    return isLine()
               ? PlanView::tr("%1: type length, Tab, thickness, Enter for an exact size")
                     .arg(word())
               : PlanView::tr("%1: type width, Tab, depth, Enter for an exact size").arg(word());
}

bool RectangleTool::isLine() const {
    return kind_ == StructureKind::Wall || kind_ == StructureKind::Tray ||
           kind_ == StructureKind::Door;
}

QPointF RectangleTool::snappedPoint(const PlanPointer& at) const {
    const Snapped snap = plan()->snapped(QRectF(at.site, QSizeF(0, 0)), {}, at.modifiers);
    plan()->showGuides(snap.guides);
    return at.site + snap.by;
}

void RectangleTool::press(const PlanPointer& at) {
    if (!from_) {
        from_ = to_ = snappedPoint(at);
        pressedAt_ = at.window;
        stoodAt_ = at.site;
        aligns_ = (at.modifiers & Qt::AltModifier) == 0;
        moved_ = false;
        typed_.clear();
        plan()->toolChanged();
    } else {
        to_ = snappedPoint(at);
        moved_ = true;
    }
}

void RectangleTool::move(const PlanPointer& at, bool held) {
    to_ = snappedPoint(at);
    if (held && (at.window - pressedAt_).manhattanLength() > kDragPixels) {
        moved_ = true;
    }
}

void RectangleTool::release(const PlanPointer& at) {
    if (!from_) {
        return;
    }
    to_ = snappedPoint(at);
    // A click places a column or a door; of others it sets the first corner.
    if (moved_ || isStood()) {
        finish();
    }
}

/// A click places a column or a door of usual size.
bool RectangleTool::isStood() const {
    return !moved_ && typed_.isEmpty() &&
           (kind_ == StructureKind::Column || kind_ == StructureKind::Door);
}

/// Its middle is where the click was: tiles of the floor say nothing about columns. In line with the middles of
/// columns that are nearly in line; a door in the wall of its hall that is nearest. Alt: neither.
QRectF RectangleTool::stood() const {
    QPointF middle(std::round(stoodAt_.x() / kStoodStepM) * kStoodStepM,
                   std::round(stoodAt_.y() / kStoodStepM) * kStoodStepM);
    const engine::Layout& layout = plan()->workspace().layout();
    if (kind_ == StructureKind::Column) {
        double leastX = aligns_ ? kAlignM : 0.0, leastY = leastX;
        for (const engine::StructureBox& other : layout.structures) {
            const QPointF its(other.box.x + other.box.width / 2.0,
                              other.box.y + other.box.depth / 2.0);
            const double dx = std::abs(its.x() - stoodAt_.x()),
                         dy = std::abs(its.y() - stoodAt_.y());
            if (other.kind == StructureKind::Column && dx < leastX) {
                leastX = dx;
                middle.setX(its.x());
            }
            if (other.kind == StructureKind::Column && dy < leastY) {
                leastY = dy;
                middle.setY(its.y());
            }
        }
        return {middle.x() - kClickedColumnM / 2.0, middle.y() - kClickedColumnM / 2.0,
                kClickedColumnM, kClickedColumnM};
    }
    const QRectF lying(middle.x() - kClickedDoorM / 2.0, middle.y() - kWallM / 2.0, kClickedDoorM,
                       kWallM);
    for (const engine::HallBox& hall : layout.halls) {
        const QRectF floor(hall.box.x, hall.box.y, hall.box.width, hall.box.depth);
        if (!aligns_ || !floor.adjusted(-kDoorReachM, -kDoorReachM, kDoorReachM, kDoorReachM)
                             .contains(middle)) {
            continue;
        }
        const double west = std::abs(middle.x() - floor.left()),
                     east = std::abs(floor.right() - middle.x());
        const double south = std::abs(middle.y() - floor.top()),
                     north = std::abs(floor.bottom() - middle.y());
        const double least = std::min({west, east, south, north});
        if (least > kDoorReachM) {
            continue;
        }
        if (least == south || least == north) {
            return {lying.x(), least == south ? floor.top() : floor.bottom() - kWallM,
                    kClickedDoorM, kWallM};
        }
        return {least == west ? floor.left() : floor.right() - kWallM,
                middle.y() - kClickedDoorM / 2.0, kWallM, kClickedDoorM};
    }
    return lying;
}

QRectF RectangleTool::drawn() const {
    if (isStood()) {
        return stood();
    }
    const QPointF d = to_ - *from_;
    double width = std::abs(d.x()), depth = std::abs(d.y());
    const bool runsEast = width >= depth;
    if (isLine()) {
        const double thick = kind_ == StructureKind::Tray ? kTrayM : kWallM;
        const double along = typed_.firstM().value_or(std::max(width, depth));
        const double across = typed_.secondM().value_or(thick);
        width = runsEast ? along : across;
        depth = runsEast ? across : along;
    } else {
        width = typed_.firstM().value_or(width);
        depth = typed_.secondM().value_or(depth);
    }
    width = std::abs(width);
    depth = std::abs(depth);
    return {from_->x() - (d.x() < 0.0 ? width : 0.0), from_->y() - (d.y() < 0.0 ? depth : 0.0),
            width, depth};
}

void RectangleTool::finish() {
    Workspace& workspace = plan()->workspace();
    Editor& editor = workspace.editor();
    const QRectF area = drawn();
    from_.reset();
    plan()->showGuides({});
    const double least = kind_ ? kLeastPartM : kLeastHallM;
    if (area.width() < least || area.height() < least) {
        plan()->sayAtPointer(PlanView::tr("Too small: at least %1").arg(distanceText(least)));
        plan()->toolChanged();
        return;
    }
    static constexpr const char* kStems[] = {"wall",       "column", "door", "room",
                                             "keep-clear", "ramp",   "tray"};
    const auto index = static_cast<std::size_t>(kind_.value_or(StructureKind::Wall));
    const std::string id = editor.freeId(kind_ ? kStems[index] : "hall");
    engine::Object made = Editor::make(kind_ ? "structure" : "hall", id);
    QPointF corner = area.topLeft();
    if (kind_) {
        const auto* kinds = models::StructureSpec::type().find("kind");
        Editor::set(made, "kind", std::string(kinds->choices[index]));
        const std::string hall = hallAt(workspace, area.center());
        if (!hall.empty()) {
            Editor::set(made, "hall", hall);
            corner -= cornerOf(workspace, hall);
        }
        if (kind_ == StructureKind::Tray) {
            Editor::set(made, "height_m", kTrayHighM);
            Editor::set(made, "base_m", kTrayBaseM);
        }
    } else {
        const auto halls = workspace.project().objectsOf("hall").size();
        Editor::set(made, "name", PlanView::tr("Hall %1").arg(halls + 1).toStdString());
    }
    Editor::set(made, "x_m", rounded(corner.x()));
    Editor::set(made, "y_m", rounded(corner.y()));
    Editor::set(made, "width_m", rounded(area.width()));
    Editor::set(made, "depth_m", rounded(area.height()));
    if (editor.apply({engine::AddObject{made}}, PlanView::tr("Draw %1").arg(word()))) {
        workspace.selection().selectAll(selectedObjects({id}));
    }
    plan()->toolChanged();
}

bool RectangleTool::wants(const QKeyEvent& key) const {
    return from_ && typed_.wants(key);
}

bool RectangleTool::key(QKeyEvent* key) {
    if (!from_) {
        return false;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        moved_ = true;
        finish();
        return true;
    }
    return typed_.take(*key);
}

bool RectangleTool::cancel() {
    const bool isBusy = from_.has_value();
    from_.reset();
    plan()->showGuides({});
    return isBusy;
}

void RectangleTool::paint(QPainter& painter) const {
    if (!from_) {
        return;
    }
    const ThemeColours& colours = Theme::instance().colours();
    const QRectF area = drawn();
    const QRectF shown = plan()->toWindow(area);
    paintGhost(painter, shown, colours, true);
    if (!typed_.isEmpty()) {
        paintLabel(painter, QPointF(shown.center().x(), shown.bottom() + 16), typed_.text(),
                   colours);
        return;
    }
    paintDimension(painter, shown.topLeft() - QPointF(0, 14), shown.topRight() - QPointF(0, 14),
                   distanceText(area.width()), colours);
    paintDimension(painter, shown.bottomLeft() - QPointF(14, 0), shown.topLeft() - QPointF(14, 0),
                   distanceText(area.height()), colours);
}

}  // namespace headroom::ui
