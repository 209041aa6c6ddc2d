// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

/// The grammar of dates and times as texts; for users there is instants.h.
namespace headroom::engine {

/// A date and a time of day as numbers, in the order of the text.
struct InstantParts {
    bool isYearFirst = false;
    bool hasYear = true;
    bool hasMonthName = false;  ///< then `month` is certain
    int year = 0, month = 0, day = 0;
    int first = 0, second = 0;  ///< of a date that does not begin with its year: days or months
    char mark = '\0';           ///< between first and second
    bool hasTime = false, hasTwelveHours = false;
    double ofDayS = 0.0;           ///< 86400 for "24:00"
    std::optional<double> aheadS;  ///< of UTC
};

/// Nothing if the text is not a date or a date and a time.
std::optional<InstantParts> instantParts(std::string_view text);

/// Seconds that a zone's abbreviation is ahead of UTC ("CEST": 7,200); nothing if it is not known, or
/// if it stands for several zones (IST, BST).
std::optional<double> aheadOfAbbreviation(std::string_view word);

/// Text without blanks around (ASCII, no-break, thin and narrow).
std::string_view trimmed(std::string_view text);

}  // namespace headroom::engine
