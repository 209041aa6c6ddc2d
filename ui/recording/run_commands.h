// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QWidget;

namespace headroom::ui {

class CommandSet;
class Workspace;

/// Run Until, Go to Time and Save Run.
class RunCommands : public QObject {
    Q_OBJECT

  public:
    RunCommands(Workspace* workspace, CommandSet* commands, QWidget* window);

  private:
    void enable();
    void askUntil();
    void askGoTo();
    void askSave();

    Workspace* workspace_;
    CommandSet* commands_;
    QWidget* window_;
};

}  // namespace headroom::ui
