// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/hydraulics/network_parts.h"

#include "engine/base/index.h"

#include <algorithm>

namespace headroom::engine {

void NetworkParts::setNetwork(const HydraulicNetwork& network) {
    const std::size_t nodes = network.nodes.size();
    start_.assign(nodes + 1, 0);
    for (const HydraulicLink& link : network.links) {
        ++start_[at(link.from) + 1];
        ++start_[at(link.to) + 1];
    }
    for (std::size_t i = 0; i < nodes; ++i) {
        start_[i + 1] += start_[i];
    }
    std::vector<int> next(start_.begin(), start_.end() - 1);
    link_.assign(2 * network.links.size(), 0);
    for (int k = 0; k < static_cast<int>(network.links.size()); ++k) {
        link_[at(next[at(network.links[at(k)].from)]++)] = k;
        link_[at(next[at(network.links[at(k)].to)]++)] = k;
    }
    part_.assign(nodes, -1);
    stack_.clear();
    stack_.reserve(nodes);
    parts_.clear();
    parts_.reserve(nodes);
}

std::span<const int> NetworkParts::linksAt(int node) const {
    const std::size_t first = at(start_[at(node)]);
    return std::span(link_).subspan(first, at(start_[at(node) + 1]) - first);
}

void NetworkParts::visit(const HydraulicNetwork& network, std::span<const LinkStatus> status,
                         bool joinHeld, std::span<const double> headM, int node, Part& part) {
    const HydraulicNode& here = network.nodes[at(node)];
    part.drives = part.drives || here.demandM3PerS != 0.0;
    if (here.emitter > 0.0 &&
        (part.leak < 0 || here.elevationM < network.nodes[at(part.leak)].elevationM)) {
        part.leak = node;
    }
    for (const int k : linksAt(node)) {
        const HydraulicLink& link = network.links[at(k)];
        const LinkStatus now = status[at(k)];
        if (now == LinkStatus::Closed || (now == LinkStatus::Held && !joinHeld)) {
            continue;
        }
        if (now == LinkStatus::Active && link.kind != HydraulicLinkKind::Fcv) {
            // It holds the head at one end, and takes from the other all that it needs.
            part.drives = true;
            if (node == (link.kind == HydraulicLinkKind::Prv ? link.to : link.from)) {
                part.anchor = -1;
                part.level = true;
            }
            continue;
        }
        part.drives = part.drives || link.kind == HydraulicLinkKind::Pump ||
                      link.kind == HydraulicLinkKind::Pbv || link.kind == HydraulicLinkKind::Gpv;
        const int other = link.from == node ? link.to : link.from;
        if (network.nodes[at(other)].fixed) {
            part.drives = part.drives || (part.level && part.headM != headM[at(other)]);
            part.headM = headM[at(other)];
            part.level = true;
            part.anchor = -1;
        } else if (part_[at(other)] < 0) {
            part_[at(other)] = part_[at(node)];
            stack_.push_back(other);
        }
    }
}

void NetworkParts::label(const HydraulicNetwork& network, std::span<const LinkStatus> status,
                         bool joinHeld, std::span<const double> headM) {
    std::fill(part_.begin(), part_.end(), -1);
    parts_.clear();
    for (int first = 0; first < static_cast<int>(part_.size()); ++first) {
        if (network.nodes[at(first)].fixed || part_[at(first)] >= 0) {
            continue;
        }
        Part part;
        part.anchor = first;
        part.headM = headM[at(first)];
        part_[at(first)] = static_cast<int>(parts_.size());
        stack_.push_back(first);
        while (!stack_.empty()) {
            const int node = stack_.back();
            stack_.pop_back();
            visit(network, status, joinHeld, headM, node, part);
        }
        if (part.leak >= 0 && part.anchor < 0) {
            part.drives = true;
        } else if (part.leak >= 0) {
            part.anchor = part.leak;
            part.headM = network.nodes[at(part.leak)].elevationM;
        }
        parts_.push_back(part);
    }
}

}  // namespace headroom::engine
