// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/accelerator_power.h"
#include "models/compute/rack.h"
#include "models/compute/server.h"
#include "models/power/psu.h"

/// The power of a rack, from its chips to its feed. The one law: the run, the design point of
/// checks, estimates, other sites and the power inside a training step all call it.
///
///   chips    P_c = n (P_idle + S A(x) phi(f) (1 + k (T - T_ref)))   by accelerator_power.h: each
///            phase of a chip's work under its limit, then the mean; x of the hottest chip, so that
///            none passes its limit
///   clock    f_L = clockAtLimit(a_max, T_max): in the phase of the highest activity. All chips of a
///            rack have it
///   server   P_o = P_c / m + P_host(A) + P_fan(v), v by the heat that goes to its air
///            P_s = P_o / eta_psu: psuInputW()
///   rack     P_r = m P_s + P_idle,extra + (P_max,extra - P_idle,extra) A
///            P_in = P_r / eta_shelf where it has a shelf: psuInputW() of the rectifiers that run
///            and the fans of a rear door, by the affinity laws: P_door (V / V_door)^3 d
/// n chips and m servers in service, A the mean activity of the chips over their phases 0..1, a_max
/// the highest of any phase, d density of the air over that at sea level, f clock 0..1 that heat and controllers leave, T [C] the mean chip, T_max
/// the hottest.
/// Valid for the ranges of its parts: accelerator_power.h, hostPowerW(), serverFanSpeed(),
/// psuInputW(). Servers of a rack share its activity evenly. A rack without servers in service draws
/// nothing.
/// Sources: those of its parts; the chain of rectifier and converter as Frontier's published model.
namespace headroom::models {

/// Inputs of the power of a rack. Only looked at: the specs must outlive it.
struct RackParts {
    const RackSpec& rack;
    const ServerSpec& server;
    const AcceleratorSpec& accelerator;
    const PsuSpec& psu;
    const PsuSpec* shelf = nullptr;  ///< its rectifiers; null where the rack has none
    double fullFanHeatW = 0.0;       ///< of a server: fullFanHeatW() at its share of the rating
    double doorFanW = 0.0;           ///< of a rear door with fans, at doorAirM3PerS
    double doorAirM3PerS = 1.0;
    double airDensityRatio = 1.0;  ///< of the air at its inlet, over that at sea level
};

RackParts partsOf(const RackSpec& rack, const ServerSpec& server,
                  const AcceleratorSpec& accelerator, const PsuSpec& psu, const PsuSpec* shelf);

/// The default rack: one server on its own supplies, rated for its draw at full activity. That
/// rating sizes the fans if no nameplate is stated.
RackSpec rackOfOne(const ServerSpec& server, const AcceleratorSpec& accelerator);

/// State of the chips of a rack.
struct RackLoad {
    double servers = 0.0;       ///< in service
    ChipPhases chips;           ///< of a mean chip in service
    ChipPhases busiest;         ///< of the chip that does most
    double mostActivity = 0.0;  ///< of any phase of any chip: a_max
    double clock = 1.0;         ///< that heat and controllers leave: power limits come on top
    double chipC = 0.0;         ///< mean chip
    double hotC = 0.0;          ///< hottest chip
};

/// All servers in service, every chip at that work, full clock and its reference temperature: the
/// design point at activity 1.
RackLoad evenLoad(const RackParts& parts, const ChipPhases& work);

struct RackPower {
    double chipsW = 0.0;      ///< all of them
    double spanW = 0.0;       ///< of one chip from activity 0 to 1, at its clock and temperature
    double busiestW = 0.0;    ///< the busiest chip
    double limitClock = 1.0;  ///< f_L: what power limits leave in the hardest phase
    double atLimit = 0.0;     ///< x: the activity at which the hottest chip meets its limit
    double fanSpeed = 0.0;
    double fanAirM3PerS = 0.0;   ///< of all servers
    double fanMassRatio = 0.0;   ///< mass flow of air over that at full speed and sea level
    double serverOutputW = 0.0;  ///< what the supplies of one server deliver
    double serverW = 0.0;        ///< what one server draws
    double outputW = 0.0;        ///< what servers and shared equipment draw: a shelf delivers it
    double doorFanW = 0.0;       ///< fans of its rear door
    double inputW = 0.0;         ///< what the rack draws
    double psuLossW = 0.0;       ///< of all servers
    double shelfLossW = 0.0;
};

RackPower rackPower(const RackParts& parts, const RackLoad& load);

/// Increase of the rack's draw per chip and activity [W], about `power`: speed of fans and
/// efficiency of supplies and shelf held. For what is too quick for them to follow.
double rackSlopeW(const RackParts& parts, const RackLoad& load, const RackPower& power);

}  // namespace headroom::models
