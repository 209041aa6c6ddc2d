// SPDX-License-Identifier: Apache-2.0
#include "models/power/breaker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

constexpr auto kBreakerAttributes = std::to_array<Attribute>({
    number<&BreakerSpec::ratedA>(
        "rated_a", "Rated current", unit::ampere,
        {.min = 1, .max = 10000, .required = true, .doc = "Continuous current that it carries."}),
    number<&BreakerSpec::longTimePickup>(
        "long_time_pickup", "Long-time pickup", unit::none,
        {.min = 0.4,
         .max = 2,
         .doc = "Multiple of rated current above which it heats up to its trip."}),
    number<&BreakerSpec::thermalS>("thermal_s", "Thermal time constant", unit::second,
                                   {.min = 1,
                                    .max = 10000,
                                    .required = true,
                                    .doc = "Time constant of the long-time element."}),
    number<&BreakerSpec::shortTimePickup>("short_time_pickup", "Short-time pickup", unit::none,
                                          {.min = 1,
                                           .max = 20,
                                           .doc = "Multiple of rated current of the delayed "
                                                  "short-circuit element; none where not stated."}),
    number<&BreakerSpec::shortTimeS>(
        "short_time_s", "Short-time delay", unit::second,
        {.min = 0.02, .max = 5, .doc = "Delay of that element, for selectivity."}),
    number<&BreakerSpec::instantaneousPickup>(
        "instantaneous_pickup", "Instantaneous pickup", unit::none,
        {.min = 1.5,
         .max = 40,
         .doc = "Multiple of rated current of the magnetic element; none where not stated."}),
    number<&BreakerSpec::openingS>(
        "opening_s", "Opening time", unit::second,
        {.min = 0.005, .max = 0.5, .doc = "From the command to the end of the arc."}),
    number<&BreakerSpec::timeTolerance>(
        "time_tolerance_pct", "Tolerance of times", unit::percent,
        {.min = 0,
         .max = 50,
         .doc = "The times of its curve are the longest; it may trip sooner by this."}),
    number<&BreakerSpec::pickupTolerance>("pickup_tolerance_pct", "Tolerance of pickups",
                                          unit::percent,
                                          {.min = 0,
                                           .max = 30,
                                           .doc = "Tolerance of short-time and instantaneous "
                                                  "pickup, both ways. IEC 60947-2 allows 20 %."}),
    number<&BreakerSpec::classS>(
        "class_s", "Trip class",
        unit::second,
        {.min = 0.1,
         .max = 600,
         .doc =
             "Time to trip at six times the rating from cold, by which trip units are named; the "
             "thermal time constant follows from it."}),
    number<&BreakerSpec::breakingA>(
        "breaking_ka", "Breaking capacity", unit::kiloampere,
        {.min = 0.1, .max = 200, .doc = "Short-circuit current that it interrupts."}),
    number<&BreakerSpec::voltageV>(
        "voltage_v", "Highest voltage", unit::volt,
        {.min = 1,
         .max = 1000000,
         .doc = "Rated operational voltage: the highest that it interrupts at."}),
    boolean<&BreakerSpec::directCurrent>(
        "direct_current", "For direct current",
        {.doc = "Made for direct current, whose arc has no zero; else for alternating current."}),
    number<&BreakerSpec::undervoltage>(
        "undervoltage_pct", "Undervoltage release", unit::percent,
        {.min = 35,
         .max = 90,
         .doc = "Voltage below which it opens, in % of the nominal one, after the time for which "
                "loads ride through. An undervoltage release opens between 70 % and 35 % (IEC "
                "60947-2, 7.2.1.3)."}),
    number<&BreakerSpec::failuresPerS>(
        "failures_per_year", "Failure rate", unit::perYear,
        {.min = 0, .max = 1000, .doc = "Failures of one unit in a year of operation."}),
    number<&BreakerSpec::repairS>(
        "repair_h", "Repair time", unit::hour,
        {.min = 0, .max = 100000, .doc = "Mean time from failure to return to service."}),
    number<&BreakerSpec::priceUsd>("price_usd", "Price", unit::dollar,
                                   {.min = 0, .doc = "Street or list price of one unit."}),
});

}  // namespace

const ComponentType& BreakerSpec::type() {
    static constexpr ComponentType kType{
        "breaker",
        "Circuit breaker",
        "",
        false,
        "A circuit breaker with long-time, short-time and instantaneous protection.",
        kBreakerAttributes,
        &createSpec<BreakerSpec>,
        &destroySpec<BreakerSpec>};
    return kType;
}

double breakerTripS(const BreakerSpec& spec, double currentA, double theta) {
    const double multiple = currentA / spec.ratedA;
    if (!std::isnan(spec.instantaneousPickup) && multiple >= spec.instantaneousPickup) {
        return spec.openingS;
    }
    const double ratio = multiple / spec.longTimePickup;
    const double heating = ratio * ratio;
    double tripS = std::numeric_limits<double>::infinity();
    if (heating > 1.0) {
        tripS = theta >= 1.0
                    ? spec.openingS
                    : spec.openingS + spec.thermalS * std::log((heating - theta) / (heating - 1.0));
    }
    if (!std::isnan(spec.shortTimePickup) && multiple >= spec.shortTimePickup) {
        tripS = std::min(tripS, spec.shortTimeS + spec.openingS);
    }
    return tripS;
}

BreakerBand breakerBand(const BreakerSpec& spec, double currentA) {
    const auto shifted = [&](double factor) {
        BreakerSpec edge = spec;
        edge.shortTimePickup *= factor;
        edge.instantaneousPickup *= factor;
        return breakerTripS(edge, currentA, 0.0);
    };
    return {shifted(1.0 - spec.pickupTolerance) * (1.0 - spec.timeTolerance),
            shifted(1.0 + spec.pickupTolerance)};
}

double breakerTheta(const BreakerSpec& spec, double currentA, double theta, double kept) {
    const double ratio = currentA / (spec.longTimePickup * spec.ratedA);
    const double settled = ratio * ratio;
    return settled + (theta - settled) * kept;
}

}  // namespace headroom::models
