// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/bill.h"

#include "engine/base/index.h"
#include "models/core/attribute.h"
#include "models/network/usual.h"

#include <array>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

void addSwitches(Fabric& f) {
    static constexpr std::array kTree = {"leaf switches", "spine switches", "core switches"};
    static constexpr std::array kFlat = {"routers", "spine routers", ""};
    const bool tree = f.topology->spec().kind <= TopologyKind::RailOnly;
    for (std::size_t tier = 0; tier < kTree.size(); ++tier) {
        const std::int64_t count = f.counts.switchesByTier[tier];
        if (count > 0) {
            f.bill.push_back({f.spec.switchPart, tree ? kTree[tier] : kFlat[tier], count,
                              models::switchPowerW(f.switchPart, models::kTypicalSwitchLoad),
                              f.switchPart.priceUsd, 0.0});
        }
    }
    if (f.counts.circuitSwitches > 0) {
        f.bill.push_back({f.spec.circuitSwitch, "optical circuit switches",
                          f.counts.circuitSwitches, f.circuitSwitchW, f.circuitSwitchUsd, 0.0});
    }
}

/// One row for the parts of the runs of one kind, one for the fibre between its modules.
void addLinks(const std::vector<CableRun>& runs, const std::string& what, Fabric& f) {
    for (int p = 0; p <= static_cast<int>(f.parts.size()); ++p) {
        const int part = p < static_cast<int>(f.parts.size()) ? p : -1;
        double metres = 0.0;
        std::int64_t links = 0;
        for (const CableRun& run : runs) {
            if (run.part == part && run.count > 0) {
                links += run.count;
                metres += run.metres();
            }
        }
        if (links == 0) {
            continue;
        }
        if (part < 0) {
            f.bill.push_back({"", what + ", no part reaches", links, models::kNotStated,
                              models::kNotStated, metres});
            continue;
        }
        const models::LinkPartSpec& spec = f.parts[at(part)];
        const std::int64_t ports = spec.ports;
        const std::string& id = f.partIds[at(part)];
        if (spec.isCable()) {
            f.bill.push_back({id, what + ", cables", (links + ports - 1) / ports,
                              2.0 * spec.typicalW, spec.priceUsd, metres});
        } else {
            f.bill.push_back({id, what + ", modules", (2 * links + ports - 1) / ports,
                              spec.typicalW, spec.priceUsd, 0.0});
            f.bill.push_back({id, what + ", fibres", links, 0.0,
                              spec.priceUsdPerM * metres / static_cast<double>(links), metres});
        }
    }
}

}  // namespace

void writeBill(std::int64_t adapters, Fabric& fabric) {
    fabric.bill.clear();
    if (fabric.topology == nullptr) {
        return;
    }
    addSwitches(fabric);
    addLinks(fabric.hostRuns, "host links", fabric);
    addLinks(fabric.runs, "switch links", fabric);
    fabric.bill.push_back({fabric.spec.adapter, "adapters", adapters, 0.0, fabric.adapterUsd, 0.0});
}

void sumPower(const std::vector<std::vector<double>>& linkEnds, Fabric& fabric) {
    fabric.hallW.assign(linkEnds.size(), 0.0);
    fabric.hallSpanW.assign(linkEnds.size(), 0.0);
    fabric.opticsW = fabric.switchIdleW = fabric.switchSpanW = 0.0;
    const auto stated = [&fabric](double w) {
        fabric.powerStated = fabric.powerStated && !std::isnan(w);
        return std::isnan(w) ? 0.0 : w;
    };
    const double idleW = stated(models::switchPowerW(fabric.switchPart, 0.0));
    const double spanW = stated(models::switchPowerW(fabric.switchPart, 1.0)) - idleW;
    for (const FabricSwitch& sw : fabric.switches) {
        fabric.hallW[at(sw.hall)] += idleW;
        fabric.hallSpanW[at(sw.hall)] += spanW;
        fabric.switchIdleW += idleW;
        fabric.switchSpanW += spanW;
    }
    for (std::size_t h = 0; h < linkEnds.size(); ++h) {
        for (std::size_t p = 0; p < linkEnds[h].size(); ++p) {
            if (linkEnds[h][p] > 0.0) {
                const double w =
                    linkEnds[h][p] * stated(fabric.parts[p].typicalW) / fabric.parts[p].ports;
                fabric.hallW[h] += w;
                fabric.opticsW += w;
            }
        }
    }
    if (fabric.counts.circuitSwitches > 0) {
        const double w =
            static_cast<double>(fabric.counts.circuitSwitches) * stated(fabric.circuitSwitchW);
        fabric.hallW[at(fabric.hall)] += w;
        fabric.switchIdleW += w;
    }
}

BillTotal totalOf(const std::vector<BillRow>& bill) {
    BillTotal total;
    for (const BillRow& row : bill) {
        total.metres += row.metres;
        if (std::isnan(row.eachW)) {
            total.allWatts = false;
        } else {
            total.watts += row.watts();
        }
        if (std::isnan(row.eachUsd)) {
            total.allUsd = false;
        } else {
            total.usd += row.usd();
        }
    }
    return total;
}

}  // namespace headroom::engine
