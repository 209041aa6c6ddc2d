// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/fault_model.h"

#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <algorithm>
#include <array>

namespace headroom::ui {

namespace {

using engine::FaultKind;
using engine::FaultNow;
using engine::FaultPhase;

struct Look {
    const char* icon;
    QColor colour;
};

/// By shape as well as by colour: what nobody knows of stands out most.
Look lookOf(FaultPhase phase) {
    const ThemeColours& c = Theme::instance().colours();
    switch (phase) {
        case FaultPhase::Precursor:
            return {"about", c.muted};
        case FaultPhase::Latent:
            return {"error", c.bad};
        case FaultPhase::Detected:
            return {"warning", c.caution};
        case FaultPhase::Waiting:
            return {"pause", c.caution};
        case FaultPhase::UnderRepair:
            return {"repair", c.accent};
        case FaultPhase::Over:
            return {"ok", c.good};
    }
    return {"about", c.muted};
}

}  // namespace

QString faultKindWord(FaultKind kind) {
    switch (kind) {
        case FaultKind::FailStop:
            return FaultModel::tr("Fail-stop");
        case FaultKind::FailSlow:
            return FaultModel::tr("Fail-slow");
        case FaultKind::Intermittent:
            return FaultModel::tr("Intermittent");
        case FaultKind::Corruption:
            return FaultModel::tr("Silent corruption");
        case FaultKind::Software:
            return FaultModel::tr("Software");
        case FaultKind::Human:
            return FaultModel::tr("Human error");
    }
    return {};
}

QString faultPhaseWord(FaultPhase phase) {
    switch (phase) {
        case FaultPhase::Precursor:
            return FaultModel::tr("Announces itself");
        case FaultPhase::Latent:
            return FaultModel::tr("Unnoticed");
        case FaultPhase::Detected:
            return FaultModel::tr("Noticed");
        case FaultPhase::Waiting:
            return FaultModel::tr("Waits");
        case FaultPhase::UnderRepair:
            return FaultModel::tr("Under repair");
        case FaultPhase::Over:
            return FaultModel::tr("Over");
    }
    return {};
}

QString faultSummary(const std::vector<FaultNow>& faults) {
    if (faults.empty()) {
        return {};
    }
    std::array<int, 6> byPhase{};
    for (const FaultNow& fault : faults) {
        ++byPhase[static_cast<std::size_t>(fault.phase)];
    }
    QStringList parts;
    for (const FaultPhase phase : {FaultPhase::Latent, FaultPhase::Detected, FaultPhase::Waiting,
                                   FaultPhase::UnderRepair, FaultPhase::Precursor}) {
        if (const int n = byPhase[static_cast<std::size_t>(phase)]; n > 0) {
            parts << QStringLiteral("%1 %2").arg(n).arg(faultPhaseWord(phase).toLower());
        }
    }
    return FaultModel::tr("%1 open: %2")
        .arg(faults.size() == 1 ? FaultModel::tr("1 fault")
                                : FaultModel::tr("%1 faults").arg(faults.size()),
             parts.join(QStringLiteral(", ")));
}

void FaultModel::setFaults(const std::vector<FaultNow>& faults, double nowS) {
    nowS_ = nowS;
    const auto find = [](const std::vector<FaultNow>& in, std::int32_t number) {
        return std::find_if(in.begin(), in.end(),
                            [number](const FaultNow& f) { return f.number == number; });
    };
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (find(faults, faults_[static_cast<std::size_t>(row)].number) == faults.end()) {
            beginRemoveRows({}, row, row);
            faults_.erase(faults_.begin() + row);
            endRemoveRows();
        }
    }
    std::vector<FaultNow> fresh;
    for (const FaultNow& fault : faults) {
        if (const auto known = find(faults_, fault.number); known != faults_.end()) {
            faults_[static_cast<std::size_t>(known - faults_.begin())] = fault;
        } else {
            fresh.push_back(fault);
        }
    }
    if (!faults_.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
    if (!fresh.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(fresh.size()) - 1);
        faults_.insert(faults_.end(), fresh.begin(), fresh.end());
        endInsertRows();
    }
}

int FaultModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(faults_.size());
}

int FaultModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int{ColumnCount};
}

QString FaultModel::textOf(const FaultNow& fault, int column) const {
    switch (column) {
        case Phase:
            return faultPhaseWord(fault.phase);
        case Kind:
            return faultKindWord(fault.kind);
        case Part:
            return QString::fromStdString(fault.subject);
        case Mode:
            return QString::fromStdString(fault.mode);
        case Since:
            return durationText(fault.atS);
        case Noticed:
            return fault.detectedS < 0.0
                       ? tr("not yet")
                       : tr("after %1").arg(lengthText(std::max(0.0, fault.detectedS - fault.atS)));
        case Waits:
            return fault.waitsFor.empty() ? QStringLiteral("–")
                                          : QString::fromStdString(fault.waitsFor);
        case Expected:
            return fault.expectedS < 0.0     ? tr("not known")
                   : fault.expectedS > nowS_ ? tr("in %1").arg(lengthText(fault.expectedS - nowS_))
                                             : tr("now");
        default:
            return {};
    }
}

QVariant FaultModel::sortKeyOf(const FaultNow& fault, int column) const {
    constexpr double kNever = 1e18;
    switch (column) {
        case Phase:
            return static_cast<int>(fault.phase);
        case Since:
            return fault.atS;
        case Noticed:
            return fault.detectedS < 0.0 ? kNever : fault.detectedS - fault.atS;
        case Expected:
            return fault.expectedS < 0.0 ? kNever : fault.expectedS;
        default:
            return textOf(fault, column);
    }
}

QVariant FaultModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const FaultNow& f = fault(index.row());
    if (role == Qt::DisplayRole) {
        return textOf(f, index.column());
    }
    if (role == Qt::ToolTipRole) {
        return index.column() == Expected && f.expectedS >= 0.0
                   ? tr("At %1 of the run").arg(durationText(f.expectedS))
               : index.column() == Noticed && f.detectedS >= 0.0
                   ? tr("At %1 of the run").arg(durationText(f.detectedS))
                   : textOf(f, index.column());
    }
    if (role == Qt::UserRole) {
        return sortKeyOf(f, index.column());
    }
    if (role == Qt::DecorationRole && index.column() == Phase) {
        const Look look = lookOf(f.phase);
        return Theme::pixmap(look.icon, 16, look.colour, 2.0);
    }
    return {};
}

QVariant FaultModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && section == Noticed) {
        return tr("How long nobody knew of it");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
        case Phase:
            return tr("State");
        case Kind:
            return tr("Kind");
        case Part:
            return tr("Part");
        case Mode:
            return tr("Failure mode");
        case Since:
            return tr("Since");
        case Noticed:
            return tr("Noticed");
        case Waits:
            return tr("Waits for");
        case Expected:
            return tr("Repaired");
        default:
            return {};
    }
}

}  // namespace headroom::ui
