// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace headroom::models {

/// A unit of measure as written in files and shown to people.
/// One value in this unit is `toSi` values of the unit in which the program computes (SI, with
/// temperatures in degrees Celsius and money in US dollars; see models/README.md).
struct Unit {
    std::string_view symbol;
    double toSi = 1.0;
};

namespace unit {
inline constexpr Unit none{"", 1.0};
inline constexpr Unit watt{"W", 1.0};
inline constexpr Unit kilowatt{"kW", 1e3};
inline constexpr Unit megawatt{"MW", 1e6};
inline constexpr Unit kilovoltampere{"kVA", 1e3};
inline constexpr Unit megavoltampere{"MVA", 1e6};
inline constexpr Unit volt{"V", 1.0};
inline constexpr Unit kilovolt{"kV", 1e3};
inline constexpr Unit ampere{"A", 1.0};
inline constexpr Unit kiloampere{"kA", 1e3};
inline constexpr Unit ohmPerKilometre{"ohm/km", 1e-3};
inline constexpr Unit dollarPerMetre{"USD/m", 1.0};
inline constexpr Unit kilowattHour{"kWh", 3.6e6};
inline constexpr Unit picojoule{"pJ", 1e-12};
inline constexpr Unit celsius{"°C", 1.0};
inline constexpr Unit kelvin{"K", 1.0};
inline constexpr Unit kelvinPerWatt{"K/W", 1.0};
inline constexpr Unit joulePerKelvin{"J/K", 1.0};
inline constexpr Unit joulePerKilogramKelvin{"J/kg/K", 1.0};
inline constexpr Unit kilojoulePerKilogram{"kJ/kg", 1e3};
inline constexpr Unit kilogramPerCubicMetre{"kg/m3", 1.0};
inline constexpr Unit millipascalSecond{"mPa s", 1e-3};
inline constexpr Unit wattPerMetreKelvin{"W/m/K", 1.0};
inline constexpr Unit kilowattPerKelvin{"kW/K", 1e3};
inline constexpr Unit perKelvin{"1/K", 1.0};
inline constexpr Unit percent{"%", 1e-2};
inline constexpr Unit second{"s", 1.0};
inline constexpr Unit millisecond{"ms", 1e-3};
inline constexpr Unit minute{"min", 60.0};
inline constexpr Unit hour{"h", 3600.0};
inline constexpr Unit microsecond{"us", 1e-6};
inline constexpr Unit nanosecond{"ns", 1e-9};
inline constexpr Unit metre{"m", 1.0};
inline constexpr Unit metrePerSecond{"m/s", 1.0};
inline constexpr Unit metrePerKelvin{"m/K", 1.0};
inline constexpr Unit millimetre{"mm", 1e-3};
inline constexpr Unit kilogram{"kg", 1.0};
inline constexpr Unit rackUnit{"U", 1.0};
inline constexpr Unit kilogramPerSquareMetre{"kg/m2", 1.0};
inline constexpr Unit squareCentimetre{"cm2", 1e-4};
inline constexpr Unit cubicMetre{"m3", 1.0};
inline constexpr Unit litre{"L", 1e-3};
inline constexpr Unit litrePerSecond{"L/s", 1e-3};
inline constexpr Unit litrePerMinute{"L/min", 1e-3 / 60.0};
inline constexpr Unit litrePerMinutePerKilowatt{"L/min/kW", 1e-3 / 60.0 / 1e3};
inline constexpr Unit cubicMetrePerSecond{"m3/s", 1.0};
inline constexpr Unit gramPerHour{"g/h", 1e-3 / 3600.0};
inline constexpr Unit wattPerSquareMetreKelvin{"W/m2/K", 1.0};
inline constexpr Unit wattPerSquareCentimetre{"W/cm2", 1e4};
inline constexpr Unit kilojoulePerKelvin{"kJ/K", 1e3};
inline constexpr Unit pascal{"Pa", 1.0};
inline constexpr Unit kilopascal{"kPa", 1e3};
inline constexpr Unit teraflops{"TFLOP/s", 1e12};
inline constexpr Unit megabyte{"MB", 1e6};
inline constexpr Unit gigabyte{"GB", 1e9};
/// As makers of memory count: 80 GB are 80 x 2^30 bytes.
inline constexpr Unit memoryGigabyte{"GB", 1073741824.0};
inline constexpr Unit terabyte{"TB", 1e12};
inline constexpr Unit petabyte{"PB", 1e15};
inline constexpr Unit terabytePerSecond{"TB/s", 1e12};
inline constexpr Unit gigabytePerSecond{"GB/s", 1e9};
inline constexpr Unit gigabitPerSecond{"Gbit/s", 1.25e8};  ///< computed in bytes per second
inline constexpr Unit dollar{"USD", 1.0};
inline constexpr Unit dollarPerKilowattHour{"USD/kWh", 1.0 / 3.6e6};
inline constexpr Unit dollarPerLitre{"USD/L", 1e3};
inline constexpr Unit kilogramPerLitre{"kg/L", 1e3};
inline constexpr Unit dollarPerCubicMetre{"USD/m3", 1.0};
inline constexpr Unit gramPerKilowattHour{"g/kWh", 1e-3 / 3.6e6};  ///< computed in kg per joule
inline constexpr Unit perHour{"1/h", 1.0 / 3600.0};
inline constexpr Unit perYear{"1/year", 1.0 / (8760.0 * 3600.0)};
inline constexpr Unit kiloPerSecond{"10^3/s", 1e3};
inline constexpr Unit kilometre{"km", 1e3};
inline constexpr Unit dollarPerHour{"USD/h", 1.0 / 3600.0};
inline constexpr Unit dollarPerDay{"USD/day", 1.0 / 86400.0};
inline constexpr Unit dollarPerGigabyte{"USD/GB", 1e-9};
inline constexpr Unit dollarPerTonne{"USD/t", 1e-3};
inline constexpr Unit dollarPerMonth{"USD/month", 1.0 / (30.0 * 86400.0)};
inline constexpr Unit billion{"10^9", 1e9};
inline constexpr Unit million{"10^6", 1e6};
inline constexpr Unit degree{"deg", 1.0};
inline constexpr Unit litrePerKilowattHour{"L/kWh", 1e-3 / 3.6e6};
inline constexpr Unit year{"year", 1.0};
inline constexpr Unit electronvolt{"eV", 1.0};
inline constexpr Unit hertz{"Hz", 1.0};
inline constexpr Unit joule{"J", 1.0};
inline constexpr Unit megawattHour{"MWh", 3.6e9};
inline constexpr Unit wattPerSecond{"W/s", 1.0};
inline constexpr Unit megawattPerSecond{"MW/s", 1e6};
inline constexpr Unit megawattPerMinute{"MW/min", 1e6 / 60.0};
}  // namespace unit

}  // namespace headroom::models
