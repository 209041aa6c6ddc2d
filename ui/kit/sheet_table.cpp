// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/sheet_table.h"

#include "ui/kit/filtered_table.h"
#include "ui/kit/sheet_model.h"
#include "ui/kit/theme.h"

#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr int kWidestPx = 320;

}  // namespace

SheetTable::SheetTable(const QString& name, QWidget* parent)
    : QWidget(parent), name_(name), layout_(new QVBoxLayout(this)), why_(new QLabel(this)) {
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(0);
    why_->setWordWrap(true);
    why_->setMargin(6);
    why_->setForegroundRole(QPalette::PlaceholderText);
    layout_->addWidget(why_);
    clear({});
}

void SheetTable::clear(const QString& words) {
    show({{}, {}, {}, {std::string()}, {}});
    table_->setEmptyText(words);
}

void SheetTable::show(const engine::Sheet& sheet) {
    if (table_ != nullptr && sheet.columns == model_->sheet().columns) {
        model_->setSheet(sheet);
    } else {
        delete table_;
        delete model_;
        model_ = new SheetModel(sheet, this);
        markDoubtful();
        table_ = new FilteredTable(model_, name_, {}, this);
        // In the order of the sheet, until someone sorts.
        table_->sortBy(-1, Qt::AscendingOrder);
        layout_->addWidget(table_, 1);
    }
    hideDetails(table_->view(), sheet);
    table_->view()->resizeColumnsToContents();
    for (int i = 0; i < model_->columnCount(); ++i) {
        table_->view()->setColumnWidth(i, std::min(kWidestPx, table_->view()->columnWidth(i) + 8));
    }
    why_->setText(QStringLiteral("%1. %2").arg(QString::fromStdString(sheet.title),
                                               QString::fromStdString(sheet.why)));
    why_->setVisible(!sheet.why.empty());
}

void SheetTable::markDoubtful() {
    if (!isDoubtful_) {
        return;
    }
    model_->setSpecial([model = model_, isDoubtful = isDoubtful_](int row, int column,
                                                                  int role) -> QVariant {
        const engine::SheetCell& cell =
            model->sheet().rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        const auto* text = std::get_if<std::string>(&cell);
        return role == Qt::DecorationRole && text != nullptr && isDoubtful(*text)
                   ? QVariant(iconMark("warning", Theme::instance().colours().caution))
                   : QVariant();
    });
}

}  // namespace headroom::ui
