// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The part of a run that moves it in time.
namespace headroom::engine {

/// Members may be called from any thread.
class RunDrive {
  public:
    virtual ~RunDrive() = default;

    virtual void play() = 0;
    virtual void pause() = 0;
    /// So many steps, then pause. Only a run with a past (RunPast) takes steps back.
    virtual void step(int steps) = 0;
    /// Simulated seconds per real second. With 0 it runs as fast as possible.
    virtual void setSpeed(double simulatedPerSecond) = 0;

    /// Plays until the first step at or after `timeS` (s since the start), then pauses. Does nothing in a run that others
    /// serve, or that is recorded.
    virtual void playUntil(double /*timeS*/) {}
};

}  // namespace headroom::engine
