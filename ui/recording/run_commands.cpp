// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/run_commands.h"

#include "ui/kit/file_dialog.h"
#include "ui/recording/time_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QAction>

#include <cmath>

namespace headroom::ui {

RunCommands::RunCommands(Workspace* workspace, CommandSet* commands, QWidget* window)
    : QObject(window), workspace_(workspace), commands_(commands), window_(window) {
    commands->on("run.until", this, [this] { askUntil(); });
    commands->on("run.goto", this, [this] { askGoTo(); });
    commands->on("run.save", this, [this] { askSave(); });
    for (const auto signal : {&Workspace::opened, &Workspace::closed, &Workspace::frameArrived,
                              &Workspace::playStateChanged, &Workspace::simulationChanged}) {
        connect(workspace, signal, this, &RunCommands::enable);
    }
    connect(&workspace->loader(), &Loader::busyChanged, this, &RunCommands::enable);
    enable();
}

void RunCommands::enable() {
    const bool isIdle = !workspace_->loader().isBusy() && workspace_->frame() != nullptr;
    commands_->action("run.until")
        ->setEnabled(isIdle && !workspace_->runs().isWatching() &&
                     workspace_->runs().own() != nullptr);
    // A run that has just begun can be rewound with its first commit, half a second later.
    commands_->action("run.goto")
        ->setEnabled(isIdle &&
                     (workspace_->runs().past() != nullptr || workspace_->runs().own() != nullptr));
    commands_->action("run.save")->setEnabled(isIdle && workspace_->runs().canSave());
}

void RunCommands::askUntil() {
    const auto run = workspace_->runs().own();
    if (!run) {
        return;
    }
    const double newestS = run->lastS();
    auto* dialog = new TimeDialog(tr("Run Until"), tr("&Run"),
                                  {newestS, std::nextafter(newestS, HUGE_VAL), HUGE_VAL},
                                  MomentDay::Next, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &TimeDialog::chosen, &workspace_->control(), &RunControl::playUntil);
    dialog->open();
}

void RunCommands::askGoTo() {
    const auto frame = workspace_->frame();
    if (!frame) {
        return;
    }
    if (!workspace_->runs().canRewind()) {
        emit workspace_->said(tr("No step of this run has been recorded yet"));
        return;
    }
    const auto run = workspace_->runs().own();
    const double lastS = run ? run->lastS() : workspace_->runs().lastS();
    auto* dialog = new TimeDialog(tr("Go to Time"), tr("&Go"), {frame->timeS, 0.0, lastS},
                                  MomentDay::Same, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &TimeDialog::chosen, &workspace_->runs(), &WindowRuns::seek);
    dialog->open();
}

void RunCommands::askSave() {
    if (!workspace_->runs().canSave()) {
        return;
    }
    const QString branch = workspace_->runs().shown().name;
    const QString name =
        workspace_->title() + (branch.isEmpty() ? QString() : QStringLiteral(" - ") + branch);
    const QString path =
        askSaveFile(window_, tr("Save Run"), name + ".db", tr("Recordings (*.db)"));
    if (!path.isEmpty()) {
        workspace_->runs().save(path.toStdString());
    }
}

}  // namespace headroom::ui
