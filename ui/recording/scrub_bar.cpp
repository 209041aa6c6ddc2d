// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/scrub_bar.h"

#include "engine/replay/player.h"
#include "engine/watch/run_past.h"
#include "ui/kit/theme.h"
#include "ui/recording/branch_dialog.h"
#include "ui/recording/scrub_strip.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QLabel>

#include <algorithm>

namespace headroom::ui {

ScrubBar::ScrubBar(Workspace* workspace, CommandSet* commands, const ChartData* events,
                   QWidget* parent)
    : QToolBar(parent),
      workspace_(workspace),
      commands_(commands),
      strip_(new ScrubStrip(workspace, events, this)),
      state_(new QLabel(this)) {
    setObjectName("scrubBar");
    setWindowTitle(tr("Time of the Run"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    Theme::instance().keepIconSize<QToolBar>(this, 18);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addWidget(strip_);
    state_->setObjectName("scrubState");
    state_->setForegroundRole(QPalette::PlaceholderText);
    state_->setContentsMargins(8, 0, 8, 0);
    // All that is next to the strip is always there: its times stay under the mouse.
    int widest = 0;
    for (const QString& text : {tr("exact state"), tr("from the file"), tr("newest instant")}) {
        widest = std::max(widest, state_->fontMetrics().horizontalAdvance(text));
    }
    state_->setMinimumWidth(widest + 20);
    addWidget(state_);
    addAction(commands->action("run.branch"));
    commands->action("run.newest")->setIconText(tr("Newest"));
    addAction(commands->action("run.newest"));
    commands->on("run.stepBack", this, [this] {
        if (workspace_->frame()) {
            workspace_->control().step(-1);
        }
    });
    commands->on("run.branch", this, [this] { askBranch(); });
    commands->on("run.newest", this, [this] { workspace_->runs().backToLive(); });
    for (const auto signal : {&Workspace::opened, &Workspace::closed, &Workspace::frameArrived,
                              &Workspace::playStateChanged, &Workspace::simulationChanged}) {
        connect(workspace, signal, this, &ScrubBar::showState);
    }
    connect(&workspace->loader(), &Loader::busyChanged, this, &ScrubBar::showState);
    showState();
}

void ScrubBar::showState() {
    const engine::RunPast* past = workspace_->runs().past();
    const bool isIdle = !workspace_->loader().isBusy();
    const auto frame = workspace_->frame();
    commands_->action("run.branch")->setEnabled(isIdle && past != nullptr && past->lacks().empty());
    commands_->action("run.newest")->setEnabled(isIdle && workspace_->runs().isRewound());
    commands_->action("run.stepBack")
        ->setEnabled(isIdle && workspace_->runs().canRewind() && frame && frame->timeS > 0.0);
    QString text, tip;
    if (past != nullptr && past->isExact()) {
        text = tr("exact state");
        tip = tr("Made again from the state that was kept before, to the last bit");
    } else if (past != nullptr) {
        text = tr("from the file");
        tip = past->lacks().empty() ? tr("Recorded samples; the exact state follows")
                                    : tr("Recorded samples: the exact state cannot be reproduced");
    } else if (workspace_->runs().canRewind()) {
        text = tr("newest instant");
        tip = tr("Drag the strip to look at an earlier instant of the run");
    }
    if (state_->text() != text) {
        state_->setText(text);
    }
    if (state_->toolTip() != tip) {
        state_->setToolTip(tip);
    }
}

void ScrubBar::askBranch() {
    if (workspace_->runs().past() == nullptr || !workspace_->frame()) {
        return;
    }
    workspace_->control().pause();
    auto* dialog = new BranchDialog(workspace_, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

}  // namespace headroom::ui
