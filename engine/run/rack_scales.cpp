// SPDX-License-Identifier: Apache-2.0
#include "engine/run/rack_scales.h"

#include "engine/document/order.h"
#include "engine/resolve/facility.h"
#include "models/cooling/cooling_class.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace headroom::engine {

namespace {

constexpr double kCoolC = 15.0;
constexpr double kIdleChipC = 20.0;
constexpr double kWarmReturnC = 60.0;
constexpr double kOverLimitK = 5.0;
constexpr double kOverDesignFlow = 1.25;

/// Not stated gives way to what is.
double least(double a, double b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : std::min(a, b);
}

double most(double a, double b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : std::max(a, b);
}

void limitBy(RackScale& scale, double limit) {
    scale.limit = least(scale.limit, limit);
    scale.highestLimit = most(scale.highestLimit, limit);
}

}  // namespace

RackScales rackScales(const Project& project, const Catalogue& catalogue) {
    RackScales scales;
    const auto of = [&](RackQuantity q) -> RackScale& {
        return scales[static_cast<std::size_t>(q)];
    };
    for (const RackQuantity q :
         {RackQuantity::Utilization, RackQuantity::BusiestUtilization, RackQuantity::Clock,
          RackQuantity::ClockPower, RackQuantity::Health}) {
        of(q) = {0.0, 1.0, models::kNotStated, models::kNotStated, {}};
    }
    RackScale& power = of(RackQuantity::Power);
    RackScale& chip = of(RackQuantity::ChipTemperature);
    RackScale& coolant = of(RackQuantity::CoolantTemperature);
    RackScale& inlet = of(RackQuantity::InletTemperature);
    RackScale& flow = of(RackQuantity::CoolantFlow);
    power.word = "rated";
    chip.word = "throttles";
    coolant.word = inlet.word = "class limit";
    const auto built = std::make_shared<const Project>(asBuilt(project));
    const Facility facility = resolve(built, catalogue);
    for (const ResolvedBlock& block : facility.blocks) {
        if (!block.complete()) {
            continue;
        }
        power.low = 0.0;
        power.high = most(power.high, most(block.rackW, block.rack->ratedPowerW));
        limitBy(power, block.rack->ratedPowerW);
        chip.low = kIdleChipC;
        chip.high = most(chip.high, block.accelerator->shutdownC);
        limitBy(chip, block.accelerator->throttleSoftwareC);
        if (const auto* air = catalogue.spec<models::CoolingClassSpec>(block.server->airClass)) {
            limitBy(inlet, models::allowableHighC(*air, facility.site.elevationM));
        }
        if (const auto* liquid =
                catalogue.spec<models::CoolingClassSpec>(block.server->liquidClass);
            liquid != nullptr && block.isLiquid()) {
            limitBy(coolant, liquid->allowableHighC);
        }
        if (block.coolantM3PerS > 0.0) {
            flow.low = 0.0;
            flow.high = most(flow.high, kOverDesignFlow * block.coolantM3PerS);
        }
    }
    of(RackQuantity::MeanChipTemperature) = chip;
    for (RackScale* scale : {&coolant, &inlet}) {
        if (!std::isnan(scale->limit)) {
            scale->low = kCoolC;
            scale->high = scale->highestLimit + kOverLimitK;
        }
    }
    of(RackQuantity::ReturnTemperature) = {
        kCoolC, kWarmReturnC, models::kNotStated, models::kNotStated, {}};
    return scales;
}

std::map<std::string, double> ratedByBlock(const Project& project, const Catalogue& catalogue) {
    std::map<std::string, double> rated;
    const auto built = std::make_shared<const Project>(asBuilt(project));
    const Facility facility = resolve(built, catalogue);
    for (const ResolvedBlock& block : facility.blocks) {
        if (block.complete() && block.rack->ratedPowerW > 0.0) {
            rated[block.object->id] = block.rack->ratedPowerW;
        }
    }
    return rated;
}

}  // namespace headroom::engine
