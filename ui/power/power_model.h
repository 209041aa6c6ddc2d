// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace headroom::ui {

/// The units of the wiring: what the one-line diagram shows, as a table. Qt::UserRole holds what to
/// sort by.
class PowerUnitModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column {
        Name,
        Kind,
        State,
        Loading,
        Load,
        Rating,
        Voltage,
        Current,
        Loss,
        Stored,
        Why,
        ColumnCount
    };

    /// For the bar of the column Loading: double, NaN where there is no rating.
    static constexpr int LoadingRole = Qt::UserRole + 1;
    /// Loading with one module less, NaN where there is one only.
    static constexpr int LessOneRole = Qt::UserRole + 2;

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: empty.
    void setFrame(std::shared_ptr<const engine::Frame> frame);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    QString display(int unit, int column) const;
    QVariant sortKey(int unit, int column) const;

    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::PowerNetwork> network_;
};

/// The incomers that have a breaker.
class BreakerModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { To, From, State, Current, Rated, Power, Heat, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setFrame(std::shared_ptr<const engine::Frame> frame);

    /// Into PowerNetwork::edges.
    int edge(int row) const { return edges_[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::PowerNetwork> network_;
    std::vector<int> edges_;
};

}  // namespace headroom::ui
