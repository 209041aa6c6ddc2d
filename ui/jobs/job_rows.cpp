// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/job_rows.h"

#include "engine/base/index.h"

#include <algorithm>

namespace headroom::ui {

void JobRows::choose(Mode mode, Grouping grouping) {
    if (mode != mode_ || grouping != grouping_) {
        mode_ = mode;
        grouping_ = grouping;
        reset();
    }
}

void JobRows::reset() {
    items_ = changes_ = cards_ = 0;
    groups_.clear();
    groupByName_.clear();
    groupOfCard_.clear();
    rowOfCard_.clear();
    cardsOfGroup_.clear();
    bars_.clear();
    pools_.clear();
    held_.clear();
}

void JobRows::take(const JobTimeline& timeline) {
    if (timeline.generation() != generation_) {
        generation_ = timeline.generation();
        reset();
    }
    addCards(timeline);
    if (mode_ == Mode::Accelerators) {
        addPacked(timeline);
        return;
    }
    for (; items_ < timeline.items().size(); ++items_) {
        const int card = timeline.items()[items_].card;
        bars_.push_back({static_cast<int>(items_), groupOfCard_[at(card)],
                         static_cast<double>(rowOfCard_[at(card)]), 1.0});
    }
}

int JobRows::groupOf(const engine::JobCard& card) {
    const std::string name = grouping_ == Grouping::Tenant ? card.tenant
                             : grouping_ == Grouping::Kind ? card.accelerator
                                                           : std::string();
    const auto [found, isNew] = groupByName_.try_emplace(name, static_cast<int>(groups_.size()));
    if (isNew) {
        groups_.push_back({name, 0.0});
        pools_.emplace_back();
        cardsOfGroup_.emplace_back();
    }
    return found->second;
}

void JobRows::addCards(const JobTimeline& timeline) {
    for (; cards_ < timeline.cards().size(); ++cards_) {
        const int group = groupOf(*timeline.cards()[cards_]);
        groupOfCard_.push_back(group);
        rowOfCard_.push_back(static_cast<int>(cardsOfGroup_[at(group)].size()));
        cardsOfGroup_[at(group)].push_back(static_cast<int>(cards_));
        if (mode_ == Mode::Jobs) {
            groups_[at(group)].size += 1.0;
        }
    }
}

/// The lowest free ones, in as many pieces as it takes.
std::vector<JobRows::Piece> JobRows::hold(Pool& pool, int count) {
    std::vector<Piece> pieces;
    while (count > 0 && !pool.free.empty()) {
        const auto first = pool.free.begin();
        const Piece piece{first->first, std::min(first->second, count)};
        const Piece rest{piece.first + piece.count, first->second - piece.count};
        pool.free.erase(first);
        if (rest.count > 0) {
            pool.free[rest.first] = rest.count;
        }
        pieces.push_back(piece);
        count -= piece.count;
    }
    if (count > 0) {
        if (!pieces.empty() && pieces.back().first + pieces.back().count == pool.used) {
            pieces.back().count += count;
        } else {
            pieces.push_back({pool.used, count});
        }
        pool.used += count;
    }
    return pieces;
}

void JobRows::release(Pool& pool, const std::vector<Piece>& pieces) {
    for (Piece piece : pieces) {
        auto next = pool.free.lower_bound(piece.first);
        if (next != pool.free.begin()) {
            const auto before = std::prev(next);
            if (before->first + before->second == piece.first) {
                piece = {before->first, before->second + piece.count};
                pool.free.erase(before);
            }
        }
        if (next != pool.free.end() && piece.first + piece.count == next->first) {
            piece.count += next->second;
            pool.free.erase(next);
        }
        pool.free[piece.first] = piece.count;
    }
}

void JobRows::addPacked(const JobTimeline& timeline) {
    const auto& changes = timeline.changes();
    // A job that begins where it ended, as large as before, keeps its accelerators.
    std::unordered_multimap<std::int64_t, int> begins;
    for (std::size_t c = changes_; c < changes.size(); ++c) {
        if (const auto& item = timeline.items()[at(changes[c].item)];
            !changes[c].ends && JobTimeline::holds(*item.span)) {
            begins.emplace(item.span->job, changes[c].item);
        }
    }
    for (; changes_ < changes.size(); ++changes_) {
        const auto& change = changes[changes_];
        const auto& item = timeline.items()[at(change.item)];
        if (!JobTimeline::holds(*item.span)) {
            continue;
        }
        const int group = groupOfCard_[at(item.card)];
        Pool& pool = pools_[at(group)];
        if (change.ends) {
            const auto holder = held_.find(change.item);
            if (holder == held_.end()) {
                continue;
            }
            auto pieces = std::move(holder->second);
            held_.erase(holder);
            const auto [first, last] = begins.equal_range(item.span->job);
            const auto heir = std::find_if(first, last, [&](const auto& entry) {
                const engine::JobSpan& next = *timeline.items()[at(entry.second)].span;
                return entry.second != change.item && next.fromS == change.timeS &&
                       next.accelerators == item.span->accelerators;
            });
            if (heir != last) {
                held_[heir->second] = std::move(pieces);
            } else {
                release(pool, pieces);
            }
            continue;
        }
        auto& pieces = held_[change.item];
        if (pieces.empty()) {
            pieces = hold(pool, item.span->accelerators);
        }
        for (const Piece& piece : pieces) {
            bars_.push_back({change.item, group, static_cast<double>(piece.first),
                             static_cast<double>(piece.count)});
        }
        groups_[at(group)].size = pool.used;
    }
}

int JobRows::cardAt(int group, int row) const {
    if (mode_ != Mode::Jobs || group < 0 || at(group) >= cardsOfGroup_.size() || row < 0 ||
        at(row) >= cardsOfGroup_[at(group)].size()) {
        return -1;
    }
    return cardsOfGroup_[at(group)][at(row)];
}

double JobRows::size() const {
    double rows = 0.0;
    for (const Group& group : groups_) {
        rows += group.size;
    }
    return rows;
}

}  // namespace headroom::ui
