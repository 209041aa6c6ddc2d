// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

/// Turns readings of a meter that counts up (kWh, m3) into mean rates. A fall from within a tenth of a power
/// of ten (or of 2^32) is a roll-over, any other fall a reset. Assumption: registers have a whole number of
/// decimal digits, or 32 bits.
class CounterReader {
  public:
    /// Intervals longer than `longestS` are gaps.
    explicit CounterReader(double longestS) : longestS_(longestS) {}

    /// The mean rate since the reading before [unit of the counter per second]; nothing for the first
    /// reading, one that is not later, a reset, or after a gap.
    std::optional<double> rate(double utcS, double count);

    long rollOvers() const { return rollOvers_; }

    long resets() const { return resets_; }

    long gaps() const { return gaps_; }

    std::vector<std::string> notes() const;

  private:
    double longestS_;
    double lastS_ = 0.0, last_ = 0.0;
    bool hasLast_ = false;
    long rollOvers_ = 0, resets_ = 0, gaps_ = 0;
};

}  // namespace headroom::engine
