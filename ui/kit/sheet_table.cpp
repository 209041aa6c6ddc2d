// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/sheet_table.h"

#include "engine/report/format.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/text_table.h"
#include "ui/units/quantity_text.h"

#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kWholeFrom = 1e4;
constexpr int kWidestPx = 320;

QString cellText(const engine::SheetCell& cell) {
    const auto* text = std::get_if<std::string>(&cell);
    return text != nullptr ? QString::fromStdString(*text) : sheetNumber(std::get<double>(cell));
}

QString rowTip(const engine::Sheet& sheet, const std::vector<engine::SheetCell>& row) {
    QStringList lines;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (const QString text = cellText(row[i]); !text.isEmpty()) {
            lines << QStringLiteral("%1: %2").arg(QString::fromStdString(sheet.header[i]), text);
        }
    }
    return lines.join('\n');
}

}  // namespace

QString sheetNumber(double value) {
    if (!std::isfinite(value)) {
        return {};
    }
    if (std::abs(value) < kWholeFrom) {
        return plainNumberText(value);
    }
    QString digits = QString::number(std::abs(value), 'f', 0);
    for (auto at = digits.size() - 3; at > 0; at -= 3) {
        digits.insert(at, QChar(0x202F));
    }
    return value < 0.0 ? QChar(0x2212) + digits : digits;
}

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

void SheetTable::make(const engine::Sheet& sheet) {
    if (table_ != nullptr && sheet.header == header_) {
        return;
    }
    header_ = sheet.header;
    delete table_;
    delete model_;
    std::vector<RecordModel::Head> heads;
    for (std::size_t i = 0; i < header_.size(); ++i) {
        const bool isNumber =
            std::any_of(sheet.rows.begin(), sheet.rows.end(),
                        [i](const auto& row) { return std::holds_alternative<double>(row[i]); });
        const QString title = QString::fromStdString(engine::report::columnHeading(header_[i]));
        heads.push_back({title, title, isNumber ? CellSide::Right : CellSide::Left});
    }
    model_ = new TextTable(heads, this);
    table_ = new FilteredTable(model_, name_, {}, this);
    // In the order of the sheet, until someone sorts.
    table_->sortBy(-1, Qt::AscendingOrder);
    layout_->addWidget(table_, 1);
}

void SheetTable::clear(const QString& words) {
    show({{}, {}, {}, {std::string()}, {}});
    table_->setEmptyText(words);
}

void SheetTable::show(const engine::Sheet& sheet) {
    make(sheet);
    std::vector<TextRow> rows;
    const QString why = QString::fromStdString(sheet.why);
    for (const auto& cells : sheet.rows) {
        const QString tip = rowTip(sheet, cells);
        TextRow row;
        for (const engine::SheetCell& cell : cells) {
            const auto* number = std::get_if<double>(&cell);
            row.cells.push_back({.text = cellText(cell),
                                 .key = number != nullptr ? QVariant(*number) : QVariant(),
                                 .tip = tip,
                                 .why = why});
        }
        rows.push_back(std::move(row));
    }
    model_->reset(std::move(rows));
    table_->view()->resizeColumnsToContents();
    for (int i = 0; i < model_->columnCount(); ++i) {
        table_->view()->setColumnWidth(i, std::min(kWidestPx, table_->view()->columnWidth(i) + 8));
    }
    why_->setText(QStringLiteral("%1. %2").arg(QString::fromStdString(sheet.title),
                                               QString::fromStdString(sheet.why)));
    why_->setVisible(!sheet.why.empty());
}

}  // namespace headroom::ui
