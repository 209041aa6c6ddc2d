// SPDX-License-Identifier: Apache-2.0
#include "ui/attach/attach_commands.h"

#include "engine/api/attached_run.h"
#include "ui/attach/attach_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/workspace.h"

#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kCountMs = 500;

QString standing(const engine::RunLink& run) {
    const engine::AttachState state = run.state();
    const QString where = QString::fromStdString(run.place().text());
    switch (state.phase) {
        case engine::AttachPhase::Attached:
            return state.mayOperate ? AttachCommands::tr("Attached to %1 · may operate").arg(where)
                                    : AttachCommands::tr("Attached to %1 · to look").arg(where);
        case engine::AttachPhase::Away:
            return state.againInS ? AttachCommands::tr("%1 is away: again in %2 s")
                                        .arg(where)
                                        .arg(int(std::ceil(*state.againInS)))
                                  : AttachCommands::tr("%1 is away: trying…").arg(where);
        case engine::AttachPhase::Refused:
            return AttachCommands::tr("%1 refuses: attach anew").arg(where);
        case engine::AttachPhase::Detached:
            return AttachCommands::tr("Detached from %1").arg(where);
    }
    return {};
}

}  // namespace

AttachCommands::AttachCommands(Workspace* workspace, CommandSet* commands, QWidget* window)
    : QObject(window), workspace_(workspace), commands_(commands) {
    commands->on("attach.open", this,
                 [workspace, window] { (new AttachDialog(workspace, window))->open(); });
    commands->on("attach.leave", workspace, [workspace] { workspace->servedRun().detach(); });
    counts_.setInterval(kCountMs);
    connect(&counts_, &QTimer::timeout, this, &AttachCommands::tell);
    for (const auto signal : {&Workspace::opened, &Workspace::closed}) {
        connect(workspace, signal, this, &AttachCommands::enable);
        connect(workspace, signal, this, &AttachCommands::tell);
    }
    connect(&workspace->servedRun(), &ServedRun::changed, this, &AttachCommands::enable);
    connect(&workspace->servedRun(), &ServedRun::changed, this, &AttachCommands::tell);
    connect(&workspace->loader(), &Loader::busyChanged, this, &AttachCommands::enable);
    enable();
}

void AttachCommands::enable() {
    commands_->action("attach.open")->setEnabled(!workspace_->loader().isBusy());
    commands_->action("attach.leave")->setEnabled(workspace_->servedRun().isFollowing());
}

void AttachCommands::tell() {
    const engine::RunLink* run = workspace_->servedRun().link();
    const auto phase = run == nullptr ? engine::AttachPhase::Attached : run->state().phase;
    const bool isBad = phase == engine::AttachPhase::Away || phase == engine::AttachPhase::Refused;
    isBad ? counts_.start() : counts_.stop();
    if (const QString words = run == nullptr ? QString() : standing(*run); words != told_) {
        told_ = words;
        emit told(words, isBad);
    }
}

}  // namespace headroom::ui
