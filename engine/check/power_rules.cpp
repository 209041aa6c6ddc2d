// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/check/rules.h"
#include "engine/check/worst_by_array.h"
#include "models/facility/requirement.h"
#include "models/power/breaker.h"
#include "models/power/ups_battery.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <utility>

namespace headroom::engine {

namespace {

// One load against one capacity, in watts.
void compare(Findings& findings, Severity severity, const std::string& subject, double measuredW,
             double allowedW, const std::string& load, const std::string& capacity,
             const Words& hint) {
    if (!exceeds(measuredW, allowedW)) {
        return;
    }
    const PowerText show = powerText(measuredW);
    findings.add(severity, subject,
                 load + " is " + show(measuredW) + " at full activity, but " + capacity + " " +
                     show(allowedW) + ".",
                 hint, measuredW / show.scale, allowedW / show.scale, show.unit);
}

std::string counted(int count, const std::string& what) {
    return countText(count) + " x " + what;
}

void serverNameplate(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        if (!std::isnan(b.server->nameplateW)) {
            compare(findings, Severity::Warning, b.object->id, b.serverW, b.server->nameplateW,
                    "The computed draw of a server " + nameOf(design, b.rack->server),
                    "its nameplate says", "Check the server's figures in the catalogue.");
        }
    }
}

void serverSupplies(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        compare(findings, Severity::Error, b.object->id, b.serverOutputW,
                b.server->psus * b.psu->ratedPowerW,
                "The load of a server " + nameOf(design, b.rack->server),
                "its " + counted(b.server->psus, nameOf(design, b.server->psu)) + " deliver",
                "Choose more or larger power supplies in the catalogue.");
        if (b.shelf != nullptr) {
            compare(findings, Severity::Error, b.object->id, b.shelfOutputW,
                    b.rack->shelfRectifiers * b.shelf->ratedPowerW,
                    "The load on the shelves of a rack " + nameOf(design, b.spec.rack),
                    "their " + counted(b.rack->shelfRectifiers, nameOf(design, b.rack->shelf)) +
                        " deliver",
                    "Raise {rack.shelf_rectifiers} in the catalogue.");
        }
    }
}

void rackRating(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        compare(findings, Severity::Error, b.object->id, b.rackW, b.rack->ratedPowerW,
                "A rack " + nameOf(design, b.spec.rack), "its feed is rated",
                "Take a rack with a higher rating, or fewer servers in it.");
    }
}

void wiring(const Design& design, Findings& findings) {
    for (const Error& error : design.power.faults) {
        findings.add(Severity::Error, "", "The wiring cannot be joined: " + error.message,
                     error.remedy, 0.0, 0.0, "");
    }
}

bool needsBreaker(const PowerUnit& u) {
    // A transfer switch opens its own incomers.
    return u.edges > 0 && u.kind != PowerKind::TransferSwitch;
}

/// The smallest breaker for the incomer of a unit: made for its voltage, of the lowest class that is, and for the
/// current of the unit's rating. Empty if the catalogue has none.
std::string breakerFor(const Catalogue& catalogue, const PowerUnit& unit,
                       const PowerEdge& incomer) {
    constexpr double kRounding =
        1.0 - 1e-9;  // ratings of boards are amperes made into volt-amperes
    const double ratedA = kRounding * unit.ratedVa /
                          ((incomer.direct ? 1.0 : std::numbers::sqrt3) * incomer.voltageV);
    const CatalogueEntry* best = nullptr;
    const auto order = [](const CatalogueEntry& entry) {
        const auto& spec = *static_cast<const models::BreakerSpec*>(entry.spec.get());
        return std::pair(spec.voltageV, spec.ratedA);
    };
    for (const CatalogueEntry* entry : catalogue.entriesOf("breaker")) {
        const auto& spec = *static_cast<const models::BreakerSpec*>(entry->spec.get());
        const bool fits = spec.directCurrent == incomer.direct &&
                          spec.voltageV >= incomer.voltageV && spec.ratedA >= ratedA;
        if (fits && (best == nullptr || order(*entry) < order(*best))) {
            best = entry;
        }
    }
    return best == nullptr ? std::string() : best->id;
}

/// Agreed capacities are contracted in steps; with some room above the load of the design.
/// Assumption: a tenth of room, steps of 0.1 MVA.
double agreedMva(double loadVa) {
    constexpr double kRoom = 1.1, kStepMva = 0.1;
    return kStepMva * std::max(1.0, std::ceil(kRoom * 1e-6 * loadVa / kStepMva));
}

void ratings(const Design& design, Findings& findings) {
    const PowerNetwork& n = design.power.network;
    for (const PowerArray& a : n.arrays) {
        const PowerUnit& u = n.units[at(a.firstUnit)];
        if (u.kind == PowerKind::Utility && !(u.ratedVa > 0.0)) {
            findings.add(Severity::Warning, a.id,
                         "It states no agreed capacity, so its load cannot be checked.",
                         "State {power_unit.rating_mva}.", 0.0, 1.0, "");
            if (const double loadVa = design.power.outputVa(static_cast<int>(a.firstUnit));
                loadVa > 0.0) {
                findings.fix({SetAttribute{a.id, "rating_mva", agreedMva(loadVa)}});
            }
        }
        if (needsBreaker(u) && a.spec.breaker.empty()) {
            findings.add(Severity::Warning, a.id,
                         "Its incomers have no breaker: a fault on it takes down " +
                             n.units[at(n.edges[at(u.firstEdge)].from)].name +
                             " and all that hangs there.",
                         "Name a breaker.", 0.0, 1.0, "");
            if (std::string fitting = breakerFor(*design.catalogue, u, n.edges[at(u.firstEdge)]);
                !fitting.empty()) {
                findings.fix({SetAttribute{a.id, "breaker", std::move(fitting)}});
            }
        }
        if (u.kind == PowerKind::Ups && !(models::upsStoreJ(n.ups(u), 1) > 0.0)) {
            findings.add(Severity::Warning, a.id,
                         "Its part " + nameOf(design, a.spec.part) +
                             " states no battery: it rides through nothing.",
                         "Choose a UPS with {ups.battery_min}.", 0.0, 1.0, "");
        }
    }
}

/// Compares the power that a guest or a person asks of an external battery with its size, with its unit, and with the loads there.
/// Sizes and starts out of their ranges, and units with a store of their own, never come here: the document and the wiring
/// refuse them.
void externalBattery(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    constexpr double kLeastS = 60.0;  // a coupling step takes 15 s: faster is no longer a schedule
    for (const PowerArray& a : p.network.arrays) {
        const bool hasSize = a.spec.batteryJ > 0.0;
        const double askedW = a.spec.batteryGivesW;
        if (!hasSize) {
            if (askedW != 0.0 || a.spec.batteryLossW != 0.0 || a.spec.batteryStart != 1.0) {
                findings.add(
                    Severity::Warning, a.id,
                    "It asks something of a battery that is not there: nothing comes of it.",
                    "State {power_unit.external_battery_kwh}, or take the rest away.", 0.0, 1.0,
                    "kWh");
            }
            continue;
        }
        const bool feeds =
            std::any_of(p.network.edges.begin(), p.network.edges.end(),
                        [&](const PowerEdge& e) {
                            return p.network.units[at(e.from)].array ==
                                   p.network.units[at(a.firstUnit)].array;
                        }) ||
            std::any_of(p.network.cordUnit.begin(), p.network.cordUnit.end(), [&](int unit) {
                return p.network.units[at(unit)].array == p.network.units[at(a.firstUnit)].array;
            });
        if (!feeds) {
            findings.add(
                Severity::Warning, a.id,
                "Nothing hangs on it, so its battery has nothing to give to: it gives no more than "
                "the loads behind it take.",
                "State {power_unit.external_battery_kwh} on the board that feeds the loads.", 0.0,
                1.0, "");
        }
        if (const double lastsS = a.spec.batteryJ / std::abs(askedW); lastsS < kLeastS) {
            findings.add(Severity::Warning, a.id,
                         "Its battery of " + amountText(a.spec.batteryJ / 3.6e6, "kWh") +
                             (askedW > 0.0 ? " is empty after " : " is full after ") +
                             amountText(lastsS, "s") + " at the " +
                             amountText(std::abs(askedW) / 1e3, "kW") + " that are asked of it.",
                         "Check the units of {power_unit.external_battery_kwh} and "
                         "{power_unit.external_battery_kw}.",
                         lastsS, kLeastS, "s");
        }
        if (a.spec.batteryStart == 0.0 && askedW > 0.0) {
            findings.add(Severity::Note, a.id,
                         "Its battery is asked to give and begins empty: it gives nothing until it "
                         "was charged.",
                         "Raise {power_unit.external_battery_start_pct}, or charge it first.", 0.0,
                         1.0, "%");
        }
        const double ratedVa = p.network.units[at(a.firstUnit)].ratedVa;
        double mostVa = 0.0;
        for (int i = a.firstUnit; i < a.firstUnit + a.units; ++i) {
            mostVa = std::max(mostVa, p.outputVa(i));
        }
        if (askedW < 0.0 && exceeds(mostVa - askedW, ratedVa) && !exceeds(mostVa, ratedVa)) {
            const PowerText show = vaText(mostVa - askedW);
            findings.add(Severity::Warning, a.id,
                         "With its battery charging it carries " + show(mostVa - askedW) +
                             " at full activity, but is rated " + show(ratedVa) +
                             ": what a battery takes is in no load of the other checks.",
                         "Charge at less, or when less runs.", (mostVa - askedW) / show.scale,
                         ratedVa / show.scale, show.unit);
        }
    }
}

void unitLoad(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    WorstByArray worst(p.network);
    for (std::size_t i = 0; i < p.network.units.size(); ++i) {
        const PowerUnit& u = p.network.units[i];
        if (!isSource(u.kind) && exceeds(p.outputVa(static_cast<int>(i)), u.ratedVa)) {
            worst.offer(u.array, static_cast<int>(i), p.outputVa(static_cast<int>(i)), u.ratedVa);
        }
    }
    for (const auto& w : worst.entries()) {
        if (w.index >= 0) {
            const PowerUnit& u = p.network.units[at(w.index)];
            const PowerText show = vaText(w.measured);
            findings.add(
                Severity::Error, idOf(p.network, u),
                u.name + " carries " + show(w.measured) + " at full activity, but is rated " +
                    show(w.allowed) + ".",
                "Raise {power_unit.count} or {power_unit.modules}, or choose a larger part.",
                w.measured / show.scale, w.allowed / show.scale, show.unit);
        }
    }
}

void utilityLoad(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    WorstByArray worst(p.network);
    for (std::size_t i = 0; i < p.network.units.size(); ++i) {
        const PowerUnit& u = p.network.units[i];
        if (u.kind == PowerKind::Utility && u.ratedVa > 0.0 &&
            exceeds(p.outputVa(static_cast<int>(i)), u.ratedVa)) {
            worst.offer(u.array, static_cast<int>(i), p.outputVa(static_cast<int>(i)), u.ratedVa);
        }
    }
    for (const auto& w : worst.entries()) {
        if (w.index >= 0) {
            const PowerUnit& u = p.network.units[at(w.index)];
            findings.add(Severity::Error, idOf(p.network, u),
                         u.name + " delivers " + amountText(w.measured / 1e6, "MVA") +
                             " at full activity, but the grid contract allows " +
                             amountText(w.allowed / 1e6, "MVA") + ".",
                         "Raise {power_unit.rating_mva}, or connect less.", w.measured / 1e6,
                         w.allowed / 1e6, "MVA");
        }
    }
}

void spares(const Design& design, Findings& findings) {
    for (const PowerArray& a : design.power.network.arrays) {
        if (a.spec.redundant >= a.spec.modules) {
            findings.add(Severity::Error, a.id,
                         "All " + countText(a.spec.modules) +
                             " modules are spares: {power_unit.redundant} is " +
                             countText(a.spec.redundant) + ".",
                         "Lower {power_unit.redundant} below {power_unit.modules}.",
                         a.spec.redundant, a.spec.modules - 1, "");
        }
    }
}

void spareCapacity(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    WorstByArray worst(p.network);
    const auto carried = [&](int i) {
        const PowerUnit& u = p.network.units[at(i)];
        return carriedPower(u,
                            makesPower(u.kind) ? p.outageFlow.outVa[at(i)] : p.flow.outVa[at(i)]);
    };
    for (std::size_t i = 0; i < p.network.units.size(); ++i) {
        const PowerUnit& u = p.network.units[i];
        const int needed = u.modules - u.redundant;
        if (u.redundant <= 0 || needed <= 0) {
            continue;
        }
        const CarriedPower c = carried(static_cast<int>(i));
        const double allowed = c.allowed * needed / u.modules;
        if (exceeds(c.measured, allowed) && !exceeds(c.measured, c.allowed)) {
            worst.offer(u.array, static_cast<int>(i), c.measured, allowed);
        }
    }
    for (const auto& w : worst.entries()) {
        if (w.index >= 0) {
            const PowerUnit& u = p.network.units[at(w.index)];
            const PowerText show =
                carried(w.index).active ? powerText(w.measured) : vaText(w.measured);
            findings.add(Severity::Warning, idOf(p.network, u),
                         u.name + " carries " + show(w.measured) + " at full activity, but " +
                             counted(u.modules - u.redundant,
                                     nameOf(design, p.network.arrays[at(u.array)].spec.part)) +
                             " carry " + show(w.allowed) + ", and " + countText(u.redundant) +
                             " more are meant as spares.",
                         "Raise {power_unit.modules}, or lower {power_unit.redundant}.",
                         w.measured / show.scale, w.allowed / show.scale, show.unit);
        }
    }
}

/// Breakers (or cables) whose current is beyond their rating in normal operation.
void edgeLoad(const Design& design, Findings& findings, bool breakers) {
    const DesignPower& p = design.power;
    const PowerNetwork& n = p.network;
    WorstByArray worst(n);
    for (std::size_t i = 0; i < n.edges.size(); ++i) {
        const PowerEdge& e = n.edges[i];
        const int part = breakers ? e.breaker : e.cable;
        if (part >= 0) {
            const double ratedA =
                breakers ? n.breakers[at(part)].ratedA : n.cables[at(part)].ratedA;
            if (exceeds(p.flow.edgeA[i], ratedA)) {
                worst.offer(n.units[at(e.to)].array, static_cast<int>(i), p.flow.edgeA[i], ratedA);
            }
        }
    }
    for (const auto& w : worst.entries()) {
        if (w.index >= 0) {
            const PowerEdge& e = n.edges[at(w.index)];
            const models::PowerUnitSpec& spec = n.arrays[at(n.units[at(e.to)].array)].spec;
            findings.add(Severity::Error, idOf(n, n.units[at(e.to)]),
                         "From " + n.units[at(e.from)].name + " to " + n.units[at(e.to)].name +
                             " flow " + amountText(w.measured, "A") +
                             " at full activity, but its " +
                             (breakers ? "breaker " + nameOf(design, spec.breaker)
                                       : "cable " + nameOf(design, spec.cable)) +
                             " is rated " + amountText(w.allowed, "A") + ".",
                         breakers ? "Choose a larger breaker." : "Choose a larger cable.",
                         w.measured, w.allowed, "A");
        }
    }
}

void breakerRating(const Design& design, Findings& findings) {
    edgeLoad(design, findings, true);
}

void cableRating(const Design& design, Findings& findings) {
    edgeLoad(design, findings, false);
}

/// The unit that an overload after a failure trips, and the time until it trips.
struct FailoverTrip {
    double loading = 0.0, afterS = 0.0;
    std::int64_t racks = 0;  ///< dark once all has tripped

    std::string text() const {
        return " It trips after " + amountText(afterS, "s") +
               (racks > 0 ? ", and " + countText(racks) +
                                (racks == 1 ? " more rack goes dark." : " more racks go dark.")
                          : ".");
    }
};

/// The trip of an edge, or of a unit, in a case; null where it carries its load for good.
const CascadeTrip* tripOf(const Contingency& c, int edge, int unit) {
    const auto found = std::find_if(c.trips.begin(), c.trips.end(), [&](const CascadeTrip& trip) {
        return edge >= 0 ? trip.edge == edge : trip.unit == unit;
    });
    return found == c.trips.end() ? nullptr : &*found;
}

std::int64_t racksTripped(const PowerNetwork& n, const Contingency& c) {
    return std::count_if(c.trippedLoads.begin(), c.trippedLoads.end(),
                         [&](LoadIndex l) { return n.loads[at(l)].kind == PowerLoadKind::Rack; });
}

/// Units that carry their load in normal operation, but not while one other unit or every utility is out. A trip is an
/// error, unless the project lets racks stop.
void failover(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    const PowerNetwork& n = p.network;
    WorstByArray units(n), edges(n);
    std::vector<FailoverTrip> unitTrip(n.arrays.size()), edgeTrip(n.arrays.size());
    const auto note = [&](std::vector<FailoverTrip>& all, int array, const CascadeTrip* trip,
                          const Contingency& c) {
        if (trip != nullptr && trip->loading > all[at(array)].loading) {
            all[at(array)] = {trip->loading, trip->afterS, racksTripped(n, c)};
        }
    };
    models::RequirementSpec asked;
    for (const Object* object : design.project->objectsOf("requirement")) {
        asked = specOf<models::RequirementSpec>(*object);
    }
    const auto severityOf = [&](const FailoverTrip& trip) {
        return trip.loading > 0.0 && asked.power != models::FailurePromise::MayStop
                   ? Severity::Error
                   : Severity::Warning;
    };
    const auto offer = [&](const Contingency& c) {
        for (const Overload& o : c.units) {
            // Generators are held against an outage of every utility (gensetLoad).
            const bool isGenset = makesPower(n.units[at(o.index)].kind);
            if (!isGenset && o.index != c.unit && !exceeds(p.loading(o.index), 1.0)) {
                units.offer(n.units[at(o.index)].array, o.index, o.loading, 1.0, c.unit);
                note(unitTrip, n.units[at(o.index)].array, tripOf(c, -1, o.index), c);
            }
        }
        for (const Overload& o : c.edges) {
            if (!exceeds(edgeLoading(n, p.flow, EdgeIndex(o.index)), 1.0)) {
                const int array = n.units[at(n.edges[at(o.index)].to)].array;
                edges.offer(array, o.index, o.loading, 1.0, c.unit);
                note(edgeTrip, array, tripOf(c, o.index, -1), c);
            }
        }
    };
    for (const Contingency& c : p.study.cases) {
        offer(c);
    }
    offer(p.study.outage);
    const auto when = [&](int cause) {
        return cause < 0 ? std::string{"With every utility dead, "}
                         : "While " + n.units[at(cause)].name + " is out, ";
    };
    for (std::size_t a = 0; a < n.arrays.size(); ++a) {
        const auto& unit = units.entries()[a];
        const auto& edge = edges.entries()[a];
        if (unit.index >= 0) {
            const PowerUnit& u = n.units[at(unit.index)];
            const PowerText show = vaText(unit.measured * u.ratedVa);
            const FailoverTrip& trip = unitTrip[a];
            findings.add(severityOf(trip), idOf(n, u),
                         when(unit.cause) + u.name + " carries " + show(unit.measured * u.ratedVa) +
                             ", but is rated " + show(u.ratedVa) + "." +
                             (trip.loading > 0.0 ? trip.text() : ""),
                         "Choose a larger part, or spread the racks over more feeds.",
                         unit.measured * u.ratedVa / show.scale, u.ratedVa / show.scale, show.unit);
        }
        if (edge.index >= 0) {
            const PowerEdge& e = n.edges[at(edge.index)];
            double ratedA = std::numeric_limits<double>::infinity();
            if (e.breaker >= 0) {
                ratedA = n.breakers[at(e.breaker)].ratedA;
            }
            if (e.cable >= 0) {
                ratedA = std::min(ratedA, n.cables[at(e.cable)].ratedA);
            }
            const FailoverTrip& trip = edgeTrip[a];
            findings.add(severityOf(trip), idOf(n, n.units[at(e.to)]),
                         when(edge.cause) + amountText(edge.measured * ratedA, "A") +
                             " flow from " + n.units[at(e.from)].name + " to " +
                             n.units[at(e.to)].name + ", but its breaker or cable is rated " +
                             amountText(ratedA, "A") + "." +
                             (trip.loading > 0.0 ? trip.text() : ""),
                         "Choose a larger breaker and cable, or spread the load over more feeds.",
                         edge.measured * ratedA, ratedA, "A");
        }
    }
}

/// Racks with several cords that one failure leaves without any.
void sharedFeeds(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    const PowerNetwork& n = p.network;

    struct Shared {
        int unit = -1;
        std::int64_t racks = 0;
        int units = 0;
    };

    std::vector<Shared> blocks(design.blocks.size());
    for (const Contingency& c : p.study.cases) {
        std::vector<std::int64_t> lost(design.blocks.size(), 0);
        for (const int l : c.lostLoads) {
            const PowerLoad& load = n.loads[at(l)];
            if (load.kind == PowerLoadKind::Rack && load.cords > 1) {
                ++lost[at(p.rackBlock[at(load.index)])];
            }
        }
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            if (lost[b] > 0) {
                blocks[b].units += c.alike;
                if (lost[b] > blocks[b].racks) {
                    blocks[b].racks = lost[b];
                    blocks[b].unit = c.unit;
                }
            }
        }
    }
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const Shared& s = blocks[b];
        if (s.unit >= 0) {
            const std::string more =
                s.units > 1 ? " (the same holds for " + countText(s.units - 1) + " more)" : "";
            findings.add(Severity::Warning, design.blocks[b].object->id,
                         "Its racks have several cords, but " + countText(s.racks) +
                             " of them go dark when " + n.units[at(s.unit)].name + " fails" + more +
                             ": the cords share it.",
                         "Feed the cords from paths of their own, up to the generators.",
                         static_cast<double>(s.racks), 0.0, "");
        }
    }
}

/// Feeds that replace each other may differ in loading by this share of the higher one.
/// Assumption: beyond a fifth, one side is oversized or wrongly assigned.
constexpr double kBalance = 0.2;

void feedBalance(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    const PowerNetwork& n = p.network;
    if (!p.wired) {
        return;
    }
    std::set<std::pair<std::string, std::string>> said;
    for (const DesignBlock& b : design.blocks) {
        int most = -1, least = -1;
        double mostPct = 0.0, leastPct = 0.0;
        for (const std::string& feed : b.spec.feeds) {
            const int array = n.arrayOf(feed);
            if (array < 0 || b.spec.cords == 1 || b.spec.feeds.size() < 2) {
                continue;
            }
            const PowerArray& a = n.arrays[at(array)];
            double va = 0.0, ratedVa = 0.0;
            for (int i = a.firstUnit; i < a.firstUnit + a.units; ++i) {
                va += p.outputVa(i);
                ratedVa += n.units[at(i)].ratedVa;
            }
            const double pct = ratedVa > 0.0 ? 100.0 * va / ratedVa : 0.0;
            if (most < 0 || pct > mostPct) {
                most = array;
                mostPct = pct;
            }
            if (least < 0 || pct < leastPct) {
                least = array;
                leastPct = pct;
            }
        }
        if (most >= 0 && most != least && leastPct < (1.0 - kBalance) * mostPct) {
            const std::string high = nameOf(design, n.arrays[at(most)].id);
            const std::string low = nameOf(design, n.arrays[at(least)].id);
            if (said.emplace(high, low).second) {
                findings.add(
                    Severity::Warning, b.object->id,
                    fmt::format(
                        "Its feeds are loaded unevenly: {} by {} and {} by {} of their rating.",
                        high, amountText(mostPct, "%"), low, amountText(leastPct, "%")),
                    "Give both the same part and number, or share the rows in equal parts.",
                    mostPct, leastPct / (1.0 - kBalance), "%");
            }
        }
    }
}

constexpr auto kPowerRules = std::to_array<Rule>({
    {"server-nameplate", "A server draws no more than its nameplate says", &serverNameplate},
    {"psu-capacity", "Power supplies and shelves deliver what they must", &serverSupplies},
    {"rack-rating", "A rack draws no more than its feed is rated for", &rackRating},
    {"power-wiring", "The wiring can be joined", &wiring},
    {"power-rating", "Utilities, incomers and batteries state what they carry", &ratings},
    {"external-battery", "External batteries can do their task", &externalBattery},
    {"unit-capacity", "Every unit carries its load", &unitLoad},
    {"utility-capacity", "The grid connections carry the facility", &utilityLoad},
    {"breaker-rating", "Breakers carry their current", &breakerRating},
    {"cable-rating", "Cables carry their current", &cableRating},
    {"spare-modules", "Not every module is a spare", &spares},
    {"spare-capacity", "Modules carry the load without the spares", &spareCapacity},
    {"failover-capacity", "Nothing is overloaded while one unit is out, or every utility is dead",
     &failover, CheckDepth::Full},
    {"shared-feed", "The cords of a rack share no unit", &sharedFeeds},
    {"feed-balance", "Feeds that replace each other are loaded alike", &feedBalance},
});

}  // namespace

std::span<const Rule> powerRules() {
    return kPowerRules;
}

}  // namespace headroom::engine
