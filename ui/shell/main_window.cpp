// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/main_window.h"

#include "engine/run/frame/computed.h"
#include "ui/alarms/alarm_table.h"
#include "ui/alarms/pause_commands.h"
#include "ui/attach/attach_commands.h"
#include "ui/catalogue/catalogue_panel.h"
#include "ui/chart/chart_set.h"
#include "ui/chart/stack_chart.h"
#include "ui/cooling/cooling_actions.h"
#include "ui/cooling/cooling_text.h"
#include "ui/edit/delta_strip.h"
#include "ui/edit/edit_commands.h"
#include "ui/edit/problem_panel.h"
#include "ui/events/event_table.h"
#include "ui/exchange/exchange_commands.h"
#include "ui/fabric/fabric_actions.h"
#include "ui/fabric/fabric_pane.h"
#include "ui/failures/fault_model.h"
#include "ui/failures/fault_table.h"
#include "ui/failures/order_menu.h"
#include "ui/failures/rack_actions.h"
#include "ui/floor/describe.h"
#include "ui/inspector/object_tree.h"
#include "ui/jobs/job_actions.h"
#include "ui/jobs/job_page.h"
#include "ui/jobs/job_table.h"
#include "ui/kit/theme.h"
#include "ui/plan/arrange_commands.h"
#include "ui/plan/draw_commands.h"
#include "ui/plan/plan_view.h"
#include "ui/planner/planner_window.h"
#include "ui/power/power_actions.h"
#include "ui/recording/recording_bar.h"
#include "ui/recording/run_commands.h"
#include "ui/recording/scrub_bar.h"
#include "ui/safety/safety.h"
#include "ui/serve/serve_commands.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/dock_set.h"
#include "ui/shell/file_commands.h"
#include "ui/shell/guides.h"
#include "ui/shell/recent_files.h"
#include "ui/shell/theme_commands.h"
#include "ui/shell/unit_commands.h"
#include "ui/shell/welcome_page.h"
#include "ui/shell/work_modes.h"
#include "ui/timeline/transport_bar.h"
#include "ui/twin/twin_commands.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/wiring/wiring_commands.h"
#include "ui/wizard/wizard_commands.h"
#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/edited_design.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/window_runs.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QStyle>
#include <QToolBar>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

constexpr int kSaidMs = 8000;  // how long the status bar tells what was done

// Panes of showPane() apart from docks and views.
constexpr std::pair<const char*, const char*> kPaneCommands[] = {
    {"air", "view.air"}, {"trays", "view.trays"}, {"why", "fault.why"}};

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
      safety_(new Safety(workspace, this,
                         {.copies = options.copies,
                          .locks = options.locks,
                          .shipped = options.scenarios.toStdString()})),
      hover_(new QLabel(this)),
      faultCount_(new QLabel(this)) {
    setObjectName("mainWindow");
    setWindowIcon(QIcon(":/icons/headroom.svg"));
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);

    auto* welcome =
        new WelcomePage(commands_, recent_, safety_, scenarioFolders(options.scenarios), this);
    connect(welcome, &WelcomePage::openRequested, this, &MainWindow::open);
    connect(&workspace->loader(), &Loader::busyChanged, welcome, &WelcomePage::setBusy);
    views_ = new CentreViews(workspace, commands_, welcome, options.noOpenGl, this);
    setCentralWidget(views_);
    files_ = new FileCommands(this, workspace, commands_, safety_, recent_, options.scenarios,
                              [this](const QString& title, const QString& caption) {
                                  return views_->pictureForFile(title, caption);
                              });
    docks_ = new DockSet(this, dockTable(), {workspace, commands_, views_, nullptr, this});
    modes_ = new WorkModes(this, docks_, views_, commands_, options.keepsLayout);
    buildBars();
    new EditCommands(workspace, commands_, this);
    new UnitCommands(workspace, commands_, this);
    new WizardCommands(workspace, commands_, this);
    exchange_ = new ExchangeCommands(workspace, commands_, this);
    connect(exchange_, &ExchangeCommands::openRequested, this, &MainWindow::open);
    connect(exchange_, &ExchangeCommands::telemetryRequested,
            new TwinCommands(workspace, commands_, this), &TwinCommands::askOpen);
    auto* served = new QLabel(this);
    served->setObjectName("served");
    statusBar()->addPermanentWidget(served);
    connect(new ServeCommands(workspace, commands_, this), &ServeCommands::told, served,
            &QLabel::setText);
    addPlannerCommand(workspace, commands_, this);
    auto* attached = new QLabel(this);
    attached->setObjectName("attached");
    statusBar()->addPermanentWidget(attached);
    connect(new AttachCommands(workspace, commands_, this), &AttachCommands::told, attached,
            [attached](const QString& words, bool isBad) {
                attached->setText(words);
                attached->setForegroundRole(isBad ? QPalette::BrightText : QPalette::WindowText);
            });
    buildDrawing();
    connect(new WiringCommands(workspace, commands_, this), &WiringCommands::said, this,
            &MainWindow::tell);
    commands_->fillMenus(menuBar());
    files_->addRecentMenu();
    auto* panes = new QMenu(tr("Panes"), this);
    panes->setIcon(Theme::icon("layout"));
    for (QAction* pane : docks_->commands()) {
        panes->addAction(pane);
        commands_->adopt(pane, "Window/Panes");
    }
    QMenu* windowMenu = commands_->menu("Window");
    QAction* first = windowMenu->actions().value(0);
    for (const ViewInfo& view : viewTable()) {
        windowMenu->insertAction(first, commands_->action(view.command));
    }
    commands_->readKeys();
    windowMenu->insertMenu(commands_->action("window.nextPane"), panes);
    menuBar()->setCornerWidget(modes_->makeSwitch(menuBar()), Qt::TopRightCorner);
    hover_->setContentsMargins(6, 0, 6, 0);
    statusBar()->addWidget(hover_, 1);
    connect(statusBar(), &QStatusBar::messageChanged, hover_,
            [this](const QString& message) { hover_->setVisible(message.isEmpty()); });
    faultCount_->setObjectName("faultCount");
    faultCount_->setContentsMargins(6, 0, 6, 0);
    statusBar()->addPermanentWidget(faultCount_);
    statusBar()->setSizeGripEnabled(false);
    connectWindow();
    connectPanes();
    connectFailures();
    guides_ = new Guides(this, {workspace, commands_, docks_, views_, modes_, welcome}, options);
    // On a screen whose pixels are large, or few, all of it must be in reach, under a title bar.
    const QSize room =
        screen()->availableSize() - QSize(0, style()->pixelMetric(QStyle::PM_TitleBarHeight));
    setMinimumSize(QSize(1100, 640).boundedTo(room));
    resize(QSize(1440, 900).boundedTo(room));
    if (options.keepsLayout) {
        restoreGeometry(QSettings().value("window/geometry").toByteArray());
    }
    modes_->begin();
    showTitle();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildBars() {
    auto* recording = new RecordingBar(workspace_, this);
    addToolBar(Qt::TopToolBarArea, recording);
    modes_->add(recording, kEverywhere);
    connect(recording, &RecordingBar::openRequested, this, &MainWindow::open);
    auto* scrub = new ScrubBar(workspace_, commands_, &docks_->content<ChartSet>()->data(), this);
    addToolBar(Qt::BottomToolBarArea, scrub);
    modes_->add(scrub, kEverywhere & ~kDesign);
    new RunCommands(workspace_, commands_, this);
    addToolBarBreak(Qt::BottomToolBarArea);
    auto* transport = new TransportBar(workspace_, commands_, this);
    addToolBar(Qt::BottomToolBarArea, transport);
    modes_->add(transport, kEverywhere);
    addToolBarBreak(Qt::BottomToolBarArea);
    auto* figures = new QToolBar(tr("Design Figures"), this);
    figures->setObjectName("designBar");
    figures->setMovable(false);
    // The strip hides itself; a bar only notices that of a widget inside one that stays.
    auto* box = new QWidget(figures);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 3, 0, 3);
    row->addWidget(new DeltaStrip(workspace_, box));
    row->addStretch(1);
    figures->addWidget(box);
    addToolBar(Qt::BottomToolBarArea, figures);
    modes_->add(figures, kDesign);
}

/// Catalogue and drawing: what is dragged out of the one is put down by the other.
void MainWindow::buildDrawing() {
    auto* draw = new DrawCommands(workspace_, commands_, views_->view<PlanView>(), this);
    auto* arrange = new ArrangeCommands(workspace_, commands_, views_->view<PlanView>(), this);
    connect(draw, &DrawCommands::hinted, statusBar(),
            [this](const QString& hint) { statusBar()->showMessage(hint); });
    connect(exchange_, &ExchangeCommands::drawingRequested, draw, &DrawCommands::placeDrawing);
    connect(draw, &DrawCommands::said, this, &MainWindow::tell);
    connect(draw, &DrawCommands::viewRequested, this,
            [this](const char* command) { commands_->action(command)->trigger(); });
    connect(arrange, &ArrangeCommands::said, this, &MainWindow::tell);
    connect(docks_->content<CataloguePanel>(), &CataloguePanel::placeRequested, draw,
            &DrawCommands::place);
}

void MainWindow::connectWindow() {
    commands_->on("file.quit", this, [this] { close(); });
    commands_->on("run.play", this, [this] {
        workspace_->control().togglePlay();
        sayWhyNot();
    });
    connect(&workspace_->control(), &RunControl::refused, this, &MainWindow::sayWhyNot);
    commands_->on("run.step", this, [this] { workspace_->control().step(); });
    commands_->on("run.restart", this, [this] { startAgain(); });
    const auto lock = [this] {
        // Orders of a run of this window may be kept in its project, from any workspace.
        const bool takesDrills = !workspace_->runs().isWatching() &&
                                 workspace_->servedRun().link() == nullptr &&
                                 workspace_->runs().past() == nullptr;
        workspace_->editor().setLock(
            workspace_->runs().isWatching()
                ? tr("The run continues on a server: detach to change the design.")
            : workspace_->servedRun().link() != nullptr && !workspace_->servedRun().lock().isEmpty()
                ? workspace_->servedRun().lock()
            : workspace_->runs().past() != nullptr
                ? tr("This is a recording: branch off to change its design.")
            : modes_->mode() == WorkMode::Design
                ? QString()
                : tr("Only the workspace Design changes a design."),
            takesDrills);
    };
    connect(modes_, &WorkModes::changed, this, lock);
    // Who draws opens a design to change it: nothing plays there before Space.
    const auto playOnOpen = [this] {
        if (options_.playsOnOpen) {
            workspace_->control().setPlayOnOpen(*options_.playsOnOpen &&
                                                modes_->mode() != WorkMode::Design);
        }
    };
    playOnOpen();
    connect(modes_, &WorkModes::changed, this, playOnOpen);
    connect(workspace_, &Workspace::opened, this, lock);
    connect(workspace_, &Workspace::closed, this, lock);
    connect(&workspace_->servedRun(), &ServedRun::changed, this, lock);
    connect(workspace_, &Workspace::said, this, &MainWindow::tell);
    for (const auto signal : {&Workspace::opened, &Workspace::closed}) {
        connect(workspace_, signal, this, &MainWindow::showTitle);
    }
    connect(&workspace_->files(), &ProjectFiles::saved, this, &MainWindow::showTitle);
    connect(new ThemeCommands(commands_, this), &ThemeCommands::said, this, &MainWindow::tell);
    connect(workspace_, &Workspace::opened, this, [this] {
        // Something new is there to be drawn.
        if (workspace_->project().file.empty() && workspace_->editor().isModified()) {
            modes_->change(WorkMode::Design);
            if (workspace_->documentNumber() !=
                std::exchange(newDocument_, workspace_->documentNumber())) {
                commands_->action("window.plan")->trigger();
            }
        }
        modes_->setBare(commands_->action("window.viewOnly")->isChecked());
    });
    connect(workspace_, &Workspace::closed, this, [this] { modes_->setBare(true); });
    commands_->on("window.viewOnly", this,
                  [this](bool on) { modes_->setBare(on || !workspace_->isOpen()); });
    // Errors of a design begin with the id of the object concerned.
    const auto named = [this](const QString& message) {
        static const QRegularExpression kId(QStringLiteral("^'([^']+)': "));
        const QRegularExpressionMatch id = kId.match(message);
        return id.hasMatch() ? workspace_->nameOfObject(id.captured(1).toStdString()) +
                                   message.mid(id.capturedLength(1) + 2)
                             : message;
    };
    const QString notSimulated = tr("Not simulated yet: ");
    connect(workspace_, &Workspace::simulationChanged, this, [this, notSimulated, named] {
        if (const auto& faults = workspace_->edited().faults(); !faults.empty()) {
            statusBar()->showMessage(notSimulated + named(shownText(faults.front().message)),
                                     2 * kSaidMs);
        } else if (statusBar()->currentMessage().startsWith(notSimulated)) {
            statusBar()->clearMessage();
        }
    });
    connect(safety_, &Safety::readOnlyChanged, this, &MainWindow::showTitle);
    commands_->on("window.nextPane", this, [this] { focusPane(+1); });
    commands_->on("window.previousPane", this, [this] { focusPane(-1); });
    commands_->on("window.fullScreen", this, [this](bool on) {
        setWindowState(windowState().setFlag(Qt::WindowFullScreen, on));
    });
    connect(&workspace_->editor(), &Editor::refused, this, [this](const engine::Error& error) {
        statusBar()->showMessage(shownText(error.message + " " + error.remedy), 2 * kSaidMs);
    });
    connect(&workspace_->editor(), &Editor::historyChanged, this, &MainWindow::showTitle);
    connect(&workspace_->selection(), &Selection::hoverChanged, this, &MainWindow::showHover);
    connect(workspace_, &Workspace::slowTick, this, &MainWindow::showHover);
    connect(views_, &CentreViews::inFrontChanged, this, &MainWindow::showHover);
}

void MainWindow::connectPanes() {
    const auto toDock = [this](const char* name) {
        return [dock = docks_->byName(name)] { DockSet::bringForward(dock); };
    };
    const auto say = [this](const QString& what) { tell(what); };
    const auto fit = [this] { views_->fitSelection(); };
    connect(views_, &CentreViews::activated, this, toDock("inspectorDock"));
    connect(views_, &CentreViews::menuRequested, this, &MainWindow::showMenu);
    connect(views_, &CentreViews::jobActivated, this, toDock("jobPageDock"));
    connect(docks_->content<JobTable>(), &JobTable::activated, this, toDock("jobPageDock"));
    connect(views_->jobActions(), &JobActions::pageRequested, this, toDock("jobPageDock"));
    connect(views_->jobActions(), &JobActions::said, this, say);
    connect(views_->powerActions(), &PowerActions::said, this, say);
    connect(views_->coolingActions(), &CoolingActions::said, this, say);
    connect(views_->fabricActions(), &FabricActions::said, this, say);
    connect(views_->rackActions(), &RackActions::said, this, say);
    auto* jobPage = docks_->content<JobPage>();
    connect(jobPage, &JobPage::placeRequested, this, [this] {
        commands_->action("window.plan")->trigger();
        views_->fitSelection();
    });
    QAction* toFabric = commands_->action("window.fabric");
    connect(jobPage, &JobPage::footprintRequested, toFabric, &QAction::trigger);
    connect(docks_->content<FabricPane>(), &FabricPane::placeRequested, toFabric,
            &QAction::trigger);
    connect(docks_->content<ObjectTree>(), &ObjectTree::activated, this, fit);
    connect(docks_->content<ObjectTree>(), &ObjectTree::menuRequested, this, &MainWindow::showMenu);
    connect(docks_->content<EventTable>(), &EventTable::placeRequested, this, fit);
    connect(docks_->content<FaultTable>(), &FaultTable::placeRequested, this, fit);
    auto* alarms = docks_->content<AlarmTable>();
    connect(alarms, &AlarmTable::placeRequested, this, fit);
    connect(&workspace_->alarms(), &AlarmDesk::requested, this, toDock("alarmDock"));
    connect(&workspace_->twin(), &TwinDesk::requested, this, toDock("twinDock"));
    QDockWidget* alarmDock = docks_->byName("alarmDock");
    connect(alarms, &AlarmTable::countChanged, alarmDock, [alarmDock](const QString& n) {
        if (const QString title = n.isEmpty() ? tr("Alarms") : tr("Alarms (%1)").arg(n);
            title != alarmDock->windowTitle()) {
            alarmDock->setWindowTitle(title);
        }
    });
    connectPauseCommands(workspace_, commands_, this);
    connect(workspace_, &Workspace::playStateChanged, this, &MainWindow::showPause);
    auto* problems = docks_->content<ProblemPanel>();
    // The inspector is the place of objects that are on no floor and in no diagram.
    connect(problems, &ProblemPanel::placeRequested, this, [this, toDock] {
        if (!views_->showPlace()) {
            toDock("inspectorDock")();
        }
    });
    QDockWidget* problemDock = docks_->byName("problemDock");
    connect(problems, &ProblemPanel::countChanged, problemDock, [problemDock](const QString& n) {
        problemDock->setWindowTitle(n.isEmpty() ? tr("Problems") : tr("Problems (%1)").arg(n));
    });
}

void MainWindow::connectFailures() {
    auto* moved = new QAction(Theme::icon("causes"), tr("Why Did It Move?"), this);
    moved->setObjectName("whyStack");
    moved->setStatusTip(tr("Show what led to the newest change of the facility's indicators"));
    connect(moved, &QAction::triggered, this, [this] {
        CauseFocus& causes = workspace_->causes();
        causes.explain(causes.eventOf({Selected::Kind::Facility, -1, {}, -1}));
    });
    docks_->content<StackPane>()->setContextMenuPolicy(Qt::ActionsContextMenu);
    docks_->content<StackPane>()->addAction(moved);
    auto* charts = docks_->content<ChartSet>();
    const auto say = [this](const QString& what) { tell(what); };
    connect(charts, &ChartSet::said, this, say);
    connect(charts, &ChartSet::failed, this, say);
    commands_->on("file.exportCharts", charts, [charts] { charts->exportValues(); });
    commands_->on("file.saveCharts", charts, [charts] { charts->savePicture(); });
    commands_->on("view.addChart", charts, [charts] { charts->addChart(); });
    auto* jobPage = docks_->content<JobPage>();
    jobPage->setContextMenuPolicy(Qt::ActionsContextMenu);
    jobPage->addAction(commands_->action("fault.why"));
    connect(&workspace_->blast(), &BlastFocus::changed, this, [this] {
        if (workspace_->blast().reach() != nullptr && !workspace_->blast().waveStep()) {
            if (!views_->shows("scene")) {
                commands_->action("window.plan")->trigger();
            }
            DockSet::bringForward(docks_->byName("blastDock"));
        }
        for (const char* id : {"fault.clearBlast", "fault.wave"}) {
            commands_->action(id)->setEnabled(workspace_->blast().reach() != nullptr);
        }
    });
    for (const char* id : {"fault.clearBlast", "fault.wave"}) {
        commands_->action(id)->setEnabled(false);
    }
    commands_->on("fault.wave", this, [this] { workspace_->blast().playWave(); });
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

/// Somebody wants to run a design that cannot.
void MainWindow::sayWhyNot() {
    const engine::Errors& faults = workspace_->edited().faults();
    if (!workspace_->isOpen() || faults.empty() || workspace_->status().playing) {
        return;
    }
    DockSet::bringForward(docks_->byName("problemDock"));
    statusBar()->showMessage(
        tr("It cannot run yet: %1 %2")
            .arg(shownText(faults.front().message), shownText(faults.front().remedy)),
        2 * kSaidMs);
}

/// Reason of the stop, once: in words, and as the selected event.
void MainWindow::showPause() {
    const auto status = workspace_->status();
    if (status.pauseText.empty() || status.pauseText == shownPause_) {
        shownPause_ = status.pauseText;
        return;
    }
    shownPause_ = status.pauseText;
    statusBar()->showMessage(tr("Stopped: %1").arg(QString::fromStdString(status.pauseText)),
                             2 * kSaidMs);
    workspace_->causes().show(status.pausedBy);
    DockSet::bringForward(docks_->byName("alarmDock"));
}

/// Asks where something would be lost. The run is stopped meanwhile, as a question wants to be
/// answered in peace.
void MainWindow::startAgain() {
    const auto frame = workspace_->frame();
    if (!isComputed(frame.get())) {
        workspace_->files().restart();
        return;
    }
    const bool wasPlaying = workspace_->status().playing;
    workspace_->control().pause();
    QMessageBox box(QMessageBox::Question, tr("Start Again"), tr("Start again from the beginning?"),
                    QMessageBox::Cancel, this);
    box.setObjectName("startAgainBox");
    box.setInformativeText(
        tr("The %1 that were simulated, with what was done to them, are dropped. The design stays.")
            .arg(lengthText(frame->timeS)));
    QPushButton* again = box.addButton(tr("&Start Again"), QMessageBox::AcceptRole);
    box.setDefaultButton(again);
    box.exec();
    if (wasPlaying) {
        workspace_->control().play();
    }
    if (box.clickedButton() == again) {
        workspace_->files().restart();
    }
}

/// Figures of the selected rack, machine or object.
void MainWindow::showBlast() {
    const Selected& what = workspace_->selection().current();
    const auto frame = workspace_->frame();
    engine::PlantOrder order;
    QString name = workspace_->nameOf(what);
    if (what.rack() >= 0) {
        order = views_->rackActions()->rackOrder(what.rack());
    } else if (what.equipment() >= 0 && frame && frame->cooling) {
        const auto& box = workspace_->layout().equipment[static_cast<std::size_t>(what.index)];
        const int link = linkOfEquipment(*frame->cooling, box);
        const CoolingTarget target = coolingTarget(*frame->cooling, workspace_->layout(), link);
        order.unit = target.unit;
        order.instance = target.instance;
        order.machine = target.machine;
        if (link >= 0 && order.instance == 0) {
            // The machine that was pointed at, not all that are next to it.
            const int units = frame->cooling->links[static_cast<std::size_t>(link)].units;
            order.count = units > 1 ? 1 : 0;
            name = units > 1 ? tr("one of %1 %2").arg(units).arg(name) : name;
        }
    }
    if (order.unit.empty()) {
        order.unit = what.objectId;
    }
    if (order.unit.empty()) {
        statusBar()->showMessage(tr("Select a rack, a machine or a part first"), kSaidMs);
        return;
    }
    workspace_->blast().show({order}, name);
}

HelpDesk* MainWindow::help() const {
    return guides_->help();
}

Tour* MainWindow::tour() const {
    return guides_->tour();
}

void MainWindow::open(const QString& path) {
    files_->open(path);
}

void MainWindow::showPane(const QString& name) {
    if (name == "blast") {
        showBlast();
        return;
    }
    for (const ViewInfo& view : viewTable()) {
        if (name == view.name) {
            commands_->action(view.command)->trigger();
        }
    }
    for (const auto& [pane, command] : kPaneCommands) {
        if (name == pane) {
            commands_->action(command)->trigger();
        }
    }
    if (QDockWidget* dock = docks_->byPane(name)) {
        DockSet::bringForward(dock);
    }
}

QStringList MainWindow::paneNames() {
    QStringList names;
    for (const DockInfo& dock : dockTable()) {
        names << dock.pane;
    }
    for (const ViewInfo& view : viewTable()) {
        names << view.name;
    }
    for (const auto& [pane, command] : kPaneCommands) {
        names << pane;
    }
    return names;
}

void MainWindow::showTitle() {
    const QString title =
        safety_->isReadOnly() ? tr("%1 (read-only)").arg(workspace_->title()) : workspace_->title();
    setWindowTitle(workspace_->isOpen() ? QStringLiteral("%1[*] – Headroom").arg(title)
                                        : QStringLiteral("Headroom[*]"));
    setWindowModified(workspace_->isOpen() && workspace_->editor().isModified());
    setWindowFilePath(QString::fromStdString(workspace_->project().file.string()));
}

/// A pane with nothing to say leaves the former text.
void MainWindow::tell(const QString& what) {
    if (!what.isEmpty()) {
        statusBar()->showMessage(what, kSaidMs);
    }
}

void MainWindow::showHover() {
    const Selected& hovered = workspace_->selection().hovered();
    const Selected& what = hovered.isNone() ? workspace_->selection().current() : hovered;
    const QStringList lines = describe(*workspace_, *views_->colouring(), what);
    hover_->setText(!lines.isEmpty()       ? lines.join(QStringLiteral("   ·   "))
                    : workspace_->isOpen() ? views_->hint()
                                           : QString());
    hover_->setForegroundRole(lines.isEmpty() ? QPalette::PlaceholderText : QPalette::WindowText);
}

void MainWindow::focusPane(int direction) {
    QList<QWidget*> panes = docks_->visiblePanes();
    if (panes.isEmpty()) {
        return;
    }
    int at = 0;
    for (int i = 0; i < panes.size(); ++i) {
        if (panes[i] == focusWidget() || panes[i]->isAncestorOf(focusWidget())) {
            at = i + direction;
        }
    }
    DockSet::focus(panes[(at + static_cast<int>(panes.size())) % static_cast<int>(panes.size())]);
}

/// Orders to the unit of the wiring that is selected, or to all of its array where the selection is the object.
void MainWindow::addPowerOrders(QMenu& menu) {
    const Selected& selected = workspace_->selection().current();
    const auto frame = workspace_->frame();
    if (!frame || !frame->network) {
        return;
    }
    const auto& arrays = frame->network->arrays;
    const auto array = std::find_if(arrays.begin(), arrays.end(),
                                    [&](const auto& a) { return a.id == selected.objectId; });
    if (array == arrays.end()) {
        return;
    }
    // Machines of an array are laid out in the order of its units.
    const auto& machines = workspace_->layout().equipment;
    const auto isOwn = [&](const auto& machine) { return machine.id == selected.objectId; };
    const bool isOne = selected.equipment() >= 0 &&
                       std::count_if(machines.begin(), machines.end(), isOwn) == array->units;
    const auto before =
        isOne ? std::count_if(machines.begin(), machines.begin() + selected.index, isOwn) : 0;
    menu.setToolTipsVisible(true);
    views_->powerActions()->fillUnitMenu(menu, array->firstUnit + static_cast<int>(before),
                                         !isOne && array->units > 1);
    menu.addSeparator();
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
    addPowerOrders(menu);
    if (selected.rack() >= 0) {
        menu.setToolTipsVisible(true);
        views_->rackActions()->fillMenu(menu, selected.rack());
        menu.addSeparator();
    }
    addObjectOrders(menu, workspace_, selected.objectId);
    menu.addSeparator();
    for (const char* id : {"edit.duplicate", "edit.replaceModel", "edit.delete"}) {
        if (commands_->action(id)->isEnabled()) {
            menu.addAction(commands_->action(id));
        }
    }
    menu.addSeparator();
    for (const char* id : {"view.fit", "view.fitSelection"}) {
        menu.addAction(commands_->action(id));
    }
    menu.addMenu(commands_->menu("View/Direction"));
    menu.addMenu(commands_->menu("View/Colour Racks By"));
    menu.addMenu(commands_->menu("View/Focus"));
    menu.addSeparator();
    menu.addAction(commands_->action("file.saveImage"));
    menu.exec(at);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!safety_->mayLeave()) {
        event->ignore();
        return;
    }
    if (options_.keepsLayout) {
        QSettings settings;
        settings.setValue("window/geometry", saveGeometry());
        modes_->keep();
    }
    workspace_->control().pause();
    event->accept();
}

}  // namespace headroom::ui
