// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/cause_canvas.h"

#include "engine/base/index.h"
#include "ui/events/event_look.h"
#include "ui/failures/cause_text.h"
#include "ui/failures/cause_tree.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/subject_names.h"
#include "ui/workspace/workspace.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

using engine::Consequence;
using engine::Event;

constexpr double kNodeWidth = 226.0;
constexpr double kNodeHeight = 42.0;
constexpr double kColumn = 266.0;
constexpr double kRow = 54.0;
constexpr double kLaneHead = 112.0;
constexpr double kTimeWidth = 1500.0;  // of the time axis
constexpr double kAxis = 30.0;
constexpr double kEventFromLeft = 0.2;  // of the width, where not all of it is seen
constexpr double kReadable = 0.8;       // of the full size of text
constexpr int kNode = 0;
constexpr std::size_t kAll = 1000000;  // never reached

/// A round step of time of which about `wanted` fit into the span.
double timeStep(double spanS, int wanted) {
    constexpr double kSteps[] = {1.0,    5.0,    10.0,   30.0,    60.0,    300.0,  600.0,
                                 1800.0, 3600.0, 7200.0, 21600.0, 43200.0, 86400.0};
    for (const double step : kSteps) {
        if (spanS / step <= wanted) {
            return step;
        }
    }
    return 86400.0 * std::ceil(spanS / 86400.0 / wanted);
}

}  // namespace

CauseCanvas::CauseCanvas(Workspace* workspace, QWidget* parent)
    : DiagramCanvas({24.0, 1.25, 140.0, 1.25, 16.0, {0, 0}}, parent), workspace_(workspace) {
    setObjectName("causeCanvas");
    setAccessibleName(tr("Causes and consequences"));
    connect(&workspace->causes(), &CauseFocus::changed, this, [this] {
        const std::int64_t before = root_;
        rebuild();
        if (root_ != before) {
            open_.clear();
            rebuild();
            // When the view has its size: it may come to the front only now.
            QTimer::singleShot(0, this, &CauseCanvas::frameReadably);
        }
    });
    connect(&workspace->causes(), &CauseFocus::grew, this, [this] {
        // Only where something followed from what is shown.
        const engine::EventGraph& graph = workspace_->causes().graph();
        if (root_ >= 0 && isVisible() && graph.consequences(root_) != consequences_) {
            rebuild();
        }
    });
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void CauseCanvas::setMode(Mode mode) {
    if (mode != mode_) {
        mode_ = mode;
        rebuild();
        frameReadably();
    }
}

void CauseCanvas::setFolded(bool on) {
    folds_ = on;
    open_.clear();
    rebuild();
    frameReadably();
}

/// All of it, or, where that would be too small to read, what is near the event.
void CauseCanvas::frameReadably() {
    fitAll();
    if (magnification() >= kReadable) {
        return;
    }
    zoom(kReadable / magnification(), rect().center(), {});
    // The event near the left edge, so that what followed has the room, and nothing empty next to the
    // diagram.
    const auto toWindow = [this](QPointF place) {
        return (place - toDiagram({0.0, 0.0})) * magnification();
    };
    const QRectF box = boxOf(current());
    const QRectF all(toWindow(extent().topLeft()), toWindow(extent().bottomRight()));
    const auto shift = [](double wanted, double low, double high, double room) {
        constexpr double kMargin = 16.0;
        return high - low + 2.0 * kMargin <= room
                   ? 0.5 * (room - high - low)
                   : std::clamp(wanted, room - kMargin - high, kMargin - low);
    };
    const QPointF at = toWindow(box.topLeft());
    // With the names of the lanes, where the event is seen next to them.
    const bool isBesideNames =
        toWindow(box.topRight()).x() - all.left() + kEventFromLeft * width() < width();
    const double left = isBesideNames ? all.left() : at.x();
    pan({shift((isBesideNames ? 0.0 : kEventFromLeft * width()) - left, all.left(), all.right(),
               width()),
         shift(0.5 * height() - at.y(), all.top(), all.bottom(), height())});
}

void CauseCanvas::rebuild() {
    const CauseFocus& focus = workspace_->causes();
    const engine::EventGraph& graph = focus.graph();
    root_ = focus.eventId() < 0 ? -1 : graph.root(focus.eventId());
    tree_ = {};
    boxes_.clear();
    chain_.clear();
    clearHover();
    consequences_ = 0;
    if (root_ >= 0) {
        consequences_ = graph.consequences(root_);
        engine::FoldOptions options;
        options.foldFrom = folds_ ? options.foldFrom : kAll;
        tree_ = unfolded(graph.tree(root_, options), graph, open_);
        chain_ = chainNodes(tree_, graph, focus.eventId());
    }
    double fromS = 0.0, toS = 0.0;
    if (!tree_.nodes.empty()) {
        fromS = toS = tree_.nodes.front().fromS;
        for (const Consequence& node : tree_.nodes) {
            toS = std::max(toS, node.toS);
        }
    }
    const double spanS = std::max(1.0, toS - fromS);
    layout_ = engine::layoutOf(tree_, spanS * (kNodeWidth + 14.0) / kTimeWidth);
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
        const bool isGraph = mode_ == Mode::Graph;
        const double x = isGraph ? kLaneHead + 12.0 + layout_.places[i].column * kColumn
                                 : timeX(tree_.nodes[i].fromS);
        const int row = isGraph ? layout_.places[i].row : layout_.timeRows[i];
        boxes_.emplace_back(x, row * kRow + (kRow - kNodeHeight) / 2.0, kNodeWidth, kNodeHeight);
    }
    update();
}

double CauseCanvas::timeX(double timeS) const {
    const double spanS = std::max(1.0, layout_.toS - layout_.fromS);
    return kLaneHead + 12.0 + (timeS - layout_.fromS) / spanS * kTimeWidth;
}

QRectF CauseCanvas::windowBoxOf(int node) const {
    const QRectF& box = boxes_[at(node)];
    return {toWindow(box.left(), box.top()), toWindow(box.right(), box.bottom())};
}

QString CauseCanvas::emptyText() const {
    if (root_ >= 0) {
        return {};
    }
    return !workspace_->isOpen()
               ? QString()
               : tr("Choose an event: right click on a job, a rack, a machine or a row of the "
                    "event table, then \"Why?\".");
}

QRectF CauseCanvas::extent() const {
    const bool isGraph = mode_ == Mode::Graph;
    const double width = isGraph ? kLaneHead + std::max(1, layout_.columns) * kColumn
                                 : kLaneHead + kTimeWidth + kNodeWidth + 24.0;
    const int rows = isGraph ? layout_.rows : layout_.timeRowCount;
    return {0.0, 0.0, width, std::max(1, rows) * kRow + (isGraph ? 0.0 : kAxis)};
}

bool CauseCanvas::hasPartIn(const QRectF& area) const {
    return std::any_of(boxes_.begin(), boxes_.end(),
                       [&area](const QRectF& box) { return box.intersects(area); });
}

DiagramPart CauseCanvas::partAt(QPointF place) const {
    for (std::size_t i = boxes_.size(); i-- > 0;) {
        if (boxes_[i].contains(place)) {
            return {kNode, static_cast<int>(i)};
        }
    }
    return {};
}

QRectF CauseCanvas::boxOf(const DiagramPart& part) const {
    return part.isNone() || at(part.index) >= boxes_.size() ? QRectF() : boxes_[at(part.index)];
}

DiagramPart CauseCanvas::current() const {
    const int node = nodeOf(tree_, workspace_->causes().eventId());
    return node < 0 ? DiagramPart() : DiagramPart{kNode, node};
}

void CauseCanvas::choose(const DiagramPart& part) {
    if (part.isNone()) {
        return;
    }
    CauseFocus& focus = workspace_->causes();
    const std::int64_t id = tree_.nodes[at(part.index)].events.front();
    focus.show(id);
    const Event* event = focus.graph().find(id);
    if (event == nullptr) {
        return;
    }
    const engine::Layout& layout = workspace_->layout();
    if (event->rack >= 0 && event->rack < static_cast<int>(layout.racks.size())) {
        const auto block =
            static_cast<std::size_t>(layout.racks[static_cast<std::size_t>(event->rack)].block);
        workspace_->selection().select(
            {Selected::Kind::Rack, event->rack, layout.blocks[block], -1});
    } else if (event->job >= 0) {
        workspace_->selection().select({Selected::Kind::Job, -1, {}, event->job});
    } else {
        const std::string object = focus.names().objectOf(event->subject);
        if (!object.empty()) {
            workspace_->selection().select({Selected::Kind::Object, -1, object, -1});
        }
    }
}

bool CauseCanvas::canChoose(const DiagramPart& part) const {
    return !part.isNone();
}

bool CauseCanvas::isClickable(const DiagramPart& part) const {
    return !part.isNone();
}

void CauseCanvas::toggle(int node) {
    const Consequence& n = tree_.nodes[at(node)];
    if (n.events.size() > 1) {
        open_.insert(n.events.front());
        rebuild();
    }
}

void CauseCanvas::doubleClicked(const DiagramPart& part) {
    if (tree_.nodes[at(part.index)].events.size() > 1) {
        toggle(part.index);
        return;
    }
    DiagramCanvas::doubleClicked(part);
}

void CauseCanvas::activateCurrent() {
    doubleClicked(current());
}

DiagramPart CauseCanvas::next(int key) const {
    const DiagramPart now = current();
    if (now.isNone()) {
        return tree_.nodes.empty() ? DiagramPart() : DiagramPart{kNode, 0};
    }
    // Left and right follow cause and effect; up and down go to the nearest box.
    if (key == Qt::Key_Left) {
        const int parent = tree_.nodes[at(now.index)].parent;
        return parent < 0 ? DiagramPart() : DiagramPart{kNode, parent};
    }
    if (key == Qt::Key_Right) {
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
            if (tree_.nodes[i].parent == now.index) {
                return {kNode, static_cast<int>(i)};
            }
        }
        return {};
    }
    DiagramPart best;
    double least = 1e12;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        const Step step = stepOf(boxes_[i].center() - boxes_[at(now.index)].center(), key);
        if (step.along > 1.0 && step.along + 0.5 * step.across < least) {
            least = step.along + 0.5 * step.across;
            best = {kNode, static_cast<int>(i)};
        }
    }
    return best;
}

QStringList CauseCanvas::tipOf(const DiagramPart& part) const {
    const Consequence& node = tree_.nodes[at(part.index)];
    QStringList lines{nodeText(node, workspace_->causes().graph(), workspace_->causes().names())};
    lines << QStringLiteral("%1, %2").arg(eventKindText(node.kind), areaWord(node.area));
    lines << (node.toS > node.fromS
                  ? tr("%1 to %2").arg(momentText(node.fromS), momentText(node.toS))
                  : tr("At %1").arg(momentText(node.fromS)));
    const double afterS = node.fromS - tree_.nodes.front().fromS;
    if (part.index > 0) {
        lines << tr("%1 after the first event").arg(lengthText(afterS));
    }
    const std::size_t effects = workspace_->causes().graph().consequences(node.events.front());
    if (node.events.size() > 1) {
        lines << tr("%1 events; double click shows each").arg(node.events.size());
    } else if (effects > 0) {
        lines << tr("%1 events followed").arg(effects);
    }
    return lines;
}

void CauseCanvas::fillMenu(QMenu& menu, const DiagramPart& part) {
    const Consequence& node = tree_.nodes[at(part.index)];
    menu.addSection(fontMetrics().elidedText(
        nodeText(node, workspace_->causes().graph(), workspace_->causes().names()), Qt::ElideRight,
        320));
    if (node.events.size() > 1) {
        menu.addAction(Theme::icon("unfold"), tr("Show All %1").arg(node.events.size()), this,
                       [this, index = part.index] { toggle(index); });
    }
    menu.addAction(Theme::icon("fit-selection"), tr("Go To Its Place"), this,
                   [this] { emit activated(); });
}

void CauseCanvas::fillViewMenu(QMenu& menu) {
    QAction* fold = menu.addAction(Theme::icon("fold"), tr("Fold All That Is Alike"), this, [this] {
        open_.clear();
        rebuild();
    });
    fold->setEnabled(!open_.empty());
}

void CauseCanvas::paintLanes(QPainter& painter, const ThemeColours& colours) const {
    const QRectF all = extent();
    const bool isGraph = mode_ == Mode::Graph;
    double top = 0.0;
    for (std::size_t i = 0; i < layout_.lanes.size(); ++i) {
        int rows = layout_.lanes[i].rows;
        if (!isGraph) {
            int first = layout_.timeRowCount, last = -1;
            for (std::size_t n = 0; n < tree_.nodes.size(); ++n) {
                if (at(layout_.places[n].lane) == i) {
                    first = std::min(first, layout_.timeRows[n]);
                    last = std::max(last, layout_.timeRows[n]);
                }
            }
            rows = std::max(1, last - first + 1);
        }
        const QRectF lane(0.0, top, all.width(), rows * kRow);
        painter.fillRect(lane, i % 2 == 0 ? colours.base : colours.alternate);
        painter.setPen(QPen(colours.border, 1.0));
        painter.drawLine(lane.bottomLeft(), lane.bottomRight());
        painter.setPen(colours.text);
        QFont heavy = font();
        heavy.setWeight(QFont::DemiBold);
        painter.setFont(heavy);
        painter.drawText(QRectF(10.0, top, kLaneHead - 14.0, lane.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, areaWord(layout_.lanes[i].area));
        painter.setFont(font());
        top += lane.height();
    }
    painter.setPen(QPen(colours.border, 1.0));
    painter.drawLine(QPointF(kLaneHead, 0.0), QPointF(kLaneHead, top));
}

void CauseCanvas::paintAxis(QPainter& painter, const ThemeColours& colours) const {
    const double top = layout_.timeRowCount * kRow;
    const double spanS = std::max(1.0, layout_.toS - layout_.fromS);
    const double step = timeStep(spanS, 10);
    const QFontMetricsF metrics(font());
    const double offset = momentOffset();
    for (double t = std::ceil((layout_.fromS + offset) / step) * step - offset;
         t <= layout_.toS + 1e-6; t += step) {
        const double x = timeX(t);
        painter.setPen(QPen(colours.grid, 1.0));
        painter.drawLine(QPointF(x, 0.0), QPointF(x, top + 5.0));
        painter.setPen(colours.muted);
        const QString text = momentTick(t, step);
        painter.drawText(
            QPointF(x - metrics.horizontalAdvance(text) / 2.0, top + 8.0 + metrics.ascent()), text);
    }
}

void CauseCanvas::paintArrow(QPainter& painter, int node, const ThemeColours& colours) const {
    const int parent = tree_.nodes[at(node)].parent;
    if (parent < 0) {
        return;
    }
    const bool onChain = chain_[at(node)] && chain_[at(parent)];
    const QRectF& from = boxes_[at(parent)];
    const QRectF& to = boxes_[at(node)];
    QPointF start(from.right(), from.center().y()), end(to.left(), to.center().y());
    QPainterPath path;
    const bool below = to.left() < from.right() + 12.0;
    QPointF tip = end;
    if (below) {
        // Not long after: from the foot of the cause to the left edge of the effect.
        const bool down = to.center().y() > from.center().y();
        start = QPointF(std::min(from.left() + 14.0, std::max(from.left() + 6.0, to.left() - 10.0)),
                        down ? from.bottom() : from.top());
        path.moveTo(start);
        path.cubicTo(QPointF(start.x(), end.y()), QPointF(start.x(), end.y()), end);
    } else {
        const double bend = std::max(18.0, 0.5 * (end.x() - start.x()));
        path.moveTo(start);
        path.cubicTo(start + QPointF(bend, 0.0), end - QPointF(bend, 0.0), end);
    }
    const QColor colour = onChain ? colours.selected : colours.muted;
    painter.setPen(QPen(colour, onChain ? 3.0 : 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    const double size = onChain ? 9.0 : 7.0;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(
        QPolygonF{{tip, tip + QPointF(-size, -0.55 * size), tip + QPointF(-size, 0.55 * size)}});
}

void CauseCanvas::paintNode(QPainter& painter, int node, const ThemeColours& colours) const {
    const Consequence& n = tree_.nodes[at(node)];
    const QRectF& box = boxes_[at(node)];
    const EventLook look = lookOf(n.kind);
    const bool isCurrent = current().index == node;
    if (n.events.size() > 1) {
        // A pile: more than one event.
        painter.setPen(QPen(colours.border, 1.0));
        painter.setBrush(colours.alternate);
        painter.drawRoundedRect(box.translated(4.0, 4.0), 4.0, 4.0);
    }
    painter.setPen(isCurrent                 ? QPen(colours.selected, 3.0)
                   : chain_[at(node)]        ? QPen(colours.selected, 1.8)
                   : hovered().index == node ? QPen(colours.text, 1.4)
                                             : QPen(colours.border, 1.0));
    painter.setBrush(colours.raised);
    painter.drawRoundedRect(box, 4.0, 4.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.colour);
    painter.drawRect(QRectF(box.left() + 1.5, box.top() + 4.0, 3.5, box.height() - 8.0));
    painter.drawPixmap(QRectF(box.left() + 9.0, box.top() + 4.0, 16.0, 16.0),
                       Theme::pixmap(look.icon, 16, look.colour, 2.0), QRectF(0, 0, 32, 32));
    const QFontMetricsF metrics(font());
    painter.setPen(colours.muted);
    const double left = box.left() + 30.0, width = box.width() - 36.0;
    QString head = momentText(n.fromS);
    head += QStringLiteral("  %1").arg(eventKindText(n.kind));
    if (n.events.size() > 1) {
        head += QStringLiteral("  × %1").arg(n.events.size());
    }
    painter.drawText(QPointF(left, box.top() + 4.0 + metrics.ascent()),
                     metrics.elidedText(head, Qt::ElideRight, width));
    painter.setPen(colours.text);
    painter.drawText(
        QPointF(box.left() + 10.0, box.bottom() - 5.0 - metrics.descent()),
        metrics.elidedText(nodeText(n, workspace_->causes().graph(), workspace_->causes().names()),
                           Qt::ElideRight, box.width() - 16.0));
}

void CauseCanvas::paintDiagram(QPainter& painter, const QRectF& visible,
                               const ThemeColours& colours) {
    paintLanes(painter, colours);
    if (mode_ == Mode::Timeline) {
        paintAxis(painter, colours);
    }
    for (const bool onChain : {false, true}) {
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
            if (chain_[i] == onChain) {
                paintArrow(painter, static_cast<int>(i), colours);
            }
        }
    }
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
        if (boxes_[i].adjusted(-6, -6, 6, 6).intersects(visible)) {
            paintNode(painter, static_cast<int>(i), colours);
        }
    }
}

QRectF CauseCanvas::paintLegend(QPainter&, const ThemeColours&) {
    return {};
}

QString CauseCanvas::footText() const {
    if (tree_.left > 0) {
        return tr("%1 more events are not drawn").arg(tree_.left);
    }
    int beyond = 0;
    for (const QRectF& box : boxes_) {
        beyond += (box.center() - toDiagram({static_cast<double>(width()), 0.0})).x() > 0.0 ? 1 : 0;
    }
    if (beyond > 0) {
        return tr("%n more to the right: drag the diagram, or turn the wheel", nullptr, beyond);
    }
    const CauseFocus& focus = workspace_->causes();
    if (focus.eventId() >= 0 && focus.graph().isCut(focus.eventId())) {
        return tr("The chain ends at an event that is not in this story");
    }
    const engine::Story& story = focus.graph().story();
    return story.left > 0 ? tr("Events before %1 are kept only if they led to later ones; a "
                               "recording has all")
                                .arg(momentText(story.sinceS))
                          : QString();
}

}  // namespace headroom::ui
