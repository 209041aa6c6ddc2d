// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/diagnosis/event_graph.h"

#include "engine/base/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace headroom::engine {

namespace {

/// Events that are reported as one where many have the same cause: of one kind about one area.
using Alike = std::tuple<EventKind, EventArea>;

Words textOf(const Event& event) {
    return event.subject.empty() ? event.text : event.subject + ": " + event.text;
}

Words textOf(const EventGraph& graph, const std::vector<std::int64_t>& events) {
    const Event* first = graph.find(events.front());
    return events.size() == 1 ? textOf(*first)
                              : words("{} × {}, first {}: {}", events.size(),
                                      eventKindName(first->kind), first->subject, first->text);
}

}  // namespace

std::int32_t EventGraph::indexOf(std::int64_t id) const {
    const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
    return found != ids_.end() && *found == id ? static_cast<std::int32_t>(found - ids_.begin())
                                               : -1;
}

void EventGraph::follow(std::shared_ptr<const Story> story) {
    const bool same =
        story->blocks.size() >= blocksRead_ &&
        (blocksRead_ == 0 || story->blocks[blocksRead_ - 1] == story_->blocks[blocksRead_ - 1]);
    if (!same) {
        blocksRead_ = 0;
        ids_.clear();
        cause_.clear();
        cut_.clear();
        firstEffect_.clear();
        nextEffect_.clear();
    }
    story_ = std::move(story);
    for (; blocksRead_ < story_->blocks.size(); ++blocksRead_) {
        for (const Event& event : *story_->blocks[blocksRead_]) {
            const auto index = static_cast<std::int32_t>(ids_.size());
            // A cause is before its effect: so nothing goes round in a circle.
            const std::int32_t cause = event.cause < event.id ? indexOf(event.cause) : -1;
            ids_.push_back(event.id);
            cause_.push_back(cause);
            cut_.push_back(event.cause >= 0 && cause < 0 ? 1 : 0);
            firstEffect_.push_back(-1);
            nextEffect_.push_back(-1);
            if (cause >= 0) {
                nextEffect_[at(index)] = std::exchange(firstEffect_[at(cause)], index);
            }
        }
    }
}

std::vector<const Event*> EventGraph::chain(std::int64_t id) const {
    std::vector<const Event*> chain;
    for (std::int32_t i = indexOf(id); i >= 0; i = cause_[at(i)]) {
        chain.push_back(story_->find(ids_[at(i)]));
    }
    return chain;
}

std::int64_t EventGraph::root(std::int64_t id) const {
    std::int32_t i = indexOf(id);
    while (i >= 0 && cause_[at(i)] >= 0) {
        i = cause_[at(i)];
    }
    return i < 0 ? -1 : ids_[at(i)];
}

bool EventGraph::isCut(std::int64_t id) const {
    const std::int32_t first = indexOf(root(id));
    return first >= 0 && cut_[at(first)] != 0;
}

std::vector<std::int64_t> EventGraph::effects(std::int64_t id) const {
    std::vector<std::int64_t> effects;
    const std::int32_t index = indexOf(id);
    for (std::int32_t e = index < 0 ? -1 : firstEffect_[at(index)]; e >= 0;
         e = nextEffect_[at(e)]) {
        effects.push_back(ids_[at(e)]);
    }
    std::reverse(effects.begin(), effects.end());
    return effects;
}

std::size_t EventGraph::consequences(std::int64_t id) const {
    const std::int32_t index = indexOf(id);
    if (index < 0) {
        return 0;
    }
    std::size_t count = 0;
    std::vector<std::int32_t> open{index};
    while (!open.empty()) {
        const std::int32_t i = open.back();
        open.pop_back();
        for (std::int32_t e = firstEffect_[at(i)]; e >= 0; e = nextEffect_[at(e)]) {
            ++count;
            open.push_back(e);
        }
    }
    return count;
}

CauseTree EventGraph::tree(std::int64_t id, const FoldOptions& options) const {
    CauseTree tree;
    if (indexOf(id) < 0) {
        return tree;
    }

    struct Pending {
        std::vector<std::int64_t> events;
        std::int32_t parent = -1, depth = 0;
    };

    std::vector<Pending> stack{{{id}, -1, 0}};
    while (!stack.empty()) {
        const Pending now = std::move(stack.back());
        stack.pop_back();
        if (tree.nodes.size() >= options.mostNodes) {
            tree.left += now.events.size();
            for (const std::int64_t event : now.events) {
                tree.left += consequences(event);
            }
            continue;
        }
        const auto index = static_cast<std::int32_t>(tree.nodes.size());
        const Event& first = *find(now.events.front());
        tree.nodes.push_back({now.events, now.parent, now.depth, first.kind, first.area,
                              first.timeS, find(now.events.back())->timeS,
                              textOf(*this, now.events)});
        std::map<Alike, std::vector<std::int64_t>> groups;
        for (const std::int64_t event : now.events) {
            for (const std::int64_t effect : effects(event)) {
                const Event& e = *find(effect);
                groups[{e.kind, e.area}].push_back(effect);
            }
        }
        std::vector<Pending> next;
        for (auto& [alike, events] : groups) {
            std::sort(events.begin(), events.end());
            if (events.size() >= options.foldFrom) {
                next.push_back({std::move(events), index, now.depth + 1});
            } else {
                for (const std::int64_t event : events) {
                    next.push_back({{event}, index, now.depth + 1});
                }
            }
        }
        // On a stack: what comes first continues last.
        std::sort(next.begin(), next.end(), [](const Pending& a, const Pending& b) {
            return a.events.front() > b.events.front();
        });
        for (Pending& pending : next) {
            stack.push_back(std::move(pending));
        }
    }
    return tree;
}

std::vector<std::int64_t> EventGraph::roots(std::size_t most) const {
    // Effects are behind their causes, so one pass from the end counts all that follows.
    std::vector<std::size_t> below(ids_.size(), 0);
    std::vector<std::int32_t> found;
    for (auto i = static_cast<std::int32_t>(ids_.size()) - 1; i >= 0; --i) {
        if (cause_[at(i)] >= 0) {
            below[at(cause_[at(i)])] += below[at(i)] + 1;
        } else if (below[at(i)] > 0) {
            found.push_back(i);
        }
    }
    std::sort(found.begin(), found.end(), [&](std::int32_t a, std::int32_t b) {
        return below[at(a)] != below[at(b)] ? below[at(a)] > below[at(b)] : a < b;
    });
    std::vector<std::int64_t> ids;
    for (std::size_t k = 0; k < std::min(most, found.size()); ++k) {
        ids.push_back(ids_[at(found[k])]);
    }
    return ids;
}

}  // namespace headroom::engine
