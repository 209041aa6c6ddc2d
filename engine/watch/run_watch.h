// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

/// The part of a run that shows it.
namespace headroom::engine {

class RunSeries;
struct Frame;
struct Layout;
struct Plant;
struct Telemetry;

struct RunStatus {
    bool playing = false;
    bool moving = false;  ///< plays, or has not yet shown the last step that it was asked for
    /// The design was changed since the last step: the figures are of the one before.
    bool isOfDesignBefore = false;
    double wantedSpeed = 0.0;    ///< simulated seconds per second; with 0 as fast as possible
    double achievedSpeed = 0.0;  ///< over the last second
    bool behind = false;         ///< playing slower than wanted
    std::string failure;         ///< text of the error that stopped the run, or empty
    /// The event that the rule of RunOrders::pauseOn() stopped for, until it plays on: an event, or one that told of an
    /// alarm.
    std::int64_t pausedBy = -1;
    std::string pauseText;  ///< in words; empty if nothing stopped it
};

/// Members may be called from any thread. Frames are shared, read-only.
class RunWatch {
  public:
    virtual ~RunWatch() = default;

    /// The frame at the instant that the run shows.
    virtual std::shared_ptr<const Frame> frame() const = 0;
    /// Design that runs now. Null where this version cannot build its floor.
    virtual std::shared_ptr<const Layout> layout() const = 0;
    /// The design of the frames, compiled. Null where this version cannot read it.
    virtual std::shared_ptr<const Plant> plant() const = 0;
    /// Every step so far, for charts; the same object for all of the run.
    virtual std::shared_ptr<const RunSeries> series() const = 0;
    virtual RunStatus status() const = 0;

    /// The name that the run itself states. Empty if it states none.
    virtual std::string name() const { return {}; }

    /// The instants that can be shown or told of; the last one is that of the frame while the run continues.
    virtual double firstS() const { return 0.0; }

    virtual double lastS() const;

    /// Frames have the alarms of their instant.
    virtual bool knowsAlarms() const { return true; }

    /// Sensors of the hours before that time, without alarms. Nothing where the run names its suspects by itself.
    virtual std::optional<Telemetry> telemetry(double timeS) const;

    /// Frame::watched is of this job (JobRow::id) from the next frame on. With -1 it is empty.
    virtual void watchJob(std::int64_t /*job*/) {}

    /// Why the page of that job does not come. Without a message: it came, or is under way.
    virtual Error whyNoJobPage() const { return {}; }

    /// Called on a thread of the run after each frame. Keep it short (post an event).
    virtual void onFrame(std::function<void()> callback) = 0;
};

}  // namespace headroom::engine
