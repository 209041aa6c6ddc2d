// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/sheet_model.h"

#include "ui/kit/theme.h"

#include <QStringList>
#include <QTableView>

#include <cmath>

namespace headroom::ui {

namespace {

/// Heads of the table. A column of an empty sheet is set by what it says of its numbers: a unit, digits or a better end.
std::vector<RecordModel::Head> sheetHeads(const engine::Sheet& sheet) {
    std::vector<RecordModel::Head> heads;
    for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        const engine::SheetColumn& column = sheet.columns[c];
        const QString title =
            QString::fromStdString(engine::columnHeading(engine::columnHead(column)));
        const bool isNumber = sheet.rows.empty()
                                  ? !column.unit.empty() || column.digits != engine::kUsualDigits ||
                                        column.better != engine::Better::Neither
                                  : engine::isNumberColumn(sheet, c);
        heads.push_back({title, column.why.empty() ? title : QString::fromStdString(column.why),
                         isNumber ? CellSide::Right : CellSide::Left});
    }
    return heads;
}

}  // namespace

SheetModel::SheetModel(engine::Sheet sheet, QObject* parent)
    : RecordModel(sheetHeads(sheet), parent), sheet_(std::move(sheet)) {}

void SheetModel::setSheet(engine::Sheet sheet) {
    beginResetModel();
    sheet_ = std::move(sheet);
    endResetModel();
}

int SheetModel::column(const std::string& key) const {
    return engine::columnIndex(sheet_, key);
}

bool SheetModel::isBest(int row, int column) const {
    return engine::isBest(sheet_, static_cast<std::size_t>(row), static_cast<std::size_t>(column));
}

const engine::SheetCell& SheetModel::at(int row, int column) const {
    return sheet_.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

QString SheetModel::textOf(int row, int column) const {
    return QString::fromStdString(engine::cellText(at(row, column),
                                                   sheet_.columns[static_cast<std::size_t>(column)],
                                                   engine::Thousands::ThinSpace));
}

QString SheetModel::tipOf(int row) const {
    const auto index = static_cast<std::size_t>(row);
    if (index < sheet_.notes.size() && !sheet_.notes[index].empty()) {
        return QString::fromStdString(sheet_.notes[index]);
    }
    QStringList lines;
    for (int c = 0; c < columnCount(); ++c) {
        if (const QString text = textOf(row, c); !text.isEmpty()) {
            const engine::SheetColumn& column = sheet_.columns[static_cast<std::size_t>(c)];
            lines << QStringLiteral("%1: %2").arg(
                QString::fromStdString(engine::columnHead(column)), text);
        }
    }
    return lines.join('\n');
}

QVariant SheetModel::cell(int row, int column, int role) const {
    if (QVariant other = special_ ? special_(row, column, role) : QVariant(); other.isValid()) {
        return other;
    }
    switch (role) {
        case Qt::DisplayRole: {
            const QString text = textOf(row, column);
            return isBest(row, column) ? QStringLiteral("★ ") + text : text;
        }
        case Qt::UserRole:
            return engine::isNumber(at(row, column))
                       ? QVariant(engine::shownValue(
                             at(row, column), sheet_.columns[static_cast<std::size_t>(column)]))
                       : QVariant(textOf(row, column));
        case Qt::ToolTipRole:
            return tipOf(row);
        case Qt::ForegroundRole:
            return isBest(row, column) ? QVariant(Theme::instance().colours().good) : QVariant();
        case Qt::FontRole:
            return isBest(row, column) ? boldCellFont() : QVariant();
        case kWhyRole: {
            const std::string& why = sheet_.columns[static_cast<std::size_t>(column)].why;
            const std::string& all = why.empty() ? sheet_.why : why;
            return all.empty() ? QVariant() : QVariant(QString::fromStdString(all));
        }
        default:
            return {};
    }
}

void hideDetails(QTableView* view, const engine::Sheet& sheet) {
    for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        view->setColumnHidden(static_cast<int>(c), sheet.columns[c].isDetail);
    }
}

}  // namespace headroom::ui
