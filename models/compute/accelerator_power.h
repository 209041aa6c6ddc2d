// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/accelerator.h"

/// What one accelerator draws, and the clock that a power limit leaves it. The one law: racks,
/// estimates, services, waveforms and the power controller call it.
///
///   P      = P_idle + S A phi(f) (1 + k (T - T_ref)),  at most L       [W]
///   S      = P_full - P_idle: what full activity adds at full clock and T_ref
///   phi(f) = f v(f)^2,  v(f) = max(v0, 1 - s (1 - f)): switching costs C V^2 f
///   L      = the thermal design power, or less where operators set a limit
/// A activity 0..1: share of full switching activity; f clock 0..1: of the one that it sustains;
/// T [C] the chip; v voltage over that at full clock, s its slope, v0 its floor. Leakage is in P_idle
/// and, by k, in what activity adds.
///
/// Where a job has A at full clock and the chip may not draw it, the clock falls to
///   f = phi^-1((L - P_idle) / (S A (1 + k (T - T_ref))))
/// What that costs in time is the job's: arithmetic follows the clock, memory, network and host do
/// not (kernel_law.h, training_step.h, inference_step.h, clocked_time.h).
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

/// P [W].
double acceleratorPowerW(const AcceleratorSpec& spec, double activity, double clock, double dieC);

/// The highest clock at which P keeps the limit; 1 where it does at full clock.
double clockAtLimit(const AcceleratorSpec& spec, double activity, double dieC);

}  // namespace headroom::models
