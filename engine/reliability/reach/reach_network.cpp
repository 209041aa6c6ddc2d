// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/reliability/reach/reach_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// The way of a failure through the fabrics.
namespace headroom::engine {

using models::DrillAction;
using models::FabricPart;

bool ReachMap::takeFabric(const PlantOrder& order, Work& work) const {
    const FabricNetwork& n = *plant_.fabric;
    int fabric = -1;
    for (std::size_t f = 0; f < n.fabrics.size(); ++f) {
        fabric = n.fabrics[f].id == order.unit ? static_cast<int>(f) : fabric;
    }
    if (fabric < 0) {
        return false;
    }
    const int parts = links_.count(fabric, order.part);
    for (int k = 0; k < parts; ++k) {
        if (order.instance != 0 && order.instance != k + 1) {
            continue;
        }
        FabricFaultState fault;
        fault.id = static_cast<std::int64_t>(work.faults.size());
        fault.fabric = fabric;
        fault.part = static_cast<std::int32_t>(order.part);
        fault.number = k;
        fault.count = order.count;
        fault.fault = static_cast<std::int32_t>(LinkFault::Cut);
        if (order.action == DrillAction::Degrade) {
            fault.factor = std::isnan(order.amount) ? 0.5 : order.amount;
            fault.fault = static_cast<std::int32_t>(LinkFault::Lanes);
        }
        work.faults.push_back(fault);
    }
    return true;
}

void ReachMap::spreadNetwork(Work& work) const {
    const FabricNetwork& n = *plant_.fabric;
    for (std::size_t h = 0; h < work.switchesLeft.size(); ++h) {
        if (work.switchesLeft[h] > 1.0 - 1e-9) {
            continue;
        }
        const double left = std::max(0.0, work.switchesLeft[h]);
        for (int s = 0; s < plant_.servers; ++s) {
            const int f = n.serverFabric[at(s)];
            if (f >= 0 && n.fabrics[at(f)].hall == static_cast<int>(h)) {
                mark(work, plant_.serverRack[at(s)], left > 0.0 ? Reach::Strained : Reach::Lost,
                     ReachBy::Network, left > 0.0 ? 0.0 : 1.0, 1.0 - left);
            }
        }
    }
    if (work.faults.empty()) {
        return;
    }
    FabricLinks links = links_;
    const FabricLinks::Changed changed = links.apply(work.faults);
    // Uplinks left, by fabric and leaf, or by pod for the tier above.
    std::vector<double> rackLost(at(plant_.racks), 0.0), rackCut(at(plant_.racks), 0.0);
    std::vector<std::vector<double>> leafLeft(n.fabrics.size());
    double worst = 1.0;
    for (const std::int32_t b : changed.bundles) {
        const auto fabric = at(links.fabricOf(b));
        if (fabric >= n.fabrics.size()) {
            continue;
        }
        const Topology& t = *n.fabrics[fabric].topology;
        const Bundle bundle = t.bundle(b - n.firstBundle[fabric]);
        const double built = links.builtBytesPerS(b);
        const double left = built > 0.0 ? links.capacityBytesPerS(b, 1.0) / built : 1.0;
        worst = std::min(worst, left);
        auto& leaves = leafLeft[fabric];
        leaves.resize(at(t.leaves()), 1.0);
        const auto see = [&](int end, bool group) {
            for (int leaf = 0; leaf < t.leaves() && end >= 0; ++leaf) {
                const bool in = group ? t.place(leaf).group == end : leaf == end;
                if (in && (bundle.plane == t.place(leaf).plane)) {
                    leaves[at(leaf)] = std::min(leaves[at(leaf)], left);
                }
            }
        };
        // An uplink of a leaf is that leaf's alone, not that of the others below the same switches.
        const bool uplink = bundle.fromGroup != bundle.toGroup;
        if (!uplink || !bundle.fromGroup) {
            see(bundle.from, bundle.fromGroup);
        }
        if (!uplink || !bundle.toGroup) {
            see(bundle.to, bundle.toGroup);
        }
    }
    int cut = 0;
    for (int s = 0; s < plant_.servers; ++s) {
        const int f = n.serverFabric[at(s)];
        if (f < 0) {
            continue;
        }
        const int rack = plant_.serverRack[at(s)];
        const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(rack)])];
        double rate = 1.0, up = 1.0;
        for (int k = 0; k < n.serverEndpoints[at(s)]; ++k) {
            const int e = n.serverFirstEndpoint[at(s)] + k;
            rate = std::min(rate, links.adapter(f, e));
            if (!leafLeft[at(f)].empty()) {
                up = std::min(up, leafLeft[at(f)][at(n.fabrics[at(f)].topology->leafOf(e))]);
            }
        }
        const double lost = rate <= 0.0 ? 1.0 : 1.0 - std::min(rate, up);
        cut += rate <= 0.0 ? 1 : 0;
        rackLost[at(rack)] += lost / b.rack.servers;
        rackCut[at(rack)] += rate <= 0.0 ? 1.0 / b.rack.servers : 0.0;
    }
    int slowed = 0;
    for (int r = 0; r < plant_.racks; ++r) {
        if (rackLost[at(r)] > 1e-9) {
            const bool all = rackCut[at(r)] > 1.0 - 1e-9;
            slowed += all ? 0 : 1;
            mark(work, r, all ? Reach::Lost : Reach::Strained, ReachBy::Network, rackCut[at(r)],
                 rackLost[at(r)]);
        }
    }
    if (!work.tells) {
        return;
    }
    work.out.steps.push_back(
        {ReachBy::Network, work.out.part,
         fmt::format("{} servers are cut off; {} more racks have less of their network (the worst "
                     "bundle keeps {:.0f} %).",
                     cut, slowed, 100.0 * worst)});
}

}  // namespace headroom::engine
