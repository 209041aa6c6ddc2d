// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/power/ups.h"

/// Batteries of UPS modules: how long they last at a load, new, aged, cold and warm.
///
///   drain     P_b = (P + P_loss(P)) / eta. On its battery a UPS is in double conversion.
///   runtime   t(P_b) = T (c P_n / P_b)^k, P_n = P_b(n P_r): Peukert's law in power. T: battery_min, no
///             battery where not stated; k: battery_peukert. With a runtime table t is read from it at the
///             load P_b / (c P_n), straight in log t over log load, and beyond its ends at their slope.
///             Slower than kNominalDischargeS the energy stays that of this rate.
///   capacity  c = f(temperature) (1 - (1 - c_e) age / life), life halved for each battery_life_halves_k
///             above 25 degrees: the load on what is left of each plate rises by 1 / c, as in the ageing
///             factor of IEEE 485. c_e: battery_end_pct, the capacity at which a battery is replaced.
///
/// Sources: Peukert (1897), k of valve-regulated blocks at 5 to 30 min 1.2 to 1.4 from makers' tables of
/// constant power (Panasonic UP-PW1245: 1.38 from 5 to 30 min, 1.27 from 5 min to 20 h); IEEE 485-2020
/// (ageing factor 1.25 for 80 %, temperature); IEEE 1188 (half of the life for 15 F). Assumption: capacity
/// falls evenly with age. Lithium: k = 1, its heat by its efficiency.
/// Validity: constant power, 2 min to 20 h. Rest and recovery between discharges are not modelled: what a
/// discharge has taken counts against the capacity of the rate of the moment.
namespace headroom::models {

/// Where the battery is in its life.
struct BatteryState {
    double ageYears = 0.0;
    double temperatureC = 25.0;
};

/// Capacity over that of a new battery at 25 degrees: at its age, and when it is to be replaced.
double batteryCapacity(const UpsSpec& spec, const BatteryState& state);
double batteryEndCapacity(const UpsSpec& spec, const BatteryState& state);

/// What `modules` that live on their batteries draw from them [W] for `loadW` of output.
double upsDrainW(const UpsSpec& spec, double loadW, int modules);

/// How long full batteries of a capacity last at a drain [s]; 0 without a battery.
double batteryRuntimeS(const UpsSpec& spec, double drainW, int modules, double capacity);

/// How long full batteries last at a load of output [s]; infinite at no load and no loss.
double upsRuntimeS(const UpsSpec& spec, double loadW, int modules, double capacity);

/// Energy of full batteries at rated output [J].
double upsStoreJ(const UpsSpec& spec, int modules, double capacity = 1.0);

/// A battery that holds upsStoreJ when full is empty at a drain once it holds this [J]: below 0 at less
/// than the rated drain, which takes more out of it.
double batteryEmptyJ(const UpsSpec& spec, double drainW, int modules, double capacity);

}  // namespace headroom::models
