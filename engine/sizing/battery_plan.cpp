// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/battery_plan.h"

#include "engine/check/rules.h"
#include "models/facility/power_policy.h"
#include "models/power/genset.h"
#include "models/power/ups_battery.h"
#include "models/power/usual.h"

namespace headroom::engine::sizing {

bool batteryIsShort(const Catalogue& catalogue, const models::UpsSpec& ups, int modules,
                    double loadW, const std::string& genset) {
    const auto* set = catalogue.spec<models::GensetSpec>(genset);
    if (set == nullptr) {
        return false;
    }
    const double neededS =
        models::PowerPolicySpec{}.gensetDelayS + set->startS + models::kMainsQualifyS + ups.walkInS;
    return models::upsRuntimeS(ups, loadW, modules, models::batteryEndCapacity(ups, {})) < neededS;
}

std::string batteryWords(const Catalogue& catalogue, const std::string& ups, int modules,
                         double loadW) {
    const auto* spec = catalogue.spec<models::UpsSpec>(ups);
    if (spec == nullptr || !(models::upsStoreJ(*spec, modules) > 0.0)) {
        return "";
    }
    const double endCapacity = models::batteryEndCapacity(*spec, {});
    const auto minutes = [&](double capacity) {
        return amountText(models::upsRuntimeS(*spec, loadW, modules, capacity) / 60.0, "min");
    };
    return "; batteries last " + minutes(1.0) + " when new and " + minutes(endCapacity) +
           " at the end of their life (" + amountText(100.0 * endCapacity, "%") +
           " of the capacity), for which they are sized";
}

}  // namespace headroom::engine::sizing
