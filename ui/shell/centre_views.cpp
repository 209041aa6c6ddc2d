// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/centre_views.h"

#include "ui/cooling/cooling_actions.h"
#include "ui/cooling/process_view.h"
#include "ui/fabric/fabric_actions.h"
#include "ui/fabric/fabric_canvas.h"
#include "ui/fabric/fabric_focus.h"
#include "ui/fabric/fabric_view.h"
#include "ui/failures/cause_canvas.h"
#include "ui/failures/cause_view.h"
#include "ui/failures/rack_actions.h"
#include "ui/failures/reliability_view.h"
#include "ui/jobs/gantt_canvas.h"
#include "ui/jobs/gantt_view.h"
#include "ui/jobs/job_actions.h"
#include "ui/jobs/policy_view.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_view.h"
#include "ui/power/one_line_view.h"
#include "ui/power/power_actions.h"
#include "ui/scene/scene_view.h"
#include "ui/shell/welcome_page.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/workspace.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>
#include <string_view>

namespace headroom::ui {

namespace {

constexpr int kWide = 1380;       // from which all tools have room beside the tabs
constexpr int kNarrow = 820;      // below which hardly any has
constexpr int kSmallChoice = 92;  // pixels of the choice of colours then

using engine::RackQuantity;

constexpr auto kColourCommands = std::to_array<std::pair<RackQuantity, const char*>>({
    {RackQuantity::Power, "colour.power"},
    {RackQuantity::CoolantTemperature, "colour.coolant"},
    {RackQuantity::ReturnTemperature, "colour.return"},
    {RackQuantity::InletTemperature, "colour.inlet"},
    {RackQuantity::CoolantFlow, "colour.flow"},
    {RackQuantity::ChipTemperature, "colour.chip"},
    {RackQuantity::Utilization, "colour.utilization"},
    {RackQuantity::Clock, "colour.clock"},
    {RackQuantity::Job, "colour.job"},
    {RackQuantity::Health, "colour.health"},
});

constexpr auto kViews = std::to_array<ViewInfo>({
    {"scene", "window.scene", kEverywhere},
    {"plan", "window.plan", kEverywhere},
    {"one-line", "window.oneLine", kEverywhere},
    {"process", "window.process", kEverywhere},
    {"fabric", "window.fabric", kEverywhere},
    {"gantt", "window.gantt", kExplore | kSimulate},
    {"policies", "window.policies", kSimulate},
    {"causes", "window.causes", kExplore | kSimulate},
    {"reliability", "window.reliability", kSimulate},
});

constexpr auto kViewCommands = std::to_array<std::pair<StandardView, const char*>>({
    {StandardView::Isometric, "view.isometric"},
    {StandardView::Top, "view.top"},
    {StandardView::Front, "view.front"},
    {StandardView::Back, "view.back"},
    {StandardView::Left, "view.left"},
    {StandardView::Right, "view.right"},
});

}  // namespace

CentreViews::CentreViews(Workspace* workspace, CommandSet* commands, WelcomePage* welcome,
                         const QString& noOpenGl, QWidget* parent)
    : QStackedWidget(parent),
      workspace_(workspace),
      colouring_(new RackColouring(workspace, this)),
      powerActions_(new PowerActions(workspace, this)),
      coolingActions_(new CoolingActions(workspace, this)),
      fabricFocus_(new FabricFocus(workspace, this)),
      fabricActions_(new FabricActions(fabricFocus_, this)),
      jobActions_(new JobActions(workspace, commands, this)),
      rackActions_(new RackActions(workspace, this)),
      tabs_(new QTabWidget(this)),
      plan_(new PlanView(workspace, colouring_, tabs_)),
      oneLine_(new OneLineView(workspace, colouring_, powerActions_, tabs_)),
      process_(new ProcessView(workspace, coolingActions_, tabs_)),
      fabric_(new FabricView(fabricFocus_, colouring_, fabricActions_, tabs_)),
      gantt_(new GanttView(workspace, jobActions_, tabs_)),
      policies_(new PolicyView(workspace, tabs_)),
      causes_(new CauseView(workspace, tabs_)),
      reliability_(new ReliabilityView(workspace, tabs_)) {
    setObjectName("centreViews");
    tabs_->setObjectName("viewTabs");
    tabs_->setDocumentMode(true);
    auto* views = new QWidget(this);
    auto* layout = new QVBoxLayout(views);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    if (noOpenGl.isEmpty()) {
        scene_ = new SceneView(workspace, colouring_, tabs_);
        tabs_->addTab(scene_, Theme::icon("cube"), tr("3-D"));
        connect(scene_, &SceneView::activated, this, &CentreViews::activated);
        connect(scene_, &SceneView::menuRequested, this, &CentreViews::menuRequested);
    } else {
        layout->addWidget(noticeBar(noOpenGl));
    }
    tabs_->addTab(plan_, Theme::icon("plan"), tr("Plan"));
    connect(plan_, &PlanView::activated, this, &CentreViews::activated);
    connect(plan_, &PlanView::menuRequested, this, &CentreViews::menuRequested);
    tabs_->addTab(oneLine_, Theme::icon("one-line"), tr("One-line"));
    connect(oneLine_, &OneLineView::activated, this, &CentreViews::activated);
    tabs_->addTab(process_, Theme::icon("process"), tr("Process"));
    connect(process_, &ProcessView::activated, this, &CentreViews::activated);
    tabs_->addTab(fabric_, Theme::icon("fabric"), tr("Fabric"));
    connect(fabric_, &FabricView::activated, this, &CentreViews::activated);
    tabs_->addTab(gantt_, Theme::icon("gantt"), tr("Gantt"));
    connect(gantt_, &GanttView::activated, this, &CentreViews::jobActivated);
    tabs_->addTab(policies_, Theme::icon("policies"), tr("Policies"));
    tabs_->addTab(causes_, Theme::icon("causes"), tr("Causes"));
    connect(causes_, &CauseView::placeRequested, this, [this] {
        tabs_->setCurrentWidget(plan_);
        plan_->fitSelection();
    });
    connect(&workspace->causes(), &CauseFocus::requested, this, [this] { bringForward(causes_); });
    tabs_->addTab(reliability_, Theme::icon("reliability"), tr("Reliability"));
    tabs_->setCornerWidget(viewTools(commands), Qt::TopRightCorner);
    for (int i = 0; i < tabs_->count(); ++i) {
        tabIcons_ << tabs_->tabIcon(i);
    }
    connect(tabs_, &QTabWidget::currentChanged, this, &CentreViews::showTools);
    showTools();
    layout->addWidget(tabs_, 1);
    addWidget(welcome);
    addWidget(views);
    connect(workspace, &Workspace::opened, this, [this, views] { setCurrentWidget(views); });
    connect(workspace, &Workspace::closed, this, [this, welcome] { setCurrentWidget(welcome); });
    connectCommands(commands);
}

std::span<const ViewInfo> CentreViews::table() {
    return kViews;
}

QWidget* CentreViews::viewOf(const ViewInfo& info) const {
    const std::pair<const char*, QWidget*> views[] = {
        {"scene", scene_},       {"plan", plan_},     {"one-line", oneLine_},
        {"process", process_},   {"fabric", fabric_}, {"gantt", gantt_},
        {"policies", policies_}, {"causes", causes_}, {"reliability", reliability_},
    };
    for (const auto& [name, view] : views) {
        if (std::string_view(name) == info.name) {
            return view;
        }
    }
    return nullptr;
}

void CentreViews::setMode(WorkMode mode) {
    for (const ViewInfo& info : kViews) {
        if (const int tab = tabs_->indexOf(viewOf(info)); tab >= 0) {
            tabs_->setTabVisible(tab, isIn(info.modes, mode) || tab == tabs_->currentIndex());
        }
    }
    showTools();
}

void CentreViews::bringForward(QWidget* view) {
    if (const int tab = tabs_->indexOf(view); tab >= 0) {
        tabs_->setTabVisible(tab, true);
        tabs_->setCurrentIndex(tab);
    }
}

bool CentreViews::showsOneLine() const {
    return tabs_->currentWidget() == oneLine_;
}

bool CentreViews::showsProcess() const {
    return tabs_->currentWidget() == process_;
}

bool CentreViews::showsFabric() const {
    return tabs_->currentWidget() == fabric_;
}

bool CentreViews::showsGantt() const {
    return tabs_->currentWidget() == gantt_;
}

bool CentreViews::showsPolicies() const {
    return tabs_->currentWidget() == policies_;
}

bool CentreViews::showsCauses() const {
    return tabs_->currentWidget() == causes_;
}

bool CentreViews::showsReliability() const {
    return tabs_->currentWidget() == reliability_;
}

void CentreViews::resizeEvent(QResizeEvent* event) {
    QStackedWidget::resizeEvent(event);
    showTools();
}

void CentreViews::showTools() {
    // Names before pictures: in a narrow window tabs are words only.
    for (int i = 0; i < tabs_->count(); ++i) {
        tabs_->setTabIcon(i, width() >= kWide ? tabIcons_[i] : QIcon());
    }
    for (QWidget* tool : ofRacks_) {
        tool->setVisible(!showsOneLine() && !showsProcess() && !showsFabric() && !showsGantt() &&
                         !showsPolicies() && !showsCauses() && !showsReliability() &&
                         (width() >= kWide || !whereWide_.contains(tool)));
    }
    for (QWidget* tool : fits_) {
        tool->setVisible(width() >= kNarrow);
    }
    colour_->setMinimumContentsLength(width() >= kNarrow ? 14 : 5);
    colour_->setMaximumWidth(width() >= kNarrow ? QWIDGETSIZE_MAX : kSmallChoice);
    for (QWidget* tool : ofOneLine_) {
        tool->setVisible(showsOneLine() || showsProcess());
    }
}

bool CentreViews::showsScene() const {
    return scene_ != nullptr && tabs_->currentWidget() == scene_;
}

QWidget* CentreViews::noticeBar(const QString& why) {
    auto* bar = new QWidget(this);
    bar->setObjectName("openGlNotice");
    auto* icon = new QLabel(bar);
    icon->setPixmap(
        Theme::pixmap("warning", 18, Theme::instance().colours().caution, devicePixelRatioF()));
    auto* text = new QLabel(tr("There is no 3-D view: %1. The plan shows the same.").arg(why), bar);
    text->setWordWrap(true);
    auto* close = new QToolButton(bar);
    close->setIcon(Theme::icon("close"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Hide this notice"));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, bar, &QWidget::hide);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(10, 4, 6, 4);
    layout->addWidget(icon);
    layout->addWidget(text, 1);
    layout->addWidget(close);
    return bar;
}

QWidget* CentreViews::viewTools(CommandSet* commands) {
    auto* box = new QWidget(tabs_);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(6, 2, 6, 2);
    layout->setSpacing(4);
    for (const QString id : {"view.fit", "view.fitSelection", "view.isometric", "view.top",
                             "view.parallel", "view.labels", "view.aisles", "view.trays",
                             "view.air", "view.foldArrays", "view.unfoldArrays"}) {
        auto* button = new QToolButton(box);
        button->setDefaultAction(commands->action(id.toUtf8().constData()));
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button);
        if (id.endsWith("Arrays")) {
            ofOneLine_ << button;
        } else if (id.startsWith("view.fit")) {
            fits_ << button;
        } else {
            ofRacks_ << button;
            whereWide_ << button;  // the menu has them too
        }
    }
    auto* label = new QLabel(tr("Colour by"), box);
    colour_ = new QComboBox(box);
    colour_->setObjectName("colourChoice");
    colour_->setAccessibleName(tr("What colours the racks"));
    for (const auto& [quantity, id] : kColourCommands) {
        colour_->addItem(commands->action(id)->text(), QString(id));
    }
    colour_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    colour_->setMinimumContentsLength(14);
    label->setBuddy(colour_);
    layout->addSpacing(8);
    layout->addWidget(label);
    layout->addWidget(colour_);
    ofRacks_ << label << colour_;
    whereWide_ << label;
    connect(colour_, &QComboBox::activated, this, [this, commands] {
        commands->action(colour_->currentData().toString().toUtf8().constData())->trigger();
    });
    return box;
}

void CentreViews::connectCommands(CommandSet* commands) {
    for (const auto& [quantity, id] : kColourCommands) {
        commands->on(id, this, [this, quantity = quantity, id = id] {
            colour_->setCurrentIndex(colour_->findData(QString(id)));
            colouring_->setQuantity(quantity);
        });
    }
    commands->action("colour.power")->setChecked(true);
    commands->on("map.viridis", this, [this] { colouring_->setMap(ColourMap::Viridis); });
    commands->on("map.cividis", this, [this] { colouring_->setMap(ColourMap::Cividis); });
    commands->action("map.viridis")->setChecked(true);
    commands->on("view.fit", this, [this] {
        if (showsScene()) {
            scene_->fitAll();
        } else if (showsOneLine()) {
            oneLine_->fitAll();
        } else if (showsProcess()) {
            process_->fitAll();
        } else if (showsFabric()) {
            fabric_->canvas()->fitAll();
        } else if (showsGantt()) {
            gantt_->canvas()->fitAll();
        } else if (showsCauses()) {
            causes_->canvas()->fitAll();
        } else {
            plan_->fitAll();
        }
    });
    commands->on("view.fitSelection", this, [this] { fitSelection(); });
    commands->on("wire.disconnect", oneLine_, [this] { oneLine_->disconnectCurrent(); });
    for (const auto& [view, id] : kViewCommands) {
        commands->action(id)->setEnabled(scene_ != nullptr);
        commands->on(id, this, [this, view = view] {
            if (scene_ != nullptr) {
                tabs_->setCurrentWidget(scene_);
                scene_->setStandardView(view);
            }
        });
    }
    commands->action("view.parallel")->setEnabled(scene_ != nullptr);
    commands->on("view.parallel", this, [this](bool on) {
        if (scene_ != nullptr) {
            scene_->setParallel(on);
        }
    });
    commands->action("view.labels")->setChecked(true);
    commands->on("view.labels", this, [this](bool on) {
        plan_->setLabelsVisible(on);
        if (scene_ != nullptr) {
            scene_->setLabelsVisible(on);
        }
    });
    commands->action("view.aisles")->setChecked(true);
    commands->on("view.aisles", this, [this](bool on) {
        plan_->setAislesVisible(on);
        if (scene_ != nullptr) {
            scene_->setAislesVisible(on);
        }
    });
    commands->action("view.trays")->setEnabled(scene_ != nullptr);
    commands->on("view.trays", this, [this](bool on) {
        if (scene_ != nullptr) {
            if (on) {
                tabs_->setCurrentWidget(scene_);
            }
            scene_->setTraysVisible(on);
        }
    });
    commands->action("view.air")->setEnabled(scene_ != nullptr);
    if (scene_ != nullptr) {
        connect(commands->action("draw.snap"), &QAction::toggled, scene_, &SceneView::setSnapping);
    }
    commands->on("view.air", this, [this](bool on) {
        if (scene_ != nullptr) {
            if (on) {
                tabs_->setCurrentWidget(scene_);
            }
            scene_->setAirVisible(on);
        }
    });
    if (scene_ != nullptr) {
        connect(scene_, &SceneView::airClosed, commands->action("view.air"),
                [action = commands->action("view.air")] { action->setChecked(false); });
    }
    commands->action("window.scene")->setEnabled(scene_ != nullptr);
    for (const ViewInfo& info : kViews) {
        commands->on(info.command, this, [this, &info] { bringForward(viewOf(info)); });
    }
    commands->on("view.foldArrays", this, [this] {
        oneLine_->setAllFolded(true);
        process_->setFolded(true);
    });
    commands->on("view.unfoldArrays", this, [this] {
        oneLine_->setAllFolded(false);
        process_->setFolded(false);
    });
}

void CentreViews::fitSelection() {
    if (showsScene()) {
        scene_->fitSelection();
    } else if (showsOneLine()) {
        oneLine_->fitSelection();
    } else if (showsProcess()) {
        process_->fitSelection();
    } else if (showsFabric()) {
        fabric_->canvas()->fitSelection();
    } else if (showsGantt()) {
        gantt_->canvas()->fitSelection();
    } else if (showsCauses()) {
        causes_->canvas()->fitSelection();
    } else {
        plan_->fitSelection();
    }
}

QImage CentreViews::picture() {
    return currentWidget() == nullptr ? QImage() : tabs_->currentWidget()->grab().toImage();
}

}  // namespace headroom::ui
