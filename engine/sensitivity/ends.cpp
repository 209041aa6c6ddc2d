// SPDX-License-Identifier: Apache-2.0
#include "engine/sensitivity/ends.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::engine {

namespace {

using models::Attribute;
using models::Curve;
using models::Value;

constexpr double kTemperatureK = 20.0;

/// Whole of which a figure is a share (an efficiency, a power factor, the heat that a plate takes),
/// as written. The attribute table decides: 100 for percent (by unit, or by key where a curve
/// has no unit) that cannot exceed 100, 1 for plain numbers that cannot exceed 1. Nothing for a
/// ratio that may exceed its reference.
std::optional<double> wholeOf(const Attribute& a) {
    if (a.unit.symbol == models::unit::percent.symbol || a.key.ends_with("_pct")) {
        return a.maximum <= 100.0 ? std::optional(100.0) : std::nullopt;
    }
    return a.unit.symbol.empty() && a.maximum <= 1.0 ? std::optional(1.0) : std::nullopt;
}

/// `value` moved by `share`, which may be negative.
double moved(const Attribute& a, double value, double share) {
    const std::optional<double> whole = wholeOf(a);
    double to = value * (1.0 + share);
    if (a.unit.symbol == models::unit::celsius.symbol) {
        to = value + kTemperatureK * share;
    } else if (whole && value > 0.5 * *whole) {
        to = *whole - (*whole - value) * (1.0 - share);
    }
    return std::clamp(to, a.minimum, a.maximum);
}

std::vector<double> moved(const Attribute& a, std::vector<double> values, double share) {
    for (double& value : values) {
        value = moved(a, value, share);
    }
    return values;
}

Value movedValue(const Attribute& a, const Value& value, double share) {
    if (const auto* number = std::get_if<double>(&value)) {
        return moved(a, *number, share);
    }
    if (const auto* curve = std::get_if<Curve>(&value)) {
        return Curve(curve->x(), moved(a, curve->y(), share));
    }
    if (const auto* list = std::get_if<std::vector<double>>(&value)) {
        return moved(a, *list, share);
    }
    return value;
}

}  // namespace

std::optional<Ends> endsOf(const Attribute& attribute, const Value& value,
                           const Provenance& provenance, double share) {
    Ends ends{provenance.low, provenance.high, provenance.hasRange()};
    if (!ends.stated) {
        ends.low = movedValue(attribute, value, -share);
        ends.high = movedValue(attribute, value, share);
    }
    if (ends.low == value && ends.high == value) {
        return std::nullopt;
    }
    return ends;
}

}  // namespace headroom::engine
