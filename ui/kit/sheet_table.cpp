// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/sheet_table.h"

#include "ui/kit/filtered_table.h"
#include "ui/kit/sheet_model.h"

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
        table_ = new FilteredTable(model_, name_, {}, this);
        // In the order of the sheet, until someone sorts.
        table_->sortBy(-1, Qt::AscendingOrder);
        layout_->addWidget(table_, 1);
    }
    table_->view()->resizeColumnsToContents();
    for (int i = 0; i < model_->columnCount(); ++i) {
        table_->view()->setColumnWidth(i, std::min(kWidestPx, table_->view()->columnWidth(i) + 8));
    }
    why_->setText(QStringLiteral("%1. %2").arg(QString::fromStdString(sheet.title),
                                               QString::fromStdString(sheet.why)));
    why_->setVisible(!sheet.why.empty());
}

}  // namespace headroom::ui
