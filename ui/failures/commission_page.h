// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/reliability/commission/commission.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPlainTextEdit;

namespace headroom::ui {

class CommissionModel;
class FilteredTable;
class NumberBox;
class Task;
class TaskRow;
class Workspace;

/// The integrated-systems tests of the open project in parallel with the simulation: every part is taken out
/// at full load in design weather, and held against what the project requires. A row chosen selects
/// its object and tells all figures; activated, it draws the blast radius.
class CommissionPage : public QWidget {
    Q_OBJECT

  public:
    explicit CommissionPage(Workspace* workspace, QWidget* parent = nullptr);

    bool isBusy() const;
    void run();
    void show(std::shared_ptr<const engine::Commission> result, const engine::Errors& errors = {});
    /// The report with a place to sign, as one HTML page.
    engine::Result<void> exportTo(const QString& file) const;

    FilteredTable* table() const { return table_; }

  signals:
    void finished();

  private:
    QWidget* makeControls();
    void showState();
    QString outcome() const;
    QString required() const;
    void choose(int row);
    void askExport();

    Workspace* workspace_;
    Task* task_;
    CommissionModel* model_;
    FilteredTable* table_;
    std::shared_ptr<const engine::Commission> result_;
    QString failure_;
    int project_ = 0;       ///< counts those that were opened
    bool isStale_ = false;  ///< the project was changed since
    NumberBox *settle_ = nullptr, *watch_ = nullptr;
    TaskRow* row_ = nullptr;
    QLabel* required_ = nullptr;
    QPlainTextEdit* story_ = nullptr;
};

}  // namespace headroom::ui
