// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"
#include "ui/kit/record_table.h"

#include <functional>

class QTableView;

namespace headroom::ui {

/// A sheet of the engine as an item model: its columns, cells as people read them, numbers that sort as numbers. The best
/// of a column that has a better end is marked. The tip of a cell is the note of its row, or all cells of the row, each
/// with the name of its column.
class SheetModel : public RecordModel {
    Q_OBJECT

  public:
    /// The columns stay those of this sheet.
    explicit SheetModel(engine::Sheet sheet, QObject* parent = nullptr);

    /// Rows of a sheet with the same columns.
    void setSheet(engine::Sheet sheet);

    const engine::Sheet& sheet() const { return sheet_; }

    /// As engine::columnIndex.
    int column(const std::string& key) const;

    bool isBest(int row, int column) const;

    /// Answers instead of the sheet where the value is valid: icons before a text, colours, words of a tip.
    void setSpecial(std::function<QVariant(int row, int column, int role)> special) {
        special_ = std::move(special);
    }

  protected:
    int count() const override { return static_cast<int>(sheet_.rows.size()); }

    QVariant cell(int row, int column, int role) const override;

  private:
    const engine::SheetCell& at(int row, int column) const;
    QString textOf(int row, int column) const;
    QString tipOf(int row) const;

    engine::Sheet sheet_;
    std::function<QVariant(int, int, int)> special_;
};

/// Hides the columns that are details.
void hideDetails(QTableView* view, const engine::Sheet& sheet);

}  // namespace headroom::ui
