// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/facility/weather.h"

#include <vector>

namespace headroom::models {

/// The model of heat and mass transfer: two correlations of the approach, and a conductance.
enum class TowerMethod { YorkCalc, CoolTools, Merkel };

/// One cell of an open evaporative cooling tower.
struct CoolingTowerSpec {
    double ratedHeatW = kNotStated;
    double waterFlowM3PerS = kNotStated;
    double airflowM3PerS = kNotStated;
    double fanRatedW = kNotStated;
    double designWetBulbC = kNotStated;
    double designRangeK = kNotStated;
    double designApproachK = kNotStated;
    double driftFraction = kNotStated;
    std::vector<double> approachCurve;
    TowerMethod method = TowerMethod::YorkCalc;
    std::vector<double> coolToolsCurve;  ///< 35 coefficients, see coolToolsApproachK()
    std::vector<double> uaByWetBulb;     ///< three each, of Merkel's UA
    std::vector<double> uaByAir;
    std::vector<double> uaByWater;
    double fanMinSpeed = 0.25;      ///< of the drive; below it fans run for a share of the time
    Curve fanCurve;                 ///< share of power [%] by air flow [%]; empty means cube law
    double freeConvection = 0.125;  ///< effectiveness with fans off over that at full air
    double basinM3 = kNotStated;
    double waterHeadPa = 60e3;  ///< lift to the distribution basin and spray
    double widthM = kNotStated, depthM = kNotStated,
           heightM = kNotStated;  ///< of the installed machine
    double massKg = kNotStated;   ///< in operation, with its water
    double restartS = 30.0;
    double failuresPerS = 0.0;
    double repairS = kNotStated;
    double priceUsd = kNotStated;

    static const ComponentType& type();
};

/// Approach of the leaving water to the wet bulb [K], YorkCalc correlation.
/// t_wb [C] wet bulb; range [K]; waterRatio, airRatio: flows over design flows.
///   sum over i,j,k of c_ijk t_wb^i range^j (waterRatio/airRatio)^k, i,j,k = 0..2, in YorkCalc's
///   order
/// (the last index, of the liquid-to-gas ratio, runs slowest; see the .cpp).
/// Valid: t_wb -34.4..26.7 C, range 1.1..22.2 K, approach 1.1..40 K, waterRatio 0.75..1.25,
/// liquid-to-gas ratio up to 8; wet bulb, range and ratio are limited to that.
/// Source: YorkCalc, as in EnergyPlus Engineering Reference, CoolingTower:VariableSpeed.
/// Checked by validation kind `tower`.
double towerApproachK(const CoolingTowerSpec& spec, double wetBulbC, double rangeK,
                      double waterRatio, double airRatio);

/// Approach [K] by the CoolTools cross-flow correlation: 35 terms in air ratio, water ratio, wet
/// bulb and range, to the third degree, in the order of the EnergyPlus Engineering Reference.
/// Valid: t_wb -1..26.67 C, range and approach 1.11..11.11 K, waterRatio 0.75..1.25, airRatio
/// 0.2..1; the nearest valid values are used. Checked by validation kind `tower`.
double coolToolsApproachK(const CoolingTowerSpec& spec, double wetBulbC, double rangeK,
                          double waterRatio, double airRatio);

/// Merkel's conductance UA [W/K] of one cell at design flows, which meets the design wet bulb,
/// range and approach at that pressure.
double merkelDesignUaWPerK(const CoolingTowerSpec& spec, double pressurePa);

/// Effectiveness of one cell: T_out = T_in - eps (T_in - T_wb), 0 <= eps <= 1, so that nothing
/// leaves below the wet bulb. By the method of the spec:
///   YorkCalc, CoolTools  the range at which range + approach(range) = T_in - T_wb; outside of the
///                        range's limits the effectiveness at the limit
///   Merkel               eps-NTU in counter flow of water with a fluid of c_e = dh_sat/dT_wb:
///                        UA_e = UA c_e / c_p,  UA = UA_0 f(T_wb,d - T_wb) f(air) f(water), the
///                        three over their values at the design point
/// By no method more than what its air can take, which leaves saturated at T_in at most:
///   eps <= m_a (h_sat(T_in) - h_sat(T_wb)) / (m_w c_p (T_in - T_wb))
/// since correlations fitted for much air promise more at little. Each tower meets its own design point: one of another design than the correlation's is one that
/// has less or more water for its air. `airRatio` 0: natural draught,
/// which reaches `freeConvection` of the effectiveness at full air; between it and the least air of
/// the method, or of the drive (fanMinSpeed), linear: cells are staged, so that fans at the least speed of the
/// drive run in a share of the cells, or of the time, and the others are stopped. Water colder than the wet bulb: eps as just above it (the tower warms it). 0
/// at no water flow. Source: EnergyPlus Engineering Reference, CoolingTower:VariableSpeed and
/// CoolingTower:VariableSpeed:Merkel. Checked by validation kind `tower`.
double towerEffectiveness(const CoolingTowerSpec& spec, double inC, double waterRatio,
                          double airRatio, const Weather& weather);

/// The same of one cell at one water and weather for several air flows: what a controller of fans
/// asks for. The spec must outlive it.
class TowerCell {
  public:
    TowerCell(const CoolingTowerSpec& spec, double inC, double waterRatio, const Weather& weather);

    double effectiveness(double airRatio) const;

  private:
    double byAir(double airRatio) const;
    double byConductance(double airRatio) const;

    const CoolingTowerSpec* spec_;
    Weather weather_;
    TowerMethod method_;
    double waterRatio_;
    double water_;  ///< in the correlation's terms: at its value the tower meets its design point
    double differenceK_;
    double leastAir_ = 0.0;  ///< the least air ratio that the method knows
    double airJPerKg_ =
        0.0;  ///< that air takes at most, saturated as warm as the water that enters
    double airM3PerKg_ =
        0.0;             ///< saturated at the wet bulb; 0 means the limit by air does not apply
    double full_ = 0.0;  ///< effectiveness at full air
};

/// Fan power of one cell [W]: P_rated airRatio^3, or by the curve of the spec. Below fanMinSpeed a fan runs at that
/// speed for the share airRatio / fanMinSpeed of the cells or of the time.
/// Source of the least speed: EVAPCO, minimum fan speed of open cooling towers, 25 %.
double towerFanW(const CoolingTowerSpec& spec, double airRatio);

/// Water that one cell evaporates [kg/s] while it rejects `heatW` into air of the given state.
///   h_out = h_in + Q / m_a, saturated at h_out; E = m_a (W_out - W_in)
/// `airRatio` above 0. Drift and blow-down are not in it.
/// Source: first-law balance, air leaving saturated (Merkel).
double towerEvaporationKgPerS(const CoolingTowerSpec& spec, double heatW, double airRatio,
                              double dryBulbC, double humidityRatio, double pressurePa);

}  // namespace headroom::models
