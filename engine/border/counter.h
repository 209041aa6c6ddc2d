// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

/// Readings of a meter that counts up (kWh, m3), as mean rates between them.
struct CounterRates {
    std::vector<double> utcS;  ///< end of each interval
    std::vector<double> rate;  ///< of the counter's unit per second, over the interval before
    long rollOvers = 0;        ///< the counter passed its end and began at 0
    long resets = 0;           ///< it fell for another reason; that interval has no rate
    long gaps = 0;             ///< intervals longer than three usual ones; they have no rate

    std::vector<std::string> notes() const;
};

/// `utcS` rises. A fall from within a tenth of a power of ten (or of 2^32) is a roll-over, any other fall
/// a reset. Assumption: registers have a whole number of decimal digits, or 32 bits.
CounterRates ratesOfCounter(std::span<const double> utcS, std::span<const double> count);

/// Whether a series looks like a counter: it never falls but for roll-overs and resets, and rises in most intervals.
bool looksLikeCounter(std::span<const double> value);

}  // namespace headroom::engine
