// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// How numbers and texts are put before people in a report.
namespace headroom::engine::report {

/// Four significant digits, no exponent below 10^7, thousands apart: "1.083", "24 576",
/// "1.52×10¹²". "–" where it is not a number.
std::string shownNumber(double value);

/// Number and unit: "132.4 MW", "1.083", "24.1 °C".
std::string quantityText(double value, std::string_view unit);

/// "7 d", "36 h", "12 h 30 min", "45 s".
std::string durationText(double seconds);

/// Text inside HTML elements and attributes.
std::string escaped(std::string_view text);

std::string base64(std::span<const std::byte> bytes);

}  // namespace headroom::engine::report
