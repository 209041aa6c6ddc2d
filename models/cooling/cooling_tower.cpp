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

constexpr auto kMethodWords = std::to_array<std::string_view>({"yorkcalc", "cooltools", "merkel"});

constexpr auto kCoolingTowerAttributes = std::to_array<Attribute>({
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
    number<&CoolingTowerSpec::designWetBulbC>("design_wet_bulb_c", "Design wet bulb", unit::celsius,
                                              {.min = -10,
                                               .max = 35,
                                               .required = true,
                                               .doc = "Wet-bulb temperature of the entering air."}),
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
    choice<&CoolingTowerSpec::method>(
        "method", "Method", kMethodWords,
        {.doc = "Model of heat and mass transfer: a correlation of the approach, or Merkel's "
                "conductance."}),
    numberList<&CoolingTowerSpec::coolToolsCurve>(
        "cooltools_curve", "CoolTools curve", unit::none,
        {.doc = "The 35 CoolTools coefficients: approach in K by air ratio, water ratio, wet bulb, "
                "range.",
         .count = 35}),
    numberList<&CoolingTowerSpec::uaByWetBulb>(
        "ua_by_wet_bulb", "UA by wet bulb", unit::none,
        {.doc = "c1..c3 of Merkel's UA by design wet bulb less wet bulb.", .count = 3}),
    numberList<&CoolingTowerSpec::uaByAir>(
        "ua_by_air", "UA by air", unit::none,
        {.doc = "c1..c3 of Merkel's UA by the ratio of air to design air.", .count = 3}),
    numberList<&CoolingTowerSpec::uaByWater>(
        "ua_by_water", "UA by water", unit::none,
        {.doc = "c1..c3 of Merkel's UA by the ratio of water to design water.", .count = 3}),
    number<&CoolingTowerSpec::fanMinSpeed>(
        "fan_min_speed_pct", "Lowest fan speed", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of full speed at which the drive stops; below it cells are staged."}),
    curve<&CoolingTowerSpec::fanCurve>(
        "fan_curve", "Fan power curve", unit::percent,
        {.min = 0,
         .max = 110,
         .doc = "Share of full power by share of full air, both in percent; none: the cube."}),
    number<&CoolingTowerSpec::freeConvection>(
        "free_convection_pct", "Free convection", unit::percent,
        {.min = 0, .max = 50, .doc = "Effectiveness with the fan off, over that at full air."}),
    number<&CoolingTowerSpec::basinM3>("basin_m3", "Basin", unit::cubicMetre,
                                       {.min = 0.01, .max = 1000, .doc = "Water of one cell."}),
    number<&CoolingTowerSpec::waterHeadPa>(
        "water_head_kpa", "Water head", unit::kilopascal,
        {.min = 0, .max = 500, .doc = "Lift above the basin and spray nozzles."}),
    number<&CoolingTowerSpec::widthM>("width_m", "Width", unit::metre,
                                      {.min = 0.1, .max = 50, .doc = "Along a line of its kind."}),
    number<&CoolingTowerSpec::depthM>("depth_m", "Depth", unit::metre,
                                      {.min = 0.1, .max = 50, .doc = "Across a line of its kind."}),
    number<&CoolingTowerSpec::heightM>("height_m", "Height", unit::metre,
                                       {.min = 0.1, .max = 50, .doc = "With its fans."}),
    number<&CoolingTowerSpec::massKg>(
        "mass_kg", "Mass", unit::kilogram,
        {.min = 1, .max = 1000000, .doc = "In operation, with its water."}),
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

// The curve at each range, at one wet bulb. Coefficients are with the power of the wet bulb running
// fastest, then that of the range, then that of the liquid-to-gas ratio: index 9 k + 3 j + i; of those
// of the wet bulb the sums are kept: 3 k + j.
std::array<double, 9> approachByRange(const CoolingTowerSpec& spec, double wetBulbC) {
    const double w = std::clamp(wetBulbC, kWetBulbMinC, kWetBulbMaxC);
    std::array<double, 9> sums{};
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const double* c = spec.approachCurve.data() + 3 * i;
        sums[i] = c[0] + w * (c[1] + w * c[2]);
    }
    return sums;
}

ApproachCurve approachAt(const std::array<double, 9>& byRange, double rangeK) {
    const double r = std::clamp(rangeK, kRangeMinK, kRangeMaxK);
    std::array<double, 3> term{};
    for (std::size_t k = 0; k < 3; ++k) {
        const double* c = byRange.data() + 3 * k;
        term[k] = c[0] + r * c[1] + r * r * c[2];
    }
    double end = kLiquidToGasMax;
    if (term[2] < 0.0) {
        end = std::clamp(-0.5 * term[1] / term[2], 0.0, kLiquidToGasMax);
    }
    return {term[0], term[1], term[2], end};
}

ApproachCurve approachByLiquidToGas(const CoolingTowerSpec& spec, double wetBulbC, double rangeK) {
    return approachAt(approachByRange(spec, wetBulbC), rangeK);
}

// Range of validity of CoolTools; its least air is the one of EnergyPlus.
constexpr double kCoolToolsWetBulbMinC = -1.0;
constexpr double kCoolToolsWetBulbMaxC = 26.6667;
constexpr double kCoolToolsRangeMinK = 1.1111;
constexpr double kCoolToolsRangeMaxK = 11.1111;
constexpr double kCoolToolsApproachMinK = 1.1111;
constexpr double kCoolToolsApproachMaxK = 11.1111;
constexpr double kCoolToolsWaterMin = 0.75;
constexpr double kCoolToolsWaterMax = 1.25;
constexpr double kCoolToolsAirMin = 0.2;

// Limits of the arguments of Merkel's three corrections (EnergyPlus).
constexpr double kMerkelWetBulbMinK = -10.0;
constexpr double kMerkelWetBulbMaxK = 25.0;
constexpr double kMerkelAirMin = 0.2;
constexpr double kMerkelWaterMin = 0.3;
constexpr double kDryAirCp = 1006.0;

// Water nearer to the wet bulb gives no heat that air could not take.
constexpr double kLeastDifferenceK = 0.01;

double quadratic(const std::vector<double>& c, double x) {
    return c[0] + x * (c[1] + c[2] * x);
}

struct Met {
    double x = 0.0, f = 0.0;
};

// Where the rising function f meets `wanted` in low..high, and its value there: Illinois, to 1e-9 of it.
template <class F>
Met risingRoot(const F& f, double wanted, double low, double high) {
    const Met first{low, f(low)}, last{high, f(high)};
    double atLow = first.f - wanted;
    double atHigh = last.f - wanted;
    if (atLow >= 0.0) {
        return first;
    }
    if (atHigh <= 0.0) {
        return last;
    }
    Met met;
    int side = 0;
    for (int i = 0; i < 60; ++i) {
        met.x = (low * atHigh - high * atLow) / (atHigh - atLow);
        met.f = f(met.x);
        const double at = met.f - wanted;
        if (std::abs(at) <= 1e-9 * wanted) {
            break;
        }
        if (at > 0.0) {
            high = met.x;
            atHigh = at;
            atLow = side == 1 ? 0.5 * atLow : atLow;
            side = 1;
        } else {
            low = met.x;
            atLow = at;
            atHigh = side == -1 ? 0.5 * atHigh : atHigh;
            side = -1;
        }
    }
    return met;
}

// Saturated air of a wet bulb, as Merkel's exchanger sees it.
struct MerkelAir {
    double kgPerS = 0.0;
    double wetBulbC = 0.0;
    double enthalpyJPerKg = 0.0;

    // c_e = dh / dT_wb over the rise by a heat; over a tenth of a kelvin where there is none.
    double cpJPerKgK(double heatW, double pressurePa) const {
        const double riseJPerKg = std::max(heatW / kgPerS, kLeastRiseJPerKg);
        return riseJPerKg / (saturatedAirC(enthalpyJPerKg + riseJPerKg, pressurePa) - wetBulbC);
    }

    static constexpr double kLeastRiseJPerKg = 300.0;
};

MerkelAir merkelAir(const CoolingTowerSpec& spec, double wetBulbC, double airRatio,
                    double pressurePa) {
    const double humidity =
        humidityRatioFromVapourPressure(saturationPressurePa(wetBulbC), pressurePa);
    return {airRatio * spec.airflowM3PerS / specificVolumeM3PerKg(wetBulbC, humidity, pressurePa),
            wetBulbC, models::enthalpyJPerKg(wetBulbC, humidity)};
}

// range / (range + approach) where the two together are the difference to the wet bulb.
template <class Approach>
double byApproach(double differenceK, double leastK, double mostK, const Approach& approach) {
    const auto both = [&](double rangeK) { return rangeK + approach(rangeK); };
    const Met range = risingRoot(both, differenceK, leastK, mostK);
    return range.x / range.f;
}

// A method whose coefficients the part does not state is YorkCalc, which every part states.
TowerMethod methodOf(const CoolingTowerSpec& spec) {
    if (spec.method == TowerMethod::CoolTools && spec.coolToolsCurve.size() == 35) {
        return TowerMethod::CoolTools;
    }
    if (spec.method == TowerMethod::Merkel && spec.uaByWetBulb.size() == 3 &&
        spec.uaByAir.size() == 3 && spec.uaByWater.size() == 3) {
        return TowerMethod::Merkel;
    }
    return TowerMethod::YorkCalc;
}

}  // namespace

const ComponentType& CoolingTowerSpec::type() {
    static constexpr ComponentType kType{"cooling_tower",
                                         "Cooling tower cell",
                                         "",
                                         false,
                                         "One cell of an open evaporative cooling tower.",
                                         kCoolingTowerAttributes,
                                         &createSpec<CoolingTowerSpec>,
                                         &destroySpec<CoolingTowerSpec>};
    return kType;
}

double coolToolsApproachK(const CoolingTowerSpec& spec, double wetBulbC, double rangeK,
                          double waterRatio, double airRatio) {
    const double a = std::clamp(airRatio, kCoolToolsAirMin, 1.0);
    const double w = std::clamp(waterRatio, kCoolToolsWaterMin, kCoolToolsWaterMax);
    const double t = std::clamp(wetBulbC, kCoolToolsWetBulbMinC, kCoolToolsWetBulbMaxC);
    const double r = std::clamp(rangeK, kCoolToolsRangeMinK, kCoolToolsRangeMaxK);
    const std::array<double, 35> term = {
        1.0,       a,         a * a,     a * a * a, w,         a * w,     a * a * w,
        w * w,     a * w * w, w * w * w, t,         a * t,     a * a * t, w * t,
        a * w * t, w * w * t, t * t,     a * t * t, w * t * t, t * t * t, r,
        a * r,     a * a * r, w * r,     a * w * r, w * w * r, t * r,     a * t * r,
        w * t * r, t * t * r, r * r,     a * r * r, w * r * r, t * r * r, r * r * r};
    double sum = 0.0;
    for (std::size_t i = 0; i < term.size(); ++i) {
        sum += spec.coolToolsCurve[i] * term[i];
    }
    return sum;
}

double merkelDesignUaWPerK(const CoolingTowerSpec& spec, double pressurePa) {
    const MerkelAir air = merkelAir(spec, spec.designWetBulbC, 1.0, pressurePa);
    const double waterWPerK = spec.waterFlowM3PerS * kWaterDensity * kWaterCp;
    const double heatW = waterWPerK * spec.designRangeK;
    const double airWPerK = air.kgPerS * air.cpJPerKgK(heatW, pressurePa);
    const double least = std::min(airWPerK, waterWPerK);
    const double r = least / std::max(airWPerK, waterWPerK);
    const double ntu =
        counterflowNtu(heatW / (least * (spec.designRangeK + spec.designApproachK)), r);
    return ntu * least * kDryAirCp / (airWPerK / air.kgPerS);
}

TowerCell::TowerCell(const CoolingTowerSpec& spec, double inC, double waterRatio,
                     const Weather& weather)
    : spec_(&spec),
      weather_(weather),
      method_(methodOf(spec)),
      waterRatio_(waterRatio),
      water_(waterRatio),
      differenceK_(std::max(inC - weather.wetBulbC, 0.0)) {
    if (waterRatio <= 0.0) {
        return;
    }
    if (method_ == TowerMethod::YorkCalc) {
        water_ *= approachByLiquidToGas(spec, spec.designWetBulbC, spec.designRangeK)
                      .inverse(spec.designApproachK);
    } else if (method_ == TowerMethod::CoolTools) {
        const auto atDesign = [&](double water) {
            return coolToolsApproachK(spec, spec.designWetBulbC, spec.designRangeK, water, 1.0);
        };
        water_ *=
            risingRoot(atDesign, spec.designApproachK, kCoolToolsWaterMin, kCoolToolsWaterMax).x;
    }
    leastAir_ = method_ == TowerMethod::YorkCalc    ? std::min(water_ / kLiquidToGasMax, 1.0)
                : method_ == TowerMethod::CoolTools ? kCoolToolsAirMin
                                                    : kMerkelAirMin;
    if (differenceK_ > kLeastDifferenceK && !std::isnan(spec.airflowM3PerS)) {
        const MerkelAir air = merkelAir(spec, weather.wetBulbC, 1.0, weather.pressurePa);
        const double saturated =
            humidityRatioFromVapourPressure(saturationPressurePa(inC), weather.pressurePa);
        airJPerKg_ = models::enthalpyJPerKg(inC, saturated) - air.enthalpyJPerKg;
        airM3PerKg_ =
            specificVolumeM3PerKg(weather.wetBulbC,
                                  humidityRatioFromVapourPressure(
                                      saturationPressurePa(weather.wetBulbC), weather.pressurePa),
                                  weather.pressurePa);
    }
    full_ = byAir(1.0);
}

double TowerCell::effectiveness(double airRatio) const {
    if (waterRatio_ <= 0.0) {
        return 0.0;
    }
    const double still = spec_->freeConvection * full_;
    const double air = std::clamp(airRatio, 0.0, 1.0);
    const double leastAir = std::max(leastAir_, std::min(spec_->fanMinSpeed, 1.0));
    if (air >= leastAir) {
        return air >= 1.0 ? full_ : std::max(byAir(air), still);
    }
    if (air <= 0.0) {
        return still;
    }
    const double least = leastAir >= 1.0 ? full_ : std::max(byAir(leastAir), still);
    return still + (least - still) * air / leastAir;
}

double TowerCell::byAir(double airRatio) const {
    double eps = 0.0;
    if (method_ == TowerMethod::Merkel) {
        eps = byConductance(airRatio);
    } else if (method_ == TowerMethod::YorkCalc) {
        const std::array<double, 9> byRange = approachByRange(*spec_, weather_.wetBulbC);
        const double liquidToGas = water_ / airRatio;
        eps = byApproach(differenceK_, kRangeMinK, kRangeMaxK, [&](double rangeK) {
            const ApproachCurve curve = approachAt(byRange, rangeK);
            return std::clamp(curve.at(std::min(liquidToGas, curve.end)), kApproachMinK,
                              kApproachMaxK);
        });
    } else {
        eps =
            byApproach(differenceK_, kCoolToolsRangeMinK, kCoolToolsRangeMaxK, [&](double rangeK) {
                return std::clamp(
                    coolToolsApproachK(*spec_, weather_.wetBulbC, rangeK, water_, airRatio),
                    kCoolToolsApproachMinK, kCoolToolsApproachMaxK);
            });
    }
    if (airM3PerKg_ <= 0.0) {
        return std::min(eps, 1.0);
    }
    const double waterWPerK = waterRatio_ * spec_->waterFlowM3PerS * kWaterDensity * kWaterCp;
    return std::min(eps, std::min(1.0, airRatio * spec_->airflowM3PerS / airM3PerKg_ * airJPerKg_ /
                                           (waterWPerK * differenceK_)));
}

double TowerCell::byConductance(double airRatio) const {
    const MerkelAir air = merkelAir(*spec_, weather_.wetBulbC, airRatio, weather_.pressurePa);
    const double waterWPerK = waterRatio_ * spec_->waterFlowM3PerS * kWaterDensity * kWaterCp;
    const double ua =
        merkelDesignUaWPerK(*spec_, weather_.pressurePa) *
        quadratic(spec_->uaByWetBulb, std::clamp(spec_->designWetBulbC - weather_.wetBulbC,
                                                 kMerkelWetBulbMinK, kMerkelWetBulbMaxK)) *
        quadratic(spec_->uaByAir, std::clamp(airRatio, kMerkelAirMin, 1.0)) *
        quadratic(spec_->uaByWater, std::clamp(waterRatio_, kMerkelWaterMin, 1.0)) /
        (quadratic(spec_->uaByWetBulb, 0.0) * quadratic(spec_->uaByAir, 1.0) *
         quadratic(spec_->uaByWater, 1.0));
    // The heat and c_e depend on each other, weakly: a few turns settle them.
    double heatW = 0.0;
    double conductance = 0.0;
    for (int i = 0; i < 30; ++i) {
        const double cp = air.cpJPerKgK(heatW, weather_.pressurePa);
        conductance = counterflowConductanceWPerK(ua * cp / kDryAirCp, waterWPerK, air.kgPerS * cp);
        const double next = conductance * differenceK_;
        const bool settled = std::abs(next - heatW) <= 1e-9 * next;
        heatW = next;
        if (settled) {
            break;
        }
    }
    return std::clamp(conductance / waterWPerK, 0.0, 1.0);
}

double towerEffectiveness(const CoolingTowerSpec& spec, double inC, double waterRatio,
                          double airRatio, const Weather& weather) {
    return TowerCell(spec, inC, waterRatio, weather).effectiveness(airRatio);
}

double towerFanW(const CoolingTowerSpec& spec, double airRatio) {
    if (airRatio <= 0.0) {
        return 0.0;
    }
    const double speed = std::max(airRatio, std::min(spec.fanMinSpeed, 1.0));
    const double atSpeedW = spec.fanCurve.empty()
                                ? spec.fanRatedW * speed * speed * speed
                                : spec.fanRatedW * 0.01 * spec.fanCurve.at(100.0 * speed);
    return atSpeedW * airRatio / speed;
}

double towerApproachK(const CoolingTowerSpec& spec, double wetBulbC, double rangeK,
                      double waterRatio, double airRatio) {
    return approachByLiquidToGas(spec, wetBulbC, rangeK)
        .at(std::clamp(waterRatio / airRatio, 0.0, kLiquidToGasMax));
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
