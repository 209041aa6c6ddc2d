// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace headroom::models {

/// Parts of a folded-Clos fat tree of equal switches, by count.
struct FatTree {
    int tiers = 0;
    int endpoints = 0;  ///< adapters joined
    int leaves = 0;
    int spines = 0;  ///< second tier
    int cores = 0;   ///< third tier
    int hostLinks = 0;
    int switchLinks = 0;  ///< between leaf and spine, and spine and core
    int downPerLeaf = 0;  ///< host ports of each leaf; the last leaf may use fewer
    int upPerLeaf = 0;

    int switches() const { return leaves + spines + cores; }
};

/// The smallest fat tree for `endpoints` adapters on switches of `radix` ports.
/// oversubscription r: a leaf has r downlinks for each uplink; above the leaf it is non-blocking.
///   2 tiers reach radix^2 / 2 endpoints at r = 1, 3 tiers radix^3 / 4 (Al-Fares et al., SIGCOMM
///   2008; Leiserson 1985).
/// tiers 0 picks the fewest that reach; 1 is a single switch. tiers stays 0 in the result if those
/// asked for, or even 3, do not reach. Uplinks of a leaf are rounded up.
FatTree fatTree(int endpoints, int radix, double oversubscription, int tiers);

/// Ports that a switch offers to adapters of a lower rate: each port is broken out into as many as
/// fit, to within 1 %. At least `ports`; rates in bytes/s, 0 or less: no breakout.
int breakoutRadix(int ports, double portBytesPerS, double adapterBytesPerS);

/// Switch hops between two adapters: 1 within a leaf, 3 within a pod (or across 2 tiers), 5
/// across 3.
int maximumHops(const FatTree& tree);

}  // namespace headroom::models
