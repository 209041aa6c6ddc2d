// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/year_series.h"

#include "engine/base/number.h"
#include "engine/border/formats.h"
#include "engine/border/instant_cells.h"
#include "engine/border/quantities.h"
#include "engine/border/series_step.h"
#include "engine/border/table_text.h"
#include "engine/grid/year_hours.h"
#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

namespace headroom::engine {

namespace {

namespace chr = std::chrono;

constexpr double kHourS = 3600.0, kDayS = 86400.0;
constexpr std::size_t kMostMissing = kHoursOfYear / 10;
constexpr std::size_t kLeapHours = kHoursOfYear + kHoursOfDay;
constexpr std::size_t kFebruary29 = (31 + 28) * kHoursOfDay;  // its first hour in a leap year

const std::vector<std::string_view> kTimeHeads{"time",
                                               "datetime",
                                               "timestamp",
                                               "mtu",
                                               "date",
                                               "datum von",
                                               "datum",
                                               "start",
                                               "start_timestamp",
                                               "unix_seconds",
                                               "point_time",
                                               "interval start",
                                               "date/time",
                                               "from",
                                               "start date",
                                               "interval_start_utc",
                                               "interval_start_local",
                                               "hour"};

/// Means of hours while values come in.
struct Hours {
    std::vector<double> sum = std::vector<double>(kHoursOfYear, 0.0);
    std::vector<int> count = std::vector<int>(kHoursOfYear, 0);

    void add(std::size_t hour, double value) {
        sum[hour] += value;
        ++count[hour];
    }
};

/// Hour of a year without February 29th; nothing for that day.
std::optional<std::size_t> hourOf(double siteS) {
    const auto day = chr::sys_days(chr::days(static_cast<int>(std::floor(siteS / kDayS))));
    const chr::year_month_day date(day);
    const bool isLater = date.year().is_leap() && date.month() > chr::February;
    if (date.month() == chr::February && static_cast<unsigned>(date.day()) == 29) {
        return std::nullopt;
    }
    const auto first = chr::sys_days(date.year() / chr::January / 1);
    const auto days = static_cast<std::size_t>((day - first).count()) - (isLater ? 1 : 0);
    const double ofDayS = siteS - kDayS * std::floor(siteS / kDayS);
    return days * kHoursOfDay +
           std::min<std::size_t>(kHoursOfDay - 1, static_cast<std::size_t>(ofDayS / kHourS));
}

class YearReader {
  public:
    YearReader(TableReader table, const YearSeriesSpec& spec)
        : table_(std::move(table)), spec_(spec) {}

    Result<YearSeries> read() {
        if (auto found = findColumns(); !found) {
            return tl::unexpected(std::move(found.error()));
        }
        if (auto observed = observe(); !observed) {
            return tl::unexpected(std::move(observed.error()));
        }
        if (auto taken = instants_ ? takeByTime() : takeByRow(); !taken) {
            return tl::unexpected(std::move(taken.error()));
        }
        if (auto fine = checkUnit(); !fine) {
            return tl::unexpected(std::move(fine.error()));
        }
        if (const std::string skipped = table_.skippedWords(); !skipped.empty()) {
            series_.notes.push_back(skipped);
        }
        return finish();
    }

  private:
    tl::unexpected<Error> refused(std::string message, std::string remedy, int line = 0) const {
        Error error;
        error.code = "MON-006";
        error.message = std::move(message);
        error.remedy = std::move(remedy);
        error.file = table_.file();
        error.line = line;
        return tl::unexpected(std::move(error));
    }

    std::string named(int column) const {
        return '"' + table_.head().names[static_cast<std::size_t>(column)] + '"';
    }

    Result<void> findColumns() {
        const TableHead& head = table_.head();
        const auto stated = [&](std::string_view word) -> Result<int> {
            const std::string_view name = spec_.columns.column(word);
            const int column = name.empty() ? -1 : head.column(name);
            if (!name.empty() && column < 0) {
                return refused(fmt::format("there is no column \"{}\"", name),
                               "Columns of the file: " + joinedNames() + '.', head.line);
            }
            return column;
        };
        auto time = stated("time"), date = stated("date"), value = stated("value");
        for (const auto* column : {&time, &date, &value}) {
            if (!*column) {
                return tl::unexpected(column->error());
            }
        }
        if (const std::string& where = spec_.columns.whereColumn;
            !where.empty() && (where_ = head.column(where)) < 0) {
            return refused(fmt::format("there is no column \"{}\"", where),
                           "Columns of the file: " + joinedNames() + '.', head.line);
        }
        times_ = InstantCells(*time >= 0 ? *time : head.column(kTimeHeads), *date);
        if (*date < 0) {
            times_ = InstantCells::find(table_, times_.time());
        }
        if (const std::string note = times_.note(head); !note.empty() && *date < 0) {
            series_.notes.push_back(note);
        }
        value_ = *value >= 0 ? *value : usualColumn();
        if (value_ < 0) {
            return refused(
                fmt::format("there is no column {}, nor another one with the unit of a {}",
                            spec_.heads.front(), spec_.what),
                "Name it: time=COLUMN; value=COLUMN; unit=UNIT. Columns of the file: " +
                    joinedNames() + '.',
                head.line);
        }
        if (*value < 0 && head.names[static_cast<std::size_t>(value_)] != spec_.heads.front()) {
            series_.notes.push_back(fmt::format("Column {} is the {}.", named(value_), spec_.what));
        }
        return unit();
    }

    std::string joinedNames() const {
        std::string all;
        for (const std::string& name : table_.head().names) {
            all += all.empty() ? "\"" : ", \"";
            all += name;
            all += '"';
        }
        return all;
    }

    /// By its head, by a unit in its head, or the only other one.
    int usualColumn() const {
        const TableHead& head = table_.head();
        if (const int known = head.column(spec_.heads); known >= 0) {
            return known;
        }
        for (std::size_t c = 0; c < head.names.size(); ++c) {
            if (spec_.factorOf(head.units[c]) || spec_.factorOf(head.names[c])) {
                return static_cast<int>(c);
            }
        }
        constexpr std::size_t kTimeAndValue = 2;
        const int unitColumn = head.column("unit");
        return head.names.size() == kTimeAndValue && times_.time() >= 0 && unitColumn < 0
                   ? 1 - times_.time()
                   : -1;
    }

    Result<void> unit() {
        const TableHead& head = table_.head();
        const auto c = static_cast<std::size_t>(value_);
        std::vector<std::string> words{spec_.columns.unit, head.units[c], head.names[c]};
        if (const int column = head.column(std::vector<std::string_view>{"unit", "currency_unit"});
            column >= 0 && table_.next()) {
            words.insert(words.begin() + 1, std::string(table_.cell(column)));
        }
        // WattTime states the kind of its signal and not the unit, which is always this one.
        const int kind = head.column(std::vector<std::string_view>{"datatype", "signal_type"});
        if (table_.rewind(); kind >= 0 && table_.next() &&
                             (table_.cell(kind) == "MOER" || table_.cell(kind) == "co2_moer")) {
            words.emplace_back("lb/MWh");
            series_.notes.push_back("MOER of WattTime is in lb/MWh.");
        }
        table_.rewind();
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto factor = words[i].empty() ? std::nullopt : spec_.factorOf(words[i]);
            if (factor && !*factor) {
                Error error = factor->error();
                error.file = table_.file();
                return tl::unexpected(std::move(error));
            }
            if (factor) {
                factor_ = **factor;
                unitWord_ = words[i];
                return {};
            }
            if (i == 0 && !words[0].empty()) {
                return refused(fmt::format("\"{}\" is not a unit of a {}", words[0], spec_.what),
                               "Name a unit such as EUR/MWh, ct/kWh or g/kWh.");
            }
        }
        unitWord_ = spec_.unit;
        series_.notes.push_back(fmt::format("The file states no unit; {} is assumed.", spec_.unit));
        return {};
    }

    std::string instantCell() const { return times_.text(table_); }

    /// The first pass.
    Result<void> observe() {
        InstantColumn times;
        NumberColumn numbers;
        while (nextRow()) {
            numbers.observe(table_.cell(value_));
            ++rows_;
            if (times_.time() >= 0) {
                times.observe(instantCell());
            }
        }
        style_ = numbers.style(table_.head().separator());
        table_.rewind();
        if (style_.decimal == ',' || style_.isAssumed) {
            series_.notes.push_back("Numbers are written with a " + style_.words() + '.');
        }
        InstantOptions options;
        const auto inHead =
            times_.time() < 0
                ? std::nullopt
                : zoneOfHead(table_.head().names[static_cast<std::size_t>(times_.time())]);
        options.zone = spec_.columns.zone ? *spec_.columns.zone : inHead.value_or(spec_.clock.wall);
        options.order = spec_.columns.order;
        auto decided = times.decide(options);
        if (decided) {
            instants_.emplace(*decided);
            return {};
        }
        Error error = decided.error();
        const bool isCounted = times_.time() < 0 || error.code == "TIM-002";
        if (isCounted) {
            return {};  // rows by their number
        }
        error.file = table_.file();
        return tl::unexpected(std::move(error));
    }

    /// A value in the unit of the result; nothing if it is missing or cannot be used.
    std::optional<double> value() {
        const std::string_view cell = table_.cell(value_);
        const CellQuantity quantity = readQuantity(cell, style_);
        if (quantity.kind == CellQuantity::Kind::Missing) {
            return std::nullopt;
        }
        const double value = factor_ * quantity.value;
        const bool isNumber = quantity.kind == CellQuantity::Kind::Number;
        if (isNumber) {
            sizes_.push_back(std::abs(value));
        }
        if (!isNumber || !(value >= spec_.least && value <= spec_.most)) {
            table_.skip(fmt::format("\"{}\" is not a {} from {:g} to {:g} {}",
                                    std::string(cell.substr(0, 80)), spec_.what, spec_.least,
                                    spec_.most, spec_.unit));
            return std::nullopt;
        }
        return value;
    }

    Result<void> takeByTime() {
        SeriesStep step;
        std::vector<std::pair<double, double>> all;
        while (nextRow()) {
            const auto utcS = instants_->utcS(instantCell());
            if (!utcS) {
                table_.skip("the time cannot be read");
                continue;
            }
            step.add(*utcS);
            if (const auto one = value()) {
                all.emplace_back(spec_.clock.siteS(*utcS), *one);
            }
        }
        series_.notes.push_back(fmt::format("{} rows, {}.", rows_, step.words()));
        for (std::string& note : instants_->notes()) {
            series_.notes.push_back(std::move(note));
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        if (auto one = checkSeries(all); !one) {
            return one;
        }
        const double shiftS = endsOfIntervals(all, step.stepS()) ? step.stepS() : 0.0;
        std::size_t beyond = 0;
        for (const auto& [siteS, one] : all) {
            // One year: what follows would be averaged with it.
            if (siteS - all.front().first >= (kLeapHours + 1) * kHourS) {
                ++beyond;
            } else if (const auto hour = hourOf(siteS - shiftS)) {
                spread(*hour, step.stepS(), one);
            }
        }
        if (beyond > 0) {
            series_.notes.push_back(
                fmt::format("{} rows after the first year are left out.", beyond));
        }
        return {};
    }

    /// The next row that the map means.
    bool nextRow() {
        while (table_.next()) {
            if (where_ < 0 || table_.cell(where_) == spec_.columns.whereValue) {
                return true;
            }
        }
        return false;
    }

    /// Several series in one file (places, kinds of prices) must not be averaged: more than a tenth of the rows share an instant with the one
    /// before, and a column of words tells them apart.
    Result<void> checkSeries(const std::vector<std::pair<double, double>>& all) {
        std::size_t shared = 0;
        for (std::size_t i = 1; i < all.size(); ++i) {
            shared += all[i].first == all[i - 1].first ? 1 : 0;
        }
        constexpr std::size_t kTenth = 10;
        if (kTenth * shared <= all.size()) {
            return {};
        }
        const TableHead& head = table_.head();
        constexpr std::size_t kMostSeries = 100, kMostShown = 8;
        std::vector<std::set<std::string, std::less<>>> words(head.names.size());
        for (table_.rewind(); nextRow();) {
            for (std::size_t c = 0; c < words.size(); ++c) {
                const std::string_view cell = table_.cell(static_cast<int>(c));
                if (words[c].size() <= kMostSeries && !cell.empty() && !parseNumber(cell)) {
                    words[c].emplace(cell);
                }
            }
        }
        for (std::size_t c = 0; c < words.size(); ++c) {
            const bool isOther = static_cast<int>(c) != value_ &&
                                 static_cast<int>(c) != times_.time() &&
                                 static_cast<int>(c) != times_.date();
            if (isOther && words[c].size() >= 2 && words[c].size() <= kMostSeries) {
                std::string shown;
                for (const std::string& each : words[c]) {
                    shown += shown.empty() ? each : ", " + each;
                    if (std::count(shown.begin(), shown.end(), ',') >=
                        static_cast<std::ptrdiff_t>(kMostShown)) {
                        shown += ", …";
                        break;
                    }
                }
                return refused(
                    fmt::format("the file holds several series: {} rows share a time, and column "
                                "\"{}\" has {}",
                                shared, head.names[c], shown),
                    fmt::format("Choose one: where={}:{}", head.names[c], *words[c].begin()));
            }
        }
        series_.notes.push_back(fmt::format(
            "{} rows share their time with another row; each hour is the mean.", shared));
        return {};
    }

    /// A value of several hours holds in each of them.
    void spread(std::size_t hour, double stepS, double value) {
        const auto hours = static_cast<std::size_t>(
            std::clamp(std::round(stepS / kHourS), 1.0, static_cast<double>(kHoursOfDay)));
        for (std::size_t h = 0; h < hours; ++h) {
            hours_.add((hour + h) % kHoursOfYear, value);
        }
    }

    /// Stamps at the ends of intervals: from one step after the new year to the next new year.
    bool endsOfIntervals(const std::vector<std::pair<double, double>>& all, double stepS) {
        if (all.size() < 2 || stepS <= 0.0 || stepS > kHourS) {
            return false;
        }
        const auto first = hourOf(all.front().first - stepS), last = hourOf(all.back().first);
        const double ofHourS = std::fmod(all.back().first, kDayS);
        const bool ends = first == std::size_t{0} && last == std::size_t{0} && ofHourS == 0.0 &&
                          std::fmod(all.front().first, kDayS) == stepS;
        if (ends) {
            series_.notes.push_back("Times are the ends of their intervals.");
        }
        return ends;
    }

    Result<void> takeByRow() {
        std::size_t perHour = 0;
        bool isLeap = false;
        for (const std::size_t parts : {1U, 2U, 4U}) {
            for (const bool leap : {false, true}) {
                if (rows_ == parts * (leap ? kLeapHours : kHoursOfYear)) {
                    perHour = parts;
                    isLeap = leap;
                }
            }
        }
        if (perHour == 0) {
            return refused(fmt::format("{} rows without times are not the hours of a year", rows_),
                           "Give a column of times, or 8,760 hours, 17,520 half hours or 35,040 "
                           "quarter hours.");
        }
        for (std::size_t row = 0; nextRow(); ++row) {
            const auto one = value();
            std::size_t hour = row / perHour;
            if (isLeap && hour >= kFebruary29) {
                if (hour < kFebruary29 + kHoursOfDay) {
                    continue;
                }
                hour -= kHoursOfDay;
            }
            if (one && hour < kHoursOfYear) {
                hours_.add(hour, *one);
            }
        }
        series_.notes.push_back(fmt::format(
            "{} rows without times count from January 1st, {} an hour.", rows_, perHour));
        return {};
    }

    Result<void> checkUnit() {
        if (sizes_.empty() || spec_.usualMost <= 0.0) {
            return {};
        }
        const auto middle = sizes_.begin() + static_cast<std::ptrdiff_t>(sizes_.size() / 2);
        std::nth_element(sizes_.begin(), middle, sizes_.end());
        if (*middle > spec_.usualMost || *middle < spec_.usualLeast) {
            return refused(fmt::format("half of the values of column {} are {:.4g} {} or {} if its "
                                       "unit is {}; the unit is wrong",
                                       named(value_), *middle, spec_.unit,
                                       *middle > spec_.usualMost ? "more" : "less", unitWord_),
                           "Name the unit of the values, as EUR/MWh, ct/kWh or lb/MWh.");
        }
        return {};
    }

    Result<YearSeries> finish() {
        std::vector<double>& hourly = series_.hourly;
        std::size_t known = 0;
        for (std::size_t h = 0; h < kHoursOfYear; ++h) {
            hourly.push_back(hours_.count[h] > 0 ? hours_.sum[h] / hours_.count[h]
                                                 : models::kNotStated);
            known += hours_.count[h] > 0 ? 1 : 0;
        }
        const std::size_t missing = kHoursOfYear - known;
        if (missing > kMostMissing) {
            const SkippedRows& skipped = table_.skipped();
            return refused(
                fmt::format("{} of the 8,760 hours of a year have no {}{}", missing, spec_.what,
                            skipped.count() > 0 ? ". " + table_.skippedWords() : std::string()),
                "Give a whole year.", skipped.count() > 0 ? skipped.first().front().line : 0);
        }
        fill(missing);
        return std::move(series_);
    }

    void fill(std::size_t missing) {
        if (missing == 0) {
            return;
        }
        std::vector<double>& hourly = series_.hourly;
        const auto isKnown = [&](std::size_t h) { return hours_.count[h % kHoursOfYear] > 0; };
        for (std::size_t h = 0; h < kHoursOfYear; ++h) {
            if (isKnown(h)) {
                continue;
            }
            std::size_t before = 1, after = 1;
            while (!isKnown(h + kHoursOfYear - before)) {
                ++before;
            }
            while (!isKnown(h + after)) {
                ++after;
            }
            const double from = hourly[(h + kHoursOfYear - before) % kHoursOfYear],
                         to = hours_.sum[(h + after) % kHoursOfYear] /
                              hours_.count[(h + after) % kHoursOfYear];
            hourly[h] = from + (to - from) / static_cast<double>(after + 1);
        }
        series_.notes.push_back(fmt::format(
            "{} hours have no value and are filled from the hours around them.", missing));
    }

    TableReader table_;
    const YearSeriesSpec& spec_;
    YearSeries series_;
    Hours hours_;
    NumberStyle style_;
    std::optional<InstantReader> instants_;
    InstantCells times_;
    int value_ = -1, where_ = -1;
    double factor_ = 1.0;
    std::string unitWord_;
    std::size_t rows_ = 0;
    std::vector<double> sizes_;  ///< of all numbers, for the check of the unit
};

}  // namespace

Result<YearSeries> readYearSeries(const std::filesystem::path& file, const YearSeriesSpec& spec) {
    auto decoded = readDecoded(file);
    if (!decoded) {
        return tl::unexpected(std::move(decoded.error()));
    }
    const std::string other = otherFormatWords(file.filename().string(), decoded->text, "");
    auto table = TableReader::ofText(std::move(decoded->text), file.string());
    auto series =
        table ? YearReader(std::move(*table), spec).read() : tl::unexpected(table.error());
    if (!series && !other.empty()) {
        series.error().message += ". " + other.substr(0, other.size() - 1);
    }
    return series;
}

}  // namespace headroom::engine
