// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <memory>
#include <span>
#include <vector>

namespace headroom::ui {

/// The machines of the coolant piping: what the process diagram shows, as a table. Qt::UserRole
/// holds what to sort by.
class CoolingMachineModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column {
        Name,
        Kind,
        State,
        Running,
        Flow,
        In,
        Out,
        Heat,
        Power,
        Valve,
        Speed,
        Pressure,
        Why,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: empty.
    void setFrame(std::shared_ptr<const engine::Frame> frame);

    /// Into CoolingNetwork::links.
    int link(int row) const { return links_[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    QString display(int link, int column) const;
    QVariant sortKey(int link, int column) const;

    std::shared_ptr<const engine::Frame> frame_;
    std::shared_ptr<const engine::CoolingNetwork> network_;
    std::vector<int> links_;
};

/// Objects of one kind with a column for each of their quantities, whose "why" is the tool tip.
class QuantityModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    struct Row {
        QString name;
        std::string object;
        std::vector<double> values;  ///< in SI, by quantity
    };

    QuantityModel(QString what, std::span<const engine::QuantityInfo> quantities,
                  QObject* parent = nullptr);

    /// The quantity at this place is a mode of a plant, and written in words.
    void setModeColumn(int quantity) { mode_ = quantity; }

    void setRows(std::vector<Row> rows);

    const std::vector<Row>& rows() const { return rows_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    QString what_;
    std::span<const engine::QuantityInfo> quantities_;
    std::vector<Row> rows_;
    int mode_ = -1;
};

}  // namespace headroom::ui
