// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/refit.h"

#include "engine/exchange/site_weather.h"
#include "engine/sizing/plant_capacity.h"
#include "engine/sizing/project_writer.h"
#include "models/cooling/condenser_air.h"
#include "models/cooling/cooling_tower.h"
#include "models/facility/cooling_loop.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace headroom::engine {

namespace {

constexpr double kWholeAlready = 1e-6;  ///< no further machine for the last bit of a ratio

std::optional<models::DesignWeather> weatherFor(const Project& project,
                                                const Catalogue& catalogue) {
    const SiteWeather site = siteWeatherOf(project, catalogue);
    const bool known = site.file != nullptr || !site.climate.dryBulbC.empty();
    return known ? std::optional(site.design()) : std::nullopt;
}

class LoopRefit {
  public:
    LoopRefit(const models::CoolingLoopSpec& loop, const Catalogue& catalogue,
              const models::DesignWeather& before, const models::DesignWeather& there)
        : loop_(loop), catalogue_(catalogue), before_(before), there_(there) {}

    void apply(Object& object, Refit& refit) {
        if (const auto* cooler = catalogue_.spec<models::DryCoolerSpec>(loop_.dryCooler)) {
            const double returnC = loop_.supplySetpointC + loop_.designRiseK;
            scale(object, refit, "dry_cooler_count", "dry coolers", loop_.dryCoolers,
                  sizing::dryCoolerCapacityW(*cooler, before_, returnC),
                  sizing::dryCoolerCapacityW(*cooler, there_, returnC));
        }
        if (const auto* chiller = catalogue_.spec<models::ChillerSpec>(loop_.chiller)) {
            const auto capacityW = [&](const models::DesignWeather& weather) {
                return sizing::chillerCapacityW(*chiller, loop_.supplySetpointC,
                                                condenserC(weather));
            };
            scale(object, refit, "chiller_count", "chillers", loop_.chillers, capacityW(before_),
                  capacityW(there_));
        } else if (loop_.towers > 0 &&
                   condenserC(there_) + loop_.exchangerApproachK > loop_.supplySetpointC &&
                   condenserC(before_) + loop_.exchangerApproachK <= loop_.supplySetpointC) {
            refit.lacks.push_back(
                fmt::format("{}: towers reach {:.1f} C there, {:.1f} C is asked", object.id,
                            condenserC(there_) + loop_.exchangerApproachK, loop_.supplySetpointC));
        }
    }

  private:
    double condenserC(const models::DesignWeather& weather) const {
        const auto* tower = catalogue_.spec<models::CoolingTowerSpec>(loop_.tower);
        if (tower == nullptr || loop_.towers == 0) {
            return models::condenserAirC(weather.hottest);
        }
        return weather.wetBulbC() +
               (std::isnan(loop_.towerApproachK) ? tower->designApproachK : loop_.towerApproachK);
    }

    void scale(Object& object, Refit& refit, const char* key, const char* words, int count,
               double beforeW, double thereW) {
        if (count <= 0 || !(beforeW > 0.0)) {
            return;
        }
        if (!(thereW > 0.0)) {
            refit.lacks.push_back(fmt::format("{}: {} give nothing there", object.id, words));
            return;
        }
        const auto needed =
            static_cast<std::int64_t>(std::ceil(count * beforeW / thereW - kWholeAlready));
        if (needed != count) {
            sizing::ObjectWriter(object).count(key, needed);
            refit.changes.push_back(
                fmt::format("{}: {} {} -> {}", object.id, words, count, needed));
        }
    }

    const models::CoolingLoopSpec& loop_;
    const Catalogue& catalogue_;
    const models::DesignWeather& before_;
    const models::DesignWeather& there_;
};

}  // namespace

Refit refitFor(const Project& before, const Project& there, const Catalogue& catalogue) {
    Refit refit{there, {}, {}};
    const auto old = weatherFor(before, catalogue);
    const auto now = weatherFor(there, catalogue);
    if (!old || !now) {
        return refit;
    }
    for (Object& object : refit.project.objects) {
        if (object.type != &models::CoolingLoopSpec::type()) {
            continue;
        }
        const auto loop = specOf<models::CoolingLoopSpec>(object);
        if (!std::isnan(loop.supplySetpointC) && !std::isnan(loop.designRiseK)) {
            LoopRefit(loop, catalogue, *old, *now).apply(object, refit);
        }
    }
    return refit;
}

}  // namespace headroom::engine
