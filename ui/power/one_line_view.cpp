// SPDX-License-Identifier: Apache-2.0
#include "ui/power/one_line_view.h"

#include "engine/base/index.h"
#include "ui/floor/rack_colouring.h"
#include "ui/kit/theme.h"
#include "ui/power/one_line_painter.h"
#include "ui/power/one_line_places.h"
#include "ui/power/power_actions.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/workspace.h"

#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::ui {

namespace {

using engine::BreakerState;
using engine::OneLineFold;
using engine::OneLineNode;
using engine::OneLineWire;

constexpr double kWireSlack = 5.0;       // pixels next to a wire that still pick it
constexpr double kFitMargin = 16.0;      // pixels around all
constexpr double kMostFitScale = 1.6;    // to which a small diagram is enlarged
constexpr double kMostRowPixels = 34.0;  // by which a row grows

}  // namespace

OneLineView::OneLineView(Workspace* workspace, RackColouring* colouring, PowerActions* actions,
                         QWidget* parent)
    : DiagramCanvas({.margin = kFitMargin,
                     .most = kMostFitScale,
                     .selectionMargin = 60.0,
                     .selectionMost = 2.0,
                     .legendGap = 24.0,
                     .legend = {150, 380}},
                    parent),
      workspace_(workspace),
      colouring_(colouring),
      actions_(actions) {
    setObjectName("oneLineView");
    setAcceptDrops(true);
    setAccessibleName(tr("One-line diagram of the electrical wiring"));
    setAccessibleDescription(
        tr("The pane Power lists the same units and breakers as tables. Arrow keys go from part to "
           "part, the menu key offers what can be done."));
    quiet_.setSingleShot(true);
    connect(&quiet_, &QTimer::timeout, this, [this] {
        said_.clear();
        update();
    });
    const auto begin = [this] {
        network_ = simulated_ = nullptr;
        sketch_ = {};
        fold_.clear();
        setNetwork(nullptr, false);
        takeFrame();
    };
    connect(workspace, &Workspace::opened, this, begin);
    connect(workspace, &Workspace::closed, this, begin);
    connect(workspace, &Workspace::projectChanged, this, &OneLineView::takeProject);
    connect(workspace, &Workspace::simulationChanged, this, &OneLineView::takeFrame);
    connect(workspace, &Workspace::frameArrived, this, &OneLineView::takeFrame);
    connect(colouring, &RackColouring::scaleChanged, this, qOverload<>(&QWidget::update));
    connect(&workspace->selection(), &Selection::changed, this, &OneLineView::followSelection);
    takeFrame();
}

void OneLineView::rebuild(bool keepsPlace) {
    clearHover();
    current_ = currentWire_ = -1;
    layOut();
    if (!keepsPlace) {
        fitAll();
    }
    followSelection();
    update();
}

void OneLineView::layOut() {
    std::map<std::string, int> number;
    std::vector<int> owner;
    for (const engine::PowerConsumer& consumer : consumers_) {
        owner.push_back(
            number.try_emplace(consumer.object, static_cast<int>(number.size())).first->second);
    }
    diagram_ =
        network_ ? engine::layOutOneLine(*network_, fold_, style_, owner) : engine::OneLine{};
}

/// From afar texts keep a legible size. The rows then share the height that is left, so that more of a text fits.
void OneLineView::shapeTo(double) {
    style_ = {};
    isAfar_ = false;
    layOut();
    if (diagram_.layers == 0) {
        return;
    }
    const QSizeF room(std::max(1.0, width() - 2.0 * kFitMargin),
                      std::max(1.0, height() - 2.0 * kFitMargin));
    const double scale =
        std::min({room.width() / diagram_.width, room.height() / diagram_.height, kMostFitScale});
    isAfar_ = !OneLinePainter::isLegible(scale);
    const double left = room.height() / scale - diagram_.height;
    if (isAfar_ && left > 0.0) {
        const double more = std::min(left / diagram_.layers, kMostRowPixels / scale);
        style_.above += more / 2.0;
        style_.below += more / 2.0;
        layOut();
    }
}

QString OneLineView::emptyText() const {
    if (!workspace_->isOpen()) {
        return tr("Open a project: its electrical wiring is drawn here.");
    }
    if (!network_ || network_->units.empty()) {
        return tr(
            "This project has no power units.\nDrag a utility connection, transformers, boards and "
            "UPSs out of the catalogue to here:\neach onto what feeds it.");
    }
    return {};
}

bool OneLineView::hasPartIn(const QRectF& area) const {
    return std::any_of(diagram_.nodes.begin(), diagram_.nodes.end(),
                       [&](const OneLineNode& node) { return areaOf(node).intersects(area); });
}

QRectF OneLineView::boxOf(const DiagramPart& part) const {
    if (part.kind == WirePart) {
        QPolygonF line;
        for (const engine::OneLinePoint& p : diagram_.wires[at(part.index)].points) {
            line << QPointF(p.x, p.y);
        }
        return line.boundingRect();
    }
    return part.kind == NodePart ? areaOf(diagram_.nodes[at(part.index)]) : QRectF();
}

/// The whole array of what is chosen.
QRectF OneLineView::selectionBox() const {
    if (current_ < 0) {
        return boxOf(current());
    }
    const OneLineNode& node = diagram_.nodes[at(current_)];
    QRectF area = areaOf(node);
    for (const OneLineNode& other : diagram_.nodes) {
        if (!node.isLoad() && other.array == node.array) {
            area = area.united(areaOf(other));
        }
    }
    return area;
}

void OneLineView::setArrayFolded(int array, bool folded) {
    if (!network_ || array < 0) {
        return;
    }
    fold_.resize(network_->arrays.size(), OneLineFold::Automatic);
    fold_[at(array)] = folded ? OneLineFold::Folded : OneLineFold::Unfolded;
    // The clicked point stays where it is on the screen.
    const int first = network_->arrays[at(array)].firstUnit;
    const OneLineNode& before = diagram_.nodes[at(diagram_.nodeOfUnit[at(first)])];
    const QPointF was(before.x, before.y);
    rebuild(true);
    const OneLineNode& after = diagram_.nodes[at(diagram_.nodeOfUnit[at(first)])];
    moveBy(QPointF(after.x, after.y) - was);
    chooseNode(diagram_.nodeOfUnit[at(first)]);
}

void OneLineView::setAllFolded(bool folded) {
    if (!network_) {
        return;
    }
    fold_.assign(network_->arrays.size(), folded ? OneLineFold::Folded : OneLineFold::Unfolded);
    rebuild(false);
}

void OneLineView::choose(const DiagramPart& part) {
    const int node = part.kind == NodePart ? part.index : -1;
    current_ = node;
    currentWire_ = -1;
    Selection& selection = workspace_->selection();
    if (node < 0) {
        selection.select({});
        currentWire_ = part.kind == WirePart ? part.index : -1;
    } else if (const OneLineNode& n = diagram_.nodes[at(node)]; !n.isLoad()) {
        selection.select({Selected::Kind::Object, -1, network_->arrays[at(n.array)].id, -1});
    } else if (const engine::PowerLoad& load = network_->loads[at(n.loads.front())];
               load.kind == engine::PowerLoadKind::Rack && n.loads.size() == 1 &&
               at(load.index) < workspace_->layout().racks.size()) {
        const engine::Layout& layout = workspace_->layout();
        selection.select({Selected::Kind::Rack, load.index,
                          layout.blocks[at(layout.racks[at(load.index)].block)], -1});
    } else {
        selection.select({});
    }
    current_ = node;  // groups of loads are not an object that others could show
    update();
}

void OneLineView::followSelection() {
    if (!network_) {
        return;
    }
    currentWire_ = -1;
    const Selected& selected = workspace_->selection().current();
    if (selected.kind == Selected::Kind::Rack) {
        for (std::size_t i = 0; i < network_->loads.size(); ++i) {
            if (network_->loads[i].kind == engine::PowerLoadKind::Rack &&
                network_->loads[i].index == selected.index) {
                current_ = diagram_.nodeOfLoad[i];
            }
        }
    } else {
        const bool same =
            current_ >= 0 && !diagram_.nodes[at(current_)].isLoad() &&
            network_->arrays[at(diagram_.nodes[at(current_)].array)].id == selected.objectId;
        for (std::size_t a = 0; !same && a < network_->arrays.size(); ++a) {
            if (network_->arrays[a].id == selected.objectId) {
                current_ = diagram_.nodeOfUnit[at(network_->arrays[a].firstUnit)];
                update();
                return;
            }
        }
        if (!same) {
            current_ = -1;
        }
    }
    update();
}

DiagramPart OneLineView::partAt(QPointF p) const {
    const double slack = std::max(kBreakerHalf + 2.0, 6.0 / magnification());
    for (std::size_t n = 0; canWire() && n < diagram_.nodes.size(); ++n) {
        const QPointF d = outputPlace(diagram_, static_cast<int>(n)) - p;
        if (!diagram_.nodes[n].isLoad() && std::hypot(d.x(), d.y()) <= slack) {
            return {OutputPart, static_cast<int>(n)};
        }
    }
    for (std::size_t w = 0; w < diagram_.wires.size(); ++w) {
        if (hasBreakers(*network_, diagram_.wires[w])) {
            const QPointF d = breakerPlace(diagram_, static_cast<int>(w)) - p;
            if (std::abs(d.x()) <= std::min(slack, 12.0) && std::abs(d.y()) <= slack) {
                return {BreakerPart, static_cast<int>(w)};
            }
        }
    }
    if (const int node = nodeAt(diagram_, p, 0.0); node >= 0) {
        return {NodePart, node};
    }
    const int wire = wireAt(diagram_, p, std::max(kWireSlack / magnification(), 3.0));
    return wire >= 0 ? DiagramPart{WirePart, wire} : DiagramPart{};
}

void OneLineView::paintDiagram(QPainter& painter, const QRectF& visible,
                               const ThemeColours& colours) {
    if (!network_) {
        return;
    }
    const OneLineScene scene{diagram_,        *network_,
                             shownFrame(),    colouring_->scale().map(),
                             magnification(), (style_.above - engine::OneLineStyle{}.above)};
    OneLinePainter paint(painter, scene, colours);
    paint.paintWires(currentWire_, hovered().kind == BreakerPart ? hovered().index : -1);
    for (int n = 0; n < static_cast<int>(diagram_.nodes.size()); ++n) {
        const OneLineNode& node = diagram_.nodes[at(n)];
        if (!areaOf(node).adjusted(-6, -6, 6, 6).intersects(visible)) {
            continue;
        }
        const QRectF frame = areaOf(node).adjusted(-5, -5, 3, 5);
        painter.save();
        if (n == current_) {
            QColor ground = colours.selected;
            ground.setAlphaF(0.10F);
            painter.setPen(QPen(colours.selected, 2.2 / std::max(magnification(), 0.5)));
            painter.setBrush(ground);
            painter.drawRoundedRect(frame, 5, 5);
        } else if (hovered() == DiagramPart{NodePart, n}) {
            painter.setPen(QPen(colours.muted, 1.2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(frame, 5, 5);
        }
        paint.paintNode(node, node.isLoad() ? nameOf(n) : QString());
        painter.restore();
        const bool isNear =
            hovered() == DiagramPart{NodePart, n} || hovered() == DiagramPart{OutputPart, n};
        if (canWire() && !node.isLoad() && (isNear || n == current_)) {
            paintOutput(painter, n, colours);
        }
    }
}

QRectF OneLineView::paintLegend(QPainter& painter, const ThemeColours& colours) {
    return isKnown() ? paintPowerLegend(painter, rect(), colouring_->scale().map(), colours,
                                        {!network_->batteryUnits.empty(), isAfar_})
                     : QRectF();
}

/// Loads of the design before an edit are not those of the wiring that is drawn.
bool OneLineView::isKnown() const {
    return frame_ && hasPowerValues(*frame_) && !workspace_->status().isOfDesignBefore;
}

const engine::Frame& OneLineView::shownFrame() const {
    static const engine::Frame kNone;
    return isKnown() ? *frame_ : kNone;
}

QString OneLineView::footText() const {
    return isKnown() ? QString()
           : sketch_.faults.empty()
               ? tr("The wiring as designed. Press Play to see what it carries.")
               : tr("The wiring as stated. It cannot run yet: %1")
                     .arg(shownText(sketch_.faults.front().message));
}

QStringList OneLineView::tipOf(const DiagramPart& part) const {
    if (!frame_) {
        return {};
    }
    if (part.kind == OutputPart) {
        return {tr("Output of %1").arg(nameOf(part.index)), tr("Drag a line to what it feeds")};
    }
    if (part.kind == WirePart) {
        const OneLineWire& wire = diagram_.wires[at(part.index)];
        return {tr("%1 to %2").arg(nameOf(wire.from), nameOf(wire.to)),
                tr("Click to select, then Delete takes the line away")};
    }
    if (part.kind == BreakerPart) {
        const OneLineWire& wire = diagram_.wires[at(part.index)];
        if (wire.edges.size() == 1) {
            return edgeTip(*network_, shownFrame(), wire.edges.front());
        }
        QStringList lines{tr("%1 breakers").arg(wire.edges.size())};
        if (isKnown()) {
            int closed = 0;
            double powerW = 0.0;
            for (const int e : wire.edges) {
                closed += frame_->powerEdges[at(e)].breaker == BreakerState::Closed ? 1 : 0;
                powerW += static_cast<double>(frame_->powerEdges[at(e)].powerW);
            }
            lines << tr("%1 closed, %2 in all")
                         .arg(closed)
                         .arg(quantityText(powerW, models::unit::kilowatt, 4))
                  << tr("Click offers to open or close them");
        }
        return lines;
    }
    const OneLineNode& node = diagram_.nodes[at(part.index)];
    if (node.isLoad()) {
        return loadsTip(*network_, shownFrame(), node.loads);
    }
    return node.units > 1 ? arrayTip(*network_, shownFrame(), node.array)
                          : unitTip(*network_, shownFrame(), node.firstUnit);
}

void OneLineView::fillMenu(QMenu& menu, const DiagramPart& part) {
    if (part.kind == BreakerPart || part.kind == WirePart) {
        const int wire = part.index;
        if (hasBreakers(*network_, diagram_.wires[at(wire)])) {
            actions_->fillBreakerMenu(menu, diagram_.wires[at(wire)].edges);
            menu.addSeparator();
        }
        QAction* cuts = menu.addAction(
            Theme::icon("disconnect"),
            tr("Disconnect %1 from %2")
                .arg(nameOf(diagram_.wires[at(wire)].to), nameOf(diagram_.wires[at(wire)].from)),
            this, [this, wire] { cut(wire); });
        cuts->setEnabled(canWire());
        return;
    }
    if (part.kind != NodePart) {
        return;
    }
    if (const OneLineNode& node = diagram_.nodes[at(part.index)]; !node.isLoad()) {
        if (!sketch_.network) {
            actions_->fillUnitMenu(menu, node.firstUnit, node.units > 1);
        }
        const int units = network_->arrays[at(node.array)].units;
        if (units > 1) {
            menu.addSeparator();
            const int array = node.array;
            const bool folded = node.units > 1;
            menu.addAction(Theme::icon(folded ? "unfold" : "fold"),
                           folded ? tr("Show Each of the %1").arg(units)
                                  : tr("Fold the %1 into One").arg(units),
                           this, [this, array, folded] { setArrayFolded(array, !folded); });
        }
    }
}

void OneLineView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    takeFrame();
}

void OneLineView::clicked(const DiagramPart& part, const QPoint& globalPosition) {
    said_.clear();
    if (part.kind == OutputPart) {
        choose({NodePart, part.index});
        return;
    }
    if (part.kind != BreakerPart) {
        choose(part);
        return;
    }
    const OneLineWire& wire = diagram_.wires[at(part.index)];
    if (!isKnown()) {
        choose({WirePart, part.index});
    } else if (wire.edges.size() == 1) {
        actions_->toggleBreaker(wire.edges.front());
    } else {
        QMenu menu(this);
        menu.setToolTipsVisible(true);
        fillMenu(menu, part);
        menu.exec(globalPosition);
    }
}

void OneLineView::doubleClicked(const DiagramPart& part) {
    if (part.kind != NodePart) {
        return;
    }
    const OneLineNode& node = diagram_.nodes[at(part.index)];
    if (!node.isLoad() && network_->arrays[at(node.array)].units > 1) {
        setArrayFolded(node.array, node.units == 1);
    } else {
        DiagramCanvas::doubleClicked(part);
    }
}

void OneLineView::activateCurrent() {
    if (current_ < 0) {
        return;
    }
    const OneLineNode& node = diagram_.nodes[at(current_)];
    if (!node.isLoad() && network_->arrays[at(node.array)].units > 1) {
        setArrayFolded(node.array, node.units == 1);
    } else {
        emit activated();
    }
}

void OneLineView::fillViewMenu(QMenu& menu) {
    menu.addAction(Theme::icon("fold"), tr("Fold All Arrays"), this,
                   [this] { setAllFolded(true); });
    menu.addAction(Theme::icon("unfold"), tr("Unfold All Arrays"), this,
                   [this] { setAllFolded(false); });
}

/// Along a level only from part to part of it; else the nearest level counts most.
DiagramPart OneLineView::next(int key) const {
    if (diagram_.nodes.empty()) {
        return {};
    }
    if (current_ < 0) {
        return {NodePart, currentWire_ < 0 ? 0 : diagram_.wires[at(currentWire_)].to};
    }
    const QPointF here = areaOf(diagram_.nodes[at(current_)]).center();
    const bool level = key == Qt::Key_Left || key == Qt::Key_Right;
    DiagramPart best;
    double least = 0.0;
    for (std::size_t n = 0; n < diagram_.nodes.size(); ++n) {
        const auto [along, across] = stepOf(areaOf(diagram_.nodes[n]).center() - here, key);
        if (along < 1.0 || (level && across > 1.0)) {
            continue;
        }
        const double far = level ? along : along * 4.0 + across;
        if (best.isNone() || far < least) {
            best = {NodePart, static_cast<int>(n)};
            least = far;
        }
    }
    return best;
}

}  // namespace headroom::ui
