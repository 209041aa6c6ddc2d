// SPDX-License-Identifier: Apache-2.0
#include "engine/text/shown.h"

#include "engine/base/scale.h"
#include "engine/text/amount_text.h"
#include "models/core/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kS = 1.0;
constexpr double kSeveral = 2.0;  // hours and days begin at two of them

/// Three significant digits, whole from 100 on.
std::string threeDigits(double value, const char* unit) {
    const double size = std::fabs(value);
    return fmt::format("{:.{}f} {}", value, size < 10.0 ? 2 : size < 100.0 ? 1 : 0, unit);
}

}  // namespace

std::string shownNumber(double value, int digits) {
    if (std::isnan(value)) {
        return "-";
    }
    return std::isinf(value) ? "without end" : fmt::format("{:.{}g}", value, digits);
}

std::string shownFigure(double value, int digits) {
    if (!std::isfinite(value)) {
        return "–";
    }
    const double size = std::abs(value);
    if (size == 0.0) {
        return "0";
    }
    if (size < 1e-4 || size >= 1e15) {
        return fmt::format("{:.{}g}", value, digits);
    }
    // Decimals such that `digits` significant ones remain. A number that rounds up to the next power of ten (9.9996 to
    // 10.00) must not get a digit more.
    int before = static_cast<int>(std::floor(std::log10(size))) + 1;
    int decimals = std::max(0, digits - before);
    const double scale = std::pow(10.0, decimals);
    if (std::round(size * scale) / scale >= std::pow(10.0, before)) {
        ++before;
        decimals = std::max(0, digits - before);
    }
    const std::string text =
        grouped(fmt::format("{:.{}f}", size, std::round(value) == value ? 0 : decimals), "\u202f");
    return value < 0.0 ? "\u2212" + text : text;
}

std::string shownSeconds(double seconds) {
    if (!std::isfinite(seconds)) {
        return shownNumber(seconds, 3);
    }
    if (seconds >= kSeveral * kDayS) {
        return threeDigits(seconds / kDayS, "days");
    }
    if (seconds >= kSeveral * kHourS) {
        return threeDigits(seconds / kHourS, "h");
    }
    if (seconds >= kS || seconds == 0.0) {
        return threeDigits(seconds, "s");
    }
    return seconds >= 1e-3 ? threeDigits(1e3 * seconds, "ms") : threeDigits(1e6 * seconds, "us");
}

std::string shownBytes(double bytes) {
    return std::fabs(bytes) >= 1e12 ? threeDigits(bytes / 1e12, "TB")
                                    : threeDigits(bytes / 1e9, "GB");
}

std::string shownMemory(double bytes) {
    return shownNumber(bytes / models::unit::memoryGigabyte.toSi, 4) + " GiB";
}

std::string shownWatts(double watts) {
    return watts >= 1e6   ? threeDigits(watts / 1e6, "MW")
           : watts >= 1e3 ? threeDigits(watts / 1e3, "kW")
                          : threeDigits(watts, "W");
}

std::string shownUsd(double usd) {
    if (std::isnan(usd)) {
        return "-";
    }
    std::string digits = fmt::format("{:.{}f}", usd, usd < 100.0 ? 2 : 0);
    for (std::size_t i = digits.find('.') == std::string::npos ? digits.size() : digits.find('.');
         i > 3; i -= 3) {
        digits.insert(i - 3, ",");
    }
    return "USD " + digits;
}

std::string shownPercent(double share) {
    return fmt::format("{:.0f} %", 100.0 * std::fabs(share));
}

}  // namespace headroom::engine
