// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Numbers of spreadsheet cells as the spreadsheet shows them: dates and clock times are numbers there, and only the
/// number format says so.
namespace headroom::engine {

enum class CellForm { Number, Percent, Date, Clock, DateAndClock, Elapsed };

/// The form of a number format, by its number (ECMA-376 part 1, 18.8.30) if `code` is empty, otherwise by its code.
CellForm cellFormOf(int number, std::string_view code);

/// A number as text. Serial days become "2026-07-01", "2026-07-01 06:15:00", "06:15:00", or "25:30:00" for elapsed
/// time; shares become "45%". A serial day counts from 1899-12-30, or from 1904-01-01 if `is1904`; days before
/// 1900-03-01 count the day that spreadsheets add to 1900. Instants within 5 ms of a whole second are that second.
/// A serial day outside of the years 1900 to 9999 stays a number.
std::string cellText(double value, CellForm form, bool is1904);

}  // namespace headroom::engine
