// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace headroom::engine {

/// A history that only grows, in blocks that never change: frames share them. So that a run of
/// weeks stays as large as one of days, the oldest go in time.
template <class T>
using Blocks = std::vector<std::shared_ptr<const std::vector<T>>>;

/// Frames copy the list of blocks.
inline constexpr std::size_t kMostBlocks = 4096;

template <class T>
std::size_t sizeOf(const Blocks<T>& blocks) {
    std::size_t size = 0;
    for (const auto& block : blocks) {
        size += block->size();
    }
    return size;
}

/// One block of all elements for which stays(element, place) is true, in order. Who has read the
/// blocks before sees that the first is another, and begins anew.
template <class T, class Stays>
void joinBlocks(Blocks<T>& blocks, Stays&& stays) {
    std::vector<T> all;
    std::size_t place = 0;
    for (const auto& block : blocks) {
        for (const T& element : *block) {
            if (stays(element, place++)) {
                all.push_back(element);
            }
        }
    }
    blocks.clear();
    if (!all.empty()) {
        blocks.push_back(std::make_shared<const std::vector<T>>(std::move(all)));
    }
}

/// The newest `most` stay; it is looked at when there are a quarter more, or many blocks.
template <class T>
void keepNewest(Blocks<T>& blocks, std::size_t most) {
    const std::size_t all = sizeOf(blocks);
    if (blocks.size() > kMostBlocks || all > most + most / 4) {
        const std::size_t first = all - std::min(all, most);
        joinBlocks(blocks, [&](const T&, std::size_t place) { return place >= first; });
    }
}

}  // namespace headroom::engine
