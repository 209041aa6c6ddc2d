// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/max_min/water_fill.h"

#include "engine/base/scale.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

// A rest below this share of a sum after subtraction is summed anew: its rounding counts.
constexpr double kCancelled = 1e-3;

}  // namespace

WaterFill::WaterFill(const FlowGraph& graph)
    : graph_(graph),
      level_(graph.flowId.size(), 0.0),
      stoppedBy_(graph.flowId.size(), -1),
      open_(graph.flowId.size(), 0),
      gone_(graph.flowId.size(), 0),
      room_(graph.capacity),
      slope_(graph.linkId.size(), 0.0),
      slopeSummed_(graph.linkId.size(), 0.0),
      openFlows_(graph.linkId.size(), 0),
      activeFlows_(graph.linkId.size(), 0),
      queue_(graph.linkId.size()) {
    for (std::size_t l = 0; l < graph.linkId.size(); ++l) {
        activeFlows_[l] = graph.firstFlow[l + 1] - graph.firstFlow[l];
    }
}

void WaterFill::begin(int group) {
    active_.clear();
    byCap_.clear();
    for (std::int32_t f = graph_.groupFlow[group]; f < graph_.groupFlow[group + 1]; ++f) {
        active_.push_back(f);
        if (graph_.cap[f] < kNever) {
            byCap_.push_back(f);
        }
    }
    std::sort(byCap_.begin(), byCap_.end(), [this](std::int32_t a, std::int32_t b) {
        const double capA = graph_.cap[a] / graph_.weight[a];
        const double capB = graph_.cap[b] / graph_.weight[b];
        return capA != capB ? capA < capB : a < b;
    });
    from_ = 0.0;
}

void WaterFill::remove(std::span<const std::int32_t> flows) {
    for (const std::int32_t f : flows) {
        from_ = std::min(from_, level_[f]);
        gone_[f] = 1;
        for (std::int32_t i = graph_.first[f]; i < graph_.first[f + 1]; ++i) {
            const std::int32_t l = graph_.link[i];
            room_[l] += graph_.load[i] * rate(f);
            --activeFlows_[l];
        }
    }
    std::erase_if(active_, [this](std::int32_t f) { return gone_[f] != 0; });
}

// Takes the rates of all flows from the changed level on away again.
void WaterFill::reopen() {
    changed_.clear();
    touched_.clear();
    for (const std::int32_t f : active_) {
        if (level_[f] < from_) {
            continue;
        }
        changed_.push_back(f);
        open_[f] = 1;
        const double rateNow = rate(f);
        const double weight = graph_.weight[f];
        for (std::int32_t i = graph_.first[f]; i < graph_.first[f + 1]; ++i) {
            const std::int32_t l = graph_.link[i];
            if (openFlows_[l]++ == 0) {
                slope_[l] = 0.0;
                touched_.push_back(l);
            }
            room_[l] += graph_.load[i] * rateNow;
            slope_[l] += graph_.load[i] * weight;
        }
    }
    for (const std::int32_t l : touched_) {
        if (openFlows_[l] == activeFlows_[l]) {
            room_[l] = graph_.capacity[l];  // and rounding does not add up over a run
        }
    }
}

void WaterFill::queueLinks() {
    entries_.clear();
    for (const std::int32_t l : touched_) {
        slopeSummed_[l] = slope_[l];
        entries_.push_back({room_[l] / slope_[l], l});
    }
    queue_.start(from_, entries_);
    // An open one has a cap at or above the level that it had.
    const auto first = std::lower_bound(
        byCap_.begin(), byCap_.end(), from_,
        [this](std::int32_t f, double h) { return graph_.cap[f] / graph_.weight[f] < h; });
    capAt_ = static_cast<std::size_t>(first - byCap_.begin());
}

void WaterFill::renew(std::int32_t link) {
    double used = 0.0, slope = 0.0;
    for (std::int32_t n = graph_.firstFlow[link]; n < graph_.firstFlow[link + 1]; ++n) {
        const std::int32_t f = graph_.flow[n];
        std::int32_t i = graph_.first[f];
        while (graph_.link[i] != link) {
            ++i;
        }
        if (open_[f] != 0) {
            slope += graph_.load[i] * graph_.weight[f];
        } else if (gone_[f] == 0) {
            used += graph_.load[i] * rate(f);
        }
    }
    room_[link] = graph_.capacity[link] - used;
    slope_[link] = slope;
    slopeSummed_[link] = slope;
}

double WaterFill::nextCap() {
    while (capAt_ < byCap_.size() && open_[byCap_[capAt_]] == 0) {
        ++capAt_;
    }
    if (capAt_ == byCap_.size()) {
        return kNever;
    }
    return graph_.cap[byCap_[capAt_]] / graph_.weight[byCap_[capAt_]];
}

void WaterFill::freeze(std::int32_t flow, double level, std::int32_t by) {
    open_[flow] = 0;
    level_[flow] = level;
    stoppedBy_[flow] = by;
    const double weight = graph_.weight[flow];
    for (std::int32_t i = graph_.first[flow]; i < graph_.first[flow + 1]; ++i) {
        const std::int32_t l = graph_.link[i];
        const double slope = graph_.load[i] * weight;
        room_[l] -= slope * level;
        slope_[l] -= slope;
        --openFlows_[l];
    }
}

void WaterFill::fillLink(std::int32_t link, double level) {
    for (std::int32_t n = graph_.firstFlow[link]; n < graph_.firstFlow[link + 1]; ++n) {
        if (open_[graph_.flow[n]] != 0) {
            freeze(graph_.flow[n], level, link);
        }
    }
}

void WaterFill::fill() {
    reopen();
    queueLinks();
    double level = from_;
    std::size_t left = changed_.size();
    while (left > 0) {
        const LevelQueue::Entry* lowest = queue_.front();
        const double cap = nextCap();
        if (lowest == nullptr || cap <= lowest->level) {
            freeze(byCap_[capAt_], cap, -1);
            --left;
            continue;
        }
        const std::int32_t link = lowest->link;
        const std::int32_t open = openFlows_[link];
        if (open > 0 && slope_[link] < kCancelled * slopeSummed_[link]) {
            renew(link);
        }
        const double now = open > 0 ? room_[link] / slope_[link] : kNever;
        if (open > 0 && now > lowest->level) {
            queue_.raise(now);
            continue;
        }
        queue_.pop();
        if (open > 0) {
            level = std::max(level, now);
            fillLink(link, level);
            left -= static_cast<std::size_t>(open);
        }
    }
    from_ = kNever;
}

}  // namespace headroom::engine
