// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/drill_model.h"

#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <cmath>

namespace headroom::ui {

namespace {

using Drill = DrillDesk::Drill;

QString stateOf(const Drill& drill) {
    switch (drill.state) {
        case DrillDesk::State::Waiting:
            return DrillModel::tr("Waits");
        case DrillDesk::State::Given:
            return DrillModel::tr("Done");
        case DrillDesk::State::Cancelled:
            return DrillModel::tr("Cancelled");
    }
    return {};
}

}  // namespace

DrillModel::DrillModel(Workspace* workspace, QObject* parent)
    : QAbstractTableModel(parent), workspace_(workspace) {
    connect(&workspace->drills(), &DrillDesk::changed, this, [this] {
        const int now = static_cast<int>(workspace_->drills().drills().size());
        if (now < rows_) {
            beginResetModel();
            rows_ = now;
            endResetModel();
            return;
        }
        if (rows_ > 0) {
            emit dataChanged(index(0, 0), index(rows_ - 1, ColumnCount - 1));
        }
        if (now > rows_) {
            beginInsertRows({}, rows_, now - 1);
            rows_ = now;
            endInsertRows();
        }
    });
}

int DrillModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : rows_;
}

int DrillModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int{ColumnCount};
}

QVariant DrillModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rows_) {
        return {};
    }
    const Drill& drill = workspace_->drills().drills()[static_cast<std::size_t>(index.row())];
    if (role == Qt::UserRole && index.column() == At) {
        return drill.atS;
    }
    if (role == Qt::UserRole && index.column() == Length) {
        return std::isfinite(drill.durationS) ? drill.durationS : 1e18;
    }
    if (role == Qt::DecorationRole && index.column() == State) {
        const ThemeColours& c = Theme::instance().colours();
        return drill.state == DrillDesk::State::Waiting ? Theme::pixmap("recent", 16, c.accent, 2.0)
               : drill.state == DrillDesk::State::Given ? Theme::pixmap("ok", 16, c.muted, 2.0)
                                                        : Theme::pixmap("close", 16, c.muted, 2.0);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::UserRole) {
        return {};
    }
    switch (index.column()) {
        case State:
            return stateOf(drill);
        case At:
            return durationText(drill.atS);
        case Part:
            return drill.name;
        case What:
            return drill.what;
        case Length:
            return std::isfinite(drill.durationS) ? lengthText(drill.durationS)
                                                  : tr("until repaired");
        case Source:
            return drill.ofProject ? tr("project") : tr("by hand");
        default:
            return {};
    }
}

QVariant DrillModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return role == Qt::TextAlignmentRole ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                             : QVariant();
    }
    switch (section) {
        case State:
            return tr("State");
        case At:
            return tr("At");
        case Part:
            return tr("Part");
        case What:
            return tr("What");
        case Length:
            return tr("For");
        default:
            return tr("From");
    }
}

}  // namespace headroom::ui
