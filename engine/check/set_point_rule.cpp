// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "engine/plant/plant.h"
#include "models/cooling/chiller.h"
#include "models/cooling/condenser_air.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/plate_exchanger.h"
#include "models/cooling/rack_heat.h"
#include "models/cooling/usual.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

/// Rules on what cools a loop in the weather of the design day: "loop-setpoint", whether its water gets as cold as
/// set to, "chiller-lift" and "least-flow".
namespace headroom::engine {

namespace {

/// Water that misses its set-point by less is not worth a word: the dead band of its controls.
constexpr double kMissedK = 1.0;

/// Turns of the water that leaves towers against their effectiveness, which depends on it weakly.
constexpr int kTurns = 20;

/// Turns of the same water against the power of chillers, which depends on it weakly too.
constexpr int kChillerTurns = 4;

/// State of one loop on a day, with everything in service and fans at full speed.
struct LoopDay {
    models::Weather weather;
    double reachC = 0.0;       ///< supply that towers or dry coolers reach without chillers
    double condenserC = 0.0;   ///< what enters condensers
    double chillersW = 0.0;    ///< capacity of all chillers at the set-point
    double economiserW = 0.0;  ///< what the economiser takes next to them

    double lackW(double heatW) const { return heatW - chillersW - economiserW; }
};

class LoopOnADay {
  public:
    LoopOnADay(const Plant& plant, std::size_t loop, const DesignLoop& design)
        : l_(plant.loops[loop]), heatW_(design.heatW) {
        const CoolingNetwork& n = *plant.cooling;
        const LinkIndex pumps(n.loopPumps[loop]);
        hotPerM3K_ = plant.circuitFluid[at(n.links[at(pumps)].circuit)].jPerM3K();
        separate_ = n.loopBasin[loop] >= 0;
        coldM3PerS_ = l_.designFlowM3PerS;
        coldPerM3K_ = hotPerM3K_;
        if (separate_) {
            const LinkIndex outdoor(n.loopCondenserPumps[loop]);
            coldM3PerS_ = n.links[at(outdoor)].designM3PerS;
            coldPerM3K_ = plant.circuitFluid[at(n.links[at(outdoor)].circuit)].jPerM3K();
        }
    }

    LoopDay on(const models::Weather& w) const {
        LoopDay day;
        day.weather = w;
        const double loopW = l_.designFlowM3PerS * hotPerM3K_;
        const double setC = l_.spec.supplySetpointC;
        const bool outdoors = l_.hasTower || l_.hasDryCooler;
        const double never = std::numeric_limits<double>::infinity();
        const double alone = outdoors ? leavingC(heatW_, w) : never;
        const double g = separate_ ? economiserWPerK() : 0.0;
        day.reachC = !separate_ ? alone : g > 0.0 ? alone + heatW_ / g - heatW_ / loopW : never;
        if (!l_.hasChiller) {
            return day;
        }
        const int machines = l_.spec.chillers;
        day.condenserC = models::condenserAirC(w);
        if (!l_.chiller.airCooled && outdoors) {
            // Compressor heat follows the water that the towers give, and that water follows the compressor heat.
            double rejectW = heatW_ * (1.0 + 1.0 / l_.chiller.ratedCop);
            for (int i = 0; i < kChillerTurns; ++i) {
                day.condenserC = leavingC(rejectW, w);
                rejectW = heatW_ + machines * models::chillerState(l_.chiller,
                                                                   heatW_ / std::max(1, machines),
                                                                   setC, day.condenserC)
                                                  .powerW;
            }
        }
        day.chillersW =
            machines *
            models::chillerState(l_.chiller, l_.chiller.ratedHeatW, setC, day.condenserC).capacityW;
        const double backC = setC + heatW_ / loopW;
        if (!l_.chiller.airCooled && backC - day.condenserC > l_.spec.changeOverK) {
            day.economiserW = g * (backC - day.condenserC);
        }
        return day;
    }

  private:
    double economiserWPerK() const {
        return !l_.hasEconomiser
                   ? 0.0
                   : l_.economisers * models::plateConductanceWPerK(
                                          l_.economiser, l_.designFlowM3PerS / l_.economisers,
                                          coldM3PerS_ / l_.economisers, hotPerM3K_, coldPerM3K_,
                                          0.0);
    }

    /// Water that leaves towers or dry coolers while they reject so much, no colder than it is held.
    double leavingC(double heatW, const models::Weather& w) const {
        const double units = l_.hasTower ? l_.spec.towers : l_.spec.dryCoolers;
        const double each = l_.hasTower ? l_.tower.waterFlowM3PerS : l_.dryCooler.waterFlowM3PerS;
        const double ratio = units > 0.0 ? coldM3PerS_ / (units * each) : 0.0;
        const double rangeK = heatW / (coldM3PerS_ * coldPerM3K_);
        double leastC =
            separate_ ? l_.spec.towerMinimumC : -std::numeric_limits<double>::infinity();
        if (separate_ && !std::isnan(l_.spec.towerApproachK)) {
            leastC = std::max(leastC, w.wetBulbC + l_.spec.towerApproachK);
        }
        double outC = w.dryBulbC;
        for (int i = 0; i < kTurns; ++i) {
            double eps = 0.0, sinkC = w.wetBulbC;
            if (l_.hasTower) {
                eps = models::towerEffectiveness(l_.tower, outC + rangeK, ratio, 1.0, w);
            } else {
                const models::DryCoolerLaw law = models::dryCoolerLaw(
                    l_.dryCooler, ratio * coldPerM3K_ / (models::kWaterDensity * models::kWaterCp),
                    1.0, w);
                eps = law.effectiveness;
                sinkC = law.airC;
            }
            if (eps <= 0.0) {
                return std::numeric_limits<double>::infinity();
            }
            outC = sinkC + rangeK * (1.0 - eps) / eps;
        }
        return std::max(outC, leastC);
    }

    const PlantLoop& l_;
    double heatW_ = 0.0, hotPerM3K_ = 0.0, coldM3PerS_ = 0.0, coldPerM3K_ = 0.0;
    bool separate_ = false;
};

/// The first block that coolant or air so much warmer than it is set to makes too warm: its chips slow down, or its air
/// passes what the class of its servers allows. Empty if there is none.
std::string tooWarm(const Design& design, const Plant& plant, int loop, double warmerK) {
    for (const PlantBlock& b : plant.blocks) {
        const auto d =
            std::find_if(design.blocks.begin(), design.blocks.end(),
                         [&](const DesignBlock& block) { return block.object->id == b.id; });
        if (d == design.blocks.end() || b.racks == 0) {
            continue;
        }
        const PlantHall& hall = plant.halls[at(b.hall)];
        // NaN compares with nothing: no class says.
        if (hall.loop == loop && hall.spec.supplyAirC + warmerK > allowedInletC(design, *d)) {
            return b.id;
        }
        if (b.cdu < 0 || plant.cdus[at(b.cdu)].loop != loop) {
            continue;
        }
        models::ChipCooling cooling = coolingAtDesign(plant, b, *d, 0.0);
        cooling.coolantC += b.hasTank && b.tank.kind == models::TankKind::TwoPhase ? 0.0 : warmerK;
        if (models::settledLoad(b.parts(), 1.0, cooling).hotC > b.accelerator.throttleSoftwareC) {
            return b.id;
        }
    }
    return {};
}

Words dayText(const models::Weather& w) {
    return "On a design day of " + amountText(w.dryBulbC, "°C") + " and a wet bulb of " +
           amountText(w.wetBulbC, "°C");
}

}  // namespace

/// Each loop that has chillers and heat, with the design days; the rest of the loops is not theirs to cool.
template <class Look>
void onDesignDays(const Design& design, const Plant& plant, const Look& look) {
    std::vector<models::Weather> days;
    for (std::size_t i = 0; i < plant.loops.size(); ++i) {
        const DesignLoop* d = design.loop(plant.loops[i].id);
        if (d == nullptr || !(d->heatW > 0.0) || !plant.loops[i].hasChiller) {
            continue;
        }
        if (days.empty()) {
            const models::DesignWeather extremes = plant.site->design();
            days = {extremes.hottest, extremes.mostHumid};
        }
        const LoopOnADay loop(plant, i, *d);
        for (const models::Weather& w : days) {
            look(plant.loops[i], loop.on(w));
        }
    }
}

void chillerLift(const Design& design, const Plant& plant, Findings& findings) {
    std::string before;
    onDesignDays(design, plant, [&](const PlantLoop& l, const LoopDay& day) {
        const double setC = l.spec.supplySetpointC;
        const double mostK = models::fittedLiftK(l.chiller);
        const double liftK = day.condenserC - setC;
        // Without a range of its fit nothing is known; where outdoors does it alone, chillers are stopped.
        if (!(liftK > mostK) || day.reachC <= setC || l.id == before) {
            return;
        }
        before = l.id;
        findings.add(Severity::Error, l.id,
                     dayText(day.weather) + " " + amountText(day.condenserC, "°C") +
                         (l.chiller.airCooled ? " of air" : " of water") +
                         " enters the condensers of " + nameOf(design, l.spec.chiller) + ", " +
                         amountText(liftK, "K") + " above a supply of " + amountText(setC, "°C") +
                         ". It was measured up to a lift of " + amountText(mostK, "K") +
                         ": beyond, a compressor surges.",
                     "Choose a chiller for more lift, or raise {cooling_loop.supply_setpoint_c}.",
                     liftK, mostK, "K");
    });
}

/// Water that a chiller needs, against what pumps and bypass give it.
void leastFlow(const Design& design, const Plant& plant, Findings& findings) {
    for (const PlantLoop& l : plant.loops) {
        if (!l.hasChiller || l.spec.chillers <= 0) {
            continue;
        }
        const auto pumps = [&](const char* what, double eachM3PerS, double pumpsM3PerS, int count,
                               const std::string& part, const char* remedy) {
            const double needed = models::kChillerLeastFlow * eachM3PerS;
            if (!exceeds(needed, pumpsM3PerS)) {
                return true;
            }
            findings.add(Severity::Error, l.id,
                         std::string("One ") + what + " of " + nameOf(design, l.spec.chiller) +
                             " needs " + amountText(needed * 1e3, "L/s") + " at least, but " +
                             countText(count) + " x " + nameOf(design, part) + " pump " +
                             amountText(pumpsM3PerS * 1e3, "L/s") + ": its flow switch opens.",
                         remedy, needed * 1e3, pumpsM3PerS * 1e3, "L/s");
            return false;
        };
        const bool enough =
            pumps("evaporator", l.evaporatorM3PerS, l.designFlowM3PerS, l.spec.pumps, l.spec.pump,
                  "Choose larger {cooling_loop.pump}s or smaller chillers.");
        if (l.hasCondenserPump && !l.chiller.airCooled) {
            pumps("condenser", l.condenserM3PerS,
                  l.spec.condenserPumps * l.condenserPump.flowM3PerS, l.spec.condenserPumps,
                  l.spec.condenserPump,
                  "Choose larger {cooling_loop.condenser_pump}s or smaller chillers.");
        }
        const double kept =
            models::leastFlowM3PerS(l.spec, l.designFlowM3PerS, l.evaporatorM3PerS, 1);
        const double needed = models::kFlowSwitchShare * l.evaporatorM3PerS;
        if (!enough || kept > needed) {
            continue;
        }
        findings.add(Severity::Warning, l.id,
                     "Its bypass keeps up " + amountText(100.0 * kept / l.designFlowM3PerS, "%") +
                         " of the design flow, but the flow switch of one of " +
                         countText(l.spec.chillers) + " x " + nameOf(design, l.spec.chiller) +
                         " opens below " + amountText(100.0 * needed / l.designFlowM3PerS, "%") +
                         ": chillers trip at low load.",
                     "Raise {cooling_loop.least_flow_pct}, or leave it to what the chillers need.",
                     100.0 * kept / l.designFlowM3PerS, 100.0 * needed / l.designFlowM3PerS, "%");
        findings.fix({SetAttribute{l.id, "least_flow_pct", models::Value{}}});
    }
}

void loopSetPoint(const Design& design, const Plant& plant, Findings& findings) {
    std::vector<models::Weather> days;
    for (std::size_t i = 0; i < plant.loops.size(); ++i) {
        const PlantLoop& l = plant.loops[i];
        const DesignLoop* d = design.loop(l.id);
        if (d == nullptr || !(d->heatW > 0.0) || l.hasExternal() ||
            (!l.hasTower && !l.hasDryCooler && !l.hasChiller)) {
            continue;  // loop-heat; a plant outside of the model does what it is said to
        }
        if (days.empty()) {
            const models::DesignWeather extremes = plant.site->design();
            days = {extremes.hottest, extremes.mostHumid};
        }
        const LoopOnADay loop(plant, i, *d);
        LoopDay worst;
        for (const models::Weather& w : days) {
            const LoopDay day = loop.on(w);
            const bool worse = l.hasChiller ? day.lackW(d->heatW) > worst.lackW(d->heatW)
                                            : day.reachC > worst.reachC;
            if (&w == &days.front() || worse) {
                worst = day;
            }
        }
        const double setC = l.spec.supplySetpointC;
        if (worst.reachC <= setC + kMissedK) {
            continue;
        }
        if (l.hasChiller) {
            if (!exceeds(worst.lackW(d->heatW), 0.0)) {
                continue;
            }
            const PowerText show = powerText(d->heatW);
            const double coldW = worst.chillersW + worst.economiserW;
            findings.add(Severity::Error, l.id,
                         dayText(worst.weather) + " its heat is " + show(d->heatW) +
                             " at full activity, but " + countText(l.spec.chillers) + " x " +
                             nameOf(design, l.spec.chiller) +
                             (worst.economiserW > 0.0 ? " and the economiser" : "") + " take " +
                             show(coldW) + " at a supply of " + amountText(setC, "°C") + ".",
                         "Raise {cooling_loop.chiller_count}, or {cooling_loop.supply_setpoint_c}.",
                         d->heatW / show.scale, coldW / show.scale, show.unit);
            continue;
        }
        const bool reaches = std::isfinite(worst.reachC);
        const std::string hot =
            reaches ? tooWarm(design, plant, static_cast<int>(i), worst.reachC - setC)
                    : std::string{};
        findings.add(
            reaches && hot.empty() ? Severity::Note : Severity::Warning, l.id,
            reaches ? dayText(worst.weather) + " its water is supplied at " +
                          amountText(worst.reachC, "°C") +
                          " with all fans at full speed, and set to " + amountText(setC, "°C") +
                          (hot.empty() ? "." : ": too warm for " + nameOf(design, hot) + ".")
                    : "Nothing joins its water to that outdoors, and it has no chillers.",
            "Give it chillers or more of its machines, or raise {cooling_loop.supply_setpoint_c}.",
            reaches ? worst.reachC : 0.0, setC, "°C");
    }
}

}  // namespace headroom::engine
