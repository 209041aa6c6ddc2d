// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "models/cooling/heat_exchanger.h"

#include <array>

namespace headroom::engine {

namespace {

/// Smallest difference between facility water and what it cools that an exchanger of sensible size
/// keeps. Assumption: 2 K, the lower end of plate exchanger approaches.
constexpr double kApproachK = 2.0;

void heat(Findings& findings, const std::string& subject, double measuredW, double allowedW,
          const std::string& load, const std::string& capacity, const std::string& hint) {
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
          const std::string& capacity, const std::string& hint) {
    if (exceeds(measuredM3PerS, allowedM3PerS)) {
        findings.add(Severity::Warning, subject,
                     load + " is " + amountText(measuredM3PerS / perUnit, unit) + ", but " +
                         capacity + " " + amountText(allowedM3PerS / perUnit, unit) + ".",
                     hint, measuredM3PerS / perUnit, allowedM3PerS / perUnit, unit);
    }
}

void liquidRacks(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        if (b.isLiquid() && b.spec.cdu.empty()) {
            findings.add(Severity::Error, b.object->id,
                         "Its racks are cooled by liquid, but no CDU group serves them.",
                         "Set cdu_group to a CDU group of the hall.", 0.0, 1.0, "");
        }
    }
}

void cduHeat(const Design& design, Findings& findings) {
    for (const DesignCduGroup& g : design.cduGroups) {
        heat(findings, g.object->id, g.heatW, g.spec.count * g.cdu->ratedHeatW,
             "Heat to the coolant", std::to_string(g.spec.count) + " x " + g.spec.cdu + " carry",
             "Raise count, or share the racks among more groups.");
    }
}

void cduFlow(const Design& design, Findings& findings) {
    for (const DesignCduGroup& g : design.cduGroups) {
        flow(findings, g.object->id, g.flowM3PerS, g.spec.count * g.cdu->secondaryFlowM3PerS, 1e-3,
             "L/s", "The design flow of the racks",
             std::to_string(g.spec.count) + " x " + g.spec.cdu + " pump", "Raise count.");
    }
}

void crahHeat(const Design& design, Findings& findings) {
    for (const DesignHall& h : design.halls) {
        heat(findings, h.object->id, h.airW + h.spec.crahs * h.crah->fanRatedW,
             h.spec.crahs * h.crah->ratedHeatW, "Heat to the air, with the fans' own",
             std::to_string(h.spec.crahs) + " x " + h.spec.crah + " carry", "Raise crah_count.");
    }
}

void crahAirflow(const Design& design, Findings& findings) {
    for (const DesignHall& h : design.halls) {
        flow(findings, h.object->id, h.fanAirM3PerS / (1.0 - models::containedBypass(h.spec)),
             h.spec.crahs * h.crah->airflowM3PerS, 1.0, "m3/s",
             "The air that servers move, with bypass",
             std::to_string(h.spec.crahs) + " x " + h.spec.crah + " move",
             "Raise crah_count, or lower bypass_pct by containment.");
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
            what = std::to_string(l.spec.towers) + " x " + l.spec.tower;
        }
        if (l.dryCooler != nullptr) {
            capacityW += l.spec.dryCoolers * l.dryCooler->ratedHeatW;
            what += (what.empty() ? "" : " and ") + std::to_string(l.spec.dryCoolers) + " x " +
                    l.spec.dryCooler;
        }
        if (airCooled) {
            capacityW += l.spec.chillers * l.chiller->ratedHeatW;
            what += (what.empty() ? "" : " and ") + std::to_string(l.spec.chillers) + " x " +
                    l.spec.chiller;
        }
        heat(findings, l.object->id, rejectedW, capacityW, "Heat to reject",
             what.empty() ? "towers, dry coolers and air-cooled chillers together reject"
                          : what + " reject, at their rating,",
             "Add tower cells, dry coolers or air-cooled chillers.");
    }
}

void loopFlow(const Design& design, Findings& findings) {
    for (const DesignLoop& l : design.loops) {
        flow(findings, l.object->id,
             l.heatW / (models::kWaterDensity * models::kWaterCp * l.spec.designRiseK),
             l.spec.pumps * l.pump->flowM3PerS, 1e-3, "L/s",
             "The flow that carries the heat at the design rise of " +
                 amountText(l.spec.designRiseK, "K"),
             std::to_string(l.spec.pumps) + " x " + l.spec.pump + " pump",
             "Raise pump_count, or design_rise_k.");
    }
}

void approach(Findings& findings, const std::string& subject, double setpointC,
              const DesignLoop* loop, const std::string& what) {
    if (loop == nullptr || setpointC >= loop->spec.supplySetpointC + kApproachK) {
        return;
    }
    const double supplyC = loop->spec.supplySetpointC;
    findings.add(setpointC <= supplyC ? Severity::Error : Severity::Warning, subject,
                 what + " is set to " + amountText(setpointC, "°C") + ", but the water of " +
                     loop->object->id + " is supplied at " + amountText(supplyC, "°C") +
                     ": an exchanger needs " + amountText(kApproachK, "K") + " between them.",
                 "Raise the one, or lower the other.", setpointC, supplyC + kApproachK, "°C");
}

void setpoints(const Design& design, Findings& findings) {
    for (const DesignHall& h : design.halls) {
        approach(findings, h.object->id, h.spec.supplyAirC, design.loop(h.spec.airLoop),
                 "Supply air");
    }
    for (const DesignCduGroup& g : design.cduGroups) {
        approach(findings, g.object->id, g.spec.supplySetpointC, design.loop(g.spec.loop),
                 "Coolant supply");
    }
}

void supplyClass(const Design& design, Findings& findings) {
    for (const DesignHall& h : design.halls) {
        const models::AirRange recommended = models::recommendedAir();
        const models::AirRange allowable = models::allowableAir(h.spec.airClass);
        const double supplyC = h.spec.supplyAirC;
        const bool hot = supplyC > recommended.highC;
        if (!hot && supplyC >= recommended.lowC) {
            continue;
        }
        const bool beyond = supplyC > allowable.highC || supplyC < allowable.lowC;
        const models::AirRange& range = beyond ? allowable : recommended;
        const double limitC = hot ? range.highC : range.lowC;
        findings.add(beyond ? Severity::Error : Severity::Warning, h.object->id,
                     "Supply air is set to " + amountText(supplyC, "°C") + "; " +
                         (beyond ? "its air class allows " : "recommended is ") +
                         amountText(limitC, "°C") + (hot ? " at most." : " at least."),
                     "Change supply_air_c, or state the air_class of the equipment.", supplyC,
                     limitC, "°C");
    }
}

void cduHall(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        for (const DesignCduGroup& g : design.cduGroups) {
            if (b.isLiquid() && g.object->id == b.spec.cdu && g.spec.hall != b.spec.hall) {
                findings.add(Severity::Warning, b.object->id,
                             "Its racks stand in " + b.spec.hall + ", but its CDU group " +
                                 g.object->id + " in " + g.spec.hall + ".",
                             "Use a CDU group of the same hall.", 0.0, 0.0, "");
            }
        }
    }
}

constexpr auto kRules = std::to_array<Rule>({
    {"liquid-without-cdu", "Racks cooled by liquid have a CDU group", &liquidRacks},
    {"cdu-other-hall", "A CDU group serves racks of its own hall", &cduHall},
    {"cdu-heat", "CDUs carry the heat of their racks", &cduHeat},
    {"cdu-flow", "CDUs pump the design flow of their racks", &cduFlow},
    {"crah-heat", "Air handlers carry the heat to the air", &crahHeat},
    {"crah-airflow", "Air handlers move the air that servers need", &crahAirflow},
    {"loop-heat", "A loop rejects the heat that it receives", &loopHeat},
    {"loop-flow", "A loop's pumps carry the heat at the design rise", &loopFlow},
    {"supply-air-class", "Supply air suits the class of the equipment", &supplyClass},
    {"setpoint-approach", "Set-points leave room for the heat exchangers", &setpoints},
});

}  // namespace

std::span<const Rule> coolingRules() {
    return kRules;
}

}  // namespace headroom::engine
