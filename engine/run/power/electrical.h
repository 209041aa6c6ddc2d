// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/sections.h"
#include "engine/run/contract/server_pool.h"
#include "engine/run/contract/subsystem.h"
#include "engine/run/power/external_batteries.h"
#include "engine/run/power/it_meters.h"
#include "engine/run/power/low_voltages.h"
#include "engine/run/power/parallel_sources.h"
#include "engine/run/power/power_controller.h"
#include "engine/run/power/power_hours.h"
#include "engine/run/power/power_limits.h"
#include "engine/run/power/power_orders.h"
#include "engine/run/power/power_reaction.h"
#include "engine/run/power/power_stores.h"
#include "engine/run/power/power_units.h"
#include "engine/run/power/powered_loads.h"
#include "engine/run/power/supply_voltages.h"
#include "engine/run/racks/thermal.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

/// The electrical plant in time: what switches, when, and what that does to racks and machines.
///
/// Event-driven. Between events everything is quasi-steady: one load flow per sub-step, batteries,
/// tanks and thermal images integrated exactly under constant power. Every change of switching
/// leads to a reaction: states follow each other until nothing moves, then loads are settled and the next
/// limits (a breaker's trip, an empty battery, an overload) are predicted and queued at their
/// exact times.
///
/// This class solves and meters the flow of a sub-step and hands events and orders to its parts:
///
///   `power_units.h`         behaviour of each kind of unit: UPS, transfer switch, generator set, mains.
///   `powered_loads.h`       cords, racks and machines.
///   `power_reaction.h`      reaction to a change of switching: units, then loads.
///   `power_limits.h`        trips, overloads, empty batteries and tanks: predicted, and their effect.
///   `low_voltages.h`        undervoltage and voltage collapse.
///   `power_stores.h`        batteries of UPSs and tanks.
///   `external_batteries.h`  batteries that a co-simulation unit or the design operates.
///   `parallel_sources.h`    fuel cells next to the mains.
///   `power_controller.h`    capping and shedding.
///   `power_hours.h`         hours that operation follows.
///   `power_orders.h`        actions of people, drills and failures.
///   `it_meters.h`           meters of PUE categories 1 and 2.
///   `supply_voltages.h`     voltage of the mains behind each unit.
///
/// Sources: facts of UPS, transfer and generator behaviour as in the catalogue; ISO 8528 for
/// blocks.
class Electrical : public Subsystem {
  public:
    Electrical(const RunContext& run, ServerPool& servers);

    /// Everything closed and live; drills queued.
    void begin() override;

    /// After an edit of the design: stores hold no more than they can, then the wiring reacts.
    void resume(const DesignEdit& edit) override;

    /// Heat that electrical parts give to the halls in this sub-step; before cooling.
    void releaseLosses(Flows& flows, double dt);

    /// Load flow of this sub-step, which ends at `untilS`, and what it integrates; after cooling.
    /// True where voltages collapsed: racks are dark from here on.
    bool solve(Flows& flows, double dt, double untilS);

    /// A source in parallel with the mains has not come up, or down, to what its boards take.
    bool isFollowing() const { return parallel_.isFollowing(); }

    bool hasFollowers() const { return parallel_.any(); }

    /// Voltages settle to what figures need: to less where coupling steps grow.
    void growSteps(bool on) { toleranceV_ = on ? kGrowingVoltageTolerance : kEvenVoltageTolerance; }

    /// Queues limits that the flow of the last sub-step leads to.
    void predict(double timeS);

    bool isDue(const QueuedEvent& event) const override;
    OnFlows onFlows(const QueuedEvent& event) const override;
    void act(const QueuedEvent& event) override;

    OnFlows onFlows(const PlantOrder& /*order*/) const override { return OnFlows::Switching; }

    void operate(const PlantOrder& order, double timeS, std::int64_t cause) override;

    /// A module of a power unit fails, or comes back.
    void moduleFailed(UnitIndex unit, double timeS, std::int64_t cause);
    void moduleRepaired(UnitIndex unit, double timeS, std::int64_t cause);

    bool atRest() const override;
    /// State of every unit and edge.
    void fill(Frame& frame) const override;

  private:
    bool hasPart(const PlantOrder& order) const override { return orders_.hasPart(order); }

    struct Settled {
        bool collapsed = false;  ///< voltages did, and what carried them opened
        bool holdUp = false;     ///< a load without live cord lives on its own store
    };

    void askLoads(const Flows& flows);
    bool drawLoads();
    Settled settleFlow(double dt, double untilS);
    void countHoldUp(Flows& flows) const;
    void meterUnits(Flows& flows, double dt, double untilS);

    const PowerNetwork& n_;
    PowerState& p_;
    ServerPool& servers_;
    PowerDemand demand_;
    PowerSections sections_;      ///< for several threads; as of the last flow
    std::vector<double> askedW_;  ///< by load: what it takes where it has a live cord

    /// A sweep finds losses by the voltages of the one before: where the last moved none by more than this, losses
    /// are by twice this share of themselves off at most, and less than a tenth of the power is lost: with even steps
    /// by 2e-6 of the power, and voltages themselves by 1e-6. Assumption for those that grow: a fifth of what growing
    /// steps may change, in those sub-steps alone in which the load jumps.
    static constexpr double kEvenVoltageTolerance = 1e-5, kGrowingVoltageTolerance = 1e-3;
    double toleranceV_ = kEvenVoltageTolerance;  ///< per unit

    PowerStores stores_;
    SupplyVoltages supply_;
    ParallelSources parallel_;
    ExternalBatteries batteries_;
    ItMeters meters_;
    PoweredLoads loads_;
    PowerUnits units_;
    PowerReaction reaction_;
    LowVoltages lowVoltages_;
    PowerLimits limits_;
    PowerController controller_;
    PowerOrders orders_;
    PowerHours hours_;
};

}  // namespace headroom::engine
