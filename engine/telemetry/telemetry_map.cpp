// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/telemetry_map.h"

#include "engine/border/quantities.h"
#include "engine/document/json_text.h"
#include "engine/files/text_file.h"
#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(TelemetryMap)

namespace {

using Json = nlohmann::json;

constexpr double kMostSeconds = 1e11;  // some three thousand years
constexpr double kMostM = 1e5;         // from the origin of the site
constexpr double kLeastGapS = 1e-3, kMostGapS = 3.2e9;

struct DriveWord {
    std::string_view word;
    Drive drive;
    models::MeasuredKind kind;
};

constexpr std::array kDriveWords = {
    DriveWord{"liquid_heat", Drive::LiquidHeat, models::MeasuredKind::Power},
    DriveWord{"rack_power", Drive::RackPower, models::MeasuredKind::Power},
    DriveWord{"utilization", Drive::Utilization, models::MeasuredKind::Share},
    DriveWord{"wet_bulb", Drive::WetBulb, models::MeasuredKind::Temperature},
    DriveWord{"dry_bulb", Drive::DryBulb, models::MeasuredKind::Temperature},
    DriveWord{"relative_humidity", Drive::RelativeHumidity, models::MeasuredKind::Share},
    DriveWord{"setting", Drive::Setting, models::MeasuredKind::Other},
};

struct TimeWord {
    std::string_view word;
    TimeForm form;
};

constexpr std::array kTimeWords = {
    TimeWord{"calendar", TimeForm::Calendar}, TimeWord{"seconds", TimeForm::Seconds},
    TimeWord{"epoch_s", TimeForm::EpochSeconds}, TimeWord{"epoch_ms", TimeForm::EpochMillis}};

template <class Table>
std::vector<std::string> wordsOf(const Table& table) {
    std::vector<std::string> words;
    for (const auto& row : table) {
        words.emplace_back(row.word);
    }
    return words;
}

std::vector<std::string> unitWords() {
    std::vector<std::string> words;
    for (const models::MeasuredUnit& unit : models::measuredUnits()) {
        words.emplace_back(unit.symbol);
    }
    return words;
}

/// A text with its {} replaced by a number.
std::string numbered(std::string text, int number) {
    for (std::size_t mark = text.find("{}"); mark != std::string::npos; mark = text.find("{}")) {
        text.replace(mark, 2, std::to_string(number));
    }
    return text;
}

class MapReader {
  public:
    MapReader(const JsonText& text, const std::filesystem::path& file)
        : json_(text.root()), faults_(text, "TEL") {
        map_.file = file;
    }

    ResultAll<TelemetryMap> read() {
        if (!json_.is_object() || json_.value("format", Json()) != kTelemetryFormat) {
            faults_.add(
                "001", "/format",
                fmt::format("this is not a map of format \"{}\"", kTelemetryFormat),
                "Begin the file with {\"format\": \"headroom-telemetry/1\", …}; a newer format "
                "needs a newer Headroom");
            return tl::unexpected(faults_.take());
        }
        faults_.refuseUnknown(json_, "",
                              {"format", "name", "source", "time", "rows", "workload",
                               "longest_gap_s", "sensors", "places"},
                              "a map of telemetry");
        map_.name = text(json_, "", "name");
        map_.source = text(json_, "", "source");
        map_.longestGapS =
            number(json_, "", "longest_gap_s", kLeastGapS, kMostGapS).value_or(map_.longestGapS);
        time();
        rows();
        workload();
        sensors();
        places();
        Errors faults = faults_.take();
        if (!faults.empty()) {
            return tl::unexpected(std::move(faults));
        }
        return std::move(map_);
    }

  private:
    void wrong(const std::string& pointer, std::string message, std::string remedy) {
        faults_.add("011", pointer, std::move(message), std::move(remedy));
    }

    std::string text(const Json& from, const std::string& at, const char* key) {
        if (!from.contains(key)) {
            return {};
        }
        if (!from[key].is_string()) {
            wrong(at + '/' + key, "this is not a text",
                  "`headroom-cli schema telemetry` says what stands where");
            return {};
        }
        return from[key].get<std::string>();
    }

    std::optional<double> number(const Json& from, const std::string& at, const char* key,
                                 double least, double most) {
        if (!from.contains(key)) {
            return std::nullopt;
        }
        if (!from[key].is_number()) {
            wrong(at + '/' + key, "this is not a number", "Give a number");
            return std::nullopt;
        }
        const double value = from[key].get<double>();
        if (!(value >= least && value <= most)) {
            wrong(at + '/' + key, fmt::format("{} is outside {:g} to {:g}", value, least, most),
                  "Choose a value within");
            return std::nullopt;
        }
        return value;
    }

    void time() {
        if (!json_.contains("time")) {
            return;
        }
        const Json& json = json_["time"];
        if (!json.is_object()) {
            wrong("/time", "this is not an object",
                  "Write {\"column\": \"time\", \"as\": \"calendar\"}");
            return;
        }
        faults_.refuseUnknown(json, "/time",
                              {"column", "date", "as", "start", "offset_s", "zone", "order"},
                              "the time of a map");
        if (json.contains("column")) {
            map_.timeColumn = text(json, "/time", "column");
            map_.isTimeColumnStated = true;
        }
        map_.dateColumn = text(json, "/time", "date");
        clock(json);
        if (const std::string word = text(json, "/time", "as"); !word.empty()) {
            const auto found =
                std::find_if(kTimeWords.begin(), kTimeWords.end(),
                             [&](const TimeWord& each) { return each.word == word; });
            if (found == kTimeWords.end()) {
                wrong("/time/as", inQuotes(word) + " is none of the choices",
                      didYouMean(word, wordsOf(kTimeWords),
                                 "Choose one of " + inQuotes(wordsOf(kTimeWords))));
            } else {
                map_.timeForm = found->form;
            }
        }
        if (const std::string start = text(json, "/time", "start"); !start.empty()) {
            map_.startS = models::calendarTimeS(start);
            if (std::isnan(map_.startS)) {
                map_.startS = 0.0;
                wrong("/time/start", inQuotes(start) + " is not a date and time",
                      "Write it as 2026-07-01T00:00:00");
            }
        } else if (map_.timeForm == TimeForm::Seconds) {
            wrong("/time", "seconds need a start", "Add \"start\": \"2026-07-01T00:00:00\"");
        }
        map_.offsetS = number(json, "/time", "offset_s", -kMostSeconds, kMostSeconds).value_or(0.0);
    }

    /// Zone and order of dates.
    void clock(const Json& json) {
        if (const std::string name = text(json, "/time", "zone"); !name.empty()) {
            if (const auto zone = TimeZone::named(name)) {
                map_.zone = *zone;
            } else {
                wrong("/time/zone", zone.error().message, zone.error().remedy);
            }
        }
        if (const std::string word = text(json, "/time", "order"); word == "day_first") {
            map_.order = DateOrder::DayFirst;
        } else if (word == "month_first") {
            map_.order = DateOrder::MonthFirst;
        } else if (!word.empty()) {
            wrong("/time/order", inQuotes(word) + " is not an order of dates",
                  "Write day_first or month_first");
        }
    }

    void rows() {
        if (!json_.contains("rows")) {
            return;
        }
        const Json& json = json_["rows"];
        if (!json.is_object()) {
            wrong("/rows", "this is not an object",
                  "Write {\"sensor\": \"tag\", \"value\": \"value\"}");
            return;
        }
        faults_.refuseUnknown(json, "/rows", {"sensor", "value"}, "the rows of a map");
        map_.nameColumn = text(json, "/rows", "sensor");
        map_.valueColumn = text(json, "/rows", "value");
        if (map_.nameColumn.empty() || map_.valueColumn.empty()) {
            wrong("/rows",
                  "a row for each reading has a column with its sensor and one with its value",
                  "Name both: {\"sensor\": \"tag\", \"value\": \"value\"}");
        }
    }

    /// Tasks and fragments, next to the map, and the hosts that they run on.
    void workload() {
        if (!json_.contains("workload")) {
            return;
        }
        const Json& json = json_["workload"];
        if (!json.is_object()) {
            wrong("/workload", "this is not an object",
                  "Write {\"tasks\": \"tasks.csv\", \"fragments\": \"fragments.csv\", "
                  "\"topology\": \"topology.json\"}");
            return;
        }
        faults_.refuseUnknown(
            json, "/workload",
            {"tasks", "fragments", "topology", "hosts", "cores_per_host", "core_mhz", "step_s"},
            "a workload");
        WorkloadSpec spec;
        const auto file = [&](const char* key) {
            const std::filesystem::path name = text(json, "/workload", key);
            return name.empty() ? name : map_.file.parent_path() / name;
        };
        spec.tasks = file("tasks");
        spec.fragments = file("fragments");
        spec.topology = file("topology");
        constexpr double kMost = 1e7;
        spec.hosts = number(json, "/workload", "hosts", 1.0, kMost).value_or(0.0);
        spec.coresPerHost = number(json, "/workload", "cores_per_host", 1.0, kMost).value_or(0.0);
        spec.coreMhz = number(json, "/workload", "core_mhz", 1.0, kMost).value_or(0.0);
        spec.stepS = number(json, "/workload", "step_s", 1.0, 86400.0).value_or(spec.stepS);
        if (spec.tasks.empty() || spec.fragments.empty()) {
            wrong("/workload", "a workload needs its files of tasks and of fragments", "Name both");
        }
        if (spec.topology.empty() && !(spec.hosts * spec.coresPerHost * spec.coreMhz > 0.0)) {
            wrong("/workload", "a workload needs its hosts",
                  "Name a topology, or state hosts, cores_per_host and core_mhz");
        }
        map_.workload = spec;
    }

    void sensors() {
        if (!json_.contains("sensors") || !json_["sensors"].is_array() ||
            json_["sensors"].empty()) {
            wrong("/sensors", "the map has no sensors",
                  "List them: [{\"column\": …, \"channel\": …, \"unit\": …}]");
            return;
        }
        for (std::size_t i = 0; i < json_["sensors"].size(); ++i) {
            sensor(json_["sensors"][i], "/sensors/" + std::to_string(i));
        }
    }

    /// By the name of the sensor: where it is.
    void places() {
        if (!json_.contains("places")) {
            return;
        }
        const Json& json = json_["places"];
        if (!json.is_object()) {
            wrong("/places", "this is not an object",
                  "Write {\"SENSOR\": {\"x_m\": 12, \"y_m\": 3.5}}");
            return;
        }
        std::map<std::string, SensorSpec*> byId;
        for (SensorSpec& one : map_.sensors) {
            byId.emplace(one.id, &one);
        }
        for (const auto& [id, place] : json.items()) {
            const std::string at = "/places" + pointerStep(id);
            const auto found = byId.find(id);
            if (found == byId.end()) {
                std::vector<std::string> ids;
                for (const auto& [known, ignored] : byId) {
                    ids.push_back(known);
                }
                faults_.add("010", at, inQuotes(id) + " is not a sensor of this map",
                            didYouMean(id, ids, "Name one of its sensors"));
                continue;
            }
            if (!place.is_object()) {
                wrong(at, "this is not an object", "Write {\"x_m\": 12, \"y_m\": 3.5}");
                continue;
            }
            faults_.refuseUnknown(place, at, {"x_m", "y_m", "z_m"}, "the place of a sensor");
            const auto x = number(place, at, "x_m", -kMostM, kMostM),
                       y = number(place, at, "y_m", -kMostM, kMostM);
            if (!place.contains("x_m") || !place.contains("y_m")) {
                wrong(at, "a place has both x_m and y_m", "Write {\"x_m\": 12, \"y_m\": 3.5}");
            }
            found->second->stands =
                SensorPoint{x.value_or(0.0), y.value_or(0.0),
                            number(place, at, "z_m", 0.0, kMostM).value_or(0.0)};
        }
    }

    void sensor(const Json& json, const std::string& at) {
        if (!json.is_object()) {
            wrong(at, "this is not an object",
                  "Write {\"column\": …, \"channel\": …, \"unit\": …}");
            return;
        }
        faults_.refuseUnknown(json, at,
                              {"id", "column", "columns", "sum", "counter", "channel", "unit",
                               "drives", "of", "sd", "sd_pct", "from", "to"},
                              "a sensor");
        SensorSpec one;
        one.column = text(json, at, "column");
        sum(json, at, one);
        one.id = text(json, at, "id");
        one.channel = text(json, at, "channel");
        one.of = text(json, at, "of");
        if (one.column.empty()) {
            wrong(at + "/column", "a sensor needs its name in the source",
                  "Name its column, topic, metric or register");
            return;
        }
        drive(json, at, one);
        unit(json, at, one);
        if (one.channel.empty() && one.drives == Drive::Nothing) {
            wrong(at, "this sensor is neither compared nor does it drive anything",
                  "Give it a channel, as \"loop/htw/supply_c\", or what it drives");
        }
        one.sd = number(json, at, "sd", 0.0, 1e12).value_or(one.sd);
        if (const auto share = number(json, at, "sd_pct", 0.0, 100.0)) {
            one.sdShare = 0.01 * *share;
        }
        repeat(json, at, one);
    }

    /// "columns": their sum; "sum": all series that match.
    void sum(const Json& json, const std::string& at, SensorSpec& one) {
        one.isSum = flag(json, at, "sum");
        if (!json.contains("columns")) {
            return;
        }
        if (!json["columns"].is_array() || json["columns"].empty() || !one.column.empty()) {
            wrong(at + "/columns", "a sum has a list of columns instead of one column",
                  "Write \"columns\": [\"a\", \"b\"]");
            return;
        }
        one.isSum = true;
        for (const Json& each : json["columns"]) {
            if (each.is_string() && !each.get_ref<const std::string&>().empty()) {
                one.addends.push_back(each.get<std::string>());
            } else {
                wrong(at + "/columns", "a column is not a text",
                      "Write \"columns\": [\"a\", \"b\"]");
            }
        }
        one.column = one.addends.empty() ? std::string() : one.addends.front();
    }

    bool flag(const Json& json, const std::string& at, const char* key) {
        if (json.contains(key) && !json[key].is_boolean()) {
            wrong(at + '/' + key, "this is neither true nor false", "Write true or false");
            return false;
        }
        return json.contains(key) && json[key].get<bool>();
    }

    void drive(const Json& json, const std::string& at, SensorSpec& one) {
        const std::string word = text(json, at, "drives");
        if (word.empty()) {
            return;
        }
        const auto found = std::find_if(kDriveWords.begin(), kDriveWords.end(),
                                        [&](const DriveWord& each) { return each.word == word; });
        if (found == kDriveWords.end()) {
            wrong(at + "/drives", inQuotes(word) + " is none of the choices",
                  didYouMean(word, wordsOf(kDriveWords),
                             "Choose one of " + inQuotes(wordsOf(kDriveWords))));
            return;
        }
        one.drives = found->drive;
        if (one.drives == Drive::Setting && one.of.find('.') == std::string::npos) {
            wrong(at + "/of", "a setting has the form OBJECT.KEY",
                  "Write it as \"htw.supply_setpoint_c\"");
        }
    }

    void unit(const Json& json, const std::string& at, SensorSpec& one) {
        const std::string symbol = text(json, at, "unit");
        one.unit = unitOf(symbol);
        if (one.unit == nullptr) {
            faults_.add("013", at + "/unit",
                        symbol.empty() ? std::string("a sensor needs its unit")
                                       : inQuotes(symbol) + " is not a unit that is known here",
                        didYouMean(symbol, unitWords(), "Choose one of " + inQuotes(unitWords())));
            return;
        }
        counter(json, at, one);
        for (const DriveWord& each : kDriveWords) {
            if (each.drive == one.drives && each.kind != models::MeasuredKind::Other &&
                each.kind != one.unit->kind) {
                faults_.add(
                    "013", at + "/unit",
                    fmt::format("{} is {} and cannot be {}", inQuotes(symbol),
                                models::measuredKindWords(one.unit->kind), each.word),
                    fmt::format("Give the unit of {}", models::measuredKindWords(each.kind)));
            }
        }
    }

    /// A meter that counts energy or volume gives power or flow.
    void counter(const Json& json, const std::string& at, SensorSpec& one) {
        if (!flag(json, at, "counter")) {
            return;
        }
        if (one.unit->kind != models::MeasuredKind::Energy &&
            one.unit->kind != models::MeasuredKind::Volume) {
            faults_.add("013", at + "/unit", "a counter counts energy or volume",
                        "Give its unit, as kWh or m3, or take \"counter\" out");
            return;
        }
        one.counterUnit = one.unit;
        one.unit =
            models::measuredUnit(one.unit->kind == models::MeasuredKind::Energy ? "kW" : "m3/h");
    }

    /// One sensor, or those of "{}" from one number to another.
    void repeat(const Json& json, const std::string& at, const SensorSpec& one) {
        const bool many = one.column.find("{}") != std::string::npos;
        if (!many) {
            add(at, one);
            return;
        }
        const auto first = number(json, at, "from", 0.0, 1e6).value_or(1.0);
        const auto last = number(json, at, "to", 0.0, 1e6);
        if (!last || *last < first || std::floor(first) != first || std::floor(*last) != *last) {
            wrong(at + "/to", "a column with {} needs whole numbers from and to",
                  "Add \"from\": 1, \"to\": 25");
            return;
        }
        for (int n = static_cast<int>(first); n <= static_cast<int>(*last); ++n) {
            SensorSpec each = one;
            each.column = numbered(one.column, n);
            each.id = numbered(one.id, n);
            each.channel = numbered(one.channel, n);
            each.of = numbered(one.of, n);
            for (std::string& addend : each.addends) {
                addend = numbered(addend, n);
            }
            if (!add(at, each)) {
                return;
            }
        }
    }

    bool add(const std::string& at, SensorSpec one) {
        if (one.id.empty()) {
            one.id = one.column;
        }
        if (map_.sensors.size() >= static_cast<std::size_t>(kMostSensors)) {
            wrong(at, fmt::format("these are more than {} sensors", kMostSensors), "Split the map");
            return false;
        }
        bool isNew =
            map_.byColumn.emplace(one.column, static_cast<int>(map_.sensors.size())).second;
        for (std::size_t i = 1; i < one.addends.size(); ++i) {
            isNew = map_.byColumn.emplace(one.addends[i], static_cast<int>(map_.sensors.size()))
                        .second &&
                    isNew;
        }
        if (!ids_.insert(one.id).second || !isNew) {
            faults_.add("012", at,
                        fmt::format("{} or its column {} occurs twice", inQuotes(one.id),
                                    inQuotes(one.column)),
                        "Give each sensor an id and a column of its own");
            return false;
        }
        map_.sensors.push_back(std::move(one));
        return true;
    }

    const Json& json_;
    Faults faults_;
    TelemetryMap map_;
    std::set<std::string> ids_;
};

}  // namespace

double SensorSpec::uncertainty(double si) const {
    const double absolute = std::isnan(sd) ? 0.0 : sd * unit->toSi;
    const double relative = std::isnan(sdShare) ? 0.0 : sdShare * std::abs(si);
    return std::isnan(sd) && std::isnan(sdShare) ? models::usualUncertainty(unit->kind, si)
                                                 : std::hypot(absolute, relative);
}

int TelemetryMap::sensorOf(std::string_view column) const {
    const auto found = byColumn.find(column);
    return found == byColumn.end() ? -1 : found->second;
}

InstantOptions TelemetryMap::instantOptions() const {
    InstantOptions options;
    options.zone = zone.value_or(site.wall);
    options.order = order;
    options.isOneRowEach = nameColumn.empty();
    if (timeForm == TimeForm::Seconds) {
        options.countFromS = options.zone.utcOf(startS).utcS;
    } else if (timeForm == TimeForm::EpochSeconds) {
        options.count = InstantCount::Seconds;
    } else if (timeForm == TimeForm::EpochMillis) {
        options.count = InstantCount::Milliseconds;
    }
    return options;
}

ResultAll<TelemetryMap> parseTelemetryMap(const std::string& text,
                                          const std::filesystem::path& file,
                                          const SiteClock& site) {
    const auto json = JsonText::parse(text, file.string(), "TEL");
    if (!json) {
        return tl::unexpected(json.error());
    }
    auto map = MapReader(*json, file).read();
    if (map) {
        map->site = site;
    }
    return map;
}

ResultAll<TelemetryMap> readTelemetryMap(const std::filesystem::path& file, const SiteClock& site) {
    const auto text = readTextFile(file);
    if (!text) {
        return tl::unexpected(Errors{text.error()});
    }
    return parseTelemetryMap(*text, file, site);
}

models::MeasuredKind kindOfChannelUnit(std::string_view symbol) {
    using models::MeasuredKind;

    struct Row {
        std::string_view symbol;
        MeasuredKind kind;
    };

    static constexpr std::array kRows = {
        Row{"kW", MeasuredKind::Power},     Row{"W", MeasuredKind::Power},
        Row{"MW", MeasuredKind::Power},     Row{"°C", MeasuredKind::Temperature},
        Row{"L/s", MeasuredKind::Flow},     Row{"L/h", MeasuredKind::Flow},
        Row{"kPa", MeasuredKind::Pressure}, Row{"%", MeasuredKind::Share},
        Row{"MWh", MeasuredKind::Energy},
    };
    const auto found = std::find_if(kRows.begin(), kRows.end(),
                                    [&](const Row& row) { return row.symbol == symbol; });
    return found == kRows.end() ? MeasuredKind::Other : found->kind;
}

}  // namespace headroom::engine
