// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/certainty/certainty.h"

#include <QWidget>

#include <memory>

class QCheckBox;
class QLabel;
class QTreeWidget;

namespace headroom::ui {

class NumberBox;
class Task;
class TaskRow;
class Workspace;

/// Certainty of the headline figures of the open project (engine/certainty). Each figure has its 90 % interval and the main
/// contributions to it. The five figures to measure first follow below. The pane computes in parallel with the simulation, on
/// request or, if the switch is on, after each change of the design.
class CertaintyPane : public QWidget {
    Q_OBJECT

  public:
    explicit CertaintyPane(Workspace* workspace, QWidget* parent = nullptr);

    bool isBusy() const;
    void run();

    /// Shown content; null if nothing is shown.
    const std::shared_ptr<const engine::Certainty>& answer() const { return answer_; }

    /// Shows this: what run() does with its own.
    void show(std::shared_ptr<const engine::Certainty> answer, const engine::Errors& errors = {});

    /// CSV, or JSON by the ending of the name.
    engine::Result<void> exportTo(const QString& file) const;

    QTreeWidget* figures() const { return figures_; }

    QTreeWidget* measureFirst() const { return first_; }

  signals:
    void finished();

  private:
    QWidget* makeControls();
    void fill();
    void showState();
    void askExport();

    Workspace* workspace_;
    Task* task_;
    TaskRow* row_ = nullptr;
    NumberBox *hours_ = nullptr, *runs_ = nullptr;
    QCheckBox* follows_ = nullptr;
    QLabel* note_;
    QTreeWidget *figures_, *first_;
    std::shared_ptr<const engine::Certainty> answer_;
    engine::Errors errors_;
    int project_ = 0;  ///< counts projects and their changes: what still runs is of another one
    bool isStale_ = false, isDue_ = false;
};

}  // namespace headroom::ui
