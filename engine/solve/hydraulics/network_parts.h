// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/hydraulics/hydraulic_network.h"
#include "engine/solve/hydraulics/link_status.h"

#include <cstdint>
#include <span>
#include <vector>

/// The parts of a network: junctions that open links join, fixed heads being ends of a part and not
/// its inside. Says which parts rest and which have no fixed head.
namespace headroom::engine {

class NetworkParts {
  public:
    struct Part {
        int anchor = -1;      ///< its first junction, where no head is fixed; -1 means one is
        int leak = -1;        ///< its lowest emitter; where no head is fixed, the anchor: run dry
        bool drives = false;  ///< something makes flow: pump, demand, leak, valve, unlike heads
        bool level = false;   ///< a fixed head was met
        double headM = 0.0;   ///< that one's; without: the anchor's as given
    };

    void setNetwork(const HydraulicNetwork& network);

    /// `joinHeld`: links that are held count as open. Reads heads of fixed nodes, and of others
    /// where a part has none. Allocates nothing.
    void label(const HydraulicNetwork& network, std::span<const LinkStatus> status, bool joinHeld,
               std::span<const double> headM);

    const std::vector<Part>& parts() const { return parts_; }

    /// -1 means a fixed node.
    int partOf(int node) const { return part_[static_cast<std::size_t>(node)]; }

    /// Part of a link by its junctions; -1 between two fixed nodes.
    int partOf(const HydraulicLink& link) const {
        const int from = partOf(link.from);
        return from >= 0 ? from : partOf(link.to);
    }

    /// Links at a node.
    std::span<const int> linksAt(int node) const;

  private:
    void visit(const HydraulicNetwork& network, std::span<const LinkStatus> status, bool joinHeld,
               std::span<const double> headM, int node, Part& part);

    std::vector<int> start_, link_, part_, stack_;
    std::vector<Part> parts_;
};

}  // namespace headroom::engine
