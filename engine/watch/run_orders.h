// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_kind.h"
#include "engine/plant/plant_order.h"
#include "engine/run/frame/frame.h"

#include <cstdint>
#include <optional>
#include <vector>

/// The part of a run that takes orders of people.
namespace headroom::engine {

struct JobOrder;

/// An order that is given later in the run.
struct PendingOrder {
    int ticket = -1;  ///< names it in cancelOrder()
    double atS = 0.0;
    PlantOrder order;
};

/// Reasons that stop a run that plays.
struct PauseRule {
    std::uint32_t kinds = 0;  ///< bits by EventKind
    std::optional<AlarmSeverity>
        alarms;  ///< as heavy as that or heavier; without one no alarm stops it

    void add(EventKind kind) { kinds |= 1U << static_cast<unsigned>(kind); }

    bool has(EventKind kind) const { return (kinds >> static_cast<unsigned>(kind) & 1U) != 0; }
};

/// Members may be called from any thread.
class RunOrders {
  public:
    virtual ~RunOrders() = default;

    /// Opens a breaker, fails or repairs a part: at the start of the next step. Events and frames show what follows.
    virtual void operate(const PlantOrder& order) = 0;
    /// The same later: at the start of the first step at or after `atS`, so up to one coupling step late. Orders of the
    /// same time are given in the order in which they came. Returns a ticket for cancelOrder(), or -1 where only
    /// pendingOrders() has it.
    virtual int operateAt(double atS, const PlantOrder& order) = 0;
    /// Nothing happens where the order was given already.
    virtual void cancelOrder(int ticket) = 0;
    /// Orders that are still to be given, by time.
    virtual std::vector<PendingOrder> pendingOrders() const = 0;
    /// Submits, ends, preempts, holds or releases a job: at the start of the next step.
    virtual void orderJob(const JobOrder& order) = 0;
    /// Hot air at the inlets of a hall's racks, as a field of its air found it: at the start of the next step. See
    /// Simulator::setAirFractions.
    virtual void setAirFractions(int hall, std::vector<double> fractions) = 0;
    /// Stops at the end of the step in which such an event happens, or such an alarm is raised, at any speed.
    virtual void pauseOn(const PauseRule& rule) = 0;
};

}  // namespace headroom::engine
