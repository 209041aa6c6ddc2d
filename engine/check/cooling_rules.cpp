// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "models/air/psychrometrics.h"
#include "models/cooling/cooling_class.h"
#include "models/cooling/curve_faults.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/thin_air.h"
#include "models/cooling/usual.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

namespace headroom::engine {

namespace {

/// Smallest difference between facility water and what it cools that an exchanger of sensible size
/// keeps. Assumption: 2 K, the lower end of plate exchanger approaches.
constexpr double kApproachK = 2.0;

void heat(Findings& findings, const std::string& subject, double measuredW, double allowedW,
          const std::string& load, const std::string& capacity, const Words& hint) {
    if (exceeds(measuredW, allowedW)) {
        const PowerText show = powerText(measuredW);
        findings.add(Severity::Error, subject,
                     load + " is " + show(measuredW) + " at full activity, but " + capacity + " " +
                         show(allowedW) + ".",
                     hint, measuredW / show.scale, allowedW / show.scale, show.unit);
    }
}

void flow(Findings& findings, const std::string& subject, double measuredM3PerS,
          double allowedM3PerS, double perUnit, const std::string& unit, const std::string& load,
          const std::string& capacity, const Words& hint) {
    if (exceeds(measuredM3PerS, allowedM3PerS)) {
        findings.add(Severity::Warning, subject,
                     load + " is " + amountText(measuredM3PerS / perUnit, unit) + ", but " +
                         capacity + " " + amountText(allowedM3PerS / perUnit, unit) + ".",
                     hint, measuredM3PerS / perUnit, allowedM3PerS / perUnit, unit);
    }
}

/// The fix of a count that is too low for what `each` carries; nothing where it is enough.
void raise(Findings& findings, double needed, double each, int count, const std::string& object,
           const char* key) {
    const double wanted = std::ceil(needed / each - 1e-9);
    if (exceeds(needed, count * each) && wanted < 10000.0) {
        findings.fix({SetAttribute{object, key, static_cast<std::int64_t>(wanted)}});
    }
}

/// The one CDU group of a hall; nullptr if there are others, or none.
const DesignCduGroup* onlyGroup(const Design& design, const std::string& hall) {
    const DesignCduGroup* only = nullptr;
    for (const DesignCduGroup& g : design.cduGroups) {
        if (g.spec.hall == hall) {
            if (only != nullptr) {
                return nullptr;
            }
            only = &g;
        }
    }
    return only;
}

void liquidRacks(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        if (b.isLiquid() && b.spec.cdu.empty()) {
            findings.add(Severity::Error, b.object->id,
                         "Its racks are cooled by liquid, but no CDU group serves them.",
                         "Choose a CDU group of the hall in {rack_block.cdu_group}.", 0.0, 1.0, "");
            if (const DesignCduGroup* group = onlyGroup(design, b.spec.hall)) {
                findings.fix({SetAttribute{b.object->id, "cdu_group", group->object->id}});
            }
        }
    }
}

void cduHeat(const Design& design, Findings& findings) {
    for (const DesignCduGroup& g : design.cduGroups) {
        heat(findings, g.object->id, g.heatW, g.spec.count * g.cdu->ratedHeatW,
             "Heat to the coolant",
             countText(g.spec.count) + " x " + nameOf(design, g.spec.cdu) + " carry",
             "Raise {cdu_group.count}, or share the racks among more groups.");
        raise(findings, g.heatW, g.cdu->ratedHeatW, g.spec.count, g.object->id, "count");
    }
}

void cduFlow(const Design& design, Findings& findings) {
    for (const DesignCduGroup& g : design.cduGroups) {
        flow(findings, g.object->id, g.flowM3PerS, g.spec.count * g.cdu->secondaryFlowM3PerS, 1e-3,
             "L/s", "The design flow of the racks",
             countText(g.spec.count) + " x " + nameOf(design, g.spec.cdu) + " pump",
             "Raise {cdu_group.count}.");
        raise(findings, g.flowM3PerS, g.cdu->secondaryFlowM3PerS, g.spec.count, g.object->id,
              "count");
    }
}

void crahHeat(const Design& design, Findings& findings) {
    for (const DesignHall& h : design.halls) {
        if (h.crah == nullptr) {
            continue;  // hall-without-air
        }
        const double fanW = models::crahFanW(*h.crah, 1.0, h.air.densityRatio);
        const double eachW = models::crahRatedHeatW(*h.crah, h.air);
        heat(findings, h.object->id, h.airW + h.spec.crahs * fanW, h.spec.crahs * eachW,
             "Heat to the air, with the fans' own",
             countText(h.spec.crahs) + " x " + nameOf(design, h.spec.crah) + " carry",
             "Raise {hall.crah_count}.");
        // Each one more brings the heat of its own fan.
        raise(findings, h.airW, eachW - fanW, h.spec.crahs, h.object->id, "crah_count");
    }
}

void crahAirflow(const Design& design, Findings& findings) {
    for (const DesignHall& h : design.halls) {
        if (h.crah == nullptr) {
            continue;  // hall-without-air
        }
        const double wantedM3PerS =
            (h.fanAirM3PerS + h.fanlessM3PerS()) / (1.0 - models::containedBypass(h.spec));
        flow(findings, h.object->id, wantedM3PerS, h.spec.crahs * h.crah->airflowM3PerS, 1.0,
             "m3/s", "The air that servers move and other heat needs, with bypass",
             countText(h.spec.crahs) + " x " + nameOf(design, h.spec.crah) + " move",
             "Raise {hall.crah_count}, or lower {hall.bypass_pct} by containment.");
        raise(findings, wantedM3PerS, h.crah->airflowM3PerS, h.spec.crahs, h.object->id,
              "crah_count");
    }
}

void loopHeat(const Design& design, Findings& findings) {
    for (const DesignLoop& l : design.loops) {
        // Towers and dry coolers also take what the compressors of water-cooled chillers add.
        const bool airCooled = l.chiller != nullptr && l.chiller->airCooled;
        double rejectedW = l.heatW + (airCooled ? 0.0 : l.chillerW);
        double capacityW = 0.0;
        std::string what;
        if (l.tower != nullptr) {
            capacityW += l.spec.towers * l.tower->ratedHeatW;
            what = countText(l.spec.towers) + " x " + nameOf(design, l.spec.tower);
        }
        if (l.dryCooler != nullptr) {
            capacityW +=
                l.spec.dryCoolers * models::coolerRatedHeatW(*l.dryCooler, design.site.pressurePa);
            what += (what.empty() ? "" : " and ") + countText(l.spec.dryCoolers) + " x " +
                    nameOf(design, l.spec.dryCooler);
        }
        if (airCooled) {
            capacityW +=
                l.spec.chillers * models::chillerRatedHeatW(*l.chiller, design.site.pressurePa);
            what += (what.empty() ? "" : " and ") + countText(l.spec.chillers) + " x " +
                    nameOf(design, l.spec.chiller);
        }
        if (!std::isnan(l.spec.externalW)) {
            capacityW += l.spec.externalW;
            what += (what.empty() ? "" : " and ") + std::string("external cooling");
        }
        heat(findings, l.object->id, rejectedW, capacityW, "Heat to reject",
             what.empty() ? "towers, dry coolers and air-cooled chillers together reject"
                          : what + " reject, at their rating,",
             "Add tower cells, dry coolers or air-cooled chillers, or raise "
             "{cooling_loop.external_cooling_kw}.");
    }
}

/// Notes of the reader of the weather file: what it filled or left out.
void weatherFile(const Design& design, Findings& findings) {
    const Object* site = onlyOne(design, "site");
    if (design.site.file == nullptr || site == nullptr) {
        return;
    }
    for (const std::string& note : design.site.file->notes) {
        findings.add(Severity::Note, site->id, "In its weather file " + note + ".",
                     "Take the file from its source again if these hours matter.", 0.0, 0.0, "");
    }
}

/// Margin of a fluid to its freezing point where it may be in pipes outdoors. Assumption: 2 K, of
/// clear nights and of what thermometers miss.
constexpr double kFrostMarginK = 2.0;

/// Water, or a mixture that is too thin, in machines outdoors where the coldest hour of 20 years freezes it.
void frost(const Design& design, Findings& findings) {
    const double lowestC = design.site.lowestC();
    for (const DesignLoop& l : design.loops) {
        if (l.spec.frostProtection != models::FrostProtection::None) {
            continue;
        }
        const bool airCooled = l.chiller != nullptr && l.chiller->airCooled;
        std::string what;
        double freezesC = models::kNotStated;
        if (l.dryCooler != nullptr || airCooled) {
            what = std::string(l.dryCooler != nullptr ? "Dry coolers" : "Air-cooled chillers") +
                   " hold its fluid, " + nameOf(design, l.spec.fluid, "fluid") + ",";
            freezesC = l.fluid == nullptr ? models::kNotStated : l.fluid->freezingC;
        } else if (l.tower != nullptr) {
            what = "Basins of towers hold water";
            freezesC = 0.0;
        }
        if (!(freezesC + kFrostMarginK > lowestC)) {  // NaN compares with nothing
            continue;
        }
        findings.add(
            Severity::Error, l.object->id,
            what + " outdoors, which freezes at " + amountText(freezesC, "°C") +
                "; the coldest hour of 20 years has " + amountText(lowestC, "°C") +
                ": coils and pipes burst where the water freezes.",
            l.tower != nullptr && l.dryCooler == nullptr && !airCooled
                ? "State {cooling_loop.frost_protection}: heaters of basins, or basins that drain."
                : "Choose a {cooling_loop.fluid} that freezes below that (glycol), or state "
                  "{cooling_loop.frost_protection}: heaters, or coils that drain.",
            lowestC, freezesC + kFrostMarginK, "°C");
    }
}

/// Cooling from outside and the power that it draws are stated together, or the figures of one are missing.
void externalCooling(const Design& design, Findings& findings) {
    for (const DesignLoop& l : design.loops) {
        const double powerW = l.spec.externalPowerW;
        if (!std::isnan(l.spec.externalW) && l.spec.externalW > 0.0 && powerW == 0.0) {
            findings.add(Severity::Note, l.object->id,
                         "It is cooled from outside, and no power is stated for that: PUE and cost "
                         "hold none of it.",
                         "State what it draws in {cooling_loop.external_power_kw}, if it is on the "
                         "facility's meter.",
                         0.0, 0.0, "");
        } else if (std::isnan(l.spec.externalW) && powerW > 0.0) {
            const PowerText show = powerText(powerW);
            findings.add(Severity::Warning, l.object->id,
                         "It states " + show(powerW) +
                             " for cooling from outside, but no such cooling: nothing is drawn.",
                         "State how much heat it takes in {cooling_loop.external_cooling_kw}.",
                         powerW / show.scale, 0.0, show.unit);
        }
    }
}

/// Set-points of chillers against the range of their fit: the law continues outside of it (models/cooling/chiller.h), and
/// the finding says on what it rests then. Where the fit states no range the curves must hold over the used range.
void chillerRange(const Design& design, Findings& findings) {
    for (const DesignLoop& l : design.loops) {
        if (l.chiller == nullptr) {
            continue;
        }
        const double setC = l.spec.supplySetpointC;
        const models::ChillerSpec& c = *l.chiller;
        const std::string remedy =
            "Choose a chiller whose curves hold there, or change "
            "{cooling_loop.supply_setpoint_c}.";
        bool impossible = false;
        for (const double condenserC :
             {c.condenserInC, l.tower == nullptr ? c.condenserInC : l.spec.towerMinimumC}) {
            const models::ChillerState full =
                models::chillerState(c, c.ratedHeatW, setC, condenserC);
            if (impossible ||
                (full.capacityW > 0.0 && full.powerW > 0.0 &&
                 full.capacityW / full.powerW <= models::carnotCop(setC, condenserC))) {
                continue;
            }
            impossible = true;
            findings.add(Severity::Error, l.object->id,
                         "At " + amountText(setC, "°C") + " and " + amountText(condenserC, "°C") +
                             " at its condenser " + nameOf(design, l.spec.chiller) + " takes " +
                             powerText(full.capacityW)(full.capacityW) + " of heat for " +
                             powerText(full.powerW)(full.powerW) +
                             ", which no machine does: its curves do not reach that far.",
                         remedy, setC, c.evaporatorOutC, "°C");
        }
        const double beyondK = models::beyondRangeK(setC, c.evaporatorLeastC, c.evaporatorMostC);
        if (!impossible && beyondK > 0.0) {
            findings.add(Severity::Note, l.object->id,
                         "Its water is set to " + amountText(setC, "°C") + ", but the curves of " +
                             nameOf(design, l.spec.chiller) + " were fitted from " +
                             amountText(c.evaporatorLeastC, "°C") + " to " +
                             amountText(c.evaporatorMostC, "°C") +
                             ": beyond, capacity goes by the lift, and power by the lift at the "
                             "same share of Carnot.",
                         remedy, setC,
                         setC > c.evaporatorMostC ? c.evaporatorMostC : c.evaporatorLeastC, "°C");
        }
    }
}

/// Curves of the machines of loops and CDU groups, each once.
void machineCurves(const Design& design, Findings& findings) {
    std::set<std::string> seen;
    const auto look = [&](const std::string& subject, const std::string& part, const auto* spec) {
        if (spec == nullptr || !seen.insert(part).second) {
            return;
        }
        if (const auto fault = models::curveFault(*spec)) {
            findings.add(Severity::Error, subject,
                         nameOf(design, part) + ": " + std::string(fault->key) + " " + fault->what +
                             ". No machine works so.",
                         "Correct the curve in the catalogue, or choose another part.", 0.0, 0.0,
                         "");
        }
    };
    for (const DesignLoop& l : design.loops) {
        look(l.object->id, l.spec.chiller, l.chiller);
        look(l.object->id, l.spec.tower, l.tower);
        look(l.object->id, l.spec.pump, l.pump);
        look(l.object->id, l.spec.condenserPump, l.condenserPump);
    }
    for (const DesignCduGroup& g : design.cduGroups) {
        look(g.object->id, g.spec.cdu, g.cdu);
    }
}

void loopFlow(const Design& design, Findings& findings) {
    for (const DesignLoop& l : design.loops) {
        flow(findings, l.object->id, l.heatW / (l.jPerM3K * l.spec.designRiseK),
             l.spec.pumps * l.pump->flowM3PerS, 1e-3, "L/s",
             "The flow that carries the heat at the design rise of " +
                 amountText(l.spec.designRiseK, "K"),
             countText(l.spec.pumps) + " x " + nameOf(design, l.spec.pump) + " pump",
             "Raise {cooling_loop.pump_count}, or {cooling_loop.design_rise_k}.");
    }
}

void approach(const Design& design, Findings& findings, const std::string& subject,
              double setpointC, const DesignLoop* loop, const std::string& what) {
    if (loop == nullptr || setpointC >= loop->spec.supplySetpointC + kApproachK) {
        return;
    }
    const double supplyC = loop->spec.supplySetpointC;
    findings.add(setpointC <= supplyC ? Severity::Error : Severity::Warning, subject,
                 what + " is set to " + amountText(setpointC, "°C") + ", but the water of " +
                     nameOf(design, loop->object->id) + " is supplied at " +
                     amountText(supplyC, "°C") + ": an exchanger needs " +
                     amountText(kApproachK, "K") + " between them.",
                 "Raise the one, or lower the other.", setpointC, supplyC + kApproachK, "°C");
}

void setpoints(const Design& design, Findings& findings) {
    for (const DesignHall& h : design.halls) {
        approach(design, findings, h.object->id, h.spec.supplyAirC, design.loop(h.spec.airLoop),
                 "Supply air");
    }
    for (const DesignCduGroup& g : design.cduGroups) {
        approach(design, findings, g.object->id, g.spec.supplySetpointC, design.loop(g.spec.loop),
                 "Coolant supply");
    }
}

/// Air of a room in operation. Assumption: 24 °C, or the supply air where that is warmer, at 50 %: in the middle
/// of what ASHRAE TC 9.9 recommends, whose dew point is 12.9 °C.
constexpr double kRoomC = 24.0;
constexpr double kRoomHumidity = 0.5;
constexpr double kSeaLevelPa =
    101325.0;  // a dew point at a relative humidity is the same at any pressure

/// Pipes, manifolds and cold plates are not insulated: coolant below the dew point of the room wets them.
void coolantDewPoint(const Design& design, Findings& findings) {
    for (const DesignCduGroup& g : design.cduGroups) {
        double roomC = kRoomC;
        for (const DesignHall& h : design.halls) {
            if (h.object->id == g.spec.hall && h.spec.supplyAirC > roomC) {
                roomC = h.spec.supplyAirC;
            }
        }
        const double dewC = models::dewPointC(
            roomC, models::humidityRatio(roomC, kRoomHumidity, kSeaLevelPa), kSeaLevelPa);
        if (g.spec.supplySetpointC < dewC) {
            findings.add(Severity::Warning, g.object->id,
                         "Its coolant is set to " + amountText(g.spec.supplySetpointC, "°C") +
                             ", below the dew point of the room, " + amountText(dewC, "°C") +
                             " at " + amountText(roomC, "°C") +
                             " and 50 % relative humidity: water condenses on plates and pipes.",
                         "Raise the set-point above the dew point by 2 K or more.",
                         g.spec.supplySetpointC, dewC, "°C");
        }
    }
}

void cduHall(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        for (const DesignCduGroup& g : design.cduGroups) {
            if (b.isLiquid() && g.object->id == b.spec.cdu && g.spec.hall != b.spec.hall) {
                findings.add(Severity::Warning, b.object->id,
                             "Its racks are in " + nameOf(design, b.spec.hall) +
                                 ", but its CDU group " + nameOf(design, g.object->id) + " in " +
                                 nameOf(design, g.spec.hall) + ".",
                             "Use a CDU group of the same hall.", 0.0, 0.0, "");
            }
        }
    }
}

/// A temperature against a class: an error where the class does not allow it, a note where it is
/// allowed but not recommended. Limits that a class does not state hold nothing.
void temperatureClass(const Design& design, Findings& findings, const std::string& subject,
                      const std::string& classId, const models::CoolingClassSpec& spec,
                      double highC, double temperatureC, const std::string& what,
                      const Words& hint) {
    const Words now = what + " is set to " + amountText(temperatureC, "°C") + ", but class " +
                      nameOf(design, classId) + " of its racks ";
    // NaN compares with nothing.
    if (temperatureC > highC) {
        findings.add(Severity::Error, subject,
                     now + "allows " + amountText(highC, "°C") + " at most.", hint, temperatureC,
                     highC, "°C");
    } else if (temperatureC < spec.allowableLowC) {
        findings.add(Severity::Error, subject,
                     now + "allows " + amountText(spec.allowableLowC, "°C") + " at least.", hint,
                     temperatureC, spec.allowableLowC, "°C");
    } else if (temperatureC > spec.recommendedHighC || temperatureC < spec.recommendedLowC) {
        const bool warm = temperatureC > spec.recommendedHighC;
        const double limitC = warm ? spec.recommendedHighC : spec.recommendedLowC;
        findings.add(
            Severity::Note, subject,
            now + "recommends " + amountText(limitC, "°C") + (warm ? " at most." : " at least."),
            hint, temperatureC, limitC, "°C");
    }
}

/// Each class once for each hall or CDU group that its racks depend on.
void airClass(const Design& design, Findings& findings) {
    std::set<std::pair<std::string, std::string>> seen;
    for (const DesignBlock& b : design.blocks) {
        const std::string& id = b.server->airClass;
        const auto* spec = design.catalogue->spec<models::CoolingClassSpec>(id);
        const DesignHall* hall = design.hall(b.spec.hall);
        if (spec != nullptr && hall != nullptr && seen.insert({b.spec.hall, id}).second) {
            temperatureClass(design, findings, b.spec.hall, id, *spec,
                             models::allowableHighC(*spec, elevationM(design)),
                             hall->spec.supplyAirC, "Supply air",
                             "Change {hall.supply_air_c}, or choose servers of another class.");
        }
    }
}

/// Height, tiles and seams of a plenum are read where air handlers blow into it.
void floorPlenum(const Design& design, Findings& findings) {
    for (const DesignHall& hall : design.halls) {
        if (!std::isnan(hall.spec.plenumM) && !models::hasPlenum(hall.spec)) {
            findings.add(
                Severity::Warning, hall.object->id,
                "It states a floor plenum of " + amountText(hall.spec.plenumM, "m") +
                    ", but its air does not come through a raised floor: the plenum has no effect.",
                "Set {hall.air_supply} to raised_floor, or clear {hall.plenum_m}.",
                hall.spec.plenumM, 0.0, "m");
        }
    }
}

void liquidClass(const Design& design, Findings& findings) {
    std::set<std::pair<std::string, std::string>> seen;
    for (const DesignBlock& b : design.blocks) {
        const std::string& id = b.server->liquidClass;
        const auto* spec = design.catalogue->spec<models::CoolingClassSpec>(id);
        if (spec == nullptr || !b.isLiquid()) {
            continue;
        }
        for (const DesignCduGroup& g : design.cduGroups) {
            if (g.object->id == b.spec.cdu && seen.insert({g.object->id, id}).second) {
                temperatureClass(
                    design, findings, g.object->id, id, *spec, spec->allowableHighC,
                    g.spec.supplySetpointC, "Coolant supply",
                    "Change {cdu_group.supply_setpoint_c}, or choose servers of another class.");
            }
        }
    }
}

void towerMethod(const Design& design, Findings& findings) {
    for (const DesignLoop& l : design.loops) {
        if (l.tower == nullptr) {
            continue;
        }
        const auto method = l.tower->method;
        const bool stated =
            method == models::TowerMethod::YorkCalc ||
            (method == models::TowerMethod::CoolTools && !l.tower->coolToolsCurve.empty()) ||
            (method == models::TowerMethod::Merkel && !l.tower->uaByWetBulb.empty() &&
             !l.tower->uaByAir.empty() && !l.tower->uaByWater.empty());
        if (!stated) {
            findings.add(Severity::Warning, l.object->id,
                         "The coefficients of the method of " + nameOf(design, l.spec.tower) +
                             " are not stated: it is computed by YorkCalc.",
                         "State them with the part, or set its method to yorkcalc.", 0.0, 1.0, "");
        }
    }
}

constexpr auto kCoolingRules = std::to_array<Rule>({
    {"liquid-without-cdu", "Racks cooled by liquid have a CDU group", &liquidRacks},
    {"cdu-other-hall", "A CDU group serves racks of its own hall", &cduHall},
    {"cdu-heat", "CDUs carry the heat of their racks", &cduHeat},
    {"cdu-flow", "CDUs pump the design flow of their racks", &cduFlow},
    {"crah-heat", "Air handlers carry the heat to the air", &crahHeat},
    {"crah-airflow", "Air handlers move the air that servers need", &crahAirflow},
    {"loop-heat", "A loop rejects the heat that it receives", &loopHeat},
    {"external-cooling", "Cooling from outside states the power that it draws", &externalCooling},
    {"weather-file", "The weather file has all hours of a year", &weatherFile},
    {"outdoor-frost", "Water outdoors does not freeze", &frost},
    {"chiller-range", "The curves of chillers reach their set-point", &chillerRange},
    {"machine-curves", "Curves of machines hold wherever these may work", &machineCurves},
    {"loop-flow", "A loop's pumps carry the heat at the design rise", &loopFlow},
    {"air-class", "Supply air suits the class of the servers", &airClass},
    {"floor-plenum", "A stated floor plenum carries the air of its hall", &floorPlenum},
    {"liquid-class", "Coolant suits the class of the servers", &liquidClass},
    {"tower-method", "A tower states the coefficients of its method", &towerMethod},
    {"setpoint-approach", "Set-points leave room for the heat exchangers", &setpoints},
    {"coolant-dew-point", "Coolant stays above the dew point of the room", &coolantDewPoint},
});

}  // namespace

double elevationM(const Design& design) {
    return design.site.elevationM;
}

double allowedInletC(const Design& design, const DesignBlock& block) {
    const auto* spec = design.catalogue->spec<models::CoolingClassSpec>(block.server->airClass);
    return spec == nullptr ? models::kNotStated : models::allowableHighC(*spec, elevationM(design));
}

std::span<const Rule> coolingRules() {
    return kCoolingRules;
}

}  // namespace headroom::engine
