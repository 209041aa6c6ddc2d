// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/cause_tree.h"

#include <algorithm>
#include <map>

namespace headroom::ui {

using engine::CauseTree;
using engine::Consequence;
using engine::Event;
using engine::EventGraph;

namespace {

std::string textOf(const Event& event) {
    return event.subject.empty() ? event.text : event.subject + ": " + event.text;
}

}  // namespace

CauseTree unfolded(const CauseTree& folded, const EventGraph& graph,
                   const std::set<std::int64_t>& open) {
    CauseTree tree;
    tree.left = folded.left;
    std::map<std::int32_t, std::int32_t> moved;     // node before to node now
    std::map<std::int64_t, std::int32_t> separate;  // event of a node taken apart
    for (std::size_t i = 0; i < folded.nodes.size(); ++i) {
        Consequence node = folded.nodes[i];
        if (node.parent >= 0) {
            const Event* first = graph.find(node.events.front());
            const auto own = first == nullptr ? separate.end() : separate.find(first->cause);
            node.parent = own != separate.end() ? own->second : moved[node.parent];
        }
        moved[static_cast<std::int32_t>(i)] = static_cast<std::int32_t>(tree.nodes.size());
        if (node.events.size() < 2 || open.count(node.events.front()) == 0) {
            tree.nodes.push_back(std::move(node));
            continue;
        }
        for (const std::int64_t id : node.events) {
            const Event* event = graph.find(id);
            if (event == nullptr) {
                continue;
            }
            Consequence one = node;
            one.events = {id};
            one.fromS = one.toS = event->timeS;
            one.text = textOf(*event);
            if (const auto own = separate.find(event->cause); own != separate.end()) {
                one.parent = own->second;
            }
            separate[id] = static_cast<std::int32_t>(tree.nodes.size());
            tree.nodes.push_back(std::move(one));
        }
    }
    return tree;
}

int nodeOf(const CauseTree& tree, std::int64_t event) {
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const auto& events = tree.nodes[i].events;
        if (std::binary_search(events.begin(), events.end(), event)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

std::vector<bool> chainNodes(const CauseTree& tree, const EventGraph& graph, std::int64_t event) {
    std::vector<bool> in(tree.nodes.size(), false);
    for (const Event* link : graph.chain(event)) {
        if (const int node = nodeOf(tree, link->id); node >= 0) {
            in[static_cast<std::size_t>(node)] = true;
        }
    }
    return in;
}

}  // namespace headroom::ui
