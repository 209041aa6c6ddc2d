// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/reliability/failure_mode.h"

namespace headroom::models {

/// How old the parts of a facility are, who repairs them, with which stock and when. Without the
/// section a repair waits for nothing, as its kind's time to repair says.
struct MaintenanceSpec {
    double ageS = kNotStated;  ///< of all parts at the start; not stated: of every age
    bool stress = false;       ///< rates follow temperature and load
    int crews = -1;            ///< by day; negative: as many as it takes
    int nightCrews = -1;       ///< outside of the shift; negative: as by day
    double shiftFromS = 8 * 3600.0, shiftToS = 18 * 3600.0;  ///< of the day
    double responseS = 0.0;
    double windowFromS = 0.0, windowToS = 0.0;  ///< of the day; equal: always
    double workShare = 1.0;                     ///< of a stated time to repair
    double reorderShare = 0.5;
    int accelerators = -1, serverParts = -1, adapters = -1, optics = -1, switches = -1,
        powerSupplies = -1, pumps = -1, coolingParts = -1, electricalParts = -1;

    /// Stock of a kind when full; negative: never runs out.
    int stock(SparePart part) const;

    static const ComponentType& type();
};

}  // namespace headroom::models
