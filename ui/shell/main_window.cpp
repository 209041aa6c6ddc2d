// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/main_window.h"

#include "ui/catalogue/catalogue_panel.h"
#include "ui/chart/chart_set.h"
#include "ui/chart/stack_chart.h"
#include "ui/cooling/cooling_actions.h"
#include "ui/cooling/cooling_pane.h"
#include "ui/cooling/cooling_text.h"
#include "ui/fabric/fabric_actions.h"
#include "ui/fabric/fabric_pane.h"
#include "ui/failures/blast_focus.h"
#include "ui/failures/blast_panel.h"
#include "ui/failures/cause_focus.h"
#include "ui/failures/drill_pane.h"
#include "ui/failures/fault_model.h"
#include "ui/failures/fault_table.h"
#include "ui/failures/rack_actions.h"
#include "ui/inspector/describe.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/object_tree.h"
#include "ui/jobs/job_actions.h"
#include "ui/jobs/job_page.h"
#include "ui/jobs/job_table.h"
#include "ui/plan/arrange_commands.h"
#include "ui/plan/draw_commands.h"
#include "ui/power/power_actions.h"
#include "ui/power/power_pane.h"
#include "ui/power/sankey_view.h"
#include "ui/power/swing_pane.h"
#include "ui/edit/delta_strip.h"
#include "ui/edit/edit_commands.h"
#include "ui/edit/editor.h"
#include "ui/edit/problem_panel.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/command_set.h"
#include "ui/shell/file_commands.h"
#include "ui/shell/help_dialogs.h"
#include "ui/shell/recent_files.h"
#include "ui/shell/theme.h"
#include "ui/shell/welcome_page.h"
#include "ui/table/tables.h"
#include "ui/timeline/transport_bar.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QTreeView>

namespace headroom::ui {

namespace {

constexpr int kSaidMs = 8000;      // how long the status bar tells what was done
constexpr int kLayoutVersion = 8;  // raise when docks are added or renamed

QStringList scenarioFolders(const QString& root) {
    QStringList folders;
    for (const QFileInfo& info : QDir(root).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (QFileInfo::exists(info.filePath() + "/project.json")) {
            folders << info.filePath();
        }
    }
    return folders;
}

}  // namespace

MainWindow::MainWindow(Workspace* workspace, const Options& options)
    : workspace_(workspace),
      options_(options),
      commands_(new CommandSet(this)),
      recent_(new RecentFiles(this)),
      hover_(new QLabel(this)),
      faultCount_(new QLabel(this)) {
    setObjectName("mainWindow");
    setWindowIcon(QIcon(":/icons/headroom.svg"));
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);

    auto* welcome = new WelcomePage(commands_, recent_, scenarioFolders(options.scenarios), this);
    connect(welcome, &WelcomePage::openRequested, this, &MainWindow::open);
    connect(workspace, &Workspace::busyChanged, welcome, &WelcomePage::setBusy);
    views_ = new CentreViews(workspace, commands_, welcome, options.noOpenGl, this);
    setCentralWidget(views_);
    files_ = new FileCommands(this, workspace, commands_, recent_, options.scenarios,
                              [this] { return views_->picture(); });
    buildDocks();
    addToolBar(Qt::BottomToolBarArea, new TransportBar(workspace, commands_, this));
    addToolBarBreak(Qt::BottomToolBarArea);
    auto* strip = new QToolBar(tr("Design Figures"), this);
    strip->setObjectName("designBar");
    strip->setMovable(false);
    strip->addWidget(new DeltaStrip(workspace, strip));
    addToolBar(Qt::BottomToolBarArea, strip);
    new EditCommands(workspace, commands_, this);
    connect(&workspace->editor(), &Editor::refused, this, [this](const engine::Error& error) {
        statusBar()->showMessage(QString::fromStdString(error.message + " " + error.remedy),
                                 2 * kSaidMs);
    });
    connect(&workspace->editor(), &Editor::historyChanged, this, &MainWindow::showTitle);
    commands_->fillMenus(menuBar());
    files_->addRecentMenu();
    for (QDockWidget* pane : docks_) {
        commands_->menu("Window")->insertAction(commands_->action("window.nextPane"),
                                                pane->toggleViewAction());
    }
    buildDrawing();
    hover_->setContentsMargins(6, 0, 6, 0);
    statusBar()->addWidget(hover_, 1);
    faultCount_->setObjectName("faultCount");
    faultCount_->setContentsMargins(6, 0, 6, 0);
    statusBar()->addPermanentWidget(faultCount_);
    statusBar()->setSizeGripEnabled(false);
    connectWindow();
    setMinimumSize(1100, 640);
    resize(1440, 900);
    if (!restoreLayout()) {
        resetLayout();
    }
    showTitle();
}

MainWindow::~MainWindow() = default;

QDockWidget* MainWindow::dock(const char* name, const QString& title, const char* icon,
                              QWidget* content, Qt::DockWidgetArea area) {
    auto* made = new QDockWidget(title, this);
    made->setObjectName(name);
    made->setWidget(content);
    addDockWidget(area, made);
    QAction* toggle = made->toggleViewAction();
    toggle->setIcon(Theme::icon(icon));
    // Ctrl+4 to Ctrl+9, Ctrl+0, then the same keys with Shift, then with Alt and Shift.
    const qsizetype place = docks_.size();
    toggle->setShortcut(QKeySequence(
        QStringLiteral("%1%2")
            .arg(place < 7    ? "Ctrl+"
                 : place < 14 ? "Ctrl+Shift+"
                              : "Alt+Shift+")
            .arg((place % 7 + 4) % 10)));
    toggle->setStatusTip(tr("Show or hide this pane"));
    docks_ << made;
    return made;
}

void MainWindow::buildDocks() {
    tree_ = new ObjectTree(workspace_, this);
    inspector_ = new Inspector(workspace_, this);
    charts_ = new ChartSet(workspace_, this);
    jobs_ = new JobTable(workspace_, views_->jobActions(), this);
    jobPage_ = new JobPage(workspace_, commands_, this);
    events_ = new EventTable(workspace_, this);
    power_ = new PowerPane(workspace_, views_->colouring(), views_->powerActions(), this);
    losses_ = new LossPane(workspace_, this);
    swings_ = new SwingPane(workspace_, this);
    cooling_ = new CoolingPane(workspace_, views_->coolingActions(), this);
    stacks_ = new StackPane(workspace_, &charts_->store(), this);
    fabric_ = new FabricPane(views_->fabricFocus(), views_->fabricActions(), this);
    faults_ = new FaultTable(workspace_, views_->rackActions(), this);
    drills_ = new DrillPane(workspace_, this);
    blast_ = new BlastPanel(workspace_, this);
    problems_ = new ProblemPanel(workspace_, commands_, this);
    connect(problems_, &ProblemPanel::placeRequested, this, [this] {
        problems_->window()->raise();
        if (!views_->showsScene()) {
            commands_->action("window.plan")->trigger();
        }
        views_->fitSelection();
    });
    dock("treeDock", tr("Project"), "tree", tree_, Qt::LeftDockWidgetArea);
    dock("inspectorDock", tr("Inspector"), "inspector", inspector_, Qt::RightDockWidgetArea);
    dock("chartDock", tr("Charts"), "chart", charts_, Qt::BottomDockWidgetArea);
    dock("jobDock", tr("Jobs"), "jobs", jobs_, Qt::BottomDockWidgetArea);
    dock("eventDock", tr("Events"), "events", events_, Qt::BottomDockWidgetArea);
    dock("powerDock", tr("Power"), "power", power_, Qt::BottomDockWidgetArea);
    dock("lossDock", tr("Losses"), "losses", losses_, Qt::BottomDockWidgetArea);
    dock("swingDock", tr("Power Swings"), "swings", swings_, Qt::BottomDockWidgetArea);
    dock("coolingDock", tr("Cooling"), "cooling", cooling_, Qt::BottomDockWidgetArea);
    dock("stackDock", tr("PUE and WUE"), "stacks", stacks_, Qt::BottomDockWidgetArea);
    dock("fabricDock", tr("Fabric"), "fabric", fabric_, Qt::BottomDockWidgetArea);
    dock("faultDock", tr("Faults"), "faults", faults_, Qt::BottomDockWidgetArea);
    dock("drillDock", tr("Drills"), "drills", drills_, Qt::BottomDockWidgetArea);
    auto* problemDock =
        dock("problemDock", tr("Problems"), "problems", problems_, Qt::BottomDockWidgetArea);
    connect(problems_, &ProblemPanel::countChanged, problemDock, [problemDock](const QString& n) {
        problemDock->setWindowTitle(n.isEmpty() ? tr("Problems") : tr("Problems (%1)").arg(n));
    });
    blastDock_ =
        dock("blastDock", tr("Blast Radius"), "blast", blast_, Qt::RightDockWidgetArea);
    jobDock_ = dock("jobPageDock", tr("Job"), "job", jobPage_, Qt::RightDockWidgetArea);
    catalogue_ = new CataloguePanel(workspace_, this);
    catalogueDock_ =
        dock("catalogueDock", tr("Catalogue"), "catalogue", catalogue_, Qt::LeftDockWidgetArea);
}

/// Catalogue and drawing: what is dragged out of the one is put down by the other.
void MainWindow::buildDrawing() {
    auto* draw = new DrawCommands(workspace_, commands_, views_->plan(), this);
    auto* arrange = new ArrangeCommands(workspace_, commands_, views_->plan(), this);
    const auto say = [this](const QString& what) { statusBar()->showMessage(what); };
    connect(draw, &DrawCommands::said, this, say);
    connect(arrange, &ArrangeCommands::said, this, say);
    connect(catalogue_, &CataloguePanel::placeRequested, draw, &DrawCommands::place);
}

void MainWindow::resetLayout() {
    for (int i = 0; i < docks_.size(); ++i) {
        docks_[i]->setFloating(false);
        addDockWidget(i == 0 || docks_[i] == catalogueDock_ ? Qt::LeftDockWidgetArea
                      : i == 1 || docks_[i] == jobDock_ || docks_[i] == blastDock_
                          ? Qt::RightDockWidgetArea
                                                        : Qt::BottomDockWidgetArea,
                      docks_[i]);
        docks_[i]->show();
    }
    for (int i = 2; i + 4 < docks_.size(); ++i) {
        tabifyDockWidget(docks_[i], docks_[i + 1]);
    }
    tabifyDockWidget(docks_[0], catalogueDock_);
    docks_[0]->raise();
    tabifyDockWidget(docks_[1], jobDock_);
    tabifyDockWidget(jobDock_, blastDock_);
    docks_[1]->raise();
    docks_[2]->raise();
    // Once more when the window has its final size: before, sizes do not hold.
    const auto size = [this] {
        resizeDocks({docks_[0], docks_[1]},
                    {std::clamp(width() / 6, 235, 280), std::clamp(width() / 4, 350, 430)},
                    Qt::Horizontal);
        resizeDocks({docks_[2]}, {230}, Qt::Vertical);
    };
    size();
    QTimer::singleShot(0, this, size);
}

bool MainWindow::restoreLayout() {
    if (!options_.keepsLayout) {
        return false;
    }
    const QSettings settings;
    restoreGeometry(settings.value("window/geometry").toByteArray());
    return restoreState(settings.value("window/state").toByteArray(), kLayoutVersion);
}

void MainWindow::connectWindow() {
    commands_->on("file.quit", this, [this] { close(); });
    commands_->on("run.play", this, [this] { workspace_->togglePlay(); });
    commands_->on("run.step", this, [this] { workspace_->step(); });
    commands_->on("run.restart", this, [this] { workspace_->restart(); });
    for (const auto signal : {&Workspace::opened, &Workspace::closed, &Workspace::saved}) {
        connect(workspace_, signal, this, &MainWindow::showTitle);
    }
    commands_->on("theme.light", this, [this] { changeTheme(false); });
    commands_->on("theme.dark", this, [this] { changeTheme(true); });
    commands_->action(Theme::instance().isDark() ? "theme.dark" : "theme.light")->setChecked(true);
    commands_->on("window.nextPane", this, [this] { focusPane(+1); });
    commands_->on("window.previousPane", this, [this] { focusPane(-1); });
    commands_->on("window.resetLayout", this, [this] { resetLayout(); });
    commands_->on("window.fullScreen", this,
                  [this](bool on) { on ? showFullScreen() : showNormal(); });
    commands_->on("help.window", this,
                  [this] { showHelpPage(options_.help + "/window.md", this); });
    commands_->on("help.shortcuts", this, [this] { showShortcuts(commands_, docks_, this); });
    commands_->on("help.about", this, [this] { showAbout(this); });
    const auto showInspector = [this] {
        docks_[1]->show();
        docks_[1]->raise();
    };
    connect(views_, &CentreViews::activated, this, showInspector);
    connect(views_, &CentreViews::menuRequested, this, &MainWindow::showMenu);
    connect(views_, &CentreViews::jobActivated, this, &MainWindow::showJobPage);
    connect(jobs_, &JobTable::activated, this, &MainWindow::showJobPage);
    connect(views_->jobActions(), &JobActions::pageRequested, this, &MainWindow::showJobPage);
    connect(views_->jobActions(), &JobActions::said, this,
            [this](const QString& what) { statusBar()->showMessage(what, kSaidMs); });
    connect(jobPage_, &JobPage::placeRequested, this, [this] {
        commands_->action("window.plan")->trigger();
        views_->fitSelection();
    });
    connect(jobPage_, &JobPage::footprintRequested, commands_->action("window.fabric"),
            &QAction::trigger);
    connect(views_->powerActions(), &PowerActions::said, this,
            [this](const QString& what) { statusBar()->showMessage(what, kSaidMs); });
    connect(views_->coolingActions(), &CoolingActions::said, this,
            [this](const QString& what) { statusBar()->showMessage(what, kSaidMs); });
    connect(views_->fabricActions(), &FabricActions::said, this,
            [this](const QString& what) { statusBar()->showMessage(what, kSaidMs); });
    connect(views_->rackActions(), &RackActions::said, this,
            [this](const QString& what) { statusBar()->showMessage(what, kSaidMs); });
    connectFailures();
    connect(fabric_, &FabricPane::placeRequested, commands_->action("window.fabric"),
            &QAction::trigger);
    connect(tree_, &ObjectTree::activated, views_, &CentreViews::fitSelection);
    connect(events_, &EventTable::placeRequested, views_, &CentreViews::fitSelection);
    connect(&workspace_->selection(), &Selection::hoverChanged, this, &MainWindow::showHover);
    connect(workspace_, &Workspace::slowTick, this, &MainWindow::showHover);
}

void MainWindow::connectFailures() {
    connect(faults_, &FaultTable::placeRequested, views_, &CentreViews::fitSelection);
    auto* moved = new QAction(Theme::icon("causes"), tr("Why Did It Move?"), this);
    moved->setObjectName("whyIndicator");
    moved->setStatusTip(tr("Show what led to the newest change of the facility's indicators"));
    connect(moved, &QAction::triggered, this, [this] {
        CauseFocus& causes = workspace_->causes();
        causes.explain(causes.eventOf({Selected::Kind::Facility, -1, {}, -1}));
    });
    for (QWidget* chart : {static_cast<QWidget*>(charts_), static_cast<QWidget*>(stacks_)}) {
        chart->setContextMenuPolicy(Qt::ActionsContextMenu);
        chart->addAction(moved);
    }
    jobPage_->setContextMenuPolicy(Qt::ActionsContextMenu);
    jobPage_->addAction(commands_->action("fault.why"));
    connect(&workspace_->blast(), &BlastFocus::changed, this, [this] {
        if (workspace_->blast().reach() != nullptr) {
            if (!views_->showsScene()) {
                commands_->action("window.plan")->trigger();
            }
            blastDock_->show();
            blastDock_->raise();
        }
        commands_->action("fault.clearBlast")
            ->setEnabled(workspace_->blast().reach() != nullptr);
    });
    commands_->action("fault.clearBlast")->setEnabled(false);
    commands_->on("fault.clearBlast", this, [this] { workspace_->blast().clear(); });
    commands_->on("fault.blast", this, [this] { showBlast(); });
    commands_->on("fault.why", this, [this] {
        CauseFocus& causes = workspace_->causes();
        std::int64_t event = causes.eventOf(workspace_->selection().current());
        if (event < 0) {
            event = causes.eventOf({});
        }
        causes.explain(event);
    });
    connect(workspace_, &Workspace::slowTick, this, [this] {
        const auto frame = workspace_->frame();
        faultCount_->setText(frame ? faultSummary(frame->faults) : QString());
    });
    connect(workspace_, &Workspace::closed, faultCount_, &QLabel::clear);
}

/// Of the rack, machine or object that is selected.
void MainWindow::showBlast() {
    const Selected& what = workspace_->selection().current();
    const auto frame = workspace_->frame();
    engine::PlantOrder order;
    if (what.rack() >= 0) {
        order = views_->rackActions()->rackOrder(what.rack());
    } else if (what.equipment() >= 0 && frame && frame->cooling) {
        const auto& box = workspace_->layout().equipment[static_cast<std::size_t>(what.index)];
        const CoolingTarget target = coolingTarget(
            *frame->cooling, workspace_->layout(), linkOfEquipment(*frame->cooling, box));
        order.unit = target.unit;
        order.instance = target.instance;
        order.machine = target.machine;
    }
    if (order.unit.empty()) {
        order.unit = what.objectId;
    }
    if (order.unit.empty()) {
        statusBar()->showMessage(tr("Select a rack, a machine or a part first"), kSaidMs);
        return;
    }
    workspace_->blast().show({order}, workspace_->nameOf(what));
}

void MainWindow::showJobPage() {
    jobDock_->show();
    jobDock_->raise();
}

void MainWindow::open(const QString& path) {
    files_->open(path);
}

void MainWindow::showPane(const QString& name) {
    if (name == "plan") {
        commands_->action("window.plan")->trigger();
    }
    if (name == "catalogue") {
        catalogueDock_->show();
        catalogueDock_->raise();
    }
    if (name == "air") {
        commands_->action("view.air")->trigger();
    }
    if (name == "trays") {
        commands_->action("view.trays")->trigger();
    }
    if (name == "one-line") {
        commands_->action("window.oneLine")->trigger();
    }
    if (name == "process") {
        commands_->action("window.process")->trigger();
    }
    if (name == "fabric") {
        commands_->action("window.fabric")->trigger();
    }
    if (name == "gantt") {
        commands_->action("window.gantt")->trigger();
    }
    if (name == "policies") {
        commands_->action("window.policies")->trigger();
    }
    if (name == "causes") {
        commands_->action("window.causes")->trigger();
    }
    if (name == "reliability") {
        commands_->action("window.reliability")->trigger();
    }
    if (name == "blast") {
        showBlast();
    }
    if (name == "why") {
        commands_->action("fault.why")->trigger();
    }
    if (name == "job") {
        showJobPage();
    }
    const QStringList below{"charts", "jobs",    "events", "power", "losses",
                            "swings", "cooling", "stacks", "links", "faults", "drills",
                            "problems"};
    if (const qsizetype i = below.indexOf(name); i >= 0) {
        docks_[2 + i]->show();
        docks_[2 + i]->raise();
    }
}

void MainWindow::changeTheme(bool dark) {
    Theme::instance().apply(dark ? Theme::Mode::Dark : Theme::Mode::Light);
    QSettings().setValue("window/theme", dark ? "dark" : "light");
}

void MainWindow::showTitle() {
    setWindowModified(workspace_->isOpen() && workspace_->editor().isModified());
    setWindowTitle(workspace_->isOpen() ? QStringLiteral("%1[*] – Headroom").arg(workspace_->title())
                                        : QStringLiteral("Headroom"));
    setWindowFilePath(QString::fromStdString(workspace_->project().file.string()));
}

void MainWindow::showHover() {
    const Selected& hovered = workspace_->selection().hovered();
    const Selected& what = hovered.isNone() ? workspace_->selection().current() : hovered;
    const QStringList lines = describe(*workspace_, *views_->colouring(), what);
    hover_->setText(!lines.isEmpty() ? lines.join(QStringLiteral("   ·   "))
                    : workspace_->isOpen()
                        ? (views_->showsScene()
                               ? tr("Drag to orbit, right drag to move, wheel to zoom, click to "
                                    "select")
                           : views_->showsOneLine()
                               ? tr("Drag to move, wheel to zoom, click on a breaker to open it, "
                                    "right click for what can be done")
                           : views_->showsProcess()
                               ? tr("Drag to move, wheel to zoom, click to trace the water, right "
                                    "click for what can be done")
                           : views_->showsFabric()
                               ? tr("Drag to move, wheel to zoom, double click to go inside, "
                                    "right click for what can be done")
                           : views_->showsGantt()
                               ? tr("Drag to move, wheel to zoom time, Ctrl and wheel to zoom "
                                    "rows, double click for a job's page")
                           : views_->showsCauses()
                               ? tr("Drag to move, wheel to zoom, click to follow an event, double "
                                    "click to unfold, arrow keys for cause and effect")
                           : views_->showsReliability()
                               ? tr("Campaigns and sweeps run beside the simulation and do not "
                                    "change it")
                               : tr("Click or frame to select, drag to move it, wheel to zoom, middle drag to "
                                    "move the view"))
                        : QString());
    hover_->setForegroundRole(lines.isEmpty() ? QPalette::PlaceholderText : QPalette::WindowText);
}

void MainWindow::focusPane(int direction) {
    QList<QWidget*> panes{tree_->view(), catalogue_, views_};
    for (QWidget* pane : {static_cast<QWidget*>(inspector_), static_cast<QWidget*>(charts_),
                          static_cast<QWidget*>(jobs_), static_cast<QWidget*>(events_),
                          static_cast<QWidget*>(power_), static_cast<QWidget*>(losses_),
                          static_cast<QWidget*>(swings_), static_cast<QWidget*>(cooling_),
                          static_cast<QWidget*>(stacks_), static_cast<QWidget*>(fabric_),
                          static_cast<QWidget*>(faults_), static_cast<QWidget*>(drills_),
                          static_cast<QWidget*>(blast_),
                          static_cast<QWidget*>(jobPage_)}) {
        panes << pane;
    }
    panes.removeIf([](QWidget* pane) { return !pane->isVisible(); });
    if (panes.isEmpty()) {
        return;
    }
    int at = 0;
    for (int i = 0; i < panes.size(); ++i) {
        if (panes[i] == focusWidget() || panes[i]->isAncestorOf(focusWidget())) {
            at = i + direction;
        }
    }
    QWidget* pane = panes[(at + static_cast<int>(panes.size())) % static_cast<int>(panes.size())];
    for (QWidget* child : pane->findChildren<QWidget*>()) {
        if (child->isVisible() && (child->focusPolicy() & Qt::TabFocus) != 0) {
            child->setFocus(Qt::TabFocusReason);
            return;
        }
    }
    pane->setFocus(Qt::TabFocusReason);
}

void MainWindow::showMenu(const QPoint& at) {
    QMenu menu(this);
    const Selected& selected = workspace_->selection().current();
    if (const auto frame = workspace_->frame();
        frame && frame->cooling && selected.equipment() >= 0) {
        const auto& box = workspace_->layout().equipment[static_cast<std::size_t>(selected.index)];
        views_->coolingActions()->fillMenu(menu, linkOfEquipment(*frame->cooling, box));
        menu.addSeparator();
    }
    if (selected.rack() >= 0) {
        menu.setToolTipsVisible(true);
        views_->rackActions()->fillMenu(menu, selected.rack());
        menu.addSeparator();
    }
    for (const char* id : {"view.fit", "view.fitSelection"}) {
        menu.addAction(commands_->action(id));
    }
    menu.addMenu(commands_->menu("View/Direction"));
    menu.addMenu(commands_->menu("View/Colour Racks By"));
    menu.addSeparator();
    menu.addAction(commands_->action("file.saveImage"));
    menu.exec(at);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (options_.keepsLayout) {
        QSettings settings;
        settings.setValue("window/geometry", saveGeometry());
        settings.setValue("window/state", saveState(kLayoutVersion));
    }
    workspace_->pause();
    event->accept();
}

}  // namespace headroom::ui
