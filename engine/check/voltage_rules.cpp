// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/check/rules.h"
#include "engine/power/standby.h"
#include "engine/power/undervoltage.h"
#include "models/power/low_voltage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <vector>

/// Whether what is wired also arrives: a source that starts, a voltage that exists, one that is
/// high enough.
namespace headroom::engine {

namespace {

const std::string& arrayIdOf(const PowerNetwork& n, const PowerUnit& u) {
    return n.arrays[at(u.array)].id;
}

/// The first of each array, for an array is one object.
std::vector<VoltageCollapse> byArray(const PowerNetwork& n,
                                     const std::vector<VoltageCollapse>& all) {
    std::set<int> seen;
    std::vector<VoltageCollapse> first;
    for (const VoltageCollapse& c : all) {
        if (seen.insert(n.units[at(c.unit)].array).second) {
            first.push_back(c);
        }
    }
    return first;
}

constexpr const char* kStronger = "Choose a larger or shorter cable, or feed less through it.";

void tellCollapse(const PowerNetwork& n, const VoltageCollapse& c, Severity severity,
                  const std::string& when, Findings& findings) {
    findings.add(severity, arrayIdOf(n, n.units[at(c.unit)]),
                 when + ", " + collapseText(n, c) +
                     ": the voltage collapses, and what hangs there goes dark.",
                 kStronger, c.askedVa / 1e3, std::isnan(c.mostVa) ? 0.0 : c.mostVa / 1e3, "kVA");
}

void collapse(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    std::set<int> told;
    for (const VoltageCollapse& c : byArray(p.network, p.collapses)) {
        tellCollapse(p.network, c, Severity::Error, "At full activity", findings);
        told.insert(p.network.units[at(c.unit)].array);
    }
    for (const Contingency& contingency : p.study.cases) {
        for (const VoltageCollapse& c : contingency.collapses) {
            if (told.insert(p.network.units[at(c.unit)].array).second) {
                tellCollapse(p.network, c, Severity::Warning,
                             "While " + p.network.units[at(contingency.unit)].name + " is out",
                             findings);
            }
        }
    }
}

std::vector<double> rackWindows(const Design& design) {
    std::vector<double> windows;
    for (const int block : design.power.rackBlock) {
        const DesignBlock& b = design.blocks[at(block)];
        windows.push_back(b.shelf != nullptr ? b.shelf->inputWindow : b.psu->inputWindow);
    }
    return windows;
}

void undervoltage(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    const PowerNetwork& n = p.network;
    if (!p.wired) {
        return;
    }
    const std::vector<double> lowest = lowestVoltages(n, rackWindows(design));
    std::vector<std::uint8_t> low(n.units.size(), 0);
    findLowVoltages(n, p.flow, std::vector<double>(n.units.size(), 1.0), lowest, low);
    std::set<int> told;
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        if (low[i] == 1 && told.insert(u.array).second) {
            const double pct = 100.0 * std::abs(voltageSeen(n, p.flow, UnitIndex(i)));
            findings.add(Severity::Error, arrayIdOf(n, u),
                         "The voltage of " + u.name + " is " + amountText(pct, "%") +
                             " at full activity, and below " + amountText(100.0 * lowest[i], "%") +
                             " it trips and stays open.",
                         kStronger, pct, 100.0 * lowest[i], "%");
        }
    }
}

/// Cables only: what a transformer drops is made up by its taps.
void voltageDrop(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    const PowerNetwork& n = p.network;
    std::vector<double> drop(n.units.size(), 0.0);  // by unit: at its output
    std::set<int> told;
    for (std::size_t i = 0; i < n.units.size() && p.wired; ++i) {
        const PowerUnit& u = n.units[i];
        double mine = 0.0, before = 0.0;
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            const double share = p.flow.share[at(e)];
            if (p.flow.live[i] == 0 || share <= 0.0) {
                continue;
            }
            const PowerEdge& edge = n.edges[at(e)];
            const std::complex<double> source = p.flow.voltage[at(edge.from)];
            const std::complex<double> current =
                std::conj(p.flow.edgeVa[at(e)] / kPowerBaseVa / source);
            const double here =
                std::abs(source) -
                std::abs(source - std::complex<double>(edge.rPu, edge.xPu) * current);
            before += share * drop[at(edge.from)];
            mine += share * here;
        }
        const double sum = before + mine;
        const double limit = p.policy.voltageDropLimit;
        if (exceeds(sum, limit) && !exceeds(before, limit) && told.insert(u.array).second) {
            findings.add(Severity::Warning, arrayIdOf(n, u),
                         "The cables to " + u.name + " drop " + amountText(100.0 * sum, "%") +
                             " of the voltage at full activity, " + amountText(100.0 * mine, "%") +
                             " of it in its own; the limit is " + amountText(100.0 * limit, "%") +
                             ".",
                         kStronger, 100.0 * sum, 100.0 * limit, "%");
        }
        const bool afresh = u.edges == 0 || u.kind == PowerKind::Transformer || converts(n, u);
        drop[i] = afresh ? 0.0 : sum;
    }
}

/// Hours of a tank at the output of normal operation; NaN where it lasts, or nothing is known.
double tankHours(const DesignPower& p, int unit) {
    const PowerUnit& u = p.network.units[at(unit)];
    const models::GeneratingSet& spec = p.network.generator(u);
    const double hours = spec.tankLastsS(p.flow.outVa[at(unit)].real(), u.modules) / 3600.0;
    return std::isfinite(hours) ? hours : models::kNotStated;
}

void sourcesThatStart(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    const PowerNetwork& n = p.network;
    if (!p.wired) {
        return;
    }
    const Standby standby = standbyOf(n);
    std::vector<std::uint8_t> hasCords(n.units.size(), 0);
    for (const int unit : n.cordUnit) {
        hasCords[at(unit)] = 1;
    }
    for (const PowerArray& a : n.arrays) {
        const int first = a.firstUnit;
        const PowerUnit& u = n.units[at(first)];
        if (standby.prime[at(first)] != 0 && standby.standsFor[at(first)].empty()) {
            const double hours = tankHours(p, first);
            findings.add(Severity::Warning, a.id,
                         "It is the only source of what it feeds and runs all the time" +
                             (std::isnan(hours) ? std::string{"."}
                                                : "; at full activity its tank is empty after " +
                                                      amountText(hours, "h") + "."),
                         "Put a utility connection next to it, or plan its refuelling.",
                         std::isnan(hours) ? 0.0 : hours, 0.0, "h");
        } else if (u.kind == PowerKind::TransferSwitch && standby.side[at(first)] != 0) {
            findings.add(Severity::Warning, a.id,
                         "Only generators feed it: it never gets the mains, and has nothing to "
                         "transfer to.",
                         "Name the mains as its first source, if that is not meant.", 0.0, 1.0, "");
        }
        for (int i = first; i < first + a.units; ++i) {
            if (standby.side[at(i)] != 0 && standby.island[at(i)] == 0 && hasCords[at(i)] != 0) {
                findings.add(Severity::Error, a.id,
                             "Equipment behind " + n.units[at(i)].name +
                                 " has no power: only generators feed it, and they rest while the "
                                 "mains carry what they stand for.",
                             "Feed it behind the transfer switch.", 0.0, 1.0, "");
                break;
            }
        }
    }
}

/// The object of the project that a load belongs to.
const Object* objectOf(const Design& design, const PowerLoad& load) {
    const DesignPower& p = design.power;
    const auto i = at(load.index);
    switch (load.kind) {
        case PowerLoadKind::Rack:
            return design.blocks[at(p.rackBlock[i])].object;
        case PowerLoadKind::HallIt:
        case PowerLoadKind::Fans:
            return design.halls[i].object;
        case PowerLoadKind::CduPumps:
            return design.cduGroups[i].object;
        case PowerLoadKind::LoopPumps:
        case PowerLoadKind::HeatRejection:
            return design.loops[i].object;
    }
    return nullptr;
}

const char* wordsOf(PowerLoadKind kind) {
    switch (kind) {
        case PowerLoadKind::Rack:
            return "Its racks hang";
        case PowerLoadKind::HallIt:
            return "Its switches and storage hang";
        case PowerLoadKind::Fans:
            return "Its air handlers hang";
        case PowerLoadKind::CduPumps:
        case PowerLoadKind::LoopPumps:
            return "Its pumps hang";
        case PowerLoadKind::HeatRejection:
            return "Its heat rejection hangs";
    }
    return "";
}

/// Supply that loads need: low voltage, and alternating current where nothing takes the other.
void feedVoltage(const Design& design, Findings& findings) {
    const PowerNetwork& n = design.power.network;
    std::set<std::tuple<const Object*, PowerLoadKind, int>> told;
    for (const PowerLoad& load : n.loads) {
        const Object* object = objectOf(design, load);
        for (int c = load.firstCord; c < load.firstCord + load.cords && object != nullptr; ++c) {
            const PowerUnit& u = n.units[at(n.cordUnit[at(c)])];
            const double mostV = models::mostLowVoltageV(u.direct);
            const bool high = u.voltageV > mostV;
            const bool machine = load.kind != PowerLoadKind::Rack;
            if ((!high && !(u.direct && machine)) ||
                !told.insert({object, load.kind, u.array}).second) {
                continue;
            }
            const std::string on = std::string(wordsOf(load.kind)) + " on " + u.name;
            if (high) {
                findings.add(
                    Severity::Error, object->id,
                    on + ", which delivers " + amountText(u.voltageV * 1e-3, "kV") +
                        "; what is fed there takes " + amountText(mostV * 1e-3, "kV") + " at most.",
                    "Feed it behind a transformer.", u.voltageV * 1e-3, mostV * 1e-3, "kV");
            } else {
                findings.add(Severity::Error, object->id,
                             on + ", which delivers direct current; motors, switches and storage "
                                  "take alternating current.",
                             "Feed it before the rectifiers.", 1.0, 0.0, "");
            }
        }
    }
}

/// Breakers and cables of incomers, at the voltage of the source that the incomer comes from.
void voltageClass(const Design& design, Findings& findings) {
    const PowerNetwork& n = design.power.network;
    for (const PowerArray& a : n.arrays) {
        const PowerUnit& u = n.units[at(a.firstUnit)];
        double mostV = 0.0;
        bool direct = false;
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            mostV = std::max(mostV, n.edges[at(e)].voltageV);
            direct = direct || n.edges[at(e)].direct;
        }
        if (u.edges == 0) {
            continue;
        }
        const PowerEdge& first = n.edges[at(u.firstEdge)];
        const auto compare = [&](const std::string& what, double ratedV, const char* hint) {
            if (exceeds(mostV, ratedV)) {  // NaN, not stated: nothing to hold it against
                findings.add(Severity::Error, a.id,
                             "It is fed with " + amountText(mostV * 1e-3, "kV") + ", but its " +
                                 what + " is made for " + amountText(ratedV * 1e-3, "kV") +
                                 " at most.",
                             hint, mostV * 1e-3, ratedV * 1e-3, "kV");
            }
        };
        if (first.breaker >= 0) {
            const models::BreakerSpec& breaker = n.breakers[at(first.breaker)];
            compare("breaker " + a.spec.breaker, breaker.voltageV,
                    "Choose another {power_unit.breaker}.");
            if (direct != breaker.directCurrent) {
                findings.add(Severity::Error, a.id,
                             "Its breaker " + nameOf(design, a.spec.breaker) + " is made for " +
                                 (direct ? "alternating current, and cannot interrupt the direct "
                                           "current that it is fed with."
                                         : "direct current, and is fed with alternating current."),
                             "Choose another {power_unit.breaker}.", direct ? 1.0 : 0.0,
                             direct ? 0.0 : 1.0, "");
            }
        }
        if (first.cable >= 0) {
            compare("cable " + a.spec.cable, n.cables[at(first.cable)].voltageV,
                    "Choose another {power_unit.cable}.");
        }
    }
}

constexpr auto kVoltageRules = std::to_array<Rule>({
    {"feed-voltage", "Equipment accepts the voltage of its supply", &feedVoltage},
    {"voltage-class", "Breakers and cables are made for their voltage", &voltageClass},
    {"power-source", "Everything has a source, and a second one to transfer to", &sourcesThatStart},
    {"voltage-collapse", "Every load has a voltage at which it is delivered", &collapse},
    {"undervoltage", "Voltages are high enough for what hangs on them", &undervoltage},
    {"voltage-drop", "Cables drop no more than the limit", &voltageDrop},
});

}  // namespace

std::span<const Rule> voltageRules() {
    return kVoltageRules;
}

}  // namespace headroom::engine
