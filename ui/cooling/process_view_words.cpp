// SPDX-License-Identifier: Apache-2.0
// What ProcessView writes.
#include "engine/run/frame/state_words.h"
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_view.h"
#include "ui/cooling/process_view_detail.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/workspace.h"

#include <QFontMetricsF>
#include <QPainter>

#include <limits>

namespace headroom::ui {

using namespace process;
using engine::CoolingLinkKind;
using engine::CoolingLinkNow;
using engine::CoolingLinkState;
using engine::ProcessBox;
using engine::ProcessShape;
using engine::ProcessSymbol;

bool ProcessView::showsWords() const {
    return kTextSize * magnification() >= kLegible;
}

/// Height of words in the diagram. From afar only the most important are there, and keep their size
/// on the screen; 0 means too far for any.
double ProcessView::wordSize() const {
    return showsWords() ? kTextSize : magnification() >= kFar ? kKeyPixels / magnification() : 0.0;
}

void ProcessView::paintBands(QPainter& painter, const ThemeColours& colours) const {
    const bool small = !showsWords();
    for (const engine::ProcessBand& band : diagram_.bands) {
        QColor ground = colours.window;
        painter.setPen(QPen(colours.border, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rectOf(band.box).adjusted(-8, -6, 8, 8), 6, 6);
        painter.fillRect(QRectF(band.box.x - 7.5, band.box.y - 5.5, band.box.width + 15.0, 40.0),
                         ground);
        const QStringList lines = summaryOf(band.loop);
        const QRectF title = rectOf(band.title).adjusted(4, -4, -4, -10);
        const double size = small ? std::min(30.0, 10.5 / magnification()) : kTitleSize;
        const QFont heavy = sized(painter.font(), size, true);
        painter.setFont(heavy);
        painter.setPen(colours.text);
        const QFontMetricsF metrics(heavy);
        const QString name = metrics.elidedText(lines.first(), Qt::ElideRight, title.width());
        painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, name);
        const QFont plain = sized(painter.font(), small ? 0.84 * size : kNameSize, false);
        painter.setFont(plain);
        const QFontMetricsF plainMetrics(plain);
        painter.setPen(colours.muted);
        const QRectF rest = title.adjusted(metrics.horizontalAdvance(name) + 22.0, 0, 0, 0);
        // As many as have room: the first ones count most.
        QString line;
        for (const QString& part : lines.mid(1)) {
            const QString more = line.isEmpty() ? part : line + QStringLiteral("  ·  ") + part;
            if (plainMetrics.horizontalAdvance(more) <= rest.width()) {
                line = more;
            }
        }
        painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, line);
    }
}

QStringList ProcessView::summaryOf(int loop) const {
    using engine::LoopQuantity;
    const int circuit = network_->loopCircuit[at(loop)];
    QStringList lines{QString::fromStdString(network_->circuits[at(circuit)].name)};
    if (!isKnown() || at(loop) >= frame_->loops.size()) {
        return lines;
    }
    const auto& values = frame_->loops[at(loop)];
    const auto value = [&values](LoopQuantity q) { return values[static_cast<std::size_t>(q)]; };
    const auto info = [](LoopQuantity q) -> const engine::QuantityInfo& {
        return engine::loopQuantities()[static_cast<std::size_t>(q)];
    };
    lines << tr("supply %1").arg(temperatureText(value(LoopQuantity::SupplyTemperature)));
    lines << tr("return %1").arg(temperatureText(value(LoopQuantity::ReturnTemperature)));
    lines << tr("heat %1").arg(
        quantityText(value(LoopQuantity::Heat), info(LoopQuantity::Heat).unit, 3));
    lines << utf8Text(engine::stateWord(info(LoopQuantity::Mode).key, value(LoopQuantity::Mode)));
    if (value(LoopQuantity::WaterRate) > 0.0) {
        lines << tr("water %1")
                     .arg(quantityText(value(LoopQuantity::WaterRate),
                                       info(LoopQuantity::WaterRate).unit, 3));
    }
    if (const double s = value(LoopQuantity::RideThrough); std::isfinite(s) && s > 0.0) {
        lines
            << tr("ride-through %1").arg(quantityText(s, info(LoopQuantity::RideThrough).unit, 2));
    }
    return lines;
}

QStringList ProcessView::wordsOf(const ProcessSymbol& s) const {
    if (s.link < 0) {
        if (s.shape == ProcessShape::Vessel) {
            return isKnown() ? QStringList{quantityText(
                                   static_cast<double>(frame_->coolingNodes[at(s.node)].pressurePa),
                                   models::unit::kilopascal, 3)}
                             : QStringList{};
        }
        QStringList lines{s.shape == ProcessShape::Basin ? tr("Basin") : tr("Header")};
        if (isKnown()) {
            lines << temperatureText(
                static_cast<double>(frame_->coolingNodes[at(s.node)].temperatureC));
        }
        return lines;
    }
    const engine::CoolingLink& link = network_->links[at(s.link)];
    QString name = coolingKindText(link.kind);
    if (link.units > 1) {
        name = QStringLiteral("%1× %2").arg(link.units).arg(name);
    }
    if (link.kind == CoolingLinkKind::CduPumps) {
        return {isKnown() ? shareText(static_cast<double>(now(s.link).speed)) : QString()};
    }
    QStringList lines{name};
    if (!isKnown()) {
        return lines << flowText(link.designM3PerS);
    }
    const CoolingLinkNow& its = now(s.link);
    const auto running = static_cast<int>(std::lround(its.running));
    const int units = unitsOf(s.link);
    const bool isFan =
        link.kind == CoolingLinkKind::Towers || link.kind == CoolingLinkKind::DryCoolers;
    const QString power = quantityText(static_cast<double>(its.powerW), models::unit::kilowatt, 3);
    const QString heat =
        quantityText(std::abs(static_cast<double>(its.heatW)), models::unit::kilowatt, 3);
    if (its.state != CoolingLinkState::Running) {
        lines << coolingStateText(its.state).toLower();
    }
    switch (link.kind) {
        case CoolingLinkKind::Pumps:
        case CoolingLinkKind::CondenserPumps:
        case CoolingLinkKind::Towers:
        case CoolingLinkKind::DryCoolers:
            // A pump coasts down; of a fan that rests only its order is known.
            if (isFan && running == 0) {
                lines << tr("%1 on").arg(running);
            } else if (units > 1) {
                lines
                    << tr("%1 on · %2").arg(running).arg(shareText(static_cast<double>(its.speed)));
            } else {
                lines << shareText(static_cast<double>(its.speed));
            }
            lines << power;
            break;
        case CoolingLinkKind::Evaporators:
            lines << tr("%1 of %2 on").arg(running).arg(link.units)
                  << heat + QStringLiteral(" · ") + power;
            break;
        default:
            lines << heat;
            break;
    }
    return lines.mid(0, 4);
}

/// The one that counts most: how fast pumps and fans turn, how many chillers run.
QString ProcessView::keyWordOf(const ProcessSymbol& s) const {
    if (!isKnown()) {
        return {};
    }
    if (s.link < 0) {
        return s.shape == ProcessShape::Vessel
                   ? QString()
                   : temperatureText(
                         static_cast<double>(frame_->coolingNodes[at(s.node)].temperatureC));
    }
    const CoolingLinkNow& its = now(s.link);
    if (its.state != CoolingLinkState::Running) {
        return coolingStateText(its.state).toLower();
    }
    switch (s.shape) {
        case ProcessShape::Pumps:
        case ProcessShape::Towers:
        case ProcessShape::DryCoolers:
            return shareText(static_cast<double>(its.speed));
        case ProcessShape::Chillers:
            return tr("%1 of %2").arg(std::lround(its.running)).arg(unitsOf(s.link));
        case ProcessShape::Economiser:
            return quantityText(std::abs(static_cast<double>(its.heatW)), models::unit::kilowatt,
                                3);
        default:
            return {};
    }
}

void ProcessView::paintSymbolWords(QPainter& painter, const ProcessSymbol& s,
                                   const ThemeColours& colours) const {
    const double size = wordSize();
    if (s.text.width <= 0.0 || size <= 0.0 || s.text.height < 0.7 * size) {
        return;
    }
    const QRectF text = rectOf(s.text);
    const CoolingLinkState state =
        s.link >= 0 && isKnown() ? now(s.link).state : CoolingLinkState::Running;
    if (!showsWords()) {
        painter.setFont(sized(painter.font(), size, false));
        painter.setPen(state == CoolingLinkState::Running ? colours.text
                                                          : inkOfState(state, colours));
        painter.drawText(QRectF(text.left(), s.box.y + s.box.height + 2.0, text.width(), size),
                         Qt::AlignHCenter | Qt::AlignTop | Qt::TextDontClip, keyWordOf(s));
        return;
    }
    const QStringList lines = wordsOf(s);
    double y = text.top();
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const bool title = i == 0 && s.link >= 0 && lines.size() > 1;
        const QFont font = sized(painter.font(), kTextSize, title);
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        const bool alarm = i == 1 && state != CoolingLinkState::Running;
        painter.setPen(alarm ? inkOfState(state, colours) : title ? colours.text : colours.muted);
        if (y + metrics.height() > text.bottom() + 3.0) {
            break;
        }
        painter.drawText(QRectF(text.left(), y, text.width(), metrics.height()),
                         Qt::AlignCenter | Qt::TextDontClip,
                         metrics.elidedText(lines[i], Qt::ElideRight, text.width()));
        y += metrics.height();
    }
}

void ProcessView::paintTags(QPainter& painter, const QRectF& visible,
                            const ThemeColours& colours) const {
    if (magnification() < kMiddle) {
        return;
    }
    painter.setFont(sized(painter.font(), wordSize(), false));
    const QFontMetricsF metrics(painter.font());
    for (const engine::ProcessTag& tag : diagram_.tags) {
        const QRectF box = rectOf(tag.box);
        if (!box.intersects(visible)) {
            continue;
        }
        QString text;
        if (tag.kind == engine::ProcessTagKind::Flow) {
            text = flowText(isKnown() ? std::abs(static_cast<double>(now(tag.link).flowM3PerS))
                                      : network_->links[at(tag.link)].designM3PerS);
            painter.setPen(colours.muted);
        } else if (isKnown()) {
            const CoolingLinkNow& its = now(tag.link);
            const double c = static_cast<double>(
                tag.kind == engine::ProcessTagKind::InTemperature ? its.inC : its.outC);
            text = temperatureText(c);
            if (metrics.horizontalAdvance(text) > box.width() + 4.0) {
                text.truncate(text.indexOf(QChar(0x2009)));  // the legend has the unit
            }
            painter.setPen(temperatures_.colour(c, colours));
        }
        // Whole: a number without its end is another number.
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    }
}

void ProcessView::paintLanes(QPainter& painter, const QRectF& visible,
                             const ThemeColours& colours) const {
    const bool small = !showsWords();
    const double word = wordSize();
    for (const engine::ProcessLane& lane : diagram_.lanes) {
        const QRectF box = rectOf(lane.box);
        if (!box.intersects(visible)) {
            continue;
        }
        const engine::CoolingLink& link = network_->links[at(lane.link)];
        const double size = small ? std::min(28.0, kKeyPixels / magnification()) : kNameSize;
        const QFont heavy = sized(painter.font(), size, true);
        const QFontMetricsF metrics(heavy);
        QRectF name = rectOf(lane.name);
        name.setTop(name.bottom() - std::max(name.height(), metrics.height()));
        for (const engine::ProcessBand& band : diagram_.bands) {
            if (rectOf(band.box).contains(box.center())) {
                name.setRight(band.box.x + band.box.width);
            }
        }
        if (size * magnification() >= 6.0) {
            painter.setFont(heavy);
            painter.setPen(colours.text);
            QString text = nameOf(lane.link);
            if (small && link.kind == CoolingLinkKind::AirHandlers &&
                at(link.subject) < workspace_->layout().halls.size()) {
                text = QString::fromStdString(workspace_->layout().halls[at(link.subject)].name);
            }
            if (const int units = unitsOf(lane.link); units > 1) {
                text = QStringLiteral("%1 (%2×)").arg(text).arg(units);
            }
            text = metrics.elidedText(text, Qt::ElideMiddle, name.width());
            painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
            if (isKnown()) {
                const CoolingLinkNow& its = now(lane.link);
                const Fold fold = foldOf(lane.link);
                QString rest = quantityText(std::abs(static_cast<double>(its.heatW)),
                                            models::unit::kilowatt, 3);
                QColor ink = colours.muted;
                const int pumps = link.kind == CoolingLinkKind::CduPrimary &&
                                          at(link.subject) < network_->cduPumps.size()
                                      ? network_->cduPumps[at(link.subject)]
                                      : -1;
                const Fold pumpFold = pumps >= 0 ? foldOf(pumps) : Fold{};
                if (fold.strange > 0 || pumpFold.strange > 0) {
                    const Fold& f = fold.strange > 0 ? fold : pumpFold;
                    const QString state = coolingStateText(f.state).toLower();
                    rest += QStringLiteral(" · ") +
                            (fold.strange > 0 ? tr("%1 of %2 %3") : tr("pumps of %1 of %2 %3"))
                                .arg(f.strange)
                                .arg(f.count)
                                .arg(state);
                    ink = inkOfState(f.state, colours);
                } else if (its.state != CoolingLinkState::Running) {
                    rest += QStringLiteral(" · ") + coolingStateText(its.state).toLower();
                    ink = inkOfState(its.state, colours);
                }
                if (fold.count > 0 && !small) {
                    rest += QStringLiteral(" · ") +
                            tr("return %1 to %2")
                                .arg(temperatureText(fold.leastC), temperatureText(fold.mostC));
                }
                painter.setFont(sized(painter.font(), small ? size : kTextSize, false));
                painter.setPen(ink);
                const QRectF place =
                    name.adjusted(metrics.horizontalAdvance(text) + (small ? 14.0 : 10.0), 0, 0, 0);
                if (QFontMetricsF(painter.font()).horizontalAdvance(rest) <= place.width()) {
                    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, rest);
                }
                if (magnification() < kMiddle && word > 0.0) {
                    // Return flow, between both leads.
                    const double leftX = lane.box.x + 2.0;
                    const int symbol = diagram_.symbolOfLink[at(lane.link)];
                    const ProcessBox& machine = diagram_.symbols[at(symbol)].box;
                    const double c = static_cast<double>(its.outC);
                    painter.setFont(sized(painter.font(), word, false));
                    painter.setPen(temperatures_.colour(c, colours));
                    painter.drawText(
                        QRectF(leftX, machine.y, machine.x - leftX - 4.0, machine.height),
                        Qt::AlignCenter | Qt::TextDontClip,
                        QStringLiteral("%1°").arg(
                            UnitSystem::instance().shown(models::unit::celsius).shown(c), 0, 'f',
                            1));
                }
            }
        }
        if (lane.air.width > 0.0) {
            paintAir(painter, lane, colours);
        }
    }
}

/// Air of the hall: cold out of the coils, warm back to them.
void ProcessView::paintAir(QPainter& painter, const engine::ProcessLane& lane,
                           const ThemeColours& colours) const {
    const engine::CoolingLink& link = network_->links[at(lane.link)];
    const bool small = !showsWords();
    const QRectF air = rectOf(lane.air);
    const QRectF room(air.left() + 118.0, air.top() + 2.0, 190.0, air.height() - 4.0);
    const bool known = isKnown() && at(link.subject) < frame_->halls.size();
    const auto value = [&](engine::HallQuantity q) {
        return known ? frame_->halls[at(link.subject)][static_cast<std::size_t>(q)]
                     : std::numeric_limits<double>::quiet_NaN();
    };
    painter.setPen(QPen(colours.border, 1.2));
    painter.setBrush(colours.raised);
    painter.drawRoundedRect(room, 4, 4);
    const double supplyC = value(engine::HallQuantity::SupplyAir);
    const double returnC = value(engine::HallQuantity::ReturnAir);
    for (const bool cold : {true, false}) {
        const double y = cold ? air.top() + 8.0 : air.bottom() - 8.0;
        const double c = cold ? supplyC : returnC;
        const QColor ink = known ? temperatures_.colour(c, colours) : colours.muted;
        painter.setPen(QPen(ink, 1.8, Qt::DashLine));
        painter.drawLine(QPointF(air.left() + 2.0, y), QPointF(room.left(), y));
        const double tip = cold ? room.left() - 2.0 : air.left() + 2.0;
        const double back = cold ? tip - 8.0 : tip + 8.0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawPolygon(
            QPolygonF{QPointF(tip, y), QPointF(back, y - 4.0), QPointF(back, y + 4.0)});
        if (!small && known) {
            painter.setFont(sized(painter.font(), kTextSize, false));
            painter.setPen(ink);
            painter.drawText(QRectF(air.left() + 8.0, cold ? y + 1.0 : y - 16.0, 100.0, 15.0),
                             Qt::AlignCenter | Qt::TextDontClip,
                             tr("air %1").arg(temperatureText(c)));
        }
    }
    const double word = wordSize();
    if (word <= 0.0) {
        return;
    }
    painter.setFont(sized(painter.font(), word, false));
    painter.setPen(colours.text);
    QString text;
    if (small) {
        const QString inlet = temperatureText(value(engine::HallQuantity::HottestInlet));
        text = known ? tr("inlet %1").arg(inlet) : QString();
        if (QFontMetricsF(painter.font()).horizontalAdvance(text) > room.width() - 8.0) {
            text = inlet;
        }
    } else {
        const QString hall =
            at(link.subject) < workspace_->layout().halls.size()
                ? QString::fromStdString(workspace_->layout().halls[at(link.subject)].name)
                : QString();
        text = QFontMetricsF(painter.font()).elidedText(hall, Qt::ElideRight, room.width() - 12.0);
    }
    if (known && !small) {
        text +=
            '\n' +
            tr("hottest inlet %1").arg(temperatureText(value(engine::HallQuantity::HottestInlet)));
        text += '\n' + tr("SHI %1, RTI %2")
                           .arg(quantityText(value(engine::HallQuantity::Shi), {"", 1.0}, 2),
                                shareText(value(engine::HallQuantity::Rti)));
    }
    painter.drawText(room.adjusted(6, 0, -6, 0), Qt::AlignCenter | Qt::TextDontClip, text);
}

}  // namespace headroom::ui
