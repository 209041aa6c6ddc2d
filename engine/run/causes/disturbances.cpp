// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/plant/plant.h"
#include "engine/run/causes/causes.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/allocation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

/// Disturbances of places, and the one that makes a rack too warm.
namespace headroom::engine {

namespace {

/// An ended disturbance still explains heat for that long. Assumption: a few turnovers of the coolant and
/// the thermal mass of a hall.
constexpr double kLingerS = 1800.0;

/// Colder than that above its set-point, a loop counts as holding it. Assumption: twice the dead
/// band of common controllers.
constexpr double kHoldsK = 0.5;

/// A stream below that share of its design flow is disturbed. Assumption: outside the band in which
/// pump control keeps it.
constexpr double kEnoughFlow = 0.9;

/// Weather or load is reported again after this time. Assumption: a shift of operators.
constexpr double kToldAgainS = 6.0 * 3600.0;

/// A stream below that share has stopped, and chips warm up as far as they can.
constexpr double kStopped = 0.05;
constexpr double kNoFlowK = 100.0;

bool acts(const Disturbance& d, double timeS) {
    return d.sinceS <= timeS && (d.endS < 0.0 || timeS - d.endS <= kLingerS);
}

struct Site {
    CausePlace place = CausePlace::Anywhere;
    int index = 0;
};

Site siteOf(const Plant& plant, LinkIndex link) {
    const CoolingLink& l = plant.cooling->links[at(link)];
    const CoolingCircuit& circuit = plant.cooling->circuits[at(l.circuit)];
    switch (infoOf(l.kind).owner) {
        case CoolingOwner::CduGroup:
            return {CausePlace::Cdu, l.subject};
        case CoolingOwner::Hall:
            return {CausePlace::Hall, l.subject};
        case CoolingOwner::RackRow:
            return {CausePlace::Row, link};
        case CoolingOwner::Circuit:
            break;
    }
    return {circuit.kind == CircuitKind::Rack ? CausePlace::Cdu : CausePlace::Loop,
            circuit.subject};
}

Site siteOfLoad(const Plant& plant, LoadIndex load) {
    const PowerLoad& l = plant.network->loads[at(load)];
    switch (l.kind) {
        case PowerLoadKind::Fans:
            return {CausePlace::Hall, l.index};
        case PowerLoadKind::CduPumps:
            return {CausePlace::Cdu, l.index};
        case PowerLoadKind::LoopPumps:
        case PowerLoadKind::HeatRejection:
            return {CausePlace::Loop, l.index};
        case PowerLoadKind::Rack:
        case PowerLoadKind::HallIt:
            break;
    }
    return {};
}

Site siteOfHazard(const Plant& plant, HazardIndex hazard) {
    const PlantHazard& z = plant.hazards[at(hazard)];
    switch (z.equipment) {
        case EquipmentKind::Cdu:
            return {CausePlace::Cdu, z.group};
        case EquipmentKind::Crah:
            return {CausePlace::Hall, z.group};
        case EquipmentKind::Chiller:
        case EquipmentKind::CoolingTower:
        case EquipmentKind::DryCooler:
        case EquipmentKind::Pump:
        case EquipmentKind::CondenserPump:
            return {CausePlace::Loop, z.group};
        default:
            return {};  // the wiring tells of its own; fabrics and storage have their faults
    }
}

int partOfHazard(HazardIndex hazard) {
    return -1000000 - hazard;
}

/// Parts of a place that are not a link: loads of the wiring.
int partOfLoad(LoadIndex load) {
    return -2 - load;
}

/// The flow switches of the chillers of a loop, which are not a link either.
constexpr int kFlowSwitches = std::numeric_limits<int>::min();

}  // namespace

void Causes::raise(CausePlace place, int index, int part, std::int64_t event, double timeS) {
    std::vector<Disturbance>& open = s_.causes.open;
    std::erase_if(open, [&](const Disturbance& d) { return !acts(d, timeS); });
    open.push_back({event, timeS, -1.0, place, index, part, 0});
}

void Causes::clear(CausePlace place, int index, int part, double timeS) {
    for (Disturbance& d : s_.causes.open) {
        if (d.place == place && d.index == index && (part == -1 || d.part == part) &&
            d.endS < 0.0) {
            d.endS = timeS;
        }
    }
}

void Causes::raiseLink(LinkIndex link, std::int64_t event, double timeS) {
    const Site site = siteOf(plant_, link);
    raise(site.place, site.index, link, event, timeS);
}

void Causes::clearLink(LinkIndex link, double timeS) {
    const Site site = siteOf(plant_, link);
    clear(site.place, site.index, link, timeS);
}

std::int64_t Causes::ofLink(LinkIndex link, double timeS) const {
    const Site site = siteOf(plant_, link);
    std::int64_t event = -1;
    for (const Disturbance& d : s_.causes.open) {
        if (d.place == site.place && d.index == site.index && d.part == link && acts(d, timeS)) {
            event = std::max(event, d.event);
        }
    }
    return event;
}

void Causes::raiseLoad(LoadIndex load, std::int64_t event, double timeS) {
    const Site site = siteOfLoad(plant_, load);
    if (site.place != CausePlace::Anywhere) {
        raise(site.place, site.index, partOfLoad(load), event, timeS);
    }
}

void Causes::clearLoad(LoadIndex load, double timeS) {
    const Site site = siteOfLoad(plant_, load);
    if (site.place != CausePlace::Anywhere) {
        clear(site.place, site.index, partOfLoad(load), timeS);
    }
}

void Causes::raiseEquipment(HazardIndex hazard, std::int64_t event, double timeS) {
    const Site site = siteOfHazard(plant_, hazard);
    if (site.place != CausePlace::Anywhere) {
        raise(site.place, site.index, partOfHazard(hazard), event, timeS);
    }
}

void Causes::clearEquipment(HazardIndex hazard, double timeS) {
    const Site site = siteOfHazard(plant_, hazard);
    clear(site.place, site.index, partOfHazard(hazard), timeS);
}

std::int64_t Causes::latest(CausePlace place, int index, double timeS) const {
    std::int64_t event = -1;
    for (const Disturbance& d : s_.causes.open) {
        if (d.place == place && d.index == index && acts(d, timeS)) {
            event = std::max(event, d.event);
        }
    }
    return event;
}

/// Temperature of the water that a loop supplies.
double Causes::supplyC(LoopIndex loop) const {
    return s_.coolant.nodeC[at(plant_.cooling->loopSupply[at(loop)])];
}

/// By how much a disturbance of a place can make the chips of a rack too warm [K]; negative: it is
/// not on the way of the rack's heat.
double Causes::deviationK(const Disturbance& d, RackIndex rack) const {
    const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(rack)])];
    const PlantHall& hall = plant_.halls[at(b.hall)];
    const bool liquid = b.cdu >= 0 && b.firstRow >= 0;
    const PlantRow* row = nullptr;
    if (liquid) {
        for (std::size_t k = at(b.firstRow);
             k < plant_.rows.size() && plant_.rows[k].firstRack <= rack; ++k) {
            row = &plant_.rows[k];
        }
    }
    const double airK = static_cast<double>(s_.rackInletC[at(rack)]) - hall.spec.supplyAirC;
    if (!liquid) {
        if (d.place == CausePlace::Hall && d.index == b.hall) {
            return airK;
        }
        return d.place == CausePlace::Loop && d.index == hall.loop
                   ? std::max(airK, supplyC(hall.loop) - s_.coolant.setpointC[at(hall.loop)])
                   : -1.0;
    }
    const PlantCdu& cdu = plant_.cdus[at(row->cdu)];
    const CoolingNetwork& n = *plant_.cooling;
    const CoolantState& c = s_.coolant;
    const double supplyK = c.nodeC[at(n.cduSupply[at(row->cdu)])] - cdu.spec.supplySetpointC;
    const double flow = static_cast<double>(s_.shown.rackFlowM3PerS[at(rack)]);
    const double ratio = b.coolantM3PerS > 0.0 ? flow / b.coolantM3PerS : 1.0;
    const double riseK =
        static_cast<double>(s_.shown.rackReturnC[at(rack)] - s_.rackCoolantC[at(rack)]);
    const double lackK = ratio >= kEnoughFlow ? 0.0
                         : ratio < kStopped   ? kNoFlowK
                                              : (1.0 - ratio) * riseK;
    switch (d.place) {
        case CausePlace::Row:
            return d.index == row->link ? lackK : -1.0;
        case CausePlace::Cdu:
            return d.index == row->cdu ? std::max(supplyK, lackK) : -1.0;
        case CausePlace::Loop: {
            if (d.index != cdu.loop) {
                return -1.0;
            }
            const auto loop = at(cdu.loop);
            const double warmK = supplyC(cdu.loop) - s_.coolant.setpointC[loop];
            const auto primary = at(n.cduPrimary[at(row->cdu)]);
            const bool starved =
                c.flowM3PerS[primary] < kEnoughFlow * n.links[primary].designM3PerS;
            return std::max(warmK, starved ? supplyK : 0.0);
        }
        default:
            return -1.0;
    }
}

std::int64_t Causes::heat(RackIndex rack, double timeS) {
    double most = -1.0;
    std::int64_t event = -1;
    for (const Disturbance& d : s_.causes.open) {
        const double k = acts(d, timeS) ? deviationK(d, rack) : -1.0;
        if (k >= kHoldsK && (k > most || (k == most && d.event > event))) {
            most = k;
            event = d.event;
        }
    }
    if (event >= 0) {
        return event;
    }
    const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(rack)])];
    const LoopIndex loop(b.cdu >= 0 ? plant_.cdus[at(b.cdu)].loop : plant_.halls[at(b.hall)].loop);
    const double overK = supplyC(loop) - s_.coolant.setpointC[at(loop)];
    if (overK > kHoldsK) {
        return environment(timeS, words("Nothing is broken: loop {} supplies {}, {} above its "
                                        "set-point, at a wet bulb of {}.",
                                        plant_.loops[at(loop)].id, amount(supplyC(loop), "°C", 1),
                                        amount(overK, "K", 1),
                                        amount(s_.shown[FacilityQuantity::WetBulb], "°C", 1)));
    }
    // The load: the job that runs there, by its start.
    const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
    for (int n = 0; n < b.rack.servers; ++n) {
        for (const JobIndex job : jobsOnServer(plant_, s_, ServerIndex(firstServer + n))) {
            if (const std::int64_t started = of(job).started; started >= 0) {
                return started;
            }
        }
    }
    return environment(timeS,
                       "Nothing is broken: the load is as submitted, and coolant and air are "
                       "as they should be.");
}

std::int64_t Causes::trip(RackIndex rack, double timeS) {
    const std::int64_t throttled = s_.coolant.throttling[at(plant_.rackBlock[at(rack)])];
    return std::max(throttled, heat(rack, timeS));
}

std::int64_t Causes::water(LoopIndex loop, double timeS) {
    const std::int64_t event = latest(CausePlace::Loop, loop, timeS);
    return event >= 0 ? event
                      : environment(timeS, fmt::format("Loop {} evaporates more than its store and "
                                                       "main give.",
                                                       plant_.loops[at(loop)].id));
}

std::int64_t Causes::lowFlow(LoopIndex loop, double timeS) {
    std::int64_t event = -1;
    for (const Disturbance& d : s_.causes.open) {
        if (d.place == CausePlace::Loop && d.index == loop && d.part != kFlowSwitches &&
            acts(d, timeS)) {
            event = std::max(event, d.event);
        }
    }
    return event >= 0
               ? event
               : environment(timeS, fmt::format("Loop {} asks for less water than its chillers "
                                                "need, and its bypass lets too little by.",
                                                plant_.loops[at(loop)].id));
}

void Causes::raiseFlowSwitches(LoopIndex loop, std::int64_t event, double timeS) {
    raise(CausePlace::Loop, loop, kFlowSwitches, event, timeS);
}

void Causes::clearFlowSwitches(LoopIndex loop, double timeS) {
    clear(CausePlace::Loop, loop, kFlowSwitches, timeS);
}

/// One event for as long as it lasts, and no more often than a person would tell of it.
std::int64_t Causes::environment(double timeS, const Words& text) {
    CauseState& c = s_.causes;
    if (c.environment < 0 || timeS - c.environmentS > kToldAgainS) {
        c.environment =
            log_.in(EventArea::Environment).add(s_, timeS, EventKind::Note, "environment", text);
        c.environmentS = timeS;
    }
    return c.environment;
}

}  // namespace headroom::engine
