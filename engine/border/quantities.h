// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/measured_unit.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The one reader of numbers with units. A column is read twice: the first pass observes every cell and
/// decides between decimal point and comma, the second reads.
namespace headroom::engine {

/// How a column writes numbers.
struct NumberStyle {
    char decimal = '.';
    char thousands = '\0';   ///< '\0': none was seen; ' ' stands for every kind of blank
    bool isAssumed = false;  ///< "1,234" alone: the marks can be read in two ways

    std::string words() const;  ///< "decimal comma, thousands by points"
};

/// Number style of a whole column, gathered cell by cell.
class NumberColumn {
  public:
    void observe(std::string_view cell);

    long numbers() const { return numbers_; }

    /// `separator`: of the table. If cells are separated by semicolons, a lone comma is a decimal comma.
    NumberStyle style(char separator) const;

  private:
    long numbers_ = 0;
    long pointDecimal_ = 0, commaDecimal_ = 0;      ///< cells that can only be read so
    long pointThousands_ = 0, commaThousands_ = 0;  ///< the same
    long commaEither_ = 0, pointEither_ = 0;        ///< "1,234" and "1.234"
    bool hasBlankThousands_ = false;                ///< or apostrophes
};

struct CellQuantity {
    enum class Kind { Number, Missing, Unreadable };

    Kind kind = Kind::Missing;
    double value = 0.0;
    std::string_view
        unit;  ///< the text behind (or a currency sign before) the number; empty if none
};

/// "302.20 W", "97 %", "1.234,5", "48U", "$0.12", "(12.5)". Missing: empty cells, "No Data", "#N/A",
/// "NaN", "[N/A]", "unavailable", "-" and the like.
CellQuantity readQuantity(std::string_view cell, const NumberStyle& style = {});

/// Whether a cell says that a value is missing.
bool saysMissing(std::string_view cell);

/// A number without unit in a style; nothing if the cell is anything else.
std::optional<double> readNumber(std::string_view cell, const NumberStyle& style = {});

/// A unit as people, spreadsheets and exporters write it: "°F", "deg F", "CFM", "l/min", "Tons", "kg CO2/kWh".
/// Null if the word is not a unit. The table of units is models/core/measured_unit.h.
const models::MeasuredUnit* unitOf(std::string_view word);

/// "EUR/MWh", "ct/kWh", "$/kWh", "price [EUR/MWh]": a price of energy.
struct PriceUnit {
    std::string currency;   ///< "EUR"; "USD" for "$"
    double perUnitJ = 0.0;  ///< one unit of the price in currency per joule
};

std::optional<PriceUnit> priceUnitOf(std::string_view word);

/// "gCO2eq/kWh", "lb/MWh", "kg/kWh": kilograms per joule for one unit.
std::optional<double> emissionUnitOf(std::string_view word);

/// The unit in a column's head: "power.draw [W]", "Load (kW)", "Price in EUR/MWh", "usd_per_kwh".
/// Empty if there is none.
std::string_view unitInHead(std::string_view head);

}  // namespace headroom::engine
