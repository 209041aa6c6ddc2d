// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/flow/flow_run.h"
#include "engine/fabric/topology/routing.h"
#include "engine/validate/kinds.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr double kBitsPerByte = 8.0;
constexpr int kMostSeeds = 1000;
constexpr double kMostFlows = 4e6;

Error caseError(const std::filesystem::path& path, std::string place, std::string message) {
    Error error;
    error.code = "VAL-003";
    error.message = std::move(message);
    error.remedy = "Compare the file with the format of its kind.";
    error.file = path.string();
    error.path = std::move(place);
    return error;
}

/// Reads the members of one JSON object, remembering the first fault with its place.
class Reader {
  public:
    Reader(const Json& object, std::string place, const std::filesystem::path& path,
           std::optional<Error>& fault)
        : object_(object), place_(std::move(place)), path_(path), fault_(fault) {}

    bool has(const char* key) const { return object_.contains(key); }

    double number(const char* key, double fallback, double least, double most) {
        const auto it = object_.find(key);
        if (it == object_.end()) {
            return fallback;
        }
        if (!it->is_number() || !(it->get<double>() >= least && it->get<double>() <= most)) {
            fail(key, "a number within its range should stand there");
            return fallback;
        }
        return it->get<double>();
    }

    int count(const char* key, int fallback, int most = std::numeric_limits<int>::max()) {
        const double value = number(key, fallback, 0.0, most);
        if (value != std::floor(value)) {
            fail(key, "a whole number should stand there");
        }
        return static_cast<int>(value);
    }

    std::string text(const char* key) {
        const auto it = object_.find(key);
        if (it == object_.end() || !it->is_string()) {
            fail(key, "a text should stand there");
            return {};
        }
        return it->get<std::string>();
    }

    bool flag(const char* key, bool fallback) {
        const auto it = object_.find(key);
        if (it != object_.end() && !it->is_boolean()) {
            fail(key, "true or false should stand there");
            return fallback;
        }
        return it == object_.end() ? fallback : it->get<bool>();
    }

    std::vector<int> counts(const char* key) {
        std::vector<int> values;
        const auto it = object_.find(key);
        if (it == object_.end()) {
            return values;
        }
        for (std::size_t i = 0; it->is_array() && i < it->size(); ++i) {
            const Json& value = (*it)[i];
            if (value.is_number_integer() && value.get<std::int64_t>() >= 0 &&
                value.get<std::int64_t>() <= std::numeric_limits<int>::max()) {
                values.push_back(value.get<int>());
            }
        }
        if (!it->is_array() || values.size() != it->size()) {
            fail(key, "a list of whole numbers should stand there");
        }
        return values;
    }

    void fail(const char* key, std::string message) {
        if (!fault_) {
            fault_ = caseError(path_, place_ + "/" + key, std::move(message));
        }
    }

  private:
    const Json& object_;
    std::string place_;
    const std::filesystem::path& path_;
    std::optional<Error>& fault_;
};

/// A case as read. `unsaid`: why the models cannot say it.
struct FabricCase {
    std::string id;
    TopologySpec spec;
    RouteOptions routing;
    std::string pattern;
    int stride = 1, senders = 0, ranks = 0, seeds = 1;
    double bytes = 0.0;
    std::string unsaid;
};

template <class T>
std::optional<T> named(const std::string& name, std::initializer_list<T> all,
                       const char* (*nameOf)(T)) {
    for (const T one : all) {
        if (name == nameOf(one)) {
            return one;
        }
    }
    return std::nullopt;
}

void readTopology(Reader& in, FabricCase& fabric) {
    using enum TopologyKind;
    const std::string kind = in.text("kind");
    const auto known =
        named(kind, {FatTree, RailOptimised, RailOnly, Dragonfly, DragonflyPlus, Torus, HyperX},
              &topologyKindName);
    if (!known) {
        fabric.unsaid = "no shape is called \"" + kind + "\"";
        return;
    }
    TopologySpec& spec = fabric.spec;
    spec.kind = *known;
    spec.endpoints = in.count("endpoints", 0);
    spec.planes = in.count("planes", 1);
    spec.tiers = in.count("tiers", 0);
    spec.radix = in.count("radix", spec.radix);
    spec.oversubscription = in.number("oversubscription", 1.0, 0.0, 1e9);
    spec.rails = in.count("rails", spec.rails);
    spec.routerEndpoints = in.count(in.has("terminals") ? "terminals" : "p", spec.routerEndpoints);
    spec.groupRouters = in.count("a", spec.groupRouters);
    spec.routerGlobals = in.count("h", spec.routerGlobals);
    spec.groups = in.count("groups", 0);
    spec.dims = in.counts("dims");
    spec.wrap = in.flag("wrap", true);
    spec.twisted = in.flag("twisted", false);
    spec.cubeEdge = in.count("cube_edge", 0);
    spec.linksPerPair = in.count("links_per_pair", 1);
    spec.linkBytesPerS = in.number("link_gbps", 400.0, 0.0, 1e9) * 1e9 / kBitsPerByte;
    spec.hopLatencyS = in.number("hop_latency_ns", 0.0, 0.0, 1e9) * 1e-9;
}

void readRouting(const std::string& name, FabricCase& fabric) {
    using enum Routing;
    const auto known = named(
        name, {DModK, Ecmp, Adaptive, Spray, Minimal, Valiant, Ugal, DimensionOrder}, &routingName);
    if (known) {
        fabric.routing.routing = *known;
    } else if (fabric.unsaid.empty()) {
        fabric.unsaid = "no routing is called \"" + name + "\"";
    }
}

void readTraffic(Reader& in, FabricCase& fabric) {
    fabric.pattern = in.text("pattern");
    fabric.stride = in.count("stride", 1);
    fabric.senders = in.count("senders", 0);
    fabric.ranks = in.count("ranks", 0);
    fabric.seeds = in.count("seeds", 1, kMostSeeds);
    fabric.bytes = in.number(in.has("bytes_per_pair") ? "bytes_per_pair" : "bytes", 0.0, 0.0, 1e18);
    fabric.routing.queuePairs = in.count("queue_pairs", 1, 1024);
    fabric.routing.seed = 1;
}

// What is asked of a case; empty where the pattern cannot yield it.
using Answer = std::optional<double>;

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

std::vector<Message> messagesOf(const FabricCase& fabric, const Topology& topology) {
    const int n = topology.endpoints();
    std::vector<Message> messages;
    if (fabric.pattern == "shift") {
        for (int e = 0; e < n; ++e) {
            messages.push_back(
                {e, static_cast<int>((std::int64_t{e} + fabric.stride) % n), fabric.bytes});
        }
    } else if (fabric.pattern == "incast") {
        for (int e = 1; e <= std::min(fabric.senders, n - 1); ++e) {
            messages.push_back({e, 0, fabric.bytes});
        }
    } else if (fabric.pattern == "all_to_all") {
        const int ranks = fabric.ranks > 0 ? std::min(fabric.ranks, n) : n;
        if (static_cast<double>(ranks) * ranks > kMostFlows) {
            return messages;
        }
        for (int a = 0; a < ranks; ++a) {
            for (int b = 0; b < ranks; ++b) {
                if (a != b) {
                    messages.push_back({a, b, fabric.bytes});
                }
            }
        }
    }
    return messages;
}

// Time until the last byte, with the latency of the longest path.
Answer makespanMs(const FabricCase& fabric, const Topology& topology) {
    const std::vector<Message> messages = messagesOf(fabric, topology);
    if (messages.empty() || fabric.bytes <= 0.0) {
        return std::nullopt;
    }
    const RoutedFlows routed = routeFlows(topology, messages, fabric.routing);
    FlowRunOptions options;
    options.latencyS = routed.worstLatencyS;
    const FlowRun run = runFlows(routed.problem, options);
    return run.makespanS * 1e3;
}

/// Load of each bundle for a byte from every endpoint, by the routing.
using Loader = std::function<void(Routing, std::span<double>)>;

/// Members of each leaf.
std::vector<double> membersOf(const Topology& topology) {
    std::vector<double> members(at(topology.leaves()), 0.0);
    for (int e = 0; e < topology.endpoints(); ++e) {
        members[at(topology.leafOf(e))] += 1.0;
    }
    return members;
}

// "Remote": not through one's own leaf; of a dragonfly, not in one's own group.
bool remote(const Topology& topology, int from, int to) {
    const TopologyKind kind = topology.spec().kind;
    const bool byGroup = kind == TopologyKind::Dragonfly || kind == TopologyKind::DragonflyPlus;
    return byGroup ? topology.groupOfLeaf(from) != topology.groupOfLeaf(to) : from != to;
}

void addRemoteUniform(const Topology& topology, Routing routing, std::span<double> load) {
    const std::vector<double> members = membersOf(topology);
    for (int from = 0; from < topology.leaves(); ++from) {
        double others = 0.0;
        for (int to = 0; to < topology.leaves(); ++to) {
            others += remote(topology, from, to) ? members[at(to)] : 0.0;
        }
        for (int to = 0; others > 0.0 && to < topology.leaves(); ++to) {
            const double pairs = members[at(from)] * members[at(to)];
            if (pairs > 0.0 && remote(topology, from, to)) {
                topology.addPair(from, to, routing, pairs / others, load);
            }
        }
    }
}

// Every endpoint to the one in its place `stride` groups on.
void addGroupShift(const Topology& topology, int stride, Routing routing, std::span<double> load) {
    const std::vector<double> members = membersOf(topology);
    const int groups = topology.groups(), size = topology.leaves() / groups;
    for (int leaf = 0; leaf < topology.leaves(); ++leaf) {
        const int to = (leaf / size + stride) % groups * size + leaf % size;
        topology.addPair(leaf, to, routing, members[at(leaf)], load);
    }
}

std::optional<Loader> loaderOf(const FabricCase& fabric, const Topology& topology) {
    if (fabric.pattern == "all_remote_uniform") {
        return [&topology](Routing routing, std::span<double> load) {
            addRemoteUniform(topology, routing, load);
        };
    }
    if (fabric.pattern == "all_to_all_uniform") {
        return [&topology](Routing routing, std::span<double> load) {
            topology.addUniform(membersOf(topology), routing, 1.0, load);
        };
    }
    if (fabric.pattern == "group_shift") {
        return [&topology, &fabric](Routing routing, std::span<double> load) {
            addGroupShift(topology, fabric.stride, routing, load);
        };
    }
    return std::nullopt;
}

// Bytes/s that every endpoint can send at once: what the fullest bundle allows, at most what its
// adapter injects (a port of each plane; of a torus, its own links).
Answer rateOfNode(const FabricCase& fabric, const Topology& topology) {
    const auto loader = loaderOf(fabric, topology);
    if (!loader) {
        return std::nullopt;
    }
    const Routing routing = fabric.routing.routing;
    std::vector<double> load(at(topology.bundles()), 0.0);
    (*loader)(routing == Routing::Ugal ? Routing::Minimal : routing, load);
    const double line = topology.spec().planes * topology.linkBytesPerS();
    if (routing == Routing::Ugal) {
        std::vector<double> detours(load.size(), 0.0);
        (*loader)(Routing::Valiant, detours);
        std::vector<double> offered(load), around(detours);
        for (std::size_t b = 0; b < load.size(); ++b) {
            offered[b] *= line;
            around[b] *= line;
        }
        const double share = ugalDetour(topology, offered, around);
        for (std::size_t b = 0; b < load.size(); ++b) {
            load[b] = (1.0 - share) * load[b] + share * detours[b];
        }
    }
    double rate = topology.counts().hostCables > 0 ? line : std::numeric_limits<double>::infinity();
    for (int b = 0; b < topology.bundles(); ++b) {
        if (load[at(b)] > 0.0) {
            rate =
                std::min(rate, topology.bundle(b).links * topology.linkBytesPerS() / load[at(b)]);
        }
    }
    return rate;
}

// Mean max-min rate of random permutations, hashed anew for each seed; of the flows that leave
// their leaf: the others meet no choice of routing.
Answer meanRateOfPermutations(const FabricCase& fabric, const Topology& topology) {
    if (fabric.pattern != "random_permutation") {
        return std::nullopt;
    }
    std::vector<int> to(at(topology.endpoints()));
    std::vector<Message> messages(to.size());
    double sum = 0.0;
    std::int64_t senders = 0;
    for (int seed = 1; seed <= fabric.seeds; ++seed) {
        std::mt19937 random(static_cast<unsigned>(seed));
        std::iota(to.begin(), to.end(), 0);
        for (std::size_t i = to.size(); i > 1; --i) {
            std::swap(to[i - 1], to[random() % i]);
        }
        for (std::size_t e = 0; e < to.size(); ++e) {
            messages[e] = {static_cast<int>(e), to[e], 1.0};
        }
        RouteOptions options = fabric.routing;
        options.seed = static_cast<std::uint64_t>(seed);
        const RoutedFlows routed = routeFlows(topology, messages, options);
        const std::vector<double> rate = fill(routed.problem).rate;
        for (std::size_t c = 0; c < rate.size(); ++c) {
            const Message& message = messages[at(routed.flowOf[c])];
            const bool leaves =
                topology.leafOf(message.source) != topology.leafOf(message.destination);
            sum += leaves ? rate[c] : 0.0;
        }
        senders += std::count_if(messages.begin(), messages.end(), [&](const Message& message) {
            return topology.leafOf(message.source) != topology.leafOf(message.destination);
        });
    }
    if (senders == 0) {
        return std::nullopt;
    }
    const double line = topology.spec().planes * topology.linkBytesPerS();
    return sum / static_cast<double>(senders) / line;
}

Answer answerOf(const std::string& quantity, const FabricCase& fabric, const Topology& topology) {
    const TopologyCounts counts = topology.counts();
    const double line = topology.spec().planes * topology.linkBytesPerS();
    const std::array kCounts = {
        std::pair{"hosts", counts.endpoints}, std::pair{"switches", counts.switches},
        std::pair{"switch_links", counts.switchCables},
        std::pair{"circuit_switches", counts.circuitSwitches},
        std::pair{"global_links", counts.cablesByTier[static_cast<std::size_t>(LinkTier::Global)]}};
    for (const auto& [name, value] : kCounts) {
        if (quantity == name) {
            return static_cast<double>(value);
        }
    }
    if (quantity == "makespan") {
        return makespanMs(fabric, topology);
    }
    if (quantity == "bisection") {
        return topology.bisectionBytesPerS();
    }
    if (quantity == "bisection_fraction") {
        return topology.bisectionBytesPerS() / (0.5 * topology.endpoints() * line);
    }
    if (quantity == "diameter") {
        return topology.diameter();
    }
    if (quantity == "mean_rate_fraction") {
        return meanRateOfPermutations(fabric, topology);
    }
    if (quantity == "rate_per_node") {
        return rateOfNode(fabric, topology);
    }
    if (quantity == "throughput_fraction") {
        const Answer rate = rateOfNode(fabric, topology);
        return rate ? Answer(*rate / line) : rate;
    }
    return std::nullopt;
}

// SI value of a unit as cases write it; nothing for one that is not known.
std::optional<double> scaleOf(const std::string& unit) {
    for (const auto& [name, scale] :
         {std::pair{"1", 1.0}, std::pair{"ms", 1.0}, std::pair{"GB/s", 1e9},
          std::pair{"TB/s", 1e12}, std::pair{"B/s", 1.0}}) {
        if (unit == name) {
            return scale;
        }
    }
    return std::nullopt;
}

void addRow(const CaseFile& file, const FabricCase& fabric, const Topology* topology, Reader& in,
            Rows& rows) {
    const std::string quantity = in.text("quantity"), unit = in.text("unit");
    constexpr double kAny = std::numeric_limits<double>::max();
    const double expected = in.number("value", std::nan(""), -kAny, kAny);
    if (!in.has("value")) {
        in.fail("value", "a number should stand there");
    }
    std::optional<double> limit;
    if (in.has("limit_rel")) {
        limit = in.number("limit_rel", 0.0, 0.0, kAny) * std::abs(expected);
    }
    const auto scale = scaleOf(unit);
    std::string why = fabric.unsaid;
    if (why.empty() && !scale) {
        why = "the unit \"" + unit + "\" is not known";
    }
    const Answer got =
        why.empty() ? answerOf(quantity, fabric, *topology) : std::optional<double>();
    if (!got) {
        if (why.empty()) {
            why = "\"" + quantity + "\" of traffic \"" + fabric.pattern + "\" has no model";
        }
        rows.push_back(notExpressedRow(file, fabric.id, quantity, unit, expected, why));
        return;
    }
    rows.push_back(comparedRow(file, fabric.id, {quantity, unit, expected, *got / *scale, limit}));
}

Result<void> runCase(const CaseFile& file, const Json& entry, const std::string& place,
                     Rows& rows) {
    std::optional<Error> fault;
    const auto object = [&](const char* key) -> const Json& {
        static const Json kNone = Json::object();
        const auto it = entry.find(key);
        if (it != entry.end() && it->is_object()) {
            return *it;
        }
        if (!fault) {
            fault = caseError(file.path, place + "/" + key, "an object should stand there");
        }
        return kNone;
    };
    FabricCase fabric;
    Reader top(entry, place, file.path, fault);
    fabric.id = top.text("case");
    Reader topologyIn(object("topology"), place + "/topology", file.path, fault);
    readTopology(topologyIn, fabric);
    readRouting(top.text("routing"), fabric);
    Reader trafficIn(object("traffic"), place + "/traffic", file.path, fault);
    readTraffic(trafficIn, fabric);
    if (!entry.contains("expect") || !entry["expect"].is_array()) {
        top.fail("expect", "a list should stand there");
    }
    if (fault) {
        return tl::unexpected(*fault);
    }
    std::shared_ptr<const Topology> topology;
    if (fabric.unsaid.empty()) {
        auto made = makeTopology(fabric.spec);
        if (!made) {
            Error error = made.error();
            error.file = file.path.string();
            error.path = place + "/topology";
            return tl::unexpected(std::move(error));
        }
        topology = std::move(*made);
    }
    const Json& expectations = entry["expect"];
    for (std::size_t i = 0; i < expectations.size(); ++i) {
        const std::string at = place + "/expect/" + std::to_string(i);
        if (!expectations[i].is_object()) {
            return tl::unexpected(caseError(file.path, at, "an object should stand there"));
        }
        Reader in(expectations[i], at, file.path, fault);
        addRow(file, fabric, topology.get(), in, rows);
        if (fault) {
            return tl::unexpected(*fault);
        }
    }
    return {};
}

}  // namespace

Result<void> validateFabric(const CaseFile& file, Rows& rows) {
    const auto text = readTextFile(file.path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const Json json = Json::parse(*text, nullptr, false);
    if (!json.is_object()) {
        return tl::unexpected(caseError(file.path, "", "the file is not a JSON object"));
    }
    const auto cases = json.find("cases");
    if (cases == json.end() || !cases->is_array()) {
        return tl::unexpected(caseError(file.path, "/cases", "a list should stand there"));
    }
    for (std::size_t i = 0; i < cases->size(); ++i) {
        const std::string place = "/cases/" + std::to_string(i);
        if (!(*cases)[i].is_object()) {
            return tl::unexpected(caseError(file.path, place, "an object should stand there"));
        }
        if (auto done = runCase(file, (*cases)[i], place, rows); !done) {
            return done;
        }
    }
    return {};
}

}  // namespace headroom::engine
