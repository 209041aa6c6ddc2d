// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QWidget;

namespace headroom::ui {

class CommandSet;
class Workspace;

/// Entries of menus about the living twin.
class TwinCommands : public QObject {
    Q_OBJECT

  public:
    TwinCommands(Workspace* workspace, CommandSet* commands, QWidget* window);

    /// Opens the dialog; paths that are not empty replace those of the last time.
    void askOpen(const QString& readings = {}, const QString& map = {});

  private:
    void enable();

    Workspace* workspace_;
    CommandSet* commands_;
    QWidget* window_;
};

}  // namespace headroom::ui
