// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/state/hazard_state.h"
#include "models/reliability/maintenance.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// Repairs wait for a spare, a crew and a maintenance window only: no plant, no
/// log.
///
/// A task starts when its spare is in stock (taken at its call, in order), the window is open where
/// it must be, and a crew is free. Among those that could start the lowest priority goes first, then the oldest; a task
/// that waits for a part holds up nobody. A crew that has begun works to the end
/// of it, past the end of its shift. Stocks are reviewed at each issue: where what is there and on
/// its way, less those who wait for it, is at or under the reorder level, the stock is ordered
/// full; it arrives after the lead time of the kind that called.
///
/// With no shift, no window and endless stock this is M/M/c//N where lives and repairs are
/// exponential; validation case `repair-queue`.
class RepairQueue {
  public:
    RepairQueue(const models::MaintenanceSpec& rules, double startDayS, RepairState& state)
        : rules_(rules), startDayS_(startDayS), s_(state) {}

    /// Full stocks.
    void begin();

    void add(const RepairTask& task, double timeS);
    void cancel(std::int32_t fault, double timeS);

    /// The task that starts now, its end set; null if none can. Call until null.
    const RepairTask* start(double timeS);

    /// The work is done; false where no such task is due by now.
    bool done(std::int32_t fault, double timeS);

    /// Spares that have arrived by now continue the shelf, or to those who wait for them.
    void deliver(double timeS);

    /// When something may start that cannot now for want of a shift or a window; infinity: no task
    /// waits for these.
    double nextOpeningS(double timeS) const;

    const RepairTask* find(std::int32_t fault) const;

    /// Present reason of a task's wait.
    enum class Wait { Nothing, Crew, Spare, Window };
    Wait waitsFor(const RepairTask& task, double timeS) const;

    /// When the spare of that task arrives; infinity where it has it or none is needed.
    double spareArrivesS(const RepairTask& task) const;

    int crewsNow(double timeS) const;  ///< negative: without limit
    bool windowOpen(double timeS) const;

  private:
    bool isDay(double timeS) const;
    double dayS(double timeS) const;
    void issue(std::int32_t kind, double leadS, double timeS);

    const models::MaintenanceSpec& rules_;
    double startDayS_;
    RepairState& s_;
};

}  // namespace headroom::engine
