// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/simulator.h"

#include <cstdint>
#include <ctime>

namespace headroom::engine {

/// CPU time of the phases of a step (PhaseTimes), of the calling thread. Off unless asked for. Measures one step in eight, so that
/// measuring costs little, and counts its times eight-fold.
class PhaseTimer {
  public:
    void enable(bool on) { enabled_ = on; }

    bool isEnabled() const { return enabled_; }

    const PhaseTimes& times() const { return times_; }

    void beginStep(std::int64_t step) {
        measuring_ = enabled_ && step % kStepsALap == 0;
        startLap();
    }

    void startLap() { lapS_ = measuring_ ? cpuNowS() : 0.0; }

    /// Adds the time since the last lap, or its start, to a phase.
    void lap(const char* phase) {
        if (measuring_) {
            const double fromS = lapS_;
            startLap();
            times_.cpuS[phase] += kStepsALap * (lapS_ - fromS);
        }
    }

  private:
    static constexpr int kStepsALap = 8;

    static double cpuNowS() {
        timespec t{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
    }

    bool enabled_ = false;
    bool measuring_ = false;  ///< in this step
    double lapS_ = 0.0;       ///< of CPU time
    PhaseTimes times_;
};

}  // namespace headroom::engine
