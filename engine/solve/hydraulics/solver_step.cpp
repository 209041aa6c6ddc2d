// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/solve/hydraulics/solver_core.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

// Conductance that ties nodes behind a held link to the rest while nothing is decided [m2/s], and the one that pins a node
// to its head.
constexpr double kTie = 1e-9;
constexpr double kPin = 1e10;

}  // namespace

// Slopes and what each link misses of its law; the sum of that as flow. `chords`: links that do
// not flow yet are linearised over a usual flow, not at rest where they look like no resistance.
double SolverCore::evaluateAll(std::span<const double> q, std::span<const double> h, bool chords) {
    double sum = 0.0;
    const auto slopeOf = [chords](const LinkLaw& law, double flow, LossAndSlope now) {
        if (!chords || std::abs(flow) >= kLaminarM3PerS * law.units || law.usualM3PerS <= 0.0) {
            return now.slope;
        }
        const double chord = (evaluate(law, law.usualM3PerS).lossM - now.lossM) / law.usualM3PerS;
        return std::max(chord, now.slope);
    };
    for (std::size_t k = 0; k < rows.size(); ++k) {
        Row& row = rows[k];
        if (row.resting) {
            continue;
        }
        const HydraulicLink& link = net.links[k];
        const double differenceM = h[at(link.from)] - h[at(link.to)];
        if (status[k] == LinkStatus::Open) {
            const LossAndSlope now = lossAt(k, q[k]);
            row.p = 1.0 / slopeOf(laws[k], q[k], now);
            row.e = row.p * (differenceM - now.lossM);
        } else if (status[k] == LinkStatus::Held) {
            row.p = kTie;
            row.e = kTie * differenceM - q[k];
        } else if (link.kind == HydraulicLinkKind::Fcv) {
            row.p = kTie;
            row.e = link.setting - q[k];
        } else {
            row.p = row.e = 0.0;
        }
        sum += std::abs(row.e);
    }
    for (Emitter& emitter : emitters) {
        const double pressureM = h[at(emitter.node)] - emitter.baseM;
        const LossAndSlope now = emitter.lossAt(emitter.flowM3PerS);
        const bool floats =
            emitter.demand && parts.parts()[at(parts.partOf(emitter.node))].anchor >= 0;
        if (floats || (emitter.flowM3PerS <= 0.0 && pressureM <= 0.0)) {
            emitter.p = emitter.e = emitter.flowM3PerS = 0.0;  // it sucks nothing in
        } else {
            emitter.p = 1.0 / slopeOf(emitter.law, emitter.flowM3PerS, now);
            emitter.e = emitter.p * (pressureM - now.lossM);
        }
        sum += std::abs(emitter.e);
    }
    return sum;
}

void SolverCore::assemble(std::span<const double> q) {
    std::vector<double>& diagonal = matrix.diagonal();
    std::vector<double>& off = matrix.offDiagonal();
    std::fill(diagonal.begin(), diagonal.end(), 0.0);
    std::fill(off.begin(), off.end(), 0.0);
    for (std::size_t i = 0; i < net.nodes.size(); ++i) {
        rhs[at(position[i])] = -fixedDemand(i);
    }
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const Row& row = rows[k];
        const double flow = q[k] + row.e;
        rhs[at(row.from)] -= flow;
        rhs[at(row.to)] += flow;
        diagonal[at(row.from)] += row.p;
        diagonal[at(row.to)] += row.p;
        off[at(row.slot)] -= row.p;
    }
    for (const Emitter& emitter : emitters) {
        const std::size_t i = at(position[at(emitter.node)]);
        rhs[i] -= emitter.flowM3PerS + emitter.e;
        diagonal[i] += emitter.p;
    }
    for (const int i : pinned) {
        diagonal[at(i)] += kPin;
    }
}

// One linear solve and the step along it; sums of |dq| and |q|.
std::pair<double, double> SolverCore::advance(std::span<double> q, std::span<double> h,
                                              double share) {
    for (const int k : moving) {
        if (status[at(k)] != LinkStatus::Active || rows[at(k)].resting) {
            continue;
        }
        const HydraulicLink& link = net.links[at(k)];
        if (link.kind == HydraulicLinkKind::Fcv) {
            continue;
        }
        const int node = link.kind == HydraulicLinkKind::Prv ? link.to : link.from;
        const std::size_t i = at(position[at(node)]);
        matrix.diagonal()[i] += kPin;
        rhs[i] += kPin * (sightOf(k, q, h).levelM - h[at(node)]);
    }
    matrix.factor();
    matrix.solve(rhs);
    rhs.back() = 0.0;
    for (std::size_t i = 0; i < net.nodes.size(); ++i) {
        h[i] += share * rhs[at(position[i])];
    }
    std::pair<double, double> sums{0.0, 0.0};
    steep = false;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const Row& row = rows[k];
        const double change = share * (row.e + row.p * (rhs[at(row.from)] - rhs[at(row.to)]));
        q[k] += change;
        steep = steep || (row.p > 2.0 * kTie && std::abs(change) > headStepM * row.p);
        sums.first += std::abs(change);
        sums.second += std::abs(q[k]);
    }
    double dry = 0.0;  // what emitters that run dry would have had to suck in
    for (Emitter& emitter : emitters) {
        double change = share * (emitter.e + emitter.p * rhs[at(position[at(emitter.node)])]);
        if (change < -emitter.flowM3PerS) {
            dry -= change + emitter.flowM3PerS;
            change = -emitter.flowM3PerS;
        }
        emitter.flowM3PerS += change;
        // One that was dry and has pressure now flows from the next step on.
        const double pressureM = h[at(emitter.node)] - emitter.baseM;
        steep = steep || (emitter.p <= 0.0 && pressureM > 0.0);
        sums.first += std::abs(change);
        sums.second += emitter.flowM3PerS;
    }
    balanceRegulators(q, sums);
    sums.first += dry;
    return sums;
}

// Outflow of a node by links, leak and demand.
double SolverCore::outflow(int node, int except, std::span<const double> q) const {
    double sum = fixedDemand(at(node));
    for (const int k : parts.linksAt(node)) {
        if (k != except) {
            sum += net.links[at(k)].from == node ? q[at(k)] : -q[at(k)];
        }
    }
    for (const Emitter& emitter : emitters) {
        sum += emitter.node == node ? emitter.flowM3PerS : 0.0;
    }
    return sum;
}

// A valve that holds the head at one end carries what balances that node.
void SolverCore::balanceRegulators(std::span<double> q, std::pair<double, double>& sums) {
    for (const int k : moving) {
        const HydraulicLink& link = net.links[at(k)];
        if (status[at(k)] != LinkStatus::Active || link.kind == HydraulicLinkKind::Fcv ||
            rows[at(k)].resting) {
            continue;
        }
        const double flow = link.kind == HydraulicLinkKind::Prv ? outflow(link.to, k, q)
                                                                : -outflow(link.from, k, q);
        sums.first += std::abs(flow - q[at(k)]);
        sums.second += std::abs(flow) - std::abs(q[at(k)]);
        q[at(k)] = flow;
    }
}

}  // namespace headroom::engine
