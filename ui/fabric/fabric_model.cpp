// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_model.h"

#include "engine/base/index.h"
#include "ui/fabric/fabric_focus.h"
#include "ui/fabric/fabric_text.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <algorithm>

namespace headroom::ui {

namespace {

const QString kNoValue = QStringLiteral("–");

bool isDown(const engine::FabricFaultsNow& faults) {
    return faults.cut > 0;
}

}  // namespace

FabricLinkModel::FabricLinkModel(FabricFocus* focus, QObject* parent)
    : QAbstractTableModel(parent), focus_(focus) {
    connect(focus, &FabricFocus::fabricChanged, this, [this] {
        beginResetModel();
        frame_.reset();
        faults_.clear();
        rows_ = focus_->index() != nullptr ? static_cast<int>(focus_->index()->bundles.size()) : 0;
        endResetModel();
    });
    rows_ = focus->index() != nullptr ? static_cast<int>(focus->index()->bundles.size()) : 0;
}

void FabricLinkModel::refresh() {
    frame_ = focus_->workspace()->frame();
    faults_.assign(at(rows_), {});
    if (frame_ && focus_->index() != nullptr) {
        const engine::Topology& topology = *focus_->index()->topology;
        for (const engine::LinkOverride& o : frame_->fabricsNow.overrides) {
            const int bundle = o.fabric == focus_->fabric() ? topology.bundleOf(o.link) : -1;
            if (bundle < 0 || faults_[at(bundle)].faulty > 0) {
                continue;
            }
            faults_[at(bundle)] = engine::faultsOfBundle(*focus_->index(), focus_->fabric(),
                                                         frame_->fabricsNow, bundle);
        }
    }
    if (rows_ > 0) {
        emit dataChanged(index(0, 0), index(rows_ - 1, ColumnCount - 1));
    }
}

int FabricLinkModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : rows_;
}

int FabricLinkModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

const engine::BundleNow* FabricLinkModel::now(int bundle) const {
    if (!frame_ || !frame_->fabrics || focus_->network() != frame_->fabrics.get() ||
        !engine::hasFabricValues(*frame_->fabrics, frame_->fabricsNow)) {
        return nullptr;
    }
    return &frame_->fabricsNow
                .bundles[at(frame_->fabrics->firstBundle[at(focus_->fabric())] + bundle)];
}

QString FabricLinkModel::display(int bundle, int column) const {
    const engine::FabricIndex& index = *focus_->index();
    const engine::FabricIndex::Ends& ends = index.bundles[at(bundle)];
    const engine::BundleNow* values = now(bundle);
    const engine::Fabric& fabric = focus_->network()->fabrics[at(focus_->fabric())];
    const engine::CableRun* run =
        at(bundle) < fabric.runs.size() ? &fabric.runs[at(bundle)] : nullptr;
    switch (column) {
        case Name:
            return bundleName(index, bundle);
        case Tier:
            return tierText(ends.tier);
        case Plane:
            return QString::number(ends.plane + 1);
        case Links:
            return countText(ends.links);
        case Utilisation:
            return values ? utilizationText(static_cast<double>(values->utilization)) : kNoValue;
        case Load:
            return values ? rateText(static_cast<double>(values->loadBytesPerS)) : kNoValue;
        case Capacity:
            return rateText(values ? static_cast<double>(values->capacityBytesPerS)
                                   : ends.links * index.topology->linkBytesPerS());
        case State: {
            const engine::FabricFaultsNow faults =
                at(bundle) < faults_.size() ? faults_[at(bundle)] : engine::FabricFaultsNow{};
            return faults.faulty == 0
                       ? linkFaultText(engine::LinkFault::None)
                       : QStringLiteral("%1: %2").arg(linkFaultText(faults.worst),
                                                      faultsText(faults, ends.links));
        }
        case Part:
            return run == nullptr || run->count == 0 ? kNoValue
                   : run->part < 0                   ? tr("none reaches")
                   : at(run->part) < fabric.partIds.size()
                       ? QString::fromStdString(fabric.partIds[at(run->part)])
                       : kNoValue;
        case Length:
            return run == nullptr || run->count == 0
                       ? kNoValue
                       : tr("%1, longest %2")
                             .arg(quantityText(run->meanM, models::unit::metre, 3),
                                  quantityText(run->longestM, models::unit::metre, 3));
        default:
            return {};
    }
}

QVariant FabricLinkModel::sortKey(int bundle, int column) const {
    const engine::FabricIndex::Ends& ends = focus_->index()->bundles[at(bundle)];
    const engine::BundleNow* values = now(bundle);
    const engine::Fabric& fabric = focus_->network()->fabrics[at(focus_->fabric())];
    switch (column) {
        case Name:
            return bundle;  // by number: leaf 2 before leaf 10
        case Tier:
            return static_cast<int>(ends.tier);
        case Plane:
            return ends.plane;
        case Links:
            return ends.links;
        case Utilisation:
            return values ? static_cast<double>(values->utilization) : -1.0;
        case Load:
            return values ? static_cast<double>(values->loadBytesPerS) : -1.0;
        case Capacity:
            return values ? static_cast<double>(values->capacityBytesPerS)
                          : static_cast<double>(ends.links);
        case State: {
            const engine::FabricFaultsNow faults =
                at(bundle) < faults_.size() ? faults_[at(bundle)] : engine::FabricFaultsNow{};
            return 1000000 * engine::faultRank(faults.worst) + faults.faulty;
        }
        case Length:
            return at(bundle) < fabric.runs.size() ? fabric.runs[at(bundle)].longestM : 0.0;
        default:
            return display(bundle, column);
    }
}

QVariant FabricLinkModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || focus_->index() == nullptr || index.row() >= rows_) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return display(index.row(), index.column());
        case Qt::UserRole:
            return sortKey(index.row(), index.column());
        case Qt::TextAlignmentRole:
            return QVariant::fromValue((index.column() >= Plane && index.column() <= Capacity
                                            ? Qt::AlignRight
                                            : Qt::AlignLeft) |
                                       Qt::AlignVCenter);
        case Qt::DecorationRole:
            if (index.column() == State && at(index.row()) < faults_.size() &&
                faults_[at(index.row())].faulty > 0) {
                const ThemeColours& c = Theme::instance().colours();
                const bool down = isDown(faults_[at(index.row())]);
                return Theme::pixmap(down ? "error" : "warning", 16, down ? c.bad : c.caution);
            }
            return {};
        case Qt::ToolTipRole:
            return index.column() == State && at(index.row()) < faults_.size()
                       ? linkFaultWhy(faults_[at(index.row())].worst)
                       : display(index.row(), index.column());
        default:
            return {};
    }
}

QVariant FabricLinkModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    static const std::array<std::array<const char*, 2>, ColumnCount> kHeads{{
        {QT_TR_NOOP("Links"), QT_TR_NOOP("Parallel links, one way")},
        {QT_TR_NOOP("Tier"), QT_TR_NOOP("Where in the fabric they are")},
        {QT_TR_NOOP("Plane"), QT_TR_NOOP("Which of the independent copies")},
        {QT_TR_NOOP("Count"), QT_TR_NOOP("How many run in parallel")},
        {QT_TR_NOOP("Utilisation"), QT_TR_NOOP("Of the fullest of them")},
        {QT_TR_NOOP("Load"), QT_TR_NOOP("Mean over the traffic's cycle, all of them")},
        {QT_TR_NOOP("Capacity"), QT_TR_NOOP("All of them now, after faults and routing")},
        {QT_TR_NOOP("State"), QT_TR_NOOP("Faults of any of them")},
        {QT_TR_NOOP("Part"), QT_TR_NOOP("Cable or module that reaches")},
        {QT_TR_NOOP("Length"), QT_TR_NOOP("By route along the trays, with slack")},
    }};
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
        return tr(kHeads[at(section)][role == Qt::DisplayRole ? 0U : 1U]);
    }
    return {};
}

FabricRowModel::FabricRowModel(std::vector<Column> columns, QObject* parent)
    : QAbstractTableModel(parent), columns_(std::move(columns)) {}

void FabricRowModel::setRows(std::vector<Row> rows) {
    if (rows.size() != rows_.size()) {
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

int FabricRowModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int FabricRowModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant FabricRowModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto& cells = rows_[at(index.row())].cells;
    if (at(index.column()) >= cells.size()) {
        return {};
    }
    const Cell& cell = cells[at(index.column())];
    switch (role) {
        case Qt::DisplayRole:
            return cell.text;
        case Qt::UserRole:
            return cell.key.isValid() ? cell.key : QVariant(cell.text);
        case Qt::ToolTipRole:
            return cell.tip.isEmpty() ? cell.text : cell.tip;
        case Qt::DecorationRole:
            return cell.icon.isEmpty() ? QVariant()
                                       : QVariant(Theme::pixmap(cell.icon, 16, cell.colour));
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(
                (columns_[at(index.column())].isNumber ? Qt::AlignRight : Qt::AlignLeft) |
                Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant FabricRowModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const Column& column = columns_[at(section)];
    return role == Qt::DisplayRole   ? QVariant(column.title)
           : role == Qt::ToolTipRole ? QVariant(column.tip)
                                     : QVariant();
}

}  // namespace headroom::ui
