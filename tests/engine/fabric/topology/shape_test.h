// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/topology/topology.h"

#include <QTest>

#include <cmath>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

/// What must hold of every shape, whatever it is.
namespace headroom::engine::shapetest {

inline std::shared_ptr<const Topology> made(const TopologySpec& spec) {
    auto topology = makeTopology(spec);
    if (!topology) {
        qWarning("%s", topology.error().text().c_str());
        return nullptr;
    }
    return *topology;
}

inline std::string codeOf(const TopologySpec& spec) {
    const auto topology = makeTopology(spec);
    if (topology) {
        return {};
    }
    return topology.error().remedy.empty() ? "no remedy" : topology.error().code;
}

/// The node at which an endpoint enters the links of a path: itself, or its own router.
inline int nodeOf(const Topology& t, int endpoint, int plane) {
    const bool hostCables = t.counts().hostCables > 0;
    return hostCables ? endpoint
                      : t.endpoints() + plane * t.switches() / t.spec().planes + t.leafOf(endpoint);
}

/// Connected from source to destination in one plane, no link twice, host links only at the ends.
inline bool wellFormed(const Topology& t, int source, int destination, const LinkPath& path) {
    if (path.hops == 0) {
        return source == destination;
    }
    const int plane = t.ends(path.link[0]).plane;
    int node = nodeOf(t, source, plane);
    std::set<LinkId> seen;
    for (int i = 0; i < path.hops; ++i) {
        const LinkId link = path.link[static_cast<std::size_t>(i)];
        if (link < 0 || link >= t.links() || !seen.insert(link).second) {
            return false;
        }
        const LinkEnds ends = t.ends(link);
        const bool end = i == 0 || i + 1 == path.hops;
        if (ends.plane != plane || ends.from != node || (ends.tier == LinkTier::Host && !end)) {
            return false;
        }
        node = ends.to;
    }
    return node == nodeOf(t, destination, plane);
}

/// Random pairs and paths of the routing's set.
inline void checkPaths(const Topology& t, Routing routing, bool minimal, int tries = 300) {
    std::mt19937 random(7);
    std::uniform_int_distribution<int> any(0, t.endpoints() - 1);
    LinkPath path;
    for (int i = 0; i < tries; ++i) {
        const int source = any(random), destination = any(random);
        const std::int64_t count = t.paths(source, destination, routing);
        if (count == 0) {
            QCOMPARE(t.spec().kind, TopologyKind::RailOnly);
            QVERIFY(source % t.spec().rails != destination % t.spec().rails);
            continue;
        }
        const std::int64_t k = std::uniform_int_distribution<std::int64_t>(0, count - 1)(random);
        t.path(source, destination, routing, k, path);
        QVERIFY(wellFormed(t, source, destination, path));
        if (minimal) {
            QVERIFY2(path.hops <= t.diameter(), "longer than the diameter");
        }
        for (int plane = 0; plane < t.spec().planes; ++plane) {
            t.fixedPath(source, destination, routing, plane, path);
            QVERIFY(wellFormed(t, source, destination, path));
            QVERIFY(path.hops == 0 || t.ends(path.link[0]).plane == plane);
        }
    }
}

/// Every link between switches is in one bundle, host links in none, and cables by tier add up.
inline void checkBundles(const Topology& t) {
    std::vector<int> size(static_cast<std::size_t>(t.bundles()), 0);
    std::array<std::int64_t, 7> byTier{};
    std::int64_t hosts = 0;
    for (LinkId link = 0; link < t.links(); ++link) {
        const LinkEnds ends = t.ends(link);
        QVERIFY(ends.from != ends.to);
        ++byTier[static_cast<std::size_t>(ends.tier)];
        const int bundle = t.bundleOf(link);
        if (ends.tier == LinkTier::Host) {
            QCOMPARE(bundle, -1);
            ++hosts;
            continue;
        }
        QVERIFY(bundle >= 0 && bundle < t.bundles());
        ++size[static_cast<std::size_t>(bundle)];
        QCOMPARE(t.bundle(bundle).plane, ends.plane);
        QCOMPARE(t.bundle(bundle).tier, ends.tier);
    }
    for (int b = 0; b < t.bundles(); ++b) {
        const std::vector<LinkId> links = t.bundleLinks(b);
        QCOMPARE(static_cast<int>(links.size()), t.bundle(b).links);
        QCOMPARE(static_cast<int>(links.size()), size[static_cast<std::size_t>(b)]);
        for (const LinkId link : links) {
            QCOMPARE(t.bundleOf(link), b);
        }
    }
    const TopologyCounts counts = t.counts();
    QCOMPARE(hosts, 2 * counts.hostCables);
    QCOMPARE(static_cast<std::int64_t>(t.links()), 2 * (counts.hostCables + counts.switchCables));
    for (std::size_t tier = 0; tier < byTier.size(); ++tier) {
        QCOMPARE(byTier[tier], 2 * counts.cablesByTier[tier]);
    }
    QVERIFY(counts.places >= counts.endpoints);
    QCOMPARE(counts.endpoints, static_cast<std::int64_t>(t.endpoints()));
}

/// A switch's place names it: no two switches share one, and a leaf's group is the shape's.
inline void checkPlaces(const Topology& t) {
    std::set<std::array<int, 5>> seen;
    for (int s = 0; s < t.switches(); ++s) {
        const SwitchPlace place = t.place(s);
        QVERIFY(place.group >= -1 && place.group < t.groups());
        const std::array<int, 5> key{place.plane, place.tier, place.group, place.rail, place.index};
        QVERIFY2(seen.insert(key).second, "two switches at one place");
        const int inPlane = s % (t.switches() / t.spec().planes);
        if (inPlane < t.leaves()) {
            QCOMPARE(place.tier, 0);
            QCOMPARE(place.group, t.groupOfLeaf(inPlane));
        }
    }
}

inline double farApart(const std::vector<double>& a, const std::vector<double>& b) {
    double worst = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        worst = std::max(worst, std::abs(a[i] - b[i]));
    }
    return worst;
}

/// One endpoint of a leaf; -1 if it has none.
inline std::vector<int> endpointOfLeaf(const Topology& t) {
    std::vector<int> endpoint(static_cast<std::size_t>(t.leaves()), -1);
    for (int e = 0; e < t.endpoints(); ++e) {
        endpoint[static_cast<std::size_t>(t.leafOf(e))] = e;
    }
    return endpoint;
}

/// addPair is the mean over all paths. `exact`: to the last bit of every bundle.
inline void checkPairLoads(const Topology& t, Routing routing, int tries = 12) {
    const std::vector<int> endpoint = endpointOfLeaf(t);
    std::mt19937 random(11);
    std::uniform_int_distribution<int> any(0, t.leaves() - 1);
    LinkPath path;
    for (int i = 0; i < tries; ++i) {
        const int from = any(random), to = any(random);
        const int source = endpoint[static_cast<std::size_t>(from)];
        const int destination = endpoint[static_cast<std::size_t>(to)];
        if (source < 0 || destination < 0 || from == to) {
            continue;
        }
        std::vector<double> got(static_cast<std::size_t>(t.bundles()), 0.0), expected = got;
        t.addPair(from, to, routing, 2.0, got);
        const std::int64_t count = t.paths(source, destination, routing);
        for (std::int64_t k = 0; k < count; ++k) {
            t.path(source, destination, routing, k, path);
            for (int h = 0; h < path.hops; ++h) {
                const int bundle = t.bundleOf(path.link[static_cast<std::size_t>(h)]);
                if (bundle >= 0) {
                    expected[static_cast<std::size_t>(bundle)] += 2.0 / static_cast<double>(count);
                }
            }
        }
        QVERIFY(farApart(got, expected) < 1e-9);
    }
}

/// addUniform is the sum of addPair over all pairs of members.
inline void checkUniform(const Topology& t, Routing routing) {
    std::mt19937 random(3);
    std::uniform_int_distribution<int> some(0, 3);
    std::vector<double> members(static_cast<std::size_t>(t.leaves()));
    double all = 0.0;
    for (double& m : members) {
        m = some(random);
        all += m;
    }
    std::vector<double> got(static_cast<std::size_t>(t.bundles()), 0.0), expected = got;
    t.addUniform(members, routing, 3.0, got);
    for (int from = 0; from < t.leaves(); ++from) {
        for (int to = 0; to < t.leaves(); ++to) {
            const double pairs =
                members[static_cast<std::size_t>(from)] * members[static_cast<std::size_t>(to)];
            t.addPair(from, to, routing, 3.0 * pairs / (all - 1.0), expected);
        }
    }
    QVERIFY(farApart(got, expected) < 1e-9 * std::max(1.0, all));
}

}  // namespace headroom::engine::shapetest
