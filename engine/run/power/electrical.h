// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/words.h"
#include "engine/plant/index.h"
#include "engine/plant/plant.h"
#include "engine/plant/plant_order.h"
#include "engine/power/sections.h"
#include "engine/power/standby.h"
#include "engine/power/undervoltage.h"
#include "engine/run/contract/server_pool.h"
#include "engine/run/contract/subsystem.h"
#include "engine/run/racks/thermal.h"
#include "engine/run/state/state.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::engine {

/// The electrical plant in time: what switches, when, and what that does to racks and machines.
///
/// Event-driven. Between events everything is quasi-steady: one load flow per sub-step, batteries,
/// tanks and thermal images integrated exactly under constant power. Every change of switching runs
/// react(): states follow each other until nothing moves, then loads are settled and the next
/// crossings (a breaker's trip, an empty battery, an overload) are predicted and queued at their
/// exact times.
///
///   disturbance   V < window or input dead: UPS on battery at once; three within a minute lock it
///   no source     after the policy's delay the generators start; each may fail to start. Those
///                 that are the only source of something run from the beginning (power/standby.h)
///   transfer      ATS and STS leave a dead source at once, open transition; they return after the
///                 preferred source was back for the return delay
///   walk-in       a UPS ramps from battery to rectifier in steps; where the battery is empty before, its bypass
///                 takes the load at once
///   machines      come back in blocks, each after its restart time
///   racks         a rack without live cord rides through its hold-up, then its servers are off;
///                 they boot when power is back
///   breakers      long-time thermal image, short-time, instantaneous (models/power/breaker.h)
///   low voltage   a unit whose voltage under load is below what the loads on it, its converter or
///                 its undervoltage release ask for opens its incomers after the time for which
///                 loads ride through; where no voltage delivers the load at all, at once
///                 (models/power/voltage.h). They stay open until a person resets them.
///   generators    overload beyond 110 % for ten seconds trips them; tanks run dry
///   next to the    fuel cells run all the time and give what they have come up to, at their ramp; the
///   mains         other sources of their boards give the rest. Alone, their own store covers what
///                 they have not come up to for as long as it lasts, then they trip
///                 (electrical_parallel.cpp)
///   external      give and take what somebody else's model asks of them, within the loads of their unit and
///   batteries     what they hold; they follow a live unit and never make one live (electrical_battery.cpp)
///   capping       see power_control.cpp
///   hours         where operation follows price or carbon, an event at which the limit of accelerators begins
///                 and one at which it ends (power_hours.cpp); racks go by acceleratorsAt()
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
    bool isFollowing() const;

    bool hasFollowers() const { return !besideMains_.empty(); }

    /// Voltages settle to what figures need: to less where coupling steps grow.
    void growSteps(bool on) { toleranceV_ = on ? kGrowingVoltageTolerance : kEvenVoltageTolerance; }

    /// Queues crossings that the flow of the last sub-step leads to.
    void predict(double timeS);

    bool isDue(const QueuedEvent& event) const override;
    OnFlows onFlows(const QueuedEvent& event) const override;
    void act(const QueuedEvent& event) override;
    bool owns(const PlantOrder& order) const override;

    OnFlows onFlows(const PlantOrder& /*order*/) const override { return OnFlows::Switching; }

    /// A module of a power unit fails, or comes back.
    void moduleFailed(UnitIndex unit, double timeS, std::int64_t cause);
    void moduleRepaired(UnitIndex unit, double timeS, std::int64_t cause);

    void operate(const PlantOrder& order, double timeS, std::int64_t cause) override;

    bool atRest() const override;
    /// State of every unit and edge.
    void fill(Frame& frame) const override;

  private:
    /// Where power of IT is metered for one category of PUE (electrical_meters.cpp).
    struct ItMeter {
        std::vector<std::uint8_t> unit;  ///< 1 means its output is metered
        std::vector<UnitIndex> metered;  ///< The same units, ascending.
        std::vector<UnitIndex> behind;   ///< Meters below another one.
        std::vector<UnitIndex> stores;   ///< UPSs below a meter, not metered.
        std::vector<int> unmetered;      ///< Loads of IT that may have a way around all meters.
    };

    void buildIndex();
    void buildMeters();
    bool meterUpsAbove(UnitIndex from);
    void findMetersBehindMeters(ItMeter& meter) const;
    void findThrough(const ItMeter& meter);
    double meteredItW(const ItMeter& meter);
    void react(double timeS, std::int64_t cause);
    bool settleUnits(double timeS, std::int64_t& cause);
    bool stepUtility(UnitIndex unit, double timeS, std::int64_t cause);
    bool stepUps(UnitIndex unit, double timeS, std::int64_t cause);
    bool toBypass(UnitIndex unit, double timeS, std::int64_t cause);
    bool stepTransfer(UnitIndex unit, double timeS, std::int64_t cause);
    void leaveSource(UnitIndex unit, double timeS);
    bool stepGenset(UnitIndex unit, double timeS, std::int64_t cause);
    void settleCords(double timeS, std::int64_t cause);
    void supplyVoltages();
    bool incomerGood(EdgeIndex edge, double window) const;
    bool gensetNeeded(UnitIndex unit) const;
    bool gensetLoaded(UnitIndex unit) const;

    void beginHours(double timeS, bool wasLimited, std::int64_t cause);
    void turnHour(double timeS, std::int64_t cause);

    void timer(UnitIndex unit, double timeS);
    bool walksOn(UnitIndex unit, double timeS);
    void timerUps(UnitIndex unit, double timeS);
    void timerGenset(UnitIndex unit, double timeS);
    void limit(UnitIndex unit, double timeS);
    void trip(EdgeIndex edge, double timeS);
    static bool hasMoved(double dueS, double queuedS, double nowS);
    void queueLimit(std::size_t unit, double dueS, double nowS);
    void askLoads(const Flows& flows);
    bool shareBesideMains();
    bool isBehind(std::size_t unit) const;
    double askedOf(UnitIndex unit) const;
    void follow(Flows& flows, double dt);
    void beginBatteries(const DesignEdit* edit);
    void askBatteries(double dt);
    bool limitBatteries(double dt);
    void withdrawBatteries(Flows& flows, double dt);
    void predictBatteries(double timeS);
    void endOfBattery(UnitIndex unit, double timeS);
    bool hasBattery(UnitIndex unit) const;
    void collapse(const std::vector<VoltageCollapse>& collapses, double timeS);
    std::int64_t openForLowVoltage(UnitIndex unit, double timeS, const Words& text);
    void findLowVoltages();
    void letGo(EdgeIndex edge, double timeS);
    void holdUpOver(double timeS, std::int64_t cause);
    void runMachines(double timeS, std::int64_t cause);
    std::string machineName(const PowerLoad& load) const;
    void dropRack(RackIndex rack, double timeS, std::int64_t cause);
    void restoreRack(RackIndex rack, double timeS, std::int64_t cause);
    void fault(UnitIndex unit, double timeS, std::int64_t cause);
    void act(const PlantOrder& order, UnitIndex unit, double timeS, std::int64_t cause);

    double tankFuelOf(std::size_t unit) const;
    void noteBlockLoad(UnitIndex unit, double timeS);
    void control(double timeS);
    void loosen(double timeS);
    bool shed(double timeS);
    std::int64_t whyStrained(double timeS);

    void set(UnitIndex unit, PowerUnitState mode) {
        p_.mode[static_cast<std::size_t>(unit)] = mode;
    }

    void startTimer(UnitIndex unit, double dueS);
    std::int64_t say(double timeS, EventKind kind, UnitIndex unit, const Words& text,
                     std::int64_t cause);

    const std::string& name(UnitIndex unit) const {
        return n_.units[static_cast<std::size_t>(unit)].id;
    }

    double batteryFullJ(UnitIndex unit) const;
    double batteryCapacity(UnitIndex unit) const;
    double batteryLeftJ(UnitIndex unit, double drainW) const;
    double recharge(UnitIndex unit);

    const PowerNetwork& n_;
    PowerState& p_;
    ServerPool& servers_;
    PowerDemand demand_;
    PowerSections sections_;  ///< for several threads; as of the last flow
    bool hasRings_ = false;

    /// A sweep finds losses by the voltages of the one before: where the last moved none by more than this, losses
    /// are by twice this share of themselves off at most, and less than a tenth of the power is lost: with even steps
    /// by 2e-6 of the power, and voltages themselves by 1e-6. Assumption for those that grow: a fifth of what growing
    /// steps may change, in those sub-steps alone in which the load jumps.
    static constexpr double kEvenVoltageTolerance = 1e-5, kGrowingVoltageTolerance = 1e-3;
    double toleranceV_ = kEvenVoltageTolerance;  ///< per unit

    // fixed by the wiring
    Standby standby_;
    std::vector<UnitIndex> besideMains_;     ///< units that run in parallel with the mains
    std::vector<UnitIndex> boardsBeside_;    ///< boards that they feed now
    std::vector<double> batteryLossW_;       ///< by external battery, of the last sub-step
    std::vector<double> boardEdgeW_;         ///< of one board, by incomer: what such a source gives
    std::vector<double> lowest_;             ///< by unit: voltage below which it opens its incomers
    ItMeter upsMeter_, pduMeter_;            ///< of PUE categories 1 and 2
    std::vector<double> through_;            ///< by unit: scratch of meteredItW()
    std::vector<double> supplyV_;            ///< by unit: voltage of the mains behind it
    std::vector<std::uint8_t> low_;          ///< by unit: 1 its voltage is below lowest_, 2 that of
                                             ///< what feeds it
    std::vector<double> askedW_;             ///< by load: what it takes where it has a live cord
    std::vector<double> relief_;             ///< by unit: scratch of the cap controller
    std::vector<double> decay_;              ///< by breaker spec: scratch of a sub-step
    std::vector<std::vector<int>> loadsOf_;  ///< by kind of load: their indices
};

}  // namespace headroom::engine
