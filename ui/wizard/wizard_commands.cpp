// SPDX-License-Identifier: Apache-2.0
#include "ui/wizard/wizard_commands.h"

#include "engine/sizing/same_work.h"
#include "ui/wizard/new_facility_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/workspace.h"

#include <QAction>

#include <memory>
#include <utility>

namespace headroom::ui {

WizardCommands::WizardCommands(Workspace* workspace, CommandSet* commands, QWidget* window)
    : QObject(window) {
    const auto ask = [workspace, window](engine::FacilityBrief like) {
        auto* dialog = new NewFacilityDialog(workspace->sharedCatalogue(), window, std::move(like));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &NewFacilityDialog::created, workspace,
                [workspace](const engine::Project& project) { workspace->showNew(project); });
        dialog->open();
    };
    commands->on("file.new", this, [workspace, ask] {
        if (workspace->loadCatalogue()) {  // else failed() has said why
            ask({});
        }
    });
    commands->on("file.sameWork", this, [workspace, ask] {
        if (workspace->isOpen() && workspace->loadCatalogue()) {
            const auto open = std::make_shared<const engine::Project>(workspace->project());
            ask(engine::briefLike(open, *workspace->sharedCatalogue()));
        }
    });
    const auto offer = [workspace, commands] {
        commands->action("file.sameWork")->setEnabled(workspace->isOpen());
    };
    connect(workspace, &Workspace::opened, this, offer);
    connect(workspace, &Workspace::closed, this, offer);
    offer();
}

}  // namespace headroom::ui
