// SPDX-License-Identifier: Apache-2.0
#include "ui/power/one_line_painter.h"

#include "engine/base/index.h"
#include "engine/diagram/one_line_wires.h"
#include "engine/run/conditions.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/drawing_pen.h"
#include "ui/kit/theme.h"
#include "ui/power/one_line_places.h"
#include "ui/units/quantity_text.h"

#include <QHash>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

/// Below words, so that lines which pass there do not strike them through.
QColor groundOf(const ThemeColours& colours) {
    QColor ground = colours.base;
    ground.setAlphaF(0.85F);
    return ground;
}

using engine::OneLineNode;
using engine::OneLineWire;
using engine::PowerUnitState;

constexpr double kTitleSize = 12.5;
constexpr double kTextSize = 11.5;
constexpr double kLegible = 8.0;           // pixels from which all lines are written
constexpr double kLeastNameLetters = 8.0;  // fewer letters do not tell names apart
constexpr double kShortSize = 9.5;         // pixels on the screen of what is written from afar
constexpr double kLayerRoom = 14.0, kGapRoom = 16.0;  // around a text, that wires leave free

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
        return OneLinePainter::tr("battery %1").arg(held).trimmed();
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

/// The words that tell a unit from others of its symbol: counts, numbers of halls, sides. "5× UPS, Hall 2 A" becomes "5× 2 A".
QString tellingWords(const QString& text) {
    QStringList telling;
    for (QString word : text.split(' ', Qt::SkipEmptyParts)) {
        word.remove(',');
        const bool isSide = word.size() == 1 && word.front().isUpper();
        const bool hasDigit =
            std::any_of(word.begin(), word.end(), [](QChar c) { return c.isDigit(); });
        if (isSide || hasDigit) {
            telling << word;
        }
    }
    return telling.join(' ');
}

/// Words in lines of that width, at most that number. Where they do not fit, articles and prepositions go, then words lose letters
/// at their end, the longest first: "Transf. 1A". A count keeps to its noun: "6× Transf.".
QStringList shortenedWords(const QString& text, const QFontMetricsF& metrics, double width,
                           qsizetype most) {
    constexpr qsizetype kLeastLetters = 3;
    QStringList words = text.split(' ', Qt::SkipEmptyParts);
    QString count;
    if (words.size() > 1 && words.first().endsWith(QChar(0xD7))) {
        count = words.takeFirst() + QChar(0xA0);
    }
    bool isBare = false;  // without articles and prepositions
    while (true) {
        const QString all = count + words.join(' ');
        const QStringList lines = wrapped(all, metrics, width, static_cast<int>(most));
        if (lines.join(' ') == all) {
            return lines;  // nothing was cut
        }
        if (!std::exchange(isBare, true)) {
            words.removeIf([](const QString& word) {
                return word == QLatin1String("of") || word == QLatin1String("the");
            });
            continue;
        }
        const auto longest = std::max_element(
            words.begin(), words.end(),
            [](const QString& a, const QString& b) { return a.size() < b.size(); });
        while (longest != words.end() && !longest->isEmpty() &&
               !longest->back().isLetterOrNumber()) {
            longest->chop(1);
        }
        if (longest == words.end() || longest->size() <= kLeastLetters) {
            return lines;
        }
        longest->chop(1);
        longest->append('.');
    }
}

/// The same, remembered: every picture asks for the same names.
QStringList shortened(const QString& text, const QFontMetricsF& metrics, double width,
                      qsizetype most) {
    constexpr qsizetype kMostKept = 2000;
    static QHash<QString, QStringList> kept;
    const QString key =
        QStringLiteral("%1/%2/%3/%4").arg(metrics.height()).arg(width).arg(most).arg(text);
    const auto known = kept.constFind(key);
    if (known != kept.constEnd()) {
        return *known;
    }
    if (kept.size() >= kMostKept) {
        kept.clear();
    }
    return *kept.insert(key, shortenedWords(text, metrics, width, most));
}

/// Two digits: the tip and the table have more.
QString shortLoading(double loading) {
    return quantityText(loading, models::unit::percent, 2);
}

bool hasBattery(const engine::PowerNetwork& network, const OneLineNode& node) {
    return network.batteryOf(UnitIndex(node.firstUnit)).fullJ > 0.0;
}

bool hasShape(PowerUnitState state) {
    return state == PowerUnitState::OnBattery || state == PowerUnitState::LockedOut;
}

}  // namespace

OneLinePainter::OneLinePainter(QPainter& painter, const OneLineScene& scene,
                               const ThemeColours& colours)
    : painter_(painter), scene_(scene), colours_(colours), known_(hasPowerValues(scene.frame)) {}

bool OneLinePainter::isLegible(double magnification) {
    return kTextSize * magnification >= kLegible;
}

engine::DisplayList OneLinePainter::wires() const {
    const engine::DrawingWords words = windowWords(painter_.font());
    return engine::drawOneLineWires(
        {scene_.diagram, scene_.network, scene_.frame, words, scene_.magnification});
}

void OneLinePainter::paintWires(int selected, int hovered) {
    const engine::DisplayList drawing = wires();
    paintDrawing(painter_, drawing, DrawingInks(colours_));
    painter_.setBrush(Qt::NoBrush);
    // The wire again, wider, and a ring around breakers.
    const int wire = drawing.itemOf(engine::kOneLineWire, selected);
    for (const engine::DrawnShape& shape : drawing.shapes()) {
        if (wire < 0 || shape.item != wire) {
            continue;
        }
        painter_.setPen(QPen(colours_.selected, 1.8 * shape.width,
                             shape.dash > 0.0 ? Qt::DashLine : Qt::SolidLine));
        QPolygonF points;
        for (const engine::DrawnPoint& p : shape.points) {
            points << QPointF(p.x, p.y);
        }
        painter_.drawPolyline(points);
    }
    if (hovered >= 0) {
        painter_.setPen(QPen(colours_.selected, 2.0));
        painter_.drawEllipse(breakerPlace(scene_.diagram, hovered), kBreakerHalf + 5.0,
                             kBreakerHalf + 5.0);
    }
}

void OneLinePainter::paintText(const OneLineNode& node, const Look& look) {
    const QStringList& lines = look.lines;
    const QRectF area(node.x + node.symbolWidth + 7.0, node.y - 3.0,
                      node.width - node.symbolWidth - 7.0, node.height + 6.0);
    QFont font = painter_.font();
    if (!isLegible(scene_.magnification)) {
        paintShortText(area, look);
        return;
    }
    font.setPixelSize(static_cast<int>(std::lround(kTitleSize)));
    font.setWeight(QFont::DemiBold);
    const QFontMetricsF heavy(font);
    painter_.setFont(font);
    painter_.setPen(colours_.text);
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
    painter_.fillRect(
        QRectF(area.left() - 1.0, y + 1.0, std::min(wide, area.width()) + 2.0, all - 2.0),
        groundOf(colours_));
    for (const QString& line : name) {
        painter_.drawText(QPointF(area.left(), y + heavy.ascent()), line);
        y += heavy.height();
    }
    painter_.setFont(plain);
    for (qsizetype i = 1; i < lines.size(); ++i) {
        painter_.setPen(i + 1 == lines.size() && (i > 1 || node.isLoad()) ? look.lastInk
                                                                          : colours_.text);
        painter_.drawText(QPointF(area.left(), y + metrics.ascent()),
                          metrics.elidedText(lines[i], Qt::ElideRight, area.width()));
        y += metrics.height();
    }
}

/// From afar: a short name and one figure or two, as large on the screen as can be read. A unit in an unusual state shows it
/// in the place of the figure.
void OneLinePainter::paintShortText(const QRectF& area, const Look& look) {
    const QStringList& lines = look.lines;
    QFont font = painter_.font();
    font.setPixelSize(
        std::max(1, static_cast<int>(std::lround(kShortSize / scene_.magnification))));
    const QFontMetricsF metrics(font);
    // Up to the next symbol of the layer, and half way to the layers above and below.
    const double rows = kLayerRoom + scene_.rowRoom;
    const QRectF room = area.adjusted(-3.0, -rows, kGapRoom, rows);
    const auto most = static_cast<qsizetype>(room.height() / metrics.height());
    if (most < 1 || metrics.averageCharWidth() * 3.0 > room.width()) {
        return;
    }
    const bool isStrange = lines.size() > 1 && look.lastInk != colours_.muted;
    const bool isNarrow = room.width() < kLeastNameLetters * metrics.averageCharWidth();
    const QStringList figures = isStrange          ? QStringList{lines.last()}
                                : lines.size() > 1 ? shortFigures(lines[1], metrics, room.width(),
                                                                  std::max<qsizetype>(1, most - 2))
                                                   : QStringList();
    QStringList words;
    if (most > figures.size()) {
        words = isNarrow ? QStringList{tellingWords(lines.first())}
                         : shortened(lines.first(), metrics, room.width(), most - figures.size());
    }
    words << figures;
    if (isNarrow) {
        // Stubs of words and numbers tell nothing: the symbol says the kind, the tip the rest.
        words.removeIf([&](const QString& line) {
            return line.isEmpty() || metrics.horizontalAdvance(line) > room.width();
        });
    }
    painter_.setFont(font);
    painter_.setPen(isStrange ? look.lastInk : colours_.text);
    for (QString& line : words) {
        line = metrics.elidedText(line, Qt::ElideRight, room.width());
    }
    // A ground of their own: no line strikes a number through.
    const QString all = words.join('\n');
    const QRectF ground = metrics.boundingRect(room, Qt::AlignLeft | Qt::AlignVCenter, all);
    painter_.fillRect(ground.adjusted(-0.5, 1.0, 1.0, -1.0), groundOf(colours_));
    painter_.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, all);
}

/// "715 kW · 45 %": both in one line or in two, or the share alone; of a rating and a voltage the rating alone.
QStringList OneLinePainter::shortFigures(const QString& figures, const QFontMetricsF& metrics,
                                         double width, qsizetype most) const {
    if (metrics.horizontalAdvance(figures) <= width) {
        return {figures};
    }
    const QStringList parts = figures.split(known_ ? QStringLiteral(" · ") : QStringLiteral(", "));
    if (parts.size() > 1 && parts.size() <= most) {
        return parts;
    }
    return {known_ ? parts.last() : parts.first()};
}

OneLinePainter::Look OneLinePainter::lookOfLoad(const OneLineNode& node,
                                                const QString& owner) const {
    Look look;
    look.symbol.line = colours_.text;
    look.lastInk = colours_.muted;
    look.lines << loadsTitle(scene_.network, node.loads);
    const bool isOpen = scene_.network.loads[at(node.loads.front())].cords == 0;
    if (isOpen) {
        // The owner of the missing feed matters more than their number.
        look.lines.prepend(owner.isEmpty() ? look.lines.front() : owner);
    }
    const LoadSummary s = summaryOf(scene_.network, scene_.frame, node.loads);
    if (!known_) {
        look.lines << (isOpen         ? tr("not connected")
                       : s.cords == 1 ? tr("1 cord")
                                      : tr("%1 cords").arg(s.cords));
        look.lastInk = isOpen ? colours_.caution : colours_.muted;
        return look;
    }
    if (std::isfinite(s.powerW)) {
        look.lines << quantityText(s.powerW, models::unit::kilowatt, 3);
    }
    if (s.dark > 0) {
        const bool all = s.dark == static_cast<int>(node.loads.size());
        look.symbol.look = all ? SymbolLook::Dead : SymbolLook::Plain;
        look.symbol.line = all ? colours_.disabled : colours_.text;
        look.lines << (all ? tr("no power") : tr("%1 without power").arg(s.dark));
        look.lastInk = colours_.bad;
    } else {
        const bool all = s.liveCords == s.cords;
        look.lines << (all ? tr("all cords live")
                           : tr("%1 of %2 cords live").arg(s.liveCords).arg(s.cords));
        look.lastInk = all ? colours_.muted : colours_.caution;
    }
    return look;
}

/// Rating and voltage, of a unit that is not simulated.
void OneLinePainter::addRating(const engine::PowerUnit& unit, Look& look) const {
    const QString rated = quantityText(unit.ratedVa, models::unit::kilovoltampere, 3);
    look.lines << (!(unit.ratedVa > 0.0)    ? voltageText(unit.voltageV)
                   : !(unit.voltageV > 0.0) ? rated
                                            : tr("%1, %2").arg(rated, voltageText(unit.voltageV)));
    if (unit.edges == 0 && !engine::isSource(unit.kind)) {
        look.lines << tr("not connected");
        look.lastInk = colours_.caution;
    }
}

/// Power and loading, then the state.
void OneLinePainter::addValues(const OneLineNode& node, const PowerSummary& s, Look& look) const {
    const engine::PowerUnit& unit = scene_.network.units[at(node.firstUnit)];
    const engine::PowerUnitNow& now = scene_.frame.powerUnits[at(node.firstUnit)];
    const bool folded = node.units > 1;
    const bool rated = std::isfinite(s.worstLoading);
    QString load = quantityText(s.outputW, models::unit::kilowatt, 3);
    if (rated) {
        load += (folded ? tr(" · max %1") : tr(" · %1")).arg(shortLoading(s.worstLoading));
    }
    look.lines << load;
    if (s.state != PowerUnitState::Normal) {
        QString word = powerStateText(s.state).toLower();
        if (folded) {
            word = tr("%1 of %2 %3").arg(s.inState).arg(s.units).arg(word);
        }
        const auto charge = static_cast<double>(now.charge);
        if (hasShape(s.state) && !folded && std::isfinite(charge)) {
            word += tr(", %1").arg(loadingText(charge));
        }
        look.lines << word;
        look.lastInk = inkOfState(s.state, colours_);
    } else if (rated && s.worstLoading > 1.0) {
        look.lines << tr("overloaded");
        look.lastInk = colours_.bad;
    } else if (hasBattery(scene_.network, node) && !folded) {
        look.lines << batteryText(now);
    } else {
        look.lines << (folded && rated      ? tr("mean %1").arg(shortLoading(s.meanLoading))
                       : unit.ratedVa > 0.0 ? tr("of %1").arg(quantityText(
                                                  unit.ratedVa, models::unit::kilovoltampere, 3))
                                            : voltageText(unit.voltageV));
    }
}

/// Colours of the symbol, of a unit that is simulated.
void OneLinePainter::setSymbol(const OneLineNode& node, const PowerSummary& s, Look& look) const {
    const engine::PowerUnit& unit = scene_.network.units[at(node.firstUnit)];
    look.mark = conditionOf(unit, s);
    if (look.mark == engine::Condition::Failed && s.inState == s.units) {
        look.symbol.look = SymbolLook::Failed;
        look.symbol.line = colours_.bad;
    } else if (s.live == 0) {
        look.symbol.look = SymbolLook::Dead;
        look.symbol.line = colours_.disabled;
    } else if (std::isfinite(s.worstLoading)) {
        look.symbol.look = SymbolLook::Loaded;
        look.symbol.fill = loadingColour(s.worstLoading, scene_.map, colours_);
    }
    if (unit.kind == engine::PowerKind::TransferSwitch && node.units == 1) {
        setIncomers(node, look.symbol);
    }
}

/// The incomer with power is the one that a transfer switch takes; wires come in the order of their ends.
void OneLinePainter::setIncomers(const OneLineNode& node, SymbolPaint& symbol) const {
    std::vector<std::pair<double, int>> ports;
    for (const OneLineWire& wire : scene_.diagram.wires) {
        if (&scene_.diagram.nodes[at(wire.to)] == &node) {
            for (const int e : wire.edges) {
                ports.emplace_back(wire.points.back().x, e);
            }
        }
    }
    std::sort(ports.begin(), ports.end());
    symbol.incomers = static_cast<int>(ports.size());
    for (std::size_t i = 0; i < ports.size(); ++i) {
        if (scene_.frame.powerEdges[at(ports[i].second)].powerW > 0.0F) {
            symbol.position = static_cast<int>(i);
        }
    }
}

OneLinePainter::Look OneLinePainter::lookOfUnit(const OneLineNode& node) const {
    const engine::PowerUnit& unit = scene_.network.units[at(node.firstUnit)];
    const PowerSummary s = summaryOf(scene_.network, scene_.frame, node.firstUnit, node.units);
    Look look;
    look.symbol.line = colours_.text;
    look.symbol.direct = unit.direct;
    look.symbol.incomers = unit.edges;
    look.lastInk = colours_.muted;
    look.lines << (node.units > 1 ? QStringLiteral("%1× %2")
                                        .arg(node.units)
                                        .arg(arrayName(scene_.network, node.array))
                                  : unitName(scene_.network, node.firstUnit));
    if (s.known) {
        addValues(node, s, look);
        setSymbol(node, s, look);
    } else {
        addRating(unit, look);
    }
    return look;
}

void OneLinePainter::paintUnit(const OneLineNode& node) {
    const engine::PowerUnit& unit = scene_.network.units[at(node.firstUnit)];
    const Look look = lookOfUnit(node);
    const bool folded = node.units > 1;
    const QRectF symbol = symbolOf(node);
    if (folded && unit.kind != engine::PowerKind::Switchboard) {
        painter_.setPen(QPen(colours_.muted, 1.2));
        painter_.setBrush(colours_.raised);
        for (const double shift : {6.0, 3.0}) {
            QRectF ghost(0, 0, node.height - 2.0, node.height - 6.0);
            ghost.moveCenter(symbol.center());
            painter_.drawRoundedRect(ghost.translated(shift, -shift / 3.0), 3, 3);
        }
    }
    paintUnitSymbol(painter_, unit.kind, symbol, look.symbol, colours_);
    if (hasBattery(scene_.network, node)) {
        const bool isOne = known_ && !folded;
        const engine::PowerUnitNow now =
            isOne ? scene_.frame.powerUnits[at(node.firstUnit)] : engine::PowerUnitNow{};
        paintUnitBattery(painter_, symbol, isOne ? static_cast<double>(now.charge) : std::nan(""),
                         isOne ? static_cast<double>(now.givesW) : 0.0, colours_);
    }
    if (look.symbol.look != SymbolLook::Failed) {
        // As large on the screen from afar as from near, on the side where no text is.
        const double radius = std::clamp(8.0 / scene_.magnification, 8.0, 20.0);
        paintConditionMark(painter_, {symbol.left() + 2.0, node.y + 3.0}, radius, look.mark,
                           colours_);
    }
    paintText(node, look);
}

void OneLinePainter::paintNode(const OneLineNode& node, const QString& owner) {
    if (!node.isLoad()) {
        paintUnit(node);
        return;
    }
    const Look look = lookOfLoad(node, owner);
    paintLoadSymbol(painter_, scene_.network.loads[at(node.loads.front())].kind, symbolOf(node),
                    look.symbol, colours_);
    paintText(node, look);
}

}  // namespace headroom::ui
