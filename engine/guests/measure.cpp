// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/measure.h"

#include <algorithm>

namespace headroom::engine {

namespace {

struct Row {
    std::string_view symbol;
    Measure measure;
};

using Powers = std::array<int, 8>;  // kg, m, s, A, K, mol, cd, rad

const Powers kNumber{};
const Powers kPower{1, 2, -3};
const Powers kEnergy{1, 2, -2};
const Powers kTemperature{0, 0, 0, 0, 1};
const Powers kTime{0, 0, 1};
const Powers kLength{0, 1};
const Powers kArea{0, 2};
const Powers kVolume{0, 3};
const Powers kVelocity{0, 1, -1};
const Powers kFrequency{0, 0, -1};
const Powers kConductance{1, 2, -3, 0, -1};
const Powers kPressure{1, -1, -2};
const Powers kMassFlow{1, 0, -1};
const Powers kVolumeFlow{0, 3, -1};

// Factors are definitions of the units (BIPM, The International System of Units, 9th edition, 2019).
const Row kRows[] = {
    {"", {kNumber, 1.0, 0.0}},
    {"1", {kNumber, 1.0, 0.0}},
    {"-", {kNumber, 1.0, 0.0}},
    {"%", {kNumber, 1e-2, 0.0}},
    {"W", {kPower, 1.0, 0.0}},
    {"kW", {kPower, 1e3, 0.0}},
    {"MW", {kPower, 1e6, 0.0}},
    {"J", {kEnergy, 1.0, 0.0}},
    {"kJ", {kEnergy, 1e3, 0.0}},
    {"kWh", {kEnergy, 3.6e6, 0.0}},
    {"kW.h", {kEnergy, 3.6e6, 0.0}},
    {"MWh", {kEnergy, 3.6e9, 0.0}},
    {"K", {kTemperature, 1.0, 0.0}},
    {"°C", {kTemperature, 1.0, 273.15}},
    {"degC", {kTemperature, 1.0, 273.15}},
    {"s", {kTime, 1.0, 0.0}},
    {"ms", {kTime, 1e-3, 0.0}},
    {"min", {kTime, 60.0, 0.0}},
    {"h", {kTime, 3600.0, 0.0}},
    {"m", {kLength, 1.0, 0.0}},
    {"mm", {kLength, 1e-3, 0.0}},
    {"m2", {kArea, 1.0, 0.0}},
    {"m²", {kArea, 1.0, 0.0}},
    {"m3", {kVolume, 1.0, 0.0}},
    {"m³", {kVolume, 1.0, 0.0}},
    {"L", {kVolume, 1e-3, 0.0}},
    {"m/s", {kVelocity, 1.0, 0.0}},
    {"Hz", {kFrequency, 1.0, 0.0}},
    {"W/K", {kConductance, 1.0, 0.0}},
    {"kW/K", {kConductance, 1e3, 0.0}},
    {"Pa", {kPressure, 1.0, 0.0}},
    {"kPa", {kPressure, 1e3, 0.0}},
    {"bar", {kPressure, 1e5, 0.0}},
    {"kg/s", {kMassFlow, 1.0, 0.0}},
    {"kg/h", {kMassFlow, 1.0 / 3600.0, 0.0}},
    {"m3/s", {kVolumeFlow, 1.0, 0.0}},
    {"m3/h", {kVolumeFlow, 1.0 / 3600.0, 0.0}},
    {"L/s", {kVolumeFlow, 1e-3, 0.0}},
    {"L/min", {kVolumeFlow, 1e-3 / 60.0, 0.0}},
    {"L/h", {kVolumeFlow, 1e-3 / 3600.0, 0.0}},
    {"m³/s", {kVolumeFlow, 1.0, 0.0}},
    {"m³/h", {kVolumeFlow, 1.0 / 3600.0, 0.0}},
};

}  // namespace

std::optional<Measure> measureOf(std::string_view symbol) {
    const auto found = std::find_if(std::begin(kRows), std::end(kRows),
                                    [&](const Row& row) { return row.symbol == symbol; });
    return found == std::end(kRows) ? std::nullopt : std::optional(found->measure);
}

std::optional<double> converted(double value, const Measure& from, const Measure& to) {
    if (from.powers != to.powers) {
        return std::nullopt;
    }
    if (from.factor == to.factor && from.offset == to.offset) {
        return value;
    }
    return (value * from.factor + from.offset - to.offset) / to.factor;
}

}  // namespace headroom::engine
