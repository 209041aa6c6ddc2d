// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/branches.h"
#include "engine/run/contract/subsystem.h"
#include "engine/run/cooling/chiller_plant.h"
#include "engine/run/cooling/control_valves.h"
#include "engine/run/cooling/coolant_circuits.h"
#include "engine/run/cooling/coolant_leaks.h"
#include "engine/run/cooling/coolant_meters.h"
#include "engine/run/cooling/coolant_orders.h"
#include "engine/run/cooling/coolant_part.h"
#include "engine/run/cooling/coolant_pumps.h"
#include "engine/run/cooling/coolant_sub_steps.h"
#include "engine/run/cooling/cooled_halls.h"
#include "engine/run/cooling/cooled_racks.h"
#include "engine/run/cooling/cooling_units.h"
#include "engine/run/cooling/external_cooling.h"
#include "engine/run/cooling/heat_network.h"
#include "engine/run/cooling/heat_rejection.h"
#include "engine/run/cooling/loop_flows.h"
#include "engine/run/cooling/make_up_water.h"
#include "engine/run/racks/thermal.h"
#include "models/facility/weather.h"

#include <cstdint>
#include <span>

namespace headroom::engine {

/// The coolant plant in time: from the racks' cold plates to the weather, and the air of the halls.
///
/// In a sub-step: machines that have power and are in service → valves and pump speeds by their
/// controllers, implicit in their own action → flows of every circuit whose settings moved (global
/// gradient, warm) → air handlers, zones of air and rows of racks condensed to affine laws →
/// chillers staged, towers and dry coolers by their effectiveness → one linear implicit system for
/// all temperatures → racks, zones, water use, power.
///
/// This class takes its parts through a sub-step, and hands events and orders to them:
///
///   `cooling_units.h`      units of each machine: in service, with power, running.
///   `control_valves.h`     valves of CDUs, coils and bypasses.
///   `coolant_pumps.h`      number, speed and power of pumps.
///   `coolant_circuits.h`   flows and heads.
///   `coolant_leaks.h`      leaks and lost pressure.
///   `heat_network.h`       all temperatures of liquids and supply air.
///   `heat_rejection.h`     towers, dry coolers, economisers, mode of a loop; over outdoor_machines.h, loop_flows.h.
///   `chiller_plant.h`      staging and flow switches of chillers.
///   `external_cooling.h`   a plant outside of the model.
///   `make_up_water.h`      water of towers and pads, its store.
///   `cooled_halls.h`       air handlers, zones, inlets of racks.
///   `cooled_racks.h`       coolant of racks, tanks, throttling.
///   `coolant_sub_steps.h`  length of the next sub-step.
///   `coolant_meters.h`     quantities and frames.
///   `coolant_orders.h`     actions of people, drills and failures.
///
///   flows          quasi-steady; speed of pumps ramps, and coasts down without power
///   temperatures   backward Euler, stable at any step; mains as cells of at most 30 s of travel
///   side by side   halls, CDUs, rows, loops and circuits are computed each by itself, on the
///                  threads of the run; what they add to common sums is added afterwards, in order
///   what is held   properties of liquids at design temperature; the efficiency of a tower at the
///                  state of the last sub-step; COP of chillers within a sub-step
///
/// Failure modes: units out of service or without power, valves that stick, exchangers that foul,
/// leaks that drain the expansion vessel until they are isolated (and pumps that cut out when its
/// pressure is gone), circuits shut off, make-up water that runs out.
class Coolant : public Subsystem {
  public:
    explicit Coolant(const RunContext& run);

    /// Everything at its set-point and flows settled, drills queued; after the electrical plant.
    void begin() override;

    /// One sub-step; after the racks' sweep.
    void cool(Flows& flows, const models::Weather& weather, double dt);

    /// How long the next sub-step may be, at most `leftS`.
    double subStepS(double leftS) const { return subSteps_.next(leftS); }

    /// How long the next sub-step may be at all.
    double nextSubStepS() const { return s_.coolant.subStepS; }

    /// Where coupling steps are as long as sub-steps may be, these grow from what was tried alone.
    void growSteps(bool on) { mode_.grows = on; }

    /// While flows and controllers settle and the clock of the run is stopped: nothing trips, leaks or runs out, and
    /// nothing is logged.
    void settle(bool on) { mode_.settles = on; }

    /// Whether a plant would change over between free cooling and chillers, or a chiller start, come on duty or stop,
    /// in a sub-step of that length under that weather: which of them run holds for all of the sub-step.
    bool changesOver(const models::Weather& weather, double dt) const;

    /// Something switched: the next sub-steps are short.
    void disturb() { subSteps_.disturb(); }

    /// The load of racks changed: where coupling steps grow, the next sub-step is at most an even one.
    void changeLoad() { subSteps_.changeLoad(); }

    OnFlows onFlows(const PlantOrder& /*order*/) const override { return OnFlows::Switching; }

    void operate(const PlantOrder& order, double timeS, std::int64_t cause) override;
    /// The repair of what that order broke.
    void undo(const PlantOrder& order, double timeS, std::int64_t cause);

    OnFlows onFlows(const QueuedEvent& /*event*/) const override { return OnFlows::Switching; }

    void act(const QueuedEvent& event) override;

    /// Result of a field of the hall: share of hot air at the inlets of its racks, in the order of the rows of its
    /// HallAirPlan. Ignored where the number of racks is another.
    void setAirFractions(HallIndex hall, std::span<const double> fractions);

    /// After an edit of the design: stores hold no more than they can, flows are solved anew.
    void resume(const DesignEdit& edit) override;

    void derive() override { halls_.derive(); }

    bool atRest() const override { return orders_.atRest(); }

    /// Water in the stores.
    void publish() override;

    /// State of every node and link.
    void fill(Frame& frame) const override { meters_.fill(frame); }

    /// Reports racks that begin or end to throttle.
    void noteThrottle(double timeS) { racks_.noteThrottle(timeS); }

  private:
    bool hasPart(const PlantOrder& order) const override;
    void beginLiquids();
    void beginMachines();
    void exchange(Flows& f, const models::Weather& w, double dt);
    void finish(Flows& f, SubStepMove& move, double dt);

    CoolantMode mode_;
    CoolingBranches branches_;
    CoolingUnits units_;
    LoopFlows flows_;
    HeatNetwork heat_;
    ControlValves valves_;
    CoolantPumps pumps_;
    CoolantCircuits circuits_;
    CoolantLeaks leaks_;
    HeatRejection rejection_;
    ChillerPlant chillers_;
    ExternalCooling external_;
    MakeUpWater water_;
    CooledHalls halls_;
    CooledRacks racks_;
    CoolantSubSteps subSteps_;
    CoolantMeters meters_;
    CoolantOrders orders_;
};

}  // namespace headroom::engine
