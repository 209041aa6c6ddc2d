// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/planning/planning_question.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QTabWidget;

namespace headroom::ui {

class PlannerChart;
class PlannerForm;
class SheetTable;
class Task;
class TaskRow;
class Workspace;

/// One planning question: its form, Run or Cancel, and the sheets and charts of its answer as tabs. It computes on a worker; no
/// project needs to be open.
class PlannerPage : public QWidget {
    Q_OBJECT

  public:
    PlannerPage(const engine::PlanningQuestion& question, Workspace* workspace,
                QWidget* parent = nullptr);

    bool isBusy() const;
    void run();

    /// Null if nothing was answered yet, and after an error.
    const engine::PlanningAnswer* answer() const { return answer_.get(); }

    /// Workbook by the ending .xlsx, else CSV of the sheet in front, or of that of the chart in front. UI-023: the question
    /// has no answer yet.
    engine::Result<void> exportTo(const QString& file) const;

  signals:
    void finished();

  private:
    void show(const engine::ResultAll<engine::PlanningAnswer>& answer);
    void showAnswer();
    void showSheets(const engine::PlanningAnswer& answer);
    void showCharts(const engine::PlanningAnswer& answer);
    void showState();
    void askExport();

    const engine::PlanningQuestion& question_;
    Workspace* workspace_;
    Task* task_;
    TaskRow* row_;
    PlannerForm* form_;
    QTabWidget* tabs_;
    QLabel* notes_;
    std::vector<SheetTable*> tables_;
    std::vector<PlannerChart*> charts_;  ///< behind the tables
    std::shared_ptr<const engine::PlanningAnswer> answer_;
    engine::SpecArguments asked_;  ///< arguments of answer_
    engine::Errors errors_;
};

}  // namespace headroom::ui
