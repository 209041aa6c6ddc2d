// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"

#include <cstdint>
#include <vector>

/// Memory of hazards and repairs: a part of FaultState.
namespace headroom::engine {

/// A unit whose part was exchanged, of a hazard whose rate depends on age.
struct RenewedUnit {
    HazardIndex hazard;
    std::int32_t unit = -1;
    std::int32_t generation = 0;  ///< events of an older one are void
    std::int32_t tries = 0;       ///< random numbers of this generation that were used
    double atS = 0.0;
};

struct HazardState {
    std::vector<double> serverTree;    ///< Fenwick tree over FaultState::serverRate
    ByServer<std::int32_t> replaced;   ///< by server: how many times, for its new rate
    std::vector<RenewedUnit> renewed;  ///< by hazard, then unit
};

/// A repair that waits or is being done.
struct RepairTask {
    std::int32_t fault = -1;    ///< its number
    std::int32_t priority = 0;  ///< the lower goes first
    std::int32_t spare = -1;    ///< index of the stock, -1: needs none
    std::uint8_t window = 0;    ///< waits for the maintenance window
    std::uint8_t crew = 1;      ///< takes a crew
    std::uint8_t hasSpare = 0;
    std::uint8_t started = 0;
    double askedS = 0.0;
    double workS = 0.0;
    double leadS = 0.0;  ///< of a spare that has to be ordered
    double endS = -1.0;  ///< of its work; negative: not begun
};

struct SpareOrder {
    double arrivesS = 0.0;
    std::int32_t kind = 0;
    std::int32_t count = 0;
};

struct RepairState {
    std::int32_t crewsBusy = 0;
    std::int32_t padding = 0;
    double wakeS = -1.0;            ///< an event is queued for it: shift or window; negative: none
    std::vector<RepairTask> tasks;  ///< in order of their call
    std::vector<std::int32_t> stock;  ///< by kind; empty means never runs out
    std::vector<SpareOrder> ordered;
};

}  // namespace headroom::engine
