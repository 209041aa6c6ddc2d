// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/watch/run_orders.h"

#include <vector>

namespace headroom::engine {

/// Orders to plant that are given later in a run, by time; orders of the same time in the order in which they came.
class PendingOrders {
  public:
    /// Returns the ticket by which the order can be cancelled.
    int add(double atS, const PlantOrder& order);
    /// Does nothing if the order was given already.
    void cancel(int ticket);
    /// Removes and returns the orders whose time has come.
    std::vector<PendingOrder> takeDue(double nowS);

    const std::vector<PendingOrder>& all() const { return orders_; }

  private:
    std::vector<PendingOrder> orders_;
    int nextTicket_ = 0;
};

}  // namespace headroom::engine
