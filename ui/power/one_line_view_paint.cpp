// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/run/conditions.h"
#include "ui/floor/rack_colouring.h"
#include "ui/kit/condition_mark.h"
#include "ui/power/one_line_paint.h"
#include "ui/power/one_line_view.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

/// How the one-line diagram is painted: wires, breakers, units with what they carry.
namespace headroom::ui {

namespace {

/// Below words, so that lines which pass there do not strike them through.
QColor groundOf(const ThemeColours& colours) {
    QColor ground = colours.base;
    ground.setAlphaF(0.85F);
    return ground;
}

using engine::BreakerState;
using engine::OneLineNode;
using engine::OneLineWire;
using engine::PowerUnitState;

constexpr double kTitleSize = 12.5;
constexpr double kTextSize = 11.5;
constexpr double kLegible = 7.0;    // pixels from which all lines are written
constexpr double kShortSize = 9.5;  // pixels on the screen of what is written from afar
constexpr double kLayerRoom = 14.0, kGapRoom = 16.0;  // around a text, that wires leave free

QRectF symbolOf(const OneLineNode& node) {
    return {node.x, node.y, node.symbolWidth, node.height};
}

/// Mains that deliver nothing have failed, as far as the site can tell.
engine::Condition conditionOf(const engine::PowerUnit& unit, const PowerSummary& s) {
    const engine::Condition own = engine::conditionOf(s.state);
    return own == engine::Condition::Unpowered && unit.kind == engine::PowerKind::Utility
               ? engine::Condition::Failed
               : own;
}

/// "62 % ↑ 120 kW", in the line of its symbol: it gives, as the arrow there says; ↓: it takes. At rest "battery 62 %".
QString batteryText(const engine::PowerUnitNow& now) {
    constexpr double kRestsW = 0.5, kPercent = 100.0;
    const auto givesW = static_cast<double>(now.givesW), charge = static_cast<double>(now.charge);
    const QString held = std::isfinite(charge)
                             ? QStringLiteral("%1 %").arg(std::lround(charge * kPercent))
                             : QString();
    if (!(std::abs(givesW) > kRestsW)) {
        return OneLineView::tr("battery %1").arg(held).trimmed();
    }
    return QStringLiteral("%1 %2 %3")
        .arg(held, QString(QChar(givesW > 0.0 ? 0x2191 : 0x2193)),
             quantityText(std::abs(givesW), models::unit::kilowatt, 3));
}

QColor inkOfState(PowerUnitState state, const ThemeColours& colours) {
    switch (state) {
        case PowerUnitState::Failed:
        case PowerUnitState::Dead:
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
            const double wide = std::max(1.8, 1.2 / magnification());
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
                live = live || !isKnown() ||
                       isLive(frame_->powerUnits[at(network_->edges[at(e)].from)]);
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
        if (shown != BreakerState::Closed && kTextSize * magnification() >= kLegible) {
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
    if (kTextSize * magnification() < kLegible) {
        paintShortText(painter, node, area, lines, lastInk, colours);
        return;
    }
    font.setPixelSize(static_cast<int>(std::lround(kTitleSize)));
    font.setWeight(QFont::DemiBold);
    const QFontMetricsF heavy(font);
    painter.setFont(font);
    painter.setPen(colours.text);
    const QStringList name = wrapped(lines.first(), heavy, area.width(), lines.size() > 2 ? 2 : 3);
    QFont plain = font;
    plain.setPixelSize(static_cast<int>(std::lround(kTextSize)));
    plain.setWeight(QFont::Normal);
    const QFontMetricsF metrics(plain);
    const double all = static_cast<double>(name.size()) * heavy.height() +
                       static_cast<double>(lines.size() - 1) * metrics.height();
    double y = area.center().y() - all / 2.0;
    double wide = 0.0;
    for (const QString& line : name) {
        wide = std::max(wide, heavy.horizontalAdvance(line));
    }
    for (qsizetype i = 1; i < lines.size(); ++i) {
        wide = std::max(wide, metrics.horizontalAdvance(lines[i]));
    }
    painter.fillRect(
        QRectF(area.left() - 1.0, y + 1.0, std::min(wide, area.width()) + 2.0, all - 2.0),
        groundOf(colours));
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

/// From afar: a short name and one figure, both as large on the screen as can be read. A unit in an unusual state shows it
/// in the place of the figure.
void OneLineView::paintShortText(QPainter& painter, const OneLineNode& node, const QRectF& area,
                                 const QStringList& lines, const QColor& lastInk,
                                 const ThemeColours& colours) const {
    QFont font = painter.font();
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(kShortSize / magnification()))));
    const QFontMetricsF metrics(font);
    // Up to the next symbol of the layer, and half way to the layers above and below.
    const QRectF room = area.adjusted(-3.0, -kLayerRoom, kGapRoom, kLayerRoom);
    const auto most = static_cast<qsizetype>(room.height() / metrics.height());
    if (most < 1 || metrics.averageCharWidth() * 3.0 > room.width()) {
        return;
    }
    QStringList words;
    const bool isStrange = lines.size() > 1 && lastInk != colours.muted;
    if (isStrange) {
        words << lines.last();
    } else if (lines.size() > 1) {
        // "715 kW · 45 %": both, or the share alone, or the power alone.
        const QStringList parts = lines[1].split(QStringLiteral(" · "));
        const bool fits = metrics.horizontalAdvance(lines[1]) <= room.width();
        words << (fits ? lines[1] : most > 2 && parts.size() > 1 ? parts.join('\n') : parts.last());
    }
    if (most > words.join('\n').count('\n') + (words.isEmpty() ? 0 : 1)) {
        words.prepend(shortName(node, lines.first(), metrics, room.width()));
    }
    painter.setFont(font);
    painter.setPen(isStrange ? lastInk : colours.text);
    QStringList fitting;
    for (const QString& line : words.join('\n').split('\n')) {
        fitting << metrics.elidedText(line, Qt::ElideRight, room.width());
    }
    // A ground of their own: no line strikes a number through.
    const QString all = fitting.join('\n');
    const QRectF ground = metrics.boundingRect(room, Qt::AlignLeft | Qt::AlignVCenter, all);
    painter.fillRect(ground.adjusted(-0.5, 1.0, 1.0, -1.0), groundOf(colours));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, all);
}

/// The name where it fits, else the id, which is short and is in every table.
QString OneLineView::shortName(const OneLineNode& node, const QString& name,
                               const QFontMetricsF& metrics, double width) const {
    if (node.isLoad() || metrics.horizontalAdvance(name) <= width) {
        return name;
    }
    const QString id =
        QString::fromStdString(node.units > 1 ? network_->arrays[at(node.array)].id
                                              : network_->units[at(node.firstUnit)].id);
    return node.units > 1 ? QStringLiteral("%1× %2").arg(node.units).arg(id) : id;
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
            // The owner of the missing feed matters more than their number.
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
            const int cords = summaryOf(*network_, *frame_, node.loads).cords;
            lines << (cords == 1 ? tr("1 cord") : tr("%1 cords").arg(cords));
        }
        paintLoadSymbol(painter, network_->loads[at(node.loads.front())].kind, symbolOf(node), how,
                        colours);
        paintText(painter, node, lines, lastInk, colours);
        return;
    }
    const engine::PowerUnit& unit = network_->units[at(node.firstUnit)];
    const PowerSummary s = summaryOf(*network_, *frame_, node.firstUnit, node.units);
    engine::Condition mark = engine::Condition::Normal;
    const bool folded = node.units > 1;
    const bool hasBattery = network_->batteryOf(UnitIndex(node.firstUnit)).fullJ > 0.0;
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
        if (unit.edges == 0 && !engine::isSource(unit.kind)) {
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
        if (hasBattery && !folded && s.state == PowerUnitState::Normal) {
            lines.last() = batteryText(frame_->powerUnits[at(node.firstUnit)]);
        }
        mark = conditionOf(unit, s);
        if (mark == engine::Condition::Failed && s.inState == s.units) {
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
    if (hasBattery) {
        const bool isOne = s.known && !folded;
        paintUnitBattery(
            painter, symbolOf(node),
            isOne ? static_cast<double>(frame_->powerUnits[at(node.firstUnit)].charge)
                  : std::nan(""),
            isOne ? static_cast<double>(frame_->powerUnits[at(node.firstUnit)].givesW) : 0.0,
            colours);
    }
    if (how.look != SymbolLook::Failed) {
        // As large on the screen from afar as from near, on the side where no text is.
        const double radius = std::clamp(8.0 / magnification(), 8.0, 20.0);
        paintConditionMark(painter, {symbolOf(node).left() + 2.0, node.y + 3.0}, radius, mark,
                           colours);
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
            painter.setPen(QPen(colours.selected, 2.2 / std::max(magnification(), 0.5)));
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

}  // namespace headroom::ui
