// SPDX-License-Identifier: Apache-2.0
// What ProcessView paints around the drawing: the way of the water, what is chosen, the colours.
#include "ui/cooling/process_view.h"
#include "ui/cooling/process_view_detail.h"
#include "ui/kit/drawing_pen.h"

#include <QPainter>

#include <algorithm>

namespace headroom::ui {

using namespace process;

QColor ProcessView::colourOf(double celsius, const ThemeColours& colours) const {
    return temperatures_.colour(celsius, colours);
}

/// A glow below the pipes and symbols that carry the water of what is chosen.
void ProcessView::paintTrace(QPainter& painter, const ThemeColours& colours) const {
    if (traced_.empty()) {
        return;
    }
    QColor glow = colours.selected;
    glow.setAlphaF(0.42F);
    for (const engine::ProcessRun& run : diagram_.runs) {
        // Parts between machines are on the way where their machine is.
        const int l = run.pipe >= 0 ? run.pipe : run.flow;
        if (l < 0 || isTraced_[at(l)] == 0 ||
            (run.pipe < 0 && network_->links[at(l)].from != run.node &&
             network_->links[at(l)].to != run.node)) {
            continue;
        }
        QPolygonF line;
        for (const engine::ProcessPoint& p : run.points) {
            line << pointOf(p);
        }
        constexpr double kPipe = 5.2;  // the widest
        painter.setPen(QPen(glow, kPipe + std::max(8.0, 5.0 / magnification()), Qt::SolidLine,
                            Qt::FlatCap, Qt::RoundJoin));
        painter.drawPolyline(line);
    }
    for (const engine::ProcessSymbol& s : diagram_.symbols) {
        if ((s.link >= 0 && isTraced_[at(s.link)] != 0) ||
            (s.other >= 0 && isTraced_[at(s.other)] != 0)) {
            painter.setPen(QPen(glow, std::max(6.0, 4.0 / magnification())));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(rectOf(s.box).adjusted(-2, -2, 2, 2), 5, 5);
        }
    }
}

/// Around a machine that is chosen, or under the pointer.
void ProcessView::paintOutline(QPainter& painter, int link, bool isChosen,
                               const ThemeColours& colours) const {
    const int item = itemOf(link);
    if (item < 0 || diagram_.symbolOfLink[at(link)] < 0) {
        return;
    }
    QColor ground = colours.selected;
    ground.setAlphaF(0.10F);
    painter.setPen(isChosen ? QPen(colours.selected, 2.2 / std::max(magnification(), 0.5))
                            : QPen(colours.muted, 1.2));
    painter.setBrush(isChosen ? QBrush(ground) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(rectOf(drawing().bodyOf(item)).adjusted(-5, -5, 5, 5), 5, 5);
}

void ProcessView::paintDiagram(QPainter& painter, const QRectF& visible,
                               const ThemeColours& colours) {
    DrawingInks inks(colours);
    inks.cold = colourOf(temperatures_.lowC, colours);
    inks.warm = colourOf(temperatures_.highC, colours);
    inks.tint = [&](double celsius) { return colourOf(celsius, colours); };
    inks.stateMark = [&](QPainter& p, QPointF centre, double radius, int state) {
        paintStateBadge(p, centre, static_cast<engine::CoolingLinkState>(state), radius, colours);
    };
    paintTrace(painter, colours);
    paintDrawing(painter, drawing(), inks, visible);
    if (hovered().kind == LinkPart && hovered().index != current_) {
        paintOutline(painter, hovered().index, false, colours);
    }
    if (current_ >= 0) {
        paintOutline(painter, current_, true, colours);
    }
}

}  // namespace headroom::ui
