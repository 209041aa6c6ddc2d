// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/reliability/reach/reach_work.h"
#include "engine/run/cooling/coolant_orders.h"
#include "models/cooling/crah.h"
#include "models/cooling/thin_air.h"
#include "models/facility/drill_defaults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// The way of a failure through coolant and air.
namespace headroom::engine {

namespace {

using models::CoolingMachine;
using models::DrillAction;

/// Rounding of a sum of ratings.
constexpr double kFull = 1.0 - 1e-6;

double needOf(double amount, double each) {
    return each > 0.0 && amount > 0.0 ? amount / each : 0.0;
}

}  // namespace

ReachMap::ReachMap(const Plant& plant) : plant_(plant), links_(*plant.fabric) {
    const CoolingNetwork& c = *plant.cooling;
    need_.assign(c.links.size(), 0.0);
    const auto set = [&](int link, double need) {
        if (link >= 0) {
            need_[at(link)] = need;
        }
    };
    std::vector<double> cduW(plant.cdus.size(), 0.0), hallW(plant.halls.size(), 0.0),
        loopW(plant.loops.size(), 0.0);
    for (const PlantRow& row : plant.rows) {
        const PlantBlock& b = plant.blocks[at(row.block)];
        cduW[at(row.cdu)] += row.racks * fullRackW(b) * b.server.liquidFraction;
    }
    for (const PlantBlock& b : plant.blocks) {
        const double liquid = b.cdu >= 0 ? b.server.liquidFraction : 0.0;
        hallW[at(b.hall)] += b.racks * fullRackW(b) * (1.0 - liquid);
    }
    for (std::size_t i = 0; i < plant.cdus.size(); ++i) {
        const PlantCdu& u = plant.cdus[i];
        loopW[at(u.loop)] += cduW[i];
        set(c.cduPrimary[i], needOf(cduW[i], u.cdu.ratedHeatW));
        set(c.cduSecondary[i], needOf(cduW[i], u.cdu.ratedHeatW));
        set(c.cduPumps[i], needOf(u.rackM3PerS, u.pump.flowM3PerS));
    }
    for (std::size_t i = 0; i < plant.halls.size(); ++i) {
        const PlantHall& h = plant.halls[i];
        hallW[i] += h.fabricW + h.storageW;
        loopW[at(h.loop)] += hallW[i];
        set(c.hallCoil[i], needOf(hallW[i], models::crahRatedHeatW(h.crah, plant.hallAir[i].air)));
    }
    const double pressurePa = plant.site->pressurePa;
    for (std::size_t i = 0; i < plant.loops.size(); ++i) {
        const PlantLoop& l = plant.loops[i];
        const double flow = needOf(
            loopW[i], plant.circuitFluid[at(c.loopCircuit[i])].jPerM3K() * l.spec.designRiseK);
        set(c.loopPumps[i], std::min(needOf(flow, l.pump.flowM3PerS),
                                     needOf(l.designFlowM3PerS, l.pump.flowM3PerS)));
        const double rejectedW =
            loopW[i] * (l.hasChiller ? 1.0 + 1.0 / std::max(1.0, l.chiller.ratedCop) : 1.0);
        const double towersW = l.hasTower ? l.spec.towers * l.tower.ratedHeatW : 0.0;
        const double coolerW =
            l.hasDryCooler ? models::coolerRatedHeatW(l.dryCooler, pressurePa) : 0.0;
        const double dryW = l.hasDryCooler ? l.spec.dryCoolers * coolerW : 0.0;
        const double externalW = l.hasExternal() ? l.spec.externalW : 0.0;
        if (const double allW = towersW + dryW + externalW; allW > 0.0) {
            set(c.loopTowers[i],
                needOf(rejectedW * towersW / allW, l.hasTower ? l.tower.ratedHeatW : 0.0));
            set(c.loopDryCoolers[i], needOf(rejectedW * dryW / allW, coolerW));
            set(c.loopExternal[i], needOf(rejectedW * externalW / allW, externalW));
        }
        if (const int pumps = c.loopCondenserPumps[i];
            pumps >= 0 && l.hasTower && l.hasCondenserPump) {
            const double range =
                plant.circuitFluid[at(c.links[at(pumps)].circuit)].jPerM3K() * l.tower.designRangeK;
            set(pumps, needOf(needOf(rejectedW, range), l.condenserPump.flowM3PerS));
        }
        if (l.hasChiller) {
            set(c.loopEvaporators[i],
                needOf(loopW[i], models::chillerRatedHeatW(l.chiller, pressurePa)));
        }
    }
    restPower();
}

void ReachMap::loseUnits(Work& work, int link, double units) const {
    if (link < 0) {
        return;
    }
    work.left[at(link)] = std::max(0.0, work.left[at(link)] - units);
    work.hit[at(link)] = 1;
    work.hits.push_back(link);
}

bool ReachMap::takeMachines(const PlantOrder& order, Work& work) const {
    // A rack block is a coolant order only where coolant is what happens to it.
    const bool coolantAction = order.action == DrillAction::Leak ||
                               order.action == DrillAction::Isolate ||
                               order.action == DrillAction::Stick;
    for (std::size_t i = 0; i < plant_.blocks.size(); ++i) {
        if (plant_.blocks[i].id == order.unit && !coolantAction) {
            return false;
        }
    }
    const std::vector<LinkIndex> links = coolantLinksOf(plant_, order);
    const CoolingNetwork& c = *plant_.cooling;
    for (const int link : links) {
        const CoolingLink& l = c.links[at(link)];
        double units = order.count > 0 ? std::min(order.count, l.units) : l.units;
        if (order.action == DrillAction::Foul) {
            units *= 1.0 - (std::isnan(order.amount) ? models::kDrillFoulLeft : order.amount);
        } else if (order.action == DrillAction::Stick) {
            units *= std::isnan(order.amount) ? 0.0 : 1.0 - order.amount;
        }
        loseUnits(work, link, units);
        if (l.kind == CoolingLinkKind::CduPrimary && order.action == DrillAction::Fail) {
            const int pumps = c.cduPumps[at(l.subject)];
            loseUnits(work, pumps, units * c.links[at(pumps)].units / std::max(1, l.units));
        }
    }
    return !links.empty();
}

/// Capacity left of a link over what full load takes, at most 1.
double ReachMap::shareLeft(const Work& work, int link, bool& exposed) const {
    if (link < 0 || work.hit[at(link)] == 0) {
        return 1.0;
    }
    const double left = work.left[at(link)];
    const double need =
        need_[at(link)] > 0.0 ? need_[at(link)] : plant_.cooling->links[at(link)].units;
    const double share = left / need;
    exposed = exposed || (left - 1.0) / need < kFull;
    return share < kFull ? share : 1.0;
}

void ReachMap::spreadCooling(Work& work) const {
    if (work.hits.empty()) {
        return;
    }
    const CoolingNetwork& c = *plant_.cooling;

    struct Share {
        double left = 1.0;
        bool exposed = false;
    };

    const auto see = [&](Share& s, int link) {
        s.left = std::min(s.left, shareLeft(work, link, s.exposed));
    };
    const auto tell = [&](ReachBy by, const char* kind, const std::string& id, const Share& s) {
        if (!work.tells || (s.left >= 1.0 && !s.exposed)) {
            return;
        }
        const std::string who = kind + id;
        if (s.left < 1.0) {
            work.out.steps.push_back(
                {by, who,
                 fmt::format("{} keeps {:.0f} % of what full load takes.", who, 100.0 * s.left)});
        } else {
            work.out.steps.push_back(
                {by, who, fmt::format("{} still carries full load; its spare is gone.", who)});
        }
    };
    std::vector<Share> loops(plant_.loops.size()), cdus(plant_.cdus.size()),
        halls(plant_.halls.size());
    for (std::size_t i = 0; i < loops.size(); ++i) {
        for (const int link : {c.loopPumps[i], c.loopCondenserPumps[i], c.loopTowers[i],
                               c.loopDryCoolers[i], c.loopEvaporators[i], c.loopExternal[i]}) {
            see(loops[i], link);
        }
        tell(ReachBy::Coolant, "Loop ", plant_.loops[i].id, loops[i]);
    }
    for (std::size_t i = 0; i < cdus.size(); ++i) {
        for (const int link : {c.cduPrimary[i], c.cduSecondary[i], c.cduPumps[i]}) {
            see(cdus[i], link);
        }
        tell(ReachBy::Coolant, "CDU group ", plant_.cdus[i].id, cdus[i]);
        const Share& loop = loops[at(plant_.cdus[i].loop)];
        cdus[i] = {std::min(cdus[i].left, loop.left), cdus[i].exposed || loop.exposed};
    }
    for (std::size_t i = 0; i < halls.size(); ++i) {
        see(halls[i], c.hallCoil[i]);
        tell(ReachBy::Air, "Air of ", plant_.halls[i].id, halls[i]);
        const Share& loop = loops[at(plant_.halls[i].loop)];
        halls[i] = {std::min(halls[i].left, loop.left), halls[i].exposed || loop.exposed};
    }
    const auto reach = [&](int firstRack, int racks, const Share& s, ReachBy by) {
        for (int rack = firstRack; rack < firstRack + racks && s.left < 1.0; ++rack) {
            mark(work, rack, s.left > 0.0 ? Reach::Strained : Reach::Lost, by,
                 s.left > 0.0 ? 0.0 : 1.0, 1.0 - s.left);
        }
        for (int rack = firstRack; rack < firstRack + racks && s.left >= 1.0 && s.exposed; ++rack) {
            mark(work, rack, Reach::Exposed, by, 0.0);
        }
    };
    for (const PlantRow& row : plant_.rows) {
        Share s = cdus[at(row.cdu)];
        see(s, row.link);
        reach(row.firstRack, row.racks, s, ReachBy::Coolant);
    }
    for (const PlantBlock& b : plant_.blocks) {
        reach(b.firstRack, b.racks, halls[at(b.hall)], ReachBy::Air);
    }
}

}  // namespace headroom::engine
