// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/accelerator.h"
#include "models/compute/chip_phases.h"

/// Power of one accelerator, and the clock that a power limit leaves it. The one law: racks,
/// estimates, services, waveforms and the power controller call it.
///
///   P_p    = P_idle + S a_p phi(f) (1 + k (T - T_ref)),  at most L     [W], of a phase of the work
///   P      = the mean of P_p over the phases: P_idle + S A(x) phi(f) (1 + k (T - T_ref)),
///            x = (L - P_idle) / (S phi(f) (1 + k (T - T_ref))), A(x) by chip_phases.h
///   S      = P_full - P_idle: what full activity adds at full clock and T_ref
///   phi(f) = f v(f)^2,  v(f) = max(v0, 1 - s (1 - f)): switching costs C V^2 f
///   L      = the thermal design power, or less where operators set a limit
/// a_p activity 0..1: share of full switching activity; f clock 0..1: of the one that it sustains;
/// T [C] the chip; v voltage over that at full clock, s its slope, v0 its floor. Leakage is in P_idle
/// and, by k, in what activity adds.
///
/// In a phase of activity a_p that the chip may not draw at full clock, the clock falls to
///   f_p = phi^-1((L - P_idle) / (S a_p (1 + k (T - T_ref))))
/// and rises again in the next phase. The job pays for that in time: arithmetic follows the clock of its phase; memory,
/// network and host do not (kernel_law.h, training_step.h, inference_step.h, clocked_time.h).
///
/// A kernel that only moves memory has the activity
///   a_m = min(1, w + e B / S)
/// w of waiting with clocks up, e energy of a byte, B the memory rate that kernels reach.
///
/// Valid for 0 C <= T <= shutdown, f >= 0.1. s = 1.08 and v0 = 0.777 were fitted to 287 epochs of
/// training on V100 under limits from 100 to 250 W (You et al., "Zeus", NSDI 2023, power traces of
/// its repository): errors in resources/help/validation-serving.md. Assumption: accelerators without figures
/// of their own have the same curve, since all hold a lowest voltage and then rise about linearly
/// (Guerreiro et al., "GPGPU Power Modeling for Multi-Domain Voltage-Frequency Scaling", HPCA 2018,
/// measured that shape on three generations). Idle power plus a share of a span: as the
/// ExaDigiT/RAPS model of Frontier. Assumption: leakage linear in temperature, slope by the
/// catalogue.
namespace headroom::models {

/// S [W].
double activeSpanW(const AcceleratorSpec& spec);

/// L [W].
double powerLimitW(const AcceleratorSpec& spec);

/// phi(f), 0..1.
double clockPower(const AcceleratorSpec& spec, double clock);

/// phi^-1: the clock at which active power is that share of what it is at full clock; 1 for shares
/// of 1 and more, 0 for none.
double clockOfPower(const AcceleratorSpec& spec, double share);

/// P [W], mean over the phases of its work.
double acceleratorPowerW(const AcceleratorSpec& spec, const ChipPhases& work, double clock,
                         double dieC);

/// x: the activity at which the chip meets its limit; infinite where none can.
double activityAtLimit(const AcceleratorSpec& spec, double clock, double dieC);

/// f_p: the highest clock at which a phase of that activity keeps the limit; 1 where it does at full
/// clock.
double clockAtLimit(const AcceleratorSpec& spec, double activity, double dieC);

/// Work settles with its clock, for a slower chip may be a busier one: `clockAt(clock)` is the clock
/// that a limit does not change the work at that clock. Returns the one at which both agree, to 1e-6.
template <class F>
double settledClock(F&& clockAt) {
    constexpr int kMostRounds = 20;
    constexpr double kSettled = 1e-6;
    double clock = 1.0;
    for (int round = 0; round < kMostRounds; ++round) {
        const double next = clockAt(clock);
        const bool settled = next > clock - kSettled && next < clock + kSettled;
        clock = next;
        if (settled) {
            break;
        }
    }
    return clock;
}

/// w.
double waitActivity(const AcceleratorSpec& spec);

/// e [J].
double byteEnergyJ(const AcceleratorSpec& spec);

/// a_m.
double memoryActivity(const AcceleratorSpec& spec);

}  // namespace headroom::models
