// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/topology/clos.h"

#include "engine/fabric/topology/plane_topology.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr int kMostPorts = 4096;  // of a switch: beyond any part, keeps products small

std::int64_t ceilDivide(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

int modulo(int a, int b) {
    const int rest = a % b;
    return rest < 0 ? rest + b : rest;
}

// Members of 0 … count - 1 that are `first` modulo `step`.
int membersOf(int first, int step, int count) {
    return first < count ? (count - first + step - 1) / step : 0;
}

// Least number that both whole parts of count / step divide.
std::int64_t evenParts(int count, int step) {
    const std::int64_t part = count / step;
    return count % step == 0 ? part : part * (part + 1);
}

// Uplink of `leaf` to spine `spine` of its pod, the t-th of those that there are.
int uplinkTo(const Clos& clos, int leaf, int spine, std::int64_t t) {
    const int pod = clos.podOf(leaf);
    const int spines = clos.podSpines(pod);
    const int inPod = leaf - pod * clos.podSize();
    const int first = modulo(spine - inPod * clos.up % spines, spines);
    const int count = membersOf(first, spines, clos.up);
    return leaf * clos.up + first + static_cast<int>(t % count) * spines;
}

int spineOf(const Clos& clos, int pod, int uplink) {
    return (uplink - clos.firstUplink(pod)) % clos.podSpines(pod);
}

// Uplink of `pod` to core `core`, the t-th of those that there are; -1 if none.
int podUplinkTo(const Clos& clos, int pod, int core, std::int64_t t) {
    const int firstUplink = clos.firstUplink(pod);
    const int first = modulo(core - firstUplink % clos.cores, clos.cores);
    const int count = membersOf(first, clos.cores, clos.podUplinks(pod));
    return count == 0 ? -1 : firstUplink + first + static_cast<int>(t % count) * clos.cores;
}

std::int64_t leafParts(const Clos& clos, int pod) {
    return evenParts(clos.up, clos.podSpines(pod));
}

Result<void> checkClos(int endpoints, int radix, double oversubscription, int tiers) {
    auto fine = shapeRange("radix", radix, 2, kMostPorts);
    if (fine) {
        fine = shapeRange("oversubscription", oversubscription, 1.0, kMostPorts);
    }
    if (fine) {
        fine = shapeRange("tiers", tiers, 0, 3);
    }
    if (fine) {
        fine = shapeRange("endpoints", endpoints, 0, std::numeric_limits<int>::max());
    }
    if (fine && endpoints == 0 && tiers == 0) {
        return tl::unexpected(shapeError("FAB-007", "nothing states the size of the tree",
                                         "State the endpoints, or the tiers of a full tree."));
    }
    return fine;
}

}  // namespace

Result<Clos> makeClos(int endpoints, int radix, double oversubscription, int tiers) {
    if (auto fine = checkClos(endpoints, radix, oversubscription, tiers); !fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    Clos clos;
    clos.radix = radix;
    if (tiers == 1 || (tiers == 0 && endpoints <= radix)) {
        if (endpoints > radix) {
            return tl::unexpected(
                shapeError("FAB-002",
                           std::to_string(endpoints) + " endpoints do not fit one switch of " +
                               std::to_string(radix) + " ports",
                           "Allow 2 or 3 tiers, or take a switch with more ports."));
        }
        clos.tiers = 1;
        clos.places = clos.down = radix;
        clos.leaves = clos.pods = 1;
        return clos;
    }
    // Rounded up, so that a leaf is never more oversubscribed than asked for.
    clos.up = std::min(radix - 1, static_cast<int>(std::ceil(radix / (1.0 + oversubscription))));
    clos.down = radix - clos.up;
    const std::int64_t half = radix / 2;
    const std::int64_t most2 = radix, most3 = radix * half;  // leaves
    const std::int64_t leaves =
        endpoints > 0 ? ceilDivide(endpoints, clos.down) : (tiers == 2 ? most2 : most3);
    clos.tiers = tiers != 0 ? tiers : (leaves <= most2 ? 2 : 3);
    if (leaves > (clos.tiers == 2 ? most2 : most3)) {
        const std::int64_t reach = (clos.tiers == 2 ? most2 : most3) * clos.down;
        return tl::unexpected(shapeError(
            "FAB-002",
            std::to_string(endpoints) + " endpoints do not fit " + std::to_string(clos.tiers) +
                " tiers of switches of " + std::to_string(radix) + " ports, which reach " +
                std::to_string(reach),
            "Allow more tiers (3 at most), take a switch with more ports, or join fewer."));
    }
    if (auto fine = shapeFits(1.0, 4.0 * static_cast<double>(leaves * radix)); !fine) {
        return tl::unexpected(std::move(fine.error()));
    }
    const std::int64_t uplinks = leaves * clos.up;
    clos.leaves = static_cast<int>(leaves);
    clos.places = static_cast<int>(leaves * clos.down);
    if (clos.tiers == 2) {
        clos.pods = 1;
        clos.spines = static_cast<int>(ceilDivide(uplinks, radix));
    } else {
        clos.pods = static_cast<int>(ceilDivide(leaves, half));
        clos.spines = static_cast<int>(ceilDivide(uplinks, half));
        clos.cores = static_cast<int>(ceilDivide(uplinks, radix));
    }
    return clos;
}

std::int64_t closWays(const Clos& clos, int from, int to) {
    const int a = clos.podOf(from), b = clos.podOf(to);
    if (a == b) {
        return clos.up * leafParts(clos, a);
    }
    const int least = std::min(clos.podUplinks(a), clos.podUplinks(b));
    const int most = std::max(clos.podUplinks(a), clos.podUplinks(b));
    return least * evenParts(most, clos.cores) * leafParts(clos, a) * leafParts(clos, b);
}

ClosWay closWay(const Clos& clos, int from, int to, std::int64_t k) {
    const int a = clos.podOf(from), b = clos.podOf(to);
    ClosWay way;
    if (a == b) {
        way.upLeaf = from * clos.up + static_cast<int>(k % clos.up);
        const int inPod = from - a * clos.podSize();
        const int spine = static_cast<int>((inPod * clos.up + k % clos.up) % clos.podSpines(a));
        way.downLeaf = uplinkTo(clos, to, spine, k / clos.up);
        return way;
    }
    // Any uplink of the smaller pod: its core reaches the larger one.
    const bool fromIsSmaller = clos.podUplinks(a) <= clos.podUplinks(b);
    const int smaller = fromIsSmaller ? a : b;
    const int count = clos.podUplinks(smaller);
    const int one = clos.firstUplink(smaller) + static_cast<int>(k % count);
    k /= count;
    const int other = podUplinkTo(clos, fromIsSmaller ? b : a, clos.coreOf(one), k);
    k /= evenParts(clos.podUplinks(fromIsSmaller ? b : a), clos.cores);
    way.upPod = fromIsSmaller ? one : other;
    way.downPod = fromIsSmaller ? other : one;
    way.upLeaf = uplinkTo(clos, from, spineOf(clos, a, way.upPod), k);
    way.downLeaf = uplinkTo(clos, to, spineOf(clos, b, way.downPod), k / leafParts(clos, a));
    return way;
}

ClosWay closWayByDestination(const Clos& clos, int from, int to, int position) {
    const int a = clos.podOf(from), b = clos.podOf(to);
    const int port = position % clos.up;
    if (a == b) {
        return closWay(clos, from, to,
                       port + static_cast<std::int64_t>(clos.up) * (position / clos.up));
    }
    const int spines = clos.podSpines(a);
    const int inPod = from - a * clos.podSize();
    const int spine = (inPod * clos.up + port) % spines;
    const int spineUplinks = membersOf(spine, spines, clos.podUplinks(a));
    ClosWay way;
    way.upLeaf = from * clos.up + port;
    way.upPod = clos.firstUplink(a) + spine + position / clos.up % spineUplinks * spines;
    way.downPod = podUplinkTo(clos, b, clos.coreOf(way.upPod), position / (clos.up * spineUplinks));
    if (way.downPod < 0) {  // a core that the last, partial pod does not reach
        return closWay(clos, from, to, position % closWays(clos, from, to));
    }
    way.downLeaf = uplinkTo(clos, to, spineOf(clos, b, way.downPod), position / clos.up);
    return way;
}

}  // namespace headroom::engine
