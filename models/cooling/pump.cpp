// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/pump.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::models {

namespace {

constexpr auto kPumpAttributes = std::to_array<Attribute>({
    number<&PumpSpec::flowM3PerS>(
        "flow_l_per_s", "Flow", unit::litrePerSecond,
        {.min = 0.01, .max = 5000, .required = true, .doc = "Design flow of one pump."}),
    number<&PumpSpec::headPa>(
        "head_kpa", "Head", unit::kilopascal,
        {.min = 1, .max = 5000, .required = true, .doc = "Design pressure rise."}),
    number<&PumpSpec::efficiency>("efficiency_pct", "Pump efficiency", unit::percent,
                                  {.min = 5,
                                   .max = 95,
                                   .required = true,
                                   .doc = "Hydraulic efficiency at the design point."}),
    number<&PumpSpec::driveEfficiency>(
        "drive_efficiency_pct", "Motor and drive", unit::percent,
        {.min = 5, .max = 99, .required = true, .doc = "Efficiency of motor and drive together."}),
    number<&PumpSpec::minSpeed>("min_speed_pct", "Lowest speed", unit::percent,
                                {.min = 5, .max = 100, .doc = "Share of design speed."}),
    number<&PumpSpec::shutoffHeadRatio>(
        "shutoff_head_pct", "Shut-off head", unit::percent,
        {.min = 101, .max = 300, .doc = "Head at no flow over the design head; 133.3 by EPANET."}),
    number<&PumpSpec::fixedLossShare>(
        "fixed_loss_pct", "Fixed loss", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Share of motor and drive losses at design power that does not follow the load."}),
    number<&PumpSpec::linearLossShare>(
        "linear_loss_pct", "Linear loss", unit::percent,
        {.min = 0, .max = 100, .doc = "Share of them that is proportional to the load."}),
    number<&PumpSpec::coastDownS>(
        "coast_down_s", "Coast-down", unit::second,
        {.min = 0.1, .max = 120, .doc = "From full to half speed after loss of power."}),
    number<&PumpSpec::rampS>("ramp_s", "Ramp", unit::second,
                             {.min = 0.1, .max = 600, .doc = "From standstill to full speed."}),
    number<&PumpSpec::restartS>(
        "restart_s", "Restart",
        unit::second, {.min = 0, .max = 3600, .doc = "From the return of power to full duty."}),
    number<&PumpSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&PumpSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&PumpSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                {.min = 0, .doc = "Street or list price of one unit."}),
});

// Scaled flow up to which the parabola of the efficiency is believed.
constexpr double kMostScaledFlow = 1.5;

}  // namespace

const ComponentType& PumpSpec::type() {
    static constexpr ComponentType kType{"pump",
                                         "Pump",
                                         "",
                                         false,
                                         "A centrifugal pump with motor and variable-speed drive.",
                                         kPumpAttributes,
                                         &createSpec<PumpSpec>,
                                         &destroySpec<PumpSpec>};
    return kType;
}

double pumpHeadPa(const PumpSpec& spec, double flowM3PerS, double speed) {
    const double s = spec.shutoffHeadRatio;
    const double q = flowM3PerS / spec.flowM3PerS;
    return spec.headPa * (s * speed * speed - (s - 1.0) * q * std::abs(q));
}

double pumpSpeed(const PumpSpec& spec, double flowM3PerS, double headPa) {
    const double s = spec.shutoffHeadRatio;
    const double q = flowM3PerS / spec.flowM3PerS;
    return std::sqrt(std::max(0.0, headPa / spec.headPa + (s - 1.0) * q * q) / s);
}

PumpCurve pumpCurve(const PumpSpec& spec) {
    const double s = spec.shutoffHeadRatio;
    return {s * spec.headPa, (s - 1.0) * spec.headPa / (spec.flowM3PerS * spec.flowM3PerS)};
}

double pumpShaftW(const PumpSpec& spec, double flowM3PerS, double headPa, double speed) {
    if (speed <= 0.0 || headPa <= 0.0) {
        return 0.0;
    }
    // Q H / (eta_d x (2 - x)) without the quotient of two zeros at no flow.
    const double nominal = speed * spec.flowM3PerS;
    const double x = std::clamp(flowM3PerS / nominal, 0.0, kMostScaledFlow);
    const double beyond = std::max(flowM3PerS / (nominal * kMostScaledFlow), 1.0);
    return nominal * beyond * headPa / (spec.efficiency * (2.0 - x));
}

double pumpInputW(const PumpSpec& spec, double flowM3PerS, double headPa, double speed) {
    if (speed <= 0.0) {
        return 0.0;
    }
    const double shaftW = pumpShaftW(spec, flowM3PerS, headPa, speed);
    const double designW = spec.flowM3PerS * spec.headPa / spec.efficiency;
    const double x = shaftW / designW;
    const double a = spec.fixedLossShare;
    const double b = spec.linearLossShare;
    const double lossW = designW * (1.0 / spec.driveEfficiency - 1.0);
    return shaftW + lossW * (a + x * (b + (1.0 - a - b) * x));
}

double coastDownSpeed(const PumpSpec& spec, double speed, double dt) {
    return speed <= 0.0 ? 0.0 : speed / (1.0 + speed * dt / spec.coastDownS);
}

double rampSpeed(const PumpSpec& spec, double speed, double target, double dt) {
    const double reach = dt / spec.rampS;
    return std::clamp(target, speed - reach, speed + reach);
}

double pumpPowerW(const PumpSpec& spec, double flowRatio) {
    const double r = std::max(flowRatio, spec.minSpeed);
    return spec.flowM3PerS * spec.headPa / (spec.efficiency * spec.driveEfficiency) * r * r * r;
}

}  // namespace headroom::models
