// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/plant/part_names.h"
#include "engine/power/cascade.h"
#include "engine/power/standby.h"
#include "engine/reliability/reach/reach_work.h"
#include "models/cooling/crah.h"
#include "models/cooling/thin_air.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

/// The electrical way of a failure.
namespace headroom::engine {

using models::DrillAction;

namespace {

/// Voltages settle to this [per unit] where what trips is sought.
constexpr double kTripTolerance = 1e-5;

double orZero(double number) {
    return std::isnan(number) ? 0.0 : number;
}

}  // namespace

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
                        s.edgeClosed[at(islands_[at(island)].network.units[at(own)].firstEdge +
                                        e)] = 0;
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
    readDemand();
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
        PowerFlow& flow = normal_.emplace_back();
        flow.sizeFor(island.network);
        transferAndStart(island.network, side_.back(), normal, flow);
        PowerDemand shed = demand_[k];
        settlePower(island.network, normal, demand_[k], shed, flow, kTripTolerance);
        usual_.push_back(tripsOf(island.network, normal, flow, flow));
        for (std::size_t l = 0; l < island.loads.size(); ++l) {
            cordsNormal_[at(island.loads[l])] = flow.liveCords[l];
        }
    }
}

/// Demand of every load at full load, as engine/resolve/design.cpp has it; chillers at the heat of racks, switches,
/// storage, fans and pumps.
void ReachMap::readDemand() {
    const PowerNetwork& n = *plant_.network;
    std::vector<double> rackW, fanW, pumpW, heatW(plant_.loops.size(), 0.0);
    for (const PlantBlock& b : plant_.blocks) {
        rackW.push_back(fullRackW(b));
    }
    for (const PlantHall& h : plant_.halls) {
        fanW.push_back(
            orZero(h.spec.crahs *
                   models::crahFanW(h.crah, 1.0, plant_.hallAir[fanW.size()].air.densityRatio)));
        heatW[at(h.loop)] += h.fabricW + h.storageW + fanW.back();
    }
    for (const PlantCdu& u : plant_.cdus) {
        pumpW.push_back(orZero(u.units * u.cdu.pumpRatedW));
        heatW[at(u.loop)] += pumpW.back();
    }
    for (std::size_t i = 0; i < plant_.blocks.size(); ++i) {
        const PlantBlock& b = plant_.blocks[i];
        const double liquid = b.cdu >= 0 ? b.server.liquidFraction : 0.0;
        heatW[at(plant_.halls[at(b.hall)].loop)] += b.racks * rackW[i] * (1.0 - liquid);
    }
    for (const PlantRow& row : plant_.rows) {
        heatW[at(plant_.cdus[at(row.cdu)].loop)] +=
            row.racks * rackW[at(row.block)] * plant_.blocks[at(row.block)].server.liquidFraction;
    }
    const double pressurePa = plant_.site->pressurePa;
    const auto loopW = [&](std::size_t i) {
        const PlantLoop& l = plant_.loops[i];
        double sumW = l.hasCondenserPump
                          ? l.spec.condenserPumps * models::pumpPowerW(l.condenserPump, 1.0)
                          : 0.0;
        sumW +=
            l.hasTower ? l.spec.towers * models::thinAirFanW(l.tower.fanRatedW, pressurePa) : 0.0;
        sumW += l.hasDryCooler
                    ? l.spec.dryCoolers * models::thinAirFanW(l.dryCooler.fanRatedW, pressurePa)
                    : 0.0;
        sumW += l.hasExternal() ? l.spec.externalPowerW : 0.0;
        if (l.hasChiller) {
            sumW += std::min(heatW[i],
                             l.spec.chillers * models::chillerRatedHeatW(l.chiller, pressurePa)) /
                    l.chiller.ratedCop;
        }
        return orZero(sumW);
    };
    const auto each = [&](const PowerLoad& load) {
        const auto i = at(load.index);
        switch (load.kind) {
            case PowerLoadKind::Rack:
                return rackW[at(plant_.rackBlock[i])];
            case PowerLoadKind::HallIt:
                return plant_.halls[i].fabricW + plant_.halls[i].storageW;
            case PowerLoadKind::Fans:
                return fanW[i];
            case PowerLoadKind::CduPumps:
                return pumpW[i];
            case PowerLoadKind::LoopPumps:
                return orZero(plant_.loops[i].spec.pumps *
                              models::pumpPowerW(plant_.loops[i].pump, 1.0));
            case PowerLoadKind::HeatRejection:
                return loopW(i);
        }
        return 0.0;
    };
    for (const PowerIsland& island : islands_) {
        PowerDemand& own = demand_.emplace_back();
        for (const LoadIndex l : island.loads) {
            const PowerLoad& load = n.loads[at(l)];
            const bool isRack = load.kind == PowerLoadKind::Rack;
            own.powerW.push_back(each(load) * load.share);
            own.reactiveVar.push_back(
                own.powerW.back() *
                (isRack ? plant_.blocks[at(plant_.rackBlock[at(load.index)])].feedReactive
                        : plant_.mechanicalReactive));
        }
    }
}

/// Trips that a study has found, in the islands that they are in.
void ReachMap::takeTrips(const std::vector<CascadeTrip>& trips, Work& work) const {
    const PowerNetwork& n = *plant_.network;
    for (const CascadeTrip& trip : trips) {
        const int unit = trip.edge >= 0 ? static_cast<int>(n.edges[at(trip.edge)].to)
                                        : static_cast<int>(trip.unit);
        const int k = islandOf_[at(unit)];
        const auto found = work.switching.find(k);
        if (found == work.switching.end()) {
            continue;  // another island in normal operation
        }
        CascadeTrip own = trip;
        const PowerUnit& u = islands_[at(k)].network.units[at(unitIn_[at(unit)])];
        if (trip.edge >= 0) {
            own.edge = EdgeIndex(u.firstEdge + (trip.edge - n.units[at(unit)].firstEdge));
        } else {
            own.unit = UnitIndex(unitIn_[at(unit)]);
        }
        applyTrip(islands_[at(k)].network, own, found->second);
    }
}

std::string ReachMap::tripText(const CascadeTrip& trip) const {
    const PowerNetwork& n = *plant_.network;
    const std::string when = fmt::format("{:.0f} % of its rating, and trips after {:.0f} s.",
                                         100.0 * trip.loading, trip.afterS);
    if (trip.edge >= 0) {
        const PowerEdge& e = n.edges[at(trip.edge)];
        return fmt::format("The breaker from {} to {} carries ", n.units[at(e.from)].name,
                           n.units[at(e.to)].name) +
               when;
    }
    return n.units[at(trip.unit)].name + " carries " + when;
}

/// Overloads by the failure in an island, trip by trip.
void ReachMap::followIsland(int k, PowerSwitching& switching, Work& work) const {
    const PowerIsland& island = islands_[at(k)];
    work.flow = normal_[at(k)];
    energise(island.network, switching, work.flow);
    work.shed = demand_[at(k)];
    settlePower(island.network, switching, demand_[at(k)], work.shed, work.flow, kTripTolerance);
    const std::vector<CascadeTrip> trips =
        followTrips(island.network, side_[at(k)], demand_[at(k)], normal_[at(k)], usual_[at(k)],
                    kTripTolerance, switching, work.shed, work.flow);
    for (CascadeTrip trip : trips) {
        if (work.tells) {
            trip.edge = trip.edge < 0 ? trip.edge : EdgeIndex(island.edges[at(trip.edge)]);
            trip.unit = trip.unit < 0 ? trip.unit : UnitIndex(island.units[at(trip.unit)]);
            work.out.steps.push_back({ReachBy::Power, work.out.part, tripText(trip)});
        }
    }
}

void ReachMap::spreadPower(Work& work) const {
    if (work.known != nullptr) {
        takeTrips(*work.known, work);
    }
    std::map<int, int> cords;  // by load that has fewer live ones than in normal operation
    for (auto& [k, switching] : work.switching) {
        const PowerIsland& island = islands_[at(k)];
        PowerFlow& flow = work.flow;
        flow.sizeFor(island.network);
        transferAndStart(island.network, side_[at(k)], switching, flow);
        if (work.known == nullptr) {
            followIsland(k, switching, work);
        }
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
    if (!work.tells) {
        return;
    }
    for (std::size_t h = 0; h < work.switchesLeft.size(); ++h) {
        if (const double lostShare = 1.0 - work.switchesLeft[h]; lostShare > 1e-9) {
            work.out.steps.push_back(
                {ReachBy::Power, plant_.halls[h].id,
                 fmt::format("{:.0f} % of the switches and storage of {} lose their power.",
                             100.0 * std::min(1.0, lostShare),
                             nameOfPart(plant_, plant_.halls[h].id))});
        }
    }
    if (lost + exposed > 0) {
        work.out.steps.push_back(
            {ReachBy::Power, work.out.part,
             exposed == 0 ? fmt::format("{} racks lose their last feed.", lost)
             : lost == 0  ? fmt::format("{} racks are left with fewer feeds.", exposed)
                          : fmt::format("{} racks lose their last feed, {} are left with fewer.",
                                        lost, exposed)});
    }
}

/// Consequences for a load that is left with `now` live cords.
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
                what = "air handlers of " + nameOfPart(plant_, plant_.halls[i].id);
            } else if (load.kind == PowerLoadKind::CduPumps) {
                links = {c.cduPumps[i]};
                what = "CDU pumps of " + nameOfPart(plant_, plant_.cdus[i].id);
            } else if (load.kind == PowerLoadKind::LoopPumps) {
                links = {c.loopPumps[i], c.loopCondenserPumps[i]};
                what = "pumps of " + nameOfPart(plant_, plant_.loops[i].id);
            } else {
                links = {c.loopTowers[i], c.loopDryCoolers[i], c.loopEvaporators[i],
                         c.loopExternal[i]};
                what = "heat rejection of " + nameOfPart(plant_, plant_.loops[i].id);
            }
            for (const int link : links) {
                if (link >= 0) {
                    loseUnits(work, link, (1.0 - left) * c.links[at(link)].units);
                }
            }
            if (work.tells) {
                work.out.steps.push_back({ReachBy::Power, what,
                                          fmt::format("{:.0f} % of the {} halt without power.",
                                                      100.0 * (1.0 - left), what)});
            }
            break;
        }
    }
}

}  // namespace headroom::engine
