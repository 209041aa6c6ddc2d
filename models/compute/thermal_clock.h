// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/accelerator.h"
#include "models/compute/chip_phases.h"

/// The clock at which a chip's own thermal control holds it.
///
///   T(f)  = T_s(f) + (T_0 - T_s(f)) e,   T_s(f) = T_c + R P(f)        [C]
///   f     = m(T(f)),  m by clockMultiplier(), between 0.5 and what else allows
/// T_0 the chip before, T_c its coolant, R [K/W] from chip to coolant, e what is left of the way to the
/// settled temperature after the interval, P acceleratorPowerW(). T rises and m falls with f, so there is
/// one such clock, and it is found by halving.
///
/// Real control changes the clock in small steps many times a second, while the chip needs seconds and its
/// coolant minutes: over any interval that a facility is looked at in, clock and temperature agree. It
/// neither overshoots nor swings between full and half clock, so the chip stays inside of the band from
/// software to hardware limit for as long as half the clock is enough; above that it shuts down.
/// Valid for intervals of 0.1 s and more. Sources: NVIDIA, "NVML API Reference", clocks event reasons:
/// software thermal slowdown lowers clocks while a chip is above its highest operating temperature,
/// hardware thermal slowdown by a factor of 2 or more. Assumption: linear between the two limits.
namespace headroom::models {

/// A chip over an interval in which its coolant is held.
struct WarmingChip {
    double beforeC = 0.0;   ///< T_0
    double coolantC = 0.0;  ///< T_c
    double kPerW = 0.0;     ///< R
    double left = 0.0;      ///< e, 0..1: exp(-dt / (R C))

    /// T under that power [C].
    double afterC(double powerW) const;
};

/// f, at most `most` (a controller). `most` itself where the chip stays below its
/// software limit at it.
double heldClock(const AcceleratorSpec& spec, const WarmingChip& chip, const ChipPhases& work,
                 double most);

}  // namespace headroom::models
