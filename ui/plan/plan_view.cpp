// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/plan_view.h"

#include "ui/floor/describe.h"
#include "ui/floor/drawing_cache.h"
#include "ui/floor/floor_legend.h"
#include "ui/floor/part_key.h"
#include "ui/floor/part_placing.h"
#include "ui/floor/plan_objects.h"
#include "ui/floor/rack_colouring.h"
#include "ui/floor/scene_pick.h"
#include "ui/floor/site_snap.h"
#include "ui/kit/paint.h"
#include "ui/plan/plan_bar.h"
#include "ui/plan/plan_paint.h"
#include "ui/plan/tool_place.h"
#include "ui/plan/tool_select.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/charted_by.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/workspace.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kZoomPerNotch = 1.16;
constexpr double kSmallest = 0.2;  // pixels per metre
constexpr double kLargest = 400.0;
constexpr double kSnapPixels = 8.0;
constexpr double kStepPixels = 40.0;  // of an arrow key
constexpr double kFoot = 36.0;        // pixels of the name of a hall and of the ruler

QRectF areaOf(const Bounds3& b) {
    return {QPointF(b.low[0], b.low[1]), QPointF(b.high[0], b.high[1])};
}

}  // namespace

PlanView::PlanView(Workspace* workspace, RackColouring* colouring, QWidget* parent)
    : Canvas(kZoomPerNotch, parent),
      workspace_(workspace),
      colouring_(colouring),
      bar_(new PlanBar(this)),
      tool_(std::make_unique<SelectTool>(this)),
      sensors_(workspace) {
    setObjectName("planView");
    setAccessibleName(tr("Plan of the halls"));
    frame_ = {.scale = 10.0, .least = kSmallest, .most = kLargest, .isYUp = true};
    setAcceptDrops(true);
    const auto redraw = qOverload<>(&QWidget::update);
    connect(workspace, &Workspace::opened, this, [this] {
        setTool(nullptr);
        fitHalls();
    });
    connect(workspace, &Workspace::closed, this, &PlanView::fitHalls);
    connect(workspace, &Workspace::layoutChanged, this, &PlanView::redrawAll);
    connect(colouring, &RackColouring::changed, this, &PlanView::redrawAll);
    connect(colouring, &RackColouring::scaleChanged, this, &PlanView::redrawAll);
    connect(&workspace->blast(), &BlastFocus::changed, this, &PlanView::redrawAll);
    connect(&workspace->selection(), &Selection::changed, this, redraw);
    for (const auto signal : {&TwinDesk::moved, &TwinDesk::marked, &TwinDesk::chosen}) {
        connect(&workspace->twin(), signal, this, redraw);
    }
    connect(&workspace->selection(), &Selection::hoverChanged, this, redraw);
    connect(&Theme::instance(), &Theme::changed, this, &PlanView::redrawAll);
    connect(&DrawingCache::instance(), &DrawingCache::read, this, &PlanView::redrawAll);
    // The bar draws: where nothing may be changed, the plan has its room.
    connect(&workspace->editor(), &Editor::lockChanged, this, [this] {
        bar_->setVisible(workspace_->editor().lock().isEmpty());
        reframe();
    });
}

PlanView::~PlanView() = default;

void PlanView::redrawAll() {
    backdrop_ = {};
    update();
}

QPointF PlanView::toWindow(double xM, double yM) const {
    return frame_.toWindow({xM, yM}, size());
}

QRectF PlanView::toWindow(const engine::Box& box) const {
    return toWindow(areaOf(box));
}

QRectF PlanView::toWindow(const QRectF& area) const {
    return {toWindow(area.x(), area.y() + area.height()), area.size() * frame_.scale};
}

QPointF PlanView::toSite(QPointF at) const {
    return frame_.toPlane(at, size());
}

/// `margin`: share of the room that stays empty on each side.
void PlanView::fit(const QRectF& area, double margin) {
    // Clear of the legend at the right edge, the bar at the upper one, and names and ruler at the lower one.
    const double inset = std::min(legendWidth_, 0.3 * width());
    const double top = std::min<double>(barHeight(), 0.3 * height());
    const double beside = margin * (width() - inset);
    const double above = margin * (height() - top);
    const QRectF some(area.topLeft(), area.size().expandedTo(QSizeF(0.1, 0.1)));
    frame_.fit(some, size(), {beside, above + top, beside + inset, std::max(above, kFoot)},
               kLargest);
    workspace_->selection().hover({});  // what was under the pointer is elsewhere now
    redrawAll();
}

void PlanView::fitHalls() {
    framing_ = Framing::Halls;
    fit(areaOf(hallBoundsOf(workspace_->layout())), 0.09);
}

void PlanView::fitAll() {
    framing_ = Framing::All;
    fit(areaOf(boundsOf(workspace_->layout())), 0.07);
}

void PlanView::fitSelection() {
    Bounds3 b;
    const Selected& current = workspace_->selection().current();
    if (boundsOf(workspace_->layout(), current, b)) {
        framing_ = Framing::Own;
        fit(areaOf(b), 0.2);
    } else if (const auto area = footprintOf(*workspace_, current.objectId)) {
        framing_ = Framing::Own;
        fit(*area, 0.2);
    } else {
        fitAll();
    }
}

void PlanView::setPose(const std::vector<double>& numbers) {
    if (numbers.empty()) {
        fitHalls();
    } else if (frame_.setNumbers(numbers, size())) {
        framing_ = Framing::Own;
        redrawAll();
    }
}

void PlanView::setLabelsVisible(bool on) {
    labels_ = on;
    redrawAll();
}

void PlanView::setAislesVisible(bool on) {
    aisles_ = on;
    redrawAll();
}

void PlanView::setTool(std::unique_ptr<Tool> tool) {
    guides_.clear();
    said_.clear();
    tool_ = tool ? std::move(tool) : std::make_unique<SelectTool>(this);
    toolChanged();
}

void PlanView::toolChanged() {
    setCursor(tool_->cursor());
    emit hintChanged(tool_->hint());
    update();
}

void PlanView::setSnapping(bool on) {
    snapping_ = on;
    emit snappingChanged(on);
}

Snapped PlanView::snapped(const QRectF& moving, const std::vector<std::string>& except,
                          Qt::KeyboardModifiers modifiers) const {
    if (!snapping_ || (modifiers & Qt::AltModifier) != 0) {
        return {};
    }
    return snappedOnSite(*workspace_, moving, except, kSnapPixels / frame_.scale);
}

void PlanView::showGuides(std::vector<Guide> guides) {
    guides_ = std::move(guides);
    update();
}

void PlanView::showPreview(std::vector<QRectF> areas) {
    preview_ = std::move(areas);
    update();
}

void PlanView::showAir(PlanAir air) {
    air_ = std::move(air);
    update();
}

void PlanView::sayAtPointer(const QString& what) {
    said_ = what;
    update();
}

PlanPointer PlanView::pointerAt(QPointF window, Qt::KeyboardModifiers modifiers) const {
    return {window, toSite(window), modifiers};
}

void PlanView::paintMarks(QPainter& painter, const ThemeColours& colours) const {
    const QRectF free = rect().adjusted(0, barHeight(), 0, 0);
    std::vector<Legend> shown;
    if (air_.isLevel()) {
        shown.push_back(legendOf(air_.scale));
    }
    for (auto& legend : {floorLegend(painter.font(), *workspace_, *colouring_, colours),
                         sensors_.legend(colours)}) {
        if (legend) {
            shown.push_back(*legend);
        }
    }
    const std::vector<QRectF> legends = paintLegends(painter, free, std::move(shown), colours);
    legendWidth_ = rect().right() - leftOf(legends, rect());
    paintNorth(painter, rect(), legends, 0.0, colours);
    paintRuler(painter, rect().bottomLeft() + QPointF(16, -10), 1.0 / frame_.scale, colours);
    const Selected& hovered = workspace_->selection().hovered();
    if (!said_.isEmpty()) {
        paintTip(painter, rect(), pointer(), {said_}, colours);
    } else if (const int sensor = sensors_.sensorAt(pointer()); sensor >= 0 && underMouse()) {
        paintTip(painter, rect(), pointer(), sensors_.tip(sensor), colours);
    } else if (!hovered.isNone() && underMouse()) {
        paintTip(painter, rect(), pointer(), describe(*workspace_, *colouring_, hovered), colours);
    }
}

void PlanView::paintGuides(QPainter& painter, const ThemeColours& colours) const {
    for (const Guide& guide : guides_) {
        const QLineF line(toWindow(guide.line.p1()), toWindow(guide.line.p2()));
        painter.setPen(QPen(colours.selected, 1.0, Qt::DashLine));
        painter.drawLine(line);
        if (!guide.text.isEmpty()) {
            paintLabel(painter, line.center(), guide.text, colours);
        }
    }
}

void PlanView::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    if (!workspace_->isOpen()) {
        painter.fillRect(rect(), colours.ground);
        return;
    }
    if (backdrop_.isNull()) {
        const double ratio = devicePixelRatioF();
        backdrop_ = QPixmap(size() * ratio);
        backdrop_.setDevicePixelRatio(ratio);
        backdrop_.fill(colours.ground);
        QPainter behind(&backdrop_);
        behind.setFont(font());
        paintPlan(behind, *this, colours);
    }
    painter.drawPixmap(0, 0, backdrop_);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAir(painter, *this, air_, colours);
    paintSelection(painter, *this, colours);
    // At the upper left corner of what they are at: names are in its middle, what is wrong with it at its lower edge.
    sensors_.paint(
        painter, rect().adjusted(0, barHeight(), 0, 0),
        [this](const engine::Box& box) { return toWindow(box.x, box.y + box.depth); }, colours);
    paintGuides(painter, colours);
    for (const QRectF& area : preview_) {
        paintGhost(painter, toWindow(area), colours, true);
    }
    tool_->paint(painter);
    paintMarks(painter, colours);
}

void PlanView::resizeEvent(QResizeEvent*) {
    bar_->setGeometry(0, 0, width(), bar_->sizeHint().height());
    reframe();
}

double PlanView::barHeight() const {
    return bar_->isHidden() ? 0.0 : bar_->height();
}

void PlanView::reframe() {
    backdrop_ = {};
    if (framing_ == Framing::Halls) {
        fitHalls();
    } else if (framing_ == Framing::All) {
        fitAll();
    }
}

void PlanView::zoom(double factor, QPointF at, Qt::KeyboardModifiers) {
    frame_.zoomAt(factor, at, size());
    framing_ = Framing::Own;
    redrawAll();
}

void PlanView::pan(QPointF pixels) {
    frame_.pan(pixels);
    framing_ = Framing::Own;
    workspace_->selection().hover({});
    redrawAll();
}

std::string PlanView::numberAt(double x, double y) const {
    const PlanPointer where = pointerAt({x, y}, Qt::NoModifier);
    return chartedBy(*workspace_, pickAt(workspace_->layout(), where.site.x(), where.site.y(),
                                         2.0 / frame_.scale));
}

void PlanView::mousePressEvent(QMouseEvent* event) {
    press(event->position());
    said_.clear();
    if (event->button() == Qt::LeftButton) {
        // A sensor is clicked while nothing is drawn.
        onSensor_ = tool_->hint().isEmpty() && sensors_.click(event->position());
        if (!onSensor_) {
            tool_->press(pointerAt(event->position(), event->modifiers()));
        }
    }
}

void PlanView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    setPointer(at);
    said_.clear();
    const PlanPointer where = pointerAt(at, event->modifiers());
    emit pointerMoved(where.site.x(), where.site.y());
    if (onSensor_) {
        if (!sensors_.isCarrying() && isDrag(at)) {
            sensors_.takeMark(workspace_->twin().sensor());
        }
        if (sensors_.isCarrying()) {
            sayAtPointer(sensors_.carriedText(where.site.x(), where.site.y()));
        }
        update();
    } else if ((event->buttons() & (Qt::MiddleButton | Qt::RightButton)) == 0) {
        tool_->move(where, (event->buttons() & Qt::LeftButton) != 0);
        update();
    } else if (isDrag(at)) {
        pan(dragStep(at));
    }
}

void PlanView::mouseReleaseEvent(QMouseEvent* event) {
    const PlanPointer where = pointerAt(event->position(), event->modifiers());
    if (event->button() == Qt::LeftButton) {
        if (!std::exchange(onSensor_, false)) {
            tool_->release(where);
        } else if (sensors_.isCarrying()) {
            sensors_.drop(engine::SensorPoint{where.site.x(), where.site.y(), 0.0});
            sayAtPointer({});
        }
        return;
    }
    if (release() || event->button() != Qt::RightButton) {
        return;
    }
    const Selected hit =
        pickAt(workspace_->layout(), where.site.x(), where.site.y(), 2.0 / frame_.scale);
    const bool isPart = workspace_->selection().contains(hit);
    if (!hit.isNone() && !isPart) {
        workspace_->selection().select(hit);
    }
    emit menuRequested(event->globalPosition().toPoint());
}

void PlanView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && tool_->hint().isEmpty() &&
        !workspace_->selection().current().isNone()) {
        fitSelection();
        emit activated();
    }
}

bool PlanView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (tool_->wants(*key)) {
            if (event->type() == QEvent::KeyPress) {
                keyPressEvent(key);  // Tab as well, which would go to the next pane
            }
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void PlanView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        if (tool_->cancel()) {
            toolChanged();
        } else if (!tool_->hint().isEmpty()) {
            setTool(nullptr);
        } else {
            workspace_->selection().select({});
        }
        return;
    }
    if (tool_->key(event)) {
        toolChanged();
        return;
    }
    switch (event->key()) {
        case Qt::Key_Left:
            return pan({kStepPixels, 0.0});
        case Qt::Key_Right:
            return pan({-kStepPixels, 0.0});
        case Qt::Key_Up:
            return pan({0.0, kStepPixels});
        case Qt::Key_Down:
            return pan({0.0, -kStepPixels});
        default:
            if (!zoomByKey(event, rect().center())) {
                QWidget::keyPressEvent(event);
            }
    }
}

void PlanView::leaveEvent(QEvent* event) {
    workspace_->selection().hover({});
    QWidget::leaveEvent(event);
}

void PlanView::dragEnterEvent(QDragEnterEvent* event) {
    if (sensors_.takeDrag(event->mimeData())) {
        event->acceptProposedAction();
        return;
    }
    const auto key = partKeyOf(event->mimeData());
    auto stamp = key ? stampOf(*workspace_, *key) : std::nullopt;
    if (!stamp || !workspace_->editor().canEdit()) {
        return;
    }
    stamp->once = true;
    setTool(std::make_unique<PlaceTool>(this, std::move(*stamp)));
    event->acceptProposedAction();
}

void PlanView::dragMoveEvent(QDragMoveEvent* event) {
    setPointer(event->position());
    const PlanPointer where = pointerAt(event->position(), event->modifiers());
    if (sensors_.isCarrying()) {
        sayAtPointer(sensors_.carriedText(where.site.x(), where.site.y()));
    } else {
        tool_->move(where, false);
    }
    event->acceptProposedAction();
    update();
}

void PlanView::dragLeaveEvent(QDragLeaveEvent*) {
    if (sensors_.isCarrying()) {
        sensors_.drop(std::nullopt);
        sayAtPointer({});
        return;
    }
    setTool(nullptr);
}

void PlanView::dropEvent(QDropEvent* event) {
    setPointer(event->position());
    const PlanPointer where = pointerAt(event->position(), event->modifiers());
    if (sensors_.isCarrying()) {
        sensors_.drop(engine::SensorPoint{where.site.x(), where.site.y(), 0.0});
        sayAtPointer({});
        event->acceptProposedAction();
        return;
    }
    tool_->move(where, false);
    tool_->press(where);
    const QString said = said_;
    setTool(nullptr);
    sayAtPointer(said);
    setFocus();
    event->acceptProposedAction();
}

}  // namespace headroom::ui
