// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/topology/topology.h"

#include <optional>

namespace headroom::engine {

/// One folded Clos of equal switches as arithmetic (Leiserson 1985; k-ary: Al-Fares et al., SIGCOMM
/// 2008). Pods of radix/2 leaves (the last may have fewer; two tiers are one pod of up to radix);
/// above the leaf it is non-blocking.
///
/// Wiring, exact to the port for any size:
///   uplink j of leaf i of a pod with s spines goes to spine (i up + j) mod s;
///   uplink v of a pod belongs to its spine v mod s and goes to core (first + v) mod cores, where
///   `first` counts the uplinks of the pods before.
/// With full pods that is the k-ary tree: port j to spine j, spine j to the cores that are j mod
/// up. Every leaf reaches every spine of its pod, every full pod every core. No wiring of fewer
/// switches carries all uplinks.
struct Clos {
    int radix = 0, tiers = 0;
    int places = 0;  ///< host ports
    int down = 0, up = 0;
    int leaves = 0, pods = 0, spines = 0, cores = 0;

    int podSize() const { return tiers == 3 ? radix / 2 : leaves; }

    int podOf(int leaf) const { return leaf / podSize(); }

    int podLeaves(int pod) const { return pod + 1 < pods ? podSize() : leaves - pod * podSize(); }

    int podSpines(int pod) const {
        return tiers < 3 ? spines : (pod + 1 < pods ? up : spines - pod * up);
    }

    int podUplinks(int pod) const { return podLeaves(pod) * up; }

    int firstUplink(int pod) const { return pod * podSize() * up; }

    /// Links one way between leaves and spines; as many again between spines and cores.
    int uplinks() const { return tiers > 1 ? leaves * up : 0; }

    int coreOf(int uplink) const { return uplink % cores; }
};

/// The smallest that joins `endpoints`; 0 means the full one of `tiers`. Same counts as
/// models::fatTree. Errors: FAB-001, -002, -007.
Result<Clos> makeClos(int endpoints, int radix, double oversubscription, int tiers);

/// A way between two leaves: uplink of the source leaf, then, across pods, uplinks of the two pods
/// (used up and down), then uplink of the destination leaf (used down).
struct ClosWay {
    int upLeaf = 0;    ///< 0 … uplinks() - 1: leaf * up + j
    int upPod = -1;    ///< 0 … uplinks() - 1; -1 means in one pod
    int downPod = -1;  ///< the same
    int downLeaf = 0;
};

/// Ways between different leaves, each as often as weighted multipath takes it: even over the
/// uplinks of the smaller pod.
std::int64_t closWays(const Clos& clos, int from, int to);
ClosWay closWay(const Clos& clos, int from, int to, std::int64_t k);

/// Up-port by destination modulo: at a leaf `position` mod up, at a spine (position / up) mod its
/// uplinks (Zahavi 2010; the choice of SimGrid's fat-tree zone). position: of the destination in
/// the order of leaves.
ClosWay closWayByDestination(const Clos& clos, int from, int to, int position);

}  // namespace headroom::engine
