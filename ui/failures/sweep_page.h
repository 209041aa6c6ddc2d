// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/reliability/reach/sweep.h"

#include <QWidget>

#include <memory>

namespace headroom::ui {

class FilteredTable;
class SheetModel;
class Task;
class TaskRow;
class NumberBox;
class Workspace;

/// Lets every part of the open project fail, one after the other, in parallel with the simulation, and ranks
/// them by what they cost. A row chosen shows its blast radius; activated, its place.
class SweepPage : public QWidget {
    Q_OBJECT

  public:
    explicit SweepPage(Workspace* workspace, QWidget* parent = nullptr);

    bool isBusy() const;
    void run();
    void show(std::shared_ptr<const engine::Sweep> sweep, const engine::Errors& errors = {});
    engine::Result<void> exportTo(const QString& file) const;

    FilteredTable* table() const { return table_; }

  signals:
    void finished();

  private:
    QWidget* makeControls();
    void showState();
    void choose(int row);
    void askExport();

    Workspace* workspace_;
    Task* task_;
    SheetModel* model_;
    FilteredTable* table_;
    std::shared_ptr<const engine::Sweep> sweep_;
    QString failure_;
    int project_ = 0;  ///< counts those that were opened
    NumberBox *warmUp_ = nullptr, *horizon_ = nullptr;
    NumberBox* pairs_ = nullptr;
    TaskRow* row_ = nullptr;
};

}  // namespace headroom::ui
