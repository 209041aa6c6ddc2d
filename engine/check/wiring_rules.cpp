// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/check/rules.h"
#include "engine/check/worst_by_array.h"
#include "engine/power/standby.h"

#include <array>
#include <string>
#include <variant>

/// Statements of the wiring that have no effect, or not the apparent one: no load flow reports them.
namespace headroom::engine {

namespace {

void onePiece(const Design& design, Findings& findings) {
    const PowerNetwork& n = design.power.network;
    for (const PowerArray& a : n.arrays) {
        const PowerUnit& u = n.units[at(a.firstUnit)];  // the wiring takes them as one piece
        if (u.modules != a.spec.modules || u.redundant != a.spec.redundant) {
            findings.add(
                Severity::Error, a.id,
                "It is one piece, whose failure is that of all of it: {power_unit.modules} is " +
                    countText(a.spec.modules) + " and {power_unit.redundant} " +
                    countText(a.spec.redundant) + ".",
                "Take both away; for a second path, state a unit of its own.", a.spec.modules, 1.0,
                "");
        }
    }
}

/// A switch is on the first of its sources that is live.
void preference(const Design& design, Findings& findings) {
    const PowerNetwork& n = design.power.network;
    if (!design.power.wired) {
        return;
    }
    const Standby standby = standbyOf(n);
    for (const PowerArray& a : n.arrays) {
        const PowerUnit& u = n.units[at(a.firstUnit)];
        if (u.kind != PowerKind::TransferSwitch || u.edges == 0) {
            continue;
        }
        const int first = n.edges[at(u.firstEdge)].from;
        if (standby.side[at(first)] != 0 && standby.island[at(first)] == 0 &&
            standby.side[at(a.firstUnit)] == 0) {
            findings.add(Severity::Warning, a.id,
                         "It prefers " + n.units[at(first)].name +
                             ", on the side of the generators, to the mains: once these run, it "
                             "stays there.",
                         "Name the mains as its first source.", 0.0, 1.0, "");
        }
    }
}

/// Units on no way to a load. Batteries there are a matter of external-battery.
void feedsNothing(const Design& design, Findings& findings) {
    const PowerNetwork& n = design.power.network;
    if (!design.power.wired) {
        return;
    }
    std::vector<std::uint8_t> feeds(n.units.size(), 0);
    for (const UnitIndex unit : n.cordUnit) {
        feeds[at(unit)] = 1;
    }
    for (std::size_t i = n.units.size(); i-- > 0;) {
        const PowerUnit& u = n.units[i];
        for (int e = u.firstEdge; feeds[i] != 0 && e < u.firstEdge + u.edges; ++e) {
            feeds[at(n.edges[at(e)].from)] = 1;
        }
    }
    for (const PowerArray& a : n.arrays) {
        int idle = 0, first = -1;
        for (int i = a.firstUnit; i < a.firstUnit + a.units; ++i) {
            if (feeds[at(i)] == 0) {
                first = idle++ == 0 ? i : first;
            }
        }
        if (idle > 0 && !(a.spec.batteryJ > 0.0)) {
            const std::string more =
                idle > 1 ? " (the same holds for " + countText(idle - 1) + " more)" : "";
            findings.add(
                Severity::Warning, a.id, "Nothing hangs on " + n.units[at(first)].name + more + ".",
                "Name it as a source or a feed of what it is for, or take it away.", idle, 0.0, "");
        }
    }
}

void cableLength(const Design& design, Findings& findings) {
    for (const PowerArray& a : design.power.network.arrays) {
        if (!a.spec.cable.empty() && !(a.spec.cableM > 0.0)) {
            findings.add(Severity::Warning, a.id,
                         "Its cable " + nameOf(design, a.spec.cable) +
                             " has no length: it drops no voltage and limits no fault.",
                         "State {power_unit.cable_m}.", 0.0, 1.0, "m");
        }
    }
}

void limitFollows(const Design& design, Findings& findings) {
    if (design.power.policy.limitFollows != models::LimitFollows::Nothing) {
        return;
    }
    for (const Object* object : design.project->objectsOf("power_policy")) {
        for (std::size_t i = 0; i < object->values.size(); ++i) {
            const std::string_view key = object->type->attributes[i].key;
            if ((key == "limit_pct" || key == "limit_hours_pct") &&
                !std::holds_alternative<std::monostate>(object->values[i])) {
                findings.add(Severity::Warning, object->id,
                             "It states {power_policy." + std::string(key) +
                                 "}, but no hours follow anything: there is no limit.",
                             "State {power_policy.limit_follows}.", 0.0, 1.0, "");
                return;
            }
        }
    }
}

constexpr auto kWiringRules = std::to_array<Rule>({
    {"one-piece", "Boards and transfer switches have no modules", &onePiece},
    {"transfer-preference", "Transfer switches prefer the mains", &preference},
    {"feeds-nothing", "Every unit is on the way to a load", &feedsNothing},
    {"cable-length", "Cables have a length", &cableLength},
    {"limit-follows", "A limit by the hour says which hours", &limitFollows},
});

}  // namespace

std::span<const Rule> wiringRules() {
    return kWiringRules;
}

}  // namespace headroom::engine
