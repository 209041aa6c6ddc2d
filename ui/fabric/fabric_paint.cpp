// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_paint.h"

#include "ui/fabric/fabric_text.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/legend.h"
#include "ui/kit/paint.h"
#include "ui/kit/translate.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

using engine::LinkFault;

bool isDown(LinkFault fault) {
    return fault == LinkFault::Cut || fault == LinkFault::SwitchDown || fault == LinkFault::NoPower;
}

/// Share of the links of a line from which the line itself looks impaired; of fewer its mark tells.
constexpr double kManyFaulty = 0.05;

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
    if (how.faults.faulty > kManyFaulty * how.links) {
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
        paintConditionMark(painter, c, r, engine::Condition::Failed, colours);
        if (fault == LinkFault::SwitchDown) {
            // The frame of a switch around the cross.
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(colours.raised, 0.18 * r));
            painter.drawRect(QRectF(c.x() - 0.62 * r, c.y() - 0.62 * r, 1.24 * r, 1.24 * r));
        }
        painter.restore();
        return;
    }
    if (fault == LinkFault::NoPower) {
        paintConditionMark(painter, c, r, engine::Condition::Unpowered, colours);
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
        default:
            break;
    }
    painter.restore();
}

QRectF paintFabricLegend(QPainter& painter, const QRectF& view, ColourMap map,
                         const ThemeColours& colours) {
    Legend legend;
    legend.title = fabricTr("Utilisation");
    legend.unit = fabricTr("%, fullest link");
    legend.ramp = rampOf(map);
    legend.ticks = percentTicks();
    const auto line = [&colours](double width) {
        return [&colours, width](QPainter& p, QPointF centre) {
            p.setPen(QPen(colours.muted, width, Qt::SolidLine, Qt::FlatCap));
            p.drawLine(centre - QPointF(8, 0), centre + QPointF(8, 0));
        };
    };
    legend.entries = {{fabricTr("Less capacity"), line(2.0)}, {fabricTr("More"), line(7.0)}};
    for (const LinkFault fault :
         {LinkFault::Cut, LinkFault::SwitchDown, LinkFault::NoPower, LinkFault::Flapping,
          LinkFault::PauseStorm, LinkFault::Lanes, LinkFault::BitErrors, LinkFault::Ageing}) {
        legend.entries.push_back(
            {linkFaultText(fault), [&colours, fault](QPainter& p, QPointF centre) {
                 paintFaultBadge(p, centre, fault, 7.5, colours);
             }});
    }
    legend.entries.push_back(
        {fabricTr("Some of its links down"), [&colours](QPainter& p, QPointF centre) {
             paintConditionMark(p, centre, 7.5, engine::Condition::PartlyOut, colours);
         }});
    return paintLegendBox(painter, view, legend, colours);
}

}  // namespace headroom::ui
