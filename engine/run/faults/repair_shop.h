// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/contract/run_context.h"
#include "engine/run/faults/repair_queue.h"
#include "engine/run/state/state.h"

#include <cstdint>
#include <string>

namespace headroom::engine {

/// Receiver of the progress of repairs.
class RepairClient {
  public:
    virtual ~RepairClient() = default;
    /// A crew has begun; `event` told of it.
    virtual void repairBegun(std::int32_t fault, double timeS, std::int64_t event) = 0;
    virtual void repaired(std::int32_t fault, double timeS, std::int64_t event) = 0;
    /// The part, for events.
    virtual std::string subjectOf(std::int32_t fault) const = 0;
};

/// The repair shop of a facility: RepairQueue with the plant's rules, events for people
/// (EventKind::Maintenance where a repair waits and where it begins) and the events RepairDone,
/// CrewFree and SpareArrives.
class RepairShop {
  public:
    explicit RepairShop(const RunContext& run);

    /// Once, before begin().
    void join(RepairClient& client) { client_ = &client; }

    void begin();

    /// The fault is localised and may be repaired: takes its number, hazard, site, spare and
    /// repairS. byReset: takes no crew, no part and no window.
    void ask(const Fault& fault, double timeS, std::int64_t cause, bool byReset = false);

    /// Nobody needs that repair any more.
    void cancel(std::int32_t fault, double timeS);

    void handle(const QueuedEvent& event);

    /// "a crew", "a spare pump, in 3.2 d", "the maintenance window"; empty means nothing.
    std::string waitsFor(std::int32_t fault, double timeS) const;

    /// End of the repair where it has begun, negative else.
    double expectedS(std::int32_t fault) const;

  private:
    void work(double timeS, std::int64_t cause);

    const Plant& plant_;
    State& s_;
    EventQueue& queue_;
    EventLog log_;
    RepairQueue repairs_;
    RepairClient* client_ = nullptr;
};

/// "accelerator", "pump", …: for people.
const char* sparePartName(models::SparePart part);

}  // namespace headroom::engine
