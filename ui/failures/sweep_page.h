// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/reliability/reach/sweep.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <memory>

class QDoubleSpinBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace headroom::ui {

class BackgroundRun;
class FilteredTable;
class Workspace;

/// Rows of a sweep, the dearest first.
class SweepModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column {
        Part,
        Kind,
        Alike,
        LostHours,
        LostShare,
        Interruptions,
        RacksOff,
        Throttled,
        Hottest,
        DesignLost,
        DesignStrained,
        DesignExposed,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setSweep(std::shared_ptr<const engine::Sweep> sweep);

    const engine::SweepRow& row(int r) const { return sweep_->rows[static_cast<std::size_t>(r)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// All of it, with the units in its first line.
    QString csv() const;

  private:
    QVariant value(const engine::SweepRow& row, int column) const;

    std::shared_ptr<const engine::Sweep> sweep_;
};

/// "UPS ups-a/1", or "UPS ups-a/1, then UPS ups-b/1".
QString sweepName(const engine::SweepRow& row);

/// Lets every part of the open project fail, one after the other, beside the simulation, and ranks
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
    BackgroundRun* background_;
    SweepModel* model_;
    FilteredTable* table_;
    std::shared_ptr<const engine::Sweep> sweep_;
    QString failure_;
    int asked_ = 0;
    QDoubleSpinBox *warmUp_ = nullptr, *horizon_ = nullptr;
    QSpinBox* pairs_ = nullptr;
    QPushButton *run_ = nullptr, *export_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* state_ = nullptr;
};

}  // namespace headroom::ui
