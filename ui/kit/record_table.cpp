// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/record_table.h"

#include "ui/kit/theme.h"

#include <QApplication>
#include <QFont>
#include <QIcon>
#include <QPalette>

namespace headroom::ui {

namespace {

QVariant alignmentOf(CellSide side) {
    return static_cast<int>((side == CellSide::Left    ? Qt::AlignLeft
                             : side == CellSide::Right ? Qt::AlignRight
                                                       : Qt::AlignHCenter) |
                            Qt::AlignVCenter);
}

}  // namespace

RecordModel::RecordModel(std::vector<Head> heads, QObject* parent)
    : QAbstractTableModel(parent), heads_(std::move(heads)) {}

int RecordModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

int RecordModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(heads_.size());
}

QVariant RecordModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) {
        return {};
    }
    return role == Qt::TextAlignmentRole ? alignmentOf(head(index.column()).side)
                                         : cell(index.row(), index.column(), role);
}

QVariant RecordModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return head(section).title;
        case Qt::ToolTipRole:
            return head(section).why.isEmpty() ? QVariant() : QVariant(head(section).why);
        case Qt::TextAlignmentRole:
            return alignmentOf(head(section).side);
        default:
            return {};
    }
}

void RecordModel::tellAllChanged() {
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

QVariant boldCellFont() {
    QFont font;
    font.setWeight(QFont::DemiBold);
    return font;
}

QVariant iconMark(const QString& icon, const QColor& colour) {
    // On the ground of the selection a mark has the colour of the text there.
    const QColor onSelection = QApplication::palette().color(QPalette::HighlightedText);
    QIcon mark(Theme::pixmap(icon, 16, colour, 2.0));
    mark.addPixmap(Theme::pixmap(icon, 16, onSelection, 2.0), QIcon::Selected);
    return mark;
}

}  // namespace headroom::ui
