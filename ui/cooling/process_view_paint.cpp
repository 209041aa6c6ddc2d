// SPDX-License-Identifier: Apache-2.0
// What ProcessView paints; what it does is in process_view.cpp.
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_view.h"
#include "ui/quantity_text.h"
#include "ui/shell/workspace.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

using engine::CoolingLinkKind;
using engine::CoolingLinkNow;
using engine::CoolingLinkState;
using engine::ProcessPoint;
using engine::ProcessRun;
using engine::ProcessShape;
using engine::ProcessSymbol;

constexpr double kTitleSize = 15.0;
constexpr double kNameSize = 12.5;
constexpr double kTextSize = 11.0;
constexpr double kLegible = 6.4;  // pixels from which small text is written
constexpr double kThin = 1.8;
constexpr double kWide = 5.2;

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

QRectF rectOf(const engine::ProcessBox& b) {
    return {b.x, b.y, b.width, b.height};
}

QPointF pointOf(const ProcessPoint& p) {
    return {p.x, p.y};
}

QFont sized(QFont font, double pixels, bool heavy) {
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    font.setWeight(heavy ? QFont::DemiBold : QFont::Normal);
    return font;
}

bool isUpright(const ProcessPoint& a, const ProcessPoint& b) {
    return std::abs(a.x - b.x) < 0.5;
}

}  // namespace

QColor ProcessView::nodeColour(int node, const ThemeColours& colours) const {
    return isKnown()
               ? temperatures_.colour(
                     static_cast<double>(frame_->coolingNodes[at(node)].temperatureC), colours)
           : network_->nodes[at(node)].supply ? temperatures_.colour(temperatures_.lowC, colours)
                                              : temperatures_.colour(temperatures_.highC, colours);
}

/// A pipe has the temperature of its water; a lead that of what its machine takes or gives.
QColor ProcessView::runColour(const ProcessRun& run, const ThemeColours& colours) const {
    if (run.pipe >= 0) {
        const engine::CoolingLink& pipe = network_->links[at(run.pipe)];
        if (!isKnown()) {
            return nodeColour(pipe.to, colours);
        }
        const CoolingLinkNow& now = frame_->coolingLinks[at(run.pipe)];
        return temperatures_.colour(0.5 * static_cast<double>(now.inC + now.outC), colours);
    }
    if (run.flow >= 0 && isKnown() && network_->links[at(run.flow)].kind != CoolingLinkKind::Pipe) {
        const engine::CoolingLink& link = network_->links[at(run.flow)];
        const CoolingLinkNow& now = frame_->coolingLinks[at(run.flow)];
        const bool still = standsStill(link, now);
        if (link.to == run.node && !still) {
            return temperatures_.colour(static_cast<double>(now.outC), colours);
        }
        if (link.from == run.node && !still) {
            return temperatures_.colour(static_cast<double>(now.inC), colours);
        }
    }
    return nodeColour(run.node, colours);
}

bool ProcessView::runStands(const ProcessRun& run) const {
    return isKnown() && run.flow >= 0 &&
           standsStill(network_->links[at(run.flow)], frame_->coolingLinks[at(run.flow)]);
}

double ProcessView::runWidth(const ProcessRun& run) const {
    const double least = 1.1 / scale_;
    if (run.flow < 0) {
        return std::max(kThin, least);
    }
    const engine::CoolingLink& link = network_->links[at(run.flow)];
    const auto kind = static_cast<std::size_t>(network_->circuits[at(link.circuit)].kind);
    const double flow =
        isKnown() ? std::abs(static_cast<double>(frame_->coolingLinks[at(run.flow)].flowM3PerS))
                  : link.designM3PerS;
    const double share = std::sqrt(std::clamp(flow / largestM3PerS_[kind], 0.0, 1.0));
    return std::max(kThin + (kWide - kThin) * share, least);
}

void ProcessView::paintBands(QPainter& painter, const ThemeColours& colours) const {
    const bool small = kTextSize * scale_ < kLegible;
    for (const engine::ProcessBand& band : diagram_.bands) {
        QColor ground = colours.window;
        painter.setPen(QPen(colours.border, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rectOf(band.box).adjusted(-8, -6, 8, 8), 6, 6);
        painter.fillRect(QRectF(band.box.x - 7.5, band.box.y - 5.5, band.box.width + 15.0, 40.0),
                         ground);
        const QStringList lines = summaryOf(band.loop);
        const QRectF title = rectOf(band.title).adjusted(4, -4, -4, -10);
        const double size = small ? std::min(30.0, 9.5 / scale_) : kTitleSize;
        const QFont heavy = sized(painter.font(), size, true);
        painter.setFont(heavy);
        painter.setPen(colours.text);
        const QFontMetricsF metrics(heavy);
        const QString name = metrics.elidedText(lines.first(), Qt::ElideRight, title.width());
        painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, name);
        const QFont plain = sized(painter.font(), small ? 0.8 * size : kNameSize, false);
        painter.setFont(plain);
        const QFontMetricsF plainMetrics(plain);
        painter.setPen(colours.muted);
        const QRectF rest = title.adjusted(metrics.horizontalAdvance(name) + 22.0, 0, 0, 0);
        if (rest.width() > 60.0) {
            painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                             plainMetrics.elidedText(lines.mid(1).join(QStringLiteral("  ·  ")),
                                                     Qt::ElideRight, rest.width()));
        }
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
    lines << plantModeText(value(LoopQuantity::Mode));
    lines << tr("heat %1").arg(
        quantityText(value(LoopQuantity::Heat), info(LoopQuantity::Heat).unit, 3));
    lines << tr("supply %1").arg(temperatureText(value(LoopQuantity::SupplyTemperature)));
    lines << tr("return %1").arg(temperatureText(value(LoopQuantity::ReturnTemperature)));
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

void ProcessView::paintTrace(QPainter& painter, const ThemeColours& colours) const {
    if (traced_.empty()) {
        return;
    }
    QColor glow = colours.selected;
    glow.setAlphaF(0.42F);
    for (const ProcessRun& run : diagram_.runs) {
        // What lies between machines is on the way where its machine is.
        const int l = run.pipe >= 0 ? run.pipe : run.flow;
        if (l < 0 || isTraced_[at(l)] == 0 ||
            (run.pipe < 0 && network_->links[at(l)].from != run.node &&
             network_->links[at(l)].to != run.node)) {
            continue;
        }
        QPolygonF line;
        for (const ProcessPoint& p : run.points) {
            line << pointOf(p);
        }
        painter.setPen(QPen(glow, runWidth(run) + std::max(8.0, 5.0 / scale_), Qt::SolidLine,
                            Qt::FlatCap, Qt::RoundJoin));
        painter.drawPolyline(line);
    }
    for (const ProcessSymbol& s : diagram_.symbols) {
        if ((s.link >= 0 && isTraced_[at(s.link)] != 0) ||
            (s.other >= 0 && isTraced_[at(s.other)] != 0)) {
            painter.setPen(QPen(glow, std::max(6.0, 4.0 / scale_)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(rectOf(s.box).adjusted(-2, -2, 2, 2), 5, 5);
        }
    }
}

void ProcessView::paintPipes(QPainter& painter, const ThemeColours& colours) const {
    const auto stretches = [&](bool upright) {
        for (const ProcessRun& run : diagram_.runs) {
            const double wide = runWidth(run);
            QPen pen(runColour(run, colours), wide, Qt::SolidLine, Qt::SquareCap);
            if (runStands(run)) {
                pen = QPen(runColour(run, colours), std::max(1.4, 0.9 / scale_), Qt::DashLine,
                           Qt::FlatCap);
            }
            painter.setPen(pen);
            for (std::size_t i = 0; i + 1 < run.points.size(); ++i) {
                if (isUpright(run.points[i], run.points[i + 1]) == upright) {
                    painter.drawLine(pointOf(run.points[i]), pointOf(run.points[i + 1]));
                }
            }
        }
    };
    stretches(true);
    painter.setPen(QPen(colours.base, 9.0, Qt::SolidLine, Qt::FlatCap));
    for (const ProcessPoint& hop : diagram_.hops) {
        painter.drawLine(QPointF(hop.x, hop.y - 6.5), QPointF(hop.x, hop.y + 6.5));
    }
    stretches(false);
}

void ProcessView::paintArrows(QPainter& painter, const ThemeColours& colours) const {
    if (scale_ < 0.22) {
        return;
    }
    for (const ProcessRun& run : diagram_.runs) {
        if (run.flow < 0 || runStands(run)) {
            continue;
        }
        std::size_t longest = 0;
        double most = 0.0;
        for (std::size_t i = 0; i + 1 < run.points.size(); ++i) {
            const double d = std::abs(run.points[i].x - run.points[i + 1].x) +
                             std::abs(run.points[i].y - run.points[i + 1].y);
            if (d > most) {
                most = d;
                longest = i;
            }
        }
        if (most < 34.0) {
            continue;
        }
        const bool back = isKnown() && frame_->coolingLinks[at(run.flow)].flowM3PerS < 0.0F;
        const QPointF a = pointOf(run.points[back ? longest + 1 : longest]);
        const QPointF b = pointOf(run.points[back ? longest : longest + 1]);
        const QPointF along = (b - a) / most;
        const QPointF across(-along.y(), along.x());
        const double size = 3.2 + runWidth(run);
        // Off the middle, where a valve may stand, and off places where pipes pass.
        QPointF tip;
        for (const double share : {most > 90.0 ? 0.66 : 0.5, 0.3, 0.85}) {
            tip = a + along * (share * most + 0.5 * size);
            const bool free = std::none_of(
                diagram_.hops.begin(), diagram_.hops.end(), [&](const ProcessPoint& hop) {
                    return std::abs(hop.x - tip.x()) < 16.0 && std::abs(hop.y - tip.y()) < 16.0;
                });
            if (free) {
                break;
            }
        }
        QPolygonF arrow;
        arrow << tip << tip - along * 1.5 * size + across * 0.85 * size
              << tip - along * 1.5 * size - across * 0.85 * size;
        painter.setPen(QPen(colours.base, 0.9));
        painter.setBrush(runColour(run, colours));
        painter.drawPolygon(arrow);
    }
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
        return {isKnown() ? shareText(static_cast<double>(frame_->coolingLinks[at(s.link)].speed))
                          : QString()};
    }
    QStringList lines{name};
    if (!isKnown()) {
        return lines << flowText(link.designM3PerS);
    }
    const CoolingLinkNow& now = frame_->coolingLinks[at(s.link)];
    const auto running = static_cast<int>(std::lround(now.running));
    const QString power = quantityText(static_cast<double>(now.powerW), models::unit::kilowatt, 3);
    const QString heat =
        quantityText(std::abs(static_cast<double>(now.heatW)), models::unit::kilowatt, 3);
    if (now.state != CoolingLinkState::Running) {
        lines << coolingStateText(now.state).toLower();
    }
    switch (link.kind) {
        case CoolingLinkKind::Pumps:
        case CoolingLinkKind::CondenserPumps:
        case CoolingLinkKind::Towers:
        case CoolingLinkKind::DryCoolers:
            lines << (link.units > 1 ? tr("%1 on · %2")
                                           .arg(running)
                                           .arg(shareText(static_cast<double>(now.speed)))
                                     : shareText(static_cast<double>(now.speed)))
                  << power;
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

void ProcessView::paintSymbols(QPainter& painter, const QRectF& visible,
                               const ThemeColours& colours) const {
    const bool small = kTextSize * scale_ < kLegible;
    for (const ProcessSymbol& s : diagram_.symbols) {
        const QRectF box = rectOf(s.box);
        const QRectF text = rectOf(s.text);
        if (!box.united(text).adjusted(-8, -8, 8, 8).intersects(visible)) {
            continue;
        }
        ProcessLook how;
        how.known = isKnown();
        how.flowsLeft = s.flowsLeft;
        if (s.link >= 0) {
            how.units = network_->links[at(s.link)].units;
            if (how.known) {
                const CoolingLinkNow& now = frame_->coolingLinks[at(s.link)];
                how.state = now.state;
                how.cold = temperatures_.colour(static_cast<double>(now.inC), colours);
                how.warm = temperatures_.colour(static_cast<double>(now.outC), colours);
                if (now.outC < now.inC &&
                    (s.shape == ProcessShape::Towers || s.shape == ProcessShape::Row)) {
                    std::swap(how.cold, how.warm);
                }
                if (s.shape == ProcessShape::Exchanger && now.state == CoolingLinkState::Stuck) {
                    how.state = CoolingLinkState::Running;  // its valve says it
                }
            }
        } else if (how.known) {
            how.cold = nodeColour(s.node, colours);
        }
        if (s.other >= 0 && how.known) {
            const CoolingLinkNow& now = frame_->coolingLinks[at(s.other)];
            how.cold2 = temperatures_.colour(static_cast<double>(now.inC), colours);
            how.warm2 = temperatures_.colour(static_cast<double>(now.outC), colours);
            if (s.shape == ProcessShape::Exchanger) {
                std::swap(how.cold2, how.warm2);  // warm comes in below
            }
            if (how.state == CoolingLinkState::Running) {
                how.state = now.state;
            }
        }
        const bool chosen = current_ >= 0 && (s.link == current_ || s.other == current_);
        const bool over =
            hovered_.link >= 0 && (s.link == hovered_.link || s.other == hovered_.link);
        if (chosen || over) {
            QColor ground = colours.selected;
            ground.setAlphaF(0.10F);
            painter.setPen(chosen ? QPen(colours.selected, 2.2 / std::max(scale_, 0.5))
                                  : QPen(colours.muted, 1.2));
            painter.setBrush(chosen ? QBrush(ground) : QBrush(Qt::NoBrush));
            painter.drawRoundedRect(box.adjusted(-5, -5, 5, 5), 5, 5);
        }
        paintProcessSymbol(painter, s.shape, box, how, colours);
        if (s.shape == ProcessShape::Row && s.box.width > 18.0 && !small) {
            painter.setFont(sized(painter.font(), 10.0, true));
            const QColor ground = how.known ? how.cold : colours.raised;
            painter.setPen(contrast(ground, Qt::white) > contrast(ground, QColor("#14181c"))
                               ? QColor(Qt::white)
                               : QColor("#14181c"));
            painter.drawText(box.adjusted(0, 1, 0, 0), Qt::AlignHCenter | Qt::AlignTop,
                             QString::number(network_->links[at(s.link)].row + 1));
        }
        if (s.text.width <= 0.0 || small) {
            continue;
        }
        const QStringList lines = wordsOf(s);
        double y = text.top();
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const bool title = i == 0 && s.link >= 0 && lines.size() > 1;
            const QFont font = sized(painter.font(), kTextSize, title);
            const QFontMetricsF metrics(font);
            painter.setFont(font);
            const bool alarm =
                i == 1 && s.link >= 0 && how.known && how.state != CoolingLinkState::Running;
            painter.setPen(alarm   ? inkOfState(how.state, colours)
                           : title ? colours.text
                                   : colours.muted);
            if (y + metrics.height() > text.bottom() + 3.0) {
                break;
            }
            painter.drawText(QRectF(text.left(), y, text.width(), metrics.height()),
                             Qt::AlignCenter | Qt::TextDontClip,
                             metrics.elidedText(lines[i], Qt::ElideRight, text.width()));
            y += metrics.height();
        }
    }
    for (const engine::ProcessValve& v : diagram_.valves) {
        const bool known = isKnown();
        const double opening =
            known ? static_cast<double>(frame_->coolingLinks[at(v.link)].valve) : 0.5;
        const CoolingLinkState state =
            known ? frame_->coolingLinks[at(v.link)].state : CoolingLinkState::Running;
        const engine::CoolingLink& link = network_->links[at(v.link)];
        paintValve(painter, pointOf(v.at), opening, state, nodeColour(link.from, colours), colours);
        if (!small && known) {
            painter.setFont(sized(painter.font(), kTextSize, false));
            painter.setPen(state == CoolingLinkState::Stuck ? colours.caution : colours.text);
            const QString text = link.kind == CoolingLinkKind::Bypass
                                     ? tr("bypass %1").arg(shareText(opening))
                                     : shareText(opening);
            painter.drawText(rectOf(v.text), Qt::AlignCenter | Qt::TextDontClip, text);
        }
    }
}

void ProcessView::paintTags(QPainter& painter, const QRectF& visible,
                            const ThemeColours& colours) const {
    if (kTextSize * scale_ < kLegible) {
        return;
    }
    painter.setFont(sized(painter.font(), kTextSize, false));
    const QFontMetricsF metrics(painter.font());
    for (const engine::ProcessTag& tag : diagram_.tags) {
        const QRectF box = rectOf(tag.box);
        if (!box.intersects(visible)) {
            continue;
        }
        QString text;
        if (tag.kind == engine::ProcessTagKind::Flow) {
            text = flowText(isKnown() ? std::abs(static_cast<double>(
                                            frame_->coolingLinks[at(tag.link)].flowM3PerS))
                                      : network_->links[at(tag.link)].designM3PerS);
            painter.setPen(colours.muted);
        } else if (isKnown()) {
            const CoolingLinkNow& now = frame_->coolingLinks[at(tag.link)];
            const double c = static_cast<double>(
                tag.kind == engine::ProcessTagKind::InTemperature ? now.inC : now.outC);
            text = temperatureText(c);
            painter.setPen(temperatures_.colour(c, colours));
        }
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         metrics.elidedText(text, Qt::ElideRight, box.width() + 4.0));
    }
}

void ProcessView::paintLanes(QPainter& painter, const QRectF& visible,
                             const ThemeColours& colours) const {
    const bool small = kTextSize * scale_ < kLegible;
    for (const engine::ProcessLane& lane : diagram_.lanes) {
        const QRectF box = rectOf(lane.box);
        if (!box.intersects(visible)) {
            continue;
        }
        const engine::CoolingLink& link = network_->links[at(lane.link)];
        const double size = small ? std::min(28.0, 8.5 / scale_) : kNameSize;
        const QFont heavy = sized(painter.font(), size, true);
        QRectF name = rectOf(lane.name);
        name.setTop(name.bottom() - std::max(name.height(), QFontMetricsF(heavy).height()));
        if (size * scale_ >= 6.0) {
            painter.setFont(heavy);
            painter.setPen(colours.text);
            QString text = coolingName(*network_, lane.link);
            if (small && link.kind == CoolingLinkKind::AirHandlers &&
                at(link.subject) < workspace_->layout().halls.size()) {
                text = QString::fromStdString(workspace_->layout().halls[at(link.subject)].name);
            }
            if (link.units > 1) {
                text = QStringLiteral("%1 (%2×)").arg(text).arg(link.units);
            }
            const QFontMetricsF metrics(heavy);
            text = metrics.elidedText(text, Qt::ElideRight, name.width());
            painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
            if (!small && isKnown()) {
                const CoolingLinkNow& now = frame_->coolingLinks[at(lane.link)];
                QString rest = quantityText(std::abs(static_cast<double>(now.heatW)),
                                            models::unit::kilowatt, 3);
                QColor ink = colours.muted;
                if (now.state != CoolingLinkState::Running) {
                    rest += QStringLiteral(" · ") + coolingStateText(now.state).toLower();
                    ink = inkOfState(now.state, colours);
                }
                painter.setFont(sized(painter.font(), kTextSize, false));
                painter.setPen(ink);
                painter.drawText(name.adjusted(metrics.horizontalAdvance(text) + 10.0, 0, 0, 0),
                                 Qt::AlignLeft | Qt::AlignVCenter, rest);
            }
        }
        if (lane.air.width <= 0.0) {
            continue;
        }
        // Air of the hall: cold out of the coils, warm back to them.
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
        if (!small) {
            painter.setFont(sized(painter.font(), kTextSize, false));
            painter.setPen(colours.text);
            const QString hall =
                at(link.subject) < workspace_->layout().halls.size()
                    ? QString::fromStdString(workspace_->layout().halls[at(link.subject)].name)
                    : QString();
            const QFontMetricsF metrics(painter.font());
            QString text = metrics.elidedText(hall, Qt::ElideRight, room.width() - 12.0);
            if (known) {
                text += '\n' + tr("hottest inlet %1")
                                   .arg(temperatureText(value(engine::HallQuantity::HottestInlet)));
                text +=
                    '\n' + tr("SHI %1, RTI %2")
                               .arg(quantityText(value(engine::HallQuantity::Shi), {"", 1.0}, 2),
                                    shareText(value(engine::HallQuantity::Rti)));
            }
            painter.drawText(room.adjusted(6, 0, -6, 0), Qt::AlignCenter, text);
        }
    }
}

}  // namespace headroom::ui
