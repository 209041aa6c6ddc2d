// SPDX-License-Identifier: Apache-2.0
#include "ui/exchange/import_model.h"

#include "ui/kit/theme.h"

#include <QFileInfo>
#include <QIcon>

#include <utility>

namespace headroom::ui {

namespace {

using engine::ImportAction;
using engine::ImportFault;
using engine::ImportRow;

QString placeText(const std::string& file, int line) {
    const QString name = QFileInfo(QString::fromStdString(file)).fileName();
    if (line == 0) {
        return name;
    }
    return name.isEmpty() ? ImportModel::tr("line %1").arg(line)
                          : QStringLiteral("%1:%2").arg(name).arg(line);
}

QString actionText(ImportAction action) {
    switch (action) {
        case ImportAction::Add:
            return ImportModel::tr("New");
        case ImportAction::Change:
            return ImportModel::tr("Changed");
        case ImportAction::Remove:
            return ImportModel::tr("Removed");
        case ImportAction::Same:
            return ImportModel::tr("The same");
        case ImportAction::Refuse:
            return ImportModel::tr("Left out");
    }
    return {};
}

/// Shape and colour both tell what becomes of a line.
QIcon actionIcon(ImportAction action) {
    const ThemeColours& c = Theme::instance().colours();
    switch (action) {
        case ImportAction::Add:
            return {Theme::pixmap("import-add", 16, c.good)};
        case ImportAction::Change:
            return {Theme::pixmap("import-change", 16, c.accent)};
        case ImportAction::Remove:
            return {Theme::pixmap("import-remove", 16, c.caution)};
        case ImportAction::Same:
            return {Theme::pixmap("ok", 16, c.muted)};
        case ImportAction::Refuse:
            return {Theme::pixmap("error", 16, c.bad)};
    }
    return {};
}

}  // namespace

void ImportModel::setDraft(engine::ImportDraft draft) {
    beginResetModel();
    draft_ = std::move(draft);
    shown_.clear();
    for (std::size_t i = 0; i < draft_.rows.size(); ++i) {
        if (draft_.rows[i].action != ImportAction::Same) {
            shown_.push_back(i);
        }
    }
    endResetModel();
}

int ImportModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(draft_.faults.size() + shown_.size());
}

int ImportModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ImportModel::data(const QModelIndex& index, int role) const {
    const auto row = static_cast<std::size_t>(index.row());
    if (row < draft_.faults.size()) {
        return faultData(draft_.faults[row], index.column(), role);
    }
    return rowData(draft_.rows[shown_[row - draft_.faults.size()]], index.column(), role);
}

QVariant ImportModel::faultData(const ImportFault& fault, int column, int role) const {
    if (role == Qt::DecorationRole && column == StateColumn) {
        const ThemeColours& c = Theme::instance().colours();
        return QIcon(fault.isWarning ? Theme::pixmap("warning", 16, c.caution)
                                     : Theme::pixmap("error", 16, c.bad));
    }
    if (role == Qt::ToolTipRole) {
        return QString::fromStdString(fault.text());
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
        case StateColumn:
            return fault.isWarning ? tr("Warning") : tr("Fault");
        case PlaceColumn: {
            const QString place = placeText(fault.file, fault.line);
            const QString name = QString::fromStdString(fault.columnName);
            return name.isEmpty() ? place : tr("%1, %2").arg(place, name);
        }
        case WhatColumn:
            return QString::fromStdString(fault.message);
        case RemedyColumn:
            return QString::fromStdString(fault.remedy);
        default:
            return {};
    }
}

QVariant ImportModel::rowData(const ImportRow& row, int column, int role) const {
    if (role == Qt::DecorationRole && column == StateColumn) {
        return actionIcon(row.action);
    }
    if (role == Qt::ToolTipRole && column == WhatColumn) {
        return QString::fromStdString(row.words);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
        case StateColumn:
            return actionText(row.action);
        case PlaceColumn:
            return placeText(row.file, row.line);
        case WhatColumn:
            return row.words.empty()
                       ? QString::fromStdString(row.id)
                       : QStringLiteral("%1: %2").arg(QString::fromStdString(row.id),
                                                      QString::fromStdString(row.words));
        default:
            return {};
    }
}

QVariant ImportModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    switch (section) {
        case StateColumn:
            return tr("State");
        case PlaceColumn:
            return tr("Line");
        case WhatColumn:
            return tr("What");
        case RemedyColumn:
            return tr("Remedy");
        default:
            return {};
    }
}

}  // namespace headroom::ui
