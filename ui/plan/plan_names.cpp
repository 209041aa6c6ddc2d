// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/plan_names.h"

#include "engine/floor/machine_groups.h"
#include "ui/kit/paint.h"
#include "ui/plan/plan_view.h"
#include "ui/workspace/workspace.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <utility>
#include <vector>

namespace headroom::ui {

namespace {

constexpr double kIndoorsFrom =
    8.0;                         // pixels of a metre from which there is room for names in halls
constexpr double kWidest = 8.0;  // a name over what it is the name of
constexpr double kGap = 2.0;     // pixels

struct HallName {
    QRectF area;
    QString text;
};

std::vector<HallName> hallNames(const PlanView& view, const QFontMetricsF& metrics) {
    std::vector<HallName> names;
    for (const engine::HallBox& hall : view.workspace().layout().halls) {
        const QRectF area = view.toWindow(hall.box);
        const QString text = QString::fromStdString(hall.name.empty() ? hall.id : hall.name);
        QRectF label(0, 0, metrics.horizontalAdvance(text) + 14.0, metrics.height() + 6.0);
        label.moveCenter({area.center().x(), area.bottom() + 14.0});
        const bool isFree = std::none_of(names.begin(), names.end(), [&](const HallName& other) {
            return other.area.intersects(label);
        });
        if (isFree && label.intersects(view.rect())) {
            names.push_back({label, text});
        }
    }
    return names;
}

/// Whether each of the machines is large enough for the name of its kind.
bool bearsItsOwn(const QSizeF& machine, const QString& kind, const QFontMetricsF& metrics) {
    const double wide = metrics.horizontalAdvance(kind) + 8.0, high = metrics.height() + 4.0;
    return (wide < machine.width() && high < machine.height()) ||
           (wide < machine.height() && high < machine.width());
}

}  // namespace

void paintHallNames(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    for (const HallName& name : hallNames(view, QFontMetricsF(painter.font()))) {
        paintLabel(painter, name.area.center(), name.text, colours);
    }
}

void paintMachineNames(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    const engine::Layout& layout = view.workspace().layout();
    const QFontMetricsF metrics(painter.font());
    const double perPixel = 1.0 / view.pixelsPerMetre();
    const bool indoors = view.pixelsPerMetre() >= kIndoorsFrom;
    const QRectF window(view.rect());
    const std::vector<engine::MachineGroup> groups = engine::machineGroups(layout);
    std::vector<engine::NameSize> sizes;
    for (const engine::MachineGroup& group : groups) {
        const QSizeF inner =
            view.toWindow(layout.equipment[static_cast<std::size_t>(group.innermost)].box).size();
        const QRectF around = view.toWindow(group.around);
        const QSizeF size(metrics.horizontalAdvance(QString::fromStdString(group.words())) + 4.0,
                          metrics.height());
        const bool isNamed = around.intersects(window) && (indoors || !group.isIndoors) &&
                             size.width() <= kWidest * std::max(around.width(), around.height()) &&
                             !bearsItsOwn(inner, QString::fromStdString(group.kind), metrics);
        sizes.push_back(isNamed
                            ? engine::NameSize{size.width() * perPixel, size.height() * perPixel}
                            : engine::NameSize{});
    }
    std::vector<engine::Box> taken;
    for (const HallName& name : hallNames(view, metrics)) {
        const QPointF low = view.toSite(name.area.bottomLeft());
        taken.push_back({low.x(), low.y(), 0.0, name.area.width() * perPixel,
                         name.area.height() * perPixel, 0.0});
    }
    for (std::size_t i = 0; indoors && i < layout.racks.size(); ++i) {
        if (view.toWindow(layout.racks[i].box).intersects(window)) {
            taken.push_back(layout.racks[i].box);
        }
    }
    const auto places =
        engine::placeNames(layout, groups, sizes, kGap * perPixel, std::move(taken));
    painter.setPen(colours.text);
    for (std::size_t k = 0; k < groups.size(); ++k) {
        if (places[k]) {
            painter.drawText(view.toWindow(*places[k]), Qt::AlignCenter | Qt::TextDontClip,
                             QString::fromStdString(groups[k].words()));
        }
    }
}

}  // namespace headroom::ui
