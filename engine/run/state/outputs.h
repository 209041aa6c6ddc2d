// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/run/frame/quantity.h"

#include <array>
#include <vector>

namespace headroom::engine {

/// Results of a step for viewers and recordings that no later step reads: so the hash of a State has it not, and a run
/// continues the same without it (tst_outputs). A snapshot carries it, so that what is
/// shown after loading is whole. Who needs a figure to continue with makes it a column of his own state.
struct Outputs {
    template <class Quantity>
    using Row = std::array<double, static_cast<std::size_t>(Quantity::Count)>;

    Row<FacilityQuantity> facility{};
    ByHall<Row<HallQuantity>> halls;
    ByCdu<Row<CduQuantity>> cdus;
    ByLoop<Row<LoopQuantity>> loops;
    std::vector<Row<BatteryQuantity>> batteries;  ///< by PowerNetwork::batteryUnits

    // by rack, with State::rackCoolantC, rackInletC and rackUtilization
    ByRack<float> rackPowerW, rackReturnC, rackFlowM3PerS, rackHotChipC, rackMeanChipC, rackBusiest,
        rackClock, rackClockPower, rackHealth, rackJob;

    double& operator[](FacilityQuantity q) { return facility[static_cast<std::size_t>(q)]; }

    double operator[](FacilityQuantity q) const { return facility[static_cast<std::size_t>(q)]; }
};

class StateTable;

/// Its columns.
void declareOutputs(StateTable& table);

}  // namespace headroom::engine
