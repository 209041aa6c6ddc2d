// SPDX-License-Identifier: Apache-2.0
#include "engine/floor/layout.h"

#include "models/power/transformer.h"

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(Layout)

Box rackPlace(const models::RackBlockSpec& spec, const models::RackSpec& rack, double pitchM,
              double hallX, double hallY, int row, int column) {
    const double x = hallX + spec.xM, y = hallY + spec.yM;
    if (spec.runsNorth()) {
        return {x + row * spec.rowPitchM,
                y + column * pitchM,
                0.0,
                rack.depthM,
                rack.widthM,
                rack.heightM};
    }
    return {x + column * pitchM, y + row * spec.rowPitchM, 0.0, rack.widthM, rack.depthM,
            rack.heightM};
}

const YardShape& yardOf(const Catalogue& catalogue, const PowerKindInfo& kind,
                        const std::string& part) {
    const auto* transformer = catalogue.spec<models::TransformerSpec>(part);
    return transformer != nullptr && transformer->secondaryV > kLargeYardV ? kind.largeYard
                                                                           : kind.yard;
}

}  // namespace headroom::engine
