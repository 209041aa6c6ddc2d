// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_map.h"
#include "engine/run/state/design_edit.h"
#include "engine/run/state/state.h"

/// A run continues after its design was edited.
///
/// Taken over unchanged: the clock, the meters (energy, water, fuel, carbon, accelerator time,
/// counts of jobs), counters of random streams, numbers of events and jobs, what other sites were
/// paid. Prices are counted over the meters, and utilisation over the accelerators of the plant:
/// shifts in Totals keep what was paid and offered before the edit.
///
/// Taken over by id (plant_map.h), and begun at rest where it is new:
///   floor      temperatures, clocks, load and energy of racks; servers in and out of service; who
///              holds which accelerator
///   cooling    temperatures and heads of nodes; flows, valves, speeds, faults of links; circuits,
///              loops with their stores and staging, halls with their zones of air. New parts start
///              at their set-point, as at the start of a run
///   power switching, breakers and their heat, batteries, tanks, timers. New parts are closed and
///              charged; then the wiring reacts as to any switching, so that what lost its feed
///              goes to battery or is off
///   fabrics    counters and faults, where the fabric is built as before: else it is whole
///   jobs       all of them. One that is on accelerators that are gone, or whose source now
///              asks for another kind, is interrupted as by a failure; one whose source or kind of
/// accelerator is gone is killed. Those that ended keep name and figures sources    counters and next arrivals; new ones
/// begin now, or at their own later time faults     continue with their repairs; of parts that are gone they are closed
/// failures   next strikes; the time that is left is stretched by the change of the rate, which is exact for exponential
/// lives queues     order kept. Schedulers continue where policy and tenants are the same; else they are begun anew with
/// what waits and runs services   continue; a new one begins, one that is gone ends with its replicas causes
/// disturbances of places that exist, losses of jobs, indicators
///
/// Assumptions: racks, coolant and air that are removed take their stored heat with them, new ones
/// bring what they hold at rest: neither is metered, as nobody pumps it.
namespace headroom::engine {

/// The State of `before` in the plant `after`. `fresh`: as a run of `after` begins. Jobs that cannot continue were
/// interrupted or killed, faults of what is gone closed (simulator_edit.cpp).
/// With the same plant the result is `old`, bit by bit.
State carryOver(const DesignEdit& edit, const State& old, State fresh);

/// Keeps what was paid and offered before the edit. Part of every edit.
void keepMeters(const Plant& before, const Plant& after, State& state);

}  // namespace headroom::engine
