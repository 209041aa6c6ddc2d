// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/plan_names.h"

#include "engine/floor/machine_groups.h"
#include "ui/kit/paint.h"
#include "ui/plan/plan_view.h"
#include "ui/workspace/workspace.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <vector>

namespace headroom::ui {

namespace {

constexpr double kIndoorsFrom = 8.0;  // pixels of a metre from which there is room for names in halls
constexpr double kWidest = 8.0;       // a name over what it is the name of
constexpr double kGap = 2.0;          // pixels

bool coversOneOf(const std::vector<QRectF>& areas, const QRectF& area) {
    return std::any_of(areas.begin(), areas.end(),
                       [&area](const QRectF& other) { return other.intersects(area); });
}

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

/// Machines of a group in the window.
struct Group {
    QString text;
    QString kind;
    QRectF inner;   ///< the innermost of them
    QRectF line;    ///< those beside it
    QRectF around;  ///< all of them
    bool isIndoors = false;
};

std::vector<Group> groupsOf(const PlanView& view, std::vector<QRectF>& machines) {
    const engine::Layout& layout = view.workspace().layout();
    machines.reserve(layout.equipment.size());
    for (const engine::EquipmentBox& machine : layout.equipment) {
        machines.push_back(view.toWindow(machine.box));
    }
    std::vector<Group> groups;
    for (const engine::MachineGroup& each : engine::machineGroups(layout)) {
        Group group{QString::fromStdString(each.words()), QString::fromStdString(each.kind), {}, {}, {}};
        group.inner = group.line = group.around = machines[static_cast<std::size_t>(each.innermost)];
        for (const int machine : each.machines) {
            const QRectF& area = machines[static_cast<std::size_t>(machine)];
            group.around |= area;
            if (qAbs(area.top() - group.inner.top()) < 1.0) {
                group.line |= area;
            }
        }
        group.isIndoors =
            std::any_of(layout.halls.begin(), layout.halls.end(), [&](const engine::HallBox& hall) {
                return view.toWindow(hall.box).contains(group.inner.center());
            });
        groups.push_back(group);
    }
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
        return a.around.width() * a.around.height() > b.around.width() * b.around.height();
    });
    return groups;
}

/// Where a name of that size may stand: above or below the line of machines, then beside all of them.
std::vector<QRectF> placesFor(const Group& group, QSizeF size) {
    std::vector<QRectF> places;
    const auto at = [&](QPointF centre) {
        QRectF place({}, size);
        place.moveCenter(centre);
        places.push_back(place);
    };
    const double up = size.height() / 2.0 + kGap, aside = size.width() / 2.0 + kGap;
    for (const QRectF& area : {group.line, group.around}) {
        at({area.center().x(), area.top() - up});
        at({area.center().x(), area.bottom() + up});
    }
    at({group.around.right() + aside, group.around.center().y()});
    at({group.around.left() - aside, group.around.center().y()});
    return places;
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
    const bool indoors = view.pixelsPerMetre() >= kIndoorsFrom;
    std::vector<QRectF> taken, halls;
    std::vector<Group> groups = groupsOf(view, taken);
    for (const HallName& name : hallNames(view, metrics)) {
        taken.push_back(name.area);
    }
    for (const engine::HallBox& hall : layout.halls) {
        halls.push_back(view.toWindow(hall.box));
    }
    for (std::size_t i = 0; indoors && i < layout.racks.size(); ++i) {
        taken.push_back(view.toWindow(layout.racks[i].box));
    }
    std::erase_if(taken, [&](const QRectF& area) { return !area.intersects(view.rect()); });
    painter.setPen(colours.text);
    for (const Group& group : groups) {
        const double own = metrics.horizontalAdvance(group.kind) + 8.0;
        const double high = metrics.height() + 4.0;
        const bool bearsItsOwn = (own < group.inner.width() && high < group.inner.height()) ||
                                 (own < group.inner.height() && high < group.inner.width());
        const QSizeF size(metrics.horizontalAdvance(group.text) + 4.0, metrics.height());
        const double longest = std::max(group.around.width(), group.around.height());
        if (bearsItsOwn || (group.isIndoors && !indoors) || size.width() > kWidest * longest ||
            !group.around.intersects(view.rect())) {
            continue;
        }
        for (const QRectF& place : placesFor(group, size)) {
            if (!coversOneOf(taken, place) && (group.isIndoors || !coversOneOf(halls, place))) {
                taken.push_back(place);
                painter.drawText(place, Qt::AlignCenter, group.text);
                break;
            }
        }
    }
}

}  // namespace headroom::ui
