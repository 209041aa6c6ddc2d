// SPDX-License-Identifier: Apache-2.0
#include "models/core/measured_unit.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::models {

namespace {

using Kind = MeasuredKind;

constexpr double kGallonM3 = 3.785411784e-3;
constexpr double kPsiPa = 6894.757293168;

constexpr auto kUnits = std::to_array<MeasuredUnit>({
    {"W", Kind::Power, 1.0},
    {"kW", Kind::Power, 1e3},
    {"MW", Kind::Power, 1e6},
    {"degC", Kind::Temperature, 1.0},
    {"degF", Kind::Temperature, 5.0 / 9.0, -32.0 * 5.0 / 9.0},
    {"K", Kind::Temperature, 1.0, -273.15},
    {"m3/s", Kind::Flow, 1.0},
    {"m3/h", Kind::Flow, 1.0 / 3600.0},
    {"L/s", Kind::Flow, 1e-3},
    {"L/min", Kind::Flow, 1e-3 / 60.0},
    {"L/h", Kind::Flow, 1e-3 / 3600.0},
    {"gpm", Kind::Flow, kGallonM3 / 60.0},
    {"Pa", Kind::Pressure, 1.0},
    {"kPa", Kind::Pressure, 1e3},
    {"bar", Kind::Pressure, 1e5},
    {"psi", Kind::Pressure, kPsiPa},
    {"1", Kind::Share, 1.0},
    {"%", Kind::Share, 1e-2},
    {"J", Kind::Energy, 1.0},
    {"kWh", Kind::Energy, 3.6e6},
    {"MWh", Kind::Energy, 3.6e9},
    {"count", Kind::Count, 1.0},
    {"1/s", Kind::Other, 1.0},
});

}  // namespace

std::span<const MeasuredUnit> measuredUnits() {
    return kUnits;
}

const MeasuredUnit* measuredUnit(std::string_view symbol) {
    const auto found = std::find_if(kUnits.begin(), kUnits.end(),
                                    [&](const MeasuredUnit& unit) { return unit.symbol == symbol; });
    return found == kUnits.end() ? nullptr : &*found;
}

std::string_view measuredKindWords(MeasuredKind kind) {
    switch (kind) {
        case Kind::Power:
            return "a power";
        case Kind::Temperature:
            return "a temperature";
        case Kind::Flow:
            return "a flow";
        case Kind::Pressure:
            return "a pressure";
        case Kind::Share:
            return "a share";
        case Kind::Energy:
            return "an energy";
        case Kind::Count:
            return "a count";
        case Kind::Other:
            break;
    }
    return "a rate";
}

double usualUncertainty(MeasuredKind kind, double si) {
    switch (kind) {
        case Kind::Power:
        case Kind::Energy:
        case Kind::Flow:
        case Kind::Other:
            return 0.01 * std::abs(si);
        case Kind::Temperature:
            return 0.3;
        case Kind::Pressure:
            return 0.005 * std::abs(si);
        case Kind::Share:
            return 0.01;
        case Kind::Count:
            break;
    }
    return 0.0;
}

bool isPlausible(MeasuredKind kind, double si) {
    switch (kind) {
        case Kind::Temperature:
            return si >= -60.0 && si <= 150.0;
        case Kind::Share:
            return si >= -0.01 && si <= 1.5;
        default:
            return std::isfinite(si);
    }
}

}  // namespace headroom::models
