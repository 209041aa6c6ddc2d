// SPDX-License-Identifier: Apache-2.0
#include "models/core/measured_unit.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::models {

namespace {

using Kind = MeasuredKind;

constexpr double kGallonM3 = 3.785411784e-3, kFoot3M3 = 2.8316846592e-2;
constexpr double kPsiPa = 6894.757293168;
constexpr double kInchOfWaterPa = 249.08891, kInchOfMercuryPa = 3386.389;
constexpr double kBtuJ = 1055.05585262, kThermJ = 1.054804e8;  // Btu (IT), therm (US)
constexpr double kHourS = 3600.0;
constexpr double kTonW = 12000.0 * kBtuJ / kHourS;  // of refrigeration
constexpr double kHorsepowerW = 745.69987158;
constexpr double kPoundKg = 0.45359237;

constexpr auto kUnits = std::to_array<MeasuredUnit>({
    {"W", Kind::Power, 1.0},
    {"kW", Kind::Power, 1e3},
    {"MW", Kind::Power, 1e6},
    {"ton", Kind::Power, kTonW},
    {"BTU/h", Kind::Power, kBtuJ / kHourS},
    {"MBH", Kind::Power, 1e3 * kBtuJ / kHourS},
    {"hp", Kind::Power, kHorsepowerW},
    {"degC", Kind::Temperature, 1.0},
    {"degF", Kind::Temperature, 5.0 / 9.0, -32.0 * 5.0 / 9.0},
    {"K", Kind::Temperature, 1.0, -273.15},
    {"m3/s", Kind::Flow, 1.0},
    {"m3/h", Kind::Flow, 1.0 / kHourS},
    {"L/s", Kind::Flow, 1e-3},
    {"L/min", Kind::Flow, 1e-3 / 60.0},
    {"L/h", Kind::Flow, 1e-3 / kHourS},
    {"gpm", Kind::Flow, kGallonM3 / 60.0},
    {"cfm", Kind::Flow, kFoot3M3 / 60.0},
    {"Pa", Kind::Pressure, 1.0},
    {"kPa", Kind::Pressure, 1e3},
    {"mbar", Kind::Pressure, 1e2},
    {"bar", Kind::Pressure, 1e5},
    {"psi", Kind::Pressure, kPsiPa},
    {"inH2O", Kind::Pressure, kInchOfWaterPa},
    {"inHg", Kind::Pressure, kInchOfMercuryPa},
    {"1", Kind::Share, 1.0},
    {"%", Kind::Share, 1e-2},
    {"J", Kind::Energy, 1.0},
    {"MJ", Kind::Energy, 1e6},
    {"GJ", Kind::Energy, 1e9},
    {"Wh", Kind::Energy, kHourS},
    {"kWh", Kind::Energy, 1e3 * kHourS},
    {"MWh", Kind::Energy, 1e6 * kHourS},
    {"MMBTU", Kind::Energy, 1e6 * kBtuJ},
    {"therm", Kind::Energy, kThermJ},
    {"tonh", Kind::Energy, kTonW* kHourS},
    {"VA", Kind::ApparentPower, 1.0},
    {"kVA", Kind::ApparentPower, 1e3},
    {"MVA", Kind::ApparentPower, 1e6},
    {"var", Kind::ReactivePower, 1.0},
    {"kvar", Kind::ReactivePower, 1e3},
    {"Mvar", Kind::ReactivePower, 1e6},
    {"A", Kind::Current, 1.0},
    {"mA", Kind::Current, 1e-3},
    {"kA", Kind::Current, 1e3},
    {"V", Kind::Voltage, 1.0},
    {"kV", Kind::Voltage, 1e3},
    {"m3", Kind::Volume, 1.0},
    {"L", Kind::Volume, 1e-3},
    {"gal", Kind::Volume, kGallonM3},
    {"ft3", Kind::Volume, kFoot3M3},
    {"kg", Kind::Mass, 1.0},
    {"g", Kind::Mass, 1e-3},
    {"t", Kind::Mass, 1e3},
    {"lb", Kind::Mass, kPoundKg},
    {"m", Kind::Length, 1.0},
    {"mm", Kind::Length, 1e-3},
    {"in", Kind::Length, 0.0254},
    {"ft", Kind::Length, 0.3048},
    {"U", Kind::Length, 0.04445},
    {"count", Kind::Count, 1.0},
    {"1/s", Kind::Other, 1.0},
    {"Hz", Kind::Other, 1.0},
});

}  // namespace

std::span<const MeasuredUnit> measuredUnits() {
    return kUnits;
}

const MeasuredUnit* measuredUnit(std::string_view symbol) {
    const auto found = std::find_if(kUnits.begin(), kUnits.end(), [&](const MeasuredUnit& unit) {
        return unit.symbol == symbol;
    });
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
        case Kind::ApparentPower:
            return "an apparent power";
        case Kind::ReactivePower:
            return "a reactive power";
        case Kind::Current:
            return "a current";
        case Kind::Voltage:
            return "a voltage";
        case Kind::Volume:
            return "a volume";
        case Kind::Mass:
            return "a mass";
        case Kind::Length:
            return "a length";
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
        case Kind::ApparentPower:
        case Kind::ReactivePower:
        case Kind::Current:
        case Kind::Voltage:
        case Kind::Volume:
        case Kind::Mass:
        case Kind::Length:
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
