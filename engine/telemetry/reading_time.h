// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

/// Which times a reading may bear. One wrong clock must not carry away who follows the clock of the data.
namespace headroom::engine {

/// Now, since 1970, of UTC; maps turn it into the site's clock by their offset.
double nowSinceEpochS();

/// The times that readings of one source may have.
class ReadingTimes {
  public:
    /// For live sources (a network, pushed readings): no reading more than a day ahead of this clock [s since 1970, the
    /// map's offset included].
    static ReadingTimes live(double nowS) { return ReadingTimes(nowS, false); }

    /// For recorded readings the same, unless the first reading is ahead already. Then its clock is another one (of a
    /// simulated day), and its times count unchanged.
    static ReadingTimes recorded(double nowS) { return ReadingTimes(nowS, true); }

    /// Whether there is such a time: since 1970 and in the years that runs may be in; and whether it may be in this source.
    bool isPlausible(double timeS);

  private:
    ReadingTimes(double nowS, bool isRecorded) : nowS_(nowS), isRecorded_(isRecorded) {}

    double nowS_;
    bool isRecorded_;
    double firstS_ = std::numeric_limits<double>::quiet_NaN();  ///< the first that there can be
};

}  // namespace headroom::engine
