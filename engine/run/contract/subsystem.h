// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"
#include "engine/run/contract/order_owner.h"
#include "engine/run/contract/run_context.h"
#include "engine/run/frame/quantity.h"

#include <cstddef>
#include <cstdint>

namespace headroom::engine {

struct DesignEdit;
struct Frame;

/// Effect of an event or order on power and heat.
enum class OnFlows : std::uint8_t {
    None,
    Needed,      ///< asks that they are computed from now on (RunOptions::coupling)
    Switching,   ///< what flowed up to now flowed under the switching before it
    Disturbance  ///< and temperatures move fast from now on: sub-steps begin short again
};

/// The contract of a run. A part with a life of its own (power, cooling, fabrics, jobs, services,
/// other sites, faults, corruption) keeps what changes in columns of the State that it declares
/// next to them (declarePower in power_state.h: from these follow sizes, snapshot, hash, carry-over
/// and checks), writes no others, and meets its neighbours through their ports. Everything else it holds follows from plant
/// and State. Flows of a sub-step, and their order, are in step.cpp.
class Subsystem {
  public:
    /// `self`: its events and orders.
    Subsystem(const RunContext& run, Owner self)
        : plant_(run.plant),
          s_(run.state),
          queue_(run.queue),
          causes_(run.causes),
          log_(run.log),
          workers_(run.workers),
          self_(self) {}

    Subsystem(const Subsystem&) = delete;
    Subsystem& operator=(const Subsystem&) = delete;
    virtual ~Subsystem() = default;

    /// Once, at the start of a run: its columns are at rest and get what differs, its first events
    /// are queued.
    virtual void begin() {}

    /// The State was loaded, copied or carried over: what follows from it is found anew.
    virtual void derive() {}

    // Events that it queued, or that others queued for it.
    /// False: void, its timer has moved on.
    virtual bool isDue(const QueuedEvent& /*event*/) const { return true; }

    virtual OnFlows onFlows(const QueuedEvent& /*event*/) const { return OnFlows::None; }

    virtual void act(const QueuedEvent& /*event*/) {}

    /// In place of act where power and heat are never computed: counted, and reaches nobody.
    virtual void pass(const QueuedEvent& /*event*/) {}

    /// The hazard behind an event, to which the jobs that it interrupts are booked; -1 if none.
    virtual std::int32_t hazardOf(const QueuedEvent& /*event*/) const { return -1; }

    // Actions of people and drills.
    /// The order is of this subsystem, and a part of the facility fits it.
    bool owns(const PlantOrder& order) const {
        return ownerOf(plant_, order) == self_ && hasPart(order);
    }

    virtual OnFlows onFlows(const PlantOrder& /*order*/) const { return OnFlows::None; }

    virtual void operate(const PlantOrder& /*order*/, double /*timeS*/, std::int64_t /*cause*/) {}

    // An edit of the design (edit.h). In the old plant: lets go of what is gone in the new one.
    virtual void detachRemoved(const DesignEdit& /*edit*/) {}

    /// In the new plant, after its columns were carried over: reacts to what is new.
    virtual void resume(const DesignEdit& /*edit*/) {}

    /// Nothing of it keeps power and heat from being left out (Coupling::Asked).
    virtual bool atRest() const { return true; }

    /// At the end of a step: its quantities of the facility.
    virtual void publish() {}

    /// For viewers: what it alone knows.
    virtual void fill(Frame& /*frame*/) const {}

  protected:
    /// Whether the object of an order of this subsystem has the part that the order names. By the plant alone where it can: it is
    /// asked before there is a State.
    virtual bool hasPart(const PlantOrder& /*order*/) const { return false; }

    /// For publish().
    void setQuantity(FacilityQuantity quantity, double value) { s_.shown[quantity] = value; }

    /// The drills of the plant that it owns, as events of that kind with the drill as `a`.
    template <class Kind>
    void queueDrills(Kind kind) {
        for (std::size_t d = 0; d < plant_.drills.size(); ++d) {
            if (owns(plant_.drills[d].order)) {
                queue_.push(plant_.drills[d].atS, kind, static_cast<std::int32_t>(d), 0);
            }
        }
    }

    const Plant& plant_;
    State& s_;
    EventQueue& queue_;
    Causes& causes_;
    EventLog log_;
    Workers& workers_;

  private:
    Owner self_;
};

}  // namespace headroom::engine
