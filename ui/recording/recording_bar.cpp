// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/recording_bar.h"

#include "engine/api/attached_run.h"
#include "engine/replay/player.h"
#include "engine/watch/run_past.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QToolButton>

namespace headroom::ui {

namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 8;  // of the tree; a file that names itself would have no end

QString nameOf(const fs::path& file) {
    return QString::fromStdString(file.filename().string());
}

QIcon swatch(const std::string& colour) {
    QPixmap picture(14, 14);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(QColor(QString::fromStdString(colour)));
    painter.setPen(QPen(Theme::instance().colours().border, 1.0));
    painter.drawRoundedRect(QRectF(1, 1, 12, 12), 3, 3);
    return picture;
}

}  // namespace

RecordingBar::RecordingBar(Workspace* workspace, QWidget* parent)
    : QToolBar(parent),
      workspace_(workspace),
      box_(new QWidget(this)),
      what_(new QLabel(box_)),
      lack_(new QLabel(box_)),
      tree_(new QToolButton(box_)) {
    setObjectName("recordingBar");
    setWindowTitle(tr("Recording"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    auto* row = new QHBoxLayout(box_);
    row->setContentsMargins(8, 3, 8, 3);
    row->setSpacing(10);
    what_->setObjectName("recordingWhat");
    lack_->setObjectName("recordingLack");
    lack_->setForegroundRole(QPalette::BrightText);
    tree_->setObjectName("branchTree");
    tree_->setText(tr("Branches"));
    tree_->setToolTip(tr("The runs that leave this one, and the one that it leaves"));
    tree_->setPopupMode(QToolButton::InstantPopup);
    tree_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    tree_->setIcon(Theme::icon("branch"));
    tree_->setAutoRaise(true);
    auto* menu = new QMenu(tree_);
    menu->setToolTipsVisible(true);
    tree_->setMenu(menu);
    // Read when it is asked for: other files, which may have come or gone.
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        const engine::RunPast* past = workspace_->runs().past();
        if (past == nullptr) {
            return;
        }
        const engine::BranchOrigin& origin = past->info().branch;
        if (!origin.parent.empty()) {
            const fs::path before = past->file().parent_path() / origin.parent;
            QAction* up = menu->addAction(
                Theme::icon("recent"),
                tr("Leaves %1 at %2").arg(nameOf(before), momentText(origin.atS)), this,
                [this, before] { emit openRequested(QString::fromStdString(before.string())); });
            std::error_code ignored;
            up->setEnabled(fs::exists(before, ignored));
            menu->addSeparator();
        }
        fillTree(menu, past->file(), 0);
        if (menu->isEmpty()) {
            menu->addAction(tr("No branches yet"))->setEnabled(false);
        }
    });
    runs_ = new QToolButton(box_);
    runs_->setObjectName("otherRuns");
    runs_->setText(tr("Runs"));
    runs_->setToolTip(
        tr("The other runs of this window: branches, and what they left. They wait while this one "
           "is shown"));
    runs_->setPopupMode(QToolButton::InstantPopup);
    runs_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    runs_->setIcon(Theme::icon("branch"));
    runs_->setAutoRaise(true);
    runs_->setMenu(new QMenu(runs_));
    connect(runs_->menu(), &QMenu::aboutToShow, this, &RecordingBar::fillRuns);
    leave_ = new QToolButton(box_);
    leave_->setObjectName("leaveWatching");
    leave_->setText(tr("Back to Own Run"));
    leave_->setToolTip(tr("Show the run of this window again"));
    leave_->setIcon(Theme::icon("newest"));
    leave_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    leave_->setAutoRaise(true);
    connect(leave_, &QToolButton::clicked, &workspace->runs(), &WindowRuns::backToLive);
    detach_ = new QToolButton(box_);
    detach_->setObjectName("detachServed");
    detach_->setAccessibleName(tr("Detach, or run here"));
    detach_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    detach_->setAutoRaise(true);
    connect(detach_, &QToolButton::clicked, workspace, [workspace] {
        workspace->servedRun().isFollowing() ? workspace->servedRun().detach()
                                             : workspace->files().restart();
    });
    row->addWidget(what_);
    row->addWidget(lack_, 1);
    row->addWidget(leave_);
    row->addWidget(detach_);
    row->addWidget(tree_);
    row->addWidget(runs_);
    shown_ = addWidget(box_);
    for (const auto signal :
         {&Workspace::opened, &Workspace::closed, &Workspace::playStateChanged}) {
        connect(workspace, signal, this, &RecordingBar::show);
    }
    connect(&workspace->servedRun(), &ServedRun::changed, this, &RecordingBar::show);
    connect(&TimeNotation::instance(), &TimeNotation::changed, this, &RecordingBar::show);
    show();
}

void RecordingBar::fillRuns() {
    QMenu* menu = runs_->menu();
    menu->clear();
    const auto& others = workspace_->runs().others();
    for (std::size_t i = 0; i < others.size(); ++i) {
        const WindowRuns::Run& run = others[i];
        const auto frame = run.source->frame();
        const QString name = run.name.isEmpty()
                                 ? tr("The run that was opened")
                                 : tr("Branch “%1” from %2").arg(run.name, momentText(run.leftS));
        QAction* go =
            menu->addAction(frame ? tr("%1, until %2").arg(name, momentText(frame->timeS)) : name,
                            this, [this, i] { workspace_->runs().showOther(static_cast<int>(i)); });
        go->setIcon(run.colour.isEmpty() ? Theme::icon("recent")
                                         : swatch(run.colour.toStdString()));
    }
    menu->addSeparator();
    menu->addAction(Theme::icon("close"), tr("End the Other Runs…"), this,
                    &RecordingBar::askEndOthers);
}

/// It is one row below the names of the runs, and a run that is not saved is gone with it.
void RecordingBar::askEndOthers() {
    const auto count = static_cast<int>(workspace_->runs().others().size());
    auto* box = new QMessageBox(
        QMessageBox::Warning, tr("End the Other Runs"),
        tr("%n waiting run(s) will end. Unsaved parts of them are lost.", nullptr, count),
        QMessageBox::Cancel, window());
    box->setObjectName("endOthersBox");
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* end = box->addButton(tr("&End Runs"), QMessageBox::DestructiveRole);
    end->setObjectName("endOthersButton");
    connect(end, &QPushButton::clicked, &workspace_->runs(), &WindowRuns::endOthers);
    box->setDefaultButton(QMessageBox::Cancel);
    box->open();
}

/// A live run that is a branch, or that branches left.
void RecordingBar::showRun() {
    const WindowRuns::Run& run = workspace_->runs().shown();
    what_->setText(run.name.isEmpty() ? tr("<b>The run that was opened</b>")
                                      : tr("<b>Branch “%1”</b> · left its run at %2")
                                            .arg(run.name.toHtmlEscaped(), momentText(run.leftS)));
    lack_->setForegroundRole(QPalette::PlaceholderText);
    const std::size_t waiting = workspace_->runs().others().size();
    lack_->setText(waiting == 0   ? QString()
                   : waiting == 1 ? tr("another run waits")
                                  : tr("%1 other runs wait").arg(waiting));
    lack_->setToolTip({});
    tree_->hide();
}

void RecordingBar::fillTree(QMenu* menu, const fs::path& file, int depth) {
    const auto recording = engine::Recording::open(file);
    if (!recording || depth >= kDeepest) {
        return;
    }
    const auto branches = (*recording)->branches();
    for (const engine::BranchOrigin& branch :
         branches.value_or(std::vector<engine::BranchOrigin>{})) {
        const fs::path child = file.parent_path() / branch.parent;
        std::error_code ignored;
        const bool isThere = fs::exists(child, ignored);
        const QString name =
            QString(4 * depth, QChar(0x2007)) +
            tr("%1, from %2").arg(QString::fromStdString(branch.name), momentText(branch.atS));
        QAction* entry = menu->addAction(
            swatch(branch.colour), isThere ? name : tr("%1 (not there any more)").arg(name), this,
            [this, child] { emit openRequested(QString::fromStdString(child.string())); });
        entry->setEnabled(isThere);
        entry->setToolTip(QStringLiteral("%1\n%2").arg(
            nameOf(child),
            branch.changes.empty() ? tr("unchanged") : QString::fromStdString(branch.changes)));
        if (isThere) {
            fillTree(menu, child, depth + 1);
        }
    }
}

QString RecordingBar::text() const {
    return !shown_->isVisible() ? QString() : what_->text() + ' ' + lack_->text();
}

/// Where the run is served, and what may be done to it from here.
void RecordingBar::showServed() {
    const engine::RunLink& run = *workspace_->servedRun().link();
    const engine::AttachState state = run.state();
    const bool isFollowing = workspace_->servedRun().isFollowing();
    const QString where = QString::fromStdString(run.place().text());
    what_->setText(
        (isFollowing ? tr("<b>Served at %1</b>") : tr("<b>As it was seen last at %1</b>"))
            .arg(where.toHtmlEscaped()));
    QString note, tip;
    switch (state.phase) {
        case engine::AttachPhase::Attached:
            note = !state.isLive
                       ? tr("a recording: who operates it moves its clock for all who watch")
                   : state.mayOperate ? tr("orders and edits go to it")
                                      : tr("to look: orders and edits do not reach it");
            break;
        case engine::AttachPhase::Away:
        case engine::AttachPhase::Refused:
            note = tr("%1; shown is what was seen last").arg(shownText(state.why.message));
            tip = shownText(state.why.text());
            break;
        case engine::AttachPhase::Detached:
            note = tr("the window follows it no more");
            break;
    }
    const bool isAway =
        state.phase == engine::AttachPhase::Away || state.phase == engine::AttachPhase::Refused;
    lack_->setForegroundRole(isAway ? QPalette::BrightText : QPalette::WindowText);
    lack_->setText(note);
    lack_->setToolTip(tip);
    lack_->setMinimumWidth(40);
    detach_->setText(isFollowing ? tr("Detach") : tr("Run Here"));
    detach_->setToolTip(isFollowing ? tr("Follow the served run no more; what was seen stays")
                                    : tr("Simulate its design in this window, from its beginning"));
    detach_->setIcon(Theme::icon(isFollowing ? "disconnect" : "play"));
    tree_->hide();
}

void RecordingBar::show() {
    const engine::RunPast* past = workspace_->runs().past();
    const bool isWatching = workspace_->runs().isWatching();
    const bool isServed = workspace_->servedRun().link() != nullptr;
    const bool isOneOfSeveral =
        workspace_->isOpen() &&
        (!workspace_->runs().others().empty() || !workspace_->runs().shown().name.isEmpty());
    const bool isShown = past != nullptr || isWatching || isServed || isOneOfSeveral;
    shown_->setVisible(isShown);
    setMaximumHeight(isShown ? QWIDGETSIZE_MAX : 0);
    leave_->setVisible(isWatching);
    runs_->setVisible(!workspace_->runs().others().empty() && !isWatching && !isServed);
    detach_->setVisible(isServed);
    lack_->setForegroundRole(QPalette::BrightText);
    if (isServed) {
        showServed();
    }
    if (isWatching) {
        what_->setText(
            QStringLiteral("<b>%1</b>").arg(workspace_->runs().watchedName().toHtmlEscaped()));
        lack_->setText(tr(
            "the run of this window waits meanwhile; orders and edits do not reach what is shown"));
        lack_->setToolTip({});
        tree_->hide();
    }
    if (past == nullptr) {
        if (!isServed && !isWatching && isOneOfSeveral) {
            showRun();
        }
        return;
    }
    const engine::RunInfo& info = past->info();
    const QString version =
        info.version.empty() ? tr("an early version") : QString::fromStdString(info.version);
    const QString length =
        lengthText(workspace_->source()->lastS() - workspace_->source()->firstS());
    QString what =
        workspace_->runs().isRewound()
            ? tr("<b>Original run</b> · %1 so far").arg(length)
            : tr("<b>Recording %1</b> · Headroom %2 · %3")
                  .arg(nameOf(past->file()).toHtmlEscaped(), version.toHtmlEscaped(), length);
    if (!info.branch.parent.empty()) {
        what += tr(" · branch “%1” of %2 from %3 on")
                    .arg(QString::fromStdString(info.branch.name).toHtmlEscaped(),
                         QString::fromStdString(info.branch.parent).toHtmlEscaped(),
                         momentText(info.branch.atS));
    }
    what_->setText(what);
    QStringList lacks, tips;
    if (!past->isFinished() && !workspace_->runs().isRewound()) {
        lacks << tr("recording incomplete: the samples written so far are shown");
    }
    if (past->isFinished() && !workspace_->source()->knowsAlarms()) {
        lacks << tr("it keeps no alarms");
    }
    if (!past->lacks().empty()) {
        lacks << tr("exact states and branches cannot be had: %1")
                     .arg(shownText(past->lacks().front().message));
        tips << shownText(engine::text(past->lacks()));
        tips << tr("States of machines, wiring, piping and networks are not in the file.");
    }
    if (!past->project()) {
        lacks << tr("its design cannot be read by this version");
    } else if (!workspace_->source()->plant()) {
        lacks << tr("its floor cannot be built by this version");
    }
    lack_->setText(lacks.join(QStringLiteral(" · ")));
    lack_->setToolTip(tips.join('\n'));
    lack_->setMinimumWidth(40);
    tree_->setVisible(!workspace_->runs().isRewound());
}

}  // namespace headroom::ui
