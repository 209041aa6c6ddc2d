// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/plan_lines.h"

#include "models/facility/rack_block.h"
#include "models/facility/wan_link.h"
#include "ui/floor/plan_objects.h"
#include "ui/kit/paint.h"
#include "ui/plan/plan_view.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLineF>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace headroom::ui {

namespace {

/// Around the racks of a fabric, in the window.
std::optional<QRectF> areaOf(const PlanView& view, const std::string& fabric) {
    const Workspace& workspace = view.workspace();
    std::vector<std::string> blocks;
    for (const engine::Object* object : workspace.project().objectsOf("rack_block")) {
        if (engine::specOf<models::RackBlockSpec>(*object).fabric == fabric) {
            blocks.push_back(object->id);
        }
    }
    const auto area = footprintOf(workspace, blocks);
    return area ? std::optional(view.toWindow(*area)) : std::nullopt;
}

/// Where the line from the middle of `area` to `far` leaves it.
QPointF borderOf(const QRectF& area, QPointF far) {
    const QPointF to = far - area.center();
    const double across = std::abs(to.x()) > 0.0 ? area.width() / 2.0 / std::abs(to.x()) : 1.0;
    const double along = std::abs(to.y()) > 0.0 ? area.height() / 2.0 / std::abs(to.y()) : 1.0;
    return area.center() + std::min({across, along, 1.0}) * to;
}

}  // namespace

std::vector<WanLine> wanLines(const PlanView& view) {
    std::vector<WanLine> lines;
    for (const engine::Object* object : view.workspace().project().objectsOf("wan_link")) {
        const auto link = engine::specOf<models::WanLinkSpec>(*object);
        const auto from = areaOf(view, link.from), to = areaOf(view, link.to);
        if (!from || !to) {
            continue;
        }
        WanLine line{{borderOf(*from, to->center()), borderOf(*to, from->center())},
                     {},
                     view.workspace().nameOfObject(object->id)};
        if (link.lengthM > 0.0) {
            line.length =
                QCoreApplication::translate("Plan", "%1 km")
                    .arg(QLocale().toString(link.lengthM / 1e3, 'f', link.lengthM < 1e4 ? 1 : 0));
            line.text = QStringLiteral("%1 · %2").arg(line.text, line.length);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

void paintWanLines(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    const QFontMetricsF metrics(painter.font());
    for (const WanLine& wan : wanLines(view)) {
        painter.setPen(QPen(colours.selected, 1.6, Qt::DashLine));
        painter.drawLine(wan.line);
        for (const QString& text : {wan.text, wan.length}) {
            if (view.labelsVisible() && !text.isEmpty() &&
                metrics.horizontalAdvance(text) + 16.0 < wan.line.length()) {
                paintLabel(painter, wan.line.center(), text, colours);
                break;
            }
        }
    }
}

}  // namespace headroom::ui
