// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/cooled_halls.h"

#include "models/cooling/crah.h"
#include "models/cooling/usual.h"

#include <algorithm>

namespace headroom::engine {

CooledHalls::CooledHalls(const RunContext& run, const CoolantMode& mode, const CoolingUnits& units,
                         HeatNetwork& heat)
    : CoolantPart(run, mode), units_(units), heat_(heat) {
    int zone = 0;
    for (const HallAirPlan& plan : plant_.hallAir) {
        air_.emplace_back(plan);
        firstZone_.push_back(zone);
        zone += plan.zones;
    }
    returnLaw_.resize(air_.size());
    storedW_.resize(air_.size());
}

void CooledHalls::begin() {
    for (std::size_t i = 0; i < air_.size(); ++i) {
        const double supplyC = plant_.halls[i].spec.supplyAirC;
        c_.nodeC[n_.nodes.size() + i] = supplyC;
        s_.hallReturnC[i] = supplyC;
        std::fill_n(c_.zoneC.begin() + firstZone_[i], air_[i].plan().zones, supplyC);
        for (const HallAirPlan::Row& row : air_[i].plan().rows) {
            for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
                c_.inletC[at(r)] = supplyC;
                s_.rackInletC[at(r)] = static_cast<float>(supplyC);
            }
        }
    }
    keepTops();
}

void CooledHalls::keepTops() {
    const bool isProfiled = std::any_of(air_.begin(), air_.end(), [](const HallAir& hall) {
        return !hall.plan().topFraction.empty();
    });
    if (!isProfiled) {
        c_.topC.clear();
    } else if (c_.topC.empty()) {
        c_.topC = c_.inletC;
    }
}

void CooledHalls::derive() {
    for (std::size_t i = 0; i < air_.size(); ++i) {
        std::vector<double> fractions = plant_.hallAir[i].rackFraction;
        std::size_t k = 0;
        for (const HallAirPlan::Row& row : plant_.hallAir[i].rows) {
            for (int r = row.firstRack; r < row.firstRack + row.racks; ++r, ++k) {
                if (!c_.rackFraction.empty() &&
                    c_.rackFraction[at(r)] > CoolantState::kNoFraction) {
                    fractions[k] = c_.rackFraction[at(r)];
                }
            }
        }
        air_[i].setRackFractions(fractions);
    }
}

bool CooledHalls::setAirFractions(HallIndex hall, std::span<const double> fractions) {
    const HallAirPlan& plan = air_[at(hall)].plan();
    if (fractions.size() != plan.rackFraction.size()) {
        return false;
    }
    if (c_.rackFraction.empty()) {
        c_.rackFraction.assign(at(plant_.racks), CoolantState::kNoFraction);
    }
    air_[at(hall)].setRackFractions(fractions);
    std::size_t k = 0;
    for (const HallAirPlan::Row& row : plan.rows) {
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
            c_.rackFraction[at(r)] = plan.rackFraction[k++];
        }
    }
    return true;
}

void CooledHalls::blow(std::size_t i, const Flows& f, double dt) {
    const PlantHall& h = plant_.halls[i];
    const double units = c_.running[at(n_.hallCoil[i])];
    const double ratedAir = units * h.crah.airflowM3PerS;
    const double fanlessW = std::max(0.0, f.hallAirW[i] - f.hallFanHeatW[i]);
    const double wantedAir = air_[i].plan().supplyFor(
        f.hallFanAirM3PerS[i],
        models::crahAirM3PerS(h.crah, fanlessW, plant_.hallAir[i].air.densityRatio));
    const double ratio =
        ratedAir > 0.0 ? std::clamp(wantedAir / ratedAir, h.crah.fanMinSpeed, 1.0) : 0.0;
    // Through coils whose fans are stopped goes what buoyancy moves.
    const double airM3PerS =
        std::max(ratio * ratedAir,
                 models::kStillAirShare * units_.inService(n_.hallCoil[i]) * h.crah.airflowM3PerS);
    c_.airRatio[i] = ratio;
    c_.crahW[i] = units * models::crahFanW(h.crah, ratio, plant_.hallAir[i].air.densityRatio);
    returnLaw_[i] = air_[i].condense({f.rackAirM3PerS, f.rackAirW}, airM3PerS,
                                     f.hallAirW[i] - f.hallRackAirW[i], zones(i), dt);
    ThermalLink& link = heat_.air(i);
    link.wPerK = returnLaw_[i].airWPerK;
    link.alphaC = returnLaw_[i].alphaC;
    link.beta = returnLaw_[i].beta;
    heat_.setFanHeat(i, c_.crahW[i]);
    setCoil(i);
}

void CooledHalls::setCoil(std::size_t i) {
    const PlantHall& h = plant_.halls[i];
    const LinkIndex coil(n_.hallCoil[i]);
    const double units = units_.inService(coil);
    double g = 0.0;
    const double airW = returnLaw_[i].airWPerK;
    if (units > 0.0 && airW > 0.0) {
        const models::AirProperties& properties = plant_.hallAir[i].air;
        const double air = airW / properties.jPerM3K;
        g = units * models::crahConductanceWPerK(h.crah, properties, air / units,
                                                 c_.flowM3PerS[at(coil)] / units, rhoCp(coil),
                                                 c_.foul[at(coil)]);
        g = std::min(g, airW);
    }
    ThermalExchange& e = heat_.exchange(heat_.exchanges().coil[i]);
    e.gHotWPerK = e.gColdWPerK = g;
}

void CooledHalls::count(Flows& f) const {
    for (std::size_t i = 0; i < plant_.halls.size(); ++i) {
        f.fanW[i] = c_.crahW[i];
        f.airHandlerW += c_.crahW[i];
        f.mechanicalW += c_.crahW[i];
    }
}

void CooledHalls::finish(std::size_t i, const Flows& f) {
    const double supplyC = c_.nodeC[n_.nodes.size() + i];
    storedW_[i] = air_[i].finish(supplyC, zones(i), c_.inletC, c_.topC);
    s_.hallReturnC[i] = returnLaw_[i].alphaC + returnLaw_[i].beta * supplyC;
    for (const HallAirPlan::Row& row : air_[i].plan().rows) {
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
            const auto k = at(r);
            s_.rackInletC[k] = static_cast<float>(c_.inletC[k]);
            if (plant_.blocks[at(plant_.rackBlock[k])].firstRow < 0) {
                const double airW = f.rackAirM3PerS[k] * plant_.hallAir[i].air.jPerM3K;
                s_.rackCoolantC[k] = s_.rackInletC[k];
                s_.shown.rackReturnC[k] =
                    static_cast<float>(c_.inletC[k] + (airW > 0.0 ? f.rackAirW[k] / airW : 0.0));
            }
        }
    }
}

}  // namespace headroom::engine
