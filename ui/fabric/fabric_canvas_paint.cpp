// SPDX-License-Identifier: Apache-2.0
// What FabricCanvas paints around the drawing: the way of the job, what is chosen, the colours.
#include "engine/base/index.h"
#include "ui/fabric/fabric_canvas.h"
#include "ui/fabric/fabric_paint.h"
#include "ui/floor/rack_colouring.h"
#include "ui/kit/drawing_pen.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace headroom::ui {

namespace {

QColor faded(QColor colour, float alpha) {
    colour.setAlphaF(alpha);
    return colour;
}

}  // namespace

/// Below a line that the job crosses, or that is chosen.
void FabricCanvas::paintGlow(QPainter& painter, int edge, const QColor& glow) const {
    const double widest = diagram_.form == engine::FabricForm::Tree ? 10.0 : 6.0;
    const engine::FabricEdge& e = diagram_.edges[at(edge)];
    QPainterPath path(QPointF(e.a.x, e.a.y));
    path.quadTo(e.bend.x, e.bend.y, e.b.x, e.b.y);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(
        QPen(glow, widest + std::max(6.0, 4.5 / magnification()), Qt::SolidLine, Qt::FlatCap));
    painter.drawPath(path);
}

void FabricCanvas::paintFrame(QPainter& painter, int node, bool isChosen,
                              const ThemeColours& colours) const {
    const QRectF box = boxOf({NodePart, node});
    const double zoom = std::max(magnification(), 0.5);
    QColor ground = colours.selected;
    ground.setAlphaF(0.12F);
    painter.setPen(isChosen ? QPen(colours.selected, 2.4 / zoom) : QPen(colours.muted, 1.4 / zoom));
    painter.setBrush(isChosen ? QBrush(ground) : QBrush(Qt::NoBrush));
    const double out = isChosen ? 5.0 : 4.0;
    painter.drawRoundedRect(box.adjusted(-out, -out, out, out), 5, 5);
}

void FabricCanvas::paintDiagram(QPainter& painter, const QRectF& visible,
                                const ThemeColours& colours) {
    const ColourMap map = colouring_->scale().map();
    DrawingInks inks(colours);
    inks.tint = [&](double share) { return loadingColour(share, map, colours); };
    inks.stateMark = [&](QPainter& p, QPointF centre, double radius, int state) {
        paintFaultBadge(p, centre, static_cast<engine::LinkFault>(state), radius, colours);
    };
    const DiagramPart chosen = current();
    for (std::size_t e = 0; e < onTheWay_.size(); ++e) {
        const DiagramPart part{EdgePart, static_cast<int>(e)};
        if (part == chosen || onTheWay_[e] != 0) {
            paintGlow(painter, part.index, faded(colours.selected, part == chosen ? 0.85F : 0.45F));
        } else if (part == hovered()) {
            paintGlow(painter, part.index, faded(colours.text, 0.35F));
        }
    }
    paintDrawing(painter, drawing(), inks, visible);
    if (hovered().kind == NodePart && hovered() != chosen) {
        paintFrame(painter, hovered().index, false, colours);
    }
    if (chosen.kind == NodePart) {
        paintFrame(painter, chosen.index, true, colours);
    }
}

}  // namespace headroom::ui
