// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/explain_weather.h"

#include "engine/base/plain_text.h"
#include "engine/exchange/epw.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::engine {

Result<Explanation> explainWeather(const std::filesystem::path& file, const std::string& /*text*/,
                                   const ExplainOptions& /*options*/) {
    auto epw = readEpw(file);
    if (!epw) {
        return tl::unexpected(std::move(epw.error()));
    }
    Explanation e;
    e.form = "comma-separated text, UTF-8";
    e.rows = static_cast<long>(epw->year.dryBulbC.size());
    e.step = "hourly";
    e.zone = TimeZone::fixed(epw->header.utcOffsetH * 3600.0).name();
    e.from = "January 1st, hour 1";
    e.to = "December 31st, hour 24";
    e.columns = {{"dry bulb", "temperature", "degC"},
                 {"wet bulb", "temperature, of dew point or relative humidity", "degC"},
                 {"humidity ratio", "moisture", "kg/kg"},
                 {"pressure", "pressure", "Pa"}};
    for (std::size_t h = 0; h < Explanation::kFirstRows; ++h) {
        e.first.push_back({fmt::format("{:.1f}", epw->year.dryBulbC[h]),
                           fmt::format("{:.1f}", epw->year.wetBulbC[h]),
                           fmt::format("{:.5f}", epw->year.humidityRatio[h]),
                           fmt::format("{:.0f}", epw->year.pressurePa[h])});
    }
    e.notes.push_back(fmt::format("{}, {}: {:.2f} N, {:.2f} E, {:.0f} m.",
                                  plainText(epw->header.city), plainText(epw->header.country),
                                  epw->header.latitude, epw->header.longitude,
                                  epw->header.elevationM));
    e.notes.push_back(
        fmt::format("Design {}: wet bulb {:.1f} degC, dry bulb {:.1f} degC at the most.",
                    epw->designIsOfHeader ? "by its DESIGN CONDITIONS" : "by its hours",
                    epw->design.extremeWetBulbC, epw->design.extremeDryBulbC));
    for (const std::string& note : epw->notes) {
        e.notes.push_back(note + '.');
    }
    return e;
}

}  // namespace headroom::engine
