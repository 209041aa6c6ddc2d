// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/power/ups.h"

namespace headroom::models {

/// What `modules` that live on their batteries draw from them [W] for `loadW` of output, and the energy [J] that these
/// hold: as much as rated output takes in the stated time.
///   P_b = (P + P_loss(P)) / eta,  E = t P_b(n P_r)
/// t: battery_min, 0 where not stated; eta: battery_efficiency_pct. On its battery a UPS is in double conversion.
/// Source: energy balance. Validity: the capacity is that of the stated time, at any current.
double upsDrainW(const UpsSpec& spec, double loadW, int modules);
double upsStoreJ(const UpsSpec& spec, int modules);

}  // namespace headroom::models
