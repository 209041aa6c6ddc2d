// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/traffic.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

/// Sums traffic between leaves before a topology is asked: neighbours mostly repeat the pair.
class LeafPairs {
  public:
    explicit LeafPairs(const Topology& topology) : topology_(topology) {}

    void add(std::int32_t from, std::int32_t to, double bytes) {
        addLeaves(topology_.leafOf(from), topology_.leafOf(to), bytes);
    }

    std::int32_t leafOf(std::int32_t endpoint) const { return topology_.leafOf(endpoint); }

    /// A byte from each member of a group to the one `stride` after it. Groups that follow each other are on servers
    /// side by side, which mostly share their leaves. Members that go the way of the group before are added to it at
    /// once, without sorting.
    void addApart(std::span<const std::int32_t> group, int stride) {
        const auto n = static_cast<std::ptrdiff_t>(group.size());
        leaves_.clear();
        for (const std::int32_t endpoint : group) {
            leaves_.push_back(topology_.leafOf(endpoint));
        }
        apart_.resize(std::max(apart_.size(), group.size()), 0);
        for (std::ptrdiff_t i = std::max(0, -stride); i < std::min(n, n - stride); ++i) {
            const std::int32_t a = leaves_[static_cast<std::size_t>(i)];
            const std::int32_t b = leaves_[static_cast<std::size_t>(i + stride)];
            if (a == b) {
                continue;
            }
            std::size_t& before = apart_[static_cast<std::size_t>(i)];
            if (before < pairs_.size() && pairs_[before].a == a && pairs_[before].b == b) {
                pairs_[before].bytes += 1.0;
            } else {
                before = pairs_.size();
                pairs_.push_back({a, b, 1.0});
            }
        }
    }

    void addLeaves(std::int32_t a, std::int32_t b, double bytes) {
        if (a == b) {
            return;
        }
        if (!pairs_.empty() && pairs_.back().a == a && pairs_.back().b == b) {
            pairs_.back().bytes += bytes;
        } else {
            pairs_.push_back({a, b, bytes});
        }
    }

    void spread(Routing routing, std::span<double> load) {
        sortBy(&Pair::b);
        sortBy(&Pair::a);
        for (std::size_t i = 0; i < pairs_.size();) {
            double bytes = 0.0;
            const Pair first = pairs_[i];
            for (; i < pairs_.size() && pairs_[i].a == first.a && pairs_[i].b == first.b; ++i) {
                bytes += pairs_[i].bytes;
            }
            topology_.addPair(first.a, first.b, routing, bytes, load);
        }
    }

  private:
    struct Pair {
        std::int32_t a = 0, b = 0;
        double bytes = 0.0;
    };

    /// By counting: what is equal stays in its order.
    void sortBy(std::int32_t Pair::*leaf) {
        begin_.assign(static_cast<std::size_t>(topology_.leaves()) + 1, 0);
        for (const Pair& p : pairs_) {
            ++begin_[static_cast<std::size_t>(p.*leaf) + 1];
        }
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        sorted_.resize(pairs_.size());
        for (const Pair& p : pairs_) {
            sorted_[begin_[static_cast<std::size_t>(p.*leaf)]++] = p;
        }
        pairs_.swap(sorted_);
    }

    const Topology& topology_;
    std::vector<Pair> pairs_, sorted_;
    std::vector<std::int32_t> leaves_;  ///< of a group
    std::vector<std::size_t> apart_;    ///< by member of a group: the pair that it was of last
    std::vector<std::size_t> begin_;
};

void addRing(LeafPairs& pairs, std::span<const std::int32_t> group) {
    // Each member is asked for its leaf once.
    const std::int32_t first = pairs.leafOf(group.front());
    std::int32_t from = first;
    for (std::size_t i = 1; i < group.size(); ++i) {
        const std::int32_t to = pairs.leafOf(group[i]);
        pairs.addLeaves(from, to, 1.0);
        from = to;
    }
    pairs.addLeaves(from, first, 1.0);
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
                const auto client = static_cast<std::int32_t>(a),
                           server = static_cast<std::int32_t>(b);
                pairs.addLeaves(to ? client : server, to ? server : client,
                                clients[a] * servers[b] * each);
            }
        }
    }
}

constexpr double kFill = 1e-12;    ///< relative: a bundle with less left is full
constexpr double kSettled = 1e-9;  ///< relative change of a rate below which it has settled
constexpr int kPasses = 100;
constexpr std::size_t kWordBits = 64;

// While bundles that are alike become one: a factor that mixes bits (2^64 over the golden ratio), and what has gone.
constexpr std::uint64_t kHash = 0x9E3779B97F4A7C15U;
constexpr double kGone = -1.0;
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// Beyond this factor of a product no rounding brings a quotient below the other factor.
constexpr double kClearly = 1.0 + 1e-12;

// States of a class while rates rise together: it rises, stops in this round, stopped before.
constexpr char kRises = 0, kNow = 1, kBefore = 2;

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
                pairs.addApart(group, plan.stride);
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

/// Classes and bundles in rows, without the bundles that all classes together cannot fill.
void TrafficSolver::makeRows(std::span<const TrafficClass> classes,
                             std::span<const double> capacity) {
    wanted_.resize(capacity.size(), 0.0);
    number_.resize(capacity.size(), -1);
    touched_.clear();
    filled_.assign(capacity.size() / kWordBits + 1, 0);
    bundleId_.clear();
    capacity_.clear();
    crossed_.first.assign(1, 0);
    crossed_.bundle.clear();
    crossed_.load.clear();
    for (const TrafficClass& c : classes) {
        for (std::size_t i = 0; i < c.bundle.size(); ++i) {
            double& wanted = wanted_[static_cast<std::size_t>(c.bundle[i])];
            if (wanted == 0.0) {
                touched_.push_back(c.bundle[i]);
            }
            wanted += c.load[i] * c.demandBytesPerS;
        }
    }
    for (const std::int32_t b : touched_) {
        const auto i = static_cast<std::size_t>(b);
        if (wanted_[i] > capacity[i]) {
            filled_[i / kWordBits] |= std::uint64_t{1} << (i % kWordBits);
        }
        wanted_[i] = 0.0;
    }
    // Ascending, each once.
    for (std::size_t word = 0; word < filled_.size(); ++word) {
        for (std::uint64_t left = filled_[word]; left != 0; left &= left - 1) {
            bundleId_.push_back(static_cast<std::int32_t>(
                word * kWordBits + static_cast<std::size_t>(std::countr_zero(left))));
        }
    }
    for (std::size_t local = 0; local < bundleId_.size(); ++local) {
        const auto b = static_cast<std::size_t>(bundleId_[local]);
        number_[b] = static_cast<std::int32_t>(local);
        capacity_.push_back(std::max(0.0, capacity[b]));
    }
    for (const TrafficClass& c : classes) {
        for (std::size_t i = 0; i < c.bundle.size(); ++i) {
            const std::int32_t local = number_[static_cast<std::size_t>(c.bundle[i])];
            if (local >= 0 && c.load[i] > 0.0) {
                crossed_.bundle.push_back(local);
                crossed_.load.push_back(c.load[i]);
            }
        }
        crossed_.first.push_back(crossed_.bundle.size());
    }
    for (const std::int32_t b : bundleId_) {
        number_[static_cast<std::size_t>(b)] = -1;
    }
}

/// The same by bundle: who crosses it, in the order of the classes.
void TrafficSolver::makeColumns() {
    const std::size_t bundles = capacity_.size();
    crossed_.begin.assign(bundles + 1, 0);
    for (const std::int32_t b : crossed_.bundle) {
        ++crossed_.begin[static_cast<std::size_t>(b) + 1];
    }
    for (std::size_t b = 0; b < bundles; ++b) {
        crossed_.begin[b + 1] += crossed_.begin[b];
    }
    crossed_.crossing.resize(crossed_.bundle.size());
    crossed_.crossingLoad.resize(crossed_.bundle.size());
    crossed_.next.assign(crossed_.begin.begin(), crossed_.begin.end() - 1);
    for (std::size_t c = 0; c + 1 < crossed_.first.size(); ++c) {
        for (std::size_t i = crossed_.first[c]; i < crossed_.first[c + 1]; ++i) {
            const std::size_t at = crossed_.next[static_cast<std::size_t>(crossed_.bundle[i])]++;
            crossed_.crossing[at] = static_cast<std::int32_t>(c);
            crossed_.crossingLoad[at] = crossed_.load[i];
        }
    }
}

/// Many bundles are crossed by the same classes with the same loads, as most of a large job's are. Only the first of those
/// with the least capacity ever limits a rate: the others go.
void TrafficSolver::mergeAlike() {
    const std::size_t bundles = capacity_.size();
    const auto entriesOf = [this](std::size_t b) {
        return crossed_.begin[b + 1] - crossed_.begin[b];
    };
    const auto alike = [&](std::size_t a, std::size_t b) {
        const auto from = [](const auto& values, std::size_t i) {
            return values.begin() + static_cast<std::ptrdiff_t>(i);
        };
        return entriesOf(a) == entriesOf(b) &&
               std::equal(from(crossed_.crossing, crossed_.begin[a]),
                          from(crossed_.crossing, crossed_.begin[a + 1]),
                          from(crossed_.crossing, crossed_.begin[b])) &&
               std::equal(from(crossed_.crossingLoad, crossed_.begin[a]),
                          from(crossed_.crossingLoad, crossed_.begin[a + 1]),
                          from(crossed_.crossingLoad, crossed_.begin[b]));
    };
    const std::size_t slots = std::bit_ceil(2 * bundles + 1);
    firstAlike_.assign(slots, -1);
    std::size_t kept = 0;
    for (std::size_t b = 0; b < bundles; ++b) {
        std::uint64_t hash = entriesOf(b);
        for (std::size_t i = crossed_.begin[b]; i < crossed_.begin[b + 1]; ++i) {
            hash = (hash ^ static_cast<std::uint64_t>(crossed_.crossing[i])) * kHash;
            hash = (hash ^ std::bit_cast<std::uint64_t>(crossed_.crossingLoad[i])) * kHash;
            hash ^= hash >> 29U;
        }
        std::size_t slot = hash & (slots - 1);
        while (firstAlike_[slot] >= 0 && !alike(static_cast<std::size_t>(firstAlike_[slot]), b)) {
            slot = (slot + 1) & (slots - 1);
        }
        if (firstAlike_[slot] < 0) {
            firstAlike_[slot] = static_cast<std::int32_t>(b);
            ++kept;
            continue;
        }
        const auto first = static_cast<std::size_t>(firstAlike_[slot]);
        if (capacity_[b] < capacity_[first]) {
            capacity_[first] = capacity_[b];
            bundleId_[first] = bundleId_[b];
        }
        capacity_[b] = kGone;
    }
    if (kept == bundles) {
        return;
    }
    // The remaining bundles move together: numbers of bundles, then rows and columns.
    std::size_t entries = 0;
    crossed_.next.assign(bundles, kNone);
    for (std::size_t b = 0, now = 0; b < bundles; ++b) {
        if (capacity_[b] == kGone) {
            continue;
        }
        const std::size_t from = crossed_.begin[b], count = entriesOf(b);
        crossed_.next[b] = now;
        capacity_[now] = capacity_[b];
        bundleId_[now] = bundleId_[b];
        crossed_.begin[now++] = entries;
        for (std::size_t i = from; i < from + count; ++i, ++entries) {
            crossed_.crossing[entries] = crossed_.crossing[i];
            crossed_.crossingLoad[entries] = crossed_.crossingLoad[i];
        }
    }
    crossed_.begin[kept] = entries;
    crossed_.begin.resize(kept + 1);
    capacity_.resize(kept);
    bundleId_.resize(kept);
    entries = 0;
    for (std::size_t c = 0; c + 1 < crossed_.first.size(); ++c) {
        const std::size_t from = std::exchange(crossed_.first[c], entries);
        const std::size_t end = crossed_.first[c + 1];
        for (std::size_t i = from; i < end; ++i) {
            if (const std::size_t now = crossed_.next[static_cast<std::size_t>(crossed_.bundle[i])];
                now != kNone) {
                crossed_.bundle[entries] = static_cast<std::int32_t>(now);
                crossed_.load[entries++] = crossed_.load[i];
            }
        }
    }
    crossed_.first.back() = entries;
    crossed_.bundle.resize(entries);
    crossed_.load.resize(entries);
}

/// By how much a bundle fills for each byte that all rates rise; 0 means all on it have stopped.
double TrafficSolver::risingOn(std::size_t bundle) const {
    double rising = 0.0;
    for (std::size_t i = crossed_.begin[bundle]; i < crossed_.begin[bundle + 1]; ++i) {
        if (stopped_[static_cast<std::size_t>(crossed_.crossing[i])] == kRises) {
            rising += crossed_.crossingLoad[i];
        }
    }
    return rising;
}

/// Progressive filling with everybody sending: all rates rise together; a class stops at its line
/// rate or where a bundle that it crosses is full. Work of a round: bundles and classes that still
/// rise, and what crosses the bundles of those that stop.
void TrafficSolver::fillTogether(std::span<TrafficClass> classes) {
    const std::size_t n = classes.size();
    together_.assign(n, 0.0);
    stopped_.assign(n, kRises);
    left_ = capacity_;
    rising_.resize(capacity_.size());
    open_.clear();
    for (std::size_t b = 0; b < capacity_.size(); ++b) {
        rising_[b] = risingOn(b);
        if (rising_[b] > 0.0) {
            open_.push_back(b);
        }
    }
    active_.resize(n);
    std::iota(active_.begin(), active_.end(), std::size_t{0});
    stale_.assign(capacity_.size(), 0);
    stales_.clear();
    double level = 0.0;
    while (!active_.empty()) {
        double step = std::numeric_limits<double>::infinity();
        for (const std::size_t c : active_) {
            step = std::min(step, demand_[c] - level);
        }
        for (const std::size_t b : open_) {
            if (left_[b] < step * rising_[b] * kClearly) {  // few: the others without a division
                step = std::min(step, left_[b] / rising_[b]);
            }
        }
        step = std::max(step, 0.0);
        level += step;
        stopping_.clear();
        const auto stop = [this](std::size_t c) {
            if (stopped_[c] == kRises) {
                stopped_[c] = kNow;
                stopping_.push_back(c);
            }
        };
        for (const std::size_t b : open_) {
            left_[b] = std::max(0.0, left_[b] - step * rising_[b]);
            if (left_[b] > kFill * capacity_[b]) {
                continue;
            }
            for (std::size_t i = crossed_.begin[b]; i < crossed_.begin[b + 1]; ++i) {
                const auto c = static_cast<std::size_t>(crossed_.crossing[i]);
                if (stopped_[c] != kBefore) {
                    stop(c);
                    classes[c].bottleneck = bundleId_[b];
                }
            }
        }
        for (const std::size_t c : active_) {
            if (demand_[c] <= level * (1.0 + kFill)) {
                stop(c);
            }
        }
        assert(!stopping_.empty());
        if (stopping_.empty()) {
            break;  // rounding left nothing that stops; the rates found hold
        }
        for (const std::size_t c : stopping_) {
            stopped_[c] = kBefore;
            together_[c] = std::min(level, demand_[c]);
            for (std::size_t i = crossed_.first[c]; i < crossed_.first[c + 1]; ++i) {
                const auto b = static_cast<std::size_t>(crossed_.bundle[i]);
                if (stale_[b] == 0 && rising_[b] > 0.0) {
                    stale_[b] = 1;
                    stales_.push_back(b);
                }
            }
        }
        std::erase_if(active_, [this](std::size_t c) { return stopped_[c] == kBefore; });
        bool closes = false;
        for (const std::size_t b : stales_) {
            stale_[b] = 0;
            rising_[b] = risingOn(b);
            closes = closes || !(rising_[b] > 0.0);
        }
        stales_.clear();
        if (closes) {
            std::erase_if(open_, [this](std::size_t b) { return !(rising_[b] > 0.0); });
        }
    }
}

void TrafficSolver::solve(std::span<TrafficClass> classes, std::span<const double> capacity) {
    demand_.clear();
    for (TrafficClass& c : classes) {
        c.bottleneck = -1;
        demand_.push_back(c.demandBytesPerS);
    }
    makeRows(classes, capacity);
    makeColumns();
    mergeAlike();
    fillTogether(classes);
    fullest_.clear();
    for (const TrafficClass& c : classes) {
        fullest_.push_back(c.bottleneck);
    }
    sharesOf(classes);
}

void TrafficSolver::solveAgain(std::span<TrafficClass> classes, std::span<const double> capacity) {
    const bool same = std::equal(
        classes.begin(), classes.end(), demand_.begin(), demand_.end(),
        [](const TrafficClass& c, double demand) { return c.demandBytesPerS == demand; });
    if (!same) {
        solve(classes, capacity);
        return;
    }
    // With everybody sending no duty counts: all rises as it did.
    for (std::size_t c = 0; c < classes.size(); ++c) {
        classes[c].bottleneck = fullest_[c];
    }
    sharesOf(classes);
}

/// Mean rest of the others, where that is more than the share with everybody sending.
void TrafficSolver::sharesOf(std::span<TrafficClass> classes) {
    std::vector<double>& rate = rate_;
    std::vector<double>& mean = mean_;
    rate = together_;
    mean.assign(capacity_.size(), 0.0);
    const auto range = [&](std::size_t c) {
        return std::pair{crossed_.first[c], crossed_.first[c + 1]};
    };
    for (std::size_t c = 0; c < classes.size(); ++c) {
        for (auto [i, end] = range(c); i < end; ++i) {
            mean[static_cast<std::size_t>(crossed_.bundle[i])] +=
                classes[c].duty * rate[c] * crossed_.load[i];
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
            const double sent = t.duty * rate[c];
            for (auto [i, end] = range(c); i < end; ++i) {
                const auto b = static_cast<std::size_t>(crossed_.bundle[i]);
                const double others = mean[b] - sent * crossed_.load[i];
                const double left = capacity_[b] - std::max(0.0, others);
                if (left > most * crossed_.load[i] * kClearly) {
                    continue;  // most bundles: without a division
                }
                const double leaves = left / crossed_.load[i];
                if (leaves < most) {
                    most = leaves;
                    tightest = bundleId_[b];
                }
            }
            const double next = std::max(together_[c], most);
            if (most >= together_[c]) {
                t.bottleneck = tightest;
            }
            if (next == rate[c]) {
                continue;
            }
            moved = moved || std::abs(next - rate[c]) > kSettled * t.demandBytesPerS;
            for (auto [i, end] = range(c); i < end; ++i) {
                mean[static_cast<std::size_t>(crossed_.bundle[i])] +=
                    t.duty * (next - rate[c]) * crossed_.load[i];
            }
            rate[c] = next;
        }
    }
    // The excess of rounding and the last pass above a bundle's capacity is taken back from all on it.
    std::fill(mean.begin(), mean.end(), 0.0);
    for (std::size_t c = 0; c < classes.size(); ++c) {
        for (auto [i, end] = range(c); i < end; ++i) {
            mean[static_cast<std::size_t>(crossed_.bundle[i])] +=
                classes[c].duty * rate[c] * crossed_.load[i];
        }
    }
    for (std::size_t c = 0; c < classes.size(); ++c) {
        double scale = 1.0;
        for (auto [i, end] = range(c); i < end; ++i) {
            const auto b = static_cast<std::size_t>(crossed_.bundle[i]);
            if (mean[b] > capacity_[b]) {
                scale = std::min(scale, capacity_[b] / mean[b]);
            }
        }
        classes[c].rateBytesPerS = rate[c] * scale;
    }
}

}  // namespace headroom::engine
