// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/story.h"

#include <map>
#include <set>
#include <utility>

namespace headroom::engine {

const char* lossKindName(LossKind kind) {
    switch (kind) {
        case LossKind::Redone:
            return "Work to be done again";
        case LossKind::Hung:
            return "Standing still";
        case LossKind::Restarting:
            return "Restarting";
        case LossKind::Waiting:
            return "Waiting to restart";
        case LossKind::Slowed:
            return "Slowed";
        case LossKind::OutOfService:
            return "Out of service";
        case LossKind::Count:
            break;
    }
    return "";
}

namespace {

/// Events older than `cut` that led to what is kept, newest chains first.
std::set<std::int64_t> causesBefore(const Story& story, std::int64_t cut, std::size_t most) {
    std::set<std::int64_t> kept;
    const auto keepChain = [&](std::int64_t id) {
        while (id >= 0 && kept.size() < most) {
            const Event* event = id < cut ? story.find(id) : nullptr;
            if (event == nullptr || !kept.insert(id).second) {
                return;
            }
            // A cause is before its effect: so nothing goes round in a circle.
            id = event->cause < id ? event->cause : -1;
        }
    };
    for (const Loss& loss : story.open) {
        keepChain(loss.event);
    }
    for (auto block = story.blocks.rbegin(); block != story.blocks.rend(); ++block) {
        for (auto event = (*block)->rbegin(); event != (*block)->rend(); ++event) {
            if (event->id < cut) {
                return kept;
            }
            keepChain(event->cause);
        }
    }
    return kept;
}

std::vector<Loss> summed(const Story& story, const Story& kept) {
    std::map<std::pair<std::int64_t, LossKind>, Loss> sums;
    for (const auto& block : story.losses) {
        for (const Loss& loss : *block) {
            const std::int64_t event = kept.find(loss.event) == nullptr ? -1 : loss.event;
            const auto [found, isFirst] = sums.try_emplace({event, loss.kind}, loss);
            Loss& sum = found->second;
            if (isFirst) {
                sum.event = event;
                continue;
            }
            sum.job = sum.job == loss.job ? sum.job : -1;
            sum.fromS = std::min(sum.fromS, loss.fromS);
            sum.toS = std::max(sum.toS, loss.toS);
            sum.acceleratorS += loss.acceleratorS;
            sum.tokens += loss.tokens;
            sum.energyJ += loss.energyJ;
            sum.usd += loss.usd;
        }
    }
    std::vector<Loss> losses;
    for (const auto& [key, sum] : sums) {
        losses.push_back(sum);
    }
    return losses;
}

}  // namespace

Story condensed(const Story& story, std::size_t most) {
    const std::size_t all = story.size();
    Story kept;
    kept.open = story.open;
    kept.left = story.left;
    kept.sinceS = story.sinceS;
    std::vector<Event> events;
    if (all <= most) {
        story.forEach([&](const Event& event) { events.push_back(event); });
    } else {
        std::size_t index = 0;
        std::int64_t cut = 0;
        story.forEach([&](const Event& event) {
            if (index++ == all - most) {
                cut = event.id;
                kept.sinceS = event.timeS;
            }
        });
        const std::set<std::int64_t> causes = causesBefore(story, cut, most / 2);
        story.forEach([&](const Event& event) {
            if (event.id >= cut || causes.contains(event.id)) {
                events.push_back(event);
            }
        });
        kept.left += static_cast<std::int64_t>(all - events.size());
    }
    if (!events.empty()) {
        kept.blocks.push_back(std::make_shared<const std::vector<Event>>(std::move(events)));
    }
    if (auto losses = summed(story, kept); !losses.empty()) {
        kept.losses.push_back(std::make_shared<const std::vector<Loss>>(std::move(losses)));
    }
    return kept;
}

std::shared_ptr<const Story> storyOf(std::vector<Event> events, std::vector<Loss> losses) {
    auto story = std::make_shared<Story>();
    if (!events.empty()) {
        std::stable_sort(events.begin(), events.end(),
                         [](const Event& a, const Event& b) { return a.id < b.id; });
        story->blocks.push_back(std::make_shared<const std::vector<Event>>(std::move(events)));
    }
    if (!losses.empty()) {
        story->losses.push_back(std::make_shared<const std::vector<Loss>>(std::move(losses)));
    }
    return story;
}

}  // namespace headroom::engine
