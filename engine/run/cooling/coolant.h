// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/hall_air.h"
#include "engine/plant/index.h"
#include "engine/plant/plant.h"
#include "engine/run/contract/subsystem.h"
#include "engine/run/racks/thermal.h"
#include "engine/run/state/state.h"
#include "engine/solve/hydraulics/hydraulic_solver.h"
#include "engine/solve/thermal/thermal_network.h"
#include "models/facility/weather.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

/// The part of a link of pumps.
const models::PumpSpec& pumpOf(const Plant& plant, const CoolingLink& link);

/// Links of the coolant network that an order means; empty if it is for no part of the coolant plant.
std::vector<LinkIndex> coolantLinksOf(const Plant& plant, const PlantOrder& order);

/// The coolant plant in time: from the racks' cold plates to the weather, and the air of the halls.
///
/// In a sub-step: machines that have power and are in service → valves and pump speeds by their
/// controllers, implicit in their own action → flows of every circuit whose settings moved (global
/// gradient, warm) → air handlers, zones of air and rows of racks condensed to affine laws →
/// chillers staged, towers and dry coolers by their effectiveness → one linear implicit system for
/// all temperatures → racks, zones, water use, power.
///
///   flows          quasi-steady; speed of pumps ramps, and coasts down without power
///   temperatures   backward Euler, stable at any step; mains as cells of at most 30 s of travel
///   sub-steps      halve while a temperature moves by more than 1 K in one, double when it is
///                  quiet, start over at 1 s after an order, a failure or a switching, and at an even
///                  step after a change of load where coupling steps grow; where coupling
///                  steps grow (step_length.h) they are judged by how far temperatures and controls got
///                  from where they were going
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
    double subStepS(double leftS) const;

    /// How long the next sub-step may be at all.
    double nextSubStepS() const { return c_.subStepS; }

    /// Where coupling steps are as long as sub-steps may be, these grow from what was tried alone.
    void growSteps(bool on);

    /// While flows and controllers settle and the clock of the run is stopped: nothing trips, leaks or runs out, and
    /// the log hears of nothing.
    void settle(bool on) { settles_ = on; }

    /// Whether a plant would change over between free cooling and chillers, or a chiller start, come on duty or stop,
    /// in a sub-step of that length under that weather: which of them run holds for all of the sub-step.
    bool changesOver(const models::Weather& weather, double dt) const;

    /// Something switched: the next sub-steps are short.
    void disturb();

    /// The load of racks changed: where coupling steps grow, the next sub-step is at most an even one.
    void changeLoad();

    bool owns(const PlantOrder& order) const override;

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

    void derive() override;
    bool atRest() const override;

    /// Water in the stores.
    void publish() override;
    /// State of every node and link.
    void fill(Frame& frame) const override;

    /// Told of racks that begin or end to throttle.
    void noteThrottle(double timeS);

  private:
    void keepTops();
    // coolant.cpp
    void buildIndex();
    int inService(LinkIndex link) const;
    double powered(LinkIndex link) const;
    double able(LinkIndex link) const;
    void noteOutputs();
    double controlledS(const models::ControlLoop& loop, double dt) const;
    double valveGainPerK(const CoolingLink& link) const;
    static double leftToMove(double gain, const models::ControlState& state);
    double unrestK(double dt);
    double heatShare(std::size_t loop) const;
    double valveShare(std::size_t link) const;
    double nextSubStepS(double movedK, double calmShare, double dt) const;
    void machines(double dt);
    double rhoCp(LinkIndex link) const;
    double wPerK(LinkIndex link) const;

    // coolant_pumps.cpp
    LinkIndex pumpsOf(std::size_t circuit) const;
    double orderedPumps(LinkIndex pumps) const;
    double leastFlowM3PerS(std::size_t loop) const;
    double outdoorFlowM3PerS(std::size_t loop) const;
    double outdoorFlowM3PerS(std::size_t loop, bool economises, int chillers, double heatW) const;
    double outdoorPumpsW(std::size_t loop, double flowM3PerS) const;
    double missedShare(std::size_t loop) const;
    void movePumps(std::size_t circuit, double dt);
    void stagePumps(std::size_t circuit, LinkIndex pumps, const models::PumpSpec& spec,
                    double demand, double dt);
    void pumpPower(Flows& f);

    // coolant_flow.cpp
    void buildHydraulics();
    void moveValves(double dt);
    void moveCduValve(std::size_t cdu, double dt);
    void moveCoilValve(std::size_t hall, double dt);
    void moveBypass(std::size_t loop, double dt);

    struct Setting {
        double resistance = 0.0, speed = 0.0, units = 0.0;

        bool operator==(const Setting&) const = default;
    };

    /// Circuits side by side of one network: racks on CDUs of one kind, mostly.
    struct AlikeCircuits {
        int first = 0, circuits = 0;
        int solved = -1;  ///< the one that was solved last in this sub-step; -1 if none
        std::vector<double> flowM3PerS, headM;  ///< from which it began
    };

    Setting setting(LinkIndex link) const;
    void circuits(double dt);
    void hydraulics(std::size_t circuit, AlikeCircuits& alike);
    bool doesAsSolved(std::size_t circuit, const AlikeCircuits& alike) const;
    void leaks(double dt);
    double resistance(LinkIndex link, double opening) const;
    double travel(LinkIndex link, double opening, double moreM3PerS) const;
    double openingPerPressure(LinkIndex link, double opening) const;
    double rangeability(LinkIndex link) const;
    double flowAt(LinkIndex link, double resistanceNow, double opening) const;
    double dropPa(LinkIndex link) const;

    // coolant_plant.cpp
    struct Rejection;
    struct Outlook;
    struct ChangeOver;
    struct Chilling;
    double aheadC(NodeIndex node, double aheadS) const;
    Rejection rejection(LoopIndex loop, const models::Weather& w, double aheadS) const;
    struct Outdoors;
    double besideW(LoopIndex loop, const Rejection& r, const Outlook& o,
                   const Outdoors& held) const;
    Outdoors leastPower(LoopIndex loop, Rejection r, const Outlook& o, const models::Weather& w,
                        double outdoorW) const;
    Outlook outlook(LoopIndex loop, Rejection& full, const models::Weather& w, double aheadS) const;
    ChangeOver changeOver(LoopIndex loop, const Outlook& outlook, double dt) const;
    void rejectHeat(LoopIndex loop, const models::Weather& w, double dt);
    void countRejection(LoopIndex loop, Flows& f) const;
    Chilling chilling(LoopIndex loop, const models::Weather& w, double economiserWPerK,
                      double aheadS) const;
    void proveFlow(LoopIndex loop, Chilling& c) const;
    bool stages(LoopIndex loop, const models::Weather& w, double dt) const;
    void noteFlowTrip(LoopIndex loop, int machines, bool byCondensers, double timeS);
    void chill(LoopIndex loop, const models::Weather& w, double dt);
    void coolFromOutside(LoopIndex loop);
    void makeUp(LoopIndex loop, Flows& f, const models::Weather& w, double dt);
    double economiserWPerK(LoopIndex loop) const;

    // coolant_heat.cpp
    void buildThermal();
    void exchange(Flows& f, const models::Weather& w, double dt);
    void air(std::size_t hall, const Flows& f, double dt);
    void countAir(Flows& f) const;
    void row(const PlantRow& row, const Flows& f, double dt);
    models::TankLaw tankLaw(const PlantRow& row, RackIndex rack, double heatW, double dt) const;
    void cduExchanger(std::size_t cdu);
    void coilExchanger(std::size_t hall);
    bool restHolding();
    void solve(Flows& f, double dt);
    void noteRates(double dt);
    void finish(Flows& f, double dt);
    void finishRow(std::size_t row, const Flows& f, double dt);
    void finishHall(std::size_t hall, const Flows& f);
    void show(Flows& f);
    void showRideThrough(const Flows& f);

    // coolant_orders.cpp
    std::vector<LinkIndex> linksOf(const PlantOrder& order) const;
    /// Returns the event that told of it, -1: nothing was done.
    std::int64_t act(const PlantOrder& order, LinkIndex link, bool undo, double timeS,
                     std::int64_t cause);
    void isolate(LinkIndex link, double timeS, std::int64_t cause);

    const CoolingNetwork& n_;
    CoolantState& c_;

    std::vector<HydraulicSolver> solvers_;  ///< by circuit
    std::vector<AlikeCircuits> alike_;      ///< all circuits, in their order
    ThermalNetwork thermal_;
    std::vector<HallAir> air_;
    std::vector<ReturnLaw> returnLaw_;  ///< by hall
    std::vector<int> firstZone_;        ///< by hall

    // fixed by the plant, by link
    std::vector<int> hazard_;              ///< index of its hazard, -1: none
    std::vector<int> load_;                ///< power load that drives it, -1: none
    std::vector<double> fixedResistance_;  ///< of one unit: exchanger, fittings, balancing
    std::vector<double> openResistance_;   ///< of one unit's open control valve

    /// Opening that was requested last, by link: each is requested several times in turn.
    struct AtOpening {
        double opening = models::kNotStated, resistance = 0.0;
    };

    mutable std::vector<AtOpening> known_;

    ByCircuit<std::vector<LinkIndex>> branches_;  ///< links between supply and return
    ByCircuit<LinkIndex> farLink_;                ///< its index branch
    std::vector<int> reuse_, towerExchange_, evaporatorExchange_, economiserExchange_;  ///< by loop
    std::vector<int> externalExchange_;                                                 ///< by loop
    std::vector<int> cduExchange_, coilExchange_;  ///< by CDU, by hall
    std::vector<std::uint8_t>
        holds_;  ///< by exchange: a temperature, rather than what its surfaces transfer
    std::vector<double>
        outdoorJPerK_;  ///< by loop: water between its towers or dry coolers and what they cool
    std::vector<double> fanW_, coolerWaterKgPerS_, externalPowerW_;  ///< by loop, of this sub-step
    std::vector<double>
        outdoorM3PerS_;  ///< by loop: flow that its outdoor circuit shall have, of this sub-step
    std::vector<double> cells_;     ///< by loop: towers with water and fans, of this sub-step
    std::vector<double> wetShare_;  ///< by loop: of the heat of its towers, what evaporates water
    std::vector<double> shaftW_, motorLossW_;  ///< by link
    std::vector<double> nodeBefore_;
    std::vector<Setting> settings_;                  ///< by link
    std::vector<models::TankLaw> tankLaw_;           ///< by rack, of this sub-step
    std::vector<double> rackStoredW_, rackLostW_;    ///< by rack; lost: by tanks, past their coils
    std::vector<double> rowFastestK_, hallStoredW_;  ///< by row, by hall
    double fastestK_ = 0.0;  ///< how far any temperature moved in the sub-step
    double commonK_ = 0.0;   ///< the same, of what is next to its like (coolant_heat.cpp)
    double bendK_ =
        0.0;  ///< how far from where it was going; of racks without flow and of tanks, from where it was
    bool grows_ = false, settles_ = false;
    std::vector<double> outputsBefore_;  ///< of fans, valves, chillers, before the sub-step
};

}  // namespace headroom::engine
