// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/cooling_tower.h"

#include "models/air/psychrometrics.h"
#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
    number<&CoolingTowerSpec::ratedHeatW>(
        "rated_heat_kw", "Rated heat", unit::kilowatt,
        {.min = 1, .max = 50000, .required = true, .doc = "Heat at design range and flow."}),
    number<&CoolingTowerSpec::waterFlowM3PerS>(
        "water_flow_l_per_s", "Water flow", unit::litrePerSecond,
        {.min = 0.01, .max = 5000, .required = true, .doc = "Design water flow."}),
    number<&CoolingTowerSpec::airflowM3PerS>(
        "airflow_m3_per_s", "Air flow", unit::cubicMetrePerSecond,
        {.min = 0.1, .max = 5000, .required = true, .doc = "Design air flow."}),
    number<&CoolingTowerSpec::fanRatedW>(
        "fan_rated_kw", "Fan power", unit::kilowatt,
        {.min = 0.01, .max = 1000, .required = true, .doc = "Electric power at full speed."}),
    number<&CoolingTowerSpec::designWetBulbC>(
        "design_wet_bulb_c", "Design wet bulb", unit::celsius,
        {.min = -10, .max = 35, .required = true, .doc = "Of the air that enters."}),
    number<&CoolingTowerSpec::designRangeK>(
        "design_range_k", "Design range", unit::kelvin,
        {.min = 0.5, .max = 30, .required = true, .doc = "Water in less water out."}),
    number<&CoolingTowerSpec::designApproachK>(
        "design_approach_k", "Design approach", unit::kelvin,
        {.min = 0.5, .max = 30, .required = true, .doc = "Water out less wet bulb."}),
    number<&CoolingTowerSpec::driftFraction>(
        "drift_pct", "Drift", unit::percent,
        {.min = 0,
         .max = 1,
         .required = true,
         .doc = "Share of the water flow carried away as drops."}),
    numberList<&CoolingTowerSpec::approachCurve>(
        "approach_curve", "Approach curve", unit::none,
        {.required = true,
         .doc = "The 27 YorkCalc coefficients: approach in K by wet bulb, range, liquid-to-gas "
                "ratio.",
         .count = 27}),
    number<&CoolingTowerSpec::restartS>(
        "restart_s", "Restart", unit::second,
        {.min = 0, .max = 3600, .doc = "From the return of power to full duty."}),
    number<&CoolingTowerSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&CoolingTowerSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&CoolingTowerSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                        {.min = 0, .doc = "Street or list price of one unit."}),
});

// Range of validity of the correlation.
constexpr double kWetBulbMinC = -34.4;
constexpr double kWetBulbMaxC = 26.7;
constexpr double kRangeMinK = 1.1;
constexpr double kRangeMaxK = 22.2;
constexpr double kApproachMinK = 1.1;
constexpr double kApproachMaxK = 40.0;
constexpr double kLiquidToGasMax = 8.0;

// At one wet bulb and range the approach is a quadratic in the liquid-to-gas ratio, which rises
// from 0 to `end`: the correlation's limit, or its summit where that comes before.
struct ApproachCurve {
    double a, b, c;
    double end;

    double at(double ratio) const { return a + ratio * (b + c * ratio); }

    // The ratio 0..end at which the approach is `approachK`, or the nearest.
    double inverse(double approachK) const {
        if (at(end) <= approachK) {
            return end;
        }
        const double rise = approachK - a;
        if (rise <= 0.0) {
            return 0.0;
        }
        return 2.0 * rise / (b + std::sqrt(b * b + 4.0 * c * rise));
    }
};

// Coefficients stand with the power of the wet bulb running fastest, then that of the range, then
// that of the liquid-to-gas ratio: index 9 k + 3 j + i.
ApproachCurve approachByLiquidToGas(const CoolingTowerSpec& spec, double wetBulbC, double rangeK) {
    const double w = std::clamp(wetBulbC, kWetBulbMinC, kWetBulbMaxC);
    const double r = std::clamp(rangeK, kRangeMinK, kRangeMaxK);
    std::array<double, 3> term{};
    for (std::size_t k = 0; k < 3; ++k) {
        const double* c = spec.approachCurve.data() + 9 * k;
        term[k] = c[0] + w * (c[1] + w * c[2]) + r * (c[3] + w * (c[4] + w * c[5])) +
                  r * r * (c[6] + w * (c[7] + w * c[8]));
    }
    double end = kLiquidToGasMax;
    if (term[2] < 0.0) {
        end = std::clamp(-0.5 * term[1] / term[2], 0.0, kLiquidToGasMax);
    }
    return {term[0], term[1], term[2], end};
}

}  // namespace

const ComponentType& CoolingTowerSpec::type() {
    static constexpr ComponentType kType{"cooling_tower",
                                         "Cooling tower cell",
                                         "",
                                         false,
                                         "One cell of an open evaporative cooling tower.",
                                         kAttributes,
                                         &createSpec<CoolingTowerSpec>,
                                         &destroySpec<CoolingTowerSpec>};
    return kType;
}

double towerApproachK(const CoolingTowerSpec& spec, double wetBulbC, double rangeK,
                      double waterRatio, double airRatio) {
    return approachByLiquidToGas(spec, wetBulbC, rangeK)
        .at(std::clamp(waterRatio / airRatio, 0.0, kLiquidToGasMax));
}

TowerOperation towerOperation(const CoolingTowerSpec& spec, double heatPerCellW, double wetBulbC,
                              double waterRatio, double targetOutC) {
    TowerOperation operation{0.0, targetOutC, 0.0};
    if (heatPerCellW <= 0.0 || waterRatio <= 0.0) {
        return operation;
    }
    // The correlation is for a tower of one certain design; a tower of another design is one that
    // has less or more water for its air, so that it meets its own design point.
    const double designRatio = approachByLiquidToGas(spec, spec.designWetBulbC, spec.designRangeK)
                                   .inverse(spec.designApproachK);
    const double fullAirRatio = std::min(designRatio * waterRatio, kLiquidToGasMax);

    const double rangeK =
        heatPerCellW / (waterRatio * spec.waterFlowM3PerS * kWaterDensity * kWaterCp);
    const ApproachCurve curve = approachByLiquidToGas(spec, wetBulbC, rangeK);
    const double wantedK = std::clamp(targetOutC - wetBulbC, kApproachMinK, kApproachMaxK);
    const double wantedRatio = curve.inverse(wantedK);
    if (wantedRatio <= fullAirRatio) {
        operation.airRatio = 1.0;
        operation.outC =
            std::max(wetBulbC + std::max(curve.at(fullAirRatio), kApproachMinK), targetOutC);
    } else {
        operation.airRatio = fullAirRatio / wantedRatio;
    }
    operation.fanW = spec.fanRatedW * operation.airRatio * operation.airRatio * operation.airRatio;
    return operation;
}

double towerEvaporationKgPerS(const CoolingTowerSpec& spec, double heatW, double airRatio,
                              double dryBulbC, double humidityRatio, double pressurePa) {
    if (heatW <= 0.0 || airRatio <= 0.0) {
        return 0.0;
    }
    const double airKgPerS =
        airRatio * spec.airflowM3PerS / specificVolumeM3PerKg(dryBulbC, humidityRatio, pressurePa);
    const double outJPerKg = enthalpyJPerKg(dryBulbC, humidityRatio) + heatW / airKgPerS;
    const double outC = saturatedAirC(outJPerKg, pressurePa);
    const double outRatio = humidityRatioFromVapourPressure(saturationPressurePa(outC), pressurePa);
    return airKgPerS * std::max(outRatio - humidityRatio, 0.0);
}

}  // namespace headroom::models
