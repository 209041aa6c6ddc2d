// SPDX-License-Identifier: Apache-2.0
#include "ui/wizard/wizard_commands.h"

#include "engine/sizing/same_work.h"
#include "ui/wizard/new_facility_dialog.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/workspace.h"

#include <QAction>

#include <memory>
#include <utility>

namespace headroom::ui {

WizardCommands::WizardCommands(Workspace* workspace, CommandSet* commands, QWidget* window)
    : QObject(window) {
    // The parts that ship: a new project has none of its own.
    using Parts = std::shared_ptr<const engine::Catalogue>;
    const auto ask = [workspace, window](Parts shipped, engine::FacilityBrief like) {
        auto* dialog = new NewFacilityDialog(std::move(shipped), window, std::move(like));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(
            dialog, &NewFacilityDialog::created, workspace,
            [workspace](const engine::Project& project) { workspace->files().showNew(project); });
        dialog->open();
    };
    commands->on("file.new", this, [workspace, ask] {
        if (Parts shipped = workspace->files().shipped()) {  // else failed() has said why
            ask(std::move(shipped), {});
        }
    });
    commands->on("file.sameWork", this, [workspace, ask] {
        if (Parts shipped = workspace->isOpen() ? workspace->files().shipped() : nullptr) {
            const auto open = std::make_shared<const engine::Project>(workspace->project());
            engine::FacilityBrief like = engine::briefLike(open, *shipped);
            ask(std::move(shipped), std::move(like));
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
