// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/hydraulics/solver_core.h"

#include "engine/base/index.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

void SolverCore::build() {
    std::vector<int> unknown(net.nodes.size(), -1);
    int size = 0;
    for (std::size_t i = 0; i < net.nodes.size(); ++i) {
        if (!net.nodes[i].fixed) {
            unknown[i] = size++;
        }
    }
    std::vector<std::pair<int, int>> pairs;
    for (const HydraulicLink& link : net.links) {
        if (unknown[at(link.from)] >= 0 && unknown[at(link.to)] >= 0) {
            pairs.emplace_back(unknown[at(link.from)], unknown[at(link.to)]);
        }
    }
    matrix.analyse(size, pairs);
    position.assign(net.nodes.size(), size);
    for (std::size_t i = 0; i < net.nodes.size(); ++i) {
        if (unknown[i] >= 0) {
            position[i] = matrix.position(unknown[i]);
        }
    }
    rows.assign(net.links.size(), {});
    laws.clear();
    moving.clear();
    const int unusedSlot = static_cast<int>(matrix.offDiagonal().size()) - 1;
    for (std::size_t k = 0; k < net.links.size(); ++k) {
        const HydraulicLink& link = net.links[k];
        const int from = unknown[at(link.from)];
        const int to = unknown[at(link.to)];
        rows[k].from = position[at(link.from)];
        rows[k].to = position[at(link.to)];
        rows[k].slot = from >= 0 && to >= 0 ? matrix.slot(from, to) : unusedSlot;
        laws.push_back(lawOf(net, link));
    }
    status.assign(net.links.size(), LinkStatus::Open);
    rhs.assign(at(size) + 1, 0.0);
    moving.reserve(net.links.size());
    pinned.clear();
    pinned.reserve(at(size) + net.links.size());
    unsupplied.clear();
    unsupplied.reserve(net.nodes.size());
    emitters.clear();
    emitters.reserve(2 * net.nodes.size());
    for (int i = 0; i < static_cast<int>(net.nodes.size()); ++i) {
        refreshEmitter(i);
        refreshDemand(i);
    }
    unable.assign(net.links.size(), false);
    released.assign(net.links.size(), 0);
    supported.assign(net.nodes.size(), false);
    stack.reserve(net.nodes.size());
    parts.setNetwork(net);
    labelled = false;
    labelledStatus = status;
}

// After a setting of a link has changed.
void SolverCore::renewLaw(int link) {
    laws[at(link)] = lawOf(net, net.links[at(link)]);
    rows[at(link)].seenM3PerS = std::numeric_limits<double>::quiet_NaN();
}

LinkSight SolverCore::sightOf(int link, std::span<const double> q,
                              std::span<const double> h) const {
    const HydraulicLink& l = net.links[at(link)];
    LinkSight sight{q[at(link)], h[at(l.from)], h[at(l.to)], 0.0};
    if (l.kind == HydraulicLinkKind::Prv) {
        sight.levelM = net.nodes[at(l.to)].elevationM + l.setting;
    } else if (l.kind == HydraulicLinkKind::Psv) {
        sight.levelM = net.nodes[at(l.from)].elevationM + l.setting;
    }
    return sight;
}

// Heads and flows made sound, first statuses. Whether the start is warm.
bool SolverCore::begin(std::span<double> q, std::span<double> h) {
    for (std::size_t i = 0; i < net.nodes.size(); ++i) {
        if (net.nodes[i].fixed) {
            h[i] = net.nodes[i].headM;
        } else if (!std::isfinite(h[i])) {
            h[i] = net.nodes[i].elevationM;
        }
    }
    bool warm = false;
    moving.clear();
    unable.assign(net.links.size(), false);
    released.assign(net.links.size(), 0);
    for (int k = 0; k < static_cast<int>(net.links.size()); ++k) {
        const HydraulicLink& link = net.links[at(k)];
        if (isClosed(link)) {
            status[at(k)] = LinkStatus::Closed;
            q[at(k)] = 0.0;
            continue;
        }
        if (!std::isfinite(q[at(k)])) {
            q[at(k)] = 0.0;
        }
        warm = warm || q[at(k)] != 0.0;
        status[at(k)] = LinkStatus::Open;
        if (isRegulator(link) || directionOf(link) != FlowDirection::Both) {
            moving.push_back(k);
        }
    }
    for (const int k : moving) {
        if (warm || isRegulator(net.links[at(k)])) {
            status[at(k)] = startStatus(net.links[at(k)], laws[at(k)], sightOf(k, q, h));
        }
        if (status[at(k)] == LinkStatus::Held) {
            q[at(k)] = 0.0;
        }
    }
    for (Emitter& emitter : emitters) {
        emitter.flowM3PerS = emitter.flowAt(h[at(emitter.node)]);
    }
    return warm;
}

// Parts, what rests and what is pinned.
void SolverCore::label(std::span<double> q, std::span<double> h) {
    if (!labelled || labelledExact != exact || labelledStatus != status) {
        findParts(h);
    }
    for (Emitter& emitter : emitters) {
        if (parts.parts()[at(parts.partOf(emitter.node))].anchor >= 0) {
            emitter.flowM3PerS = 0.0;
        }
    }
    for (int k = 0; k < static_cast<int>(net.links.size()); ++k) {
        Row& row = rows[at(k)];
        const int part = parts.partOf(net.links[at(k)]);
        row.resting = status[at(k)] == LinkStatus::Closed ||
                      (status[at(k)] == LinkStatus::Held && exact) ||
                      (part >= 0 && !parts.parts()[at(part)].drives);
        if (row.resting) {
            q[at(k)] = 0.0;
            row.p = row.e = 0.0;
        }
    }
}

void SolverCore::findParts(std::span<double> h) {
    parts.label(net, status, !exact, h);
    pinned.clear();
    for (const NetworkParts::Part& part : parts.parts()) {
        if (part.anchor >= 0 && part.drives) {
            pinned.push_back(position[at(part.anchor)]);
            h[at(part.anchor)] = part.headM;
        }
    }
    for (int i = 0; i < static_cast<int>(net.nodes.size()); ++i) {
        const int part = parts.partOf(i);
        if (part >= 0 && !parts.parts()[at(part)].drives) {
            h[at(i)] = parts.parts()[at(part)].headM;
            pinned.push_back(position[at(i)]);
        }
    }
    // Heads of parts that rest or float are those that they had: looked at each time.
    labelled = pinned.empty();
    labelledExact = exact;
    labelledStatus = status;
}

// Pumps that do not flow yet begin at a usual point.
void SolverCore::startFlows(std::span<double> q) {
    for (const int k : moving) {
        if (net.links[at(k)].kind == HydraulicLinkKind::Pump && !rows[at(k)].resting &&
            status[at(k)] == LinkStatus::Open && q[at(k)] < kLaminarM3PerS) {
            q[at(k)] = laws[at(k)].usualM3PerS;
        }
    }
}

// Whether a status has changed.
bool SolverCore::renewStatus(std::span<double> q, std::span<const double> h) {
    bool changed = false;
    for (const int k : moving) {
        const LinkStatus next = nextStatus(net.links[at(k)], laws[at(k)], status[at(k)],
                                           sightOf(k, q, h), !unable[at(k)]);
        if (next != status[at(k)]) {
            changed = true;
            status[at(k)] = next;
            if (next == LinkStatus::Held) {
                q[at(k)] = 0.0;
            }
        }
    }
    return changed;
}

bool SolverCore::anyHeld() const {
    return std::any_of(moving.begin(), moving.end(),
                       [&](int k) { return status[at(k)] == LinkStatus::Held; });
}

// Outflow of each node, into rhs.
void SolverCore::imbalances(std::span<const double> q) {
    for (std::size_t i = 0; i < net.nodes.size(); ++i) {
        rhs[at(position[i])] = fixedDemand(i);
    }
    for (std::size_t k = 0; k < rows.size(); ++k) {
        rhs[at(rows[k].from)] += q[k];
        rhs[at(rows[k].to)] -= q[k];
    }
    for (const Emitter& emitter : emitters) {
        rhs[at(position[at(emitter.node)])] += emitter.flowM3PerS;
    }
}

double SolverCore::worstImbalance(std::span<const double> q) {
    imbalances(q);
    double worst = 0.0;
    for (std::size_t i = 0; i + 1 < rhs.size(); ++i) {
        worst = std::max(worst, std::abs(rhs[i]));
    }
    return worst;
}

// Errors of the solution, and who is not served.
void SolverCore::finish(std::span<double> q, std::span<const double> h, HydraulicOutcome& outcome) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (status[k] == LinkStatus::Held) {
            q[k] = 0.0;
        }
        if (status[k] != LinkStatus::Open || rows[k].resting) {
            continue;
        }
        const HydraulicLink& link = net.links[k];
        const double miss = std::abs(h[at(link.from)] - h[at(link.to)] - lossAt(k, q[k]).lossM);
        if (!(miss <= outcome.headErrorM)) {
            outcome.headErrorM = miss;
            outcome.worstLink = static_cast<int>(k);
        }
    }
    imbalances(q);
    unsupplied.clear();
    for (int i = 0; i < static_cast<int>(net.nodes.size()); ++i) {
        const int part = parts.partOf(i);
        if (part < 0) {
            continue;
        }
        if (parts.parts()[at(part)].anchor >= 0) {
            ++outcome.isolatedNodes;
            if (net.nodes[at(i)].demandM3PerS > 0.0) {
                unsupplied.push_back(i);
            }
            if (parts.parts()[at(part)].anchor == i) {
                continue;
            }
        }
        const double miss = std::abs(rhs[at(position[at(i)])]);
        if (!(miss <= outcome.massErrorM3PerS)) {
            outcome.massErrorM3PerS = miss;
            outcome.worstNode = i;
        }
    }
}

}  // namespace headroom::engine
