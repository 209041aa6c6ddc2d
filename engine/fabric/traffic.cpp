// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/traffic.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

/// Sums traffic between leaves before a topology is asked: neighbours mostly repeat the pair.
class LeafPairs {
  public:
    explicit LeafPairs(const Topology& topology) : topology_(topology) {}

    void add(std::int32_t from, std::int32_t to, double bytes) {
        const auto a = static_cast<std::uint64_t>(topology_.leafOf(from));
        const auto b = static_cast<std::uint64_t>(topology_.leafOf(to));
        addLeaves(a, b, bytes);
    }

    void addLeaves(std::uint64_t a, std::uint64_t b, double bytes) {
        if (a == b) {
            return;
        }
        const std::uint64_t key = a << 32U | b;
        if (!pairs_.empty() && pairs_.back().key == key) {
            pairs_.back().bytes += bytes;
        } else {
            pairs_.push_back({key, bytes});
        }
    }

    void spread(Routing routing, std::span<double> load) {
        std::stable_sort(pairs_.begin(), pairs_.end(),
                         [](const Pair& x, const Pair& y) { return x.key < y.key; });
        for (std::size_t i = 0; i < pairs_.size();) {
            double bytes = 0.0;
            const std::uint64_t key = pairs_[i].key;
            for (; i < pairs_.size() && pairs_[i].key == key; ++i) {
                bytes += pairs_[i].bytes;
            }
            topology_.addPair(static_cast<int>(key >> 32U), static_cast<int>(key & 0xffffffffU),
                              routing, bytes, load);
        }
    }

  private:
    struct Pair {
        std::uint64_t key = 0;
        double bytes = 0.0;
    };

    const Topology& topology_;
    std::vector<Pair> pairs_;
};

void addRing(LeafPairs& pairs, std::span<const std::int32_t> group) {
    for (std::size_t i = 0; i < group.size(); ++i) {
        pairs.add(group[i], group[i + 1 < group.size() ? i + 1 : 0], 1.0);
    }
}

/// Parent in the in-order binary tree of 0 … n - 1 with root 0: the lowest set bit moves up; where
/// that is beyond the last member, it is dropped.
std::size_t parentOf(std::size_t i, std::size_t n) {
    const std::size_t bit = i & (~i + 1);
    const std::size_t up = (i ^ bit) | (bit << 1U);
    return up < n ? up : i ^ bit;
}

void addTree(LeafPairs& pairs, std::span<const std::int32_t> group) {
    const std::size_t n = group.size();
    // 2 trees x (n - 1) edges x 2 ways carry half of the data each; the mean member sends a byte.
    const double bytes = static_cast<double>(n) / (4.0 * static_cast<double>(n - 1));
    for (std::size_t shift = 0; shift < 2; ++shift) {
        for (std::size_t i = 1; i < n; ++i) {
            const std::int32_t child = group[(i + shift) % n];
            const std::int32_t parent = group[(parentOf(i, n) + shift) % n];
            pairs.add(child, parent, bytes);
            pairs.add(parent, child, bytes);
        }
    }
}

void addPairs(LeafPairs& pairs, std::span<const std::int32_t> group, int stride) {
    const auto n = static_cast<std::ptrdiff_t>(group.size());
    for (std::ptrdiff_t i = 0; i < n; ++i) {
        const std::ptrdiff_t peer = i + stride;
        if (peer >= 0 && peer < n) {
            pairs.add(group[static_cast<std::size_t>(i)], group[static_cast<std::size_t>(peer)],
                      1.0);
        }
    }
}

std::vector<double> byLeaf(const Topology& topology, std::span<const std::int32_t> endpoints) {
    std::vector<double> members(static_cast<std::size_t>(topology.leaves()), 0.0);
    for (const std::int32_t e : endpoints) {
        members[static_cast<std::size_t>(topology.leafOf(e))] += 1.0;
    }
    return members;
}

void addStorage(LeafPairs& pairs, const Topology& topology, const TrafficPlan& plan,
                std::span<const std::int32_t> endpoints) {
    const std::vector<double> clients = byLeaf(topology, endpoints);
    const std::vector<double> servers = byLeaf(topology, plan.storage);
    const double each = 1.0 / static_cast<double>(plan.storage.size());
    for (std::size_t a = 0; a < clients.size(); ++a) {
        for (std::size_t b = 0; b < servers.size() && clients[a] > 0.0; ++b) {
            if (servers[b] > 0.0) {
                const bool to = plan.pattern == TrafficPattern::ToStorage;
                pairs.addLeaves(to ? a : b, to ? b : a, clients[a] * servers[b] * each);
            }
        }
    }
}

/// Classes and bundles in rows, without the bundles that all classes together cannot fill.
struct Rows {
    std::vector<std::size_t> first{0};
    std::vector<std::int32_t> bundle;  ///< local number
    std::vector<double> load;
    std::vector<std::int32_t> bundleId;  ///< by local number: that of the network
    std::vector<double> capacity;        ///< by local number

    std::size_t classes() const { return first.size() - 1; }
};

constexpr double kFill = 1e-12;    ///< relative: a bundle with less left is full
constexpr double kSettled = 1e-9;  ///< relative change of a rate below which it has settled
constexpr int kPasses = 100;

Rows rowsOf(std::span<const TrafficClass> classes, std::span<const double> capacity) {
    std::vector<std::pair<std::int32_t, double>> most;
    for (const TrafficClass& c : classes) {
        for (std::size_t i = 0; i < c.bundle.size(); ++i) {
            most.emplace_back(c.bundle[i], c.load[i] * c.demandBytesPerS);
        }
    }
    std::stable_sort(most.begin(), most.end(),
                     [](const auto& x, const auto& y) { return x.first < y.first; });
    Rows rows;
    for (std::size_t i = 0; i < most.size();) {
        const std::int32_t b = most[i].first;
        double sum = 0.0;
        for (; i < most.size() && most[i].first == b; ++i) {
            sum += most[i].second;
        }
        if (sum > capacity[static_cast<std::size_t>(b)]) {
            rows.bundleId.push_back(b);
            rows.capacity.push_back(std::max(0.0, capacity[static_cast<std::size_t>(b)]));
        }
    }
    for (const TrafficClass& c : classes) {
        auto at = rows.bundleId.begin();
        for (std::size_t i = 0; i < c.bundle.size(); ++i) {
            at = std::lower_bound(at, rows.bundleId.end(), c.bundle[i]);
            if (at != rows.bundleId.end() && *at == c.bundle[i] && c.load[i] > 0.0) {
                rows.bundle.push_back(static_cast<std::int32_t>(at - rows.bundleId.begin()));
                rows.load.push_back(c.load[i]);
            }
        }
        rows.first.push_back(rows.bundle.size());
    }
    return rows;
}

/// Progressive filling with everybody sending: all rates rise together; a class stops at its line
/// rate or where a bundle that it crosses is full.
std::vector<double> fillTogether(const Rows& rows, std::span<TrafficClass> classes) {
    const std::size_t n = classes.size();
    std::vector<double> rate(n, 0.0), rising(rows.capacity.size(), 0.0), left = rows.capacity;
    std::vector<char> frozen(n, 0);
    const auto each = [&](std::size_t c, auto&& f) {
        for (std::size_t i = rows.first[c]; i < rows.first[c + 1]; ++i) {
            f(static_cast<std::size_t>(rows.bundle[i]), rows.load[i]);
        }
    };
    for (std::size_t c = 0; c < n; ++c) {
        each(c, [&](std::size_t b, double load) { rising[b] += load; });
    }
    double level = 0.0;
    for (std::size_t active = n; active > 0;) {
        double step = std::numeric_limits<double>::infinity();
        for (std::size_t c = 0; c < n; ++c) {
            if (frozen[c] == 0) {
                step = std::min(step, classes[c].demandBytesPerS - level);
                each(c, [&](std::size_t b, double) { step = std::min(step, left[b] / rising[b]); });
            }
        }
        step = std::max(step, 0.0);
        level += step;
        for (std::size_t b = 0; b < left.size(); ++b) {
            left[b] = std::max(0.0, left[b] - step * rising[b]);
        }
        const std::size_t before = active;
        for (std::size_t c = 0; c < n; ++c) {
            if (frozen[c] != 0) {
                continue;
            }
            bool stops = classes[c].demandBytesPerS <= level * (1.0 + kFill);
            each(c, [&](std::size_t b, double) {
                if (left[b] <= kFill * rows.capacity[b]) {
                    stops = true;
                    classes[c].bottleneck = rows.bundleId[b];
                }
            });
            if (stops) {
                frozen[c] = 1;
                rate[c] = std::min(level, classes[c].demandBytesPerS);
                --active;
            }
        }
        assert(active < before);
        if (active == before) {
            break;  // rounding left nothing that stops; the rates found stand
        }
        std::fill(rising.begin(), rising.end(), 0.0);
        for (std::size_t c = 0; c < n; ++c) {
            if (frozen[c] == 0) {
                each(c, [&](std::size_t b, double load) { rising[b] += load; });
            }
        }
    }
    return rate;
}

}  // namespace

TrafficClass trafficOf(const FabricNetwork& network, int fabric, const TrafficPlan& plan,
                       std::span<const std::int32_t> endpoints) {
    const Fabric& f = network.fabrics[static_cast<std::size_t>(fabric)];
    assert(f.topology);
    const Topology& topology = *f.topology;
    TrafficClass out;
    out.fabric = fabric;
    out.pattern = plan.pattern;
    out.members = static_cast<int>(endpoints.size());
    out.demandBytesPerS = f.adapterBytesPerS;
    LeafPairs pairs(topology);
    std::vector<double> load(static_cast<std::size_t>(topology.bundles()), 0.0);
    const bool storage =
        plan.pattern == TrafficPattern::ToStorage || plan.pattern == TrafficPattern::FromStorage;
    if (storage && !plan.storage.empty()) {
        addStorage(pairs, topology, plan, endpoints);
    }
    const std::size_t size =
        plan.groupSize > 0 ? static_cast<std::size_t>(plan.groupSize) : endpoints.size();
    for (std::size_t at = 0; at < endpoints.size() && !storage; at += size) {
        const auto group = endpoints.subspan(at, std::min(size, endpoints.size() - at));
        if (group.size() < 2) {
            continue;
        }
        switch (plan.pattern) {
            case TrafficPattern::Ring:
                addRing(pairs, group);
                break;
            case TrafficPattern::Tree:
                addTree(pairs, group);
                break;
            case TrafficPattern::AllToAll:
                topology.addUniform(byLeaf(topology, group), f.routing, 1.0, load);
                out.flows = std::max(out.flows, static_cast<double>(group.size() - 1));
                break;
            case TrafficPattern::Pairs:
                addPairs(pairs, group, plan.stride);
                break;
            case TrafficPattern::ToStorage:
            case TrafficPattern::FromStorage:
                break;
        }
    }
    pairs.spread(f.routing, load);
    const int offset = network.firstBundle[static_cast<std::size_t>(fabric)];
    for (std::size_t b = 0; b < load.size(); ++b) {
        if (load[b] > 0.0) {
            out.bundle.push_back(offset + static_cast<std::int32_t>(b));
            out.load.push_back(load[b]);
        }
    }
    return out;
}

void solveTraffic(std::span<TrafficClass> classes, std::span<const double> capacity) {
    for (TrafficClass& c : classes) {
        c.bottleneck = -1;
    }
    const Rows rows = rowsOf(classes, capacity);
    const std::vector<double> together = fillTogether(rows, classes);
    std::vector<double> rate = together, mean(rows.capacity.size(), 0.0);
    const auto range = [&](std::size_t c) { return std::pair{rows.first[c], rows.first[c + 1]}; };
    for (std::size_t c = 0; c < classes.size(); ++c) {
        for (auto [i, end] = range(c); i < end; ++i) {
            mean[static_cast<std::size_t>(rows.bundle[i])] +=
                classes[c].duty * rate[c] * rows.load[i];
        }
    }
    // Gauss and Seidel: each class in turn takes what the others leave. The matrix of the linear
    // part is similar to diag(1 - duty) plus a positive semi-definite one, so that it converges.
    bool moved = true;
    for (int pass = 0; pass < kPasses && moved; ++pass) {
        moved = false;
        for (std::size_t c = 0; c < classes.size(); ++c) {
            TrafficClass& t = classes[c];
            double most = t.demandBytesPerS;
            std::int32_t tightest = -1;
            for (auto [i, end] = range(c); i < end; ++i) {
                const auto b = static_cast<std::size_t>(rows.bundle[i]);
                const double others = mean[b] - t.duty * rate[c] * rows.load[i];
                const double leaves = (rows.capacity[b] - std::max(0.0, others)) / rows.load[i];
                if (leaves < most) {
                    most = leaves;
                    tightest = rows.bundleId[b];
                }
            }
            const double next = std::max(together[c], most);
            if (most >= together[c]) {
                t.bottleneck = tightest;
            }
            moved = moved || std::abs(next - rate[c]) > kSettled * t.demandBytesPerS;
            for (auto [i, end] = range(c); i < end; ++i) {
                mean[static_cast<std::size_t>(rows.bundle[i])] +=
                    t.duty * (next - rate[c]) * rows.load[i];
            }
            rate[c] = next;
        }
    }
    // What rounding and the last pass leave above a bundle's capacity is taken back from all on it.
    std::fill(mean.begin(), mean.end(), 0.0);
    for (std::size_t c = 0; c < classes.size(); ++c) {
        for (auto [i, end] = range(c); i < end; ++i) {
            mean[static_cast<std::size_t>(rows.bundle[i])] +=
                classes[c].duty * rate[c] * rows.load[i];
        }
    }
    for (std::size_t c = 0; c < classes.size(); ++c) {
        double scale = 1.0;
        for (auto [i, end] = range(c); i < end; ++i) {
            const auto b = static_cast<std::size_t>(rows.bundle[i]);
            if (mean[b] > rows.capacity[b]) {
                scale = std::min(scale, rows.capacity[b] / mean[b]);
            }
        }
        classes[c].rateBytesPerS = rate[c] * scale;
    }
}

}  // namespace headroom::engine
