// SPDX-License-Identifier: Apache-2.0
#include "ui/wizard/wizard_commands.h"

#include "ui/wizard/new_facility_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/workspace.h"

namespace headroom::ui {

WizardCommands::WizardCommands(Workspace* workspace, CommandSet* commands, QWidget* window)
    : QObject(window) {
    commands->on("file.new", this, [workspace, window] {
        if (!workspace->loadCatalogue()) {
            return;  // failed() has said why
        }
        auto* dialog = new NewFacilityDialog(workspace->sharedCatalogue(), window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &NewFacilityDialog::created, workspace,
                [workspace](const engine::Project& project) { workspace->showNew(project); });
        dialog->open();
    });
}

}  // namespace headroom::ui
