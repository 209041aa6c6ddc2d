// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epw.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace headroom::hostile {

namespace {

constexpr std::size_t kHeaderLines = 8;
constexpr std::size_t kHours = 8760;

void readYear(std::string_view bytes) {
    const auto path = scratchFile("input.epw", bytes);
    const auto read = engine::readEpw(path);
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    require(read->year.isValid(), "a year that is none was accepted");
    requireFinite(read->year.dryBulbC, "dry bulb");
    requireFinite(read->year.wetBulbC, "wet bulb");
    requireFinite(read->year.humidityRatio, "humidity ratio");
    requireFinite(read->year.pressurePa, "pressure");
    requireFinite(read->header.latitude, "latitude");
    requireFinite(read->header.longitude, "longitude");
    requireFinite(read->header.utcOffsetH, "offset from UTC");
    requireFinite(read->header.elevationM, "elevation");
}

std::string_view withoutFields(std::string_view row, int fields) {
    for (int field = 0; field < fields; ++field) {
        const std::size_t comma = row.find(',');
        if (comma == row.npos) {
            return {};
        }
        row.remove_prefix(comma + 1);
    }
    return row;
}

/// How the rows of a weather file begin, and where.
struct WeatherForm {
    std::string_view mark;  ///< in the line of names; empty means after kHeaderLines
    int fields;             ///< that tell the hour
    std::string (*hour)(std::size_t month, std::size_t day, std::size_t hour);
};

constexpr std::array<WeatherForm, 4> kForms{{
    {"Dry-bulb (C)", 2,
     [](std::size_t m, std::size_t d, std::size_t h) {
         return fmt::format("{:02}/{:02}/1997,{:02}:00,", m, d, h + 1);
     }},
    {"temperature_2m", 1,
     [](std::size_t m, std::size_t d, std::size_t h) {
         return fmt::format("2021-{:02}-{:02}T{:02}:00,", m, d, h);
     }},
    {"time(UTC)", 1,
     [](std::size_t m, std::size_t d, std::size_t h) {
         return fmt::format("2006{:02}{:02}:{:02}00,", m, d, h);
     }},
    {"", 4,
     [](std::size_t m, std::size_t d, std::size_t h) {
         return fmt::format("2001,{},{},{},", m, d, h + 1);
     }},
}};

// A row with the date of that hour of the year.
std::string dated(std::string_view row, std::size_t hourOfYear, const WeatherForm& form) {
    constexpr std::array<std::size_t, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    std::size_t month = 0, day = hourOfYear / 24;
    while (day >= kDays[month]) {
        day -= kDays[month++];
    }
    const std::string_view values = withoutFields(row, form.fields);
    return values.empty() ? std::string(row)
                          : form.hour(month + 1, day + 1, hourOfYear % 24) + std::string(values);
}

// The rows repeated until they are a year: a day is enough to say something about each field.
std::string yearOf(std::string_view bytes) {
    std::vector<std::string_view> lines;
    while (!bytes.empty() && lines.size() < kHeaderLines + kHours) {
        const std::size_t end = bytes.find('\n');
        lines.push_back(bytes.substr(0, end));
        bytes.remove_prefix(end == bytes.npos ? bytes.size() : end + 1);
    }
    const WeatherForm* form = kForms.begin();
    std::size_t heads = kHeaderLines;
    for (; !form->mark.empty(); ++form) {
        const auto named = std::find_if(lines.begin(), lines.end(), [&](std::string_view line) {
            return line.find(form->mark) != line.npos;
        });
        if (named != lines.end()) {
            heads = static_cast<std::size_t>(named - lines.begin()) + 1;
            break;
        }
    }
    if (lines.size() <= heads) {
        return {};
    }
    const std::size_t rows = lines.size() - heads;
    std::string year;
    for (std::size_t i = 0; i < heads + kHours; ++i) {
        year += i < heads ? std::string(lines[i])
                          : dated(lines[heads + (i - heads) % rows], i - heads, *form);
        year += '\n';
    }
    return year;
}

}  // namespace

void epw(std::string_view bytes) {
    readYear(bytes);
    if (const std::string year = yearOf(bytes); !year.empty()) {
        readYear(year);
    }
}

}  // namespace headroom::hostile
