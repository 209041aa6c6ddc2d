// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/check/rules.h"
#include "engine/check/worst_by_array.h"
#include "engine/power/fault_currents.h"
#include "models/power/low_voltage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

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
                             nameOf(design, n.arrays[at(to.array)].spec.breaker) + " of " +
                             to.name + " interrupts " + amountText(w.allowed / 1e3, "kA") + ".",
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
                             amountText(w.measured / 1e3, "kA") + ", but the board withstands " +
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
                         "Its breaker " + nameOf(design, spec.breaker) + " lets " +
                             amountText(w.measured, "A") + " through for ever, but cable " +
                             nameOf(design, spec.cable) + " carries " + amountText(w.allowed, "A") +
                             ".",
                         "Choose a smaller breaker or a larger cable.", w.measured, w.allowed, "A");
        }
    }
}

/// Two breakers in series over all currents that the lower one may see: from its conventional tripping current to the
/// largest short circuit behind it, on the mains and on generator sets.
class Selectivity {
  public:
    explicit Selectivity(const Design& design)
        : design_(design),
          p_(design.power),
          n_(design.power.network),
          share_(faultShares(n_)),
          worst_(n_.arrays.size()) {}

    void run(Findings& findings) {
        for (std::size_t i = 0; i < n_.edges.size(); ++i) {
            const PowerEdge& e = n_.edges[i];
            const PowerUnit& to = n_.units[at(e.to)];
            if (e.breaker < 0 || e.direct != to.direct) {
                continue;
            }
            if (p_.flow.share[i] > 0.0) {
                const double faultA = to.faultA * to.voltageV / e.voltageV * share_[i];
                climb({static_cast<int>(i), faultA, &p_.flow, &share_}, e.from, 1.0,
                      siblings(e.from));
            }
        }
        onGenerators();
        for (const Worst& w : worst_) {
            if (w.lower >= 0) {
                say(w, findings);
            }
        }
    }

  private:
    /// The lower breaker, and what feeds a fault on it.
    struct Lower {
        int edge = -1;
        double faultA = 0.0;
        const PowerFlow* flow = nullptr;
        const ByEdge<double>* share = nullptr;
    };

    struct Worst {
        int lower = -1, upper = -1;
        double fromA = 0.0,
               toA = 0.0;  ///< currents of the lower breaker at which the upper may be first
        double atA = 0.0, lowS = 0.0, upS = 0.0;  ///< the worst of them
        bool nominal = false;  ///< by the curves themselves, not by their bands alone

        double ratio() const { return std::min(lowS, kNever) / upS; }
    };

    /// Steps of the sweep of currents, each a twentieth more.
    static constexpr double kCurrentStep = 1.05;

    /// A breaker trips for certain at this multiple of its rating. Source: IEC 60947-2, 8.3.3.1.3.
    static constexpr double kConventionalTrip = 1.30;

    /// An overload of this multiple of the rating is held against the upper breaker with what the other ways of its board
    /// carry on top. Other currents are compared alone, as sheets of curves do: less is a matter of hours and of load,
    /// and a fault takes the voltage from other ways. Assumption.
    static constexpr double kOverload = 2.0;

    static constexpr double kNever = 1e9;

    /// More than one outgoing way: losing the board costs more than what is faulty.
    bool siblings(int unit) const {
        const int out = n_.firstOut[at(unit) + 1] - n_.firstOut[at(unit)];
        const auto cords = std::count(n_.cordUnit.begin(), n_.cordUnit.end(), unit);
        return out + cords > 1;
    }

    std::string partOf(const PowerEdge& e) const {
        return nameOf(design_, n_.arrays[at(n_.units[at(e.to)].array)].spec.breaker);
    }

    /// The same with every utility dead: other breakers are above, and faults draw less. One unit of an array.
    void onGenerators() {
        std::vector<std::uint8_t> done(n_.arrays.size(), 0);
        for (std::size_t i = 0; i < n_.edges.size(); ++i) {
            const PowerEdge& e = n_.edges[i];
            const PowerUnit& to = n_.units[at(e.to)];
            if (e.breaker < 0 || e.direct != to.direct || done[at(to.array)] != 0 ||
                !(p_.outageFlow.share.size() > i && p_.outageFlow.share[i] > 0.0) ||
                p_.outageFlow.live[at(e.to)] == 0) {
                continue;
            }
            done[at(to.array)] = 1;
            const ShortNow fault = shortNow(n_, p_.outageSwitching, p_.outageFlow, e.to);
            const double faultA = fault.currentA * to.voltageV / e.voltageV * fault.share[i];
            climb({static_cast<int>(i), faultA, &p_.outageFlow, &fault.share}, e.from, 1.0,
                  siblings(e.from));
        }
    }

    /// Up from the board of the lower breaker to the next breakers.
    void climb(const Lower& lower, int unit, double ratio, bool matters) {
        const PowerUnit& u = n_.units[at(unit)];
        const PowerEdge& low = n_.edges[at(lower.edge)];
        for (int i = u.firstEdge; i < u.firstEdge + u.edges; ++i) {
            const PowerEdge& e = n_.edges[at(i)];
            if (lower.flow->share[at(i)] <= 0.0 || e.direct != low.direct) {
                continue;
            }
            const double here = ratio * (*lower.share)[at(i)];
            const bool more = matters || siblings(e.from);
            if (e.breaker < 0) {
                climb(lower, e.from, here, more);
            } else if (matters) {
                sweep(lower, i, here * low.voltageV / e.voltageV);
            }
        }
    }

    /// Every current, and the corners of both curves just below and above.
    void sweep(const Lower& lower, int upper, double scale) {
        const models::BreakerSpec& low = n_.breakers[at(n_.edges[at(lower.edge)].breaker)];
        const models::BreakerSpec& up = n_.breakers[at(n_.edges[at(upper)].breaker)];
        const double loadA =
            std::max(0.0, lower.flow->edgeA[at(upper)] - lower.flow->edgeA[at(lower.edge)] * scale);
        Worst pair;
        const auto look = [&](double currentA) {
            if (currentA >= kConventionalTrip * low.ratedA && currentA <= lower.faultA) {
                compare(low, up, currentA, currentA * scale, pair);
            }
        };
        for (double a = kConventionalTrip * low.ratedA; a < lower.faultA; a *= kCurrentStep) {
            look(a);
        }
        look(lower.faultA);
        const double overA = kOverload * low.ratedA;
        compare(low, up, overA, overA * scale + loadA, pair);
        for (const double pickup : {low.shortTimePickup, low.instantaneousPickup}) {
            corner(pickup * low.ratedA, low.pickupTolerance, look);
        }
        for (const double pickup : {up.shortTimePickup, up.instantaneousPickup}) {
            corner(scale > 0.0 ? pickup * up.ratedA / scale : 0.0, up.pickupTolerance, look);
        }
        if (pair.upper == -1) {
            return;
        }
        pair.lower = lower.edge;
        pair.upper = upper;
        Worst& worst = worst_[at(n_.units[at(n_.edges[at(lower.edge)].to)].array)];
        const auto rank = [](const Worst& w) { return std::pair(w.nominal, w.ratio()); };
        if (worst.lower < 0 || rank(pair) > rank(worst)) {
            worst = pair;
        }
    }

    template <class Look>
    static void corner(double pickupA, double tolerance, const Look& look) {
        constexpr double kBeside = 1e-6;
        for (const double factor : {1.0 - tolerance, 1.0, 1.0 + tolerance}) {
            look(pickupA * factor * (1.0 - kBeside));
            look(pickupA * factor * (1.0 + kBeside));
        }
    }

    static void compare(const models::BreakerSpec& low, const models::BreakerSpec& up,
                        double lowerA, double upperA, Worst& pair) {
        const models::BreakerBand lowBand = models::breakerBand(low, lowerA);
        const models::BreakerBand upBand = models::breakerBand(up, upperA);
        if (!std::isfinite(upBand.fastS) || upBand.fastS > lowBand.slowS) {
            return;
        }
        const double lowS = models::breakerTripS(low, lowerA, 0.0);
        const double upS = models::breakerTripS(up, upperA, 0.0);
        const bool nominal = std::isfinite(upS) && upS <= lowS;
        // Heat is compared by the curves: its bands overlap for any two trip units of neighbouring classes.
        const double shortA = (1.0 - up.pickupTolerance) * up.ratedA *
                              std::fmin(up.shortTimePickup, up.instantaneousPickup);
        if (!nominal && !(upperA >= shortA)) {
            return;
        }
        if (nominal && !pair.nominal) {
            pair = {};  // the curves themselves say it: bands add nothing
            pair.nominal = true;
        }
        if (nominal != pair.nominal) {
            return;
        }
        const Worst now{0,
                        0,
                        lowerA,
                        lowerA,
                        lowerA,
                        nominal ? lowS : lowBand.slowS,
                        nominal ? upS : upBand.fastS,
                        nominal};
        if (pair.upper == -1) {
            pair = now;
            return;
        }
        pair.fromA = std::min(pair.fromA, lowerA);
        pair.toA = std::max(pair.toA, lowerA);
        if (now.ratio() > pair.ratio()) {
            pair.atA = now.atA;
            pair.lowS = now.lowS;
            pair.upS = now.upS;
        }
    }

    void say(const Worst& w, Findings& findings) const {
        const PowerEdge& lower = n_.edges[at(w.lower)];
        const PowerEdge& upper = n_.edges[at(w.upper)];
        const PowerUnit& to = n_.units[at(lower.to)];
        const std::string range = w.toA > w.fromA * kCurrentStep
                                      ? "Between " + amountText(w.fromA, "A") + " and " +
                                            amountText(w.toA, "A") + " into "
                                      : "At " + amountText(w.atA, "A") + " into ";
        const std::string lowText =
            std::isfinite(w.lowS) ? "after " + amountText(w.lowS, "s") : std::string{"never"};
        const std::string worst =
            w.toA > w.fromA * kCurrentStep ? " (at " + amountText(w.atA, "A") + ")" : std::string{};
        findings.add(
            w.nominal ? Severity::Warning : Severity::Note, idOf(n_, to),
            range + to.name + ", breaker " + partOf(upper) + " of " + n_.units[at(upper.to)].name +
                (w.nominal ? " trips after " : " may trip after ") + amountText(w.upS, "s") +
                " and " + partOf(lower) + " below it " + lowText + worst +
                (w.nominal ? ": more goes dark than is faulty."
                           : ", by the tolerances of both: more may go dark than is faulty."),
            "Give the lower one the shorter delay or the lower pickup.",
            std::isfinite(w.lowS) ? w.lowS : 0.0, w.upS, "s");
    }

    const Design& design_;
    const DesignPower& p_;
    const PowerNetwork& n_;
    const ByEdge<double> share_;
    std::vector<Worst> worst_;  ///< by array of the lower breaker's unit
};

void selectivity(const Design& design, Findings& findings) {
    if (design.power.wired) {
        Selectivity(design).run(findings);
    }
}

constexpr auto kProtectionRules = std::to_array<Rule>({
    {"breaking-capacity", "Breakers interrupt the short-circuit current", &breakingCapacity},
    {"board-withstand", "Boards withstand the short-circuit current", &boardWithstand},
    {"cable-protection", "Breakers protect their cables from overload", &cableProtection},
    {"selectivity", "The breaker nearest to a fault trips first", &selectivity},
});

}  // namespace

std::span<const Rule> protectionRules() {
    return kProtectionRules;
}

}  // namespace headroom::engine
