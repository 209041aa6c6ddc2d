// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/core/curve.h"
#include "models/power/usual.h"

#include <limits>

/// Properties of any machine that makes power on site, diesel set or fuel cell: its start, its ramp, its fuel. Each kind of
/// part states its own figures and
/// gives them in this form, so that wiring, checks and runs have one law for all.
namespace headroom::models {

struct GeneratingSet {
    double ratedPowerW = kNotStated;
    double powerFactor = 1.0;  ///< rated: active over apparent power of its rating
    double voltageV = 400.0;
    double subtransientReactance = 0.15;  ///< on its own rating; sets its short-circuit current

    double failuresPerS = 0.0;
    double repairS = kNotStated;  ///< mean, from failure to return to service

    // Start
    double startS = kNotStated;       ///< from the order to start to accepting load
    double coldStartS = kNotStated;   ///< the same after it was out of service; not stated: startS
    double failToStart = kNotStated;  ///< share of start orders that fail
    /// Runs in parallel with the mains all the time and carries what it can; otherwise it is on standby.
    bool parallel = false;

    // Load
    double blockShare = 0.7;      ///< of the rating: largest step that it takes at once
    double blockIntervalS = 5.0;  ///< recovery between two steps
    double rampPerS = std::numeric_limits<double>::infinity();  ///< of the rating in a second
    double coverS =
        kGensetTripS;       ///< for how long it carries more than it may, or than it has reached
    double overload = 1.0;  ///< of the rating: carried for overloadS
    double overloadS = std::numeric_limits<double>::infinity();

    // Fuel
    Curve fuelM3PerJ;  ///< of a liquid from its tank for each joule of output, over load in %
    double tankM3 = kNotStated;  ///< of one set; without end where not stated
    double fuelCarbonKgPerM3 = 0.0;
    Curve efficiencyPct;  ///< electrical, of piped fuel by its lower heating value, over load in %
    double idleFuelShare = 0.0;      ///< of the fuel at full load: burnt at no load
    double pipedUsdPerJ = 0.0;       ///< of fuel, lower heating value
    double pipedCarbonKgPerJ = 0.0;  ///< of fuel, lower heating value

    /// How long it carries a loading (active power over the rating in service) until it trips [s].
    double overloadTripS(double loading) const;

    /// Fuel of sets of `ratedW` that run together and share an output equally, x = output / rated:
    ///   F(x) = max(F(0), P_r x c(x))  from the first point x1 of the curve on,
    ///   F(x) = F(0) + (F(x1) - F(0)) x / x1  below it,  F(0) = idleFuelShare P_r c(1)
    /// c: fuel for each unit of output, 1 / eta of piped fuel [W, lower heating value], fuelM3PerJ of a
    /// liquid [m3/s]. With a figure of full load alone (x1 = 1) it is the Willans line: fuel rises evenly
    /// from no load to full load. 0 for sets that burn the other kind. Validity: 0 <= x <= 1.1; running.
    /// Source: Willans line of engines (Heywood, Internal Combustion Engine Fundamentals, 13.2); points
    /// of makers' fuel charts.
    double pipedFuelW(double outputW, double ratedW) const;
    double tankFuelM3PerS(double outputW, double ratedW) const;

    /// How long the tanks of all `modules` of one unit last at an output of these together [s]: infinite
    /// without a tank that is stated, or at no fuel.
    double tankLastsS(double outputW, int modules) const;

    /// What sets of `ratedW` together have come up to [W] after dt [s] toward what is wanted:
    ///   P' = P + clamp(min(P_r, P_wanted) - P, -r P_r dt, +r P_r dt), at most P_r
    /// r: rampPerS; without one it is there at once.
    double followW(double reachedW, double wantedW, double ratedW, double dt) const;
};

}  // namespace headroom::models
