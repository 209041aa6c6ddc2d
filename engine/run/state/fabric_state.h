// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/base/special_members.h"
#include "engine/fabric/fabric.h"
#include "engine/run/state/event.h"

#include <cstdint>
#include <vector>

/// Changing state of the fabrics of a run; a part of State. The condition of single links, bundles
/// and the rates of jobs follow from the faults and from who runs where.
namespace headroom::engine {

/// Events of fabrics.
enum class FabricEvent : std::int16_t {
    Drill,   ///< a: drill
    Repair,  ///< a: FabricFaultState::id
    CutOff   ///< a: server
};

constexpr Owner ownerOf(FabricEvent /*kind*/) {
    return Owner::Fabric;
}

/// Values of LinkTier.
inline constexpr std::size_t kLinkTiers = 7;

/// Something that is wrong with a part of a fabric, until it is repaired.
struct FabricFaultState {
    std::int64_t id = 0;
    std::int64_t cause = -1;  ///< event that told of it
    double factor = 0.0;      ///< rate that is left while up; 0 means down
    double downShare = 0.0;   ///< of the time, flapping
    double flapsPerS = 0.0;   ///< transitions to down
    double sinceS = 0.0;
    std::int32_t fabric = 0;  ///< FabricNetwork::fabrics; behind them: WAN links
    std::int32_t part = 0;    ///< models::FabricPart; None: all of it
    std::int32_t number = 0;  ///< from 0
    std::int32_t count = 0;   ///< links of a bundle; 0 means all
    std::int32_t fault = 0;   ///< LinkFault
    HazardIndex hazard;
};

struct FabricState {
    HEADROOM_SPECIAL_MEMBERS(FabricState);

    std::int64_t nextFault = 0;
    double countedS = 0.0;                 ///< up to when counters are summed
    std::vector<FabricFaultState> faults;  ///< by id
    std::vector<TierCounters> counters;    ///< fabric x LinkTier
    ByFabric<double> load;                 ///< by fabric: mean utilisation 0..1, for its power
    ByHall<double> hallW;                  ///< by hall: switches and modules as loaded now
};

class StateTable;

/// Its columns.
void declareFabric(StateTable& table);

}  // namespace headroom::engine
