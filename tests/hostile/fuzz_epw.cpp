// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epw.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

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

// A row with the date of that hour of the year: its first four fields are year, month, day and hour.
std::string dated(std::string_view row, std::size_t hourOfYear) {
    constexpr std::array<std::size_t, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    std::size_t month = 0, day = hourOfYear / 24;
    while (day >= kDays[month]) {
        day -= kDays[month++];
    }
    for (int field = 0; field < 4; ++field) {
        const std::size_t comma = row.find(',');
        if (comma == row.npos) {
            return std::string(row);
        }
        row.remove_prefix(comma + 1);
    }
    return "2001," + std::to_string(month + 1) + ',' + std::to_string(day + 1) + ',' +
           std::to_string(hourOfYear % 24 + 1) + ',' + std::string(row);
}

// The rows repeated until they are a year: a day is enough to say something about each field.
std::string yearOf(std::string_view bytes) {
    std::vector<std::string_view> lines;
    while (!bytes.empty() && lines.size() < kHeaderLines + kHours) {
        const std::size_t end = bytes.find('\n');
        lines.push_back(bytes.substr(0, end));
        bytes.remove_prefix(end == bytes.npos ? bytes.size() : end + 1);
    }
    if (lines.size() <= kHeaderLines) {
        return {};
    }
    const std::size_t rows = lines.size() - kHeaderLines;
    std::string year;
    for (std::size_t i = 0; i < kHeaderLines + kHours; ++i) {
        if (i < kHeaderLines) {
            year += lines[i];
        } else {
            year += dated(lines[kHeaderLines + (i - kHeaderLines) % rows], i - kHeaderLines);
        }
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
