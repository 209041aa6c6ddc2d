// SPDX-License-Identifier: Apache-2.0
#include "engine/power/flow.h"

#include "engine/power/converter.h"
#include "engine/power/flow_ends.h"
#include "engine/power/sections.h"
#include "models/power/voltage.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(PowerFlow)

namespace {

using Complex = std::complex<double>;

constexpr int kMostIterations = 30;

/// Near the largest transfer a sweep settles slowly; what has not settled by then has collapsed.
constexpr int kMostCarefulIterations = 300;

double reactiveOf(double powerW, double powerFactor) {
    return powerFactor >= 1.0 ? 0.0
                              : powerW * std::sqrt(1.0 - powerFactor * powerFactor) / powerFactor;
}

/// |I|^2 [per unit] of a power at a voltage.
double currentSquared(Complex va, Complex voltage) {
    constexpr double kPerBase = 1.0 / (kPowerBaseVa * kPowerBaseVa);
    return kPerBase * std::norm(va) / std::max(std::norm(voltage), kCollapsed * kCollapsed);
}

bool isCollapsed(Complex voltage) {
    return std::norm(voltage) < kCollapsed * kCollapsed;
}

/// I = (S / V)* = S* V / |V|^2; no collapsed voltage is asked for it.
Complex current(Complex va, Complex voltage) {
    const double each = 1.0 / (kPowerBaseVa * std::norm(voltage));
    return {each * (va.real() * voltage.real() + va.imag() * voltage.imag()),
            each * (va.real() * voltage.imag() - va.imag() * voltage.real())};
}

/// State of a sweep that asks of every impedance whether it delivers at all. Voltages begin at
/// their highest and fall, so that what it sheds is beyond reach at any voltage upstream.
struct Careful {
    std::vector<Complex> input;      ///< by unit: voltage before its own impedance
    std::vector<std::uint8_t> shed;  ///< by unit: takes nothing from its incomers any more
    std::vector<VoltageCollapse> found;

    void give(UnitIndex unit, EdgeIndex edge, Complex load, Complex impedance, double sendingE) {
        shed[static_cast<std::size_t>(unit)] = 1;
        const double askedVa = std::sqrt(std::norm(load)) * kPowerBaseVa;
        found.push_back(
            {unit, edge, askedVa, askedVa * models::deliverableShare(sendingE, load, impedance)});
    }
};

double magnitude(Complex v) {
    return std::sqrt(std::norm(v));
}

Complex seriesOf(const PowerUnit& u, const PowerSwitching& s, std::size_t i) {
    return Complex(u.rPu, u.xPu) * (static_cast<double>(u.modules) / (u.modules - s.modulesOut[i]));
}

/// False where no voltage carries `inVa` through an incomer of the unit: it is shed then.
bool deliverable(const PowerNetwork& n, const PowerFlow& f, std::size_t i, Complex inVa,
                 Careful& careful) {
    const PowerUnit& u = n.units[i];
    for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
        const PowerEdge& edge = n.edges[static_cast<std::size_t>(e)];
        if (f.share[static_cast<std::size_t>(e)] <= 0.0) {
            continue;
        }
        const Complex load = f.share[static_cast<std::size_t>(e)] * inVa / kPowerBaseVa;
        const Complex impedance(edge.rPu, edge.xPu);
        const double sendingE = magnitude(f.voltage[static_cast<std::size_t>(edge.from)]);
        if (std::isnan(models::receivedVoltageSquared(sendingE, load, impedance))) {
            careful.give(UnitIndex(i), EdgeIndex(e), load, impedance, sendingE);
            return false;
        }
    }
    return true;
}

/// Backward, one unit: what it takes for what it gives, asked of its incomers; units before `trunk` are
/// asked later. Inlined: sweeps consist of nothing else.
[[gnu::always_inline]] inline void gatherUnit(const PowerNetwork& n, const PowerSwitching& s,
                                              PowerFlow& f, std::size_t i, Careful* careful,
                                              int trunk) {
    const PowerUnit& u = n.units[i];
    const Complex before = f.inVa[i];
    f.lossW[i] = f.batteryW[i] = 0.0;
    f.inVa[i] = 0.0;
    const auto rest = [&] {
        for (int k = 0; k < u.edges; ++k) {
            f.edgeVa[at(u.firstEdge + k)] = 0.0;
        }
    };
    if (f.live[i] == 0 || (careful != nullptr && careful->shed[i] != 0)) {
        rest();
        return;
    }
    const Complex out = f.outVa[i];
    const int inService = u.modules - s.modulesOut[i];
    const auto spec = static_cast<std::size_t>(u.spec);
    Complex in = out;
    switch (u.kind) {
        case PowerKind::Transformer: {
            const double scale = static_cast<double>(u.modules) / inService;
            double each = currentSquared(out, f.voltage[i]);
            if (careful != nullptr) {
                const double sendingE = magnitude(careful->input[i]);
                const Complex load = out / kPowerBaseVa, impedance = seriesOf(u, s, i);
                const double square = models::receivedVoltageSquared(sendingE, load, impedance);
                if (std::isnan(square)) {
                    careful->give(UnitIndex(i), {}, load, impedance, sendingE);
                    break;
                }
                each = std::norm(load) / square;
            }
            const double square = each * scale * kPowerBaseVa;
            const double noLoadW = inService * n.transformers[spec].noLoadLossW;
            in += Complex(u.rPu * square + noLoadW, u.xPu * square);
            f.lossW[i] = u.rPu * square + noLoadW;
            break;
        }
        case PowerKind::Ups: {
            const models::UpsSpec& ups = n.upses[spec];
            const bool eco =
                n.arrays[static_cast<std::size_t>(u.array)].spec.ecoMode && s.onBattery[i] == 0;
            const double lossW = models::upsLossW(ups, out.real(), inService, eco);
            const double neededW = out.real() + lossW;
            const bool fed = f.share[static_cast<std::size_t>(u.firstEdge)] > 0.0 || [&] {
                for (int k = 1; k < u.edges; ++k) {
                    if (f.share[at(u.firstEdge + k)] > 0.0) {
                        return true;
                    }
                }
                return false;
            }();
            const double mainsShare = fed ? static_cast<double>(s.walkIn[i]) : 0.0;
            const double inW = fed ? mainsShare * neededW + s.chargeW[i] : 0.0;
            f.batteryW[i] = (1.0 - mainsShare) * neededW - (fed ? s.chargeW[i] : 0.0);
            f.lossW[i] = lossW;
            in = Complex(inW, eco ? out.imag() : reactiveOf(inW, ups.powerFactor));
            break;
        }
        case PowerKind::Pdu: {
            const models::PduSpec& pdu = n.pdus[spec];
            const double lossW = models::pduLossW(pdu, out.real(), inService);
            f.lossW[i] = lossW;
            in = Complex(out.real() + lossW, pdu.directCurrent
                                                 ? reactiveOf(out.real() + lossW, pdu.powerFactor)
                                                 : out.imag());
            break;
        }
        default:
            break;  // gives what it takes
    }
    if (careful != nullptr && (careful->shed[i] != 0 || !deliverable(n, f, i, in, *careful))) {
        f.lossW[i] = f.batteryW[i] = 0.0;
        rest();
        return;
    }
    f.inVa[i] = in;
    for (int k = 0; k < u.edges; ++k) {
        const auto e = at(u.firstEdge + k);
        if (f.share[e] <= 0.0) {
            f.edgeVa[e] = 0.0;
            continue;
        }
        const PowerEdge& edge = n.edges[e];
        const auto from = static_cast<std::size_t>(edge.from);
        Complex va = f.share[e] * in;
        if (edge.cable >= 0) {
            // The current is that of the source's end, where the voltage is known: what went in there
            // before, and what the unit takes more than then.
            const Complex sent =
                f.edgeVa[e] == Complex{} ? va : f.edgeVa[e] + (va - f.share[e] * before);
            const double each =
                careful != nullptr ? std::norm(va / kPowerBaseVa) /
                                         models::receivedVoltageSquared(magnitude(f.voltage[from]),
                                                                        va / kPowerBaseVa,
                                                                        Complex(edge.rPu, edge.xPu))
                                   : currentSquared(sent, f.voltage[from]);
            const double square = each * kPowerBaseVa;
            va += Complex(edge.rPu * square, edge.xPu * square);
            f.lossW[i] += edge.rPu * square;
        }
        f.edgeVa[e] = va;
        if (edge.from >= trunk) {
            f.outVa[from] += va;
        }
    }
}

/// From the loads to the sources.
void gather(const PowerNetwork& n, const PowerSwitching& s, PowerFlow& f, Careful* careful) {
    f.outVa = f.loadVa;
    for (std::size_t i = n.units.size(); i-- > 0;) {
        gatherUnit(n, s, f, i, careful, 0);
    }
}

/// Voltage before a unit's own impedance or converter.
[[gnu::always_inline]] inline Complex voltageBefore(const PowerNetwork& n, const PowerFlow& f,
                                                    const PowerUnit& u) {
    Complex v = 0.0;
    for (int k = 0; k < u.edges; ++k) {
        const auto e = at(u.firstEdge + k);
        if (f.share[e] <= 0.0) {
            continue;
        }
        const PowerEdge& edge = n.edges[e];
        const Complex source = f.voltage[static_cast<std::size_t>(edge.from)];
        v += f.share[e] * (edge.cable >= 0
                               ? source - Complex(edge.rPu, edge.xPu) * current(f.edgeVa[e], source)
                               : source);
    }
    return v;
}

/// Forward, one unit: its voltage from those of its sources. Returns the square of the change.
[[gnu::always_inline]] inline double spreadUnit(const PowerNetwork& n, const PowerSwitching& s,
                                                PowerFlow& f, std::size_t i, Careful* careful) {
    const PowerUnit& u = n.units[i];
    Complex v = 0.0;
    if (f.live[i] != 0) {
        if (u.kind == PowerKind::Utility) {
            v = static_cast<double>(s.sourceVoltage[i]);
        } else if (makesPower(u.kind)) {
            v = 1.0;
        } else if (careful != nullptr && careful->shed[i] != 0) {
            v = 1.0;  // what hangs there is judged by itself
        } else if (startsAfresh(n, u)) {
            v = 1.0;
        } else {
            v = voltageBefore(n, f, u);
            if (u.kind == PowerKind::Transformer && careful != nullptr) {
                careful->input[i] = v;
                const int inService = u.modules - s.modulesOut[i];
                const Complex sent =
                    f.inVa[i] -
                    inService * n.transformers[static_cast<std::size_t>(u.spec)].noLoadLossW;
                v -= seriesOf(u, s, i) * current(sent, v);
            } else if (u.kind == PowerKind::Transformer) {
                const double scale = static_cast<double>(u.modules) / (u.modules - s.modulesOut[i]);
                const Complex old = isCollapsed(f.voltage[i]) ? v : f.voltage[i];
                v -= Complex(u.rPu, u.xPu) * scale * current(f.outVa[i], old);
                if (isCollapsed(v)) {
                    v = kCollapsed;
                }
            } else if (u.kind == PowerKind::Ups && v == 0.0) {
                v = 1.0;  // it was on its bypass, and is on its battery
            }
        }
    }
    const double moved = std::norm(v - f.voltage[i]);
    f.voltage[i] = v;
    return moved;
}

/// From the sources to the loads. Returns the largest change.
double spread(const PowerNetwork& n, const PowerSwitching& s, PowerFlow& f, Careful* careful) {
    double largest = 0.0;
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        largest = std::max(largest, spreadUnit(n, s, f, i, careful));
    }
    return std::sqrt(largest);
}

/// The units below which the voltage is lowest where the sweep has settled (all that are below
/// kCollapsed and behind none of these) or where it has not (the lowest one). False: none.
bool shedLowest(const PowerNetwork& n, const PowerSwitching& s, const PowerFlow& f, bool settled,
                Careful& careful) {
    std::vector<std::uint8_t> below(n.units.size(), 0);
    double lowest = settled ? kCollapsed : std::numeric_limits<double>::infinity();
    std::vector<std::size_t> low;
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            const PowerEdge& edge = n.edges[static_cast<std::size_t>(e)];
            below[i] |= static_cast<std::uint8_t>(f.share[static_cast<std::size_t>(e)] > 0.0 &&
                                                  below[static_cast<std::size_t>(edge.from)] != 0);
        }
        const double v = magnitude(f.voltage[i]);
        if (u.edges == 0 || f.live[i] == 0 || careful.shed[i] != 0 || below[i] != 0 ||
            !(v < lowest) || f.inVa[i] == Complex{}) {
            continue;
        }
        if (settled) {
            below[i] = 1;
        } else {
            lowest = v;
            low.clear();
        }
        low.push_back(i);
    }
    for (const std::size_t i : low) {
        careful.give(UnitIndex(i), {}, f.outVa[i] / kPowerBaseVa, seriesOf(n.units[i], s, i),
                     magnitude(careful.input[i]));
        careful.found.back().mostVa = models::kNotStated;
    }
    return !low.empty();
}

/// Loads without a solution are shed, impedance by impedance, until the rest has one.
std::vector<VoltageCollapse> solveCarefully(const PowerNetwork& n, const PowerSwitching& s,
                                            PowerFlow& f) {
    Careful careful;
    careful.input.assign(n.units.size(), 1.0);
    careful.shed.assign(n.units.size(), 0);
    bool going = true;
    while (going) {
        std::fill(f.voltage.begin(), f.voltage.end(), Complex(1.0));
        std::fill(careful.input.begin(), careful.input.end(), Complex(1.0));
        for (f.iterations = 1; f.iterations <= kMostCarefulIterations; ++f.iterations) {
            gather(n, s, f, &careful);
            f.mismatch = spread(n, s, f, &careful);
            if (f.mismatch < kVoltageTolerance) {
                break;
            }
        }
        going = shedLowest(n, s, f, f.mismatch < kVoltageTolerance, careful);
    }
    std::sort(careful.found.begin(), careful.found.end(),
              [](const VoltageCollapse& a, const VoltageCollapse& b) { return a.unit < b.unit; });
    return std::move(careful.found);
}

}  // namespace

std::complex<double> inputVoltage(const PowerNetwork& n, const PowerFlow& f, UnitIndex unit) {
    return voltageBefore(n, f, n.units[static_cast<std::size_t>(unit)]);
}

namespace {

/// A unit that was dead starts at nominal voltage. One that still is does so where voltages settle to
/// kVoltageTolerance: it counts as moved, and there is a second sweep. Where less is asked for it is kept,
/// and one sweep is enough while loads hardly change.
bool startsAtNominal(const PowerFlow& f, std::size_t unit, double tolerance) {
    return isCollapsed(f.voltage[unit]) && (f.live[unit] != 0 || tolerance <= kVoltageTolerance);
}

void start(PowerFlow& f, const std::vector<UnitIndex>& units, double tolerance) {
    for (const UnitIndex unit : units) {
        const auto i = static_cast<std::size_t>(unit);
        if (startsAtNominal(f, i, tolerance)) {
            f.voltage[i] = 1.0;
        }
    }
}

/// So that the next sweep finds its way back.
void limitCollapsed(PowerFlow& f, const std::vector<UnitIndex>& units) {
    for (const UnitIndex unit : units) {
        const auto i = static_cast<std::size_t>(unit);
        if (f.live[i] != 0 && isCollapsed(f.voltage[i])) {
            f.voltage[i] = kCollapsed;
        }
    }
}

/// Backward over these units, ascending; of units before `trunk` it asks nothing.
void gatherUnits(const PowerNetwork& n, const PowerSwitching& s, PowerFlow& f,
                 const std::vector<UnitIndex>& units, int trunk) {
    for (const UnitIndex unit : units) {
        const auto i = static_cast<std::size_t>(unit);
        f.outVa[i] = f.loadVa[i];
    }
    for (std::size_t k = units.size(); k-- > 0;) {
        gatherUnit(n, s, f, at(units[k]), nullptr, trunk);
    }
}

/// Forward over these units, ascending. Returns the square of the largest change.
double spreadUnits(const PowerNetwork& n, const PowerSwitching& s, PowerFlow& f,
                   const std::vector<UnitIndex>& units) {
    double largest = 0.0;
    for (const UnitIndex unit : units) {
        largest = std::max(largest, spreadUnit(n, s, f, static_cast<std::size_t>(unit), nullptr));
    }
    return largest;
}

/// What further sweeps would change where the last two changed `before` and `moved`: each changes the share q of
/// what the one before did, so all that follow q / (1 - q) of the last. q is the share of the voltage that the wiring
/// takes. Largest changes of all units tell that of the best of them in the first sweeps, so it is not taken for less
/// than kLeast; where it is more than kMost the change itself has to be small.
double leftToMove(double before, double moved) {
    constexpr double kLeast = 0.1, kMost = 0.25;
    const double q = before > 0.0 ? std::max(kLeast, moved / before) : 1.0;
    return q < kMost ? moved * q / (1.0 - q) : moved;
}

/// Result of a subnetwork.
struct Settled {
    int iterations = 0;
    double mismatch = 0.0;
    bool sound = true;  ///< it has a solution, and this is it

    void join(const Settled& other) {
        iterations = std::max(iterations, other.iterations);
        mismatch = std::max(mismatch, other.mismatch);
        sound = sound && other.sound;
    }
};

/// Sweeps until voltages have settled: gatherAll() and spreadAll(), which returns the largest change. The first finds
/// losses of cables by what they carried before: it may be the only one where voltages need not settle fully.
template <class Gather, class Spread>
Settled sweep(PowerFlow& f, const std::vector<UnitIndex>& units, double tolerance,
              const Gather& gatherAll, const Spread& spreadAll) {
    Settled settled;
    double before = 0.0;
    for (settled.iterations = 1; settled.iterations <= kMostIterations; ++settled.iterations) {
        gatherAll();
        const double moved = spreadAll();
        settled.mismatch = leftToMove(before, moved);
        before = moved;
        if (settled.mismatch < tolerance &&
            (settled.iterations > 1 || tolerance > kVoltageTolerance)) {
            break;
        }
        limitCollapsed(f, units);
    }
    settled.sound = settled.mismatch < tolerance;
    return settled;
}

/// One subnetwork by itself, while it is at hand: nothing else waits for it to settle.
Settled solveApart(const PowerNetwork& n, const PowerSwitching& s,
                   const std::vector<UnitIndex>& units, PowerFlow& f, double tolerance) {
    start(f, units, tolerance);
    const auto gatherAll = [&] { gatherUnits(n, s, f, units, 0); };
    const auto spreadAll = [&] { return std::sqrt(spreadUnits(n, s, f, units)); };
    Settled settled = sweep(f, units, tolerance, gatherAll, spreadAll);
    settled.sound = settled.sound && isSound(n, f, units);
    findCurrents(n, units, f);
    return settled;
}

/// Subnetworks without a solution are looked at again.
std::vector<VoltageCollapse> judge(const PowerNetwork& n, const PowerSwitching& s,
                                   const Settled& settled, PowerFlow& f) {
    f.iterations = settled.iterations;
    f.mismatch = settled.mismatch;
    if (settled.sound || !isFinite(f.loadVa)) {
        return {};
    }
    std::vector<VoltageCollapse> collapses = solveCarefully(n, s, f);
    for (const std::vector<UnitIndex>& units : n.subnetworks) {
        findCurrents(n, units, f);
    }
    return collapses;
}

}  // namespace

std::vector<VoltageCollapse> solvePower(const PowerNetwork& n, const PowerSwitching& s,
                                        const PowerDemand& demand, PowerFlow& f, double tolerance) {
    addLoads(n, demand, f);
    Settled settled;
    for (const std::vector<UnitIndex>& units : n.subnetworks) {
        settled.join(solveApart(n, s, units, f, tolerance));
    }
    return judge(n, s, settled, f);
}

std::vector<VoltageCollapse> solvePower(const PowerNetwork& n, const PowerSwitching& s,
                                        const PowerDemand& demand, const PowerSections& sections,
                                        Workers& workers, PowerFlow& f, double tolerance) {
    if (n.subnetworks.size() > 1 && workers.threads() > 1) {
        addLoads(n, demand, f);
        std::vector<Settled> each(n.subnetworks.size());
        workers.each(static_cast<int>(each.size()), [&](int k) {
            each[at(k)] = solveApart(n, s, n.subnetworks[at(k)], f, tolerance);
        });
        Settled settled;
        for (const Settled& one : each) {
            settled.join(one);
        }
        return judge(n, s, settled, f);
    }
    if (sections.parts.empty()) {
        return solvePower(n, s, demand, f, tolerance);
    }
    addLoads(n, demand, f);
    const auto trunk = static_cast<std::size_t>(sections.trunk);
    const auto parts = static_cast<int>(sections.parts.size());
    const auto unitsOf = [&](int p) -> const std::vector<UnitIndex>& {
        return sections.parts[static_cast<std::size_t>(p)];
    };
    std::vector<UnitIndex> alone;
    for (std::size_t i = 0; i < trunk; ++i) {
        alone.emplace_back(i);
    }
    start(f, alone, tolerance);
    bool first = true;
    const auto gatherAll = [&] {
        workers.each(parts, [&](int p) {
            const std::vector<UnitIndex>& units = unitsOf(p);
            if (first) {
                start(f, units, tolerance);
            } else {
                limitCollapsed(f, units);
            }
            gatherUnits(n, s, f, units, sections.trunk);
        });
        first = false;
        for (std::size_t i = 0; i < trunk; ++i) {
            f.outVa[i] = f.loadVa[i];
            for (const EdgeIndex e : sections.toParts[i]) {
                if (f.share[at(e)] > 0.0) {
                    f.outVa[i] += f.edgeVa[at(e)];
                }
            }
        }
        for (std::size_t i = trunk; i-- > 0;) {
            gatherUnit(n, s, f, i, nullptr, 0);
        }
    };
    std::vector<double> moved(sections.parts.size());
    const auto spreadAll = [&] {
        double largest = spreadUnits(n, s, f, alone);
        workers.each(parts, [&](int p) {
            moved[static_cast<std::size_t>(p)] = spreadUnits(n, s, f, unitsOf(p));
        });
        for (const double most : moved) {
            largest = std::max(largest, most);
        }
        return std::sqrt(largest);
    };
    Settled settled = sweep(f, alone, tolerance, gatherAll, spreadAll);
    std::vector<std::uint8_t> sound(sections.parts.size());
    workers.each(parts, [&](int p) {
        sound[static_cast<std::size_t>(p)] = isSound(n, f, unitsOf(p)) ? 1 : 0;
        findCurrents(n, unitsOf(p), f);
    });
    settled.sound =
        settled.sound && isSound(n, f, alone) && std::count(sound.begin(), sound.end(), 0) == 0;
    findCurrents(n, alone, f);
    return judge(n, s, settled, f);
}

}  // namespace headroom::engine
