// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/max_min/flow_graph.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

// Rounding of a sum of loads against a capacity that they just fill.
constexpr double kRounding = 1e-12;

// The two forms that flows come in, read alike.
struct ProblemRows {
    const FlowProblem& rows;

    int links() const { return static_cast<int>(rows.capacity.size()); }

    double capacity(std::int32_t l) const { return rows.capacity[l]; }

    std::int32_t linkId(std::int32_t l) const { return l; }

    std::int32_t begin(std::int32_t f) const { return rows.first[f]; }

    std::int32_t end(std::int32_t f) const { return rows.first[f + 1]; }

    std::int32_t link(std::int32_t i) const { return rows.link[i]; }

    double load(std::int32_t f, std::int32_t i) const {
        return rows.members[f] * static_cast<double>(rows.share[i]);
    }

    std::int32_t id(std::int32_t f) const { return f; }

    double weight(std::int32_t f) const { return rows.weight[f]; }

    double cap(std::int32_t f) const { return rows.cap[f]; }

    std::int32_t capLink(std::int32_t) const { return -1; }
};

struct GraphRows {
    const FlowGraph& rows;

    int links() const { return rows.links(); }

    double capacity(std::int32_t l) const { return rows.capacity[l]; }

    std::int32_t linkId(std::int32_t l) const { return rows.linkId[l]; }

    std::int32_t begin(std::int32_t f) const { return rows.first[f]; }

    std::int32_t end(std::int32_t f) const { return rows.first[f + 1]; }

    std::int32_t link(std::int32_t i) const { return rows.link[i]; }

    double load(std::int32_t, std::int32_t i) const { return rows.load[i]; }

    std::int32_t id(std::int32_t f) const { return rows.flowId[f]; }

    double weight(std::int32_t f) const { return rows.weight[f]; }

    double cap(std::int32_t f) const { return rows.cap[f]; }

    std::int32_t capLink(std::int32_t f) const { return rows.capLink[f]; }
};

// Sets of links that share flows.
class LinkSets {
  public:
    explicit LinkSets(int links) : parent_(static_cast<std::size_t>(links)) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    std::int32_t find(std::int32_t l) {
        while (parent_[l] != l) {
            parent_[l] = parent_[parent_[l]];
            l = parent_[l];
        }
        return l;
    }

    void join(std::int32_t a, std::int32_t b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

  private:
    std::vector<std::int32_t> parent_;
};

struct Cap {
    double rate = 0.0;
    std::int32_t link = -1;
};

template <class Rows>
class Reduction {
  public:
    Reduction(const Rows& rows, std::span<const std::int32_t> flows)
        : rows_(rows),
          flows_(flows),
          crossings_(static_cast<std::size_t>(rows.links()), 0),
          demand_(static_cast<std::size_t>(rows.links()), 0.0) {}

    ReducedFlows run() {
        dropCutOff();
        findCaps();
        LinkSets sets(rows_.links());
        findGroups(sets);
        layOut();
        return std::move(result_);
    }

  private:
    // Flows over a link without capacity are at rest and load nothing else.
    void dropCutOff() {
        alive_.reserve(flows_.size());
        for (const std::int32_t f : flows_) {
            std::int32_t cut = -1;
            for (std::int32_t i = rows_.begin(f); i < rows_.end(f) && cut < 0; ++i) {
                if (rows_.load(f, i) > 0.0 && !(rows_.capacity(rows_.link(i)) > 0.0)) {
                    cut = rows_.link(i);
                }
            }
            if (cut >= 0) {
                result_.lone.push_back({rows_.id(f), 0.0, rows_.linkId(cut)});
                continue;
            }
            assert(rows_.weight(f) > 0.0 && !std::isnan(rows_.cap(f)));
            alive_.push_back(f);
            for (std::int32_t i = rows_.begin(f); i < rows_.end(f); ++i) {
                crossings_[rows_.link(i)] += rows_.load(f, i) > 0.0 ? 1 : 0;
            }
        }
    }

    void findCaps() {
        caps_.reserve(alive_.size());
        for (const std::int32_t f : alive_) {
            Cap cap{std::max(rows_.cap(f), 0.0), rows_.capLink(f)};
            for (std::int32_t i = rows_.begin(f); i < rows_.end(f); ++i) {
                const std::int32_t l = rows_.link(i);
                const double load = rows_.load(f, i);
                if (crossings_[l] == 1 && load > 0.0 && rows_.capacity(l) / load < cap.rate) {
                    cap = {rows_.capacity(l) / load, rows_.linkId(l)};
                }
            }
            caps_.push_back(cap);
            for (std::int32_t i = rows_.begin(f); i < rows_.end(f); ++i) {
                const double load = rows_.load(f, i);
                demand_[rows_.link(i)] += load > 0.0 ? load * cap.rate : 0.0;
            }
        }
    }

    bool kept(std::int32_t l) const {
        return crossings_[l] > 1 && demand_[l] > rows_.capacity(l) * (1.0 + kRounding);
    }

    bool keptAt(std::int32_t f, std::int32_t i) const {
        return kept(rows_.link(i)) && rows_.load(f, i) > 0.0;
    }

    void findGroups(LinkSets& sets) {
        std::vector<std::int32_t> anyLink(alive_.size(), -1);
        for (std::size_t k = 0; k < alive_.size(); ++k) {
            const std::int32_t f = alive_[k];
            for (std::int32_t i = rows_.begin(f); i < rows_.end(f); ++i) {
                if (!keptAt(f, i)) {
                    continue;
                }
                if (anyLink[k] < 0) {
                    anyLink[k] = rows_.link(i);
                } else {
                    sets.join(anyLink[k], rows_.link(i));
                }
            }
            if (anyLink[k] < 0) {
                result_.lone.push_back({rows_.id(f), caps_[k].rate, caps_[k].link});
            }
        }
        // Groups are numbered by their first flow; flows go into them by counting.
        std::vector<std::int32_t> groupOf(static_cast<std::size_t>(rows_.links()), -1);
        std::vector<std::int32_t> flowGroup(alive_.size(), -1);
        std::vector<std::int32_t> start{0};
        for (std::size_t k = 0; k < alive_.size(); ++k) {
            if (anyLink[k] < 0) {
                continue;
            }
            std::int32_t& group = groupOf[sets.find(anyLink[k])];
            if (group < 0) {
                group = static_cast<std::int32_t>(start.size()) - 1;
                start.push_back(0);
            }
            flowGroup[k] = group;
            ++start[group + 1];
        }
        std::partial_sum(start.begin(), start.end(), start.begin());
        result_.graph.groupFlow = start;
        order_.resize(static_cast<std::size_t>(start.back()));
        for (std::size_t k = 0; k < alive_.size(); ++k) {
            if (flowGroup[k] >= 0) {
                order_[start[flowGroup[k]]++] = static_cast<std::int32_t>(k);
            }
        }
    }

    void layOut() {
        FlowGraph& graph = result_.graph;
        std::vector<std::int32_t> local(static_cast<std::size_t>(rows_.links()), -1);
        std::vector<std::int32_t> place = local;  // where a link last is in graph.link
        reserve(graph);
        graph.groupLink.assign(graph.groupFlow.size(), 0);
        for (int g = 0; g < graph.groups(); ++g) {
            for (std::int32_t n = graph.groupFlow[g]; n < graph.groupFlow[g + 1]; ++n) {
                addFlow(graph, order_[n], local, place);
            }
            graph.groupLink[g + 1] = graph.links();
        }
        addFlowsOfLinks(graph);
    }

    void reserve(FlowGraph& graph) const {
        graph.flowId.reserve(order_.size());
        graph.first.reserve(order_.size() + 1);
        graph.weight.reserve(order_.size());
        graph.cap.reserve(order_.size());
        graph.capLink.reserve(order_.size());
    }

    void addFlow(FlowGraph& graph, std::int32_t k, std::vector<std::int32_t>& local,
                 std::vector<std::int32_t>& place) const {
        const std::int32_t f = alive_[k];
        graph.flowId.push_back(rows_.id(f));
        graph.weight.push_back(rows_.weight(f));
        graph.cap.push_back(caps_[k].rate);
        graph.capLink.push_back(caps_[k].link);
        for (std::int32_t i = rows_.begin(f); i < rows_.end(f); ++i) {
            if (!keptAt(f, i)) {
                continue;
            }
            const std::int32_t l = rows_.link(i);
            if (place[l] >= graph.first.back()) {
                graph.load[place[l]] += rows_.load(f, i);  // crosses it again
                continue;
            }
            if (place[l] < 0) {
                local[l] = graph.links();
                graph.linkId.push_back(rows_.linkId(l));
                graph.capacity.push_back(rows_.capacity(l));
            }
            place[l] = static_cast<std::int32_t>(graph.link.size());
            graph.link.push_back(local[l]);
            graph.load.push_back(rows_.load(f, i));
        }
        graph.first.push_back(static_cast<std::int32_t>(graph.link.size()));
    }

    static void addFlowsOfLinks(FlowGraph& graph) {
        graph.firstFlow.assign(static_cast<std::size_t>(graph.links()) + 1, 0);
        for (const std::int32_t l : graph.link) {
            ++graph.firstFlow[l + 1];
        }
        std::partial_sum(graph.firstFlow.begin(), graph.firstFlow.end(), graph.firstFlow.begin());
        std::vector<std::int32_t> next(graph.firstFlow.begin(), graph.firstFlow.end() - 1);
        graph.flow.resize(graph.link.size());
        for (std::int32_t f = 0; f < graph.flows(); ++f) {
            for (std::int32_t i = graph.first[f]; i < graph.first[f + 1]; ++i) {
                graph.flow[next[graph.link[i]]++] = f;
            }
        }
    }

    const Rows rows_;
    std::span<const std::int32_t> flows_;
    std::vector<std::int32_t> crossings_;  // by link
    std::vector<double> demand_;           // by link: of all caps together
    std::vector<std::int32_t> alive_;
    std::vector<Cap> caps_;            // by position in alive_
    std::vector<std::int32_t> order_;  // positions in alive_, group by group
    ReducedFlows result_;
};

}  // namespace

ReducedFlows reduceFlows(const FlowProblem& problem) {
    std::vector<std::int32_t> all(static_cast<std::size_t>(problem.classes()));
    std::iota(all.begin(), all.end(), 0);
    for ([[maybe_unused]] const std::int32_t l : problem.link) {
        assert(l >= 0 && l < static_cast<std::int32_t>(problem.capacity.size()));
    }
    return Reduction<ProblemRows>({problem}, all).run();
}

ReducedFlows reduceFlows(const FlowGraph& graph, std::span<const std::int32_t> flows) {
    return Reduction<GraphRows>({graph}, flows).run();
}

}  // namespace headroom::engine
