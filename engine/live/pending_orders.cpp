// SPDX-License-Identifier: Apache-2.0
#include "engine/live/pending_orders.h"

#include "engine/experiment/run_until.h"

#include <algorithm>

namespace headroom::engine {

int PendingOrders::add(double atS, const PlantOrder& order) {
    const auto after =
        std::upper_bound(orders_.begin(), orders_.end(), atS,
                         [](double time, const PendingOrder& p) { return time < p.atS; });
    const int ticket = nextTicket_++;
    orders_.insert(after, {ticket, atS, order});
    return ticket;
}

void PendingOrders::cancel(int ticket) {
    std::erase_if(orders_, [ticket](const PendingOrder& p) { return p.ticket == ticket; });
}

std::vector<PendingOrder> PendingOrders::takeDue(double nowS) {
    const auto later = std::find_if(orders_.begin(), orders_.end(), [&](const PendingOrder& p) {
        return p.atS > nowS + kEndOfRunS;
    });
    std::vector<PendingOrder> due(orders_.begin(), later);
    orders_.erase(orders_.begin(), later);
    return due;
}

}  // namespace headroom::engine
