// SPDX-License-Identifier: Apache-2.0
#include "models/power/psu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace headroom::models {

namespace {

constexpr auto kPsuAttributes = std::to_array<Attribute>({
    number<&PsuSpec::ratedPowerW>(
        "rated_power_w", "Rated output", unit::watt,
        {.min = 1, .max = 1000000.0, .required = true, .doc = "Output of one supply."}),
    curve<&PsuSpec::efficiencyPct>(
        "efficiency_pct", "Efficiency", unit::none,
        {.min = 1, .max = 100, .doc = "Efficiency in % by load in % of the rated output."}),
    number<&PsuSpec::standingW>(
        "standing_loss_w", "Standing loss", unit::watt,
        {.min = 0, .max = 100000.0, .doc = "Constant term of the affine law: lost at any load."}),
    number<&PsuSpec::slopeEfficiency>(
        "slope_efficiency_pct", "Slope efficiency", unit::percent,
        {.min = 1,
         .max = 100,
         .doc = "Slope of the affine law, which replaces the efficiency curve."}),
    number<&PsuSpec::holdUpS>(
        "hold_up_ms", "Hold-up", unit::millisecond,
        {.min = 0, .max = 1000, .doc = "How long its output lasts without input, at full load."}),
    number<&PsuSpec::powerFactor>("power_factor", "Power factor", unit::none,
                                  {.min = 0.5, .max = 1, .doc = "Power factor of its input."}),
    number<&PsuSpec::inputWindow>(
        "input_window_pct", "Lowest input", unit::percent,
        {.min = 50,
         .max = 100,
         .doc =
             "Voltage below which it switches off, in % of the nominal one. Supplies for 200 V to "
             "240 V work down to 180 V, 78 % of 230 V; the ITIC curve (2000) asks for 80 %."}),
    number<&PsuSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&PsuSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&PsuSpec::priceUsd>("price_usd", "Price", unit::dollar,
                               {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& PsuSpec::type() {
    static constexpr ComponentType kType{"psu",
                                         "Power supply",
                                         "",
                                         false,
                                         "A server power supply or rectifier: efficiency by load.",
                                         kPsuAttributes,
                                         &createSpec<PsuSpec>,
                                         &destroySpec<PsuSpec>};
    return kType;
}

double psuInputW(const PsuSpec& spec, double outputW, int count) {
    if (count <= 0 || outputW <= 0.0) {
        return 0.0;
    }
    if (!std::isnan(spec.slopeEfficiency)) {
        return (outputW + count * spec.standingW) / spec.slopeEfficiency;
    }
    const double ratedW = count * spec.ratedPowerW;
    const double loadPct = 100.0 * outputW / ratedW;
    const std::vector<double>& x = spec.efficiencyPct.x();
    if (!x.empty() && loadPct < x.front()) {
        const auto lossAt = [&](std::size_t i) {
            return x[i] * (1.0 / (0.01 * spec.efficiencyPct.y()[i]) - 1.0);
        };
        const double first = lossAt(0);
        const double slope = x.size() > 1 ? (lossAt(1) - first) / (x[1] - x[0]) : 0.0;
        const double lossPct = std::clamp(first - slope * (x.front() - loadPct), 0.0, first);
        return outputW + 0.01 * lossPct * ratedW;
    }
    return outputW / (0.01 * spec.efficiencyPct.at(loadPct));
}

int stagedRectifiers(const PsuSpec& spec, double outputW, int count, double stagingShare) {
    const double eachW = stagingShare * spec.ratedPowerW;
    return std::clamp(static_cast<int>(std::ceil(outputW / eachW)), 1, std::max(1, count));
}

}  // namespace headroom::models
