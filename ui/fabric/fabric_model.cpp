// SPDX-License-Identifier: Apache-2.0
#include "ui/fabric/fabric_model.h"

#include "engine/base/index.h"
#include "ui/fabric/fabric_focus.h"
#include "ui/fabric/fabric_text.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/workspace/workspace.h"

#include <utility>

namespace headroom::ui {

namespace {

using Row = FabricLinkRow;

const QString kNoValue = QStringLiteral("–");

/// Where its cables run; null where that is not known, or where it has none.
const engine::CableRun* runOf(const FabricFocus& focus, const Row& row) {
    const auto& runs = focus.network()->fabrics[at(focus.fabric())].runs;
    return at(row.bundle) < runs.size() && runs[at(row.bundle)].count > 0 ? &runs[at(row.bundle)]
                                                                          : nullptr;
}

QString partOf(const FabricFocus& focus, const Row& row) {
    const engine::CableRun* run = runOf(focus, row);
    if (run == nullptr) {
        return kNoValue;
    }
    const auto& parts = focus.network()->fabrics[at(focus.fabric())].partIds;
    return run->part < 0                  ? FabricLinkModel::tr("none reaches")
           : at(run->part) < parts.size() ? QString::fromStdString(parts[at(run->part)])
                                          : kNoValue;
}

QVariant markOf(const Row& row) {
    if (row.faults.faulty == 0) {
        return {};
    }
    const ThemeColours& c = Theme::instance().colours();
    return row.faults.cut > 0 ? iconMark("error", c.bad) : iconMark("warning", c.caution);
}

std::vector<TableColumn<Row>> columnsFor(const FabricFocus* focus) {
    using M = FabricLinkModel;
    const auto ends = [focus](const Row& row) -> const engine::TopologyIndex::Ends& {
        return focus->index()->bundles[at(row.bundle)];
    };
    return {
        {.title = M::tr("Links"),
         .why = M::tr("Parallel links, one way"),
         .text = [focus](const Row& row) { return bundleName(*focus->index(), row.bundle); },
         .key = [](const Row& row) { return row.bundle; }},  // leaf 2 before leaf 10
        {.title = M::tr("Tier"),
         .why = M::tr("Where in the fabric they are"),
         .text = [ends](const Row& row) { return tierText(ends(row).tier); },
         .key = [ends](const Row& row) { return static_cast<int>(ends(row).tier); }},
        {.title = M::tr("Plane"),
         .why = M::tr("Which of the independent copies"),
         .side = CellSide::Right,
         .text = [ends](const Row& row) { return QString::number(ends(row).plane + 1); },
         .key = [ends](const Row& row) { return ends(row).plane; }},
        {.title = M::tr("Count"),
         .why = M::tr("How many run in parallel"),
         .side = CellSide::Right,
         .text = [ends](const Row& row) { return countText(ends(row).links); },
         .key = [ends](const Row& row) { return ends(row).links; }},
        {.title = M::tr("Utilisation"),
         .why = M::tr("Utilisation of the fullest link"),
         .side = CellSide::Right,
         .text =
             [](const Row& row) {
                 return row.now ? utilizationText(static_cast<double>(row.now->utilization))
                                : kNoValue;
             },
         .key =
             [](const Row& row) {
                 return row.now ? static_cast<double>(row.now->utilization) : -1.0;
             }},
        {.title = M::tr("Load"),
         .why = M::tr("Mean over the traffic's cycle, all of them"),
         .side = CellSide::Right,
         .text =
             [](const Row& row) {
                 return row.now ? rateText(static_cast<double>(row.now->loadBytesPerS)) : kNoValue;
             },
         .key =
             [](const Row& row) {
                 return row.now ? static_cast<double>(row.now->loadBytesPerS) : -1.0;
             }},
        {.title = M::tr("Capacity"),
         .why = M::tr("All of them now, after faults and routing"),
         .side = CellSide::Right,
         .text =
             [focus, ends](const Row& row) {
                 return rateText(row.now
                                     ? static_cast<double>(row.now->capacityBytesPerS)
                                     : ends(row).links * focus->index()->topology->linkBytesPerS());
             },
         .key =
             [ends](const Row& row) {
                 return row.now ? static_cast<double>(row.now->capacityBytesPerS)
                                : static_cast<double>(ends(row).links);
             }},
        {.title = M::tr("State"),
         .why = M::tr("Faults of any of them"),
         .text =
             [ends](const Row& row) {
                 return row.faults.faulty == 0
                            ? linkFaultText(engine::LinkFault::None)
                            : QStringLiteral("%1: %2").arg(linkFaultText(row.faults.worst),
                                                           faultsText(row.faults, ends(row).links));
             },
         .key =
             [](const Row& row) {
                 return 1000000 * engine::faultRank(row.faults.worst) + row.faults.faulty;
             },
         .tip = [](const Row& row) { return linkFaultWhy(row.faults.worst); },
         .mark = markOf},
        {.title = M::tr("Part"),
         .why = M::tr("Cable or module that reaches"),
         .text = [focus](const Row& row) { return partOf(*focus, row); }},
        {.title = M::tr("Length"),
         .why = M::tr("By route along the trays, with slack"),
         .text =
             [focus](const Row& row) {
                 const engine::CableRun* run = runOf(*focus, row);
                 return run == nullptr
                            ? kNoValue
                            : M::tr("%1, longest %2")
                                  .arg(quantityText(run->meanM, models::unit::metre, 3),
                                       quantityText(run->longestM, models::unit::metre, 3));
             },
         .key =
             [focus](const Row& row) {
                 const engine::CableRun* run = runOf(*focus, row);
                 return run == nullptr ? 0.0 : run->longestM;
             }},
    };
}

}  // namespace

FabricLinkModel::FabricLinkModel(FabricFocus* focus, QObject* parent)
    : RecordTable(columnsFor(focus), parent), focus_(focus) {
    connect(focus, &FabricFocus::fabricChanged, this, [this] {
        reset(bundles());
        frame_.reset();
    });
    reset(bundles());
}

std::vector<FabricLinkRow> FabricLinkModel::bundles() const {
    std::vector<FabricLinkRow> rows;
    const std::size_t n = focus_->index() != nullptr ? focus_->index()->bundles.size() : 0;
    rows.reserve(n);
    for (std::size_t b = 0; b < n; ++b) {
        rows.push_back({static_cast<int>(b)});
    }
    return rows;
}

void FabricLinkModel::refresh() {
    const auto frame = focus_->workspace()->frame();
    std::vector<FabricLinkRow> next = bundles();
    if (frame && focus_->index() != nullptr) {
        const engine::FabricsNow& now = frame->fabricsNow;
        const engine::Topology& topology = *focus_->index()->topology;
        for (const engine::LinkOverride& o : now.overrides) {
            const int bundle = o.fabric == focus_->fabric() ? topology.bundleOf(o.link) : -1;
            if (bundle >= 0 && next[at(bundle)].faults.faulty == 0) {
                next[at(bundle)].faults =
                    engine::faultsOfBundle(*focus_->index(), focus_->fabric(), now, bundle);
            }
        }
        if (frame->fabrics && focus_->network() == frame->fabrics.get() &&
            engine::hasFabricValues(*frame->fabrics, now)) {
            const int first = frame->fabrics->firstBundle[at(focus_->fabric())];
            for (FabricLinkRow& row : next) {
                row.now = &now.bundles[at(first + row.bundle)];
            }
        }
    }
    const auto before = std::exchange(frame_, frame);  // until the rows are replaced
    setRows(std::move(next));
}

}  // namespace headroom::ui
