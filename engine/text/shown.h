// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Quantities for people where the unit depends on the size: "12.3 ms", "4.56 s", "54.2 days". Files have the SI value.
namespace headroom::engine {

/// Significant digits. "-" if not stated, "without end" if infinite.
std::string shownNumber(double value, int digits);

/// Exactly that many significant digits and whole numbers without decimals: "12.40", "12". Narrow spaces (U+202F) between
/// thousands from 10,000 on, exponents below 1e-4 and from 1e15 on, a true minus sign, a dash for what is not a number.
std::string shownFigure(double value, int digits);

std::string shownSeconds(double seconds);  ///< "12.3 ms", "4.56 s", "54.2 days"
std::string shownBytes(double bytes);      ///< "73.1 GB", "1.20 TB"
std::string shownMemory(double bytes);     ///< "80 GiB": the size that the catalogue names 80 GB
std::string shownWatts(double watts);      ///< "11.4 MW"
std::string shownUsd(double usd);          ///< "USD 1,234,567"

/// "12 %": a share without its sign, for sentences that say "slower" or "faster".
std::string shownPercent(double share);

}  // namespace headroom::engine
