// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "engine/run/frame/loss.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::engine {

/// The events of a run and what they cost. Grows in blocks that never change again, so that frames
/// share it: a viewer keeps what it has read. Ids ascend; there may be gaps where a run continued
/// from a snapshot, a recording was cut, or a long run left events out (condensed()).
struct Story {
    std::vector<std::shared_ptr<const std::vector<Event>>> blocks;  ///< none of them empty
    std::vector<std::shared_ptr<const std::vector<Loss>>> losses;   ///< of intervals that ended
    std::vector<Loss> open;  ///< of intervals that continue, up to the time of the frame
    std::int64_t left = 0;   ///< events that were left out; recordings have them
    double sinceS = 0.0;     ///< from then on nothing is left out

    std::size_t size() const {
        std::size_t events = 0;
        for (const auto& block : blocks) {
            events += block->size();
        }
        return events;
    }

    /// Null where there is none of that id.
    const Event* find(std::int64_t id) const {
        auto block = std::upper_bound(
            blocks.begin(), blocks.end(), id,
            [](std::int64_t wanted, const auto& b) { return wanted < b->front().id; });
        if (block == blocks.begin()) {
            return nullptr;
        }
        --block;
        const auto event =
            std::lower_bound((*block)->begin(), (*block)->end(), id,
                             [](const Event& e, std::int64_t wanted) { return e.id < wanted; });
        return event != (*block)->end() && event->id == id ? &*event : nullptr;
    }

    template <class F>
    void forEach(F&& f) const {
        for (const auto& block : blocks) {
            for (const Event& event : *block) {
                f(event);
            }
        }
    }
};

/// What a viewer keeps of a run that continues for weeks: the newest `most` events, of older ones what
/// led to these and to losses that continue (half as many at most), and all losses, summed by event and
/// kind. Losses of events that are left out keep their kind and lose their event (-1): sums over
/// the story stay what they were.
Story condensed(const Story& story, std::size_t most);

/// A story of events that are in a list, by id: of a recording, or of a test.
std::shared_ptr<const Story> storyOf(std::vector<Event> events, std::vector<Loss> losses = {});

}  // namespace headroom::engine
