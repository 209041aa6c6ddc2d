// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/import_draft.h"

#include <QAbstractTableModel>

namespace headroom::ui {

/// A dry run as a table: what is wrong first, then what would change.
class ImportModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { StateColumn, PlaceColumn, WhatColumn, RemedyColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setDraft(engine::ImportDraft draft);

    const engine::ImportDraft& draft() const { return draft_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    QVariant faultData(const engine::ImportFault& fault, int column, int role) const;
    QVariant rowData(const engine::ImportRow& row, int column, int role) const;

    engine::ImportDraft draft_;
    std::vector<std::size_t> shown_;  ///< rows that change something or are refused
};

}  // namespace headroom::ui
