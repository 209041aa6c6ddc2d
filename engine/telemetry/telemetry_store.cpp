// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/telemetry_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <system_error>

namespace headroom::engine {

namespace {

constexpr std::int64_t kStoreVersion = 1;
constexpr std::int64_t kStoreId = 0x48545431;  // "HTT1": the application id of these files
constexpr double kMicrosecondsPerSecond = 1e6;
constexpr double kMostS = 9e12;  // beyond it microseconds are not a whole number of 64 bits

constexpr const char* kTables = R"(
CREATE TABLE sensor(number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, source TEXT NOT NULL, unit TEXT NOT NULL);
CREATE TABLE sample(sensor INTEGER NOT NULL, time_us INTEGER NOT NULL, value REAL NOT NULL,
                    PRIMARY KEY(sensor, time_us)) WITHOUT ROWID;
CREATE TABLE alarm(number INTEGER PRIMARY KEY, sensor TEXT NOT NULL, raised_us INTEGER NOT NULL, cleared_us INTEGER,
                   acknowledged TEXT, worst REAL NOT NULL, suspect TEXT NOT NULL, UNIQUE(sensor, raised_us));
)";

/// A bound of a span, which may be infinite.
std::int64_t boundUs(double timeS) {
    return timeS <= -kMostS  ? std::numeric_limits<std::int64_t>::min()
           : timeS >= kMostS ? std::numeric_limits<std::int64_t>::max()
                             : microseconds(timeS);
}

/// Places of the samples in the order of the table: neighbours in the file are inserted one after the other. Samples of one
/// sensor and time keep their order.
std::vector<std::size_t> bySensorAndTime(std::span<const StoredSample> samples) {
    std::vector<std::size_t> places(samples.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        return samples[a].sensor != samples[b].sensor ? samples[a].sensor < samples[b].sensor
                                                      : samples[a].timeS < samples[b].timeS;
    });
    return places;
}

}  // namespace

std::int64_t microseconds(double timeS) {
    return std::llround(timeS * kMicrosecondsPerSecond);
}

double secondsOf(std::int64_t us) {
    return static_cast<double>(us) / kMicrosecondsPerSecond;
}

Result<std::unique_ptr<TelemetryStore>> TelemetryStore::open(const std::filesystem::path& file,
                                                             const TelemetryMap& map) {
    std::error_code ignored;
    const bool isNew = file.empty() || !std::filesystem::exists(file, ignored);
    auto database = Database::open(file, isNew ? Database::Mode::Create : Database::Mode::Write);
    if (!database) {
        return tl::unexpected(database.error());
    }
    std::unique_ptr<TelemetryStore> store(new TelemetryStore(std::move(*database)));
    if (isNew) {
        if (auto made = store->database_.exec(
                fmt::format("PRAGMA journal_mode=WAL; PRAGMA application_id={}; PRAGMA "
                            "user_version={}; BEGIN; {} COMMIT;",
                            kStoreId, kStoreVersion, kTables));
            !made) {
            return tl::unexpected(made.error());
        }
    }
    // A commit is on disk when it returns: what is acknowledged survives the power cut, not only the end of the program.
    if (auto set = store->database_.exec("PRAGMA synchronous=FULL"); !set) {
        return tl::unexpected(set.error());
    }
    const auto id = store->database_.integer("PRAGMA application_id");
    const auto version = store->database_.integer("PRAGMA user_version");
    if (!id || !version || *id != kStoreId || *version > kStoreVersion) {
        return tl::unexpected(Error{"TEL-030",
                                    !id || *id != kStoreId
                                        ? "this file holds no telemetry of Headroom"
                                        : "a newer Headroom made this file",
                                    "Name another file with --store, or one that is not there yet",
                                    file.string(),
                                    {},
                                    0});
    }
    if (auto ready = store->prepare(map); !ready) {
        return tl::unexpected(ready.error());
    }
    return store;
}

Result<void> TelemetryStore::prepare(const TelemetryMap& map) {
    auto add = database_.prepare(
        "INSERT INTO sensor(name, source, unit) VALUES(?, ?, ?) ON CONFLICT(name) DO NOTHING");
    auto number = database_.prepare("SELECT number FROM sensor WHERE name = ?");
    if (!add || !number) {
        return tl::unexpected(add ? number.error() : add.error());
    }
    for (const SensorSpec& sensor : map.sensors) {
        add->bind(0, std::string_view(sensor.id));
        add->bind(1, std::string_view(sensor.column));
        add->bind(2, sensor.unit->symbol);
        if (auto done = add->run(); !done) {
            return done;
        }
        number->bind(0, std::string_view(sensor.id));
        const auto row = number->step();
        if (!row) {
            return tl::unexpected(row.error());
        }
        numbers_.push_back(number->integer(0));
        number->reset();
    }
    auto insert = database_.prepare(
        "INSERT INTO sample(sensor, time_us, value) VALUES(?, ?, ?) ON CONFLICT DO NOTHING");
    auto find = database_.prepare("SELECT value FROM sample WHERE sensor = ? AND time_us = ?");
    auto between = database_.prepare(
        "SELECT 1 FROM sample WHERE sensor = ? AND time_us BETWEEN ? AND ? LIMIT 1");
    std::string together = "INSERT INTO sample(sensor, time_us, value) VALUES(?, ?, ?)";
    for (std::size_t k = 1; k < kTogether; ++k) {
        together += ", (?, ?, ?)";
    }
    auto insertTogether = database_.prepare(together);
    for (const auto* made : {&insert, &find, &between, &insertTogether}) {
        if (!*made) {
            return tl::unexpected(made->error());
        }
    }
    insert_ = std::move(*insert);
    find_ = std::move(*find);
    between_ = std::move(*between);
    insertTogether_ = std::move(*insertTogether);
    return {};
}

Result<void> TelemetryStore::append(std::span<const StoredSample> samples,
                                    std::vector<Stored>& became) {
    became.clear();
    if (auto begun = database_.exec("BEGIN IMMEDIATE"); !begun) {
        return begun;
    }
    const auto undo = [&](const Error& error) -> Result<void> {
        for (Statement* const statement : {&insert_, &find_, &between_, &insertTogether_}) {
            statement->reset();
        }
        static_cast<void>(database_.exec("ROLLBACK"));
        became.clear();
        return tl::unexpected(error);
    };
    became.resize(samples.size());
    const std::vector<std::size_t> order = bySensorAndTime(samples);
    for (std::size_t next = 0; next < order.size(); ++next) {
        const std::size_t i = order[next];
        const StoredSample& sample = samples[i];
        const std::int64_t number = numbers_[static_cast<std::size_t>(sample.sensor)];
        const std::int64_t us = microseconds(sample.timeS);
        const auto together = appendTogether(samples, std::span(order).subspan(next));
        if (!together) {
            return undo(together.error());
        }
        if (*together) {
            for (std::size_t k = 0; k < kTogether; ++k) {
                became[order[next + k]] = Stored::New;
            }
            next += kTogether - 1;
            continue;
        }
        insert_.bind(0, number);
        insert_.bind(1, us);
        insert_.bind(2, sample.value);
        if (const auto done = insert_.run(); !done) {
            return undo(done.error());
        }
        if (insert_.changed() > 0) {
            became[i] = Stored::New;
            continue;
        }
        find_.bind(0, number);
        find_.bind(1, us);
        const auto found = find_.step();
        if (!found) {
            return undo(found.error());
        }
        became[i] =
            *found && find_.real(0) == sample.value ? Stored::Repeated : Stored::Contradicted;
        find_.reset();
    }
    if (auto kept = database_.exec("COMMIT"); !kept) {
        return undo(kept.error());
    }
    return {};
}

/// Inserts the first kTogether samples of an order by one statement, if they are of one sensor, of rising times, and nothing is stored
/// between them; false if not.
Result<bool> TelemetryStore::appendTogether(std::span<const StoredSample> samples,
                                            std::span<const std::size_t> order) {
    if (order.size() < kTogether) {
        return false;
    }
    std::array<std::int64_t, kTogether> us{};
    const int sensor = samples[order[0]].sensor;
    for (std::size_t k = 0; k < kTogether; ++k) {
        const StoredSample& sample = samples[order[k]];
        us[k] = microseconds(sample.timeS);
        if (sample.sensor != sensor || (k > 0 && us[k] <= us[k - 1])) {
            return false;
        }
    }
    const std::int64_t number = numbers_[static_cast<std::size_t>(sensor)];
    between_.bind(0, number);
    between_.bind(1, us.front());
    between_.bind(2, us.back());
    const auto isTaken = between_.step();
    between_.reset();
    if (!isTaken || *isTaken) {
        return isTaken ? Result<bool>(false) : isTaken;
    }
    for (std::size_t k = 0; k < kTogether; ++k) {
        const int column = 3 * static_cast<int>(k);
        insertTogether_.bind(column, number);
        insertTogether_.bind(column + 1, us[k]);
        insertTogether_.bind(column + 2, samples[order[k]].value);
    }
    return insertTogether_.run().map([] { return true; });
}

/// SQLite does not notice every damage: an index whose pages were exchanged gives rows out of order.
Error TelemetryStore::damaged() const {
    const auto file = database_.text("SELECT file FROM pragma_database_list WHERE name = 'main'");
    return {"STO-013",
            "the file is damaged (readings out of order, or that are not numbers)",
            "restore the file from a copy or make it again",
            file.value_or(std::string()),
            {},
            0};
}

Result<TelemetrySeries> TelemetryStore::series(int sensor, double fromS, double toS) const {
    auto rows = database_.prepare(
        "SELECT time_us, value FROM sample WHERE sensor = ?1 AND time_us >= coalesce((SELECT "
        "max(time_us) FROM sample "
        "WHERE sensor = ?1 AND time_us <= ?2), ?2) AND time_us <= ?3 ORDER BY time_us");
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    auto size = database_.prepare(
        "SELECT count(*) FROM sample WHERE sensor = ?1 AND time_us >= ?2 AND time_us <= ?3");
    if (!size) {
        return tl::unexpected(size.error());
    }
    for (Statement* const statement : {&*rows, &*size}) {
        statement->bind(0, numbers_[static_cast<std::size_t>(sensor)]);
        statement->bind(1, boundUs(fromS));
        statement->bind(2, boundUs(toS));
    }
    const auto counted = size->step();
    if (!counted) {
        return tl::unexpected(counted.error());
    }
    TelemetrySeries series;
    const auto readings = static_cast<std::size_t>(std::max<std::int64_t>(0, size->integer(0))) +
                          1;  // and the one before
    series.timeS.reserve(readings);
    series.value.reserve(readings);
    for (;;) {
        const auto row = rows->step();
        if (!row) {
            return tl::unexpected(row.error());
        }
        if (!*row) {
            return series;
        }
        const double timeS = secondsOf(rows->integer(0)), value = rows->real(1);
        if (!std::isfinite(value) || (!series.timeS.empty() && timeS <= series.timeS.back())) {
            return tl::unexpected(damaged());
        }
        series.timeS.push_back(timeS);
        series.value.push_back(value);
    }
}

Result<std::vector<TelemetrySeries>> TelemetryStore::allSeries(double fromS, double toS) const {
    std::vector<TelemetrySeries> all;
    for (std::size_t s = 0; s < numbers_.size(); ++s) {
        auto one = series(static_cast<int>(s), fromS, toS);
        if (!one) {
            return tl::unexpected(one.error());
        }
        all.push_back(std::move(*one));
    }
    return all;
}

Result<StoredSpan> TelemetryStore::span(double fromS, std::int64_t mostOfOne) const {
    auto beyond = database_.prepare(
        "SELECT time_us FROM sample WHERE sensor = ?1 AND time_us > ?2 ORDER BY time_us LIMIT 1 "
        "OFFSET ?3");
    if (!beyond) {
        return tl::unexpected(beyond.error());
    }
    StoredSpan span;
    for (const std::int64_t number : numbers_) {
        beyond->bind(0, number);
        beyond->bind(1, boundUs(fromS));
        beyond->bind(2, mostOfOne);
        const auto row = beyond->step();
        if (!row) {
            return tl::unexpected(row.error());
        }
        span.untilS = *row ? std::min(span.untilS, secondsOf(beyond->integer(0))) : span.untilS;
        beyond->reset();
    }
    for (std::size_t s = 0; s < numbers_.size(); ++s) {
        auto one = series(static_cast<int>(s), fromS, span.untilS);
        if (!one) {
            return tl::unexpected(one.error());
        }
        span.series.push_back(std::move(*one));
    }
    return span;
}

Result<double> TelemetryStore::newestS() const {
    auto newest = database_.prepare("SELECT max(time_us) FROM sample WHERE sensor = ?");
    if (!newest) {
        return tl::unexpected(newest.error());
    }
    double timeS = std::numeric_limits<double>::quiet_NaN();
    for (const std::int64_t number : numbers_) {
        newest->bind(0, number);
        const auto row = newest->step();
        if (!row) {
            return tl::unexpected(row.error());
        }
        if (*row && !newest->isNull(0)) {
            timeS = std::fmax(timeS, secondsOf(newest->integer(0)));
        }
        newest->reset();
    }
    return timeS;
}

Result<double> TelemetryStore::firstS(int sensor) const {
    auto first = database_.prepare("SELECT min(time_us) FROM sample WHERE sensor = ?");
    if (!first) {
        return tl::unexpected(first.error());
    }
    first->bind(0, numbers_[static_cast<std::size_t>(sensor)]);
    const auto row = first->step();
    if (!row) {
        return tl::unexpected(row.error());
    }
    return *row && !first->isNull(0) ? secondsOf(first->integer(0))
                                     : std::numeric_limits<double>::quiet_NaN();
}

Result<std::int64_t> TelemetryStore::count() const {
    return database_.integer("SELECT count(*) FROM sample");
}

}  // namespace headroom::engine
