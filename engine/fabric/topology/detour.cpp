// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/topology/detour.h"

#include "engine/base/index.h"

#include <algorithm>
#include <cassert>

namespace headroom::engine {

namespace {

constexpr LinkId kNotReached = -1, kStart = -2;

}  // namespace

void Detour::build() {
    const TopologyKind kind = topology_.spec().kind;
    tree_ = kind == TopologyKind::FatTree || kind == TopologyKind::RailOptimised ||
            kind == TopologyKind::RailOnly;
    const int nodes = topology_.endpoints() + topology_.switches();
    first_.assign(at(nodes + 1), 0);
    for (LinkId link = 0; link < topology_.links(); ++link) {
        if (!cut_[at(link)]) {
            ++first_[at(topology_.ends(link).from + 1)];
        }
    }
    for (int node = 0; node < nodes; ++node) {
        first_[at(node + 1)] += first_[at(node)];
    }
    out_.resize(at(first_.back()));
    std::vector<int> next(first_);
    for (LinkId link = 0; link < topology_.links(); ++link) {
        if (!cut_[at(link)]) {
            out_[at(next[at(topology_.ends(link).from)]++)] = link;
        }
    }
    tier_.assign(at(nodes), -1);
    for (int s = 0; s < topology_.switches(); ++s) {
        tier_[at(topology_.endpoints() + s)] = topology_.place(s).tier;
    }
}

int Detour::nodeOf(int endpoint, int plane) const {
    if (topology_.spec().kind != TopologyKind::Torus) {
        return endpoint;
    }
    const int ofPlane = topology_.switches() / topology_.spec().planes;
    return topology_.endpoints() + plane * ofPlane + topology_.leafOf(endpoint);
}

bool Detour::find(int source, int destination, LinkPath& out) {
    if (first_.empty()) {
        build();
    }
    const bool host = topology_.spec().kind != TopologyKind::Torus;
    for (int plane = 0; plane < (host ? 1 : topology_.spec().planes); ++plane) {
        if (search(nodeOf(source, plane), nodeOf(destination, plane), out)) {
            return true;
        }
    }
    return false;
}

// Breadth first over nodes in two phases: still going up, and going down. Shapes other than trees
// have the first one only. Endpoints forward nothing.
bool Detour::search(int from, int to, LinkPath& out) {
    reached_.assign(2 * tier_.size(), kNotReached);
    before_.resize(reached_.size());
    std::vector<int> open{2 * from};
    reached_[at(2 * from)] = kStart;
    int last = -1;
    for (std::size_t i = 0; i < open.size() && last < 0; ++i) {
        const int node = open[i] / 2, down = open[i] % 2;
        for (int k = first_[at(node)]; k < first_[at(node + 1)]; ++k) {
            const LinkId link = out_[at(k)];
            const int next = topology_.ends(link).to;
            const bool climbs = tier_[at(next)] > tier_[at(node)];
            const int state = 2 * next + (tree_ && !climbs ? 1 : 0);
            if ((tree_ && climbs && down == 1) || (next < topology_.endpoints() && next != to) ||
                reached_[at(state)] != kNotReached) {
                continue;
            }
            reached_[at(state)] = link;
            before_[at(state)] = open[i];
            open.push_back(state);
            if (next == to) {
                last = state;
                break;
            }
        }
    }
    out.hops = 0;
    for (int state = last; state >= 0 && reached_[at(state)] != kStart;
         state = before_[at(state)]) {
        if (out.hops == LinkPath::kMost) {
            return false;
        }
        out.add(reached_[at(state)]);
    }
    std::reverse(out.link.begin(), out.link.begin() + out.hops);
    return last >= 0;
}

}  // namespace headroom::engine
