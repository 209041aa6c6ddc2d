// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/base/special_members.h"
#include "engine/border/instants.h"
#include "engine/border/site_clock.h"
#include "models/core/measured_unit.h"

#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Meaning of the columns, topics or registers of a building's telemetry: quantity, object, unit, uncertainty, and effect
/// on the twin.
namespace headroom::engine {

/// Effect of a measured value on the twin. Nothing if it is compared with what the models say.
enum class Drive {
    Nothing,
    LiquidHeat,        ///< heat of racks to their coolant [W]
    RackPower,         ///< at the input of racks [W]
    Utilization,       ///< of what computes in racks, 0..1; their power follows by the models
    WetBulb,           ///< outdoors
    DryBulb,           ///< outdoors
    RelativeHumidity,  ///< outdoors, with a dry bulb
    Setting            ///< an attribute of the project: set-points
};

/// How a source writes time.
enum class TimeForm {
    Seconds,       ///< after TelemetryMap::startS
    EpochSeconds,  ///< since 1970-01-01 00:00
    EpochMillis,
    Calendar  ///< as engine/border/instants.h reads it: dates of every form, or numbers by their size
};

/// Work of hosts in place of a measured utilisation (workload_series.h).
struct WorkloadSpec {
    std::filesystem::path tasks, fragments;
    std::filesystem::path topology;  ///< hosts of OpenDC; empty means the three below
    double hosts = 0.0, coresPerHost = 0.0, coreMhz = 0.0;
    double stepS = 30.0;
};

/// Column of the sensor whose readings are the utilisation by the workload of the map.
inline constexpr std::string_view kWorkloadColumn = "workload";

/// Where a person put a sensor on the site, as layouts have places.
struct SensorPoint {
    double xM = 0.0, yM = 0.0;
    double zM = 0.0;  ///< above the floor

    bool operator==(const SensorPoint&) const = default;
};

/// One sensor.
struct SensorSpec {
    std::string id;      ///< of its own; "heat-3"
    std::string column;  ///< its name in the source: column, topic, metric, register, Redfish path
    std::string
        channel;  ///< of a run ("cdu/cdus/3/heat_kw", "rack/a/R1-02/power_kw"); empty if not compared
    std::string of;  ///< what it drives: racks of this object, or OBJECT.KEY of a setting
    Drive drives = Drive::Nothing;
    const models::MeasuredUnit* unit = nullptr;  ///< of what it measures
    /// Unit of a meter that counts up (kWh, m3); `unit` is then the one of its rate. Null if not a counter.
    const models::MeasuredUnit* counterUnit = nullptr;
    /// Columns whose sum is the reading; empty means `column` alone. A column of Prometheus stands for all series
    /// that have its labels.
    std::vector<std::string> addends;
    bool isSum = false;  ///< of addends, or of all series that match
    double sd = std::numeric_limits<double>::quiet_NaN();  ///< standard uncertainty, in `unit`
    double sdShare =
        std::numeric_limits<double>::quiet_NaN();  ///< the same as a share of the reading

    std::optional<SensorPoint> stands;  ///< nothing means at what it measures

    /// Unit in which the source writes.
    const models::MeasuredUnit& readingUnit() const {
        return counterUnit != nullptr ? *counterUnit : *unit;
    }

    /// Standard uncertainty of a reading, both in SI; models::usualUncertainty() where none is stated.
    double uncertainty(double si) const;
};

struct TelemetryMap {
    HEADROOM_SPECIAL_MEMBERS(TelemetryMap);

    std::string name;
    std::string source;  ///< where the data come from, for people
    std::filesystem::path file;
    std::string timeColumn = "time";
    bool isTimeColumnStated = false;
    std::string dateColumn;  ///< where the date has a column of its own
    TimeForm timeForm = TimeForm::Calendar;
    double startS = 0.0;             ///< since 1970 of the wall's clock; of TimeForm::Seconds
    double offsetS = 0.0;            ///< added to every time: a clock that is known to be wrong
    std::optional<TimeZone> zone;    ///< of texts without offset; else the wall's clock of the site
    std::optional<DateOrder> order;  ///< of days and months
    SiteClock site;                  ///< whose clock runs in the twin
    /// One row for each reading instead of one for each time: columns of sensor name and value.
    std::string nameColumn, valueColumn;
    std::optional<WorkloadSpec> workload;
    double longestGapS = 600.0;  ///< between readings of one sensor, beyond which a gap is reported
    std::vector<SensorSpec> sensors;
    std::map<std::string, int, std::less<>> byColumn;  ///< indices of sensors; addends among them

    /// By the name in the source; -1 if none.
    int sensorOf(std::string_view column) const;

    /// An instant of UTC on the clock of the run, with the correction of the source's clock.
    double siteS(double utcS) const { return site.siteS(utcS) + offsetS; }

    /// Knowledge about the column of times.
    InstantOptions instantOptions() const;
};

inline constexpr std::string_view kTelemetryFormat = "headroom-telemetry/1";

/// Limits of a map: rows that one "{}" may stand for, and sensors in all.
inline constexpr int kMostSensors = 200'000;

/// `site`: see siteClockOf(); times with an offset from UTC are converted to its standard time.
/// Reads a map (resources/schema/telemetry.schema.json). Every fault with its line: TEL-001 no map, or of a
/// newer format; -002 no JSON; -003 a key twice; -004 nested too deep; -010 a key that is not known; -011 a
/// value missing, of another kind or out of range; -012 two sensors of one name or column; -013 a unit that
/// is none, or of another kind than what it measures.
ResultAll<TelemetryMap> parseTelemetryMap(const std::string& text,
                                          const std::filesystem::path& file,
                                          const SiteClock& site = {});
ResultAll<TelemetryMap> readTelemetryMap(const std::filesystem::path& file, const SiteClock& site);

std::string telemetrySchemaText();

/// Quantity that a unit of a channel measures, by its symbol: "kW" a power.
models::MeasuredKind kindOfChannelUnit(std::string_view symbol);

}  // namespace headroom::engine
