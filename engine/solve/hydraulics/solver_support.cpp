// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/solve/hydraulics/solver_core.h"

#include <algorithm>
#include <utility>

/// Valves that regulate cut a network in two: the head of one side, or the flow between both, is
/// their setting. Each side then needs a source of its own. Where one side has none, the valve
/// cannot hold its setting and is open (Rossman on PSVs, OpenWaterAnalytics/EPANET issue 892).
namespace headroom::engine {

namespace {

// A valve that found a source regulates again, so often in one solve.
constexpr std::uint8_t kMostReleases = 3;

// The node whose head a setting holds, and the one that must have a source.
int heldNode(const HydraulicLink& link) {
    return link.kind == HydraulicLinkKind::Prv ? link.to : link.from;
}

int sourceNode(const HydraulicLink& link) {
    return link.kind == HydraulicLinkKind::Prv ? link.from : link.to;
}

// Which valve gives way first where several share a side without a source: reducers are open
// wherever pressure is short, sustainers last.
int rank(const HydraulicLink& link) {
    return link.kind == HydraulicLinkKind::Prv ? 0 : link.kind == HydraulicLinkKind::Fcv ? 1 : 2;
}

// The highest flow and the lowest sustained pressure give way first.
bool givesWayBefore(const HydraulicLink& a, const HydraulicLink& b) {
    if (rank(a) != rank(b)) {
        return rank(a) < rank(b);
    }
    return a.kind == HydraulicLinkKind::Psv ? a.setting < b.setting : a.setting > b.setting;
}

}  // namespace

void SolverCore::spreadSupport(int node) {
    stack.assign(1, node);
    supported[at(node)] = true;
    while (!stack.empty()) {
        const int here = stack.back();
        stack.pop_back();
        for (const int k : parts.linksAt(here)) {
            const HydraulicLink& link = net.links[at(k)];
            const int other = link.from == here ? link.to : link.from;
            if (status[at(k)] == LinkStatus::Open && !supported[at(other)]) {
                supported[at(other)] = true;
                stack.push_back(other);
            }
        }
    }
}

void SolverCore::findSupport() {
    supported.assign(net.nodes.size(), false);
    for (int i = 0; i < static_cast<int>(net.nodes.size()); ++i) {
        if (net.nodes[at(i)].fixed && !supported[at(i)]) {
            spreadSupport(i);
        }
    }
    for (bool spread = true; spread;) {
        spread = false;
        for (const int k : moving) {
            const HydraulicLink& link = net.links[at(k)];
            if (status[at(k)] == LinkStatus::Active && link.kind != HydraulicLinkKind::Fcv &&
                supported[at(sourceNode(link))] && !supported[at(heldNode(link))]) {
                spreadSupport(heldNode(link));
                spread = true;
            }
        }
    }
}

// Whether open links lead from a node without a source to a demand. Marks them as supported.
bool SolverCore::feedsDemand(int node) {
    const std::vector<bool> before = supported;
    spreadSupport(node);
    bool feeds = false;
    for (std::size_t i = 0; i < supported.size(); ++i) {
        feeds = feeds || (supported[i] && !before[i] && net.nodes[i].demandM3PerS > 0.0);
    }
    supported = before;
    return feeds;
}

bool SolverCore::mustOpen(int k) {
    const HydraulicLink& link = net.links[at(k)];
    if (unable[at(k)] || !isRegulator(link)) {
        return false;
    }
    if (status[at(k)] == LinkStatus::Held) {
        return link.kind == HydraulicLinkKind::Psv && supported[at(link.from)] &&
               !supported[at(link.to)] && feedsDemand(link.to);
    }
    if (status[at(k)] != LinkStatus::Active) {
        return false;
    }
    return link.kind == HydraulicLinkKind::Fcv
               ? !supported[at(link.from)] || !supported[at(link.to)]
               : !supported[at(sourceNode(link))];
}

/// After flows have settled. Opens one valve that cannot hold its setting, or lets those regulate
/// again that have found a source. Whether any changed.
bool SolverCore::renewUnable() {
    if (std::none_of(moving.begin(), moving.end(),
                     [this](int k) { return isRegulator(net.links[at(k)]); })) {
        return false;
    }
    bool changed = false;
    for (const int k : moving) {
        if (!unable[at(k)] || released[at(k)] >= kMostReleases) {
            continue;
        }
        const LinkStatus now = std::exchange(status[at(k)], LinkStatus::Active);
        findSupport();
        unable[at(k)] = false;
        const bool still = mustOpen(k);
        unable[at(k)] = still;
        status[at(k)] = now;
        if (!still) {
            ++released[at(k)];
            changed = true;
        }
    }
    findSupport();
    int first = -1;
    for (const int k : moving) {
        if (mustOpen(k) && (first < 0 || givesWayBefore(net.links[at(k)], net.links[at(first)]))) {
            first = k;
        }
    }
    if (first >= 0) {
        unable[at(first)] = true;
        status[at(first)] = LinkStatus::Open;
        changed = true;
    }
    return changed;
}

}  // namespace headroom::engine
