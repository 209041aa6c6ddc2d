// SPDX-License-Identifier: Apache-2.0
#include "ui/twin/twin_commands.h"

#include "ui/twin/telemetry_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/workspace.h"

namespace headroom::ui {

TwinCommands::TwinCommands(Workspace* workspace, CommandSet* commands, QWidget* window)
    : QObject(window), workspace_(workspace), commands_(commands), window_(window) {
    TwinDesk* desk = &workspace->twin();
    commands->on("twin.open", this, [this] { askOpen(); });
    commands->on("twin.close", desk, [desk] { desk->close(); });
    QAction* marks = commands->action("view.sensors");
    marks->setChecked(desk->areMarked());
    commands->on("view.sensors", desk, [desk](bool on) { desk->setMarked(on); });
    connect(workspace, &Workspace::opened, this, &TwinCommands::enable);
    connect(workspace, &Workspace::closed, this, &TwinCommands::enable);
    connect(desk, &TwinDesk::changed, this, &TwinCommands::enable);
    enable();
}

void TwinCommands::enable() {
    const TwinDesk& desk = workspace_->twin();
    commands_->action("twin.open")
        ->setEnabled(workspace_->isOpen() && workspace_->catalogue() != nullptr && !desk.isBusy());
    commands_->action("twin.close")->setEnabled(desk.answer() != nullptr || !desk.errors().empty());
    commands_->action("view.sensors")->setEnabled(desk.answer() != nullptr);
}

void TwinCommands::askOpen(const QString& readings, const QString& map) {
    auto* dialog = new TelemetryDialog(workspace_, window_);
    dialog->setFiles(readings, map);
    connect(dialog, &TelemetryDialog::wanted, &workspace_->twin(),
            [this](const TwinWish& wish) { workspace_->twin().open(wish); });
    dialog->open();
}

}  // namespace headroom::ui
