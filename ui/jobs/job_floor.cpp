// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/job_floor.h"

#include "engine/base/index.h"
#include "ui/jobs/job_palette.h"
#include "ui/kit/theme.h"
#include "ui/workspace/workspace.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr double kMarginPx = 6.0;

}  // namespace

JobFloor::JobFloor(Workspace* workspace, QWidget* parent) : QWidget(parent), workspace_(workspace) {
    setObjectName("jobFloor");
    setAccessibleName(tr("Racks of the job"));
    setMinimumHeight(110);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    setMaximumHeight(220);
}

void JobFloor::setRacks(const std::vector<int>& racks) {
    const engine::Layout& layout = workspace_->layout();
    std::vector<int> there;
    std::vector<int> halls;
    for (const int rack : racks) {
        if (rack >= 0 && at(rack) < layout.racks.size()) {
            there.push_back(rack);
            halls.push_back(layout.racks[at(rack)].hall);
        }
    }
    std::sort(halls.begin(), halls.end());
    halls.erase(std::unique(halls.begin(), halls.end()), halls.end());
    if (there != racks_ || halls != halls_) {
        racks_ = std::move(there);
        halls_ = std::move(halls);
        setAccessibleDescription(summary());
        update();
    }
}

QString JobFloor::summary() const {
    if (racks_.empty()) {
        return tr("It has no place now.");
    }
    const engine::Layout& layout = workspace_->layout();
    QStringList names;
    for (const int hall : halls_) {
        const engine::HallBox& box = layout.halls[at(hall)];
        names << QString::fromStdString(box.name.empty() ? box.id : box.name);
    }
    const auto name = [&layout](int rack) {
        return QString::fromStdString(layout.racks[at(rack)].name());
    };
    return racks_.size() == 1
               ? tr("Rack %1 in %2").arg(name(racks_.front()), names.join(", "))
               : tr("%1 racks in %2, %3 to %4")
                     .arg(racks_.size())
                     .arg(names.join(", "), name(racks_.front()), name(racks_.back()));
}

/// Outline of the halls, in metres.
QRectF JobFloor::area() const {
    QRectF all;
    for (const int hall : halls_) {
        const engine::Box& box = workspace_->layout().halls[at(hall)].box;
        all |= QRectF(box.x, box.y, box.width, box.depth);
    }
    return all;
}

QRectF JobFloor::boxOf(int rack) const {
    const QRectF all = area();
    const double scale = std::min((width() - 2.0 * kMarginPx) / std::max(1.0, all.width()),
                                  (height() - 2.0 * kMarginPx) / std::max(1.0, all.height()));
    const double x0 = (width() - all.width() * scale) / 2.0;
    const double y0 = (height() - all.height() * scale) / 2.0;
    const engine::Box& box = workspace_->layout().racks[at(rack)].box;
    // North is up: the window's y goes down.
    return {x0 + (box.x - all.left()) * scale, y0 + (all.bottom() - box.y - box.depth) * scale,
            box.width * scale, box.depth * scale};
}

int JobFloor::rackAt(QPointF place) const {
    const engine::Layout& layout = workspace_->layout();
    for (std::size_t r = 0; r < layout.racks.size() && !racks_.empty(); ++r) {
        if (std::binary_search(halls_.begin(), halls_.end(), layout.racks[r].hall) &&
            boxOf(static_cast<int>(r)).contains(place)) {
            return static_cast<int>(r);
        }
    }
    return -1;
}

void JobFloor::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    painter.fillRect(rect(), colours.alternate);
    painter.setPen(QPen(colours.border, 1.0));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    const engine::Layout& layout = workspace_->layout();
    if (racks_.empty()) {
        painter.setPen(colours.muted);
        painter.drawText(rect(), Qt::AlignCenter, tr("It has no place now."));
        return;
    }
    const QColor mine = JobPalette::ofState(engine::JobState::Running);
    for (std::size_t r = 0; r < layout.racks.size(); ++r) {
        if (std::binary_search(halls_.begin(), halls_.end(), layout.racks[r].hall)) {
            painter.fillRect(boxOf(static_cast<int>(r)).adjusted(0.25, 0, -0.25, 0),
                             colours.idleRack);
        }
    }
    for (const int rack : racks_) {
        const QRectF box = boxOf(rack);
        painter.fillRect(box.adjusted(-0.4, -0.6, 0.4, 0.6), mine);
    }
}

void JobFloor::mouseReleaseEvent(QMouseEvent* event) {
    if (const int rack = rackAt(event->position()); rack >= 0) {
        const engine::Layout& layout = workspace_->layout();
        workspace_->selection().select(
            {Selected::Kind::Rack, rack, layout.blocks[at(layout.racks[at(rack)].block)], -1});
    }
}

bool JobFloor::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int rack = rackAt(help->pos());
        QToolTip::showText(
            help->globalPos(),
            rack < 0
                ? summary()
                : QString::fromStdString(workspace_->layout().racks[at(rack)].name()) +
                      (std::binary_search(racks_.begin(), racks_.end(), rack) ? tr(": of this job")
                                                                              : QString()),
            this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace headroom::ui
