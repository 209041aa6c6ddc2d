// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/hydraulics/hydraulic_solver.h"
#include "engine/solve/hydraulics/period_rules.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// A pipe network over hours: demands, reservoir heads and pump speeds by patterns, tanks that
/// fill and empty, links that controls switch. Between two solutions flows are stopped and a
/// tank's volume changes at a steady rate,
///
///     V_next = V + (sum of inflow) dt,
///
/// with dt at most the hydraulic step and cut at each change of pattern, report time, full or empty
/// tank and control. Times are whole seconds, as in EPANET, whose rules these are (EPANET 2.2 user
/// manual, section 12.1.4): so that both see the same events.
namespace headroom::engine {

struct HydraulicTank {
    int node = 0;  ///< a fixed node of the network
    double areaM2 = 0.0;
    double startM = 0.0, leastM = 0.0, mostM = 0.0;  ///< heads
    double leastM3 = 0.0;                            ///< volume at the least head
    /// Volume over head of a tank that is not a cylinder, both rising; empty means areaM2 holds.
    std::vector<double> curveM, curveM3;
    bool overflows = false;  ///< a full one still takes water
};

/// base x factor of the pattern (-1: none) x the period's demand factor.
struct PatternedDemand {
    int node = 0;
    double baseM3PerS = 0.0;
    int pattern = -1;
};

/// A fixed head or a pump's speed that follows a pattern.
struct PatternedValue {
    int index = 0;  ///< node or link
    double base = 1.0;
    int pattern = 0;
};

enum class ControlTrigger : std::uint8_t { NodeBelow, NodeAbove, Time, ClockTime };

struct HydraulicControl {
    int link = 0;
    std::optional<bool> open;       ///< what it does: opens or shuts,
    std::optional<double> setting;  ///< or sets speed, setting, Tcv: resistance
    ControlTrigger trigger = ControlTrigger::Time;
    int node = 0;
    double headM = 0.0;
    long atS = 0;  ///< from the start, or from midnight
};

struct ExtendedPeriod {
    std::vector<std::vector<double>> patterns;
    std::vector<PatternedDemand> demands;  ///< added up; nodes without one keep the network's
    std::vector<PatternedValue> heads, speeds;
    std::vector<HydraulicTank> tanks;
    std::vector<HydraulicControl> controls;
    std::vector<HydraulicRule> rules;
    long ruleStepS = 0;  ///< 0 means a tenth of the hydraulic step
    double demandFactor = 1.0;
    long durationS = 0, stepS = 3600, patternStepS = 3600, patternStartS = 0;
    long reportStepS = 3600, reportStartS = 0;
    long startClockS = 0;
};

class ExtendedPeriodRun {
  public:
    /// HYD-001 to HYD-003 of the network; HYD-001 too where the period names what is not there.
    static Result<ExtendedPeriodRun> create(HydraulicNetwork network, ExtendedPeriod period,
                                            double accuracy = 1e-8);

    /// Solves at timeS(). HYD-004 where it does not converge.
    Result<void> solve();

    /// Goes on to the next event, tanks filled until then; false at the end. After solve().
    bool advance();

    long timeS() const { return timeS_; }

    std::span<const double> flowM3PerS() const { return flow_; }

    std::span<const double> headM() const { return head_; }

    const HydraulicSolver& solver() const { return solver_; }

    const HydraulicOutcome& outcome() const { return outcome_; }

  private:
    double factor(int pattern) const;
    void applyPatterns();
    void act(const HydraulicControl& control);
    bool changes(const HydraulicControl& control) const;
    RuleSight sight(long fromS) const;
    bool applyRules(long fromS);
    void fillTanks(long seconds);
    void holdTankHeads();
    bool applyControls(bool junctions);
    void applyTanks();
    double inflow(int node) const;
    double volume(const HydraulicTank& tank, double headM) const;
    double headOf(const HydraulicTank& tank, double m3) const;
    int tankAt(int node) const;
    long nextStepS() const;

    HydraulicSolver solver_;
    ExtendedPeriod period_;
    std::vector<double> flow_, head_, volume_;
    std::vector<bool> wanted_;              // links that their controls leave open
    std::vector<FlowDirection> direction_;  // of links where no tank forbids one
    HydraulicOutcome outcome_;
    long timeS_ = 0, reportS_ = 0;
};

}  // namespace headroom::engine
