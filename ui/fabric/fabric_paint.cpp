// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_paint.h"

#include "ui/fabric/fabric_text.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/legend.h"
#include "ui/kit/paint.h"
#include "ui/kit/translate.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

namespace headroom::ui {

namespace {

using engine::LinkFault;

bool isDown(LinkFault fault) {
    return fault == LinkFault::Cut || fault == LinkFault::SwitchDown || fault == LinkFault::NoPower;
}

}  // namespace

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
