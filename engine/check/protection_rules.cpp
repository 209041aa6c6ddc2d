// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/check/rules.h"
#include "engine/check/worst_by_array.h"
#include "engine/power/fault_currents.h"
#include "models/power/low_voltage.h"

#include <algorithm>
#include <array>
#include <cmath>

/// Short circuits, and which breaker ends them.
namespace headroom::engine {

namespace {

void breakingCapacity(const Design& design, Findings& findings) {
    const PowerNetwork& n = design.power.network;
    const ByUnit<double> most = greatestFaultCurrents(n);
    WorstByArray worst(n);
    for (std::size_t i = 0; i < n.edges.size(); ++i) {
        const PowerEdge& e = n.edges[i];
        if (e.breaker >= 0 && n.breakers[at(e.breaker)].breakingA > 0.0) {
            const double faultA = most[e.from];
            const double breakingA = n.breakers[at(e.breaker)].breakingA;
            if (exceeds(faultA, breakingA)) {
                worst.offer(n.units[at(e.to)].array, static_cast<int>(i), faultA, breakingA);
            }
        }
    }
    for (const auto& w : worst.entries()) {
        if (w.index >= 0) {
            const PowerEdge& e = n.edges[at(w.index)];
            const PowerUnit& to = n.units[at(e.to)];
            findings.add(Severity::Error, idOf(n, to),
                         "A short circuit behind " + n.units[at(e.from)].name + " draws " +
                             amountText(w.measured / 1e3, "kA") + ", but breaker " +
                             n.arrays[at(to.array)].spec.breaker + " of " + to.name + " interrupts " +
                             amountText(w.allowed / 1e3, "kA") + ".",
                         "Choose a breaker of higher breaking capacity, or parallel fewer sources.",
                         w.measured / 1e3, w.allowed / 1e3, "kA");
        }
    }
}

void boardWithstand(const Design& design, Findings& findings) {
    const PowerNetwork& n = design.power.network;
    const ByUnit<double> most = greatestFaultCurrents(n);
    WorstByArray worst(n);
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        if (u.kind == PowerKind::Switchboard && n.switchboards[at(u.spec)].withstandA > 0.0 &&
            exceeds(most[i], n.switchboards[at(u.spec)].withstandA)) {
            worst.offer(u.array, static_cast<int>(i), most[i],
                        n.switchboards[at(u.spec)].withstandA);
        }
    }
    for (const auto& w : worst.entries()) {
        if (w.index >= 0) {
            const PowerUnit& u = n.units[at(w.index)];
            findings.add(Severity::Error, idOf(n, u),
                         "A short circuit on " + u.name + " draws " +
                             amountText(w.measured / 1e3, "kA") + ", but the board stands " +
                             amountText(w.allowed / 1e3, "kA") + ".",
                         "Choose a stronger board, or parallel fewer sources.", w.measured / 1e3,
                         w.allowed / 1e3, "kA");
        }
    }
}

/// In <= Iz at low voltage (IEC 60364-4-43, 433.1). Above it relays are set to the cable, which no part states. A cable that
/// is overloaded in normal operation is a matter of cable-rating.
void cableProtection(const Design& design, Findings& findings) {
    const DesignPower& p = design.power;
    const PowerNetwork& n = p.network;
    WorstByArray worst(n);
    for (std::size_t i = 0; i < n.edges.size(); ++i) {
        const PowerEdge& e = n.edges[i];
        if (e.breaker < 0 || e.cable < 0 || e.voltageV > models::mostLowVoltageV(e.direct)) {
            continue;
        }
        const double breakerA = n.breakers[at(e.breaker)].ratedA;
        const double cableA = n.cables[at(e.cable)].ratedA;
        if (exceeds(breakerA, cableA) && (!p.wired || !exceeds(p.flow.edgeA[i], cableA))) {
            worst.offer(n.units[at(e.to)].array, static_cast<int>(i), breakerA, cableA);
        }
    }
    for (const auto& w : worst.entries()) {
        if (w.index >= 0) {
            const PowerUnit& to = n.units[at(n.edges[at(w.index)].to)];
            const models::PowerUnitSpec& spec = n.arrays[at(to.array)].spec;
            findings.add(Severity::Error, idOf(n, to),
                         "Its breaker " + spec.breaker + " lets " + amountText(w.measured, "A") +
                             " through for ever, but cable " + spec.cable + " carries " +
                             amountText(w.allowed, "A") + ".",
                         "Choose a smaller breaker or a larger cable.", w.measured, w.allowed, "A");
        }
    }
}

/// Two breakers in series, as the current of a fault or overload on the lower one finds them.
class Selectivity {
  public:
    Selectivity(const DesignPower& p)
        : p_(p), n_(p.network), share_(faultShares(p.network)), worst_(p.network) {}

    void run(Findings& findings) {
        for (std::size_t i = 0; i < n_.edges.size(); ++i) {
            const PowerEdge& e = n_.edges[i];
            if (e.breaker >= 0 && p_.flow.share[i] > 0.0 && e.direct == n_.units[at(e.to)].direct) {
                const PowerUnit& to = n_.units[at(e.to)];
                const double faultA = to.faultA * to.voltageV / e.voltageV * share_[i];
                climb(static_cast<int>(i), e.from, 1.0, siblings(e.from), faultA);
            }
        }
        for (const auto& w : worst_.entries()) {
            if (w.index < 0) {
                continue;
            }
            const PowerEdge& lower = n_.edges[at(w.index)];
            const PowerEdge& upper = n_.edges[at(w.cause)];
            const double currentA = at_[at(n_.units[at(lower.to)].array)];
            findings.add(
                Severity::Warning, idOf(n_, n_.units[at(lower.to)]),
                "At " + amountText(currentA, "A") + " into " + n_.units[at(lower.to)].name +
                    ", breaker " + partOf(upper) + " of " + n_.units[at(upper.to)].name +
                    " trips after " + amountText(w.allowed, "s") + " and " + partOf(lower) +
                    " below it " +
                    (std::isfinite(w.measured) ? "after " + amountText(w.measured, "s") : "never") +
                    ": more goes dark than is faulty.",
                "Give the lower one the shorter delay or the lower pickup.",
                std::isfinite(w.measured) ? w.measured : 0.0, w.allowed, "s");
        }
    }

  private:
    /// More than one outgoing way: losing the board costs more than what is faulty.
    bool siblings(int unit) const {
        const int out = n_.firstOut[at(unit) + 1] - n_.firstOut[at(unit)];
        const auto cords = std::count(n_.cordUnit.begin(), n_.cordUnit.end(), unit);
        return out + cords > 1;
    }

    const std::string& partOf(const PowerEdge& e) const {
        return n_.arrays[at(n_.units[at(e.to)].array)].spec.breaker;
    }

    /// Up from the board of the lower breaker to the next breakers.
    void climb(int lower, int unit, double ratio, bool matters, double faultA) {
        const PowerUnit& u = n_.units[at(unit)];
        const PowerEdge& low = n_.edges[at(lower)];
        for (int i = u.firstEdge; i < u.firstEdge + u.edges; ++i) {
            const PowerEdge& e = n_.edges[at(i)];
            if (p_.flow.share[at(i)] <= 0.0 || e.direct != low.direct) {
                continue;
            }
            const double here = ratio * share_[at(i)];
            if (e.breaker < 0) {
                climb(lower, e.from, here, matters || siblings(e.from), faultA);
            } else if (matters) {
                const double scale = here * low.voltageV / e.voltageV;
                compare(lower, i, faultA, faultA * scale);
                const double overA = 2.0 * n_.breakers[at(low.breaker)].ratedA;
                const double extraA = std::max(0.0, overA - p_.flow.edgeA[at(lower)]);
                compare(lower, i, overA, p_.flow.edgeA[at(i)] + extraA * scale);
            }
        }
    }

    void compare(int lower, int upper, double lowerA, double upperA) {
        const PowerEdge& low = n_.edges[at(lower)];
        const PowerEdge& up = n_.edges[at(upper)];
        const double lowS = models::breakerTripS(n_.breakers[at(low.breaker)], lowerA, 0.0);
        const double upS = models::breakerTripS(n_.breakers[at(up.breaker)], upperA, 0.0);
        if (std::isfinite(upS) && upS <= lowS) {
            const int array = n_.units[at(low.to)].array;
            const double shown = std::isfinite(lowS) ? lowS : 1e9;
            const auto& before = worst_.entries()[at(array)];
            const bool isWorst =
                before.index < 0 || shown / upS > before.measured / before.allowed;
            worst_.offer(array, lower, lowS, upS, upper);
            if (isWorst) {
                at_.resize(n_.arrays.size());
                at_[at(array)] = lowerA;
            }
        }
    }

    const DesignPower& p_;
    const PowerNetwork& n_;
    const ByEdge<double> share_;
    WorstByArray worst_;
    std::vector<double> at_;  ///< current at which the worst pair fails, by array
};

void selectivity(const Design& design, Findings& findings) {
    if (design.power.wired) {
        Selectivity(design.power).run(findings);
    }
}

constexpr auto kProtectionRules = std::to_array<Rule>({
    {"breaking-capacity", "Breakers interrupt the short-circuit current", &breakingCapacity},
    {"board-withstand", "Boards stand the short-circuit current", &boardWithstand},
    {"cable-protection", "Breakers protect their cables from overload", &cableProtection},
    {"selectivity", "The breaker nearest to a fault trips first", &selectivity},
});

}  // namespace

std::span<const Rule> protectionRules() {
    return kProtectionRules;
}

}  // namespace headroom::engine
