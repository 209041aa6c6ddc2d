// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/site_weather.h"

#include "engine/border/time_zone.h"
#include "models/core/unit.h"
#include "models/facility/site.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace {

/// The weather files read last, for all threads: a design is checked after every edit, and a file
/// takes a tenth of a second to read. A file that changed on disk is read again.
class ReadFiles {
  public:
    Result<std::shared_ptr<const Epw>> read(const std::filesystem::path& path,
                                            const EpwHeader& place) {
        std::error_code none;
        const auto written = std::filesystem::last_write_time(path, none);
        const std::uintmax_t bytes = none ? 0 : std::filesystem::file_size(path, none);
        {
            const std::lock_guard lock(mutex_);
            for (const Kept& kept : kept_) {
                if (!none && kept.epw != nullptr && kept.path == path && kept.place == place &&
                    kept.written == written && kept.bytes == bytes) {
                    return kept.epw;
                }
            }
        }
        auto epw = readEpw(path, place);
        if (!epw) {
            return tl::unexpected(std::move(epw.error()));
        }
        auto shared = std::make_shared<const Epw>(std::move(*epw));
        const std::lock_guard lock(mutex_);
        kept_[next_] = {path, place, written, bytes, shared};
        next_ = (next_ + 1) % kept_.size();
        return shared;
    }

  private:
    struct Kept {
        std::filesystem::path path;
        EpwHeader place;
        std::filesystem::file_time_type written;
        std::uintmax_t bytes = 0;
        std::shared_ptr<const Epw> epw;
    };

    std::mutex mutex_;
    std::array<Kept, 4> kept_;  // 0.4 MB each
    std::size_t next_ = 0;
};

models::SiteSpec siteOf(const Project& project) {
    const auto sites = project.objectsOf("site");
    return sites.empty() ? models::SiteSpec{} : specOf<models::SiteSpec>(*sites.front());
}

SiteWeather ofClimate(const models::SiteSpec& site, const Catalogue& catalogue) {
    SiteWeather weather;
    if (const auto* climate = catalogue.spec<models::ClimateSpec>(site.climate)) {
        weather.climate = *climate;
        weather.elevationM = std::isnan(climate->elevationM) ? 0.0 : climate->elevationM;
        if (!std::isnan(climate->pressurePa)) {
            weather.pressurePa = climate->pressurePa;
        }
    }
    if (const auto* stated = catalogue.spec<models::DesignConditionsSpec>(site.climate)) {
        weather.conditions = std::make_shared<models::DesignConditionsSpec>(*stated);
    }
    return weather;
}

}  // namespace

EpwHeader placeOf(const models::SiteSpec& site, const models::ClimateSpec& climate) {
    const auto stated = [](double value) { return std::isnan(value) ? 0.0 : value; };
    EpwHeader place;
    place.city = site.climate;
    place.latitude = stated(climate.latitude);
    place.longitude = stated(climate.longitude);
    place.elevationM = stated(climate.elevationM);
    const auto zone = TimeZone::named(site.timeZone);
    place.utcOffsetH =
        (zone && !site.timeZone.empty() ? zone->standardAheadS(0.0) : stated(climate.utcOffsetS)) /
        models::unit::hour.toSi;
    return place;
}

models::DesignWeather SiteWeather::design() const {
    return conditions != nullptr ? models::designWeatherOf(*conditions, pressurePa)
                                 : models::designWeatherOf(climate);
}

double SiteWeather::lowestC() const {
    if (conditions != nullptr && !std::isnan(conditions->lowestDryBulbC)) {
        return conditions->lowestDryBulbC;
    }
    return climate.dryBulbC.empty() ? models::kNotStated : models::designWeatherOf(climate).lowestC;
}

Result<SiteWeather> readSiteWeather(const Project& project, const Catalogue& catalogue,
                                    const std::filesystem::path& weatherFile) {
    static ReadFiles files;
    const models::SiteSpec site = siteOf(project);
    SiteWeather weather = ofClimate(site, catalogue);
    std::filesystem::path path = weatherFile;
    if (path.empty() && !site.weatherFile.empty()) {
        path = project.folder() / site.weatherFile;
    }
    if (path.empty()) {
        return weather;
    }
    auto epw = files.read(path, placeOf(site, weather.climate));
    if (!epw) {
        return tl::unexpected(std::move(epw.error()));
    }
    weather.file = *epw;
    weather.elevationM = weather.file->header.elevationM;
    const std::vector<double>& pressures = weather.file->year.pressurePa;
    weather.pressurePa = std::accumulate(pressures.begin(), pressures.end(), 0.0) /
                         static_cast<double>(pressures.size());
    weather.conditions = std::make_shared<models::DesignConditionsSpec>(weather.file->design);
    return weather;
}

SiteWeather siteWeatherOf(const Project& project, const Catalogue& catalogue) {
    auto weather = readSiteWeather(project, catalogue);
    return weather ? std::move(*weather) : ofClimate(siteOf(project), catalogue);
}

}  // namespace headroom::engine
