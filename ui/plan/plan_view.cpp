// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/plan_view.h"

#include "ui/cooling/machine_tint.h"
#include "ui/cooling/process_paint.h"
#include "ui/failures/blast_focus.h"
#include "ui/failures/blast_paint.h"
#include "ui/inspector/describe.h"
#include "ui/scene/hall_scene.h"
#include "ui/scene/rack_colouring.h"
#include "ui/scene/scene_pick.h"
#include "ui/scene/view_paint.h"
#include "ui/shell/workspace.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kClickSlack = 4.0;
constexpr double kZoomPerNotch = 1.16;
constexpr double kSmallest = 0.2;  // pixels per metre
constexpr double kLargest = 400.0;
constexpr double kNamesFrom = 46.0;  // pixels of a rack's width from which its name is written

}  // namespace

PlanView::PlanView(Workspace* workspace, RackColouring* colouring, QWidget* parent)
    : QWidget(parent), workspace_(workspace), colouring_(colouring) {
    setObjectName("planView");
    setAccessibleName(tr("Plan of the halls"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 160);
    setAutoFillBackground(false);
    setAttribute(Qt::WA_OpaquePaintEvent);
    const auto redraw = qOverload<>(&QWidget::update);
    connect(workspace, &Workspace::opened, this, &PlanView::fitHalls);
    connect(workspace, &Workspace::closed, this, &PlanView::fitHalls);
    connect(workspace, &Workspace::layoutChanged, this, redraw);
    connect(colouring, &RackColouring::changed, this, redraw);
    connect(colouring, &RackColouring::scaleChanged, this, redraw);
    connect(&workspace->selection(), &Selection::changed, this, redraw);
    connect(&workspace->selection(), &Selection::hoverChanged, this, redraw);
    connect(&Theme::instance(), &Theme::changed, this, redraw);
}

QPointF PlanView::toWindow(double xM, double yM) const {
    return {width() / 2.0 + (xM - centre_.x()) * scale_,
            height() / 2.0 - (yM - centre_.y()) * scale_};
}

QRectF PlanView::toWindow(const engine::Box& box) const {
    return {toWindow(box.x, box.y + box.depth), QSizeF(box.width * scale_, box.depth * scale_)};
}

QPointF PlanView::toSite(QPointF at) const {
    return {centre_.x() + (at.x() - width() / 2.0) / scale_,
            centre_.y() - (at.y() - height() / 2.0) / scale_};
}

void PlanView::fit(double x0, double y0, double x1, double y1, double margin) {
    // Clear of the legend at the right edge.
    const double inset = std::min(legendWidth_, 0.3 * width());
    const double inside = 1.0 - 2.0 * margin;
    scale_ = std::clamp(std::min(inside * (width() - inset) / std::max(0.1, x1 - x0),
                                 inside * height() / std::max(0.1, y1 - y0)),
                        kSmallest, kLargest);
    centre_ = {(x0 + x1) / 2.0 + inset / 2.0 / scale_, (y0 + y1) / 2.0};
    update();
}

void PlanView::fitHalls() {
    framing_ = Framing::Halls;
    const Bounds3 b = hallBoundsOf(workspace_->layout());
    fit(b.low[0], b.low[1], b.high[0], b.high[1], 0.09);
}

void PlanView::fitAll() {
    framing_ = Framing::All;
    const Bounds3 b = boundsOf(workspace_->layout());
    fit(b.low[0], b.low[1], b.high[0], b.high[1], 0.07);
}

void PlanView::fitSelection() {
    Bounds3 b;
    if (!boundsOf(workspace_->layout(), workspace_->selection().current(), b)) {
        fitAll();
        return;
    }
    framing_ = Framing::Own;
    fit(b.low[0], b.low[1], b.high[0], b.high[1], 0.2);
}

void PlanView::setLabelsVisible(bool on) {
    labels_ = on;
    update();
}

void PlanView::setAislesVisible(bool on) {
    aisles_ = on;
    update();
}

void PlanView::paintFloor(QPainter& painter, const ThemeColours& colours) const {
    const engine::Layout& layout = workspace_->layout();
    painter.setPen(Qt::NoPen);
    for (const engine::HallBox& hall : layout.halls) {
        painter.setPen(QPen(colours.wall, std::clamp(0.2 * scale_, 1.5, 6.0)));
        painter.setBrush(colours.floor);
        painter.drawRect(toWindow(hall.box));
    }
    if (!aisles_) {
        return;
    }
    painter.setPen(Qt::NoPen);
    for (const engine::AisleBox& aisle : layout.aisles) {
        painter.setBrush(aisle.hot ? colours.hotAisle : colours.coldAisle);
        painter.drawRect(toWindow(aisle.box));
    }
}

void PlanView::paintRacks(QPainter& painter, const ThemeColours& colours) const {
    const engine::Layout& layout = workspace_->layout();
    const auto rackColours = colouring_->colours();
    const QRectF visible = rect();
    const auto frame = workspace_->frame();
    const engine::BlastReach* blast = workspace_->blast().reach();
    for (std::size_t i = 0; i < layout.racks.size(); ++i) {
        const engine::RackBox& rack = layout.racks[i];
        const QRectF area = toWindow(rack.box);
        if (!area.intersects(visible)) {
            continue;
        }
        const QRgb colour = i < rackColours.size() ? rackColours[i] : colours.idleRack.rgb();
        const double gap = area.width() > 5.0 ? std::min(1.5, 0.08 * area.width()) : 0.0;
        const QRectF body = area.adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2);
        painter.fillRect(body, QColor::fromRgb(colour));
        if (blast != nullptr && i < blast->racks.size()) {
            paintReach(painter, body, blast->racks[i].reach, colours);
        }
        if (area.width() > 6.0) {
            // The front, where the air goes in, is a dark edge.
            const double edge = std::max(1.5, 0.07 * body.height());
            QRectF front = body;
            if (rack.facesNorth()) {
                front.setBottom(front.top() + edge);
            } else {
                front.setTop(front.bottom() - edge);
            }
            painter.fillRect(front, QColor("#22272d"));
        }
        // What is out of service bears a cross as well, whatever colours the floor.
        const auto health = frame
                                ? std::span<const float>(frame->rack(engine::RackQuantity::Health))
                                : std::span<const float>();
        if (i < health.size() && health[i] <= 0.0F && area.width() > 5.0) {
            painter.setPen(QPen(QColor("#22272d"), 1.4));
            painter.drawLine(body.topLeft(), body.bottomRight());
            painter.drawLine(body.topRight(), body.bottomLeft());
        }
        if (area.width() > kNamesFrom) {
            const QColor fill = QColor::fromRgb(colour);
            painter.setPen(contrast(fill, Qt::white) >= contrast(fill, QColor("#14181c"))
                               ? QColor(Qt::white)
                               : QColor("#14181c"));
            painter.drawText(body, Qt::AlignCenter, QString::fromStdString(rack.name()));
        }
    }
}

void PlanView::paintEquipment(QPainter& painter, const ThemeColours& colours) const {
    const QFontMetricsF metrics(painter.font());
    const auto tints = colouring_->machineColours();
    const auto frame = workspace_->frame();
    const auto& equipment = workspace_->layout().equipment;
    for (std::size_t i = 0; i < equipment.size(); ++i) {
        const engine::EquipmentBox& machine = equipment[i];
        const QRectF area = toWindow(machine.box);
        if (!area.intersects(rect())) {
            continue;
        }
        const QColor fill = i < tints.size() ? QColor::fromRgb(tints[i])
                                             : equipmentColour(machine.kind, colours);
        painter.setPen(QPen(fill.darker(140), 1.0));
        painter.setBrush(fill);
        painter.drawRect(area);
        const QString name = QString::fromUtf8(engine::equipmentKindName(machine.kind));
        if (labels_ && metrics.horizontalAdvance(name) < area.width() - 6.0 &&
            metrics.height() < area.height() - 2.0) {
            painter.setPen(contrast(fill, Qt::white) >= contrast(fill, QColor("#14181c"))
                               ? QColor(Qt::white)
                               : QColor("#14181c"));
            painter.drawText(area, Qt::AlignCenter, name);
        }
        const engine::CoolingLinkState state = machineState(machine, frame.get());
        if (state != engine::CoolingLinkState::Running &&
            state != engine::CoolingLinkState::Standby) {
            paintStateBadge(painter, area.topRight(), state,
                            std::clamp(0.3 * std::min(area.width(), area.height()), 4.0, 9.0),
                            colours);
        }
    }
}

void PlanView::outline(QPainter& painter, const Selected& what, const QPen& pen) const {
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const engine::Layout& layout = workspace_->layout();
    engine::Box box;
    Bounds3 b;
    if (boxOf(layout, what, box)) {
        painter.drawRect(toWindow(box).adjusted(-1, -1, 1, 1));
    } else if (what.kind == Selected::Kind::Job && workspace_->frame()) {
        const auto frame = workspace_->frame();
        const auto& jobs = frame->rack(engine::RackQuantity::Job);
        for (std::size_t i = 0; i < std::min(jobs.size(), layout.racks.size()); ++i) {
            if (std::llround(jobs[i]) == what.job) {
                painter.drawRect(toWindow(layout.racks[i].box).adjusted(-1, -1, 1, 1));
            }
        }
    } else if (what.kind == Selected::Kind::Object && boundsOf(layout, what, b)) {
        painter.drawRect(QRectF(toWindow(b.low[0], b.high[1]), toWindow(b.high[0], b.low[1]))
                             .adjusted(-3, -3, 3, 3));
    }
}

void PlanView::paintMarks(QPainter& painter, const ThemeColours& colours) const {
    if (labels_) {
        for (const engine::HallBox& hall : workspace_->layout().halls) {
            const QRectF area = toWindow(hall.box);
            const std::string& name = hall.name.empty() ? hall.id : hall.name;
            paintLabel(painter, QPointF(area.center().x(), area.bottom() + 14.0),
                       QString::fromStdString(name), colours);
        }
    }
    const QRectF legend =
        workspace_->blast().reach() != nullptr
            ? paintBlastLegend(painter, rect(), workspace_->blast(), colours)
            : paintLegend(painter, rect(), colouring_->scale(), colours);
    legendWidth_ = rect().right() - legend.left();
    paintNorth(painter, rect().bottomRight() - QPointF(34, 34), 0.0, colours);
    paintRuler(painter, rect().bottomLeft() + QPointF(16, -10), 1.0 / scale_, colours);
    const Selected& hovered = workspace_->selection().hovered();
    if (!hovered.isNone() && underMouse()) {
        paintTip(painter, rect(), pointer_, describe(*workspace_, *colouring_, hovered), colours);
    }
}

void PlanView::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    painter.fillRect(rect(), colours.ground);
    if (!workspace_->isOpen()) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintFloor(painter, colours);
    paintEquipment(painter, colours);
    paintRacks(painter, colours);
    painter.setRenderHint(QPainter::Antialiasing);
    const Selection& selection = workspace_->selection();
    outline(painter, selection.hovered(), QPen(colours.text, 1.5));
    outline(painter, selection.current(), QPen(colours.selected, 3.0));
    paintMarks(painter, colours);
}

void PlanView::resizeEvent(QResizeEvent*) {
    if (framing_ == Framing::Halls) {
        fitHalls();
    } else if (framing_ == Framing::All) {
        fitAll();
    }
}

void PlanView::zoomAt(double factor, QPointF at) {
    const QPointF fixed = toSite(at);
    const double wanted = std::clamp(scale_ * factor, kSmallest, kLargest);
    centre_ = fixed + (centre_ - fixed) * (scale_ / wanted);
    scale_ = wanted;
    framing_ = Framing::Own;
    update();
}

void PlanView::mousePressEvent(QMouseEvent* event) {
    pressed_ = last_ = event->position();
    dragging_ = false;
}

void PlanView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    pointer_ = at;
    const QPointF site = toSite(at);
    emit pointerMoved(site.x(), site.y());
    if (event->buttons() == Qt::NoButton) {
        workspace_->selection().hover(pickAt(workspace_->layout(), site.x(), site.y()));
        update();
        return;
    }
    if (!dragging_ && (at - pressed_).manhattanLength() < kClickSlack) {
        return;
    }
    dragging_ = true;
    framing_ = Framing::Own;
    const QPointF d = at - last_;
    last_ = at;
    centre_ += QPointF(-d.x(), d.y()) / scale_;
    update();
}

void PlanView::mouseReleaseEvent(QMouseEvent* event) {
    if (std::exchange(dragging_, false)) {
        return;
    }
    const QPointF site = toSite(event->position());
    const Selected hit = pickAt(workspace_->layout(), site.x(), site.y(), 2.0 / scale_);
    if (event->button() == Qt::LeftButton) {
        workspace_->selection().select(hit);
    } else if (event->button() == Qt::RightButton) {
        if (!hit.isNone()) {
            workspace_->selection().select(hit);
        }
        emit menuRequested(event->globalPosition().toPoint());
    }
}

void PlanView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && !workspace_->selection().current().isNone()) {
        fitSelection();
        emit activated();
    }
}

void PlanView::wheelEvent(QWheelEvent* event) {
    zoomAt(std::pow(kZoomPerNotch, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void PlanView::keyPressEvent(QKeyEvent* event) {
    const double step = 40.0 / scale_;
    switch (event->key()) {
        case Qt::Key_Left:
            centre_.rx() -= step;
            break;
        case Qt::Key_Right:
            centre_.rx() += step;
            break;
        case Qt::Key_Up:
            centre_.ry() += step;
            break;
        case Qt::Key_Down:
            centre_.ry() -= step;
            break;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoomAt(kZoomPerNotch, rect().center());
        case Qt::Key_Minus:
            return zoomAt(1.0 / kZoomPerNotch, rect().center());
        case Qt::Key_Escape:
            return workspace_->selection().select({});
        default:
            return QWidget::keyPressEvent(event);
    }
    framing_ = Framing::Own;
    update();
}

void PlanView::leaveEvent(QEvent* event) {
    workspace_->selection().hover({});
    QWidget::leaveEvent(event);
}

}  // namespace headroom::ui
