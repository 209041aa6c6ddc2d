// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <QWidget>

#include <functional>
#include <string>
#include <utility>

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
    /// No rows; these words are there.
    void clear(const QString& words);

    /// Puts a warning sign before texts for which `isDoubtful` is true; takes effect with the next sheet.
    void setWarnings(std::function<bool(const std::string& text)> isDoubtful) {
        isDoubtful_ = std::move(isDoubtful);
    }

    FilteredTable* table() const { return table_; }

  private:
    void markDoubtful();

    QString name_;
    QVBoxLayout* layout_;
    QLabel* why_;
    std::function<bool(const std::string&)> isDoubtful_;
    SheetModel* model_ = nullptr;
    FilteredTable* table_ = nullptr;
};

}  // namespace headroom::ui
