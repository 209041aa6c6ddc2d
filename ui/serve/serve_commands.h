// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace headroom::ui {

class CommandSet;
class ServeDesk;
class ServeDialog;
class Workspace;

/// Serve… in the menu Simulation, and the words of it at the foot of the window.
class ServeCommands : public QObject {
    Q_OBJECT

  public:
    ServeCommands(Workspace* workspace, CommandSet* commands, QWidget* window);

    ServeDesk* desk() const { return desk_; }

  signals:
    /// "Served at 127.0.0.1:8421 · 2 clients"; empty if it is not.
    void told(const QString& words);

  private:
    void tell();

    ServeDesk* desk_;
    ServeDialog* dialog_ = nullptr;
};

}  // namespace headroom::ui
