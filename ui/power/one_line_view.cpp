// SPDX-License-Identifier: Apache-2.0
#include "ui/power/one_line_view.h"

#include "engine/base/index.h"
#include "ui/power/one_line_paint.h"
#include "ui/power/power_actions.h"
#include "ui/quantity_text.h"
#include "ui/scene/rack_colouring.h"
#include "ui/shell/workspace.h"

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
using engine::PowerUnitState;

constexpr double kTitleSize = 12.5;
constexpr double kTextSize = 11.5;
constexpr double kBreakerRise = 17.0;  // of a breaker over the end of its wire
constexpr double kLegible = 7.0;       // pixels from which small text is written

QRectF symbolOf(const OneLineNode& node) {
    return {node.x, node.y, node.symbolWidth, node.height};
}

QColor inkOfState(PowerUnitState state, const ThemeColours& colours) {
    switch (state) {
        case PowerUnitState::Failed:
            return colours.bad;
        case PowerUnitState::OnBattery:
        case PowerUnitState::WalkIn:
        case PowerUnitState::LockedOut:
        case PowerUnitState::Starting:
        case PowerUnitState::Waiting:
        case PowerUnitState::Transferring:
            return colours.caution;
        case PowerUnitState::Running:
            return colours.good;
        default:
            return colours.muted;
    }
}

/// Broken between words into lines of that width, each cut where it is still too long.
QStringList wrapped(const QString& text, const QFontMetricsF& metrics, double width, int most) {
    QStringList lines{QString()};
    for (const QString& word : text.split(' ')) {
        const QString longer = lines.last().isEmpty() ? word : lines.last() + ' ' + word;
        if (lines.last().isEmpty() || lines.size() == most ||
            metrics.horizontalAdvance(longer) <= width) {
            lines.last() = longer;
        } else {
            lines << word;
        }
    }
    for (QString& line : lines) {
        line = metrics.elidedText(line, Qt::ElideRight, width);
    }
    return lines;
}

/// Two digits: the tip and the table have more.
QString shortLoading(double loading) {
    return quantityText(loading, models::unit::percent, 2);
}

bool hasShape(PowerUnitState state) {
    return state == PowerUnitState::OnBattery || state == PowerUnitState::LockedOut;
}

}  // namespace

OneLineView::OneLineView(Workspace* workspace, RackColouring* colouring, PowerActions* actions,
                         QWidget* parent)
    : DiagramCanvas({.margin = 16.0,
                     .most = 1.6,
                     .selectionMargin = 60.0,
                     .selectionMost = 2.0,
                     .legendGap = 24.0,
                     .legend = {150, 380}},
                    parent),
      workspace_(workspace),
      colouring_(colouring),
      actions_(actions) {
    setObjectName("oneLineView");
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
    std::map<std::string, int> number;
    std::vector<int> owner;
    for (const engine::PowerConsumer& consumer : consumers_) {
        owner.push_back(
            number.try_emplace(consumer.object, static_cast<int>(number.size())).first->second);
    }
    diagram_ = network_ ? engine::layOutOneLine(*network_, fold_, {}, owner) : engine::OneLine{};
    if (!keepsPlace) {
        fitAll();
    }
    followSelection();
    update();
}

QString OneLineView::emptyText() const {
    if (!workspace_->isOpen()) {
        return tr("Open a project: its electrical wiring is drawn here.");
    }
    if (!network_ || network_->units.empty()) {
        return tr(
            "This project has no power units.\nDrag a utility connection, transformers, boards and "
            "UPSs out of the catalogue into the plan,\nand connect them here.");
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
    // What was clicked stays where it is on the screen.
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
    current_ = node;  // groups of loads are no object that others could show
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

bool OneLineView::hasBreakers(const OneLineWire& wire) const {
    return std::any_of(wire.edges.begin(), wire.edges.end(),
                       [this](int e) { return network_->edges[at(e)].breaker >= 0; });
}

QPointF OneLineView::breakerPlace(int wire) const {
    const engine::OneLinePoint& end = diagram_.wires[at(wire)].points.back();
    return {end.x, end.y - kBreakerRise};
}

DiagramPart OneLineView::partAt(QPointF p) const {
    const double slack = std::max(kBreakerHalf + 2.0, 6.0 / zoom());
    for (std::size_t n = 0; canWire() && n < diagram_.nodes.size(); ++n) {
        const QPointF d = outputPlace(static_cast<int>(n)) - p;
        if (!diagram_.nodes[n].isLoad() && std::hypot(d.x(), d.y()) <= slack) {
            return {OutputPart, static_cast<int>(n)};
        }
    }
    for (std::size_t w = 0; w < diagram_.wires.size(); ++w) {
        if (hasBreakers(diagram_.wires[w])) {
            const QPointF d = breakerPlace(static_cast<int>(w)) - p;
            if (std::abs(d.x()) <= std::min(slack, 12.0) && std::abs(d.y()) <= slack) {
                return {BreakerPart, static_cast<int>(w)};
            }
        }
    }
    for (std::size_t n = 0; n < diagram_.nodes.size(); ++n) {
        if (areaOf(diagram_.nodes[n]).contains(p)) {
            return {NodePart, static_cast<int>(n)};
        }
    }
    if (const int wire = wireAt(p); wire >= 0) {
        return {WirePart, wire};
    }
    return {};
}

void OneLineView::paintWires(QPainter& painter, const ThemeColours& colours) const {
    const bool known = isKnown();
    const auto line = [&painter](const std::vector<QPointF>& points) {
        painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    };
    // Dead ones first: where they share a track, live wins.
    for (const bool drawsLive : {false, true}) {
        for (std::size_t w = 0; w < diagram_.wires.size(); ++w) {
            const OneLineWire& wire = diagram_.wires[w];
            bool source = !known;
            bool target = !known;
            const OneLineNode& from = diagram_.nodes[at(wire.from)];
            if (known && wire.edges.empty()) {
                for (int u = from.firstUnit; u < from.firstUnit + from.units; ++u) {
                    source = source || isLive(frame_->powerUnits[at(u)]);
                }
                target = source;
            }
            for (const int e : wire.edges) {
                if (!known) {
                    break;
                }
                const engine::PowerEdge& edge = network_->edges[at(e)];
                const bool fed = isLive(frame_->powerUnits[at(edge.from)]);
                source = source || fed;
                target =
                    target || (fed && frame_->powerEdges[at(e)].breaker == BreakerState::Closed);
            }
            // Never thinner than a pixel and a bit, however far away.
            const double wide = std::max(1.8, 1.2 / zoom());
            const bool isHot = static_cast<int>(w) == currentWire_;
            const QPen live(isHot   ? colours.selected
                            : known ? liveWire(colours)
                                    : colours.muted,
                            isHot ? 1.8 * wide : wide);
            const QPen dead(isHot ? colours.selected : deadWire(colours),
                            (isHot ? 1.6 : 0.9) * wide, Qt::DashLine);
            std::vector<QPointF> upper;
            for (const engine::OneLinePoint& p : wire.points) {
                upper.emplace_back(p.x, p.y);
            }
            if (hasBreakers(wire)) {
                const QPointF breaker = breakerPlace(static_cast<int>(w));
                if (target == drawsLive) {
                    painter.setPen(target ? live : dead);
                    painter.drawLine(breaker, upper.back());
                }
                upper.back() = breaker;
            }
            if (source == drawsLive) {
                painter.setPen(source ? live : dead);
                line(upper);
            }
        }
    }
}

void OneLineView::paintBreakers(QPainter& painter, const ThemeColours& colours) const {
    const bool known = frame_ && hasPowerState(*frame_);
    for (std::size_t w = 0; w < diagram_.wires.size(); ++w) {
        const OneLineWire& wire = diagram_.wires[w];
        if (!hasBreakers(wire)) {
            continue;
        }
        int all = 0;
        int open = 0;
        int tripped = 0;
        bool live = !known;
        for (const int e : wire.edges) {
            if (network_->edges[at(e)].breaker < 0) {
                continue;
            }
            ++all;
            if (known) {
                const BreakerState state = frame_->powerEdges[at(e)].breaker;
                open += state == BreakerState::Open ? 1 : 0;
                tripped += state == BreakerState::Tripped ? 1 : 0;
                live = live || !isKnown() || isLive(frame_->powerUnits[at(network_->edges[at(e)].from)]);
            }
        }
        const BreakerState shown = tripped > 0 ? BreakerState::Tripped
                                   : open > 0  ? BreakerState::Open
                                               : BreakerState::Closed;
        const QPointF place = breakerPlace(static_cast<int>(w));
        if (all > 1) {
            // A second square behind tells that there are several.
            painter.setPen(QPen(colours.muted, 1.2));
            painter.setBrush(colours.base);
            painter.drawRect(QRectF(place.x() - kBreakerHalf + 4.0, place.y() - kBreakerHalf - 2.5,
                                    2 * kBreakerHalf - 2.0, 2 * kBreakerHalf - 2.0));
        }
        const QColor wireColour = !known ? colours.muted
                                  : live ? liveWire(colours)
                                         : deadWire(colours);
        paintBreaker(painter, place, shown, wireColour, colours);
        if (hovered() == DiagramPart{BreakerPart, static_cast<int>(w)}) {
            painter.setPen(QPen(colours.selected, 2.0));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(place, kBreakerHalf + 5.0, kBreakerHalf + 5.0);
        }
        if (shown != BreakerState::Closed && kTextSize * zoom() >= kLegible) {
            const int count = tripped > 0 ? tripped : open;
            QString word = tripped > 0 ? tr("tripped") : tr("open");
            if (all > 1) {
                word = QStringLiteral("%1/%2 %3").arg(count).arg(all).arg(word);
            }
            QFont font = painter.font();
            font.setPixelSize(11);
            font.setWeight(QFont::DemiBold);
            painter.setFont(font);
            const QFontMetricsF metrics(font);
            const QRectF box(place.x() + kBreakerHalf + 4.0, place.y() - metrics.height() / 2.0,
                             metrics.horizontalAdvance(word) + 6.0, metrics.height());
            QColor ground = colours.base;
            ground.setAlphaF(0.9F);
            painter.fillRect(box, ground);
            painter.setPen(tripped > 0 ? colours.bad : colours.text);
            painter.drawText(box, Qt::AlignCenter, word);
        }
    }
}

void OneLineView::paintText(QPainter& painter, const OneLineNode& node, const QStringList& lines,
                            const QColor& lastInk, const ThemeColours& colours) const {
    const QRectF area(node.x + node.symbolWidth + 7.0, node.y - 3.0,
                      node.width - node.symbolWidth - 7.0, node.height + 6.0);
    QFont font = painter.font();
    const bool small = kTextSize * zoom() < kLegible;
    // From afar the name alone, as large as fits.
    const double title = small ? std::min(26.0, 8.5 / zoom()) : kTitleSize;
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(title))));
    font.setWeight(QFont::DemiBold);
    const QFontMetricsF heavy(font);
    painter.setFont(font);
    painter.setPen(colours.text);
    if (small) {
        if (title * zoom() >= 6.0) {
            // As many lines as the room between two layers holds.
            const int most =
                std::clamp(static_cast<int>((node.height + 22.0) / heavy.height()), 1, 3);
            painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                             wrapped(lines.first(), heavy, area.width(), most).join('\n'));
        }
        return;
    }
    const QStringList name = wrapped(lines.first(), heavy, area.width(), lines.size() > 2 ? 2 : 3);
    QFont plain = font;
    plain.setPixelSize(static_cast<int>(std::lround(kTextSize)));
    plain.setWeight(QFont::Normal);
    const QFontMetricsF metrics(plain);
    const double all = static_cast<double>(name.size()) * heavy.height() +
                       static_cast<double>(lines.size() - 1) * metrics.height();
    double y = area.center().y() - all / 2.0;
    for (const QString& line : name) {
        painter.drawText(QPointF(area.left(), y + heavy.ascent()), line);
        y += heavy.height();
    }
    painter.setFont(plain);
    for (qsizetype i = 1; i < lines.size(); ++i) {
        painter.setPen(i + 1 == lines.size() && (i > 1 || node.isLoad()) ? lastInk : colours.text);
        painter.drawText(QPointF(area.left(), y + metrics.ascent()),
                         metrics.elidedText(lines[i], Qt::ElideRight, area.width()));
        y += metrics.height();
    }
}

void OneLineView::paintNode(QPainter& painter, const OneLineNode& node,
                            const ThemeColours& colours) const {
    const bool known = isKnown();
    SymbolPaint how;
    how.line = colours.text;
    QStringList lines;
    QColor lastInk = colours.muted;
    if (node.isLoad()) {
        lines << loadsTitle(*network_, node.loads);
        const bool isOpen = network_->loads[at(node.loads.front())].cords == 0;
        if (isOpen) {
            // What feeds it is still to be said: whose it is matters more than how many.
            const QString name = nameOf(static_cast<int>(&node - diagram_.nodes.data()));
            lines.prepend(name.isEmpty() ? lines.front() : name);
        }
        if (known) {
            const LoadSummary s = summaryOf(*network_, *frame_, node.loads);
            if (std::isfinite(s.powerW)) {
                lines << quantityText(s.powerW, models::unit::kilowatt, 3);
            }
            if (s.dark > 0) {
                const bool all = s.dark == static_cast<int>(node.loads.size());
                how.look = all ? SymbolLook::Dead : SymbolLook::Plain;
                how.line = all ? colours.disabled : colours.text;
                lines << (all ? tr("no power") : tr("%1 without power").arg(s.dark));
                lastInk = colours.bad;
            } else {
                lines << (s.liveCords == s.cords
                              ? tr("all cords live")
                              : tr("%1 of %2 cords live").arg(s.liveCords).arg(s.cords));
                lastInk = s.liveCords == s.cords ? colours.muted : colours.caution;
            }
        } else if (isOpen) {
            lines << tr("not connected");
            lastInk = colours.caution;
        } else {
            lines << tr("%1 cords").arg(summaryOf(*network_, *frame_, node.loads).cords);
        }
        paintLoadSymbol(painter, network_->loads[at(node.loads.front())].kind, symbolOf(node), how,
                        colours);
        paintText(painter, node, lines, lastInk, colours);
        return;
    }
    const engine::PowerUnit& unit = network_->units[at(node.firstUnit)];
    const PowerSummary s = summaryOf(*network_, *frame_, node.firstUnit, node.units);
    const bool folded = node.units > 1;
    lines << (folded
                  ? QStringLiteral("%1× %2").arg(node.units).arg(arrayName(*network_, node.array))
                  : unitName(*network_, node.firstUnit));
    how.direct = unit.direct;
    how.incomers = unit.edges;
    if (!s.known) {
        lines << (unit.ratedVa > 0.0 && !(unit.voltageV > 0.0)
                      ? quantityText(unit.ratedVa, models::unit::kilovoltampere, 3)
                  : unit.ratedVa > 0.0
                      ? tr("%1, %2").arg(
                            quantityText(unit.ratedVa, models::unit::kilovoltampere, 3),
                            voltageText(unit.voltageV))
                      : voltageText(unit.voltageV));
        if (unit.edges == 0 && unit.kind != engine::PowerKind::Utility &&
            unit.kind != engine::PowerKind::Genset) {
            lines << tr("not connected");
            lastInk = colours.caution;
        }
    } else {
        const bool anyLive = s.live > 0;
        const bool rated = std::isfinite(s.worstLoading);
        QString load = quantityText(s.outputW, models::unit::kilowatt, 3);
        if (rated) {
            load += (folded ? tr(" · max %1") : tr(" · %1")).arg(shortLoading(s.worstLoading));
        }
        lines << load;
        if (s.state == PowerUnitState::Normal) {
            lines << (folded && rated      ? tr("mean %1").arg(shortLoading(s.meanLoading))
                      : unit.ratedVa > 0.0 ? tr("of %1").arg(quantityText(
                                                 unit.ratedVa, models::unit::kilovoltampere, 3))
                                           : voltageText(unit.voltageV));
        } else {
            QString word = powerStateText(s.state).toLower();
            if (folded) {
                word = tr("%1 of %2 %3").arg(s.inState).arg(s.units).arg(word);
            }
            const double charge =
                static_cast<double>(frame_->powerUnits[at(node.firstUnit)].charge);
            if (hasShape(s.state) && !folded && std::isfinite(charge)) {
                word += tr(", %1").arg(loadingText(charge));
            }
            lines << word;
            lastInk = inkOfState(s.state, colours);
        }
        if (s.state == PowerUnitState::Failed && s.inState == s.units) {
            how.look = SymbolLook::Failed;
            how.line = colours.bad;
        } else if (!anyLive) {
            how.look = SymbolLook::Dead;
            how.line = colours.disabled;
        } else if (rated) {
            how.look = SymbolLook::Loaded;
            how.fill = loadingColour(s.worstLoading, colouring_->scale().map(), colours);
        }
        if (rated && s.worstLoading > 1.0 && s.state == PowerUnitState::Normal) {
            lines.last() = tr("overloaded");
            lastInk = colours.bad;
        }
        if (unit.kind == engine::PowerKind::TransferSwitch && !folded) {
            // The incomer with power is the one taken; wires come in the order of their ends.
            std::vector<std::pair<double, int>> ports;
            for (const OneLineWire& wire : diagram_.wires) {
                if (&diagram_.nodes[at(wire.to)] == &node) {
                    for (const int e : wire.edges) {
                        ports.emplace_back(wire.points.back().x, e);
                    }
                }
            }
            std::sort(ports.begin(), ports.end());
            how.incomers = static_cast<int>(ports.size());
            for (std::size_t i = 0; i < ports.size(); ++i) {
                if (frame_->powerEdges[at(ports[i].second)].powerW > 0.0F) {
                    how.position = static_cast<int>(i);
                }
            }
        }
    }
    if (folded && unit.kind != engine::PowerKind::Switchboard) {
        painter.setPen(QPen(colours.muted, 1.2));
        painter.setBrush(colours.raised);
        for (const double shift : {6.0, 3.0}) {
            QRectF ghost(0, 0, node.height - 2.0, node.height - 6.0);
            ghost.moveCenter(symbolOf(node).center());
            painter.drawRoundedRect(ghost.translated(shift, -shift / 3.0), 3, 3);
        }
    }
    paintUnitSymbol(painter, unit.kind, symbolOf(node), how, colours);
    if (folded && s.known && s.state == PowerUnitState::Failed && how.look != SymbolLook::Failed) {
        paintFailedBadge(painter, {symbolOf(node).right() - 3.0, node.y + 3.0}, 9.0, colours);
    }
    paintText(painter, node, lines, lastInk, colours);
}

void OneLineView::paintDiagram(QPainter& painter, const QRectF& visible,
                               const ThemeColours& colours) {
    paintWires(painter, colours);
    paintBreakers(painter, colours);
    for (std::size_t n = 0; n < diagram_.nodes.size(); ++n) {
        const OneLineNode& node = diagram_.nodes[n];
        const QRectF area = areaOf(node).adjusted(-6, -6, 6, 6);
        if (!area.intersects(visible)) {
            continue;
        }
        painter.save();
        if (static_cast<int>(n) == current_) {
            QColor ground = colours.selected;
            ground.setAlphaF(0.10F);
            painter.setPen(QPen(colours.selected, 2.2 / std::max(zoom(), 0.5)));
            painter.setBrush(ground);
            painter.drawRoundedRect(areaOf(node).adjusted(-5, -5, 3, 5), 5, 5);
        } else if (hovered() == DiagramPart{NodePart, static_cast<int>(n)}) {
            painter.setPen(QPen(colours.muted, 1.2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(areaOf(node).adjusted(-5, -5, 3, 5), 5, 5);
        }
        paintNode(painter, node, colours);
        painter.restore();
        const bool isNear = hovered() == DiagramPart{NodePart, static_cast<int>(n)} ||
                            hovered() == DiagramPart{OutputPart, static_cast<int>(n)};
        if (canWire() && !node.isLoad() && (isNear || static_cast<int>(n) == current_)) {
            paintOutput(painter, static_cast<int>(n), colours);
        }
    }
}

QRectF OneLineView::paintLegend(QPainter& painter, const ThemeColours& colours) {
    return isKnown() ? paintPowerLegend(painter, rect(), colouring_->scale().map(), colours)
                     : QRectF();
}

QString OneLineView::footText() const {
    return isKnown()                  ? QString()
           : sketch_.faults.empty() ? tr("The wiring as designed. Press Play to see what it carries.")
                                    : tr("The wiring as stated. It cannot run yet: %1")
                                          .arg(QString::fromStdString(sketch_.faults.front().message));
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
            return edgeTip(*network_, *frame_, wire.edges.front());
        }
        QStringList lines{tr("%1 breakers").arg(wire.edges.size())};
        if (hasPowerValues(*frame_)) {
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
        return loadsTip(*network_, *frame_, node.loads);
    }
    return node.units > 1 ? arrayTip(*network_, *frame_, node.array)
                          : unitTip(*network_, *frame_, node.firstUnit);
}

void OneLineView::fillMenu(QMenu& menu, const DiagramPart& part) {
    if (part.kind == BreakerPart || part.kind == WirePart) {
        const int wire = part.index;
        if (hasBreakers(diagram_.wires[at(wire)])) {
            actions_->fillBreakerMenu(menu, diagram_.wires[at(wire)].edges);
            menu.addSeparator();
        }
        QAction* cuts = menu.addAction(Theme::icon("disconnect"), tr("Disconnect %1 from %2").arg(
                                           nameOf(diagram_.wires[at(wire)].to),
                                           nameOf(diagram_.wires[at(wire)].from)),
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
