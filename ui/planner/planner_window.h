// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QTabWidget;

namespace headroom::ui {

class CommandSet;
class Workspace;

/// The planning questions (engine/planning/list), a tab each. It stays open next to the window.
class PlannerWindow : public QDialog {
    Q_OBJECT

  public:
    explicit PlannerWindow(Workspace* workspace, QWidget* parent = nullptr);

    QTabWidget* pages() const { return pages_; }

  private:
    QTabWidget* pages_;
};

/// Opens the planner at its command, or brings it to the front.
void addPlannerCommand(Workspace* workspace, CommandSet* commands, QWidget* window);

}  // namespace headroom::ui
