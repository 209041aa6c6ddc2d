// SPDX-License-Identifier: Apache-2.0
#include "engine/border/time_zone.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <date/tz.h>
#include <optional>
#include <stdexcept>
#include <vector>

namespace headroom::engine {

namespace {

using Seconds = std::chrono::seconds;

constexpr double kZoneHourS = 3600.0, kZoneMinuteS = 60.0;
constexpr double kFarthestAheadS =
    18.0 * kZoneHourS;  // as POSIX allows; real clocks stay within 14 h
constexpr double kYearS = 365.2425 * 86400.0;
constexpr double kEarliestS = -2.2e9, kLatestS = 7.3e9;  // 1900 to 2201

date::sys_seconds sysOf(double utcS) {
    return date::sys_seconds(Seconds(std::llround(std::clamp(utcS, kEarliestS, kLatestS))));
}

/// "UTC-5", "UTC+05:30", "GMT+1", "+0530", "Z", "UTC": seconds ahead.
std::optional<double> fixedOffset(std::string_view text) {
    if (text == "Z" || text == "UTC" || text == "GMT" || text == "Etc/UTC") {
        return 0.0;
    }
    if (text.starts_with("UTC") || text.starts_with("GMT")) {
        text.remove_prefix(3);
    }
    if (text.size() < 2 || (text[0] != '+' && text[0] != '-')) {
        return std::nullopt;
    }
    const double sign = text[0] == '-' ? -1.0 : 1.0;
    text.remove_prefix(1);
    std::string digits;
    const std::size_t colon = text.find(':');
    digits = std::string(text.substr(0, colon));
    if (colon != std::string_view::npos) {
        digits += text.substr(colon + 1);
    }
    int number = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (fault != std::errc{} || end != digits.data() + digits.size() || digits.size() > 4) {
        return std::nullopt;
    }
    const int hours = digits.size() <= 2 ? number : number / 100;
    const int minutes = digits.size() <= 2 ? 0 : number % 100;
    const double aheadS = kZoneHourS * hours + kZoneMinuteS * minutes;
    return aheadS <= kFarthestAheadS ? std::optional(sign * aheadS) : std::nullopt;
}

std::string nearestZone(const std::string& name) {
    std::vector<std::string> names;
    const std::string_view last = std::string_view(name).substr(name.rfind('/') + 1);
    for (const date::time_zone& zone : date::get_tzdb().zones) {
        if (zone.name().substr(zone.name().rfind('/') + 1) == last) {
            return zone.name();
        }
        names.push_back(zone.name());
    }
    return nearest(name, names);
}

}  // namespace

Result<TimeZone> TimeZone::named(std::string_view name) {
    if (const auto aheadS = fixedOffset(name)) {
        return fixed(*aheadS);
    }
    Error error;
    error.code = "TIM-001";
    try {
        TimeZone zone;
        zone.zone_ = date::locate_zone(std::string(name));
        return zone;
    } catch (const std::exception&) {
        error.message = fmt::format("the time zone \"{}\" is not known", name.substr(0, 80));
    }
    std::string near;
    try {
        near = nearestZone(std::string(name.substr(0, 80)));
    } catch (const std::exception& fault) {
        error.message =
            fmt::format("the time zones of this system cannot be read: {}", fault.what());
        error.remedy = "Install the package tzdata, or state an offset such as UTC-5.";
        return tl::unexpected(std::move(error));
    }
    error.remedy =
        near.empty()
            ? "Name an IANA time zone such as Europe/Berlin, or an offset such as UTC-5."
            : fmt::format("Did you mean {}? Offsets such as UTC-5 are allowed as well.", near);
    return tl::unexpected(std::move(error));
}

TimeZone TimeZone::fixed(double aheadS) {
    TimeZone zone;
    zone.fixedS_ = aheadS;
    return zone;
}

std::string TimeZone::name() const {
    if (zone_ != nullptr) {
        return zone_->name();
    }
    if (fixedS_ == 0.0) {
        return "UTC";
    }
    const long minutes = std::lround(std::abs(fixedS_) / kZoneMinuteS);
    return fmt::format("UTC{}{:02}:{:02}", fixedS_ < 0.0 ? '-' : '+', minutes / 60, minutes % 60);
}

double TimeZone::aheadS(double utcS) const {
    return zone_ == nullptr ? fixedS_
                            : static_cast<double>(zone_->get_info(sysOf(utcS)).offset.count());
}

double TimeZone::standardAheadS(double utcS) const {
    if (zone_ == nullptr) {
        return fixedS_;
    }
    // Ireland counts its winter clock as the one that is shifted: the smaller offset is the winter's.
    double leastS = aheadS(utcS);
    for (const double quarter : {0.25, 0.5, 0.75}) {
        leastS = std::min(leastS, aheadS(utcS + quarter * kYearS));
    }
    return leastS;
}

ZonedInstant TimeZone::utcOf(double localS) const {
    ZonedInstant instant;
    if (zone_ == nullptr) {
        instant.utcS = instant.laterS = localS - fixedS_;
        return instant;
    }
    const double whole = std::floor(std::clamp(localS, kEarliestS, kLatestS));
    const auto info = zone_->get_info(date::local_seconds(Seconds(std::llround(whole))));
    instant.utcS = instant.laterS = localS - static_cast<double>(info.first.offset.count());
    if (info.result == date::local_info::ambiguous) {
        instant.kind = ZonedInstant::Kind::Repeated;
        instant.laterS = localS - static_cast<double>(info.second.offset.count());
    } else if (info.result == date::local_info::nonexistent) {
        instant.kind = ZonedInstant::Kind::Skipped;
    }
    return instant;
}

}  // namespace headroom::engine
