// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/hydraulics/hydraulic_solver.h"
#include "engine/solve/hydraulics/link_law.h"
#include "engine/solve/hydraulics/link_status.h"
#include "engine/solve/hydraulics/network_parts.h"
#include "engine/solve/linear/sparse_ldl.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

/// Working data of HydraulicSolver: settings with their laws, and the arrays of one solve. The
/// stages of a solve are here (solver_core.cpp: statuses and parts; solver_support.cpp: valves
/// without a source behind them; solver_emitters.cpp: leaks and demands that depend on pressure;
/// solver_step.cpp: the linear step). hydraulic_solver.cpp calls them in order.
namespace headroom::engine {

struct SolverCore {
    /// A link as the loops see it; positions in the matrix, the last one for fixed nodes.
    struct Row {
        int from = 0, to = 0, slot = 0;
        bool resting = false;
        double p = 0.0, e = 0.0;  // 1 / slope, p (H_from - H_to - h(q))
        double seenM3PerS =
            std::numeric_limits<double>::quiet_NaN();  // where its law was looked at last
        LossAndSlope seen;
    };

    /// A leak, or a demand that depends on pressure.
    struct Emitter {
        int node = 0;
        bool demand = false;
        LinkLaw law;
        double baseM = 0.0;  ///< head at which it begins to flow
        double mostM3PerS = std::numeric_limits<double>::infinity();
        double flowM3PerS = 0.0, p = 0.0, e = 0.0;

        LossAndSlope lossAt(double flow) const;
        double flowAt(double headM) const;
    };

    HydraulicNetwork net;
    std::vector<LinkLaw> laws;
    std::vector<Row> rows;
    std::vector<LinkStatus> status;
    std::vector<int> position;  // of nodes
    std::vector<double> rhs;    // by position
    std::vector<Emitter> emitters;
    std::vector<int> pinned;             // positions
    std::vector<int> moving;             // links whose status may change
    std::vector<bool> unable;            // regulators that cannot hold their setting now
    std::vector<std::uint8_t> released;  // how often one of them was let regulate again
    std::vector<bool> supported;         // nodes that open links join to a head that is held
    std::vector<int> stack;
    std::vector<int> unsupplied;
    NetworkParts parts;
    /// What `parts` were found for, where every node has a fixed head and flows: they hold until that changes.
    bool labelled = false, labelledExact = false;
    std::vector<LinkStatus> labelledStatus;
    SparseLdl matrix;
    double headStepM = 0.0;  // a step that changes a loss by more is not the last one
    bool steep = false;      // the last step did that, or wetted a leak
    bool exact = false;      // held links carry nothing, and join nothing

    void build();
    void renewLaw(int link);

    /// The law of a link at a flow. A solve looks at it several times at one, and begins where the last one ended.
    LossAndSlope lossAt(std::size_t link, double flowM3PerS) {
        const LinkLaw& law = laws[link];
        Row& row = rows[link];
        if (law.form == LinkLaw::Form::Quadratic) {
            return evaluate(law, flowM3PerS);
        }
        if (row.seenM3PerS != flowM3PerS) {
            row.seenM3PerS = flowM3PerS;
            row.seen = evaluateOther(law, flowM3PerS);
        }
        return row.seen;
    }

    void refreshEmitter(int node);
    void refreshDemand(int node);
    void putEmitter(int node, bool demand, const Emitter* emitter);
    double fixedDemand(std::size_t node) const;
    void findSupport();
    void spreadSupport(int node);
    bool feedsDemand(int node);
    bool mustOpen(int link);
    bool renewUnable();
    LinkSight sightOf(int link, std::span<const double> q, std::span<const double> h) const;
    bool begin(std::span<double> q, std::span<double> h);
    void label(std::span<double> q, std::span<double> h);
    void findParts(std::span<double> h);
    void startFlows(std::span<double> q);
    double evaluateAll(std::span<const double> q, std::span<const double> h, bool chords);
    void assemble(std::span<const double> q);
    std::pair<double, double> advance(std::span<double> q, std::span<double> h, double share);
    void balanceRegulators(std::span<double> q, std::pair<double, double>& sums);
    double outflow(int node, int except, std::span<const double> q) const;
    bool renewStatus(std::span<double> q, std::span<const double> h);
    bool anyHeld() const;
    void imbalances(std::span<const double> q);
    double worstImbalance(std::span<const double> q);
    void finish(std::span<double> q, std::span<const double> h, HydraulicOutcome& outcome);
};

}  // namespace headroom::engine
