// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/diagnosis/bill.h"

#include <algorithm>
#include <map>

namespace headroom::engine {

double BillSum::workS() const {
    double sum = 0.0;
    for (std::size_t kind = 0; kind < acceleratorS.size(); ++kind) {
        sum += kind == static_cast<std::size_t>(LossKind::OutOfService) ? 0.0 : acceleratorS[kind];
    }
    return sum;
}

void BillSum::add(const Loss& loss, double usdPerAcceleratorS) {
    acceleratorS[static_cast<std::size_t>(loss.kind)] += loss.acceleratorS;
    tokens += loss.tokens;
    energyJ += loss.energyJ;
    energyUsd += loss.usd;
    rentUsd += loss.kind == LossKind::OutOfService ? 0.0 : loss.acceleratorS * usdPerAcceleratorS;
}

void BillSum::add(const BillSum& other) {
    for (std::size_t kind = 0; kind < acceleratorS.size(); ++kind) {
        acceleratorS[kind] += other.acceleratorS[kind];
    }
    tokens += other.tokens;
    energyJ += other.energyJ;
    energyUsd += other.energyUsd;
    rentUsd += other.rentUsd;
}

Bill::Bill(const EventGraph& graph, double usdPerAcceleratorS) : graph_(graph) {
    std::map<std::int64_t, BillSum> byEvent;
    const auto book = [&](const Loss& loss) {
        total_.add(loss, usdPerAcceleratorS);
        if (graph.find(loss.event) == nullptr) {
            unexplained_.add(loss, usdPerAcceleratorS);
        } else {
            byEvent[loss.event].add(loss, usdPerAcceleratorS);
        }
    };
    for (const auto& block : graph.story().losses) {
        std::for_each(block->begin(), block->end(), book);
    }
    std::for_each(graph.story().open.begin(), graph.story().open.end(), book);
    entries_.reserve(byEvent.size());
    for (const auto& [event, sum] : byEvent) {
        entries_.push_back({event, sum});
    }
}

BillSum Bill::own(std::int64_t id) const {
    const auto entry =
        std::lower_bound(entries_.begin(), entries_.end(), id,
                         [](const Entry& e, std::int64_t wanted) { return e.event < wanted; });
    return entry != entries_.end() && entry->event == id ? entry->sum : BillSum{};
}

BillSum Bill::of(std::int64_t id) const {
    BillSum sum;
    for (const Entry& entry : entries_) {
        // Few events cost something, and chains are short.
        for (const Event* e : graph_.chain(entry.event)) {
            if (e->id == id) {
                sum.add(entry.sum);
                break;
            }
        }
    }
    return sum;
}

std::vector<Bill::Line> Bill::roots() const {
    std::map<std::int64_t, BillSum> byRoot;
    for (const Entry& entry : entries_) {
        byRoot[graph_.root(entry.event)].add(entry.sum);
    }
    std::vector<Line> lines;
    for (const auto& [root, sum] : byRoot) {
        lines.push_back({root, sum});
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.sum.workS() > b.sum.workS(); });
    return lines;
}

}  // namespace headroom::engine
