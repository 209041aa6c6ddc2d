// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/wiring/connect_dialog.h"

#include <QObject>

class QWidget;

namespace headroom::ui {

class CommandSet;
class Workspace;

/// Connects the commands of the wiring: dialogs over the selection, and routes measured.
class WiringCommands : public QObject {
    Q_OBJECT

  public:
    WiringCommands(Workspace* workspace, CommandSet* commands, QWidget* window);

  signals:
    void said(const QString& what);

  private:
    void open(ConnectDialog::What what);
    void measure();

    Workspace* workspace_;
    QWidget* window_;
};

}  // namespace headroom::ui
