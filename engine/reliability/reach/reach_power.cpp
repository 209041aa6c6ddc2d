// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/reliability/reach/reach_work.h"

#include <fmt/format.h>

#include <algorithm>

/// The electrical way of a failure.
namespace headroom::engine {

using models::DrillAction;

bool ReachMap::takePower(const PlantOrder& order, Work& work) const {
    const PowerNetwork& n = *plant_.network;
    const int array = n.arrayOf(order.unit);
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
        PowerSwitching& s = work.switching;
        switch (order.action) {
            case DrillAction::Open:
                for (int e = 0; e < u.edges; ++e) {
                    if (order.incomer == 0 || order.incomer == e + 1) {
                        s.edgeClosed[at(u.firstEdge + e)] = 0;
                    }
                }
                break;
            case DrillAction::Fail:
            case DrillAction::Fault:
            case DrillAction::Mistake:
                s.modulesOut[at(unit)] = u.modules;
                if (u.kind == PowerKind::Utility) {
                    s.available[at(unit)] = 0;
                }
                break;
            default:
                continue;  // a sag passes, a reset mends
        }
        work.powerTouched = true;
    }
    return true;
}

void ReachMap::spreadPower(Work& work) const {
    if (!work.powerTouched) {
        return;
    }
    const PowerNetwork& n = *plant_.network;
    work.flow.sizeFor(n);
    transferAndStart(n, work.switching, work.flow);
    int lost = 0, exposed = 0;
    for (std::size_t l = 0; l < n.loads.size(); ++l) {
        const PowerLoad& load = n.loads[l];
        const int before = cordsNormal_[l], now = work.flow.liveCords[l];
        if (now >= before) {
            continue;
        }
        const double left = static_cast<double>(now) / before;
        switch (load.kind) {
            case PowerLoadKind::Rack:
                (now == 0 ? lost : exposed) += 1;
                mark(work, load.index, now == 0 ? Reach::Lost : Reach::Exposed, ReachBy::Power,
                     now == 0 ? 1.0 : 0.0);
                break;
            case PowerLoadKind::HallIt:
                if (now == 0) {
                    work.switchesLeft[at(load.index)] -= load.share;
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
                    links = {c.loopTowers[i], c.loopDryCoolers[i], c.loopEvaporators[i]};
                    what = "heat rejection of " + plant_.loops[i].id;
                }
                for (const int link : links) {
                    if (link >= 0) {
                        loseUnits(work, link, (1.0 - left) * c.links[at(link)].units);
                    }
                }
                work.out.steps.push_back(
                    {ReachBy::Power, what,
                     fmt::format("{:.0f} % of the {} stand still without power.",
                                 100.0 * (1.0 - left), what)});
                break;
            }
        }
    }
    if (lost + exposed > 0) {
        work.out.steps.push_back(
            {ReachBy::Power, work.out.part,
             fmt::format("{} racks lose their last feed, {} are left with fewer.", lost, exposed)});
    }
}

}  // namespace headroom::engine
