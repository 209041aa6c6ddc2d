// SPDX-License-Identifier: Apache-2.0
#include "ui/help/help_topics.h"

#include <QWidget>

#include <array>

namespace headroom::ui {

namespace {

// clang-format off
constexpr auto kTopics = std::to_array<HelpTopic>({
    // The middle.
    {"welcomePage", "welcome.md"},
    {"sceneView", "window.md#mouse-in-the-3-d-view"},
    {"planView", "plan.md"},
    {"oneLineView", "window.md#one-line-diagram"},
    {"processView", "process-diagram.md"},
    {"fabricView", "fabric-view.md"},
    {"moneyView", "cost.md"},
    {"ganttView", "jobs-view.md#gantt-chart"},
    {"policyView", "jobs-view.md#comparing-policies"},
    {"causeView", "failures-view.md#why"},
    {"reliabilityView", "failures-view.md#reliability"},
    {"studyView", "studies.md#in-the-window"},
    {"attachDialog", "serve.md#another-window"},
    {"plannerDialog", "run-offers.md"},
    {"plannerPage_plan", "run-offers.md"},
    {"plannerPage_parallelism", "parallelism.md"},
    {"plannerPage_goodput", "goodput.md"},
    {"plannerPage_fleet", "fleet.md"},
    {"plannerPage_schedule", "choose-a-scheduler.md"},
    {"axisDialog", "studies.md#axes"},
    {"campaignPage", "campaign.md"},
    {"sweepPage", "sweeps.md#sweeps-n-1-and-n-1-1"},
    {"commissionPage", "commission.md"},
    {"compareView", "compare.md#in-the-window"},
    {"airPanel", "room-air.md#on-demand-the-air-field"},

    // Panes.
    {"treeDock", "window.md#what-is-where"},
    {"catalogueDock", "plan.md#putting-down-parts"},
    {"inspectorDock", "inspector.md"},
    {"jobPageDock", "jobs-view.md#a-jobs-page"},
    {"blastDock", "failures-view.md#what-would-fail-with-it"},
    {"whyDock", "why.md"},
    {"lessonDock", "lessons.md"},
    {"rackDock", "inspector.md#the-rack-from-front-and-rear"},
    {"problemDock", "checks.md"},
    {"tableDock", "tables.md"},
    {"chartDock", "window.md#charts"},
    {"alarmDock", "alarms.md"},
    {"twinDock", "twin.md#in-the-window"},
    {"jobDock", "jobs-view.md#table-of-jobs"},
    {"eventDock", "causes.md#what-has-a-cause"},
    {"powerDock", "power.md"},
    {"lossDock", "power.md#meters"},
    {"swingDock", "window.md#power-swings"},
    {"certaintyDock", "certainty.md#in-the-window"},
    {"coolingDock", "process-diagram.md#the-pane-cooling"},
    {"stackDock", "process-diagram.md#pue-and-wue-by-component"},
    {"fabricDock", "fabric-view.md#tables"},
    {"faultDock", "failures-view.md#faults"},
    {"storyDock", "storyboard.md"},
    {"drillDock", "failures-view.md#break-something"},

    // Bars.
    {"transportBar", "window.md#time"},
    {"scrubBar", "time-machine.md#in-the-window"},
    {"recordingBar", "time-machine.md#in-the-window"},
    {"designBar", "design.md#the-design-workspace"},

    // Dialogs.
    {"aboutDialog", "index.md"},
    {"arrayDialog", "plan.md#arrays"},
    {"pictureDialog", "window.md#walk-turn-and-save-pictures-in-3-d"},
    {"branchDialog", "time-machine.md#a-branch"},
    {"chartChoice", "window.md#charts"},
    {"limitDialog", "window.md#charts"},
    {"commandPalette", "commands.md"},
    {"connectDialog", "design.md#eight-steps"},
    {"copyDialog", "saving.md"},
    {"leftDialog", "saving.md"},
    {"timeDialog", "time-machine.md#in-the-window"},
    {"drillDialog", "failures-view.md#break-something"},
    {"errorDialog", "errors.md"},
    {"heldDialog", "saving.md"},
    {"importDialog", "import-export.md#tables"},
    {"previewDialog", "import-export.md"},
    {"keyEditor", "commands.md"},
    {"listDialog", "inspector.md#changing-a-value"},
    {"newFacilityDialog", "new-facility.md"},
    {"newObjectDialog", "tables.md"},
    {"planDialog", "import-export.md#what-is-written"},
    {"pasteDialog", "tables.md#pasting-from-a-spreadsheet"},
    {"replaceDialog", "plan.md#copies-and-blocks"},
    {"revertDialog", "saving.md"},
    {"serveDialog", "serve.md#in-the-window"},
    {"startAgainBox", "window.md#time"},
    {"submitDialog", "jobs-view.md#orders"},
    {"telemetryDialog", "twin.md#in-the-window"},
    {"unsavedDialog", "saving.md"},
    {"killQuestion", "jobs-view.md#orders"},
});
// clang-format on

}  // namespace

std::span<const HelpTopic> helpTopics() {
    return kTopics;
}

QString helpTopicOf(const QWidget* widget) {
    for (; widget != nullptr; widget = widget->parentWidget()) {
        if (const QString own = widget->property(kHelpProperty).toString(); !own.isEmpty()) {
            return own;
        }
        for (const HelpTopic& topic : kTopics) {
            if (widget->objectName() == QLatin1String(topic.context)) {
                return topic.topic;
            }
        }
    }
    return {};
}

}  // namespace headroom::ui
