// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
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
};

struct Epw {
    EpwHeader header;
    models::WeatherYear year;
    /// On the level, by the hour [W/m2]; empty where the file has none.
    std::vector<double> globalWPerM2, diffuseWPerM2;
};

/// Reads an EnergyPlus weather file (gzip allowed): 8 header lines, 8,760 hourly rows. Missing
/// markers (99.9, 999, 999999) are filled from the neighbouring hours. Errors: WTH-001 no file,
/// WTH-002 not EPW, WTH-003 wrong number of rows, WTH-004 bad value (line and column named).
Result<Epw> readEpw(const std::filesystem::path& path);

}  // namespace headroom::engine
