// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace headroom::ui {

class CommandSet;
class Workspace;

/// Connects undo, redo, the blank room and the check of the design; texts of undo and redo name the
/// step that they would take.
class EditCommands : public QObject {
    Q_OBJECT

  public:
    EditCommands(Workspace* workspace, CommandSet* commands, QObject* parent);

  private:
    void showSteps();

    Workspace* workspace_;
    CommandSet* commands_;
};

}  // namespace headroom::ui
