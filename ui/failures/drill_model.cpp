// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/drill_model.h"

#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <cmath>

namespace headroom::ui {

namespace {

using Drill = DrillDesk::Drill;

QString stateOf(const Drill& drill) {
    switch (drill.state) {
        case DrillDesk::State::Waiting:
            return DrillModel::tr("Waits");
        case DrillDesk::State::Acting:
            return DrillModel::tr("In effect");
        case DrillDesk::State::Given:
            return drill.isAtOnce() ? DrillModel::tr("Done") : DrillModel::tr("Ended");
        case DrillDesk::State::Cancelled:
            return DrillModel::tr("Cancelled");
    }
    return {};
}

QVariant markOf(const Drill& drill) {
    const ThemeColours& c = Theme::instance().colours();
    return drill.state == DrillDesk::State::Waiting  ? iconMark("recent", c.accent)
           : drill.state == DrillDesk::State::Acting ? iconMark("warning", c.caution)
           : drill.state == DrillDesk::State::Given  ? iconMark("ok", c.muted)
                                                     : iconMark("close", c.muted);
}

std::vector<TableColumn<Drill>> drillColumns() {
    using M = DrillModel;
    return {
        {.title = M::tr("State"), .text = stateOf, .mark = markOf},
        {.title = M::tr("At"),
         .text = [](const Drill& drill) { return momentText(drill.atS); },
         .key = [](const Drill& drill) { return drill.atS; }},
        {.title = M::tr("Part"), .text = [](const Drill& drill) { return drill.name; }},
        {.title = M::tr("What"), .text = [](const Drill& drill) { return drill.what; }},
        {.title = M::tr("For"),
         .text =
             [](const Drill& drill) {
                 return drill.isAtOnce()                 ? QString()
                        : std::isfinite(drill.durationS) ? lengthText(drill.durationS)
                                                         : M::tr("until repaired");
             },
         .key =
             [](const Drill& drill) {
                 return std::isfinite(drill.durationS) ? drill.durationS : 1e18;
             }},
        {.title = M::tr("From"),
         .text =
             [](const Drill& drill) {
                 return drill.ofProject ? M::tr("project") : M::tr("by hand");
             }},
    };
}

}  // namespace

DrillModel::DrillModel(Workspace* workspace, QObject* parent)
    : RecordTable(drillColumns(), parent) {
    connect(&workspace->drills(), &DrillDesk::changed, this, [this, workspace] {
        const std::vector<Drill>& now = workspace->drills().drills();
        const auto known = static_cast<std::ptrdiff_t>(rows().size());
        if (std::ssize(now) < known) {
            reset(now);
            return;
        }
        setRows({now.begin(), now.begin() + known});  // those stay, and new ones follow
        append({now.begin() + known, now.end()});
    });
}

}  // namespace headroom::ui
