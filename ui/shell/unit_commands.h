// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace headroom::ui {

class CommandSet;
class Workspace;

/// The commands of the menu View, Units; and views that cannot listen are asked to update their
/// figures.
class UnitCommands : public QObject {
    Q_OBJECT

  public:
    UnitCommands(Workspace* workspace, CommandSet* commands, QWidget* window);
};

}  // namespace headroom::ui
