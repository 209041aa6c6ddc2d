// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/solve/hydraulics/hydraulic_network.h"

#include <memory>
#include <span>
#include <vector>

/// Steady flows and heads of a pipe network by the global gradient algorithm: Newton's method on
/// the mass balance of all nodes and the head loss of all links at once, of which only heads stay
/// unknown in a sparse symmetric matrix. With p = 1 / h'(q), each iteration solves
///
///     sum over links at i of p (dH_i - dH_j) = -(imbalance_i + sum of +-p (H_i - H_j - h(q)))
///     dq = p (H_i - H_j - h(q)) + p (dH_i - dH_j)
///
/// for corrections, so that mass balances to the last digits at any heads.
///
/// Source: Todini, Pilati, "A gradient method for the analysis of pipe networks", in: Computer
/// Applications in Water Supply, vol. 1 (1988) 1, as applied in the EPANET 2.2 manual,
/// section 12.1.
namespace headroom::engine {

struct HydraulicOptions {
    /// Done when the flows of all links together change by less than this share of themselves …
    double accuracy = 1e-6;
    double headStepM = 0.01;  ///< … and no link's loss by more than this
    int maximumIterations = 100;
};

struct HydraulicOutcome {
    bool converged = false;
    int iterations = 0;
    double flowChange = 0.0;             ///< relative, of the last iteration
    double massErrorM3PerS = 0.0;        ///< largest imbalance of a node
    double headErrorM = 0.0;             ///< largest difference of a link's loss and its law
    int worstNode = -1, worstLink = -1;  ///< where
    int isolatedNodes = 0;               ///< nodes that no open link joins to a fixed head; at rest
};

/// Solves one network again and again. Order and pattern of the matrix are made once, in
/// setNetwork; nothing allocates after it. The solver holds settings only: flows and heads live
/// with the caller, solve() reads them as its start, and the same settings and start give the same
/// bytes. Used by one thread at a time.
///
/// Zero flow is not an error:
/// - Nothing drives (pumps off, no demand, one level of fixed heads): all flows are 0, and heads
///   those of the fixed nodes.
/// - Nodes that no open link joins to a fixed head keep the head that the caller gave (where it is
///   no number, their elevation; where they leak, that of the lowest leak, which runs dry), flows
///   of their parts are found among themselves, and a demand that cannot be met is listed in
///   `unsupplied`.
/// - A regulating valve whose setting would leave one side without any source cannot hold it: it
///   is open, and is listed in `unable`.
/// - A closed link, and one that a check valve holds, carries exactly 0.
class HydraulicSolver {
  public:
    HydraulicSolver();
    ~HydraulicSolver();
    HydraulicSolver(HydraulicSolver&&) noexcept;
    HydraulicSolver& operator=(HydraulicSolver&&) noexcept;

    HydraulicOptions options;

    /// HYD-001: a link names a node or curve that is not there, or begins where it ends; HYD-002: a value that is not a
    /// finite number or outside what its law allows; HYD-003: a curve whose flows do not rise, or a pump's whose heads do
    /// not fall. The place is named.
    Result<void> setNetwork(HydraulicNetwork network);

    const HydraulicNetwork& network() const;

    // Settings, from the next solve on. Indices must exist and values be finite.
    void setResistance(int link, double resistance);
    void setOpen(int link, bool open);
    void setDirection(int link, FlowDirection direction);
    void setUnits(int link, double units);
    void setSpeed(int link, double speed);
    void setSetting(int link, double setting, bool regulates = true);
    void setDemand(int node, double demandM3PerS);
    void setFixedHead(int node, double headM);  ///< of a node that is fixed

    /// By link and by node. A start of zeros is a cold one: links then begin at a usual flow.
    HydraulicOutcome solve(std::span<double> flowM3PerS, std::span<double> headM);

    /// After solve: nodes whose demand is not met, in the order of index.
    const std::vector<int>& unsupplied() const;

    /// After solve: nodes that no open link joins to a fixed head, in the order of index.
    std::vector<int> cutOff() const;

    /// After solve: regulating valves that cannot hold their setting and are open, since nothing
    /// else supplies one of their sides.
    std::vector<int> unable() const;

    /// HYD-004 with the worst place, for those who must not continue. For outcomes not converged.
    Error error(const HydraulicOutcome& outcome) const;

    /// After solve: demand that a node receives [m3/s]. Less than its demand where the network's
    /// demands depend on pressure.
    double suppliedM3PerS(int node) const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace headroom::engine
