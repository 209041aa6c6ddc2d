// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/chiller.h"

#include "models/cooling/usual.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

constexpr auto kChillerAttributes = std::to_array<Attribute>({
    number<&ChillerSpec::ratedHeatW>("rated_capacity_kw", "Reference capacity", unit::kilowatt,
                                     {.min = 1,
                                      .max = 20000,
                                      .required = true,
                                      .doc = "Evaporator heat at reference conditions."}),
    number<&ChillerSpec::ratedCop>("rated_cop", "Reference COP", unit::none,
                                   {.min = 1,
                                    .max = 15,
                                    .required = true,
                                    .doc = "Coefficient of performance at reference conditions."}),
    number<&ChillerSpec::minUnloading>(
        "min_unloading_pct", "Lowest unloading", unit::percent,
        {.min = 0,
         .max = 100,
         .required = true,
         .doc = "Part load below which the machine false-loads, then cycles."}),
    number<&ChillerSpec::minPartLoad>(
        "min_part_load_pct", "Least part load", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "Part load below which the machine cycles; none: the lowest unloading."}),
    number<&ChillerSpec::evaporatorOutC>(
        "evaporator_leaving_c", "Reference chilled water", unit::celsius,
        {.min = -10, .max = 30, .required = true, .doc = "Leaving the evaporator."}),
    number<&ChillerSpec::condenserInC>(
        "condenser_entering_c", "Reference condenser fluid", unit::celsius,
        {.min = 0,
         .max = 60,
         .required = true,
         .doc = "Entering the condenser: water, or air of an air-cooled machine."}),
    numberList<&ChillerSpec::capacityByT>(
        "capacity_by_t", "Capacity curve", unit::none,
        {.required = true, .doc = "a1..a6 of capacity by temperatures.", .count = 6}),
    numberList<&ChillerSpec::eirByT>(
        "eir_by_t", "EIR curve by temperature", unit::none,
        {.required = true, .doc = "b1..b6 of the energy input ratio by temperatures.", .count = 6}),
    numberList<&ChillerSpec::eirByLoad>(
        "eir_by_load", "EIR curve by load", unit::none,
        {.required = true, .doc = "c1..c3 of the energy input ratio by part load.", .count = 3}),
    number<&ChillerSpec::evaporatorLeastC>(
        "evaporator_least_c", "Coldest chilled water of the fit", unit::celsius,
        {.min = -20, .max = 40, .doc = "Leaving the evaporator; none: the fit states no range."}),
    number<&ChillerSpec::evaporatorMostC>(
        "evaporator_most_c", "Warmest chilled water of the fit", unit::celsius,
        {.min = -20, .max = 40, .doc = "Leaving the evaporator; none: the fit states no range."}),
    number<&ChillerSpec::condenserLeastC>(
        "condenser_least_c", "Coldest condenser fluid of the fit", unit::celsius,
        {.min = -20, .max = 60, .doc = "Entering the condenser; none: the fit states no range."}),
    number<&ChillerSpec::condenserMostC>(
        "condenser_most_c", "Warmest condenser fluid of the fit", unit::celsius,
        {.min = -20, .max = 60, .doc = "Entering the condenser; none: the fit states no range."}),
    boolean<&ChillerSpec::airCooled>("air_cooled", "Air-cooled",
                                     {.doc = "Rejects to outdoor air; its fans are in the power."}),
    number<&ChillerSpec::startS>(
        "start_s", "Start", unit::second,
        {.min = 0, .max = 3600, .doc = "From the order to full capacity."}),
    number<&ChillerSpec::minOnS>("min_on_s", "Least run", unit::second,
                                 {.min = 0, .max = 7200, .doc = "From a start to the next stop."}),
    number<&ChillerSpec::minOffS>(
        "min_off_s", "Least rest", unit::second,
        {.min = 0, .max = 7200, .doc = "From a stop to the next start: anti-short-cycle."}),
    number<&ChillerSpec::evaporatorRiseK>(
        "evaporator_rise_k", "Evaporator rise", unit::kelvin,
        {.min = 2,
         .max = 25,
         .doc = "Cooling of chilled water at rated capacity and design flow of the evaporator."}),
    number<&ChillerSpec::condenserRiseK>(
        "condenser_rise_k", "Condenser rise", unit::kelvin,
        {.min = 2,
         .max = 25,
         .doc = "Rise of condenser water at rated capacity and design flow of the condenser."}),
    number<&ChillerSpec::evaporatorPressurePa>(
        "evaporator_drop_kpa", "Evaporator loss", unit::kilopascal,
        {.min = 0,
         .max = 500,
         .doc = "Pressure loss of chilled water at the evaporator's design flow."}),
    number<&ChillerSpec::condenserPressurePa>(
        "condenser_drop_kpa", "Condenser loss", unit::kilopascal,
        {.min = 0,
         .max = 500,
         .doc = "Pressure loss of condenser water at the condenser's design flow."}),
    number<&ChillerSpec::widthM>("width_m", "Width", unit::metre,
                                 {.min = 0.1, .max = 50, .doc = "Along a line of its kind."}),
    number<&ChillerSpec::depthM>("depth_m", "Depth", unit::metre,
                                 {.min = 0.1, .max = 50, .doc = "Across a line of its kind."}),
    number<&ChillerSpec::heightM>("height_m", "Height", unit::metre,
                                  {.min = 0.1, .max = 50, .doc = "With its fans."}),
    number<&ChillerSpec::massKg>(
        "mass_kg", "Mass", unit::kilogram,
        {.min = 1, .max = 1000000, .doc = "In operation, with its water."}),
    number<&ChillerSpec::restartS>(
        "restart_s", "Restart", unit::second,
        {.min = 0, .max = 3600, .doc = "From the return of power to full duty."}),
    number<&ChillerSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&ChillerSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&ChillerSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                   {.min = 0, .doc = "Street or list price of one unit."}),
});

constexpr double kZeroCelsiusK = 273.15;

// More than any loop has: a bound for the count.
constexpr double kManyMachines = 1e6;

/// A temperature, or the edge of the range that it lies outside of. NaN compares with nothing.
double heldC(double temperatureC, double leastC, double mostC) {
    return temperatureC < leastC ? leastC : temperatureC > mostC ? mostC : temperatureC;
}

/// a + b t + c t^2.
struct Quadratic {
    double a, b, c;

    double at(double t) const { return a + t * (b + c * t); }

    /// Over an interval.
    double least(double low, double high) const {
        double least = std::min(at(low), at(high));
        if (c > 0.0) {
            least = std::min(least, at(std::clamp(-0.5 * b / c, low, high)));
        }
        return least;
    }
};

/// A curve by both temperatures as one by the condenser's.
Quadratic byCondenser(const std::vector<double>& a, double te) {
    return {a[0] + te * (a[1] + a[2] * te), a[3] + a[5] * te, a[4]};
}

/// Energy input over that at the edge (te, tc) of the fit, at the same share of Carnot.
double inputBeyondFit(const ChillerSpec& spec, double te, double tc, double evaporatorOutC,
                      double condenserInC) {
    const double least = spec.condenserLeastC - spec.evaporatorMostC;
    const double liftK = std::max(condenserInC - evaporatorOutC, std::isnan(least) ? 0.0 : least);
    const double innerK = spec.airCooled ? kAirChillerInnerLiftK : kChillerInnerLiftK;
    return (liftK + innerK) / (tc - te + innerK) * (te + kZeroCelsiusK) /
           (evaporatorOutC + kZeroCelsiusK);
}

}  // namespace

const ComponentType& ChillerSpec::type() {
    static constexpr ComponentType kType{
        "chiller",
        "Chiller",
        "",
        false,
        "A water-cooled or air-cooled chiller by the DOE-2 electric EIR model.",
        kChillerAttributes,
        &createSpec<ChillerSpec>,
        &destroySpec<ChillerSpec>};
    return kType;
}

double beyondRangeK(double temperatureC, double leastC, double mostC) {
    return temperatureC < leastC  ? leastC - temperatureC
           : temperatureC > mostC ? temperatureC - mostC
                                  : 0.0;
}

double fittedLiftK(const ChillerSpec& spec) {
    return spec.condenserMostC - spec.evaporatorLeastC;
}

double evaporatorFlowM3PerS(const ChillerSpec& spec, double jPerM3K) {
    return spec.ratedHeatW / (jPerM3K * spec.evaporatorRiseK);
}

double condenserFlowM3PerS(const ChillerSpec& spec, double jPerM3K) {
    return spec.ratedHeatW * (1.0 + 1.0 / spec.ratedCop) / (jPerM3K * spec.condenserRiseK);
}

int machinesWithFlow(double flowM3PerS, double designM3PerS) {
    if (flowM3PerS <= 0.0) {
        return 0;
    }
    const double machines = std::floor(flowM3PerS / (kFlowSwitchShare * designM3PerS));
    return static_cast<int>(std::min(machines, kManyMachines));
}

double condenserPenaltyK(const ChillerSpec& spec, double heatW, double flowM3PerS, double jPerM3K) {
    const double design = condenserFlowM3PerS(spec, jPerM3K);
    if (heatW <= 0.0 || flowM3PerS <= 0.0 || flowM3PerS >= design) {
        return 0.0;
    }
    return heatW / jPerM3K * (1.0 / flowM3PerS - 1.0 / design);
}

ChillerState chillerState(const ChillerSpec& spec, double loadW, double evaporatorOutC,
                          double condenserInC) {
    const double te = heldC(evaporatorOutC, spec.evaporatorLeastC, spec.evaporatorMostC);
    const double tc = heldC(condenserInC, spec.condenserLeastC, spec.condenserMostC);
    const double equalLiftC = te + condenserInC - evaporatorOutC;
    const double fromC =
        heldC(std::min(condenserInC, equalLiftC), spec.condenserLeastC, spec.condenserMostC);
    ChillerState state;
    // Far outside of a fit whose range is not stated the quadratics go below nothing.
    state.capFunT =
        std::max(byCondenser(spec.capacityByT, te).least(fromC, std::max(fromC, equalLiftC)), 0.0);
    state.eirFunT = std::max(byCondenser(spec.eirByT, te).at(tc), 0.0);
    if (te != evaporatorOutC || tc != condenserInC) {
        state.eirFunT *= inputBeyondFit(spec, te, tc, evaporatorOutC, condenserInC);
    }
    state.capacityW = spec.ratedHeatW * state.capFunT;
    if (loadW <= 0.0 || state.capacityW <= 0.0) {
        return state;
    }
    const double partLoad = std::min(loadW / state.capacityW, 1.0);
    // Down to the unloading minimum the machine follows the load, down to the least part load hot
    // gas makes up the difference, and below that it stops and starts.
    const double least = std::isnan(spec.minPartLoad)
                             ? spec.minUnloading
                             : std::min(spec.minPartLoad, spec.minUnloading);
    const double running = std::max(partLoad, spec.minUnloading);
    state.runShare = least > 0.0 ? std::min(partLoad / least, 1.0) : 1.0;
    state.falseLoadW = state.runShare * (running - std::max(partLoad, least)) * state.capacityW;
    const std::vector<double>& c = spec.eirByLoad;
    state.eirFunPlr = c[0] + running * (c[1] + c[2] * running);
    state.powerW =
        state.capacityW / spec.ratedCop * state.eirFunT * state.eirFunPlr * state.runShare;
    return state;
}

double carnotCop(double evaporatorOutC, double condenserInC) {
    const double liftK = condenserInC - evaporatorOutC;
    return liftK > 0.0 ? (evaporatorOutC + kZeroCelsiusK) / liftK
                       : std::numeric_limits<double>::infinity();
}

StreamLaw evaporatorLaw(double capacityW, double setpointC, double predictedInC,
                        double waterWPerK) {
    if (waterWPerK <= 0.0 || capacityW <= 0.0 || predictedInC <= setpointC) {
        return {};
    }
    const double fallK = capacityW / waterWPerK;
    if (predictedInC - fallK <= setpointC) {
        return {0.0, setpointC};
    }
    return {1.0, -fallK};
}

}  // namespace headroom::models
