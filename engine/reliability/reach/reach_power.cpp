// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/power/standby.h"
#include "engine/reliability/reach/reach_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

/// The electrical way of a failure.
namespace headroom::engine {

using models::DrillAction;

bool ReachMap::takePower(const PlantOrder& order, Work& work) const {
    const PowerNetwork& n = *plant_.network;
    const int array = powerArrayOf(order.unit);
    if (array < 0) {
        return false;
    }
    const PowerArray& a = n.arrays[at(array)];
    for (int k = 0; k < a.units; ++k) {
        if (order.instance != 0 && order.instance != k + 1) {
            continue;
        }
        const int unit = a.firstUnit + k;
        const PowerUnit& u = n.units[at(unit)];
        const int island = islandOf_[at(unit)], own = unitIn_[at(unit)];
        PowerSwitching& s = work.switching.try_emplace(island, resting_[at(island)]).first->second;
        switch (order.action) {
            case DrillAction::Open:
                for (int e = 0; e < u.edges; ++e) {
                    if (order.incomer == 0 || order.incomer == e + 1) {
                        s.edgeClosed[at(islands_[at(island)].network.units[at(own)].firstEdge + e)] = 0;
                    }
                }
                break;
            case DrillAction::Fail:
            case DrillAction::Fault:
            case DrillAction::Mistake:
                s.modulesOut[at(own)] = u.modules;
                if (u.kind == PowerKind::Utility) {
                    s.available[at(own)] = 0;
                }
                break;
            default:
                break;  // a sag passes, a reset mends
        }
    }
    return true;
}

void ReachMap::restPower() {
    const std::vector<PowerArray>& arrays = plant_.network->arrays;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        powerArray_.try_emplace(arrays[i].id, static_cast<int>(i));
    }
    const PowerNetwork& n = *plant_.network;
    islands_ = islandsOf(n);
    islandOf_.resize(n.units.size());
    unitIn_.resize(n.units.size());
    cordsNormal_.assign(n.loads.size(), 0);
    for (std::size_t k = 0; k < islands_.size(); ++k) {
        const PowerIsland& island = islands_[k];
        for (std::size_t i = 0; i < island.units.size(); ++i) {
            islandOf_[at(island.units[i])] = static_cast<int>(k);
            unitIn_[at(island.units[i])] = static_cast<int>(i);
        }
        resting_.push_back(restingSwitching(island.network));
        side_.push_back(generatorSide(island.network));
        PowerSwitching normal = resting_.back();
        PowerFlow flow;
        flow.sizeLive(island.network);
        transferAndStart(island.network, side_.back(), normal, flow);
        for (std::size_t l = 0; l < island.loads.size(); ++l) {
            cordsNormal_[at(island.loads[l])] = flow.liveCords[l];
        }
    }
}

void ReachMap::spreadPower(Work& work) const {
    std::map<int, int> cords;  // by load that has fewer live ones than in normal operation
    for (auto& [k, switching] : work.switching) {
        const PowerIsland& island = islands_[at(k)];
        PowerFlow& flow = work.flow;
        flow.sizeLive(island.network);
        transferAndStart(island.network, side_[at(k)], switching, flow);
        for (std::size_t l = 0; l < island.loads.size(); ++l) {
            if (flow.liveCords[l] < cordsNormal_[at(island.loads[l])]) {
                cords[island.loads[l]] = flow.liveCords[l];
            }
        }
    }
    int lost = 0, exposed = 0;
    for (const auto& [load, now] : cords) {
        losePower(work, load, now, lost, exposed);
    }
    if (work.tells && lost + exposed > 0) {
        work.out.steps.push_back(
            {ReachBy::Power, work.out.part,
             fmt::format("{} racks lose their last feed, {} are left with fewer.", lost, exposed)});
    }
}

/// What hangs on a load that is left with `now` live cords.
void ReachMap::losePower(Work& work, int index, int now, int& racksLost, int& racksExposed) const {
    const PowerLoad& load = plant_.network->loads[at(index)];
    const double left = static_cast<double>(now) / cordsNormal_[at(index)];
    switch (load.kind) {
        case PowerLoadKind::Rack:
            (now == 0 ? racksLost : racksExposed) += 1;
            mark(work, load.index, now == 0 ? Reach::Lost : Reach::Exposed, ReachBy::Power,
                 now == 0 ? 1.0 : 0.0);
            break;
        case PowerLoadKind::HallIt:
            if (now == 0) {
                work.switchesLeft[at(load.index)] -= load.share;
            }
            if (now == 0 && work.tells) {
                work.out.steps.push_back(
                    {ReachBy::Power, plant_.halls[at(load.index)].id,
                     fmt::format("{:.0f} % of the switches and storage of {} lose their power.",
                                 100.0 * load.share, plant_.halls[at(load.index)].id)});
            }
            break;
        case PowerLoadKind::Fans:
        case PowerLoadKind::CduPumps:
        case PowerLoadKind::LoopPumps:
        case PowerLoadKind::HeatRejection: {
            const CoolingNetwork& c = *plant_.cooling;
            std::vector<int> links;
            std::string what;
            const auto i = at(load.index);
            if (load.kind == PowerLoadKind::Fans) {
                links = {c.hallCoil[i]};
                what = "air handlers of " + plant_.halls[i].id;
            } else if (load.kind == PowerLoadKind::CduPumps) {
                links = {c.cduPumps[i]};
                what = "CDU pumps of " + plant_.cdus[i].id;
            } else if (load.kind == PowerLoadKind::LoopPumps) {
                links = {c.loopPumps[i], c.loopCondenserPumps[i]};
                what = "pumps of " + plant_.loops[i].id;
            } else {
                links = {c.loopTowers[i], c.loopDryCoolers[i], c.loopEvaporators[i], c.loopExternal[i]};
                what = "heat rejection of " + plant_.loops[i].id;
            }
            for (const int link : links) {
                if (link >= 0) {
                    loseUnits(work, link, (1.0 - left) * c.links[at(link)].units);
                }
            }
            if (work.tells) {
                work.out.steps.push_back(
                    {ReachBy::Power, what,
                     fmt::format("{:.0f} % of the {} stand still without power.",
                                 100.0 * (1.0 - left), what)});
            }
            break;
        }
    }
}

}  // namespace headroom::engine
