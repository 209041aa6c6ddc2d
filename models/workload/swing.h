// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/training_step.h"

#include <limits>
#include <span>
#include <vector>

/// Power that pulses with the steps of synchronous training, and what smooths it between the chip
/// and the grid. Series are means over equal intervals of dtS, so that sum x dt is energy.
/// Every stage keeps: energy drawn = energy delivered + lost + stored.
/// Source of the problem and of the means: Choukse et al., Power Stabilization for AI Training
/// Datacenters, arXiv 2508.14318 (2025).
namespace headroom::models {

/// A stretch of one step in which the switching activity of an accelerator goes evenly from one
/// value to another.
struct ActivityPhase {
    double durationS = 0.0;
    double start = 0.0;
    double end = 0.0;
};

/// The phases of one training step, mean over the accelerators of the job, in order:
///   fill      pipeline stages begin one after the other               2/3 b, from w to k
///   compute   forward and backward, collectives of the layers mixed in  C - b, at k
///   drain     stages end one after the other                          4/3 b, from k to w
///   exchange  gradients and weights once a step, sends, stragglers    E, at e
///   wait      the host, training data, lines between sites            the rest, at w
/// C kernels with the collectives of their layers, b bubble, E exchange; k, e, w the activities of
/// TrainingStep, each at most `most`: that at which a chip meets its power limit (accelerator_power.h).
/// Collectives alternate with kernels each few milliseconds, faster than what is asked here. Fill and
/// drain are as long together as two bubbles since half of the stages work in them; backward takes
/// twice as long as forward. The optimiser is not a phase of its own: with states split among the
/// copies it takes under 10 ms. The time-weighted mean is TrainingStep::phases.capped(most), the one
/// that racks and estimates use. Empty for a step without end.
/// Assumption: stages, copies and ranks are in step with each other; jitter would round the edges.
std::vector<ActivityPhase> stepPhases(const TrainingStep& step,
                                      double most = std::numeric_limits<double>::infinity());

double periodS(std::span<const ActivityPhase> phases);
double meanActivity(std::span<const ActivityPhase> phases);

/// Mean activity over [startS + i dtS, startS + (i + 1) dtS) of phases that repeat for ever from
/// time 0, for each i of `activity`. Jumps between phases become ramps of `edgeS`, centred on the
/// jump, which keep the mean; the integral is in closed form, so energy is exact.
/// Phases of no length, or none: 0.
void renderActivity(std::span<const ActivityPhase> phases, double edgeS, double startS, double dtS,
                    std::span<double> activity);

/// Energy books of one stage. For chip stages in activity seconds, else in joules.
struct StageEnergy {
    double drawn = 0.0;
    double delivered = 0.0;
    double lost = 0.0;
    double stored = 0.0;      ///< more at the end than at the beginning
    double throughput = 1.0;  ///< work done over work done without the stage
};

/// Filler work: a low-priority load that keeps a chip busy while the job waits.
///   a' = level where a < level for longer than response, else a
/// It yields at once when the job comes back. The cost to the job of sharing the chip is an input, not computed. Source:
/// secondary workload "Firefly", arXiv 2508.14318 and its slides.
struct Filler {
    double level = 0.0;      ///< activity
    double responseS = 0.0;  ///< until a low phase is noticed
    double slowdown = 0.0;   ///< throughput lost by the job
};

StageEnergy applyFiller(const Filler& filler, double dtS, std::span<double> activity);

/// Power smoothing in the accelerator: ramps and a floor.
///   up:    a' <= a'(before) + rampUp dt; work that is held back is done later and costs time
///   floor: a' >= floor until the chip has been idle (a < 0.05, Assumption) for holdS
///   down:  a' >= a'(before) - rampDown dt; what the work does not need is burnt
/// Throughput = 1 / (1 + held back / asked for): work goes with energy over idle (Assumption).
/// Source: NVIDIA GB200 power smoothing: floor 20 to 90 % of design power, ramp rates in W/s,
/// hysteresis in ms (NVML reference, nvmlPowerSmoothingProfile; arXiv 2508.14318).
struct ChipSmoothing {
    double floor = 0.0;                                             ///< activity, 0: none
    double rampUpPerS = std::numeric_limits<double>::infinity();    ///< activity per second
    double rampDownPerS = std::numeric_limits<double>::infinity();  ///< activity per second
    double holdS = 0.0;
};

StageEnergy applyChipSmoothing(const ChipSmoothing& smoothing, double dtS,
                               std::span<double> activity);

/// Energy held in capacitors between a converter's input and its output, whose input follows
/// slowly: power supplies, rectifiers of a UPS.
///   g(i) = g(i-1) + (x(i) - g(i-1)) (1 - exp(-dt / tau)),  stored = sum (g - x) dt
/// tau 0 passes. Begins settled at `settledW`. No loss: converter losses are in the load.
/// Valid for swings that the capacitors can hold: tau times the swing below their energy.
StageEnergy applyLowPass(double tauS, double settledW, double dtS, std::span<double> powerW);

/// Storage that takes the fast part of a load: capacitors of a power shelf, UPS batteries, a site
/// battery.
///   wanted draw  g* = low-pass(x + loss, tau) + (E_half - E) / T_r, its ramp within the limits
///   storage      s  = x - g*, following with `responseS`, |s| <= P, 0 <= E <= E_max
///   draw         g  = x - s
///   E' = -s / eta for s > 0, -s eta for s < 0;  eta = sqrt(round trip)
/// Starts half full. Where it is full, empty or too weak the load comes through, and g* continues from the present draw.
/// T_r = max(20 tau, 60 s). Assumption: recharge slower than a step, so as
/// not to add to the swing.
struct Storage {
    double energyJ = 0.0;
    double powerW = 0.0;
    double roundTrip = 1.0;  ///< efficiency, 0..1
    double tauS = 0.0;
    double responseS = 0.0;
    double rampUpWPerS = std::numeric_limits<double>::infinity();
    double rampDownWPerS = std::numeric_limits<double>::infinity();
};

StageEnergy applyStorage(const Storage& storage, double settledW, double dtS,
                         std::span<double> powerW);

}  // namespace headroom::models
