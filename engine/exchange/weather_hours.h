// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/border/skipped_rows.h"
#include "engine/exchange/epw.h"

#include <map>
#include <string>
#include <vector>

namespace headroom::engine {

/// One row of a weather file. NaN: missing.
struct WeatherRow {
    int line = 0;
    double month = 0.0, day = 0.0, hour = 0.0;  ///< hour 1 is from 0:00 to 1:00
    double minute = 60.0;                       ///< tells rows of one hour apart
    double dryBulbC = 0.0, dewPointC = 0.0, humidityPct = 0.0, pressurePa = 0.0;
    double globalWPerM2 = 0.0, diffuseWPerM2 = 0.0;
};

/// Puts rows of any order, year and step into the 8,760 hours of a year: parts of an hour become its mean,
/// February 29th is dropped, missing rows and values are filled from the neighbouring hours and counted.
class WeatherHours {
  public:
    explicit WeatherHours(std::filesystem::path file) : file_(std::move(file)) {}

    /// A row that is not an hour of a year, and impossible values, are skipped and counted. WTH-003: an hour that a
    /// row before states.
    Result<void> add(WeatherRow row);

    void skip(int line, std::string reason) { skipped_.add(line, std::move(reason)); }

    /// WTH-003: fewer than eleven months of rows. WTH-004: no hour has a dry bulb, or a humidity.
    Result<Epw> finish(EpwHeader header);

  private:
    struct Sum {
        double sum = 0.0;
        int count = 0;

        void add(double value);
        double mean() const;
    };

    struct Hour {
        Sum dryBulb, dewPoint, humidity, pressure, global, diffuse;
        std::map<int, int> lineOfMinute;
    };

    Result<void> moisture(Epw& epw, const std::vector<double>& dewPoint,
                          const std::vector<double>& humidity) const;
    void note(Epw& epw, std::size_t count, const char* words) const;

    std::filesystem::path file_;
    std::vector<Hour> hours_ = std::vector<Hour>(8760);
    std::size_t leapRows_ = 0, known_ = 0, rows_ = 0;
    SkippedRows skipped_;
};

/// Hours of standard time by the longitude.
double hoursOfLongitude(double degrees);

/// Month, day and hour of an instant on the site's clock [s since 1970]. A year of UTC begins and ends some hours off the site's: those
/// hours are of the same year's other end.
void takeInstant(double localS, WeatherRow& row);

/// Tables of weather stations by the heads of their columns: Deutscher Wetterdienst, Meteostat, NOAA's Local Climatological Data, the
/// ASOS archive of Iowa State University. A logger needs a time, a dry bulb and a humidity or dew point. Units that no head states
/// follow from the size of the values. `place`: of the site, for files that name none. Errors of readEpw().
bool looksLikeStationTable(std::string_view text);
Result<Epw> readStationTable(const std::filesystem::path& file, std::string text,
                             const EpwHeader& place);

/// TMY3 and the CSV of the NSRDB (National Solar Radiation Database), Open-Meteo and PVGIS: other forms of the same years. Times of UTC become
/// standard time by the longitude.

bool looksLikeWeatherTable(std::string_view text);
Result<Epw> readWeatherTable(const std::filesystem::path& file, std::string text);

}  // namespace headroom::engine
