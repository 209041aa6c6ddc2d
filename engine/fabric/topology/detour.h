// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/topology/topology.h"

#include <vector>

namespace headroom::engine {

/// Shortest whole path by search, for the few flows whose routing has no whole path left. Trees have only paths that go up
/// and then down, as their routing allows no other.
class Detour {
  public:
    /// cut: by link. Both outlive the search.
    Detour(const Topology& topology, const std::vector<bool>& cut)
        : topology_(topology), cut_(cut) {}

    bool find(int source, int destination, LinkPath& out);

  private:
    void build();
    int nodeOf(int endpoint, int plane) const;
    bool search(int from, int to, LinkPath& out);

    const Topology& topology_;
    const std::vector<bool>& cut_;
    bool tree_ = false;
    std::vector<int> first_;       ///< by node, one more at the end: into out_
    std::vector<LinkId> out_;      ///< whole links by the node that they leave
    std::vector<int> tier_;        ///< by node: -1 endpoint, else the switch's
    std::vector<LinkId> reached_;  ///< by node and phase: the link that it was reached by
    std::vector<int> before_;      ///< by node and phase: from which node and phase
};

}  // namespace headroom::engine
