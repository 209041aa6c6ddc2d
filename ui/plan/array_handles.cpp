// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/array_handles.h"

#include "engine/floor/layout.h"
#include "ui/floor/plan_objects.h"
#include "ui/kit/paint.h"
#include "ui/plan/plan_paint.h"
#include "ui/plan/plan_view.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/workspace.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kHandle = 10.0;  // pixels
constexpr double kAway = 12.0;    // from the edge of the block
constexpr int kMost = 1000;       // racks of a row and rows, as the project allows

}  // namespace

double ArrayHandles::Block::rackPitchM() const {
    return std::isnan(spec.rackPitchM) ? rack.widthM : spec.rackPitchM;
}

std::vector<QRectF> ArrayHandles::Block::boxes() const {
    std::vector<QRectF> all;
    models::RackBlockSpec at = spec;
    at.xM = at.yM = 0.0;
    for (int row = 0; row < spec.rows; ++row) {
        for (int column = 0; column < spec.racksPerRow; ++column) {
            all.push_back(
                areaOf(engine::rackPlace(at, rack, rackPitchM(), area.x(), area.y(), row, column)));
        }
    }
    return all;
}

std::optional<ArrayHandles::Block> ArrayHandles::selected() const {
    Workspace& workspace = plan_->workspace();
    const std::vector<std::string> ids = editedObjects(workspace);
    const engine::Object* object =
        ids.size() == 1 ? workspace.project().find(ids.front()) : nullptr;
    if (object == nullptr || object->type->id != "rack_block" || !workspace.editor().canEdit()) {
        return std::nullopt;
    }
    Block block;
    block.id = object->id;
    block.spec = engine::specOf<models::RackBlockSpec>(*object);
    const auto* rack = workspace.catalogue()->spec<models::RackSpec>(block.spec.rack);
    const auto area = footprintOf(workspace, block.id);
    if (rack == nullptr || !area) {
        return std::nullopt;
    }
    block.rack = *rack;
    block.area = *area;
    return block;
}

QRectF ArrayHandles::handle(const QRectF& area, Handle which) const {
    const QRectF shown = plan_->toWindow(area);
    const QPointF middle = which == Handle::East
                               ? QPointF(shown.right() + kAway, shown.center().y())
                               : QPointF(shown.center().x(), shown.top() - kAway);
    return {middle - QPointF(kHandle / 2, kHandle / 2), QSizeF(kHandle, kHandle)};
}

ArrayHandles::Handle ArrayHandles::handleAt(QPointF window) const {
    if (const auto block = selected()) {
        for (const Handle which : {Handle::East, Handle::North}) {
            if (handle(block->area, which).adjusted(-3, -3, 3, 3).contains(window)) {
                return which;
            }
        }
    }
    return Handle::None;
}

bool ArrayHandles::isOver(QPointF window) const {
    return handleAt(window) != Handle::None;
}

bool ArrayHandles::grab(QPointF window) {
    held_ = handleAt(window);
    if (held_ != Handle::None) {
        block_ = *selected();
        before_ = block_.spec;
    }
    return isHeld();
}

void ArrayHandles::drag(QPointF site, bool pitch) {
    const bool east = held_ == Handle::East;
    const bool alongRow = east != before_.runsNorth();
    const double size = alongRow ? block_.rack.widthM : block_.rack.depthM;
    const double extent = east ? site.x() - block_.area.x() : site.y() - block_.area.y();
    block_.spec = before_;
    const int count = alongRow ? before_.racksPerRow : before_.rows;
    if (pitch && count > 1) {
        const double wanted = std::max(size, rounded((extent - size) / (count - 1)));
        (alongRow ? block_.spec.rackPitchM : block_.spec.rowPitchM) = wanted;
    } else {
        const double step = alongRow ? block_.rackPitchM() : before_.rowPitchM;
        const double wanted = std::round((extent - size) / step) + 1.0;
        (alongRow ? block_.spec.racksPerRow : block_.spec.rows) =
            static_cast<int>(std::clamp(wanted, 1.0, static_cast<double>(kMost)));
    }
}

void ArrayHandles::drop() {
    held_ = Handle::None;
    std::vector<engine::Edit> edits;
    const models::RackBlockSpec& now = block_.spec;
    const auto number = [&](const char* key, double value, double old) {
        if (value != old && !(std::isnan(value) && std::isnan(old))) {
            edits.push_back(engine::SetAttribute{block_.id, key, value});
        }
    };
    const auto count = [&](const char* key, int value, int old) {
        if (value != old) {
            edits.push_back(engine::SetAttribute{block_.id, key, static_cast<std::int64_t>(value)});
        }
    };
    count("rows", now.rows, before_.rows);
    count("racks_per_row", now.racksPerRow, before_.racksPerRow);
    number("row_pitch_m", now.rowPitchM, before_.rowPitchM);
    number("rack_pitch_m", now.rackPitchM, before_.rackPitchM);
    plan_->workspace().editor().apply(
        edits, PlanView::tr("Resize %1").arg(plan_->workspace().nameOfObject(block_.id)));
}

void ArrayHandles::cancel() {
    held_ = Handle::None;
}

void ArrayHandles::paint(QPainter& painter, const ThemeColours& colours) const {
    const auto block = isHeld() ? std::optional(block_) : selected();
    if (!block) {
        return;
    }
    QRectF area = block->area;
    if (isHeld()) {
        area = QRectF();
        for (const QRectF& box : block->boxes()) {
            area = area.isNull() ? box : area.united(box);
            paintGhost(painter, plan_->toWindow(box), colours, true);
        }
        const models::RackBlockSpec& s = block->spec;
        const double powerW = s.rows * s.racksPerRow * block->rack.ratedPowerW;
        const QString text = PlanView::tr("%1 × %2 = %3 racks · %4 · pitch %5, rows %6")
                                 .arg(s.rows)
                                 .arg(s.racksPerRow)
                                 .arg(s.rows * s.racksPerRow)
                                 .arg(quantityText(powerW, models::unit::watt, 3),
                                      distanceText(block->rackPitchM()), distanceText(s.rowPitchM));
        const QRectF shown = plan_->toWindow(area);
        paintLabel(painter, QPointF(shown.center().x(), shown.bottom() + 16), text, colours);
    }
    for (const Handle which : {Handle::East, Handle::North}) {
        const QRectF box = handle(area, which);
        painter.setPen(QPen(colours.selected, 1.5));
        painter.setBrush(colours.raised);
        painter.drawRect(box);
        painter.setBrush(colours.selected);
        const QPointF c = box.center();
        const double t = 3.0;
        if (which == Handle::East) {
            painter.drawPolygon(
                QPolygonF{c + QPointF(t, 0), c + QPointF(-t + 1, -t), c + QPointF(-t + 1, t)});
        } else {
            painter.drawPolygon(
                QPolygonF{c + QPointF(0, -t), c + QPointF(-t, t - 1), c + QPointF(t, t - 1)});
        }
    }
}

}  // namespace headroom::ui
