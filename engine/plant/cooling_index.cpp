// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/cooling_index.h"

namespace headroom::engine {

HazardIndex hazardOfLink(const Plant& plant, const CoolingLink& link) {
    const auto& machine = infoOf(link.kind).machine;
    for (std::size_t h = plant.hazards.size(); machine && h-- > 0;) {
        const PlantHazard& z = plant.hazards[h];
        if (z.isEquipment && z.equipment == *machine && z.group == link.subject) {
            return HazardIndex(h);
        }
    }
    return {};
}

LoadIndex loadOfLink(const Plant& plant, const CoolingLink& link) {
    const auto subject = static_cast<std::size_t>(link.subject);
    switch (infoOf(link.kind).feed) {
        case CoolingFeed::None:
            break;
        case CoolingFeed::LoopPumps:
            return plant.pumpLoad[subject];
        case CoolingFeed::HeatRejection:
            return plant.rejectionLoad[subject];
        case CoolingFeed::CduPumps:
            return plant.cduLoad[subject];
        case CoolingFeed::Fans:
            return plant.fanLoad[subject];
    }
    return {};
}

}  // namespace headroom::engine
