// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/guides.h"

#include "ui/chart/chart_set.h"
#include "ui/chart/number_drag.h"
#include "ui/help/help_desk.h"
#include "ui/lessons/lesson_pane.h"
#include "ui/lessons/lesson_run.h"
#include "ui/shell/about_dialog.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/dock_set.h"
#include "ui/shell/key_editor.h"
#include "ui/shell/welcome_page.h"
#include "ui/shell/work_modes.h"
#include "ui/tour/tour.h"
#include "ui/why/why_desk.h"
#include "ui/why/why_panel.h"
#include "ui/workspace/command_set.h"

#include <QApplication>
#include <QFileInfo>
#include <QTimer>
#include <QTreeWidget>

#include <utility>

namespace headroom::ui {

Guides::Guides(MainWindow* window, const Parts& parts, const MainWindow::Options& options)
    : QObject(window),
      window_(window),
      parts_(parts),
      options_(options),
      help_(new HelpDesk(options.help, parts.commands->action("help.context"), window)),
      tour_(new Tour(window)) {
    parts_.commands->on("help.manual", help_, [this] { help_->show("index.md"); });
    parts_.commands->on("help.search", help_, [this] { help_->search(); });
    parts_.commands->on("help.shortcuts", this,
                        [this] { (new KeyEditor(parts_.commands, window_))->open(); });
    parts_.commands->on("help.palette", this, [this] { showPalette(); });
    parts_.commands->on("help.about", this, [this] { showAbout(window_); });
    connectWelcome();
    connectWhy();
    connectLessons();
}

void Guides::showPalette() {
    auto* palette = new CommandPalette(parts_.commands, parts_.workspace, &help_->book(), window_);
    connect(palette, &CommandPalette::pageChosen, help_, &HelpDesk::show);
    connect(palette, &CommandPalette::objectChosen, parts_.views, &CentreViews::fitSelection);
    palette->show();
}

void Guides::connectWelcome() {
    Workspace* workspace = parts_.workspace;
    connect(parts_.welcome, &WelcomePage::resumeRequested, this, [this] { showWelcome(false); });
    parts_.commands->on("help.welcome", this, [this] { showWelcome(true); });
    parts_.commands->on("help.tour", this, [this] { showTour(); });
    connect(tour_, &Tour::paneWanted, window_, &MainWindow::showPane);
    connect(workspace, &Workspace::opened, this, [this] {
        // Once the window has its panes.
        if (std::exchange(tourNext_, false) || (options_.tour && !Tour::wasShown())) {
            QTimer::singleShot(0, tour_, &Tour::begin);
        }
    });
    connect(workspace, &Workspace::closed, tour_, &Tour::leave);
    connect(workspace, &Workspace::failed, this, [this] { tourNext_ = false; });
}

void Guides::connectWhy() {
    auto* why = new WhyDesk(parts_.commands->action("number.why"), window_);
    auto* panel = parts_.docks->content<WhyPanel>();
    connect(why, &WhyDesk::asked, this, [this, panel](const AskedNumber& number) {
        panel->show(number);
        DockSet::bringForward(parts_.docks->byName("whyDock"));
    });
    new NumberDrag(window_);
    parts_.commands->on("number.chart", this, [this] {
        const QString number = WhyDesk::current(QApplication::focusWidget()).number;
        if (parts_.docks->content<ChartSet>()->addChannel(number.toStdString())) {
            DockSet::bringForward(parts_.docks->byName("chartDock"));
        }
    });
    connect(panel, &WhyPanel::helpWanted, help_, &HelpDesk::show);
    window_->findChild<QTreeWidget*>("inspectorTable")
        ->addActions(
            {parts_.commands->action("number.why"), parts_.commands->action("number.chart")});
}

void Guides::connectLessons() {
    auto* lessons = parts_.docks->content<LessonPane>();
    lessons->setFolders(QFileInfo(options_.help).path() + "/lessons", options_.scenarios);
    const auto show = [this] { DockSet::bringForward(parts_.docks->byName("lessonDock")); };
    parts_.commands->on("help.lessons", this, show);
    // Once the window has its panes.
    connect(lessons, &LessonPane::shown, this, show, Qt::QueuedConnection);
    // A step may ask for another workspace, in which the pane was never shown.
    connect(
        parts_.modes, &WorkModes::changed, this,
        [lessons, show] {
            if (lessons->run()->lesson() != nullptr) {
                show();
            }
        },
        Qt::QueuedConnection);
    connect(lessons, &LessonPane::paneWanted, window_, &MainWindow::showPane);
    connect(lessons->run(), &LessonRun::designWanted, this,
            [this] { parts_.modes->change(WorkMode::Design); });
}

void Guides::showWelcome(bool on) {
    tour_->leave();
    parts_.modes->setBare(on || !parts_.workspace->isOpen());
    parts_.views->showWelcome(on);
}

/// Content of the open project; of the smallest scenario where nothing is open.
void Guides::showTour() {
    if (parts_.workspace->isOpen()) {
        showWelcome(false);
        tour_->begin();
        return;
    }
    tourNext_ = true;
    window_->open(options_.scenarios + "/tour-small-hall");
}

}  // namespace headroom::ui
