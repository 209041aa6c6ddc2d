// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/alarm_book.h"

#include "models/core/calendar.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::engine {

namespace {

std::string momentOf(double timeS) {
    return models::calendarText(static_cast<std::int64_t>(std::llround(timeS)) * 1000);
}

}  // namespace

Result<void> keepAlarms(TelemetryStore& store, const TelemetryMap& map,
                        std::span<const ResidualAlarm> alarms) {
    Database& database = store.database();
    if (auto begun = database.exec("BEGIN IMMEDIATE"); !begun) {
        return begun;
    }
    const auto write = [&]() -> Result<void> {
        auto row = database.prepare(
            "INSERT INTO alarm(sensor, raised_us, cleared_us, worst, suspect) VALUES(?, ?, ?, ?, "
            "?) ON CONFLICT(sensor, "
            "raised_us) DO UPDATE SET cleared_us = excluded.cleared_us, worst = excluded.worst, "
            "suspect = excluded.suspect");
        if (!row) {
            return tl::unexpected(row.error());
        }
        for (const ResidualAlarm& alarm : alarms) {
            const std::string& sensor = map.sensors[static_cast<std::size_t>(alarm.sensor)].id;
            row->bind(0, std::string_view(sensor));
            row->bind(1, microseconds(alarm.raisedS));
            if (alarm.isActive()) {
                row->bindNull(2);
            } else {
                row->bind(2, microseconds(alarm.clearedS));
            }
            row->bind(3, alarm.worst);
            row->bind(4, std::string_view(alarm.suspect));
            if (auto done = row->run(); !done) {
                return done;
            }
        }
        return {};
    };
    if (auto written = write(); !written) {
        static_cast<void>(database.exec("ROLLBACK"));
        return written;
    }
    return database.exec("COMMIT");
}

Result<std::vector<KeptAlarm>> keptAlarms(TelemetryStore& store, std::int64_t most) {
    auto rows = store.database().prepare(
        "SELECT number, sensor, raised_us, cleared_us, worst, suspect, acknowledged FROM (SELECT * "
        "FROM alarm "
        "ORDER BY number DESC LIMIT ?) ORDER BY number");
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    rows->bind(0, most);
    std::vector<KeptAlarm> all;
    for (;;) {
        const auto more = rows->step();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            return all;
        }
        KeptAlarm alarm;
        alarm.number = rows->integer(0);
        alarm.sensor = rows->text(1);
        alarm.raisedS = secondsOf(rows->integer(2));
        if (!rows->isNull(3)) {
            alarm.clearedS = secondsOf(rows->integer(3));
        }
        alarm.worst = rows->real(4);
        alarm.suspect = rows->text(5);
        alarm.acknowledged = rows->text(6);
        all.push_back(std::move(alarm));
    }
}

Result<void> acknowledgeAlarm(TelemetryStore& store, std::int64_t number,
                              const std::string& words) {
    auto row =
        store.database().prepare("UPDATE alarm SET acknowledged = ? WHERE number = ? RETURNING 1");
    if (!row) {
        return tl::unexpected(row.error());
    }
    row->bind(0, std::string_view(words));
    row->bind(1, number);
    const auto found = row->step();
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return tl::unexpected(Error{"TEL-031",
                                    fmt::format("there is no alarm {}", number),
                                    "The list of alarms of `twin --store` has the numbers",
                                    {},
                                    {},
                                    0});
    }
    row->reset();
    return {};
}

std::string keptAlarmsText(const std::vector<KeptAlarm>& alarms) {
    std::string out;
    for (const KeptAlarm& alarm : alarms) {
        out +=
            fmt::format("  #{}  {}  {} {:+.1f} spreads{}{}{}\n", alarm.number,
                        momentOf(alarm.raisedS), alarm.sensor, alarm.worst,
                        alarm.clearedS ? ", cleared " + momentOf(*alarm.clearedS) : std::string(),
                        alarm.suspect.empty() ? std::string() : ": " + alarm.suspect,
                        alarm.acknowledged.empty() ? std::string(", not acknowledged")
                                                   : ", acknowledged " + alarm.acknowledged);
    }
    return out;
}

}  // namespace headroom::engine
