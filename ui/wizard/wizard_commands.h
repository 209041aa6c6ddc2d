// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QWidget;

namespace headroom::ui {

class CommandSet;
class Workspace;

/// Connects "New Facility…": asks for a brief and shows the project that answers it, unsaved and
/// with nothing to undo.
class WizardCommands : public QObject {
    Q_OBJECT

  public:
    WizardCommands(Workspace* workspace, CommandSet* commands, QWidget* window);
};

}  // namespace headroom::ui
