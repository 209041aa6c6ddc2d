// SPDX-License-Identifier: Apache-2.0
// How the diagram of the fabric is painted: lines as wide as their capacity, marks, boxes, names.
#include "engine/base/index.h"
#include "ui/fabric/fabric_canvas.h"
#include "ui/fabric/fabric_paint.h"
#include "ui/fabric/fabric_text.h"
#include "ui/floor/rack_colouring.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/ink.h"
#include "ui/kit/paint.h"
#include "ui/workspace/workspace.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace headroom::ui {

namespace {

using engine::FabricEdge;
using engine::FabricEdgeNow;
using engine::FabricForm;
using engine::FabricNode;
using engine::FabricNodeKind;
using engine::FabricNodeNow;

constexpr double kThin = 2.2;
constexpr double kWide = 10.0;
constexpr double kMeshWide = 6.0;  // where many lines cross
constexpr double kBadge = 8.0;     // radius
constexpr double kLegible = 7.2;   // pixels from which words are written
constexpr double kNamePixels = 11.5;
constexpr double kMostName = 30.0;
constexpr double kNumberPixels = 9.5;  // of numbers below their boxes

QFont sized(QFont font, double size, bool heavy) {
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(size))));
    font.setWeight(heavy ? QFont::DemiBold : QFont::Normal);
    return font;
}

/// Height of the letters of a name, in units of the diagram: as large as legible from afar, smaller where the box is narrow.
double nameSize(const QFont& font, const QString& text, double width, double magnification) {
    const double size = std::clamp(kNamePixels / magnification, 12.0, kMostName);
    const double wide = QFontMetricsF(sized(font, size, true)).horizontalAdvance(text);
    return wide > width - 6.0 ? size * std::max(0.0, width - 6.0) / wide : size;
}

}  // namespace

double FabricCanvas::lineWidth(const FabricEdge& edge) const {
    if (diagram_.form == FabricForm::Links) {
        return edge.link >= 0 ? 5.0 : 10.0;
    }
    const double share = static_cast<double>(edge.links) / static_cast<double>(mostLinks_);
    const double wide = diagram_.form == FabricForm::Tree ? kWide : kMeshWide;
    return kThin + (wide - kThin) * std::sqrt(std::clamp(share, 0.0, 1.0));
}

/// Beside the mark of a fault, and of the edge that binds the job.
QString FabricCanvas::labelOf(const FabricEdge& edge, const FabricEdgeNow& now) const {
    const std::int64_t links = edge.back.empty() ? edge.links : 2 * edge.links;
    if (now.faults.cut > 0) {
        return now.faults.cut >= links ? tr("down")
                                       : tr("%1/%2 down").arg(now.faults.cut).arg(links);
    }
    if (now.faults.factor < 1.0) {
        return links > 1 ? tr("%1/%2 at %3")
                               .arg(now.faults.faulty)
                               .arg(links)
                               .arg(utilizationText(now.faults.factor))
                         : utilizationText(now.faults.factor);
    }
    return tr("%1/%2").arg(now.faults.faulty).arg(links);
}

void FabricCanvas::paintEdges(QPainter& painter, const ThemeColours& colours) const {
    const DiagramPart chosen = current();
    const ColourMap map = colouring_->scale().map();
    for (std::size_t e = 0; e < diagram_.edges.size(); ++e) {
        const FabricEdge& edge = diagram_.edges[e];
        const FabricEdgeNow& now = reading_.edges[e];
        const DiagramPart part{EdgePart, static_cast<int>(e)};
        FabricLinePaint how;
        how.known = reading_.known;
        how.width = lineWidth(edge);
        how.links = static_cast<int>(edge.back.empty() ? edge.links : 2 * edge.links);
        how.faults = now.faults;
        how.colour = loadingColour(std::min(1.0, now.utilization()), map, colours);
        how.chosen = part == chosen;
        how.hovered = part == hovered();
        how.onTheWay = onTheWay_[e] != 0;
        paintFabricLine(painter, edgePath(edge), how, magnification(), colours);
    }
}

/// Over all lines: faults, the edge that binds the job, and in a bundle what each link carries.
void FabricCanvas::paintMarks(QPainter& painter, const ThemeColours& colours) const {
    const double radius = std::clamp(kBadge / magnification(), kBadge * 0.8, 3.0 * kBadge);
    const double size = std::max(11.0, 9.5 / magnification());
    const QFont font = sized(painter.font(), size, true);
    const QFontMetricsF metrics(font);
    std::vector<QRectF> taken;
    const auto words = [&](QPointF place, const QString& text, const QColor& ink, bool always) {
        const double wide = metrics.horizontalAdvance(text) + 8.0;
        const double left =
            std::clamp(place.x() - wide / 2.0, 0.0, std::max(0.0, diagram_.width - wide));
        QRectF box(left, place.y(), wide, metrics.height() + 2.0);
        // A label that would cover another goes below it; where there is no room, tip and table have it.
        const auto covers = [&] {
            return std::any_of(taken.begin(), taken.end(),
                               [&](const QRectF& other) { return other.intersects(box); });
        };
        for (int tries = 0; tries < 4 && covers(); ++tries) {
            box.translate(0.0, box.height() + 1.0);
        }
        if (!always && covers()) {
            return;
        }
        taken.push_back(box);
        QColor ground = colours.raised;
        ground.setAlphaF(0.9F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground);
        painter.drawRoundedRect(box, 3, 3);
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(box, Qt::AlignCenter, text);
    };
    for (std::size_t e = 0; e < diagram_.edges.size(); ++e) {
        const FabricEdge& edge = diagram_.edges[e];
        const FabricEdgeNow& now = reading_.edges[e];
        const QPointF mark = edgeMark(edge);
        if (diagram_.form == FabricForm::Links && reading_.known) {
            const QString text =
                now.faults.cut > 0 ? linkFaultText(now.faults.worst)
                : edge.link < 0    ? tr("%1 more links").arg(countText(edge.links))
                : now.faults.faulty > 0
                    ? tr("%1, %2 left · %3")
                          .arg(linkFaultText(now.faults.worst), utilizationText(now.faults.factor),
                               utilizationText(now.utilization()))
                    : utilizationText(now.utilization());
            painter.setFont(sized(painter.font(), 11.0, false));
            const double wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 10.0;
            const QRectF box(mark.x() - wide / 2.0, mark.y() - 8.0, wide, 16.0);
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours.base);
            painter.drawRoundedRect(box, 3, 3);
            painter.setPen(colours.text);
            painter.drawText(box, Qt::AlignCenter, text);
            paintFaultBadge(painter, box.topLeft() + QPointF(-10.0, 8.0), now.faults.worst, 8.0,
                            colours);
            continue;
        }
        // Without power every line is broken, and every switch has its mark: words would hide both.
        if (now.faults.faulty > 0 && !reading_.noPower) {
            const std::int64_t links = edge.back.empty() ? edge.links : 2 * edge.links;
            const bool allDown = now.faults.cut >= links;
            if (allDown || now.faults.cut == 0) {
                paintFaultBadge(painter, mark, now.faults.worst, radius, colours);
            } else {
                paintConditionMark(painter, mark, radius, engine::Condition::PartlyOut, colours);
            }
            words(mark + QPointF(0, radius + 2.0), labelOf(edge, now),
                  allDown ? colours.bad : colours.caution, false);
        }
        if (static_cast<int>(e) == hottest_) {
            words(mark - QPointF(0, radius + 4.0 + metrics.height()),
                  tr("bound here, %1").arg(utilizationText(now.utilization())), colours.text, true);
        }
    }
}

void FabricCanvas::paintHosts(QPainter& painter, int node, const ThemeColours& colours) const {
    const FabricNode& n = diagram_.nodes[at(node)];
    const QRectF box = rectOf(n.hosts);
    const FabricNodeNow& now = reading_.nodes[at(node)];
    const QColor fill =
        reading_.known ? loadingColour(std::min(1.0, now.hosts), colouring_->scale().map(), colours)
                       : colours.raised;
    painter.setPen(QPen(colours.muted, std::max(2.0, 1.2 / magnification())));
    painter.drawLine(QPointF(box.center().x(), n.box.y + n.box.height),
                     QPointF(box.center().x(), box.top()));
    painter.setPen(QPen(colours.muted, std::max(1.0, 0.9 / magnification())));
    painter.setBrush(fill);
    painter.drawRoundedRect(box, 3, 3);
    const double size = std::clamp(9.5 / magnification(), 10.0, 17.0);
    painter.setFont(sized(painter.font(), size, false));
    const QString text = countText(n.endpoints);
    if (size * magnification() >= kLegible &&
        QFontMetricsF(painter.font()).horizontalAdvance(text) < box.width() - 2.0) {
        painter.setPen(reading_.known ? inkOn(fill) : colours.text);
        painter.drawText(box, Qt::AlignCenter, text);
    }
    if (now.hostFaults.faulty > 0 && !reading_.noPower) {
        paintFaultBadge(painter, {box.right() - 2.0, box.top() + 2.0}, now.hostFaults.worst,
                        std::clamp(7.0 / magnification(), 6.0, 14.0), colours);
    }
}

void FabricCanvas::paintNode(QPainter& painter, int node, const ThemeColours& colours) const {
    const FabricNode& n = diagram_.nodes[at(node)];
    const FabricNodeNow& now = reading_.nodes[at(node)];
    const QRectF box = rectOf(n.box);
    const bool byHosts = n.kind == FabricNodeKind::Leaves && n.hosts.width <= 0.0;
    const bool filled =
        reading_.known && (n.kind == FabricNodeKind::Group ? !n.inner.empty() : byHosts);
    const QColor fill = filled ? loadingColour(std::min(1.0, byHosts ? now.hosts : now.inner),
                                               colouring_->scale().map(), colours)
                               : colours.raised;
    const DiagramPart part{NodePart, node};
    if (part == current()) {
        QColor ground = colours.selected;
        ground.setAlphaF(0.12F);
        painter.setPen(QPen(colours.selected, 2.4 / std::max(magnification(), 0.5)));
        painter.setBrush(ground);
        painter.drawRoundedRect(boxOf(part).adjusted(-5, -5, 5, 5), 5, 5);
    } else if (part == hovered()) {
        painter.setPen(QPen(colours.muted, 1.4 / std::max(magnification(), 0.5)));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(boxOf(part).adjusted(-4, -4, 4, 4), 5, 5);
    }
    if (n.hosts.width > 0.0) {
        paintHosts(painter, node, colours);
    }
    painter.setPen(QPen(n.kind == FabricNodeKind::Rest ? colours.border : colours.muted,
                        std::max(1.4, 1.1 / magnification()),
                        n.kind == FabricNodeKind::Rest ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(fill);
    painter.drawRoundedRect(box, 4, 4);
    if (now.switchesDown > 0 && n.switches <= now.switchesDown) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QBrush(colours.bad, Qt::BDiagPattern));
        painter.drawRoundedRect(box, 4, 4);
    }
    // As large as legible from here, unless it does not fit.
    const QString text = n.kind == FabricNodeKind::Rest && diagram_.form == FabricForm::Grid
                             ? tr("Rest of the fabric, by the slanted ends")
                             : nodeShortName(*focus_->index(), n);
    const double size = n.kind == FabricNodeKind::End
                            ? std::clamp(kNamePixels / magnification(), 12.0, kMostName)
                            : nameSize(painter.font(), text, box.width(), magnification());
    painter.setFont(sized(painter.font(), size, true));
    if (size * magnification() >= kLegible - 0.6) {
        painter.setPen(filled ? inkOn(fill) : colours.text);
        painter.drawText(box.adjusted(3, 0, -3, 0), Qt::AlignCenter | Qt::TextWordWrap, text);
    }
    const double radius = std::clamp(kBadge / magnification(), 0.8 * kBadge, 2.2 * kBadge);
    if (now.switchesDown > 0) {
        paintFaultBadge(
            painter, box.topRight(),
            reading_.noPower ? engine::LinkFault::NoPower : engine::LinkFault::SwitchDown, radius,
            colours);
    } else if (now.faults.faulty > 0) {
        paintFaultBadge(painter, box.topRight(), now.faults.worst, radius, colours);
    }
}

/// Kind of the boxes of a row, once for the row: a box has room for its number only.
void FabricCanvas::paintRowNames(QPainter& painter, const ThemeColours& colours) const {
    if (diagram_.form != engine::FabricForm::Tree) {
        return;
    }
    const double size = std::clamp(kNamePixels / magnification(), 12.0, kMostName);
    painter.setFont(sized(painter.font(), size, false));
    painter.setPen(colours.muted);
    const double room = kRowNames * diagram_.width - 10.0 / magnification();
    const auto name = [&](const engine::FabricBox& box, const QString& text) {
        const QFontMetricsF metrics(painter.font());
        if (size * magnification() >= kLegible - 0.6 && metrics.horizontalAdvance(text) <= room) {
            painter.drawText(QRectF(-room - 10.0 / magnification(), box.y, room, box.height),
                             Qt::AlignRight | Qt::AlignVCenter, text);
        }
    };
    double row = -1.0;
    for (const FabricNode& n : diagram_.nodes) {
        const QString text = rowName(*focus_->index(), n);
        if (text.isEmpty() || n.box.y <= row) {
            continue;
        }
        row = n.box.y;
        name(n.box, text);
        if (n.hosts.width > 0.0) {
            name(n.hosts, tr("Adapters"));
        }
    }
}

/// Numbers of a row of boxes that are too narrow for them, below the row. A number that would touch the one before is left
/// out.
void FabricCanvas::paintNumbers(QPainter& painter, const ThemeColours& colours) const {
    if (diagram_.form != engine::FabricForm::Tree) {
        return;
    }
    const QFont font = painter.font();
    const QFont small = sized(font, kNumberPixels / magnification(), false);
    const QFontMetricsF metrics(small);
    std::map<double, std::vector<const FabricNode*>> rows;
    for (const FabricNode& n : diagram_.nodes) {
        const QString text = nodeShortName(*focus_->index(), n);
        if (n.kind == FabricNodeKind::Leaves &&
            nameSize(font, text, n.box.width, magnification()) * magnification() < kLegible - 0.6) {
            rows[n.box.y].push_back(&n);
        }
    }
    painter.setFont(small);
    painter.setPen(colours.muted);
    for (auto& [y, row] : rows) {
        std::sort(row.begin(), row.end(),
                  [](const FabricNode* a, const FabricNode* b) { return a->box.x < b->box.x; });
        double right = -std::numeric_limits<double>::infinity();
        for (const FabricNode* n : row) {
            const engine::FabricBox& lowest = n->hosts.width > 0.0 ? n->hosts : n->box;
            const QString text = nodeShortName(*focus_->index(), *n);
            const double wide = metrics.horizontalAdvance(text);
            const double left = lowest.x + (lowest.width - wide) / 2.0;
            if (left < right) {
                continue;
            }
            painter.drawText(
                QPointF(left, lowest.y + lowest.height + metrics.ascent() + 2.0 / magnification()),
                text);
            right = left + wide + 4.0 / magnification();
        }
    }
}

void FabricCanvas::paintDiagram(QPainter& painter, const QRectF& visible,
                                const ThemeColours& colours) {
    paintEdges(painter, colours);
    for (std::size_t n = 0; n < diagram_.nodes.size(); ++n) {
        const DiagramPart part{NodePart, static_cast<int>(n)};
        if (boxOf(part).adjusted(-24, -24, 24, 24).intersects(visible)) {
            paintNode(painter, static_cast<int>(n), colours);
        }
    }
    paintRowNames(painter, colours);
    paintNumbers(painter, colours);
    paintMarks(painter, colours);
}

}  // namespace headroom::ui
