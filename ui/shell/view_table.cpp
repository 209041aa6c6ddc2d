// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/view_table.h"

#include "ui/air/air_flow.h"
#include "ui/air/air_panel.h"
#include "ui/compare/compare_view.h"
#include "ui/cooling/process_view.h"
#include "ui/fabric/fabric_view.h"
#include "ui/failures/cause_view.h"
#include "ui/failures/reliability_view.h"
#include "ui/floor/scene_pick.h"
#include "ui/jobs/gantt_view.h"
#include "ui/jobs/policy_view.h"
#include "ui/money/money_view.h"
#include "ui/plan/plan_view.h"
#include "ui/power/one_line_view.h"
#include "ui/scene/focus_panel.h"
#include "ui/scene/scene_view.h"
#include "ui/shell/centre_views.h"
#include "ui/study/study_view.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>

#include <array>
#include <utility>

namespace headroom::ui {

namespace {

#define T(text) QT_TRANSLATE_NOOP("Views", text)

constexpr auto kViewCommands = std::to_array<std::pair<StandardView, const char*>>({
    {StandardView::Isometric, "view.isometric"},
    {StandardView::Top, "view.top"},
    {StandardView::Front, "view.front"},
    {StandardView::Back, "view.back"},
    {StandardView::Left, "view.left"},
    {StandardView::Right, "view.right"},
});

template <class View>
QWidget* plain(const ViewParts& p) {
    return new View(p.workspace, p.parent);
}

/// Commands about what 3-D shows of all that there is.
void connectFocus(const ViewParts& p, SceneView* scene) {
    FocusPanel* panel = scene->focusPanel();
    const auto front = [views = p.views, scene] { views->bringForward(scene); };
    QAction* shown = p.commands->action("focus.panel");
    p.commands->on("focus.panel", scene, [scene, front](bool on) {
        if (on) {
            front();
        }
        scene->setFocusPanelVisible(on);
    });
    QObject::connect(scene, &SceneView::focusPanelClosed, shown,
                     [shown] { shown->setChecked(false); });
    constexpr std::pair<const char*, SceneFocus::Path> kPaths[] = {
        {"focus.power", SceneFocus::Path::Power},
        {"focus.coolant", SceneFocus::Path::Coolant},
        {"focus.job", SceneFocus::Path::Job}};
    for (const auto& [id, path] : kPaths) {
        p.commands->on(id, panel, [panel, front, path] {
            front();
            panel->showPath(path);
        });
    }
    p.commands->on("focus.only", panel, [panel, front] {
        front();
        panel->chooseSelection(SceneFocus::Rule::Only);
    });
    p.commands->on("focus.without", panel, [panel, front] {
        front();
        panel->chooseSelection(SceneFocus::Rule::Without);
    });
    p.commands->on("focus.trouble", panel, [panel, front] {
        front();
        SceneFocus focus = panel->focus();
        focus.rule = SceneFocus::Rule::Only;
        focus.subject = SceneFocus::Subject::Fault;
        focus.key.clear();
        panel->setFocus(focus);
    });
    p.commands->on("focus.all", panel, [panel] { panel->setFocus({}); });
    p.commands->attach(scene, {"focus.panel", "focus.power", "focus.coolant", "focus.job",
                               "focus.only", "focus.without", "focus.trouble", "focus.all"});
}

/// Null without OpenGL; its commands are off then.
QWidget* makeScene(const ViewParts& p) {
    const bool can = p.views->noOpenGl().isEmpty();
    for (const auto& [view, id] : kViewCommands) {
        p.commands->action(id)->setEnabled(can);
    }
    for (const char* id :
         {"view.parallel", "view.pipes", "view.power", "view.trays", "view.air", "view.sunlight",
          "camera.walk", "camera.turntable", "focus.panel", "focus.power", "focus.coolant",
          "focus.job", "focus.only", "focus.without", "focus.trouble", "focus.all"}) {
        p.commands->action(id)->setEnabled(can);
    }
    if (!can) {
        return nullptr;
    }
    auto* scene = new SceneView(p.workspace, p.views->colouring(), p.parent);
    QObject::connect(scene, &SceneView::activated, p.views, &CentreViews::activated);
    QObject::connect(scene, &SceneView::menuRequested, p.views, &CentreViews::menuRequested);
    const auto forward = [views = p.views, scene](bool on) {
        if (on) {
            views->bringForward(scene);
        }
    };
    for (const auto& [view, id] : kViewCommands) {
        p.commands->on(id, scene, [scene, forward, view] {
            forward(true);
            scene->setStandardView(view);
        });
    }
    p.commands->on("view.parallel", scene, [scene](bool on) { scene->setParallel(on); });
    p.commands->on("view.labels", scene, [scene](bool on) { scene->setLabelsVisible(on); });
    p.commands->on("view.aisles", scene, [scene](bool on) { scene->setAislesVisible(on); });
    p.commands->on("view.trays", scene, [scene, forward](bool on) {
        forward(on);
        scene->setLayerVisible(SiteLayers::Layer::Trays, on);
    });
    p.commands->action("view.pipes")->setChecked(true);
    p.commands->on("view.pipes", scene,
                   [scene](bool on) { scene->setLayerVisible(SiteLayers::Layer::Pipes, on); });
    p.commands->action("view.power")->setChecked(true);
    p.commands->on("view.power", scene,
                   [scene](bool on) { scene->setLayerVisible(SiteLayers::Layer::Power, on); });
    p.commands->action("view.sunlight")->setChecked(true);
    p.commands->on("view.sunlight", scene, [scene](bool on) { scene->setSunlit(on); });
    QAction* air = p.commands->action("view.air");
    p.commands->on("view.air", scene, [scene, forward](bool on) {
        forward(on);
        scene->setAirVisible(on);
    });
    connectFocus(p, scene);
    QAction* walk = p.commands->action("camera.walk");
    p.commands->on("camera.walk", scene, [scene, forward, workspace = p.workspace](bool on) {
        forward(on);
        scene->motion()->setWalking(on, workspace->layout());
        scene->setFocus();
    });
    QObject::connect(scene->motion(), &CameraMotion::walkingEnded, walk,
                     [walk] { walk->setChecked(false); });
    QAction* turn = p.commands->action("camera.turntable");
    p.commands->on("camera.turntable", scene, [scene, forward](bool on) {
        forward(on);
        scene->motion()->setTurning(on);
    });
    QObject::connect(scene->motion(), &CameraMotion::turningEnded, turn,
                     [turn] { turn->setChecked(false); });
    p.commands->attach(
        scene, {"view.isometric", "view.top", "view.front", "view.back", "view.left", "view.right",
                "view.parallel", "view.labels", "view.aisles", "view.pipes", "view.power",
                "view.trays", "view.air", "view.sunlight", "camera.walk", "camera.turntable",
                "edit.rotate", "edit.selectAll"});
    QObject::connect(scene, &SceneView::airClosed, air, [air] { air->setChecked(false); });
    QObject::connect(p.commands->action("draw.snap"), &QAction::toggled, scene,
                     &SceneView::setSnapping);
    return scene;
}

QWidget* makePlan(const ViewParts& p) {
    auto* plan = new PlanView(p.workspace, p.views->colouring(), p.parent);
    QObject::connect(plan, &PlanView::activated, p.views, &CentreViews::activated);
    QObject::connect(plan, &PlanView::menuRequested, p.views, &CentreViews::menuRequested);
    QObject::connect(plan, &PlanView::requested, p.views,
                     [views = p.views, plan] { views->bringForward(plan); });
    p.commands->attach(plan, {"draw.select", "draw.measure", "edit.rotate", "edit.selectAll",
                              "view.labels", "view.aisles"});
    for (const char* id : {"view.labels", "view.aisles"}) {
        p.commands->action(id)->setChecked(true);
    }
    if (auto* scene = p.views->view<SceneView>()) {
        const auto show = [plan, air = scene->air(), panel = scene->airPanel()] {
            plan->showAir({air->isOn() ? air->field() : nullptr, panel->view()});
        };
        QObject::connect(scene->air(), &AirFlow::changed, plan, show);
        QObject::connect(scene->airPanel(), &AirPanel::viewChanged, plan, show);
    }
    p.commands->on("view.labels", plan, [plan](bool on) { plan->setLabelsVisible(on); });
    p.commands->on("view.aisles", plan, [plan](bool on) { plan->setAislesVisible(on); });
    return plan;
}

QWidget* makeOneLine(const ViewParts& p) {
    auto* view =
        new OneLineView(p.workspace, p.views->colouring(), p.views->powerActions(), p.parent);
    QObject::connect(view, &OneLineView::activated, p.views, &CentreViews::activated);
    p.commands->on("wire.disconnect", view, [view] { view->disconnectCurrent(); });
    p.commands->on("view.foldArrays", view, [view] { view->setAllFolded(true); });
    p.commands->on("view.unfoldArrays", view, [view] { view->setAllFolded(false); });
    return view;
}

QWidget* makeProcess(const ViewParts& p) {
    auto* view = new ProcessView(p.workspace, p.views->coolingActions(), p.parent);
    QObject::connect(view, &ProcessView::activated, p.views, &CentreViews::activated);
    p.commands->on("view.foldArrays", view, [view] { view->setFolded(true); });
    p.commands->on("view.unfoldArrays", view, [view] { view->setFolded(false); });
    return view;
}

QWidget* makeFabric(const ViewParts& p) {
    auto* view = new FabricView(p.views->fabricFocus(), p.views->colouring(),
                                p.views->fabricActions(), p.parent);
    QObject::connect(view, &FabricView::activated, p.views, &CentreViews::activated);
    return view;
}

QWidget* makeGantt(const ViewParts& p) {
    auto* view = new GanttView(p.workspace, p.views->jobActions(), p.parent);
    QObject::connect(view, &GanttView::activated, p.views, &CentreViews::jobActivated);
    return view;
}

QWidget* makeCauses(const ViewParts& p) {
    auto* view = new CauseView(p.workspace, p.parent);
    QObject::connect(view, &CauseView::placeRequested, p.views, [views = p.views] {
        views->bringForward(views->byName("plan"));
        views->fitSelection();
    });
    QObject::connect(&p.workspace->causes(), &CauseFocus::requested, p.views,
                     [views = p.views, view] { views->bringForward(view); });
    return view;
}

QWidget* makeCompare(const ViewParts& p) {
    auto* view = new CompareView(p.workspace, p.commands, p.workspace->catalogueFolder(),
                                 p.views->noOpenGl().isEmpty(), p.parent);
    QObject::connect(view, &CompareView::failed, p.workspace, &Workspace::failed);
    QObject::connect(view, &CompareView::requested, p.views,
                     [views = p.views, view] { views->bringForward(view); });
    return view;
}

// clang-format off
constexpr auto kViews = std::to_array<ViewInfo>({
    {"scene", "window.scene", T("3-D"), T("3-D View"), T("Show the halls in three dimensions"),
     T("Drag to orbit, right drag to move, wheel to zoom, click to select"),
     "cube", "Ctrl+1", kEverywhere, ViewTools::OfRacks, makeScene},
    {"plan", "window.plan", T("Plan"), T("Plan View"), T("Show the halls from above, without OpenGL"),
     T("Click or frame to select, in Design drag to move it, wheel to zoom, middle drag to move the view"),
     "plan", "Ctrl+2", kEverywhere, ViewTools::OfRacks, makePlan},
    {"one-line", "window.oneLine", T("One-line"), T("One-Line Diagram"), T("Show the electrical wiring, from the utility to the racks"),
     T("Click on a unit, a line or a breaker, right click for what can be done, in Design drag from the circle under a unit to what it feeds"),
     "one-line", "Ctrl+3", kExplore | kDesign | kOperate, ViewTools::OfFolds, makeOneLine},
    {"process", "window.process", T("Process"), T("Process Diagram"), T("Show the coolant piping, from the weather to the racks"),
     T("Drag to move, wheel to zoom, click to trace the water, right click for what can be done"),
     "process", "Ctrl+Shift+3", kExplore | kDesign | kOperate, ViewTools::OfFolds, makeProcess},
    {"fabric", "window.fabric", T("Fabric"), T("Fabric Diagram"), T("Show the network, from the cores to the servers"),
     T("Drag to move, wheel to zoom, double click to go inside, right click for what can be done"),
     "fabric", "Ctrl+Alt+3", kDesign | kSimulate, ViewTools::None, makeFabric},
    {"gantt", "window.gantt", T("Gantt"), T("Gantt Chart"), T("Show jobs over time, with queue depth and accelerators in use"),
     T("Drag to move, wheel to zoom time, Ctrl and wheel to zoom rows, double click for a job's page"),
     "gantt", "Ctrl+Alt+4", kExplore | kSimulate | kOperate, ViewTools::None, makeGantt},
    {"policies", "window.policies", T("Policies"), T("Policy Comparison"), T("Send a trace of jobs through several scheduling policies"),
     T("Choose a trace and policies; the comparison runs while the simulation continues"),
     "policies", "Ctrl+Alt+5", kSimulate, ViewTools::None, plain<PolicyView>},
    {"causes", "window.causes", T("Causes"), T("Causes"), T("Show what led to an event and what followed from it"),
     T("Drag to move, wheel to zoom, click to follow an event, double click to unfold, arrow keys for cause and effect"),
     "causes", "Ctrl+Alt+6", kExplore | kOperate, ViewTools::None, makeCauses},
    {"reliability", "window.reliability", T("Reliability"), T("Reliability"), T("Run campaigns, N-1 sweeps and commissioning tests of the open project"),
     T("Campaigns, sweeps and tests do not change the simulation"),
     "reliability", "Ctrl+Alt+7", kSimulate | kPresent, ViewTools::None, plain<ReliabilityView>},
    {"money", "window.money", T("Money"), T("Money and Carbon"), T("Show what the project costs and emits, against clouds and other sites"),
     T("Run simulates a day of each month; horizon, discount, tariff and offers then change the tables at once"),
     "money", "Ctrl+Alt+2", kDesign | kPresent, ViewTools::None, plain<MoneyView>},
    {"studies", "window.studies", T("Studies"), T("Studies"), T("Run the project many times with something else each time: which design is best, and what matters"),
     T("New picks what a study varies; a study runs while the window stays usable; double-click a point to open its design"),
     "studies", "Ctrl+Alt+Shift+2", kPresent, ViewTools::None, plain<StudyView>},
    {"compare", "window.compare", T("Compare"), T("Comparison"), T("Put two to four recordings or projects side by side"),
     T("Press a name to compare the others with it; click a chart to go to that instant; drag and wheel move all floors together"),
     "compare", "Ctrl+Alt+1", kPresent, ViewTools::None, makeCompare},
});
// clang-format on

#undef T

}  // namespace

std::span<const ViewInfo> viewTable() {
    return kViews;
}

std::string_view viewOfPlace(const engine::Layout& layout, const engine::Object& object) {
    engine::Box box;
    if (boxOf(layout, {Selected::Kind::Object, -1, object.id, -1}, box)) {
        return kPlanView;
    }
    constexpr std::pair<std::string_view, std::string_view> kDiagrams[] = {
        {"power_unit", "one-line"},
        {"cooling_loop", "process"},
        {"cdu_group", "process"},
        {"fabric", "fabric"}};
    for (const auto& [type, view] : kDiagrams) {
        if (object.type->id == type) {
            return view;
        }
    }
    return {};
}

QString viewWord(const char* text) {
    return QCoreApplication::translate("Views", text);
}

}  // namespace headroom::ui
