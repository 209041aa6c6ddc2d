// SPDX-License-Identifier: Apache-2.0
#include "models/network/fat_tree.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headroom::models {

namespace {

std::int64_t ceilDivide(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

}  // namespace

FatTree fatTree(int endpoints, int radix, double oversubscription, int tiers) {
    FatTree tree;
    tree.endpoints = std::max(endpoints, 0);
    if (endpoints <= 0 || radix < 4 || !(oversubscription >= 1.0) || tiers < 0 || tiers > 3) {
        return tree;
    }
    if (endpoints <= radix && tiers <= 1) {
        tree.tiers = 1;
        tree.leaves = 1;
        tree.hostLinks = endpoints;
        tree.downPerLeaf = radix;
        return tree;
    }
    // Rounded up, so that a leaf is never more oversubscribed than asked for.
    const auto up = std::min<std::int64_t>(
        radix - 1, static_cast<std::int64_t>(std::ceil(radix / (1.0 + oversubscription))));
    const std::int64_t down = radix - up;
    const std::int64_t half = radix / 2;
    const std::int64_t leaves = ceilDivide(endpoints, down);
    const std::int64_t uplinks = leaves * up;
    const bool two = leaves <= radix;
    const bool three = leaves <= radix * half;  // radix pods of radix / 2 leaves
    if (tiers == 1 || (tiers == 2 && !two) || !three) {
        return tree;
    }
    tree.tiers = tiers == 0 ? (two ? 2 : 3) : tiers;
    tree.leaves = static_cast<int>(leaves);
    tree.hostLinks = endpoints;
    tree.downPerLeaf = static_cast<int>(down);
    tree.upPerLeaf = static_cast<int>(up);
    if (tree.tiers == 2) {
        tree.spines = static_cast<int>(ceilDivide(uplinks, radix));
        tree.switchLinks = static_cast<int>(uplinks);
    } else {
        tree.spines = static_cast<int>(ceilDivide(uplinks, half));
        tree.cores = static_cast<int>(ceilDivide(uplinks, radix));
        tree.switchLinks = static_cast<int>(2 * uplinks);
    }
    return tree;
}

int breakoutRadix(int ports, double portBytesPerS, double adapterBytesPerS) {
    if (!(adapterBytesPerS > 0.0)) {
        return ports;
    }
    return ports * std::max(1, static_cast<int>(portBytesPerS / adapterBytesPerS + 0.01));
}

int maximumHops(const FatTree& tree) {
    if (tree.tiers == 0) {
        return 0;
    }
    return tree.leaves <= 1 ? 1 : 2 * tree.tiers - 1;
}

}  // namespace headroom::models
