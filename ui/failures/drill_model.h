// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/workspace/drill_desk.h"

#include <QAbstractTableModel>

namespace headroom::ui {

/// The drills of the desk, each a row that stays.
class DrillModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { State, At, Part, What, Length, Source, ColumnCount };

    DrillModel(Workspace* workspace, QObject* parent);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    Workspace* workspace_;
    int rows_ = 0;
};

}  // namespace headroom::ui
