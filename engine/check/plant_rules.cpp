// SPDX-License-Identifier: Apache-2.0
#include "engine/air/hall_air.h"
#include "engine/base/index.h"
#include "engine/check/rules.h"
#include "engine/plant/plant.h"
#include "engine/run/workload/allocation.h"
#include "models/cooling/cooling_class.h"
#include "models/cooling/fluid.h"
#include "models/cooling/immersion_tank.h"
#include "models/cooling/rack_heat.h"
#include "models/facility/requirement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

/// Rules on the compiled project: pipes, air and chips as a run has them, at the design point.
namespace headroom::engine {

namespace {

/// A lack that is not worth a word: what balancing leaves.
constexpr double kLeastLackPa = 1e3;

/// Margin of a chip below its limit for control, fouling and a hot day. Assumption.
constexpr double kChipMarginK = 2.0;

/// Short against every time constant of a tank [s].
constexpr double kInstantS = 1e-3;

/// Long against every time constant of a hall: its air at rest [s].
constexpr double kAtRestS = 1e9;

/// The pipes of a circuit against the head of its pumps, as the run has them.
void circuitHead(const Design& /*design*/, const Plant& plant, Findings& findings) {
    const CoolingNetwork& n = *plant.cooling;
    std::string before;
    for (const CoolingCircuit& circuit : n.circuits) {
        const CoolingLink* worst = nullptr;
        for (int k = circuit.firstLink; k < circuit.firstLink + circuit.links; ++k) {
            const CoolingLink& l = n.links[at(k)];
            if (l.lackPa > kLeastLackPa && (worst == nullptr || l.lackPa > worst->lackPa)) {
                worst = &l;
            }
        }
        if (worst == nullptr) {
            continue;
        }
        const bool rack = circuit.kind == CircuitKind::Rack;
        const std::string id =
            rack ? plant.cdus[at(circuit.subject)].group : plant.loops[at(circuit.subject)].id;
        if (id == before) {
            continue;  // one unit of a group speaks for all
        }
        before = id;
        const double headPa = rack ? 0.0 : plant.loops[at(circuit.subject)].pump.headPa;
        findings.add(Severity::Warning, id,
                     "The way to " + worst->name + " and back lacks " +
                         amountText(worst->lackPa * 1e-3, "kPa") +
                         " of pump head at design flow: it gets less.",
                     rack ? "Raise {cdu_group.count}, or lower {cdu_group.header_velocity_m_per_s}."
                          : "Choose pumps of more head, lower "
                            "{cooling_loop.main_velocity_m_per_s}, or bring the plant nearer.",
                     worst->lackPa * 1e-3, headPa * 1e-3, "kPa");
    }
}

const DesignBlock* blockOf(const Design& design, const std::string& id) {
    for (const DesignBlock& b : design.blocks) {
        if (b.object->id == id) {
            return &b;
        }
    }
    return nullptr;
}

/// Air at the inlet of every rack at the design point [C]: all servers at full activity, handlers
/// that blow what racks draw, as far as they can, at the set-point.
std::vector<double> inletsAtDesign(const Design& design, const Plant& plant) {
    std::vector<double> flow(at(plant.racks), 0.0), heat(at(plant.racks), 0.0),
        inlet(at(plant.racks), 0.0);
    std::vector<double> hallFlow(plant.halls.size(), 0.0), hallHeat(plant.halls.size(), 0.0);
    for (const PlantBlock& b : plant.blocks) {
        const DesignBlock* d = blockOf(design, b.id);
        for (int r = b.firstRack; d != nullptr && r < b.firstRack + b.racks; ++r) {
            flow[at(r)] = d->fanAirM3PerS;
            heat[at(r)] = d->rackW - d->liquidW();
            hallFlow[at(b.hall)] += flow[at(r)];
            hallHeat[at(b.hall)] += heat[at(r)];
        }
    }
    for (std::size_t h = 0; h < plant.halls.size(); ++h) {
        const PlantHall& hall = plant.halls[h];
        HallAir air(plant.hallAir[h]);
        std::vector<double> zones(at(air.plan().zones), hall.spec.supplyAirC);
        const DesignHall* d = design.hall(hall.id);
        const double extraW = d == nullptr ? 0.0 : std::max(0.0, d->airW - hallHeat[h]);
        // Where nothing draws air the handlers blow what they can.
        const double most = hall.spec.crahs * hall.crah.airflowM3PerS;
        const double supply =
            hallFlow[h] > 0.0
                ? std::min(most, air.plan().supplyFor(hallFlow[h],
                                                      d == nullptr ? 0.0 : d->fanlessM3PerS()))
                : most;
        air.condense({flow, heat}, supply, extraW, zones, kAtRestS);
        air.finish(hall.spec.supplyAirC, zones, inlet);
    }
    return inlet;
}

double hottest(const std::vector<double>& inlet, const PlantBlock& b) {
    return *std::max_element(inlet.begin() + b.firstRack, inlet.begin() + b.firstRack + b.racks);
}

models::InletLimit inletLimit(const Design& design) {
    for (const Object* object : design.project->objectsOf("requirement")) {
        return specOf<models::RequirementSpec>(*object).inlet;
    }
    return models::InletLimit::NotStated;
}

void rackInlets(const Design& design, const Plant& plant, Findings& findings) {
    const std::vector<double> inlet = inletsAtDesign(design, plant);
    const models::InletLimit limit = inletLimit(design);
    for (const PlantBlock& b : plant.blocks) {
        const DesignBlock* d = blockOf(design, b.id);
        const auto* spec =
            d == nullptr ? nullptr
                         : design.catalogue->spec<models::CoolingClassSpec>(d->server->airClass);
        if (spec == nullptr || b.racks == 0 || !(d->fanAirM3PerS > 0.0)) {
            continue;
        }
        const double hotC = hottest(inlet, b);
        const double allowedC = allowedInletC(design, *d);
        const bool over = hotC > allowedC;  // NaN compares with nothing
        if (!over && !(hotC > spec->recommendedHighC)) {
            continue;
        }
        const double limitC = over ? allowedC : spec->recommendedHighC;
        const bool asked = limit == models::InletLimit::Recommended ||
                           (over && limit == models::InletLimit::Allowable);
        findings.add(asked  ? Severity::Error
                     : over ? Severity::Warning
                            : Severity::Note,
                     b.id,
                     "The air at its hottest rack is " + amountText(hotC, "°C") +
                         " at full activity, but class " + nameOf(design, d->server->airClass) +
                         (over ? " allows " : " recommends ") + amountText(limitC, "°C") +
                         " at most" + (asked ? ", as the project requires." : "."),
                     "Lower {hall.supply_air_c}, close the aisles, or add air handlers.", hotC,
                     limitC, "°C");
    }
}

/// Chips on plates, in baths and behind heat sinks.
void chipLimits(const Design& design, const Plant& plant, Findings& findings) {
    const std::vector<double> inlet = inletsAtDesign(design, plant);
    for (const PlantBlock& b : plant.blocks) {
        const DesignBlock* d = blockOf(design, b.id);
        const double limitC = b.accelerator.throttleSoftwareC;
        if (d == nullptr || b.racks == 0 || std::isnan(limitC) || (d->isLiquid() && b.cdu < 0)) {
            continue;
        }
        const models::ChipCooling cooling = coolingAtDesign(plant, b, *d, hottest(inlet, b));
        const double hotC = models::settledLoad(b.parts(), 1.0, cooling).hotC;
        if (!(hotC > limitC - kChipMarginK)) {
            continue;
        }
        const bool slows = hotC > limitC;
        findings.add(Severity::Warning, b.id,
                     "Its hottest " + nameOf(design, b.server.accelerator) + " reaches " +
                         amountText(hotC, "°C") + " at full activity, " +
                         (slows ? "and slows down from " : "close to the limit of ") +
                         amountText(limitC, "°C") + (slows ? " on." : "."),
                     d->isLiquid() ? "Lower {cdu_group.supply_setpoint_c}, or raise the flow."
                                   : "Lower {hall.supply_air_c}.",
                     hotC, limitC - kChipMarginK, "°C");
    }
}

/// Compares the capacity of the condensers of two-phase tanks at the boiling point with the heat of their racks.
void tankCondenser(const Design& design, const Plant& plant, Findings& findings) {
    for (const PlantBlock& b : plant.blocks) {
        const DesignBlock* d = blockOf(design, b.id);
        if (d == nullptr || !b.hasTank || b.racks == 0 || b.cdu < 0 ||
            b.tank.kind != models::TankKind::TwoPhase) {
            continue;
        }
        const CircuitFluid& fluid = plant.circuitFluid[at(plant.cooling->cduCircuit[at(b.cdu)])];
        const double setC = plant.cdus[at(b.cdu)].spec.supplySetpointC;
        const double heatW = d->liquidW();
        models::TankState full = models::tankAt(b.tank, b.bath, b.bath.boilingC);
        full.vapourKg = b.tank.vapourKg;
        const models::TankLaw law = models::tankLaw(b.tank, b.bath, full, heatW, b.coolantM3PerS,
                                                    fluid.jPerM3K(), setC, 1.0, kInstantS);
        const double mostW = std::max(
            0.0, law.effectiveness * b.coolantM3PerS * fluid.jPerM3K() * (b.bath.boilingC - setC));
        if (!exceeds(heatW, mostW)) {
            continue;
        }
        const PowerText show = powerText(heatW);
        findings.add(Severity::Error, b.id,
                     "The heat of a tank is " + show(heatW) +
                         " at full activity, but with coolant of " + amountText(setC, "°C") +
                         " its condenser takes " + show(mostW) + " from vapour of " +
                         amountText(b.bath.boilingC, "°C") + ": the rest is lost through the lid.",
                     "Lower {cdu_group.supply_setpoint_c}, or choose a liquid that boils warmer.",
                     heatW / show.scale, mostW / show.scale, show.unit);
    }
}

/// Coolant of racks against its boiling point where it is warmest: behind them.
void coolantBoils(const Design& design, const Plant& plant, Findings& findings) {
    for (const PlantBlock& b : plant.blocks) {
        const DesignBlock* d = blockOf(design, b.id);
        if (d == nullptr || b.racks == 0 || b.cdu < 0) {
            continue;
        }
        const PlantCdu& cdu = plant.cdus[at(b.cdu)];
        const auto* liquid = design.catalogue->spec<models::FluidSpec>(cdu.spec.fluid);
        const CircuitFluid& fluid = plant.circuitFluid[at(plant.cooling->cduCircuit[at(b.cdu)])];
        const double wPerK = b.coolantM3PerS * fluid.jPerM3K();
        const double returnC =
            cdu.spec.supplySetpointC + (wPerK > 0.0 ? d->liquidW() / wPerK : 0.0);
        // NaN compares with nothing: a liquid that states no boiling point.
        if (liquid != nullptr && returnC >= liquid->boilingC) {
            findings.add(
                Severity::Error, b.id,
                "Its coolant " + nameOf(design, cdu.spec.fluid, "fluid") +
                    " leaves the racks with " + amountText(returnC, "°C") +
                    " at full activity, but boils at " + amountText(liquid->boilingC, "°C") +
                    " under the atmosphere's pressure.",
                "Choose another {cdu_group.fluid}, or lower {cdu_group.supply_setpoint_c}.",
                returnC, liquid->boilingC, "°C");
        }
    }
}

/// The accelerators exist (job-size), but not for one job: spares are reserved, or fabrics are not
/// connected.
void jobRoom(const Design& design, const Plant& plant, Findings& findings) {
    const auto compare = [&](const std::string& id, PoolIndex pool, double asked, bool training,
                             bool mayLeave) {
        const auto there = design.accelerators.find(plant.pools[at(pool)].accelerator);
        const double most = mostAccelerators(plant, pool, training);
        if (mayLeave || there == design.accelerators.end() ||
            asked > static_cast<double>(there->second) || !(asked > most)) {
            return;
        }
        findings.add(Severity::Error, id,
                     "It asks for " + amountText(asked, "") + " accelerators; its pool has " +
                         amountText(most, "") +
                         " that one fabric or WAN links join, spares apart: a run refuses it.",
                     "Ask for fewer, lower {failure_policy.spare_pct}, or join the fabrics.", asked,
                     most, "");
    };
    for (const PlantTraining& t : plant.training) {
        compare(t.id, t.pool, t.spec.accelerators, true, t.terms.terms.mayLeave);
    }
    for (const PlantBatch& b : plant.batches) {
        compare(b.id, b.pool, b.spec.accelerators, false, b.terms.terms.mayLeave);
    }
    for (const PlantService& s : plant.services) {
        compare(s.id, s.pool, s.accelerators, false, false);
    }
}

/// Servers of a pool that are out for repair at a time, by Little's law: sum of failures a second x mean repair.
double serversInRepair(const Plant& plant, const PlantPool& pool) {
    double out = 0.0;
    for (const PlantHazard& z : plant.hazards) {
        const bool takesServer =
            !z.isEquipment && z.mode.effect == models::FailureEffect::ServerOut;
        if (takesServer && std::isfinite(z.mode.repairMeanS)) {
            out += z.ratePerS * z.mode.repairMeanS * pool.servers / std::max(1, plant.servers);
        }
    }
    return out;
}

/// A training job that leaves fewer servers free than are out for repair on average waits after its failures.
void jobSpares(const Design& /*design*/, const Plant& plant, Findings& findings) {
    if (!plant.failures.enabled || plant.failures.elasticShrink) {
        return;
    }
    for (const PlantTraining& t : plant.training) {
        const PlantPool& pool = plant.pools[at(t.pool)];
        const double held = std::ceil(static_cast<double>(t.spec.accelerators) /
                                      std::max(1, pool.acceleratorsPerServer));
        const double left = pool.servers - held;
        const double needed = serversInRepair(plant, pool);
        if (left >= 0.0 && left < needed) {
            findings.add(Severity::Note, t.id,
                         "It takes " + amountText(held, "") + " of the " +
                             amountText(pool.servers, "") + " servers of its pool. About " +
                             amountText(std::max(1.0, std::ceil(needed)), "") +
                             " are out for repair at a time: after a failure it waits for one.",
                         "Add servers and keep them as {failure_policy.spare_pct}, ask for fewer "
                         "accelerators, or let "
                         "it continue with fewer ({failure_policy.elastic_shrink}).",
                         left, needed, "");
        }
    }
}

constexpr auto kPlantRules = std::to_array<PlantRule>({
    {"circuit-head", "Pumps have the head for their pipes", &circuitHead},
    {"rack-inlet", "Air at the inlets of racks suits the class of their servers", &rackInlets},
    {"chip-limit", "Chips stay below the temperature at which they slow down", &chipLimits},
    {"loop-setpoint", "A loop holds its set-point on the design day", &loopSetPoint},
    {"chiller-lift", "Chillers lift heat no further than they can on the design day", &chillerLift},
    {"least-flow", "Pumps and bypass give each chiller the flow that it needs", &leastFlow},
    {"tank-condenser", "Condensers of two-phase tanks take the heat of their racks",
     &tankCondenser},
    {"coolant-boils", "Coolant of racks stays below its boiling point", &coolantBoils},
    {"job-room", "Spares and fabrics leave room for each job", &jobRoom},
    {"job-spares", "Failures leave enough servers for each training job", &jobSpares},
    {"single-failure", "Every single failure leaves what the project requires", &singleFailure},
});

}  // namespace

models::ChipCooling coolingAtDesign(const Plant& plant, const PlantBlock& b, const DesignBlock& d,
                                    double airC) {
    models::ChipCooling cooling;
    cooling.hotRise = b.hotRise;
    cooling.coolantC = airC;
    if (!d.isLiquid()) {
        return cooling;
    }
    const CircuitFluid& fluid = plant.circuitFluid[at(plant.cooling->cduCircuit[at(b.cdu)])];
    const double supplyC = plant.cdus[at(b.cdu)].spec.supplySetpointC;
    const double wPerK = b.coolantM3PerS * fluid.jPerM3K();
    if (b.hasTank) {
        cooling.tank = &b.tank;
        cooling.bath = &b.bath;
        cooling.coolantC = models::bathAtRestC(b.tank, b.bath, d.liquidW(), b.coolantM3PerS,
                                               fluid.jPerM3K(), supplyC);
    } else {
        cooling.coolantC = supplyC + (wPerK > 0.0 ? 0.5 * d.liquidW() / wPerK : 0.0);
    }
    return cooling;
}

std::span<const PlantRule> plantRules() {
    return kPlantRules;
}

}  // namespace headroom::engine
