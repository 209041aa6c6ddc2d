// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// Promise of a design for the failure of any single part.
enum class FailurePromise {
    NotStated,
    MayStop,        ///< nothing if racks may stop until it is repaired
    KeepsRunning,   ///< no rack stops; some may be short of cooling, bandwidth or clock
    KeepsFullLoad,  ///< no rack stops, and each has all that full load takes
};

/// Which parts of the wiring the promise covers.
enum class PowerParts {
    All,
    Sources,  ///< what makes, converts and stores power: not boards, switches, busways, PDUs
};

/// Air that racks may be given.
enum class InletLimit { NotStated, Recommended, Allowable };

/// Fuel on site of standby generators, where the owner states nothing [s]. Source: Uptime Institute, Tier Standard:
/// Topology, 12 h at the design load.
inline constexpr double kUsualStandbyFuelS = 12.0 * 3600.0;

/// Requirements of the owner: design rules and commissioning check the facility against them.
struct RequirementSpec {
    FailurePromise power = FailurePromise::NotStated;
    PowerParts powerParts = PowerParts::All;
    FailurePromise cooling = FailurePromise::NotStated;
    FailurePromise network = FailurePromise::NotStated;
    InletLimit inlet = InletLimit::NotStated;  ///< while a part is out; design rules: at design
    double lostJobs =
        kNotStated;  ///< most that one failure may interrupt; not stated: as the racks
    double lostWork = kNotStated;  ///< most that one failure may cost, share of the hour after it
    double standbyFuelS = kNotStated;  ///< that tanks last with every utility dead

    static const ComponentType& type();
};

}  // namespace headroom::models
