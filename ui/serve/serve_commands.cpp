// SPDX-License-Identifier: Apache-2.0
#include "ui/serve/serve_commands.h"

#include "ui/serve/serve_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

namespace headroom::ui {

ServeCommands::ServeCommands(Workspace* workspace, CommandSet* commands, QWidget* window)
    : QObject(window), desk_(new ServeDesk(workspace, this)) {
    commands->on("serve.open", this, [this, window] {
        if (dialog_ == nullptr) {
            dialog_ = new ServeDialog(desk_, window);
        }
        dialog_->show();
        dialog_->raise();
        dialog_->activateWindow();
    });
    const auto enable = [this, workspace, commands] {
        commands->action("serve.open")
            ->setEnabled(desk_->isServing() || workspace->runs().own() != nullptr);
    };
    for (const auto signal :
         {&Workspace::opened, &Workspace::closed, &Workspace::simulationChanged}) {
        connect(workspace, signal, this, enable);
    }
    connect(desk_, &ServeDesk::changed, this, enable);
    connect(desk_, &ServeDesk::changed, this, &ServeCommands::tell);
    connect(desk_, &ServeDesk::counted, this, &ServeCommands::tell);
    enable();
}

void ServeCommands::tell() {
    const auto clients = desk_->counts().connections;
    emit told(!desk_->isServing() ? QString()
              : clients == 1      ? tr("Served at %1 · 1 client").arg(desk_->url())
                             : tr("Served at %1 · %2 clients").arg(desk_->url()).arg(clients));
}

}  // namespace headroom::ui
