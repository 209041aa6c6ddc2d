// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant.h"

#include "engine/plant/cooling_index.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Temperatures may move by so much in a sub-step before the next ones are shortened; where they move by less than
/// kCalmShare of it the next ones are as long as lets them move by kAimShare of it, and at most twice as long.
/// Assumption: 1 K, a tenth of the rise over racks and coils.
constexpr double kQuickK = 1.0, kCalmShare = 0.5, kAimShare = 0.8, kMostGrowth = 2.0;

/// A sub-step may be longer by this share than the last one said, which kAimShare leaves room for.
constexpr double kOverrun = 0.15;

/// Where coupling steps grow, what counts is how far a temperature or control got from where it was going: of what
/// continues as it did a longer sub-step misses little. A temperature counts as so many times that, and controls that
/// stray over their whole range as so many kelvins, each by its share of the heat: what swings next to the rest moves
/// the facility's power and water by as little. Assumption: so that no figure of a scenario that ships differs by 0.1 %
/// from even steps. A bypass counts a twentieth: it opens and closes for minutes after every change of load, and all
/// that it moves is the flow of a pump at its least.
constexpr double kGrowingCare = 3.0, kGrowingOutput = 100.0, kGrowingBypass = 5.0;

/// Share of the step change itself that counts as error: of a temperature, and of the quantities that a control counts.
constexpr double kGrowingMove = 0.25, kGrowingSteady = 0.15;

/// Sub-steps are lengthened where less than this share of kQuickK strayed: what is uneasy with one length is more so
/// with twice it. In those shorter than even ones temperatures may move by twice as much as with even steps.
constexpr double kGrowingCalm = 0.25, kGrowingQuickK = 2.0;

/// With even steps one circuit of many counts for less (commonK_) in sub-steps up to this [s]: in longer ones its
/// controls overshoot, which peaks of power show.
constexpr double kOneOfManyS = 15.0;

/// In a long sub-step a controller acts for a given number of of its integral times. Assumption: half of its error is then left
/// for the next one.
constexpr double kGrowingControl = 1.0;

/// First sub-step after a disturbance, and the shortest. Assumption: below the time constants of
/// cold plates (some seconds) the step of the pumps' ramps decides.
constexpr double kFirstSubStepS = 1.0;

/// Sub-steps of controllers and hydraulics with which a run begins at rest.
constexpr int kSettling = 40;
constexpr double kSettlingS = 10.0;

}  // namespace

Coolant::Coolant(const RunContext& run)
    : Subsystem(run), n_(*run.plant.cooling), c_(run.state.coolant) {
    buildIndex();
    buildHydraulics();
    buildThermal();
}

void Coolant::buildIndex() {
    hazard_.assign(n_.links.size(), -1);
    load_.assign(n_.links.size(), -1);
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        hazard_[i] = hazardOfLink(plant_, n_.links[i]);
        load_[i] = loadOfLink(plant_, n_.links[i]);
    }
    const std::size_t loops = plant_.loops.size();
    fanW_.assign(loops, 0.0);
    wetShare_.assign(loops, 1.0);
    cells_.assign(loops, 0.0);
    outdoorM3PerS_.assign(loops, 0.0);
    coolerWaterKgPerS_.assign(loops, 0.0);
    externalPowerW_.assign(loops, 0.0);
    shaftW_.assign(n_.links.size(), 0.0);
    motorLossW_.assign(n_.links.size(), 0.0);
}

void Coolant::begin() {
    const std::size_t nodes = n_.nodes.size(), links = n_.links.size();
    const std::size_t halls = plant_.halls.size(), loops = plant_.loops.size();
    for (std::size_t i = 0; i < n_.circuits.size(); ++i) {
        c_.pressurePa[i] = n_.circuits[i].expansionPa;
    }
    for (std::size_t i = 0; i < nodes; ++i) {
        const CoolingCircuit& circuit = n_.circuits[at(n_.nodes[i].circuit)];
        const auto k = at(circuit.subject);
        const bool rack = circuit.kind == CircuitKind::Rack;
        const double setC =
            rack ? plant_.cdus[k].spec.supplySetpointC : plant_.loops[k].spec.supplySetpointC;
        const double riseK = rack ? 0.5 * plant_.loops[at(plant_.cdus[k].loop)].spec.designRiseK
                                  : 0.5 * plant_.loops[k].spec.designRiseK;
        c_.nodeC[i] = setC + (n_.nodes[i].supply ? 0.0 : riseK);
    }
    for (std::size_t i = 0; i < loops; ++i) {
        const models::CoolingLoopSpec& spec = plant_.loops[i].spec;
        c_.setpointC[i] = spec.supplySetpointC;
        c_.storeM3[i] = std::isnan(spec.storeM3) ? 0.0 : spec.storeM3;
    }
    for (std::size_t i = 0; i < halls; ++i) {
        const double supplyC = plant_.halls[i].spec.supplyAirC;
        c_.nodeC[nodes + i] = supplyC;
        s_.hallReturnC[i] = supplyC;
        std::fill_n(c_.zoneC.begin() + firstZone_[i], air_[i].plan().zones, supplyC);
        for (const HallAirPlan::Row& row : air_[i].plan().rows) {
            for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
                c_.inletC[at(r)] = supplyC;
                s_.rackInletC[at(r)] = static_cast<float>(supplyC);
            }
        }
    }
    keepTops();
    for (const PlantRow& row : plant_.rows) {
        const PlantBlock& b = plant_.blocks[at(row.block)];
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
            c_.rackC[at(r)] = plant_.cdus[at(row.cdu)].spec.supplySetpointC;
            if (b.hasTank) {
                const models::TankState t = models::tankAt(b.tank, b.bath, c_.rackC[at(r)]);
                c_.rackC[at(r)] = t.bathC;
                c_.tankKg[at(r)] = t.liquidKg;
                c_.vapourKg[at(r)] = t.vapourKg;
            }
        }
    }
    // Pumps at speed, flows settled under their pressure controllers.
    for (std::size_t i = 0; i < links; ++i) {
        const CoolingLinkKind kind = n_.links[i].kind;
        c_.running[i] = n_.links[i].units;
        if (infoOf(kind).isPump) {
            c_.speed[i] = 1.0;
            models::StagingState& stage = c_.pumps[at(n_.links[i].circuit)];
            stage.on = n_.links[i].units;
            stage.sinceStartS = 0.0;
        }
        if (kind == CoolingLinkKind::Bypass) {
            c_.valve[i].output = 0.0;
        } else if (n_.links[i].hasValve) {
            c_.valve[i].output = 0.7;
        }
    }
    for (int i = 0; i < kSettling; ++i) {
        machines(kSettlingS);
        circuits(kSettlingS);
    }
    for (int r = 0; r < plant_.racks; ++r) {
        const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(r)])];
        const double coolantC = b.cdu >= 0 ? c_.rackC[at(r)] : c_.inletC[at(r)];
        s_.rackChipC[at(r)] = s_.rackHotC[at(r)] =
            coolantC + b.server.chipToCoolantKPerW * b.accelerator.idleW;
    }
    queueDrills(CoolingEvent::Drill);
    disturb();
}

int Coolant::inService(LinkIndex link) const {
    const auto i = at(link);
    const int failed = hazard_[i] >= 0 ? s_.hazardFailed[at(hazard_[i])] : 0;
    // A CDU that is out takes its pumps with it.
    const int per =
        n_.links[i].kind == CoolingLinkKind::CduPumps
            ? n_.links[i].units / std::max(1, plant_.cdus[at(n_.links[i].subject)].units)
            : 1;
    return std::max(0, n_.links[i].units - per * failed - c_.unitsOut[i]);
}

/// Share of the units that have power.
double Coolant::powered(LinkIndex link) const {
    return load_[at(link)] < 0 ? 1.0 : s_.power.running[at(load_[at(link)])];
}

/// Units that could run: in service, with power, not shut off.
double Coolant::able(LinkIndex link) const {
    const CoolingLink& l = n_.links[at(link)];
    const double withPower = std::round(powered(link) * l.units);
    return c_.isolated[at(link)] != 0 || c_.drained[at(l.circuit)] != 0
               ? 0.0
               : std::min(static_cast<double>(inService(link)), withPower);
}

/// Units that may run: those that could, and of pumps those that are ordered.
void Coolant::machines(double /*dt*/) {
    for (std::size_t i = 0; i < n_.links.size(); ++i) {
        const CoolingLink& l = n_.links[i];
        if (l.kind == CoolingLinkKind::Pipe || l.kind == CoolingLinkKind::Racks ||
            l.kind == CoolingLinkKind::Bypass) {
            c_.running[i] = c_.isolated[i] != 0 ? 0.0 : l.units;
            continue;
        }
        const LinkIndex link(static_cast<int>(i));
        c_.running[i] = able(link);
        if (infoOf(l.kind).isPump) {
            // One at rest replaces one that fails.
            c_.running[i] = std::min(c_.running[i], orderedPumps(link));
        }
    }
    // Pumps do not run against shut branches: their shaft power would boil what is in them.
    for (std::size_t c = 0; c < n_.circuits.size(); ++c) {
        const CoolingCircuit& circuit = n_.circuits[c];
        const auto k = at(circuit.subject);
        if (circuit.kind == CircuitKind::Outdoor || branches_[c].empty()) {
            continue;
        }
        const int bypass = circuit.kind == CircuitKind::Facility ? n_.loopBypass[k] : -1;
        bool open = bypass >= 0 && c_.isolated[at(bypass)] == 0;
        for (const LinkIndex link : branches_[c]) {
            open = open || (c_.isolated[at(link)] == 0 && inService(link) > 0);
        }
        if (!open) {
            c_.running[at(circuit.kind == CircuitKind::Facility ? n_.loopPumps[k]
                                                                : n_.cduPumps[k])] = 0.0;
        }
    }
}

double Coolant::rhoCp(LinkIndex link) const {
    return plant_.circuitFluid[at(n_.links[at(link)].circuit)].jPerM3K();
}

double Coolant::wPerK(LinkIndex link) const {
    return c_.flowM3PerS[at(link)] * rhoCp(link);
}

double Coolant::subStepS(double leftS) const {
    const double h = c_.subStepS;
    if (h >= leftS) {
        return leftS;
    }
    // Equal parts rather than a short last one, and longer ones rather than one more.
    return leftS / std::max(1.0, std::ceil(leftS / h - (h < plant_.stepS ? kOverrun : 1e-9)));
}

void Coolant::disturb() {
    c_.subStepS = kFirstSubStepS;
}

/// The power of chips follows their temperature: a long sub-step would hold that of its beginning.
void Coolant::changeLoad() {
    if (grows_) {
        c_.subStepS = std::min(c_.subStepS, plant_.stepS);
    }
}

void Coolant::cool(Flows& f, const models::Weather& w, double dt) {
    f.rejectedW = f.waterKgPerS = f.mechanicalW = 0.0;
    f.chillerW = f.rejectionFanW = f.waterPumpW = f.cduPumpsW = f.airHandlerW = 0.0;
    f.evaporationKgPerS = f.driftKgPerS = f.blowDownKgPerS = f.reusedW = 0.0;
    if (grows_) {
        noteOutputs();
    }
    machines(dt);
    moveValves(dt);
    circuits(dt);
    if (!settles_) {
        leaks(dt);
    }
    pumpPower(f);
    exchange(f, w, dt);
    solve(f, dt);
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        makeUp(LoopIndex(i), f, w, dt);
    }
    finish(f, dt);
    show(f);
    if (grows_) {
        // Shorter while anything is uneasy, but for that not shorter than even ones.
        const double byUnrestS = nextSubStepS(unrestK(dt), kGrowingCalm, dt);
        c_.subStepS = std::min(nextSubStepS(kQuickK / kGrowingQuickK * fastestK_, kCalmShare, dt),
                               std::max(byUnrestS, plant_.stepS));
    } else {
        c_.subStepS = std::max(nextSubStepS(fastestK_, kCalmShare, dt),
                               std::min(nextSubStepS(commonK_, kCalmShare, dt), kOneOfManyS));
    }
    c_.subStepS = std::min(c_.subStepS, 7200.0);
}

/// How long the next sub-step may be after one of dt in which so much moved; longer where that is less than a share of
/// kQuickK.
double Coolant::nextSubStepS(double movedK, double calmShare, double dt) const {
    const double h = std::min(c_.subStepS, dt);
    if (movedK > kQuickK) {
        return std::max(kFirstSubStepS, h * std::max(0.25, kAimShare * kQuickK / movedK));
    }
    if (movedK < calmShare * kQuickK) {
        const double growth =
            kMostGrowth * movedK < kAimShare * kQuickK ? kMostGrowth : kAimShare * kQuickK / movedK;
        return std::max(c_.subStepS, growth * std::max(h, kFirstSubStepS));
    }
    return c_.subStepS;
}

/// The time for which a controller acts in a sub-step. In a long one each would do away with all of its error
/// as if the others stood still, and where one's water is another's they would do so twice, in turns and
/// without end: there they act for their integral time, which leaves about half of it to the next sub-step.
double Coolant::controlledS(const models::ControlLoop& loop, double dt) const {
    return grows_ ? std::min(dt, kGrowingControl * loop.integralS) : dt;
}

void Coolant::noteOutputs() {
    outputsBefore_.clear();
    for (const models::ControlState& fan : c_.fan) {
        outputsBefore_.push_back(fan.output);
    }
    for (const models::ControlState& valve : c_.valve) {
        outputsBefore_.push_back(valve.output);
    }
    for (const models::StagingState& chillers : c_.chillers) {
        outputsBefore_.push_back(chillers.duty);
    }
    for (const models::StagingState& pumps : c_.pumps) {
        outputsBefore_.push_back(pumps.on);
    }
}

/// Output of the controller of a valve, negative if the valve cools; 0 where it holds a flow.
double Coolant::valveGainPerK(const CoolingLink& link) const {
    switch (link.kind) {
        case CoolingLinkKind::CduPrimary:
            return -plant_.cdus[at(link.subject)].spec.valveGainPerK;
        case CoolingLinkKind::AirHandlers:
            return -plant_.loops[at(plant_.halls[at(link.subject)].loop)].spec.coilGainPerK;
        default:
            return 0.0;
    }
}

/// How far an output is from where its error would put it: what a controller leaves that acts for less than a long
/// sub-step (controlledS()), and that each next one would leave again.
double Coolant::leftToMove(double gain, const models::ControlState& state) {
    return std::abs(std::clamp(state.output + gain * state.error, 0.0, 1.0) - state.output);
}

/// Largest deviation in the sub-step, in kelvins: one temperature, or fans, valves, chillers and staged pumps together.
/// Keeps at which rates they moved.
double Coolant::unrestK(double dt) {
    c_.fanPerS.resize(c_.fan.size(), 0.0);
    c_.valvePerS.resize(c_.valve.size(), 0.0);
    double fansK = 0.0, valvesK = 0.0, chillersK = 0.0, pumpsK = 0.0;
    std::size_t k = 0;
    const auto unrest = [&](double now, double& perS) {
        const double moved = now - outputsBefore_[k++];
        const double bend = std::abs(moved - perS * dt);
        perS = moved / dt;
        return std::clamp(bend, kGrowingSteady * std::abs(moved), std::abs(moved));
    };
    for (std::size_t i = 0; i < c_.fan.size(); ++i) {
        const double moved = unrest(c_.fan[i].output, c_.fanPerS[i]);
        fansK += kGrowingOutput * heatShare(i) *
                 std::max(moved, leftToMove(-plant_.loops[i].spec.fanGainPerK, c_.fan[i]));
    }
    for (std::size_t i = 0; i < c_.valve.size(); ++i) {
        const double moved = std::max(unrest(c_.valve[i].output, c_.valvePerS[i]),
                                      leftToMove(valveGainPerK(n_.links[i]), c_.valve[i]));
        if (moved > 0.0) {
            const double each =
                n_.links[i].kind == CoolingLinkKind::Bypass ? kGrowingBypass : kGrowingOutput;
            valvesK += each * valveShare(i) * moved;
        }
    }
    for (std::size_t i = 0; i < c_.chillers.size(); ++i) {
        chillersK +=
            kGrowingOutput * heatShare(i) * std::abs(c_.chillers[i].duty - outputsBefore_[k++]);
    }
    for (std::size_t i = 0; i < c_.pumps.size(); ++i) {
        const double moved = std::abs(c_.pumps[i].on - outputsBefore_[k++]);
        if (n_.circuits[i].kind != CircuitKind::Rack) {
            pumpsK += kGrowingOutput * heatShare(at(n_.circuits[i].subject)) * moved;
        }
    }
    const double fastestK = kGrowingCare * fastestK_;
    return std::max({std::clamp(kGrowingCare * bendK_, kGrowingMove * fastestK_, fastestK), fansK,
                     valvesK, chillersK, pumpsK});
}

/// Share of one loop in the heat that all loops carry; without any, all are alike.
double Coolant::heatShare(std::size_t loop) const {
    double allW = 0.0;
    for (const double heatW : c_.loopHeatW) {
        allW += std::max(0.0, heatW);
    }
    return allW > 0.0 ? std::max(0.0, c_.loopHeatW[loop]) / allW
                      : 1.0 / static_cast<double>(c_.loopHeatW.size());
}

/// The same of what flows through a valve; a bypass stands for its whole loop.
double Coolant::valveShare(std::size_t link) const {
    const CoolingLink& l = n_.links[link];
    const CoolingCircuit& circuit = n_.circuits[at(l.circuit)];
    const auto loop = circuit.kind == CircuitKind::Rack ? at(plant_.cdus[at(circuit.subject)].loop)
                                                        : at(circuit.subject);
    double all = 0.0;
    for (const int branch : branches_[at(l.circuit)]) {
        all += c_.flowM3PerS[at(branch)];
    }
    const bool isBranch = l.kind != CoolingLinkKind::Bypass && all > 0.0;
    return heatShare(loop) * (isBranch ? std::min(1.0, c_.flowM3PerS[link] / all) : 1.0);
}

void Coolant::setAirFractions(HallIndex hall, std::span<const double> fractions) {
    const HallAirPlan& plan = air_[at(hall)].plan();
    if (fractions.size() != plan.rackFraction.size()) {
        return;
    }
    if (c_.rackFraction.empty()) {
        c_.rackFraction.assign(at(plant_.racks), CoolantState::kNoFraction);
    }
    air_[at(hall)].setRackFractions(fractions);
    std::size_t k = 0;
    for (const HallAirPlan::Row& row : plan.rows) {
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
            c_.rackFraction[at(r)] = plan.rackFraction[k++];
        }
    }
    disturb();
}

/// Keeps the inlet temperature at the top of each rack in halls with a profile by height. It starts at the mean of the front.
void Coolant::keepTops() {
    const bool isProfiled = std::any_of(air_.begin(), air_.end(), [](const HallAir& hall) {
        return !hall.plan().topFraction.empty();
    });
    if (!isProfiled) {
        c_.topC.clear();
    } else if (c_.topC.empty()) {
        c_.topC = c_.inletC;
    }
}

void Coolant::resume(const DesignEdit& /*edit*/) {
    keepTops();
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        const double mostM3 = plant_.loops[i].spec.storeM3;
        c_.storeM3[i] = std::isnan(mostM3) ? 0.0 : std::min(c_.storeM3[i], mostM3);
    }
    for (std::size_t h = 0; h < plant_.hazards.size(); ++h) {
        s_.hazardFailed[h] = std::min(s_.hazardFailed[h], plant_.hazards[h].units);
    }
    std::fill(c_.solvedResistance.begin(), c_.solvedResistance.end(), -1.0);
    disturb();
}

/// State of the air of the halls beyond State.
void Coolant::derive() {
    for (std::size_t i = 0; i < air_.size(); ++i) {
        std::vector<double> fractions = plant_.hallAir[i].rackFraction;
        std::size_t k = 0;
        for (const HallAirPlan::Row& row : plant_.hallAir[i].rows) {
            for (int r = row.firstRack; r < row.firstRack + row.racks; ++r, ++k) {
                if (!c_.rackFraction.empty() &&
                    c_.rackFraction[at(r)] > CoolantState::kNoFraction) {
                    fractions[k] = c_.rackFraction[at(r)];
                }
            }
        }
        air_[i].setRackFractions(fractions);
    }
}

bool Coolant::atRest() const {
    const auto all = [](const auto& values, auto wanted) {
        return std::all_of(values.begin(), values.end(), [&](auto v) { return v == wanted; });
    };
    return all(c_.unitsOut, 0) && all(c_.stuck, 0) && all(c_.isolated, 0) && all(c_.foul, 1.0) &&
           all(c_.leakM2, 0.0) && all(c_.drained, 0);
}

}  // namespace headroom::engine
