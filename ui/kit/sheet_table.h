// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace headroom::ui {

class FilteredTable;
class SheetModel;

/// A sheet as a table of the window: its columns (sheet_model.h), and above them what it says. Columns follow the sheet.
class SheetTable : public QWidget {
    Q_OBJECT

  public:
    explicit SheetTable(const QString& name, QWidget* parent = nullptr);

    void show(const engine::Sheet& sheet);
    /// No rows; these words stand there.
    void clear(const QString& words);

    FilteredTable* table() const { return table_; }

  private:
    QString name_;
    QVBoxLayout* layout_;
    QLabel* why_;
    SheetModel* model_ = nullptr;
    FilteredTable* table_ = nullptr;
};

}  // namespace headroom::ui
