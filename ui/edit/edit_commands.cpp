// SPDX-License-Identifier: Apache-2.0
#include "ui/edit/edit_commands.h"

#include "ui/workspace/command_set.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/workspace.h"

namespace headroom::ui {

EditCommands::EditCommands(Workspace* workspace, CommandSet* commands, QObject* parent)
    : QObject(parent), workspace_(workspace), commands_(commands) {
    // Where a sensor was put is not a part of the design, and may be moved while that is locked.
    commands->on("edit.undo", this, [this] {
        workspace_->twin().placing().undoText().isEmpty() ? workspace_->editor().undo()
                                                          : workspace_->twin().placing().undo();
    });
    commands->on("edit.redo", this, [this] {
        workspace_->twin().placing().redoText().isEmpty() ? workspace_->editor().redo()
                                                          : workspace_->twin().placing().redo();
    });
    connect(&workspace->twin().placing(), &SensorPlacing::stepsChanged, this,
            &EditCommands::showSteps);
    commands->on("edit.check", this, [this] { workspace_->design().checkAll(); });
    commands->on("edit.setBase", this, [this] { workspace_->design().setBase(); });
    commands->on("file.newBlank", this, [this] { workspace_->files().newBlank(); });
    connect(&workspace->editor(), &Editor::historyChanged, this, &EditCommands::showSteps);
    connect(workspace, &Workspace::opened, this, &EditCommands::showSteps);
    connect(workspace, &Workspace::closed, this, &EditCommands::showSteps);
    showSteps();
}

void EditCommands::showSteps() {
    const Editor& editor = workspace_->editor();
    const bool open = workspace_->isOpen();
    const auto show = [this](const char* id, bool can, const QString& verb, const QString& step) {
        QAction* action = commands_->action(id);
        action->setEnabled(can);
        action->setText(can ? QStringLiteral("%1 %2").arg(verb, step) : verb);
    };
    const QString undoPut = workspace_->twin().placing().undoText(),
                  redoPut = workspace_->twin().placing().redoText();
    show("edit.undo", open && (editor.canUndo() || !undoPut.isEmpty()), tr("Undo"),
         undoPut.isEmpty() ? editor.undoText() : undoPut);
    show("edit.redo", open && (editor.canRedo() || !redoPut.isEmpty()), tr("Redo"),
         redoPut.isEmpty() ? editor.redoText() : redoPut);
    for (const char* id : {"edit.check", "edit.setBase", "edit.nextProblem"}) {
        commands_->action(id)->setEnabled(open);
    }
}

}  // namespace headroom::ui
