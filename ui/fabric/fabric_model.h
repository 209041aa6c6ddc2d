// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/fabric_reading.h"

#include <QAbstractTableModel>
#include <QColor>
#include <QStringList>
#include <QVariant>

#include <memory>
#include <vector>

namespace headroom::engine {
struct Frame;
}

namespace headroom::ui {

class FabricFocus;

/// All bundles of the fabric in focus: what the diagram shows, as a table, and unlike it always
/// each for itself. Texts are made when they are looked at. Qt::UserRole holds what to sort by.
class FabricLinkModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column {
        Name,
        Tier,
        Plane,
        Links,
        Utilisation,
        Load,
        Capacity,
        State,
        Part,
        Length,
        ColumnCount
    };

    explicit FabricLinkModel(FabricFocus* focus, QObject* parent = nullptr);

    /// Takes the newest values.
    void refresh();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    QString display(int bundle, int column) const;
    QVariant sortKey(int bundle, int column) const;
    const engine::BundleNow* now(int bundle) const;

    FabricFocus* focus_;
    std::shared_ptr<const engine::Frame> frame_;
    int rows_ = 0;
    std::vector<engine::FabricFaultsNow> faults_;  ///< by bundle
};

/// Some rows of texts: figures, jobs, faults, switches, parts, counters. Rows keep their place
/// while their number does not change, so that selection and scrolling survive.
class FabricRowModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    struct Column {
        QString title, tip;
        bool isNumber = false;
    };

    struct Cell {
        QString text;
        QVariant key;  ///< to sort by; none: the text
        QString tip;
        QString icon;   ///< of resources/icons, before the text
        QColor colour;  ///< of the icon
    };

    struct Row {
        std::vector<Cell> cells;
        std::int64_t id = -1;
    };

    explicit FabricRowModel(std::vector<Column> columns, QObject* parent = nullptr);

    void setRows(std::vector<Row> rows);

    const std::vector<Row>& rows() const { return rows_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    std::vector<Column> columns_;
    std::vector<Row> rows_;
};

}  // namespace headroom::ui
