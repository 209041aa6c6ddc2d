// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sim/frame.h"

#include <QAbstractTableModel>

#include <vector>

namespace headroom::ui {

/// The jobs of the newest frame. Rows keep their place while a job lives, so that selection and
/// scrolling survive each update. Qt::UserRole holds what to sort by.
class JobModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column {
        Id,
        Name,
        State,
        Accelerators,
        Progress,
        Throughput,
        StepTime,
        Mfu,
        Restarts,
        Submitted,
        Why,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setJobs(const std::vector<engine::JobRow>& jobs);
    void clear();

    const engine::JobRow& job(int row) const { return jobs_[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    QString display(const engine::JobRow& job, int column) const;
    QVariant sortKey(const engine::JobRow& job, int column) const;

    std::vector<engine::JobRow> jobs_;
};

}  // namespace headroom::ui
