// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/power_hours.h"

#include "engine/plant/plant_hours.h"

#include <fmt/format.h>

namespace headroom::engine {

void PowerHours::begin(double timeS, bool wasLimited, std::int64_t cause) {
    if (isHourLimited(plant_, timeS) != wasLimited) {
        turn(timeS, cause);
    } else if (const double nextS = hourLimitChangesS(plant_, timeS); nextS < kNever) {
        queue_.push(nextS, PowerEvent::Hours, 0, 0);
    }
}

void PowerHours::turn(double timeS, std::int64_t cause) {
    const bool isLimited = isHourLimited(plant_, timeS);
    if (plant_.hours) {
        const HourLimit& limit = plant_.hours->limit;
        const GridHours& grid = plant_.hours->grid;
        const double yearS = plant_.startYearS + timeS;
        const bool byPrice = limit.spec.follow == models::SupplyFollow::Price;
        const double shown = byPrice ? models::unit::dollarPerKilowattHour.toSi
                                     : models::unit::gramPerKilowattHour.toSi;
        const std::int64_t hour =
            log_.in(EventArea::Environment)
                .add(s_, timeS, EventKind::Note, "grid",
                     fmt::format("Energy {} {:.3g} {}, {} than the {:.3g} above which operation "
                                 "follows it ({}).",
                                 byPrice ? "costs" : "emits",
                                 (byPrice ? grid.usdPerJAt(yearS) : grid.kgPerJAt(yearS)) / shown,
                                 byPrice ? "USD/kWh" : "g/kWh", isLimited ? "more" : "no more",
                                 limit.threshold / shown,
                                 byPrice ? grid.priceSource : grid.carbonSource),
                     cause);
        cause = hour;
        if (const double nextS = hourLimitChangesS(plant_, timeS); nextS < kNever) {
            queue_.push(nextS, PowerEvent::Hours, 0, 0);
        }
    }
    log_.in(EventArea::Control)
        .add(s_, timeS, isLimited ? EventKind::Limit : EventKind::Recovery, "power policy",
             isLimited ? words("Accelerators are limited to {} of their power in {}.",
                               amount(100.0 * plant_.hours->limit.spec.limitShare, "%", 0),
                               plant_.hours->limit.words())
                       : std::string(
                             "The limit of the hours ends: accelerators have all of their power."),
             cause);
}

}  // namespace headroom::engine
