// SPDX-License-Identifier: Apache-2.0
#include "ui/cooling/cooling_model.h"

#include "engine/base/index.h"
#include "ui/cooling/cooling_text.h"
#include "ui/cooling/process_paint.h"
#include "ui/units/quantity_text.h"

#include <QPainter>
#include <QPixmap>

#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

using engine::CoolingLinkKind;
using engine::CoolingLinkNow;
using engine::CoolingLinkState;

bool counts(CoolingLinkKind kind) {
    return turns(kind) || kind == CoolingLinkKind::Evaporators ||
           kind == CoolingLinkKind::CduPrimary;
}

QPixmap badge(CoolingLinkState state) {
    QPixmap pixmap(32, 32);
    pixmap.setDevicePixelRatio(2.0);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintStateBadge(painter, {8.0, 8.0}, state, 6.5, Theme::instance().colours());
    return pixmap;
}

QString utf8(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

}  // namespace

void CoolingMachineModel::setFrame(std::shared_ptr<const engine::Frame> frame) {
    const auto network = frame ? frame->cooling : nullptr;
    if (network != network_) {
        beginResetModel();
        frame_ = std::move(frame);
        network_ = network;
        links_.clear();
        for (int l = 0; network_ && l < static_cast<int>(network_->links.size()); ++l) {
            if (network_->links[at(l)].kind != CoolingLinkKind::Pipe) {
                links_.push_back(l);
            }
        }
        endResetModel();
        return;
    }
    frame_ = std::move(frame);
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

int CoolingMachineModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(links_.size());
}

int CoolingMachineModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int{ColumnCount};
}

QString CoolingMachineModel::display(int index, int column) const {
    using namespace models;
    const engine::CoolingLink& link = network_->links[at(index)];
    if (column == Name) {
        return coolingName(*network_, index);
    }
    if (column == Kind) {
        return coolingKindText(link.kind);
    }
    if (!hasCoolingValues(*frame_)) {
        return column == Flow  ? tr("design %1").arg(flowText(link.designM3PerS))
               : column == Why ? tr("Not simulated yet")
                               : QString();
    }
    const CoolingLinkNow& now = frame_->coolingLinks[at(index)];
    switch (column) {
        case State:
            return coolingStateText(now.state);
        case Running:
            return counts(link.kind)
                       ? tr("%1 of %2")
                             .arg(plainNumberText(static_cast<double>(now.running), 3))
                             .arg(link.units)
                       : QString();
        case Flow:
            return flowText(static_cast<double>(now.flowM3PerS));
        case In:
            return temperatureText(static_cast<double>(now.inC));
        case Out:
            return temperatureText(static_cast<double>(now.outC));
        case Heat:
            return quantityText(static_cast<double>(now.heatW), unit::kilowatt, 4);
        case Power:
            return now.powerW != 0.0F || turns(link.kind)
                       ? quantityText(static_cast<double>(now.powerW), unit::kilowatt, 4)
                       : QString();
        case Valve:
            return link.hasValve ? shareText(static_cast<double>(now.valve)) : QString();
        case Speed:
            return turns(link.kind) ? shareText(static_cast<double>(now.speed)) : QString();
        case Pressure:
            return quantityText(static_cast<double>(now.dropPa), unit::kilopascal, 3);
        case Why:
            return coolingWhy(*network_, *frame_, index);
        default:
            return {};
    }
}

QVariant CoolingMachineModel::sortKey(int index, int column) const {
    if (column == Name || column == Kind || column == Why || !hasCoolingValues(*frame_)) {
        return display(index, column);
    }
    const CoolingLinkNow& now = frame_->coolingLinks[at(index)];
    switch (column) {
        case State:
            return static_cast<int>(now.state);
        case Running:
            return static_cast<double>(now.running);
        case Flow:
            return static_cast<double>(now.flowM3PerS);
        case In:
            return static_cast<double>(now.inC);
        case Out:
            return static_cast<double>(now.outC);
        case Heat:
            return static_cast<double>(now.heatW);
        case Power:
            return static_cast<double>(now.powerW);
        case Valve:
            return network_->links[at(index)].hasValve ? static_cast<double>(now.valve) : -1.0;
        case Speed:
            return static_cast<double>(now.speed);
        default:
            return static_cast<double>(now.dropPa);
    }
}

QVariant CoolingMachineModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || !frame_) {
        return {};
    }
    const int link = links_[at(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return display(link, index.column());
        case Qt::ToolTipRole:
            return coolingTip(*network_, *frame_, link).join('\n');
        case Qt::UserRole:
            return sortKey(link, index.column());
        case Qt::TextAlignmentRole:
            return static_cast<int>((index.column() >= Running && index.column() <= Pressure
                                         ? Qt::AlignRight
                                         : Qt::AlignLeft) |
                                    Qt::AlignVCenter);
        case Qt::DecorationRole:
            if (index.column() == State && hasCoolingValues(*frame_) &&
                frame_->coolingLinks[at(link)].state != CoolingLinkState::Running) {
                return badge(frame_->coolingLinks[at(link)].state);
            }
            return {};
        default:
            return {};
    }
}

QVariant CoolingMachineModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(
            (section >= Running && section <= Pressure ? Qt::AlignRight : Qt::AlignLeft) |
            Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) {
        switch (section) {
            case Running:
                return tr("Units that turn or take part");
            case Flow:
                return tr("Through all units together, from the pipe network");
            case Heat:
                return tr("Taken from the water; negative: given to it");
            case Power:
                return tr("Electrical power of pumps, fans and compressors");
            case Valve:
                return tr("Opening of the control valve");
            case Speed:
                return tr("Of pumps or fans, over their rated speed");
            case Pressure:
                return tr("Head of pumps, pressure loss of the others");
            default:
                return {};
        }
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QStringList names{tr("Machine"), tr("Kind"),     tr("State"), tr("In duty"), tr("Flow"),
                            tr("In"),      tr("Out"),      tr("Heat"),  tr("Power"),   tr("Valve"),
                            tr("Speed"),   tr("Pressure"), tr("Why")};
    return names.value(section);
}

QuantityModel::QuantityModel(QString what, std::span<const engine::QuantityInfo> quantities,
                             QObject* parent)
    : QAbstractTableModel(parent), what_(std::move(what)), quantities_(quantities) {}

void QuantityModel::setRows(std::vector<Row> rows) {
    const bool same = rows.size() == rows_.size() &&
                      std::equal(rows.begin(), rows.end(), rows_.begin(),
                                 [](const Row& a, const Row& b) { return a.object == b.object; });
    if (!same) {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
        return;
    }
    rows_ = std::move(rows);
    if (!rows_.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

int QuantityModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int QuantityModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(quantities_.size()) + 1;
}

QVariant QuantityModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Row& row = rows_[at(index.row())];
    const int q = index.column() - 1;
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((q < 0 || q == mode_ ? Qt::AlignLeft : Qt::AlignRight) |
                                Qt::AlignVCenter);
    }
    if (q < 0) {
        return role == Qt::DisplayRole || role == Qt::UserRole ? QVariant(row.name) : QVariant();
    }
    const double value =
        at(q) < row.values.size() ? row.values[at(q)] : std::numeric_limits<double>::quiet_NaN();
    const engine::QuantityInfo& info = quantities_[at(q)];
    if (role == Qt::DisplayRole) {
        return q == mode_ ? plantModeText(value) : quantityText(value, info.unit);
    }
    if (role == Qt::UserRole) {
        return value;
    }
    return role == Qt::ToolTipRole
               ? QVariant(QStringLiteral("%1\n%2").arg(utf8(info.label), utf8(info.why)))
               : QVariant();
}

QVariant QuantityModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section >= columnCount()) {
        return {};
    }
    const int q = section - 1;
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((q < 0 || q == mode_ ? Qt::AlignLeft : Qt::AlignRight) |
                                Qt::AlignVCenter);
    }
    if (role == Qt::DisplayRole) {
        return q < 0 ? what_ : utf8(quantities_[at(q)].label);
    }
    return role == Qt::ToolTipRole && q >= 0 ? QVariant(utf8(quantities_[at(q)].why)) : QVariant();
}

}  // namespace headroom::ui
