// SPDX-License-Identifier: Apache-2.0
#include "ui/power/power_model.h"

#include "engine/base/index.h"
#include "ui/kit/theme.h"
#include "ui/power/power_text.h"
#include "ui/units/quantity_text.h"

#include <cmath>

namespace headroom::ui {

namespace {

using engine::BreakerState;
using engine::PowerUnitState;
namespace unit = models::unit;

const QString kNone = QStringLiteral("–");

struct Look {
    const char* icon;
    QColor colour;
};

/// Severity by shape as well as by colour: octagon, triangle, circle.
Look lookOf(PowerUnitState state) {
    const ThemeColours& c = Theme::instance().colours();
    switch (state) {
        case PowerUnitState::Failed:
        case PowerUnitState::Dead:
            return {"error", c.bad};
        case PowerUnitState::OnBattery:
        case PowerUnitState::LockedOut:
        case PowerUnitState::WalkIn:
        case PowerUnitState::Starting:
        case PowerUnitState::Waiting:
        case PowerUnitState::Transferring:
            return {"warning", c.caution};
        case PowerUnitState::Standby:
            return {"about", c.muted};
        default:
            return {"ok", c.good};
    }
}

Look lookOf(BreakerState state) {
    const ThemeColours& c = Theme::instance().colours();
    switch (state) {
        case BreakerState::Tripped:
            return {"error", c.bad};
        case BreakerState::Open:
            return {"breaker-open", c.text};
        case BreakerState::Closed:
            break;
    }
    return {"breaker-closed", c.muted};
}

QVariant alignment(bool isNumber, bool isCentred = false) {
    if (isCentred) {
        return QVariant(Qt::AlignCenter);
    }
    return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

}  // namespace

void PowerUnitModel::setFrame(std::shared_ptr<const engine::Frame> frame) {
    const auto network = frame ? frame->network : nullptr;
    if (network != network_) {
        beginResetModel();
        frame_ = std::move(frame);
        network_ = network;
        endResetModel();
        return;
    }
    frame_ = std::move(frame);
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

int PowerUnitModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !network_ ? 0 : static_cast<int>(network_->units.size());
}

int PowerUnitModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int{ColumnCount};
}

QString PowerUnitModel::display(int index, int column) const {
    const engine::PowerUnit& u = network_->units[at(index)];
    switch (column) {
        case Name:
            return unitName(*network_, index);
        case Kind:
            return powerKindText(u.kind);
        case Rating:
            return u.ratedVa > 0.0 ? quantityText(u.ratedVa, unit::kilovoltampere, 3) : kNone;
        default:
            break;
    }
    if (!hasPowerValues(*frame_)) {
        return column == Why ? whyText(*network_, *frame_, index) : kNone;
    }
    const engine::PowerUnitNow& now = frame_->powerUnits[at(index)];
    switch (column) {
        case State:
            return powerStateText(now.state);
        case Loading:
            return loadingText(static_cast<double>(now.loading));
        case Load:
            return quantityText(static_cast<double>(now.outputW), unit::kilowatt, 4);
        case Voltage:
            return voltageText(u.voltageV * static_cast<double>(now.voltage));
        case Current:
            return currentText(outputCurrentA(u, now));
        case Loss:
            return quantityText(static_cast<double>(now.lossW), unit::kilowatt, 3);
        case Stored:
            return u.kind == engine::PowerKind::Ups || u.kind == engine::PowerKind::Genset
                       ? loadingText(static_cast<double>(now.charge))
                       : kNone;
        case Why:
            return whyText(*network_, *frame_, index);
        default:
            return {};
    }
}

QVariant PowerUnitModel::sortKey(int index, int column) const {
    const engine::PowerUnit& u = network_->units[at(index)];
    if (column == Name) {
        return index;  // as in the wiring: sources first
    }
    if (column == Rating) {
        return std::isfinite(u.ratedVa) ? u.ratedVa : -1.0;
    }
    if (column == Kind || column == Why || !hasPowerValues(*frame_)) {
        return display(index, column);
    }
    const engine::PowerUnitNow& now = frame_->powerUnits[at(index)];
    const auto number = [](float value) {
        return std::isfinite(value) ? static_cast<double>(value) : -1.0;
    };
    switch (column) {
        case Loading:
            return number(now.loading);
        case Load:
            return number(now.outputW);
        case Voltage:
            return u.voltageV * number(now.voltage);
        case Current:
            return outputCurrentA(u, now);
        case Loss:
            return number(now.lossW);
        case Stored:
            return number(now.charge);
        default:
            return display(index, column);
    }
}

QVariant PowerUnitModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const bool known = hasPowerValues(*frame_);
    switch (role) {
        case Qt::DisplayRole:
            return display(index.row(), index.column());
        case Qt::ToolTipRole:
            return unitTip(*network_, *frame_, index.row()).join('\n');
        case Qt::UserRole:
            return sortKey(index.row(), index.column());
        case LoadingRole:
            return known
                       ? QVariant(static_cast<double>(frame_->powerUnits[at(index.row())].loading))
                       : QVariant();
        case LessOneRole:
            return known ? QVariant(loadingLessOne(network_->units[at(index.row())],
                                                   frame_->powerUnits[at(index.row())]))
                         : QVariant();
        case Qt::TextAlignmentRole:
            return alignment(index.column() >= Loading && index.column() <= Stored,
                             index.column() == Stored);
        case Qt::DecorationRole:
            if (index.column() == State && known) {
                const Look look = lookOf(frame_->powerUnits[at(index.row())].state);
                return Theme::pixmap(look.icon, 16, look.colour, 2.0);
            }
            return {};
        default:
            return {};
    }
}

QVariant PowerUnitModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignment(section > Loading && section <= Stored, section == Stored);
    }
    if (role == Qt::ToolTipRole) {
        switch (section) {
            case Loading:
                return tr(
                    "Apparent power at the output over the rating of what is in service. "
                    "The line marks 100 %, the hollow mark the loading with one module "
                    "less.");
            case Voltage:
                return tr("At the output, line to line or direct");
            case Loss:
                return tr("In the unit and in its incoming cables");
            case Stored:
                return tr("Battery of a UPS, fuel of a generator set");
            default:
                return {};
        }
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case Name:
            return tr("Unit");
        case Kind:
            return tr("Kind");
        case State:
            return tr("State");
        case Loading:
            return tr("Loading");
        case Load:
            return tr("Load");
        case Rating:
            return tr("Rating");
        case Voltage:
            return tr("Voltage");
        case Current:
            return tr("Current");
        case Loss:
            return tr("Loss");
        case Stored:
            return tr("Stored");
        default:
            return tr("Why");
    }
}

void BreakerModel::setFrame(std::shared_ptr<const engine::Frame> frame) {
    const auto network = frame ? frame->network : nullptr;
    if (network != network_) {
        beginResetModel();
        frame_ = std::move(frame);
        network_ = network;
        edges_.clear();
        for (int e = 0; network_ && e < static_cast<int>(network_->edges.size()); ++e) {
            if (network_->edges[at(e)].breaker >= 0) {
                edges_.push_back(e);
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

int BreakerModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(edges_.size());
}

int BreakerModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int{ColumnCount};
}

QVariant BreakerModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const int e = edge(index.row());
    const engine::PowerEdge& edge = network_->edges[at(e)];
    const bool known = hasPowerValues(*frame_);
    const engine::PowerEdgeNow now = known ? frame_->powerEdges[at(e)] : engine::PowerEdgeNow{};
    const double rated = network_->breakers[at(edge.breaker)].ratedA;
    if (role == Qt::DisplayRole) {
        switch (index.column()) {
            case To:
                return unitName(*network_, edge.to);
            case From:
                return unitName(*network_, edge.from);
            case State:
                return known ? breakerStateText(now.breaker) : kNone;
            case Current:
                return known ? currentText(static_cast<double>(now.currentA)) : kNone;
            case Rated:
                return std::isfinite(rated) ? currentText(rated) : kNone;
            case Power:
                return known ? quantityText(static_cast<double>(now.powerW), unit::kilowatt, 4)
                             : kNone;
            default:
                return known ? loadingText(static_cast<double>(now.heat)) : kNone;
        }
    }
    if (role == Qt::UserRole) {
        switch (index.column()) {
            case To:
                return e;
            case From:
                return edge.from;
            case Current:
                return static_cast<double>(now.currentA);
            case Rated:
                return std::isfinite(rated) ? rated : -1.0;
            case Power:
                return static_cast<double>(now.powerW);
            case Heat:
                return static_cast<double>(now.heat);
            default:
                return data(index, Qt::DisplayRole);
        }
    }
    if (role == Qt::ToolTipRole) {
        QStringList lines = edgeTip(*network_, *frame_, e);
        if (known) {
            lines.removeLast();  // of a click on the diagram
        }
        return lines.join('\n');
    }
    if (role == Qt::TextAlignmentRole) {
        return alignment(index.column() >= Current);
    }
    if (role == Qt::DecorationRole && index.column() == State && known) {
        const Look look = lookOf(now.breaker);
        return Theme::pixmap(look.icon, 16, look.colour, 2.0);
    }
    return {};
}

QVariant BreakerModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return alignment(section >= Current);
    }
    if (role == Qt::ToolTipRole && section == Heat) {
        return tr("Thermal image of its release: it trips at 100 %");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case To:
            return tr("Breaker of");
        case From:
            return tr("From");
        case State:
            return tr("State");
        case Current:
            return tr("Current");
        case Rated:
            return tr("Rated");
        case Power:
            return tr("Power");
        default:
            return tr("Thermal state");
    }
}

}  // namespace headroom::ui
