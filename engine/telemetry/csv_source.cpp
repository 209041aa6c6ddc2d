// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/csv_source.h"

#include "engine/border/formats.h"
#include "engine/document/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kReadingsTogether = 32768;  // of one delivery, with what cannot be read
constexpr long kRowsTogether = 16384;             // at most, of one delivery
constexpr long kRowsBetweenLooks = 2048;          // at whether the reading was cancelled
constexpr double kPasses = 3.0;                   // over a file: forms of cells, strays, readings
constexpr double kLatestS = 1e11;                 // larger numbers are not times
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Heads of the time where the map names none.
const std::vector<std::string_view> kTimeHeads{
    "time",         "timestamp", "datetime",       "date time", "_time",       "ts",
    "last_changed", "date",      "datum",          "zeit",      "zeitstempel", "horodate",
    "local time",   "start",     "interval start", "date/time", "last_updated"};

Error faultOfTable(const char* code, const std::filesystem::path& file, int line,
                   std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), file.string(), {}, line};
}

double inMapUnit(const SensorSpec& sensor, const models::MeasuredUnit& unit, double value) {
    const models::MeasuredUnit& own = sensor.readingUnit();
    return (unit.si(value) - own.offset) / own.toSi;
}

/// Reads times in the pass that finds out how the column writes them: by what its first rows show. A pass more is needed only if
/// later rows show something else.
class EarlyTimes {
  public:
    template <class Add>
    void take(std::string_view text, const InstantColumn& seen, const InstantOptions& known,
              const Add& add) {
        if (!reader_) {
            if (hasFailed_) {
                return;
            }
            first_.emplace_back(text);
            if (first_.size() < kFirst) {
                return;
            }
            const auto options = seen.decide(known);
            if (!options) {
                hasFailed_ = true;
                return;
            }
            reader_.emplace(*options);
            for (const std::string& each : first_) {
                addOne(each, add);
            }
            first_.clear();
            return;
        }
        addOne(text, add);
    }

    /// Whether all times were read as these options read them.
    bool holdsFor(const InstantOptions& options) const {
        return reader_ && reader_->options().order == options.order &&
               reader_->options().count == options.count &&
               reader_->options().isFalling == options.isFalling;
    }

  private:
    static constexpr std::size_t kFirst = 2048;

    template <class Add>
    void addOne(std::string_view text, const Add& add) {
        if (const auto utcS = reader_->utcS(text)) {
            add(*utcS);
        }
    }

    std::vector<std::string> first_;
    std::optional<InstantReader> reader_;
    bool hasFailed_ = false;  ///< the first rows do not show how times are written
};

}  // namespace

double telemetryTimeS(const TelemetryMap& map, std::string_view text) {
    InstantColumn column;
    column.observe(text);
    const auto options = column.decide(map.instantOptions());
    if (!options) {
        return kNone;
    }
    const auto utcS = InstantReader(*options).utcS(text);
    const double timeS = utcS ? map.siteS(*utcS) : kNone;
    return std::abs(timeS) <= kLatestS ? timeS : kNone;
}

CsvSource::CsvSource(TableReader table, std::filesystem::path file, const TelemetryMap& map)
    : table_(std::move(table)),
      file_(std::move(file)),
      map_(map),
      instants_(InstantOptions{}),
      sums_(map.sensors.size()) {}

ResultAll<std::unique_ptr<CsvSource>> CsvSource::ofText(std::string text,
                                                        const std::filesystem::path& file,
                                                        const TelemetryMap& map) {
    const std::string other = otherFormatWords(file.filename().string(), text, "nvidia-smi");
    auto table = TableReader::ofText(std::move(text), file.string());
    if (!table) {
        return tl::unexpected(Errors{table.error()});
    }
    auto source = ofTable(std::move(*table), file, map, nullptr);
    if (!source && source.error().front().code == "TEL-020" && !other.empty()) {
        source.error().front().message += ". " + other.substr(0, other.size() - 1);
    }
    return source;
}

ResultAll<std::unique_ptr<CsvSource>> CsvSource::ofFile(const std::filesystem::path& file,
                                                        const TelemetryMap& map,
                                                        const ReadingProgress& progress) {
    auto table = TableReader::ofFile(file);
    if (!table) {
        return tl::unexpected(Errors{table.error()});
    }
    return ofTable(std::move(*table), file, map, progress);
}

ResultAll<std::unique_ptr<CsvSource>> CsvSource::ofTable(TableReader table,
                                                         const std::filesystem::path& file,
                                                         const TelemetryMap& map,
                                                         const ReadingProgress& progress) {
    std::unique_ptr<CsvSource> source(new CsvSource(std::move(table), file, map));
    source->progress_ = progress;
    if (Errors errors = source->findColumns(); !errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    for (const auto pass : {&CsvSource::observe, &CsvSource::findStrays}) {
        if (auto done = (source.get()->*pass)(); !done) {
            return tl::unexpected(Errors{done.error()});
        }
    }
    source->progress_ = nullptr;
    return source;
}

/// Asked once in some thousand rows.
bool CsvSource::isCancelled(int pass) {
    return progress_ && table_.rows() % kRowsBetweenLooks == 0 &&
           !progress_((pass + table_.share()) / kPasses);
}

double CsvSource::share() const {
    return (kPasses - 1 + table_.share()) / kPasses;
}

Errors CsvSource::findColumns() {
    const TableHead& head = table_.head();
    Errors errors;
    const auto place = [&](const std::string& name) {
        const int column = head.column(name);
        if (column < 0) {
            errors.push_back(faultOfTable(
                "TEL-020", file_, head.line,
                fmt::format("there is no column {} in this {}", inQuotes(name), head.words()),
                didYouMean(name, head.names,
                           "Name a column of the file: " + inQuotes(head.names))));
        }
        return column;
    };
    const auto columnOf = [&](const std::string& name, int sensor) {
        Column column{place(name), sensor, {}, nullptr};
        if (column.at >= 0) {
            column.unit = unitOf(head.units[static_cast<std::size_t>(column.at)]);
        }
        return column;
    };
    timeColumn_ = head.column(map_.timeColumn);
    if (timeColumn_ < 0 && !map_.isTimeColumnStated &&
        (timeColumn_ = head.column(kTimeHeads)) >= 0) {
        notes_.push_back(fmt::format("The map names no column of the time; {} was taken.",
                                     inQuotes(head.names[static_cast<std::size_t>(timeColumn_)])));
    }
    times_ = InstantCells(timeColumn_, map_.dateColumn.empty() ? -1 : place(map_.dateColumn));
    if (map_.dateColumn.empty() && (timeColumn_ >= 0 || !map_.isTimeColumnStated)) {
        times_ = InstantCells::find(table_, timeColumn_);
        if (const std::string note = times_.note(head); !note.empty()) {
            notes_.push_back(note);
        } else if (timeColumn_ < 0 && times_.time() >= 0) {
            notes_.push_back(
                fmt::format("The map names no column of the time; {} was taken.",
                            inQuotes(head.names[static_cast<std::size_t>(times_.time())])));
        }
        timeColumn_ = times_.time();
    }
    if (timeColumn_ < 0) {
        place(map_.timeColumn);
    }
    if (!map_.nameColumn.empty()) {
        nameColumn_ = place(map_.nameColumn);
        value_ = columnOf(map_.valueColumn, -1);
        unitColumn_ =
            head.column(std::vector<std::string_view>{"unit", "units", "unit_of_measurement"});
        return errors;
    }
    for (std::size_t s = 0; s < map_.sensors.size(); ++s) {
        const SensorSpec& sensor = map_.sensors[s];
        if (map_.workload && sensor.column == kWorkloadColumn) {
            continue;  // workload_series.h reads it
        }
        for (const std::string& name :
             sensor.addends.empty() ? std::vector<std::string>{sensor.column} : sensor.addends) {
            columns_.push_back(columnOf(name, static_cast<int>(s)));
        }
    }
    return errors;
}

std::string_view CsvSource::instantCell() {
    if (times_.date() < 0) {
        return table_.cell(times_.time());
    }
    instant_ = times_.text(table_);
    return instant_;
}

/// The first pass: how columns write times and numbers.
Result<void> CsvSource::observe() {
    InstantColumn times;
    NumberColumn values;
    std::vector<NumberColumn> wide(columns_.size());
    InstantOptions known = map_.instantOptions();
    if (!map_.zone) {
        known.zone = zoneOfHead(table_.head().names[static_cast<std::size_t>(timeColumn_)])
                         .value_or(known.zone);
    }
    EarlyTimes early;
    while (table_.next()) {
        if (isCancelled(0)) {
            return tl::unexpected(readingCancelled(file_.string()));
        }
        const std::string_view instant = instantCell();
        times.observe(instant);
        early.take(instant, times, known, [&](double utcS) { strays_.add(map_.siteS(utcS)); });
        values.observe(table_.cell(value_.at));
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            wide[c].observe(table_.cell(columns_[c].at));
        }
    }
    table_.rewind();
    if (auto decided = decide(times, known, values, wide); !decided) {
        return decided;
    }
    if (early.holdsFor(instants_.options())) {
        strays_.decide();
        areStraysKnown_ = true;
    } else {
        strays_ = {};
    }
    return {};
}

Result<void> CsvSource::decide(const InstantColumn& times, const InstantOptions& known,
                               const NumberColumn& values, const std::vector<NumberColumn>& wide) {
    auto options = times.decide(known);
    if (!options) {
        Error error = options.error();
        error.file = file_.string();
        error.line = table_.head().line;
        if (error.code == "TIM-002") {
            error.code = "TEL-021";
            error.message = "no row has a time that can be read: " + error.message;
            error.remedy +=
                " The map says how time is written: \"as\" calendar, seconds, epoch_s or epoch_ms.";
        }
        return tl::unexpected(std::move(error));
    }
    instants_ = InstantReader(*options);
    const char separator = table_.head().separator();
    value_.style = values.style(separator);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        columns_[c].style = wide[c].style(separator);
        const SensorSpec& sensor = map_.sensors[static_cast<std::size_t>(columns_[c].sensor)];
        const models::MeasuredUnit* unit = columns_[c].unit;
        if (unit != nullptr && unit->symbol != sensor.readingUnit().symbol &&
            unit->kind == sensor.readingUnit().kind) {
            notes_.push_back(fmt::format("{}: the file states {} and the map {}; the file counts.",
                                         sensor.id, unit->symbol, sensor.readingUnit().symbol));
        }
    }
    return {};
}

/// The second pass: times of another year, where the first pass could not read them yet.
Result<void> CsvSource::findStrays() {
    if (areStraysKnown_) {
        return {};
    }
    InstantReader reader(instants_.options());
    while (table_.next()) {
        if (isCancelled(1)) {
            return tl::unexpected(readingCancelled(file_.string()));
        }
        if (const auto utcS = reader.utcS(instantCell())) {
            strays_.add(map_.siteS(*utcS));
        }
    }
    strays_.decide();
    table_.rewind();
    return {};
}

std::string CsvSource::name() const {
    return "file " + file_.string();
}

std::vector<std::string> CsvSource::notes() const {
    std::vector<std::string> all = notes_;
    for (std::string& note : instants_.notes()) {
        all.push_back(std::move(note));
    }
    if (const std::string skipped = table_.skippedWords(); !skipped.empty()) {
        all.push_back(skipped);
    }
    return all;
}

Result<bool> CsvSource::next(const DeliverySink& sink) {
    Delivery delivery;
    bool more = false;
    const auto isFull = [&](long row) {
        return row == kRowsTogether ||
               delivery.readings.size() + delivery.unreadable.size() >= kReadingsTogether;
    };
    for (long row = 0; !isFull(row) && (more = table_.next()); ++row) {
        const std::string_view text = instantCell();
        const auto utcS = instants_.utcS(text);
        if (!utcS) {
            delivery.unreadable.push_back({-1, table_.line(), "time " + inQuotes(text)});
        } else if (strays_.contains(map_.siteS(*utcS))) {
            delivery.unreadable.push_back({-1, table_.line(), strayWords(map_.siteS(*utcS))});
        } else if (nameColumn_ < 0) {
            readWide(map_.siteS(*utcS), delivery);
        } else {
            readLong(map_.siteS(*utcS), delivery);
        }
    }
    if (auto taken = sink(delivery); !taken) {
        return tl::unexpected(taken.error());
    }
    return more;
}

void CsvSource::readWide(double timeS, Delivery& delivery) const {
    for (std::size_t c = 0; c < columns_.size();) {
        const int sensor = columns_[c].sensor;
        double sum = 0.0;
        bool isWhole = true;
        for (; c < columns_.size() && columns_[c].sensor == sensor; ++c) {
            const auto value = valueOf(columns_[c], sensor, table_.cell(columns_[c].at), delivery);
            sum += value.value_or(0.0);
            isWhole = isWhole && value.has_value();
        }
        if (isWhole) {
            delivery.readings.push_back({sensor, timeS, sum, table_.line()});
        }
    }
}

void CsvSource::readLong(double timeS, Delivery& delivery) {
    const std::string_view name = table_.cell(nameColumn_);
    const int sensor = map_.sensorOf(name);
    if (sensor < 0) {
        delivery.unknown.emplace_back(name);
        return;
    }
    Column column = value_;
    if (const models::MeasuredUnit* stated = unitOf(table_.cell(unitColumn_))) {
        column.unit = stated;
    }
    const auto value = valueOf(column, sensor, table_.cell(value_.at), delivery);
    if (!value) {
        return;
    }
    const Reading reading{sensor, timeS, *value, table_.line()};
    if (map_.sensors[static_cast<std::size_t>(sensor)].addends.size() > 1) {
        addPart(sensor, name, reading, delivery);
    } else {
        delivery.readings.push_back(reading);
    }
}

/// A sum is of the time of its last part. A part that comes again before all are there begins anew.
void CsvSource::addPart(int sensor, std::string_view name, const Reading& reading,
                        Delivery& delivery) {
    const std::vector<std::string>& addends =
        map_.sensors[static_cast<std::size_t>(sensor)].addends;
    Sum& sum = sums_[static_cast<std::size_t>(sensor)];
    sum.parts.resize(addends.size(), kNone);
    const auto part =
        static_cast<std::size_t>(std::find(addends.begin(), addends.end(), name) - addends.begin());
    if (!std::isnan(sum.parts[part])) {
        delivery.unreadable.push_back(
            {sensor, reading.place,
             fmt::format("a sum of {} parts with {} of them", addends.size(), sum.count)});
        sum.parts.assign(addends.size(), kNone);
        sum.count = 0;
    }
    sum.parts[part] = reading.value;
    if (++sum.count == addends.size()) {
        Reading whole = reading;
        whole.value = 0.0;
        for (const double value : sum.parts) {
            whole.value += value;
        }
        delivery.readings.push_back(whole);
        sum = {};
    }
}

std::optional<double> CsvSource::valueOf(const Column& column, int sensor, std::string_view cell,
                                         Delivery& delivery) const {
    const SensorSpec& spec = map_.sensors[static_cast<std::size_t>(sensor)];
    const CellQuantity quantity = readQuantity(cell, column.style);
    if (quantity.kind == CellQuantity::Kind::Missing) {
        return std::nullopt;
    }
    const models::MeasuredUnit* unit = quantity.unit.empty() ? column.unit : unitOf(quantity.unit);
    const bool isUnknown = !quantity.unit.empty() && unit == nullptr;
    if (quantity.kind == CellQuantity::Kind::Unreadable || isUnknown) {
        delivery.unreadable.push_back({sensor, table_.line(), inQuotes(cell)});
        return std::nullopt;
    }
    if (unit != nullptr && unit->kind != spec.readingUnit().kind) {
        delivery.unreadable.push_back(
            {sensor, table_.line(),
             fmt::format("{}, which is {} where the map says {}", inQuotes(cell),
                         models::measuredKindWords(unit->kind), spec.readingUnit().symbol)});
        return std::nullopt;
    }
    return unit == nullptr ? quantity.value : inMapUnit(spec, *unit, quantity.value);
}

}  // namespace headroom::engine
