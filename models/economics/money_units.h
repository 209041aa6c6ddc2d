// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/unit.h"

/// Units of prices that only money needs.
namespace headroom::models::unit {

inline constexpr Unit dollarPerKilowatt{"USD/kW", 1e-3};
inline constexpr Unit dollarPerKilovoltampere{"USD/kVA", 1e-3};
inline constexpr Unit dollarPerAmpere{"USD/A", 1.0};
inline constexpr Unit dollarPerMetreAmpere{"USD/m/A", 1.0};
inline constexpr Unit dollarPerSquareMetre{"USD/m2", 1.0};
inline constexpr Unit dollarPerTerabyte{"USD/TB", 1e-12};
inline constexpr Unit dollarPerGigabit{"USD per Gbit/s", 1.0 / 1.25e8};
inline constexpr Unit dollarPerKilovarHour{"USD/kvarh", 1.0 / 3.6e6};
/// For each month of the calendar, regardless of its length: not a rate in time.
inline constexpr Unit dollarPerKilowattMonth{"USD/kW-month", 1e-3};
inline constexpr Unit dollarPerGigabyteMonth{"USD/GB-month", 1e-9};
inline constexpr Unit dollarPerCalendarMonth{"USD/month", 1.0};
/// For each year of 8,760 h.
inline constexpr Unit dollarPerYear{"USD/year", 1.0};
inline constexpr Unit kilogramPerKilowatt{"kg/kW", 1e-3};
inline constexpr Unit kilogramPerKilowattHour{"kg/kWh", 1.0 / 3.6e6};
inline constexpr Unit week{"week", 7.0 * 86400.0};
/// A twelfth of a year of 365 days.
inline constexpr Unit month{"month", 365.0 / 12.0 * 86400.0};
inline constexpr Unit perMegawatt{"1/MW", 1e-6};

}  // namespace headroom::models::unit
