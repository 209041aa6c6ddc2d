// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/dock_table.h"

#include "ui/alarms/alarm_table.h"
#include "ui/catalogue/catalogue_panel.h"
#include "ui/certainty/certainty_pane.h"
#include "ui/chart/chart_set.h"
#include "ui/chart/stack_chart.h"
#include "ui/compare/compare_view.h"
#include "ui/cooling/cooling_pane.h"
#include "ui/edit/problem_panel.h"
#include "ui/elevation/rack_elevation.h"
#include "ui/events/event_table.h"
#include "ui/fabric/fabric_pane.h"
#include "ui/failures/blast_panel.h"
#include "ui/failures/drill_pane.h"
#include "ui/failures/fault_table.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/object_tree.h"
#include "ui/jobs/job_page.h"
#include "ui/jobs/job_table.h"
#include "ui/lessons/lesson_pane.h"
#include "ui/power/power_pane.h"
#include "ui/power/sankey_view.h"
#include "ui/power/swing_pane.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/dock_set.h"
#include "ui/shell/view_table.h"
#include "ui/storyboard/story_pane.h"
#include "ui/table/object_table.h"
#include "ui/twin/twin_pane.h"
#include "ui/why/why_panel.h"
#include "ui/workspace/command_set.h"

#include <algorithm>
#include <array>

namespace headroom::ui {

namespace {

#define T(text) QT_TRANSLATE_NOOP("Docks", text)

constexpr auto kLeft = Qt::LeftDockWidgetArea;
constexpr auto kRight = Qt::RightDockWidgetArea;
constexpr auto kBelow = Qt::BottomDockWidgetArea;

template <class Pane>
QWidget* plain(const DockParts& p) {
    return new Pane(p.workspace, p.parent);
}

QWidget* makeJobs(const DockParts& p) {
    return new JobTable(p.workspace, p.views->jobActions(), p.parent);
}

QWidget* makePower(const DockParts& p) {
    return new PowerPane(p.workspace, p.views->colouring(), p.views->powerActions(), p.parent);
}

QWidget* makeCooling(const DockParts& p) {
    return new CoolingPane(p.workspace, p.views->coolingActions(), p.parent);
}

/// Drawn from the same record of the run as the charts.
QWidget* makeStacks(const DockParts& p) {
    return new StackPane(&p.docks->content<ChartSet>()->data(), p.parent);
}

QWidget* makeFabric(const DockParts& p) {
    return new FabricPane(p.views->fabricFocus(), p.views->fabricActions(), p.parent);
}

QWidget* makeAlarms(const DockParts& p) {
    return new AlarmTable(p.workspace, p.commands, p.parent);
}

QWidget* makeTwin(const DockParts& p) {
    return new TwinPane(p.workspace, p.commands, p.parent);
}

QWidget* makeEvents(const DockParts& p) {
    return new EventTable(p.workspace, p.commands, p.parent);
}

QWidget* makeFaults(const DockParts& p) {
    return new FaultTable(p.workspace, p.views->rackActions(), p.parent);
}

QWidget* makeProblems(const DockParts& p) {
    return new ProblemPanel(p.workspace, p.commands, p.parent);
}

QWidget* makeJobPage(const DockParts& p) {
    return new JobPage(p.workspace, p.commands, p.parent);
}

QWidget* makeStory(const DockParts& p) {
    CentreViews* views = p.views;
    StoryHands hands;
    hands.view = [views] { return views->nameInFront(); };
    hands.title = [](const QString& name) {
        const auto info = std::ranges::find(viewTable(), name.toStdString(), &ViewInfo::name);
        return info == viewTable().end() ? name : viewWord(info->tab);
    };
    hands.show = [views](const QString& name) {
        QWidget* view = views->byName(name.toStdString());
        if (view != nullptr) {
            views->bringForward(view);
        }
        return view != nullptr;
    };
    hands.framed = [views] { return views->framed(); };
    hands.picture = [views] { return views->slidePicture(); };
    hands.colour = [views] { return views->colour(); };
    hands.setColour = [commands = p.commands](const QString& id) {
        if (id.startsWith(QStringLiteral("colour."))) {
            commands->action(id.toUtf8().constData())->trigger();
        }
    };
    auto* compare = dynamic_cast<CompareView*>(views->byName("compare"));
    if (compare != nullptr) {
        hands.takeCompared = [compare](engine::StoryScene& scene,
                                       const std::filesystem::path& folder) {
            return compare->takeScene(scene, folder);
        };
        hands.showCompared = [compare](const engine::StoryScene& scene,
                                       const std::filesystem::path& folder) {
            compare->showScene(scene, folder);
        };
        hands.isComparedSettled = [compare] { return compare->isSettled(); };
    }
    return new StoryPane(p.workspace, std::move(hands), p.parent);
}

// clang-format off
constexpr auto kDocks = std::to_array<DockInfo>({
    {"treeDock", "tree", T("Project"), "tree", "Ctrl+4", kLeft, kExplore | kDesign | kSimulate, plain<ObjectTree>},
    {"catalogueDock", "catalogue", T("Catalogue"), "catalogue", "Alt+Shift+6", kLeft, kDesign, plain<CataloguePanel>},

    {"inspectorDock", "inspector", T("Inspector"), "inspector", "Ctrl+5", kRight, kEverywhere, plain<Inspector>},
    {"jobPageDock", "job", T("Job"), "job", "Alt+Shift+5", kRight, 0, makeJobPage},
    {"blastDock", "blast", T("Blast Radius"), "blast", "Alt+Shift+4", kRight, 0, plain<BlastPanel>},

    {"rackDock", "rack", T("Rack"), "elevation", "Alt+Shift+8", kRight, kDesign, plain<RackElevation>},

    {"whyDock", "number", T("Why This Number"), "causes", "Alt+Shift+3", kRight, 0, plain<WhyPanel>},
    {"lessonDock", "lesson", T("Lessons"), "help", "Alt+Shift+2", kRight, 0, plain<LessonPane>},

    {"problemDock", "problems", T("Problems"), "problems", "Ctrl+Shift+0", kBelow, kDesign, makeProblems},
    {"tableDock", "table", T("Table"), "table", "Alt+Shift+7", kBelow, kDesign, plain<ObjectTable>},
    {"chartDock", "charts", T("Charts"), "chart", "Ctrl+6", kBelow, kEverywhere & ~kDesign, plain<ChartSet>},
    {"alarmDock", "alarms", T("Alarms"), "warning", "Ctrl+Shift+1", kBelow, kExplore | kOperate, makeAlarms, kOperate},
    {"twinDock", "telemetry", T("Telemetry"), "sensors", "Ctrl+Shift+2", kBelow, kOperate, makeTwin},
    {"jobDock", "jobs", T("Jobs"), "jobs", "Ctrl+7", kBelow, kExplore | kSimulate, makeJobs},
    {"eventDock", "events", T("Events"), "events", "Ctrl+8", kBelow, kExplore | kSimulate, makeEvents},
    {"powerDock", "power", T("Power"), "power", "Ctrl+9", kBelow, kOperate, makePower},
    {"lossDock", "losses", T("Losses"), "losses", "Ctrl+0", kBelow, kPresent, plain<LossPane>},
    {"swingDock", "swings", T("Power Swings"), "swings", "Ctrl+Shift+4", kBelow, 0, plain<SwingPane>},
    {"coolingDock", "cooling", T("Cooling"), "cooling", "Ctrl+Shift+5", kBelow, kOperate, makeCooling},
    {"stackDock", "stacks", T("PUE and WUE"), "stacks", "Ctrl+Shift+6", kBelow, kPresent, makeStacks},
    {"fabricDock", "links", T("Fabric"), "fabric", "Ctrl+Shift+7", kBelow, 0, makeFabric},
    {"faultDock", "faults", T("Faults"), "faults", "Ctrl+Shift+8", kBelow, 0, makeFaults},
    {"storyDock", "story", T("Storyboard"), "camera", "Alt+Shift+9", kBelow, kPresent, makeStory},
    {"certaintyDock", "certainty", T("Certainty"), "measure", "Alt+Shift+1", kBelow, kPresent, plain<CertaintyPane>},
    {"drillDock", "drills", T("Drills"), "drills", "Ctrl+Shift+9", kBelow, kSimulate, plain<DrillPane>},
});
// clang-format on

#undef T

}  // namespace

std::span<const DockInfo> dockTable() {
    return kDocks;
}

}  // namespace headroom::ui
