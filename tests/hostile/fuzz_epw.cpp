// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epw.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

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
        year += i < kHeaderLines ? lines[i] : lines[kHeaderLines + (i - kHeaderLines) % rows];
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
