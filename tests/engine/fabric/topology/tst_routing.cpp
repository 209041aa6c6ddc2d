// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/topology/routing.h"
#include "engine/solve/max_min/max_min.h"
#include "tests/support/test_program.h"

#include "shape_test.h"
#include <algorithm>
#include <numeric>

namespace tst_routing {

using namespace headroom::engine;
using namespace headroom::engine::shapetest;

namespace {

TopologySpec tree(int radix, int tiers, double oversubscription = 1.0) {
    TopologySpec spec;
    spec.radix = radix;
    spec.tiers = tiers;
    spec.oversubscription = oversubscription;
    return spec;
}

TopologySpec dragonfly() {
    TopologySpec spec;
    spec.kind = TopologyKind::Dragonfly;
    spec.routerEndpoints = 2;
    spec.groupRouters = 4;
    spec.routerGlobals = 2;
    spec.groups = 9;
    return spec;
}

TopologySpec torus(std::vector<int> dims) {
    TopologySpec spec;
    spec.kind = TopologyKind::Torus;
    spec.dims = std::move(dims);
    return spec;
}

std::vector<Message> permutation(int n, unsigned seed) {
    std::vector<int> to(static_cast<std::size_t>(n));
    std::iota(to.begin(), to.end(), 0);
    std::mt19937 random(seed);
    std::shuffle(to.begin(), to.end(), random);
    std::vector<Message> messages;
    for (int e = 0; e < n; ++e) {
        messages.push_back({e, to[static_cast<std::size_t>(e)], 1e6});
    }
    return messages;
}

RouteOptions by(Routing routing, int queuePairs = 1) {
    RouteOptions options;
    options.routing = routing;
    options.queuePairs = queuePairs;
    return options;
}

// Rate of each flow that leaves its leaf, over the rate of a link.
std::vector<double> rates(const Topology& t, const std::vector<Message>& messages,
                          const RoutedFlows& routed) {
    const std::vector<double> rate = fill(routed.problem).rate;
    std::vector<double> of(messages.size(), 0.0);
    for (std::size_t c = 0; c < rate.size(); ++c) {
        of[static_cast<std::size_t>(routed.flowOf[c])] += rate[c] / t.linkBytesPerS();
    }
    std::vector<double> sent;
    for (std::size_t f = 0; f < of.size(); ++f) {
        if (t.leafOf(messages[f].source) != t.leafOf(messages[f].destination)) {
            sent.push_back(of[f]);
        }
    }
    return sent;
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double meanRate(const Topology& t, Routing routing, int queuePairs) {
    double sum = 0.0;
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const std::vector<Message> messages = permutation(t.endpoints(), seed);
        RouteOptions options = by(routing, queuePairs);
        options.seed = seed;
        sum += mean(rates(t, messages, routeFlows(t, messages, options)));
    }
    return sum / 5.0;
}

// No class crosses a cut link, and what is reached carries its whole share into the destination.
void checkRouted(const Topology& t, const RoutedFlows& routed, const std::vector<LinkId>& cut) {
    const FlowProblem& p = routed.problem;
    for (int c = 0; c < p.classes(); ++c) {
        for (int i = p.first[static_cast<std::size_t>(c)];
             i < p.first[static_cast<std::size_t>(c) + 1]; ++i) {
            const LinkId link = p.link[static_cast<std::size_t>(i)];
            QVERIFY(std::find(cut.begin(), cut.end(), link) == cut.end());
            QVERIFY(link >= 0 && link < t.links());
        }
    }
}

std::vector<LinkState> statesOf(std::vector<LinkId> cut) {
    std::sort(cut.begin(), cut.end());
    std::vector<LinkState> states;
    for (const LinkId link : cut) {
        states.push_back({link, 0.0});
    }
    return states;
}

}  // namespace

class TestRouting : public QObject {
    Q_OBJECT

  private slots:

    // Facts: a random permutation over single hashed paths gets 0.415 of line rate at 1,024 hosts,
    // 0.74 with four queue pairs, D-mod-K 0.526; the slowest 1/6 to 1/8.
    void hashingCostsWhatWasMeasured() {
        const auto t = made(tree(16, 3));
        QVERIFY(std::abs(meanRate(*t, Routing::Ecmp, 1) / 0.415 - 1.0) < 0.03);
        QVERIFY(std::abs(meanRate(*t, Routing::Ecmp, 4) / 0.74 - 1.0) < 0.03);
        const double byDestination = meanRate(*t, Routing::DModK, 1);
        QVERIFY2(std::abs(byDestination / 0.526 - 1.0) < 0.03,
                 qPrintable(QString::number(byDestination)));
        const std::vector<Message> messages = permutation(1024, 1);
        const std::vector<double> rate =
            rates(*t, messages, routeFlows(*t, messages, by(Routing::Ecmp)));
        const double least = *std::min_element(rate.begin(), rate.end());
        QVERIFY(least > 1.0 / 9.0 && least < 1.0 / 5.0);
    }

    // Even spraying over all 8 ways of two tiers leaves nothing to hash: line rate.
    void sprayIsEven() {
        const auto t = made(tree(16, 2));
        const std::vector<Message> messages = permutation(t->endpoints(), 3);
        const std::vector<double> rate =
            rates(*t, messages, routeFlows(*t, messages, by(Routing::Spray)));
        for (const double r : rate) {
            QVERIFY(std::abs(r - 1.0) < 1e-5);  // shares are held in single precision
        }
    }

    void adaptiveBeatsHashing() {
        const auto t = made(tree(16, 3));
        QVERIFY(meanRate(*t, Routing::Adaptive, 1) > 1.5 * meanRate(*t, Routing::Ecmp, 1));
    }

    // Group i to i + 1, one cable between: minimal 1/(a p) = 1/8; UGAL near what Valiant can, 1/2.
    void detoursRelieveTheOneCable() {
        const auto t = made(dragonfly());
        std::vector<Message> messages;
        for (int e = 0; e < 72; ++e) {
            messages.push_back({e, (e + 8) % 72, 1e6});
        }
        const auto meanBy = [&](Routing routing) {
            return mean(rates(*t, messages, routeFlows(*t, messages, by(routing, 4))));
        };
        QVERIFY(std::abs(meanBy(Routing::Minimal) - 1.0 / 8.0) < 1e-6);
        QVERIFY(meanBy(Routing::Ugal) > 0.35);
        QVERIFY(meanBy(Routing::Valiant) > 0.3);
    }

    // Offered at line rate, the share of detours makes both kinds of link equally full:
    // minimal 8 (1 - x) + own detours; at half the load of the cable none is needed.
    void shareOfDetours() {
        const auto t = made(dragonfly());
        std::vector<double> minimal(static_cast<std::size_t>(t->bundles()), 0.0), valiant = minimal;
        for (int leaf = 0; leaf < 36; ++leaf) {
            const double bytesPerS = 2.0 * t->linkBytesPerS();
            t->addPair(leaf, (leaf + 4) % 36, Routing::Minimal, bytesPerS, minimal);
            t->addPair(leaf, (leaf + 4) % 36, Routing::Valiant, bytesPerS, valiant);
        }
        const double share = ugalDetour(*t, minimal, valiant);
        QVERIFY(share > 0.5 && share < 1.0);
        for (double& m : minimal) {
            m /= 8.0;
        }
        QCOMPARE(ugalDetour(*t, minimal, valiant), 0.0);
    }

    // A tenth of all switch links cut: whoever is reached avoids them, and in a tree of 8 uplinks a
    // leaf everybody is.
    void goesAroundCutLinks() {
        for (const TopologySpec& spec : {tree(16, 2), tree(16, 3), dragonfly(), torus({4, 4, 4})}) {
            const auto t = made(spec);
            std::mt19937 random(5);
            std::vector<LinkId> cut;
            for (LinkId link = 0; link < t->links(); ++link) {
                if (t->bundleOf(link) >= 0 && random() % 10 == 0) {
                    cut.push_back(link);
                }
            }
            const std::vector<Message> messages = permutation(t->endpoints(), 2);
            for (const Routing routing :
                 {Routing::DModK, Routing::Ecmp, Routing::Adaptive, Routing::Spray,
                  Routing::Minimal, Routing::Valiant, Routing::Ugal, Routing::DimensionOrder}) {
                const RoutedFlows routed = routeFlows(*t, messages, by(routing, 2), statesOf(cut));
                checkRouted(*t, routed, cut);
                QVERIFY(routed.unreachable.empty());
            }
        }
    }

    // Leaves 0 and 1 of a pod keep no common spine. Cores of spine 0 lead to spine 0 of each pod
    // only, so that up and down cannot meet; by way of another pod would be a valley.
    void allowsNoValley() {
        const auto t = made(tree(4, 3));  // pods of 2 leaves and 2 spines; leaf uplinks 2
        std::vector<LinkId> cut;
        for (LinkId link = 0; link < t->links(); ++link) {
            const LinkEnds ends = t->ends(link);
            const int leaf0 = t->endpoints(), leaf1 = leaf0 + 1;
            const int spine0 = t->endpoints() + t->leaves(), spine1 = spine0 + 1;
            const auto joins = [&](int a, int b) {
                return (ends.from == a && ends.to == b) || (ends.from == b && ends.to == a);
            };
            if (joins(leaf0, spine1) || joins(leaf1, spine0)) {
                cut.push_back(link);
            }
        }
        QCOMPARE(cut.size(), std::size_t{4});
        const std::vector<Message> messages = {{0, 2, 1.0}};
        const RoutedFlows routed = routeFlows(*t, messages, by(Routing::Ecmp), statesOf(cut));
        QCOMPARE(routed.unreachable, std::vector<int>{0});
    }

    // A cut host cable cuts its endpoint off, with a second plane only half.
    void listsTheUnreachable() {
        TopologySpec spec = tree(8, 2);
        const std::vector<Message> messages = {{0, 9, 1e6}, {1, 0, 1e6}, {2, 3, 1e6}};
        const auto one = made(spec);
        const RoutedFlows alone = routeFlows(*one, messages, by(Routing::Ecmp, 2), statesOf({0}));
        QCOMPARE(alone.unreachable, std::vector<int>{0});
        const std::vector<double> rate = fill(alone.problem).rate;
        QCOMPARE(rate[0] + rate[1], 0.0);
        QVERIFY(rate[2] > 0.0);
        spec.planes = 2;
        const auto two = made(spec);
        QVERIFY(
            routeFlows(*two, messages, by(Routing::Ecmp, 2), statesOf({0})).unreachable.empty());
        spec.kind = TopologyKind::RailOnly;
        spec.endpoints = 64;
        const auto rails = made(spec);
        const RoutedFlows across = routeFlows(*rails, messages, by(Routing::Ecmp));
        QCOMPARE(across.unreachable, (std::vector<int>{0, 1, 2}));
    }

    // A link at a tenth of its rate slows who crosses it, and nobody else.
    void degradedLinks() {
        const auto t = made(tree(8, 2));
        const std::vector<Message> messages = {{0, 1, 1e6}, {4, 5, 1e6}};
        const std::vector<LinkState> states = {{0, 0.1}};
        const std::vector<double> rate =
            fill(routeFlows(*t, messages, by(Routing::Ecmp), states).problem).rate;
        QCOMPARE(rate[0], 0.1 * t->linkBytesPerS());
        QCOMPARE(rate[1], t->linkBytesPerS());
    }

    void sameSeedSamePaths() {
        const auto t = made(tree(8, 3));
        const std::vector<Message> messages = permutation(128, 4);
        for (const Routing routing :
             {Routing::Ecmp, Routing::Adaptive, Routing::Ugal, Routing::Minimal}) {
            RouteOptions options = by(routing, 2);
            const FlowProblem a = routeFlows(*t, messages, options).problem;
            const FlowProblem b = routeFlows(*t, messages, options).problem;
            QCOMPARE(a.link, b.link);
            options.seed = 2;
            QVERIFY(routeFlows(*t, messages, options).problem.link != a.link);
        }
    }

    // 6 links of 600 ns across three tiers.
    void latencyOfTheLongestPath() {
        TopologySpec spec = tree(8, 3);
        spec.hopLatencyS = 600e-9;
        const auto t = made(spec);
        const std::vector<Message> messages = {{0, 1, 1.0}, {0, 127, 1.0}};
        QCOMPARE(routeFlows(*t, messages, by(Routing::DModK)).worstLatencyS, 6 * 600e-9);
    }
};

HEADROOM_TEST(TestRouting)
}  // namespace tst_routing

#include "tst_routing.moc"
