// SPDX-License-Identifier: Apache-2.0
#include "engine/text/amount_text.h"

#include "engine/base/scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

namespace headroom::engine {

namespace {

constexpr double kThousands = 1e4;  ///< from here on numbers have separators or a larger unit
constexpr double kMost = 1e15;      ///< beyond any figure of a project
/// Half a unit in the last of four digits below a step already shows as the step.
constexpr double kRounded = 0.9995;

constexpr UnitStep step(std::string_view symbol, double toSi) {
    return {symbol, toSi, kRounded * toSi};
}

/// Trade writes the smaller unit up to four digits: "4000 A", "2500 m".
constexpr UnitStep late(std::string_view symbol, double toSi) {
    return {symbol, toSi, 10.0 * kRounded * toSi};
}

constexpr auto kPower =
    std::to_array<UnitStep>({step("W", 1), step("kW", 1e3), step("MW", 1e6), step("GW", 1e9)});
constexpr auto kRamp =
    std::to_array<UnitStep>({step("W/s", 1), step("kW/s", 1e3), step("MW/s", 1e6)});
constexpr auto kMinuteRamp =
    std::to_array<UnitStep>({step("W/min", 1.0 / kMinuteS), step("kW/min", 1e3 / kMinuteS),
                             step("MW/min", 1e6 / kMinuteS)});
constexpr auto kApparent = std::to_array<UnitStep>({step("kVA", 1e3), step("MVA", 1e6)});
constexpr auto kReactive = std::to_array<UnitStep>({step("kvar", 1e3), step("Mvar", 1e6)});
constexpr auto kEnergy =
    std::to_array<UnitStep>({step("Wh", 3.6e3), step("kWh", 3.6e6), step("MWh", 3.6e9),
                             step("GWh", 3.6e12), step("TWh", 3.6e15)});
constexpr auto kMass = std::to_array<UnitStep>({step("kg", 1), step("t", 1e3), step("kt", 1e6)});
constexpr auto kVolume =
    std::to_array<UnitStep>({step("L", 1e-3), step("m³", 1), step("10³ m³", 1e3)});
constexpr auto kVolumeRate =
    std::to_array<UnitStep>({step("L/h", 1e-3 / kHourS), step("m³/h", 1.0 / kHourS)});
constexpr auto kBytes =
    std::to_array<UnitStep>({step("B", 1), step("kB", 1e3), step("MB", 1e6), step("GB", 1e9),
                             step("TB", 1e12), step("PB", 1e15)});
constexpr auto kByteRate =
    std::to_array<UnitStep>({step("kB/s", 1e3), step("MB/s", 1e6), step("GB/s", 1e9),
                             step("TB/s", 1e12), step("PB/s", 1e15)});
constexpr auto kFlops = std::to_array<UnitStep>(
    {step("GFLOP/s", 1e9), step("TFLOP/s", 1e12), step("PFLOP/s", 1e15), step("EFLOP/s", 1e18)});
constexpr auto kCurrent = std::to_array<UnitStep>({step("A", 1), late("kA", 1e3)});
constexpr auto kVoltage = std::to_array<UnitStep>({step("V", 1), late("kV", 1e3)});
constexpr auto kLength = std::to_array<UnitStep>({step("m", 1), late("km", 1e3)});
constexpr auto kPressure = std::to_array<UnitStep>({step("kPa", 1e3), late("MPa", 1e6)});
constexpr auto kBits = std::to_array<UnitStep>({step("Gbit/s", 1.25e8), late("Tbit/s", 1.25e11)});

struct Family {
    std::string_view member;
    std::span<const UnitStep> steps;
};

constexpr auto kFamilies = std::to_array<Family>({
    {"W", kPower},       {"kW", kPower},          {"MW", kPower},     {"W/s", kRamp},
    {"MW/s", kRamp},     {"MW/min", kMinuteRamp}, {"kVA", kApparent}, {"MVA", kApparent},
    {"kvar", kReactive}, {"kWh", kEnergy},        {"MWh", kEnergy},   {"kg", kMass},
    {"t", kMass},        {"L", kVolume},          {"m3", kVolume},    {"L/h", kVolumeRate},
    {"GB", kBytes},      {"TB", kBytes},          {"PB", kBytes},     {"GB/s", kByteRate},
    {"TB/s", kByteRate}, {"TFLOP/s", kFlops},     {"A", kCurrent},    {"V", kVoltage},
    {"m", kLength},      {"kPa", kPressure},      {"Gbit/s", kBits},
});

std::span<const UnitStep> familyOf(std::string_view unit) {
    const auto* const found = std::find_if(kFamilies.begin(), kFamilies.end(),
                                           [&](const Family& f) { return f.member == unit; });
    return found == kFamilies.end() ? std::span<const UnitStep>() : found->steps;
}

/// Four significant digits, without zeros at the end; whole from a thousand on.
std::string fourDigits(double value) {
    const double size = std::fabs(value);
    const int decimals =
        size == 0.0 ? 0
                    : static_cast<int>(std::clamp(3.0 - std::floor(std::log10(size)), 0.0, 6.0));
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
    std::string text(buffer.data());
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') {
            text.pop_back();
        }
    }
    return text == "-0" ? "0" : text;  // rounded to nothing from below
}

}  // namespace

const UnitStep* stepOf(std::string_view unit, double si) {
    const std::span<const UnitStep> steps = familyOf(unit);
    if (steps.empty()) {
        return nullptr;
    }
    const UnitStep* best = &steps.front();
    for (const UnitStep& one : steps) {
        best = std::fabs(si) >= one.fromSi ? &one : best;
    }
    return best;
}

Words amountText(double value, std::string_view unit) {
    if (!(std::fabs(value) < kMost)) {
        const std::string text = std::isnan(value) ? "nan"
                                 : value > 0.0     ? "more than 10^15"
                                                   : "less than -10^15";
        return amountAs(text, value, unit);
    }
    double shown = value;
    std::string_view symbol = unit;
    if (std::fabs(value) >= kRounded * kThousands) {
        const std::span<const UnitStep> steps = familyOf(unit);
        const auto own = std::find_if(steps.begin(), steps.end(),
                                      [&](const UnitStep& s) { return s.symbol == unit; });
        if (own != steps.end()) {
            const UnitStep* const best = stepOf(unit, value * own->toSi);
            shown = value * (own->toSi / best->toSi);
            symbol = best->symbol;
        }
    }
    Words made = amountAs(grouped(fourDigits(shown)), shown, symbol);
    if (!made.quantities.empty()) {
        made.quantities.front().value = value;  // readers of other units know the table's
        made.quantities.front().unit = unit;
    }
    return made;
}

std::string countText(long long count) {
    return grouped(std::to_string(count));
}

std::string grouped(const std::string& text, std::string_view between) {
    const std::size_t from = text.starts_with('-') ? 1 : 0;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", from), text.size());
    std::string made = text;
    for (std::size_t at = end; end - from > 4 && at > from + 3; at -= 3) {
        made.insert(at - 3, between);
    }
    return made;
}

}  // namespace headroom::engine
