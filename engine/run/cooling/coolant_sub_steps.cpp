// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant_sub_steps.h"

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
/// continues as it did a longer sub-step misses little. A temperature counts as a multiple of that, and controls that
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

/// First sub-step after a disturbance, and the shortest. Assumption: below the time constants of
/// cold plates (some seconds) the step of the pumps' ramps decides.
constexpr double kFirstSubStepS = 1.0;

/// No sub-step is longer than two hours.
constexpr double kLongestS = 7200.0;

}  // namespace

double CoolantSubSteps::next(double leftS) const {
    const double h = c_.subStepS;
    if (h >= leftS) {
        return leftS;
    }
    // Longer ones rather than one more.
    return leftS / std::max(1.0, std::ceil(leftS / h - (h < plant_.stepS ? kOverrun : 1e-9)));
}

void CoolantSubSteps::disturb() {
    c_.subStepS = kFirstSubStepS;
}

/// The power of chips follows their temperature: a long sub-step would hold that of its beginning.
void CoolantSubSteps::changeLoad() {
    if (mode_.grows) {
        c_.subStepS = std::min(c_.subStepS, plant_.stepS);
    }
}

/// How long the next sub-step may be after one of dt in which so much moved; longer where that is less than a share of
/// kQuickK.
double CoolantSubSteps::nextS(double movedK, double calmShare, double dt) const {
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

void CoolantSubSteps::begin() {
    if (!mode_.grows) {
        return;
    }
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

/// How far an output is from where its error would put it: what a controller leaves that acts for less than a long
/// sub-step (CoolantMode::controlledS), and that each next one would leave again.
double CoolantSubSteps::leftToMove(double gain, const models::ControlState& state) {
    return std::abs(std::clamp(state.output + gain * state.error, 0.0, 1.0) - state.output);
}

/// Largest deviation in the sub-step, in kelvins: one temperature, or fans, valves, chillers and staged pumps together.
/// Keeps at which rates they moved.
double CoolantSubSteps::unrestK(const SubStepMove& move, double dt) {
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
                                      leftToMove(valves_.gainPerK(n_.links[i]), c_.valve[i]));
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
    const double fastestK = kGrowingCare * move.fastestK;
    return std::max({std::clamp(kGrowingCare * move.bendK, kGrowingMove * move.fastestK, fastestK),
                     fansK, valvesK, chillersK, pumpsK});
}

/// Share of one loop in the heat that all loops carry; without any, all are alike.
double CoolantSubSteps::heatShare(std::size_t loop) const {
    double allW = 0.0;
    for (const double heatW : c_.loopHeatW) {
        allW += std::max(0.0, heatW);
    }
    return allW > 0.0 ? std::max(0.0, c_.loopHeatW[loop]) / allW
                      : 1.0 / static_cast<double>(c_.loopHeatW.size());
}

/// The same of what flows through a valve; a bypass stands for its whole loop.
double CoolantSubSteps::valveShare(std::size_t link) const {
    const CoolingLink& l = n_.links[link];
    const CoolingCircuit& circuit = n_.circuits[at(l.circuit)];
    const auto loop = circuit.kind == CircuitKind::Rack ? at(plant_.cdus[at(circuit.subject)].loop)
                                                        : at(circuit.subject);
    double all = 0.0;
    for (const int branch : branches_.links[at(l.circuit)]) {
        all += c_.flowM3PerS[at(branch)];
    }
    const bool isBranch = l.kind != CoolingLinkKind::Bypass && all > 0.0;
    return heatShare(loop) * (isBranch ? std::min(1.0, c_.flowM3PerS[link] / all) : 1.0);
}

void CoolantSubSteps::end(const SubStepMove& move, double dt) {
    if (mode_.grows) {
        // Shorter while anything is uneasy, but for that not shorter than even ones.
        const double byUnrestS = nextS(unrestK(move, dt), kGrowingCalm, dt);
        c_.subStepS = std::min(nextS(kQuickK / kGrowingQuickK * move.fastestK, kCalmShare, dt),
                               std::max(byUnrestS, plant_.stepS));
    } else {
        c_.subStepS = std::max(nextS(move.fastestK, kCalmShare, dt),
                               std::min(nextS(move.commonK, kCalmShare, dt), kOneOfManyS));
    }
    c_.subStepS = std::min(c_.subStepS, kLongestS);
}

}  // namespace headroom::engine
