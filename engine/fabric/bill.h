// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/fabric.h"

#include <vector>

/// Parts, power and cost of a fabric.
namespace headroom::engine {

/// Fills Fabric::bill. Modules that carry several links are counted for all links of the fabric
/// together: two for each link, or one cable, over the links of a part. `adapters`: of servers and
/// storage.
void writeBill(std::int64_t adapters, Fabric& fabric);

/// Fills Fabric::hallW, hallSpanW, opticsW, switchIdleW and switchSpanW. `linkEnds`: links by part
/// that end in each hall, as from layCables. A value that a part does not state counts as none, see Fabric::powerStated.
void sumPower(const std::vector<std::vector<double>>& linkEnds, Fabric& fabric);

/// Sum of the rows that state a figure; `complete` false where one does not.
struct BillTotal {
    double watts = 0.0, usd = 0.0, metres = 0.0;
    bool allWatts = true, allUsd = true;
};

BillTotal totalOf(const std::vector<BillRow>& bill);

}  // namespace headroom::engine
