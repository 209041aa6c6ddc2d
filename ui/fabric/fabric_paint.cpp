// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_paint.h"

#include "ui/fabric/fabric_text.h"
#include "ui/power/one_line_paint.h"
#include "ui/translate.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

using engine::LinkFault;

constexpr double kPad = 10.0;

bool isDown(LinkFault fault) {
    return fault == LinkFault::Cut || fault == LinkFault::SwitchDown || fault == LinkFault::NoPower;
}

}  // namespace

QPainterPath edgePath(const engine::FabricEdge& edge) {
    QPainterPath path(QPointF(edge.a.x, edge.a.y));
    path.quadTo(edge.bend.x, edge.bend.y, edge.b.x, edge.b.y);
    return path;
}

QPointF edgeMark(const engine::FabricEdge& edge) {
    return {0.25 * edge.a.x + 0.5 * edge.bend.x + 0.25 * edge.b.x,
            0.25 * edge.a.y + 0.5 * edge.bend.y + 0.25 * edge.b.y};
}

void paintFabricLine(QPainter& painter, const QPainterPath& path, const FabricLinePaint& how,
                     double zoom, const ThemeColours& colours) {
    const double wide = std::max(how.width, 1.4 / zoom);
    painter.setBrush(Qt::NoBrush);
    if (how.onTheWay || how.chosen) {
        QColor glow = colours.selected;
        glow.setAlphaF(how.chosen ? 0.85F : 0.45F);
        painter.setPen(QPen(glow, wide + std::max(6.0, 4.5 / zoom), Qt::SolidLine, Qt::FlatCap));
        painter.drawPath(path);
    }
    const bool allDown = how.faults.cut > 0 && how.faults.cut >= how.links;
    // An edge that stands out from any ground, however dark or light its colour is.
    const double rim = std::max(1.6, 1.4 / zoom);
    const QColor edge = how.hovered ? colours.text : colours.muted;
    if (!how.known) {
        painter.setPen(QPen(edge, wide, Qt::SolidLine, Qt::FlatCap));
        painter.drawPath(path);
        return;
    }
    if (allDown) {
        // Broken: two stumps, and nothing between.
        QPen pen(colours.bad, wide, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({3.0 / std::max(1.0, wide / 3.0), 3.0 / std::max(1.0, wide / 3.0)});
        painter.setPen(pen);
        painter.drawPath(path);
        return;
    }
    painter.setPen(QPen(edge, wide + rim, Qt::SolidLine, Qt::FlatCap));
    painter.drawPath(path);
    painter.setPen(QPen(how.colour, wide, Qt::SolidLine, Qt::FlatCap));
    painter.drawPath(path);
    if (how.faults.faulty > 0) {
        // Interrupted by the ground: impaired.
        const double dash = std::max(6.0, 5.0 / zoom) / wide;
        QPen pen(colours.base, wide + rim, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({0.5 * dash * wide / (wide + rim), 2.2 * dash * wide / (wide + rim)});
        painter.setPen(pen);
        painter.drawPath(path);
    }
}

void paintFaultBadge(QPainter& painter, QPointF c, LinkFault fault, double r,
                     const ThemeColours& colours) {
    if (fault == LinkFault::None) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (fault == LinkFault::Cut || fault == LinkFault::SwitchDown) {
        paintFailedBadge(painter, c, r, colours);
        if (fault == LinkFault::SwitchDown) {
            // The frame of a switch around the cross.
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(colours.raised, 0.18 * r));
            painter.drawRect(QRectF(c.x() - 0.62 * r, c.y() - 0.62 * r, 1.24 * r, 1.24 * r));
        }
        painter.restore();
        return;
    }
    painter.setPen(QPen(colours.raised, 0.16 * r));
    painter.setBrush(isDown(fault) ? colours.bad : colours.caution);
    painter.drawEllipse(c, r, r);
    const QPen stroke(colours.raised, 0.22 * r, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.setPen(stroke);
    painter.setBrush(Qt::NoBrush);
    const auto p = [&](double x, double y) { return c + QPointF(x * r, y * r); };
    switch (fault) {
        case LinkFault::Flapping:
            painter.drawPolyline(QPolygonF{p(-0.62, 0.25), p(-0.31, -0.35), p(0, 0.25),
                                           p(0.31, -0.35), p(0.62, 0.25)});
            break;
        case LinkFault::PauseStorm:
            for (const double x : {-0.25, 0.25}) {
                painter.drawLine(p(x, -0.42), p(x, 0.42));
            }
            break;
        case LinkFault::Lanes:
            // Four lanes, of which some are short.
            for (const double x : {-0.48, -0.16, 0.16, 0.48}) {
                painter.drawLine(p(x, x > 0.0 ? 0.2 : -0.42), p(x, 0.42));
            }
            break;
        case LinkFault::BitErrors: {
            QPainterPath wave(p(-0.6, 0.0));
            wave.cubicTo(p(-0.3, -0.8), p(-0.1, -0.8), p(0.0, 0.0));
            wave.cubicTo(p(0.1, 0.8), p(0.3, 0.8), p(0.6, 0.0));
            painter.drawPath(wave);
            break;
        }
        case LinkFault::Ageing:
            painter.drawPolygon(
                QPolygonF{p(-0.36, -0.45), p(0.36, -0.45), p(-0.36, 0.45), p(0.36, 0.45)});
            break;
        case LinkFault::NoPower: {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours.raised);
            painter.drawPolygon(QPolygonF{p(0.15, -0.7), p(-0.4, 0.12), p(-0.02, 0.12),
                                          p(-0.15, 0.7), p(0.4, -0.12), p(0.02, -0.12)});
            break;
        }
        default:
            break;
    }
    painter.restore();
}

QRectF paintFabricLegend(QPainter& painter, const QRectF& view, ColourMap map,
                         const ThemeColours& colours) {
    constexpr auto kFaults = std::to_array<LinkFault>(
        {LinkFault::Cut, LinkFault::SwitchDown, LinkFault::NoPower, LinkFault::Flapping,
         LinkFault::PauseStorm, LinkFault::Lanes, LinkFault::BitErrors, LinkFault::Ageing});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont font = painter.font();
    QFont heavyFont = font;
    heavyFont.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(font);
    const QFontMetricsF heavy(heavyFont);
    const double row = std::max(metrics.height() + 3.0, 19.0);
    const QString title = fabricTr("Utilisation");
    const QString unit = fabricTr("%, fullest link");
    const std::array<QString, 2> widths{fabricTr("Less capacity"), fabricTr("More")};
    double width = std::max(heavy.horizontalAdvance(title), metrics.horizontalAdvance(unit));
    for (const LinkFault fault : kFaults) {
        width = std::max(width, 26.0 + metrics.horizontalAdvance(linkFaultText(fault)));
    }
    for (const QString& text : widths) {
        width = std::max(width, 26.0 + metrics.horizontalAdvance(text));
    }
    width += 2 * kPad;
    const double list = row * static_cast<double>(kFaults.size() + widths.size());
    const double head = heavy.height() + metrics.height() + 8.0;
    const double free = view.height() - 24.0 - 2 * kPad - list - head - 14.0;
    const double barHeight = std::clamp(free, 60.0, 130.0);
    const double ramp = head + barHeight + 14.0;
    const bool withList = view.height() - 24.0 > ramp + list + 2 * kPad;
    const QRectF area(view.right() - 12.0 - width, view.top() + 12.0, width,
                      2 * kPad + ramp + (withList ? list : 0.0));
    QColor ground = colours.raised;
    ground.setAlphaF(0.92F);
    painter.setPen(QPen(colours.border, 1.0));
    painter.setBrush(ground);
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    double y = area.top() + kPad;
    const double left = area.left() + kPad;
    painter.setFont(heavyFont);
    painter.setPen(colours.text);
    painter.drawText(QPointF(left, y + heavy.ascent()), title);
    y += heavy.height();
    painter.setFont(font);
    painter.setPen(colours.muted);
    painter.drawText(QPointF(left, y + metrics.ascent()), unit);
    y += metrics.height() + 8.0;
    const QRectF bar(left, y, 14.0, barHeight);
    QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
    for (int i = 0; i <= 8; ++i) {
        gradient.setColorAt(i / 8.0, QColor::fromRgb(mapColour(map, i / 8.0)));
    }
    painter.setPen(QPen(colours.muted, 1.0));
    painter.setBrush(gradient);
    painter.drawRect(bar);
    painter.setPen(QPen(colours.text, 1.0));
    for (int percent = 0; percent <= 100; percent += 25) {
        const double ty = bar.bottom() - percent / 100.0 * barHeight;
        painter.drawLine(QPointF(bar.right(), ty), QPointF(bar.right() + 4.0, ty));
        painter.drawText(QPointF(bar.right() + 10.0, ty + metrics.ascent() / 2.0 - 1.5),
                         QString::number(percent));
    }
    y += barHeight + 14.0;
    if (withList) {
        const auto text = [&](const QString& words) {
            painter.setPen(colours.text);
            painter.drawText(QPointF(left + 26.0, y + row / 2.0 + metrics.ascent() / 2.0 - 2.0),
                             words);
            y += row;
        };
        for (std::size_t i = 0; i < widths.size(); ++i) {
            painter.setPen(QPen(colours.muted, i == 0 ? 2.0 : 7.0, Qt::SolidLine, Qt::FlatCap));
            painter.drawLine(QPointF(left, y + row / 2.0), QPointF(left + 16.0, y + row / 2.0));
            text(widths[i]);
        }
        for (const LinkFault fault : kFaults) {
            paintFaultBadge(painter, {left + 8.0, y + row / 2.0}, fault, 7.5, colours);
            text(linkFaultText(fault));
        }
    }
    painter.restore();
    return area;
}

}  // namespace headroom::ui
