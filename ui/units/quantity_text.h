// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/unit.h"

#include <QString>

#include <string_view>

/// How numbers look everywhere in the window: three to four significant digits, an SI prefix that
/// fits, a narrow space, the unit.
namespace headroom::ui {

/// A unit as shown, after the choice of a prefix: shown = si / toSi.
struct ShownUnit {
    QString symbol;
    double toSi = 1.0;
};

/// The member of the unit's family (W, kW, MW; kg, t; 1/s with k, M, G) in which `si` has one to
/// four digits before the point. Units without a family (°C, %, ratios) are left alone.
ShownUnit shownUnit(const models::Unit& unit, double si);

/// A number of `digits` significant digits, never in exponent form between 1e-4 and 1e15, with narrow spaces between thousands
/// from 10,000 on; a dash for what is not a number.
QString numberText(double value, int digits = 4);

/// The shortest text that tells `value` to `digits` digits: no zeros at the end. For what a file
/// states and for ticks, where zeros would claim a precision that is not there.
QString plainNumberText(double value, int digits = 6);

/// As plainNumberText() without separators: for a field in which people type.
QString typedNumberText(double value, int digits = 6);

/// Value, space and unit: "1.234 MW", "23.5 °C", "98.2 %", "1.21".
QString quantityText(double si, const models::Unit& unit, int digits = 4);

/// Simulated seconds as "2 d 04:05:06" or "04:05:06".
QString durationText(double seconds);

/// A length of time by its size: "45 s", "12 min 30 s", "3 h 05 min", "2 d 4 h".
QString lengthText(double seconds);

/// US dollars.
QString moneyText(double usd);

inline QString utf8Text(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A symbol as people write it: "m3/s" becomes "m³/s", "us" becomes "µs".
QString unitSymbol(std::string_view symbol);

}  // namespace headroom::ui
