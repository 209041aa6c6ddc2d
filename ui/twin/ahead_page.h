// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/workspace/twin_desk.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QListWidget;
class QSplitter;

namespace headroom::ui {

class AheadChart;
class AheadModel;
class FilteredTable;
class NumberBox;
class Task;
class TaskRow;
class Workspace;

/// Hours ahead of the twin, and what if: how far, what is done, on a worker with a way to end it; each quantity with its
/// interval in a table, the chosen one in a chart next to the twin so far, and what would be reported.
class AheadPage : public QWidget {
    Q_OBJECT

  public:
    explicit AheadPage(Workspace* workspace, QWidget* parent = nullptr);

    void run();
    bool isBusy() const;

    /// Asks what if these were given now; for menus of parts, while the twin is in the views.
    void ask(const QString& words, const QString& name);

    const std::shared_ptr<const engine::Ahead>& answer() const { return answer_; }

    FilteredTable* table() const { return table_; }

    AheadChart* chart() const { return chart_; }

    QComboBox* what() const { return what_; }

  signals:
    void finished();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fillParts();
    engine::Result<std::vector<engine::BranchOrder>> orders() const;
    void take(const TwinDesk::AheadAnswer& answer);
    void showState();
    void choose(int row);
    engine::Result<void> exportTo(const QString& file) const;
    QString nameOf(const std::string& channel) const;

    Workspace* workspace_;
    TwinDesk* desk_;
    Task* task_;
    TaskRow* row_;
    NumberBox *ahead_, *members_;
    QComboBox* what_;
    QLabel* note_;
    QSplitter *split_, *right_ = nullptr;
    AheadModel* model_;
    FilteredTable* table_;
    AheadChart* chart_;
    QListWidget* told_;
    std::shared_ptr<const engine::Ahead> answer_;
    engine::Errors errors_;
    QString asked_;  ///< order of the answer, in words
};

}  // namespace headroom::ui
