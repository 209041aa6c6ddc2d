// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/workbook.h"

#include <QWidget>

#include <string>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace headroom::ui {

class FilteredTable;
class TextTable;

/// A sheet of a workbook as a table of the window: its columns, what it says above them, numbers that
/// sort as numbers. The tip of a row tells all of its cells, each with the name of its column.
class SheetTable : public QWidget {
    Q_OBJECT

  public:
    explicit SheetTable(const QString& name, QWidget* parent = nullptr);

    void show(const engine::Sheet& sheet);
    /// No rows; these words stand there.
    void clear(const QString& words);

    FilteredTable* table() const { return table_; }

  private:
    /// Columns of this sheet; nothing happens where it has them already.
    void make(const engine::Sheet& sheet);

    QString name_;
    QVBoxLayout* layout_;
    QLabel* why_;
    std::vector<std::string> header_;
    TextTable* model_ = nullptr;
    FilteredTable* table_ = nullptr;
};

/// A number of a sheet as people read it: grouped and whole from 10,000 on, else six digits; nothing
/// for NaN.
QString sheetNumber(double value);

}  // namespace headroom::ui
