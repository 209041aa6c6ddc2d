// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace headroom::engine {

/// Speed of a run that plays.
struct PlaySpeed {
    double wanted = 60.0;   ///< simulated seconds per second; with 0 as fast as possible
    double achieved = 0.0;  ///< over the last second
    bool isBehind = false;  ///< slower than wanted
};

/// Keeps a run that plays to its speed: simulated time becomes due as real time passes, and steps pay it. For one thread.
class Pace {
  public:
    using Clock = std::chrono::steady_clock;

    /// Frames follow each other no faster than this.
    static constexpr auto kFrameEvery = std::chrono::milliseconds(33);

    /// From now on, at this time of the run; nothing is due.
    void begin(double timeS);

    /// Counts the real time since the last call. Returns whether a step of that length is due. More than a second of arrears
    /// is forgotten: the run is then behind.
    bool isDue(double wantedSpeed, double stepS);

    /// After isDue(): real seconds until the step is due, from 1 to 50 ms.
    double waitS() const;

    /// Pays a step of that length.
    void pay(double stepS);
    /// Pays all that is due, and returns it.
    double payAll();

    /// The achieved speed can be measured: a second has passed since it was last.
    bool isSecondOver() const;
    /// Measures it, at this time of the run.
    void measure(double timeS, PlaySpeed& speed);

  private:
    double dueS_ = 0.0, stepS_ = 0.0, wanted_ = 0.0, windowTimeS_ = 0.0;
    bool isLate_ = false;
    Clock::time_point tick_, window_;
};

}  // namespace headroom::engine
