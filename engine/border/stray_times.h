// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>

/// Finds times of a file that are slips of its writer, such as a row of 1970 among hours of data.
namespace headroom::engine {

/// Distance to the nearest other time beyond which a few rows are strays. Assumption: 30 days, the longest usual interval
/// between two readings of a meter.
inline constexpr double kStrayS = 30.0 * 86400.0;

/// Strays are the times of small groups that are more than kStrayS from all others. A small group has one time, or 1 % of all
/// at most. Nothing is a stray if that is more than a tenth of all. Memory grows with the groups, not with the times.
class StrayTimes {
  public:
    void add(double timeS);  ///< in any order; NaN is ignored

    /// After the last add(): the strays are known.
    void decide();

    bool isEmpty() const { return groups_.empty() || !isDecided_; }

    bool contains(double timeS) const;  ///< whether a time that was added is a stray
    double firstS() const;              ///< the earliest stray; not for isEmpty()

  private:
    struct Group {
        double lastS = 0.0;
        std::size_t count = 0;
    };

    std::map<double, Group> groups_;  ///< by the first time; after decide() only those of strays
    std::size_t count_ = 0;
    bool isDecided_ = false;
};

/// "a time of 1970-01-01 00:00:00, more than 30 days from all others; left out".
std::string strayWords(double timeS);

}  // namespace headroom::engine
