// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "models/facility/design_conditions.h"
#include "models/facility/weather.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::engine {

struct EpwHeader {
    std::string city;
    std::string country;
    double latitude = 0.0;
    double longitude = 0.0;
    double utcOffsetH = 0.0;
    double elevationM = 0.0;

    bool operator==(const EpwHeader&) const = default;
};

struct Epw {
    EpwHeader header;
    models::WeatherYear year;
    /// On the level, by the hour [W/m2]; empty where the file has none.
    std::vector<double> globalWPerM2, diffuseWPerM2;
    /// From the header line DESIGN CONDITIONS, or from the rows (models/facility/design_weather.h).
    models::DesignConditionsSpec design;
    bool designIsOfHeader = false;
    std::vector<std::string> notes;  ///< rows that were dropped, hours that were filled
};

/// Reads an EnergyPlus weather file (gzip and every encoding allowed), or a table of weather (weather_hours.h): 8 header
/// lines, then rows of hours or parts of hours in any order. Month, day and hour decide where a row belongs; the year does not.
/// February 29th is dropped. Missing rows and missing values (99.9, 999, 999999; a relative
/// humidity of 0 %) are filled from the neighbouring hours, and counted in the notes; so are impossible values and rows
/// that cannot be read. Errors: WTH-001 no file, WTH-002 not EPW, WTH-003 not the rows of one year, WTH-004 a place
/// that cannot be read, or a quantity that no row states. `place`: of the site, for tables that name none.
Result<Epw> readEpw(const std::filesystem::path& path, const EpwHeader& place = {});

}  // namespace headroom::engine
