// SPDX-License-Identifier: Apache-2.0
#include "engine/report/format.h"

#include "engine/base/plain_text.h"
#include "engine/sheet/sheet.h"
#include "engine/text/shown_unit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace headroom::engine::report {
namespace {

std::string powerOfTen(int exponent) {
    static constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string result = "×10";
    if (exponent < 0) {
        result += "⁻";
    }
    for (const char c : std::to_string(std::abs(exponent))) {
        result += digits[static_cast<std::size_t>(c - '0')];
    }
    return result;
}

std::string fourDigits(double value, bool wholeIsShort) {
    if (!std::isfinite(value)) {
        return "–";
    }
    const double size = std::abs(value);
    std::array<char, 64> text{};
    if (size != 0.0 && (size >= 1e7 || size < 1e-3)) {
        int exponent = static_cast<int>(std::floor(std::log10(size)));
        double mantissa = value / std::pow(10.0, exponent);
        if (std::abs(mantissa) >= 9.9995) {
            mantissa /= 10.0;
            ++exponent;
        }
        std::snprintf(text.data(), text.size(), "%.3f", mantissa);
        return groupedDigits(text.data()) + powerOfTen(exponent);
    }
    int decimals = 3;
    for (double limit = 9.9995; decimals > 0 && size >= limit; limit *= 10.0) {
        --decimals;
    }
    if (size < 0.9995 && size > 0.0) {
        decimals = 3 - static_cast<int>(std::floor(std::log10(size)));
        decimals = std::min(decimals, 6);
    }
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    std::string result = text.data();
    if (wholeIsShort && value == std::round(value) && result.find('.') != std::string::npos) {
        result.resize(result.find('.'));  // counts bear no decimals
    }
    return groupedDigits(result);
}

}  // namespace

std::string shownNumber(double value) {
    return fourDigits(value, true);
}

std::string quantityText(double value, std::string_view unit) {
    if (!std::isfinite(value)) {
        return "–";
    }
    const ShownUnit shown = shownUnit(value, unit);
    const std::string number = fourDigits(value * shown.factor, shown.symbol.empty());
    return shown.symbol.empty() ? number : number + "\u00a0" + shown.symbol;
}

std::string durationText(double seconds) {
    if (!(seconds >= 0.0) || seconds > 1e12) {
        return "–";
    }
    if (seconds > 0.0 && seconds < 60.0 && seconds != std::round(seconds)) {
        return shownNumber(seconds) + "\u00a0s";
    }
    auto rest = static_cast<std::int64_t>(std::llround(seconds));
    static constexpr std::array<std::pair<std::int64_t, const char*>, 4> units{
        {{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}}};
    std::string text;
    int parts = 0;
    for (const auto& [size, name] : units) {
        if (size == 86400 && rest < 2 * size) {
            continue;  // 24 h rather than 1 d
        }
        const std::int64_t count = rest / size;
        rest %= size;
        if (count > 0 && parts < 2) {
            text += text.empty() ? "" : " ";
            text += std::to_string(count) + "\u00a0" + name;
            ++parts;
        }
    }
    return text.empty() ? "0\u00a0s" : text;
}

std::string escaped(std::string_view text) {
    return markupText(text);
}

std::string base64(std::span<const std::byte> bytes) {
    static constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8;
            if (i + k < bytes.size()) {
                group |= std::to_integer<std::uint32_t>(bytes[i + k]);
            }
        }
        for (std::size_t k = 0; k < 4; ++k) {
            const bool filled = i + k <= bytes.size();
            text += filled ? alphabet[(group >> (18 - 6 * k)) & 63U] : '=';
        }
    }
    return text;
}

}  // namespace headroom::engine::report
