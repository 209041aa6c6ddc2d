// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/fabric/topology/detour.h"
#include "engine/fabric/topology/routing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::engine {

namespace {

constexpr int kDraws = 16;                    // of a hash before the paths are gone through in turn
constexpr std::int64_t kMostTried = 1 << 16;  // paths gone through in turn
constexpr double kGolden = 0.6180339887498949;

// Finaliser of splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ x >> 30U) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ x >> 27U) * 0x94d049bb133111ebULL;
    return x ^ x >> 31U;
}

/// A class in the making: one path, or several with equal parts.
struct Route {
    int flow = 0;
    std::uint64_t hash = 0;
    std::vector<LinkPath> paths;
};

class Router {
  public:
    Router(const Topology& topology, std::span<const Message> flows, const RouteOptions& options,
           std::span<const LinkState> states)
        : topology_(topology),
          flows_(flows),
          options_(options),
          cut_(at(topology.links()), false),
          detour_(topology, cut_) {
        for (const LinkState& state : states) {
            if (state.factor <= 0.0) {
                cut_[at(state.link)] = true;
                anyCut_ = true;
            }
        }
    }

    RoutedFlows route(std::span<const LinkState> states);

  private:
    bool fixed() const {
        return options_.routing == Routing::DModK || options_.routing == Routing::DimensionOrder;
    }

    bool split() const {
        return options_.routing == Routing::Spray || options_.routing == Routing::Valiant;
    }

    bool byLoad() const {
        return options_.routing == Routing::Adaptive || options_.routing == Routing::Ugal;
    }

    bool whole(const LinkPath& path) const {
        return !anyCut_ || std::none_of(path.link.begin(), path.link.begin() + path.hops,
                                        [&](LinkId link) { return cut_[at(link)]; });
    }

    const Message& messageOf(const Route& route) const { return flows_[at(route.flow)]; }

    void choose(Route& route);
    bool draw(const Route& route, Routing routing, LinkPath& out) const;
    bool drawAround(const Route& route, LinkPath& out);
    void spread(Route& route) const;
    void balance();
    void look(Route& route, int round);
    double cost(const LinkPath& path) const;
    void put(const Route& route, double weight);
    void write(RoutedFlows& routed, const Route& route);

    const Topology& topology_;
    std::span<const Message> flows_;
    const RouteOptions& options_;
    std::vector<bool> cut_;
    bool anyCut_ = false;
    Detour detour_;
    std::vector<Route> routes_;
    std::vector<double> load_;                    ///< by link: sub-flows
    std::vector<std::pair<LinkId, double>> row_;  ///< scratch: links of one class
};

// Hashes first; then every path in turn, so that a flow is cut off only where none is left.
bool Router::draw(const Route& route, Routing routing, LinkPath& out) const {
    const Message& message = messageOf(route);
    const std::int64_t count = topology_.paths(message.source, message.destination, routing);
    if (count == 0) {
        return false;
    }
    std::int64_t k = 0;
    for (int n = 0; n < kDraws; ++n) {
        k = static_cast<std::int64_t>(mix(route.hash + static_cast<std::uint64_t>(n)) %
                                      static_cast<std::uint64_t>(count));
        topology_.path(message.source, message.destination, routing, k, out);
        if (whole(out)) {
            return true;
        }
    }
    for (std::int64_t n = 0; n < std::min(count, kMostTried); ++n) {
        k = k + 1 == count ? 0 : k + 1;
        topology_.path(message.source, message.destination, routing, k, out);
        if (whole(out)) {
            return true;
        }
    }
    return false;
}

bool Router::drawAround(const Route& route, LinkPath& out) {
    const Message& message = messageOf(route);
    return draw(route, Routing::Minimal, out) ||
           (topology_.paths(message.source, message.destination, Routing::Minimal) > 0 &&
            detour_.find(message.source, message.destination, out));
}

// Paths a golden section of the set apart: they differ in every choice on the way.
void Router::spread(Route& route) const {
    const Message& message = messageOf(route);
    const std::int64_t count =
        topology_.paths(message.source, message.destination, options_.routing);
    if (count == 0) {
        return;
    }
    auto stride = static_cast<std::int64_t>(kGolden * static_cast<double>(count)) + 1;
    while (std::gcd(stride, count) != 1) {
        ++stride;
    }
    auto k = static_cast<std::int64_t>(route.hash % static_cast<std::uint64_t>(count));
    LinkPath path;
    for (std::int64_t n = 0; n < std::min<std::int64_t>(count, options_.samples); ++n) {
        topology_.path(message.source, message.destination, options_.routing, k, path);
        k = (k + stride) % count;
        if (whole(path)) {
            route.paths.push_back(path);
        }
    }
}

void Router::choose(Route& route) {
    const Message& message = messageOf(route);
    if (split()) {
        spread(route);
        if (!route.paths.empty()) {
            return;
        }
    }
    LinkPath path;
    if (fixed()) {
        const int plane =
            static_cast<int>(route.hash % static_cast<std::uint64_t>(topology_.spec().planes));
        if (topology_.paths(message.source, message.destination, options_.routing) == 0) {
            return;
        }
        topology_.fixedPath(message.source, message.destination, options_.routing, plane, path);
        if (whole(path)) {
            route.paths.push_back(path);
            return;
        }
    }
    const Routing first = options_.routing == Routing::Ugal ? Routing::Minimal : options_.routing;
    if ((!fixed() && !split() && draw(route, first, path)) || drawAround(route, path)) {
        route.paths.push_back(path);
    }
}

void Router::put(const Route& route, double weight) {
    for (int i = 0; i < route.paths[0].hops; ++i) {
        load_[at(route.paths[0].link[at(i)])] += weight;
    }
}

// Adaptive: the most loaded link of the path. Ugal: queues along the path, so that a path of twice
// the hops must be half as loaded (Kim et al., ISCA 2008).
double Router::cost(const LinkPath& path) const {
    double most = 0.0, sum = 0.0;
    for (int i = 0; i < path.hops; ++i) {
        const double load = 1.0 + load_[at(path.link[at(i)])];
        most = std::max(most, load);
        sum += load;
    }
    return options_.routing == Routing::Ugal ? sum : most + 1e-6 * sum;
}

void Router::look(Route& route, int round) {
    const Message& message = messageOf(route);
    const std::int64_t minimal =
        topology_.paths(message.source, message.destination, Routing::Minimal);
    const std::int64_t all = topology_.paths(message.source, message.destination, options_.routing);
    double least = cost(route.paths[0]);
    LinkPath path;
    for (int n = 0; n < options_.samples; ++n) {
        const std::uint64_t hash = mix(route.hash ^ mix(static_cast<std::uint64_t>(round) << 32U |
                                                        static_cast<std::uint64_t>(n + kDraws)));
        // Every other look is at a minimal path, which Ugal's set may have few of.
        const std::int64_t among = n % 2 == 0 ? std::min(minimal, all) : all;
        topology_.path(message.source, message.destination, options_.routing,
                       static_cast<std::int64_t>(hash % static_cast<std::uint64_t>(among)), path);
        const double now = cost(path);
        if (now < least && whole(path)) {
            least = now;
            route.paths[0] = path;
        }
    }
}

void Router::balance() {
    load_.assign(at(topology_.links()), 0.0);
    for (const Route& route : routes_) {
        if (!route.paths.empty()) {
            put(route, 1.0);
        }
    }
    for (int round = 0; round < options_.rounds; ++round) {
        for (Route& route : routes_) {
            if (!route.paths.empty() && route.paths[0].hops > 0) {
                put(route, -1.0);
                look(route, round);
                put(route, 1.0);
            }
        }
    }
}

void Router::write(RoutedFlows& routed, const Route& route) {
    const int parts = split() || fixed() ? 1 : std::max(options_.queuePairs, 1);
    const Message& message = messageOf(route);
    const bool reached = !route.paths.empty();
    routed.problem.begin(1.0, message.bytes / parts, 1.0 / parts,
                         reached ? std::numeric_limits<double>::infinity() : 0.0);
    routed.flowOf.push_back(route.flow);
    if (!reached) {
        if (routed.unreachable.empty() || routed.unreachable.back() != route.flow) {
            routed.unreachable.push_back(route.flow);
        }
        return;
    }
    row_.clear();
    for (const LinkPath& path : route.paths) {
        for (int i = 0; i < path.hops; ++i) {
            row_.emplace_back(path.link[at(i)], 1.0 / static_cast<double>(route.paths.size()));
        }
        routed.worstLatencyS =
            std::max(routed.worstLatencyS, path.hops * topology_.spec().hopLatencyS);
    }
    if (route.paths.size() > 1) {
        std::sort(row_.begin(), row_.end());
    }
    for (std::size_t i = 0; i < row_.size();) {
        double share = 0.0;
        const LinkId link = row_[i].first;
        for (; i < row_.size() && row_[i].first == link; ++i) {
            share += row_[i].second;
        }
        routed.problem.cross(link, share);
    }
}

RoutedFlows Router::route(std::span<const LinkState> states) {
    RoutedFlows routed;
    routed.problem.capacity.assign(at(topology_.links()), topology_.linkBytesPerS());
    for (const LinkState& state : states) {
        routed.problem.capacity[at(state.link)] *= std::max(state.factor, 0.0);
    }
    const int parts = split() || fixed() ? 1 : std::max(options_.queuePairs, 1);
    Route one;
    for (std::size_t f = 0; f < flows_.size(); ++f) {
        for (int part = 0; part < parts; ++part) {
            one.flow = static_cast<int>(f);
            one.hash = mix(mix(options_.seed ^ mix(f)) + static_cast<std::uint64_t>(part));
            one.paths.clear();
            choose(one);
            if (byLoad()) {
                routes_.push_back(one);
            } else {
                write(routed, one);
            }
        }
    }
    if (byLoad()) {
        balance();
        for (const Route& route : routes_) {
            write(routed, route);
        }
    }
    return routed;
}

}  // namespace

RoutedFlows routeFlows(const Topology& topology, std::span<const Message> flows,
                       const RouteOptions& options, std::span<const LinkState> states) {
    return Router(topology, flows, options, states).route(states);
}

double ugalDetour(const Topology& topology, std::span<const double> minimal,
                  std::span<const double> valiant) {
    std::vector<double> capacity(minimal.size());
    for (std::size_t b = 0; b < minimal.size(); ++b) {
        capacity[b] = topology.bundle(static_cast<int>(b)).links * topology.linkBytesPerS();
    }
    const auto fullest = [&](double share) {
        double most = 0.0;
        for (std::size_t b = 0; b < minimal.size(); ++b) {
            most = std::max(most, ((1.0 - share) * minimal[b] + share * valiant[b]) / capacity[b]);
        }
        return most;
    };
    if (fullest(0.0) <= 1.0) {
        return 0.0;
    }
    // The fullest link is convex in the share.
    double low = 0.0, high = 1.0;
    while (high - low > 1e-6) {
        const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        (fullest(a) <= fullest(b) ? high : low) = fullest(a) <= fullest(b) ? b : a;
    }
    return 0.5 * (low + high);
}

}  // namespace headroom::engine
