// SPDX-License-Identifier: Apache-2.0
#include "engine/cooling/network.h"

#include <algorithm>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(CoolingNetwork)

namespace {

/// Links from one node to another of the same circuit, over links that `through` allows; breadth
/// first, so the fewest.
template <class Through>
void walk(const CoolingNetwork& n, NodeIndex from, NodeIndex to, std::vector<LinkIndex>& path,
          Through&& through) {
    ByNode<LinkIndex> by(n.nodes.size());
    std::vector<NodeIndex> front{from};
    std::vector<bool> seen(n.nodes.size(), false);
    seen[static_cast<std::size_t>(from)] = true;
    for (std::size_t i = 0; i < front.size() && !seen[static_cast<std::size_t>(to)]; ++i) {
        const auto node = static_cast<std::size_t>(front[i]);
        for (int k = n.firstOut[node]; k < n.firstOut[node + 1]; ++k) {
            const LinkIndex link = n.outLinks[static_cast<std::size_t>(k)];
            const CoolingLink& l = n.links[static_cast<std::size_t>(link)];
            if (!seen[static_cast<std::size_t>(l.to)] && through(l)) {
                seen[static_cast<std::size_t>(l.to)] = true;
                by[static_cast<std::size_t>(l.to)] = link;
                front.push_back(l.to);
            }
        }
    }
    const auto start = static_cast<std::ptrdiff_t>(path.size());
    for (NodeIndex at = to; at != from && by[static_cast<std::size_t>(at)] >= 0;) {
        const LinkIndex link = by[static_cast<std::size_t>(at)];
        path.push_back(link);
        at = n.links[static_cast<std::size_t>(link)].from;
    }
    std::reverse(path.begin() + start, path.end());
}

bool isPipe(const CoolingLink& l) {
    return l.kind == CoolingLinkKind::Pipe;
}

/// Path of heat rejection, from the return header to the supply header.
bool isPlant(const CoolingLink& l) {
    const CoolingRole role = infoOf(l.kind).role;
    return role == CoolingRole::Plant || role == CoolingRole::Pipe ||
           l.kind == CoolingLinkKind::Racks;
}

/// There and back through one consumer of a facility circuit.
void outward(const CoolingNetwork& n, int loop, LinkIndex branch, std::vector<LinkIndex>& path) {
    const auto i = static_cast<std::size_t>(loop);
    walk(n, n.loopReturn[i], n.loopSupply[i], path, isPlant);
    walk(n, n.loopSupply[i], n.links[static_cast<std::size_t>(branch)].from, path, isPipe);
    path.push_back(branch);
}

}  // namespace

const char* coolingLinkStateName(CoolingLinkState state) {
    switch (state) {
        case CoolingLinkState::Running:
            return "running";
        case CoolingLinkState::Standby:
            return "standby";
        case CoolingLinkState::Starting:
            return "starting";
        case CoolingLinkState::NoPower:
            return "no power";
        case CoolingLinkState::Failed:
            return "failed";
        case CoolingLinkState::Stuck:
            return "stuck";
        case CoolingLinkState::Leaking:
            return "leaking";
        case CoolingLinkState::Isolated:
            return "isolated";
    }
    return "";
}

const char* plantModeName(PlantMode mode) {
    switch (mode) {
        case PlantMode::FreeCooling:
            return "free cooling";
        case PlantMode::Mixed:
            return "economiser and chillers";
        case PlantMode::Mechanical:
            return "chillers";
        case PlantMode::Off:
            return "off";
    }
    return "";
}

LinkIndex CoolingNetwork::rowLink(BlockIndex block, int row) const {
    const int first = blockFirstRow[static_cast<std::size_t>(block)];
    return first < 0 ? LinkIndex() : rowLinks[static_cast<std::size_t>(first + row)];
}

std::vector<LinkIndex> CoolingNetwork::trace(BlockIndex block, int row, HallIndex hall) const {
    std::vector<LinkIndex> path;
    const LinkIndex racks = rowLink(block, row);
    if (racks < 0) {
        const LinkIndex coil = hallCoil[static_cast<std::size_t>(hall)];
        if (coil < 0) {
            return path;
        }
        const CoolingLink& c = links[static_cast<std::size_t>(coil)];
        const int loop = circuits[static_cast<std::size_t>(c.circuit)].subject;
        outward(*this, loop, coil, path);
        walk(*this, c.to, loopReturn[static_cast<std::size_t>(loop)], path, isPipe);
        return path;
    }
    const CoolingLink& r = links[static_cast<std::size_t>(racks)];
    const auto cdu =
        static_cast<std::size_t>(circuits[static_cast<std::size_t>(r.circuit)].subject);
    const LinkIndex primary = cduPrimary[cdu];
    if (primary >= 0) {
        const CoolingLink& p = links[static_cast<std::size_t>(primary)];
        const int loop = circuits[static_cast<std::size_t>(p.circuit)].subject;
        outward(*this, loop, primary, path);
    }
    walk(*this, cduSupply[cdu], r.from, path, isPipe);
    path.push_back(racks);
    walk(*this, r.to, cduReturn[cdu], path, isPipe);
    path.push_back(cduPumps[cdu]);
    path.push_back(cduSecondary[cdu]);
    if (primary >= 0) {
        const CoolingLink& p = links[static_cast<std::size_t>(primary)];
        const int loop = circuits[static_cast<std::size_t>(p.circuit)].subject;
        walk(*this, p.to, loopReturn[static_cast<std::size_t>(loop)], path, isPipe);
    }
    return path;
}

}  // namespace headroom::engine
