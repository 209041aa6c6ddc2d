// SPDX-License-Identifier: Apache-2.0
#include "engine/text/shown_unit.h"

#include <array>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

struct Base {
    std::string_view unit;
    std::string_view base;
    double factor;
};

// Units that take prefixes, with what they are times the unit that bears none.
constexpr std::array kBases{
    Base{"W", "W", 1.0},           Base{"kW", "W", 1e3},    Base{"MW", "W", 1e6},
    Base{"Wh", "Wh", 1.0},         Base{"kWh", "Wh", 1e3},  Base{"MWh", "Wh", 1e6},
    Base{"kVA", "VA", 1e3},        Base{"MVA", "VA", 1e6},  Base{"tokens/s", "tokens/s", 1.0},
    Base{"tokens", "tokens", 1.0}, Base{"USD", "USD", 1.0}, Base{"t", "t", 1.0},
    Base{"L/h", "L/h", 1.0},       Base{"Pa", "Pa", 1.0},   Base{"kPa", "Pa", 1e3},
};

}  // namespace

ShownUnit shownUnit(double largest, std::string_view unit) {
    static constexpr std::array<std::pair<double, const char*>, 6> prefixes{
        {{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1.0, ""}}};
    for (const Base& base : kBases) {
        if (base.unit != unit) {
            continue;
        }
        const double size = std::abs(largest) * base.factor;
        if (!(size > 0.0)) {
            break;
        }
        for (const auto& [scale, prefix] : prefixes) {
            // Half a unit in the last of four digits below the step already shows as the step.
            if (size >= scale * 0.99995 || scale == 1.0) {
                return {base.factor / scale, prefix + std::string(base.base)};
            }
        }
    }
    return {1.0, std::string(unit)};
}

}  // namespace headroom::engine
