// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// Units in which meters, building controls and logs write their readings, and how sure a usual meter is.
/// Files of Headroom itself have one unit for each key (unit.h); telemetry has the unit of its maker.
namespace headroom::models {

/// Kind of quantity. Readings of one kind convert between its units.
enum class MeasuredKind {
    Power,
    Temperature,
    Flow,
    Pressure,
    Share,
    Energy,
    ApparentPower,
    ReactivePower,
    Current,
    Voltage,
    Volume,
    Mass,
    Length,
    Count,
    Other
};

/// SI value = reading x toSi + offset; temperatures in degrees Celsius (models/README.md).
/// Source: NIST SP 811 (2008), appendix B: exact factors of inch, pound-force,
/// gallon (US), Btu (IT), therm (US) and horsepower; a ton of refrigeration is 12,000 Btu/h.
struct MeasuredUnit {
    std::string_view symbol;
    MeasuredKind kind = MeasuredKind::Other;
    double toSi = 1.0;
    double offset = 0.0;

    constexpr double si(double reading) const { return reading * toSi + offset; }
};

/// All of them; the first of each kind is the one of SI.
std::span<const MeasuredUnit> measuredUnits();

/// By symbol, letter by letter; null if there is none.
const MeasuredUnit* measuredUnit(std::string_view symbol);

/// "a power", for messages.
std::string_view measuredKindWords(MeasuredKind kind);

/// Standard uncertainty of a reading in SI, of a usual instrument that nobody described:
///   power, energy  1 %     meters of class 1 (IEC 62053-21); so for volt, ampere, volume, mass, length
///   temperature    0.3 K   resistance thermometers of class B at 0 °C (IEC 60751)
///   flow           1 %
///   pressure       0.5 %
///   share          1 point of 100
/// Assumption: limits of a class are taken for one standard deviation, for the reading of an installed
/// instrument is less sure than its class; flow and pressure by what makers commonly state. Counts are
/// exact.
double usualUncertainty(MeasuredKind kind, double si);

/// Between these a reading is one that such an instrument can give at all, in SI: beyond, it is broken or
/// in another unit. Assumption: nothing in a data centre is colder than -60 °C or hotter than 150 °C
/// outside of a chip; shares reach from -0.01 to 1.5, for speeds and loads above the nominal.
bool isPlausible(MeasuredKind kind, double si);

}  // namespace headroom::models
