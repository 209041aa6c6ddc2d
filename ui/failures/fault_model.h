// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame.h"

#include <QAbstractTableModel>

#include <vector>

namespace headroom::ui {

/// The open faults of the newest frame. Rows stay where they are while the faults do.
class FaultModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { Phase, Kind, Part, Mode, Since, Noticed, Waits, Expected, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setFaults(const std::vector<engine::FaultNow>& faults, double nowS);

    const engine::FaultNow& fault(int row) const { return faults_[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    QString textOf(const engine::FaultNow& fault, int column) const;
    QVariant sortKeyOf(const engine::FaultNow& fault, int column) const;

    std::vector<engine::FaultNow> faults_;
    double nowS_ = 0.0;
};

QString faultKindWord(engine::FaultKind kind);
QString faultPhaseWord(engine::FaultPhase phase);

/// "3 faults: 1 unnoticed, 2 wait"; empty where there is none.
QString faultSummary(const std::vector<engine::FaultNow>& faults);

}  // namespace headroom::ui
