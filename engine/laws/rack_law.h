// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/frame/frame.h"
#include "models/compute/rack_power.h"
#include "models/core/unit.h"

#include <optional>
#include <string_view>

/// A rack of a frame as models/compute/rack_power.h and models/cooling/cold_plate.h see it: what its power and the
/// temperature of its busiest chip are made of. Frames hold what chips and clock are at the end of the sub-step whose
/// mean power they hold; so both agree where these rest, and to a per cent while they move.
namespace headroom::engine {

struct RackNow {
    const PlantBlock* block = nullptr;  ///< of the frame's plant, which must outlive it
    const models::AcceleratorSpec* chips = nullptr;  ///< as the limit of the hour leaves them
    models::RackLoad load;
    models::RackPower power;
    double coolantC =
        models::kNotStated;  ///< that the busiest chip's plate or heat sink sees; NaN in a bath
    double kPerW = models::kNotStated;  ///< from that chip to it
};

/// Nothing where the frame has no plant, no such rack, or knows nothing of it.
std::optional<RackNow> rackNow(const Frame& frame, std::size_t rack);

/// A number that the laws of a rack name and no table of quantities has.
struct RackTerm {
    std::string_view key, label;
    models::Unit unit;
    double (*of)(const RackNow& rack);  ///< [SI]
};

/// nullptr if there is none.
const RackTerm* rackTerm(std::string_view key);

}  // namespace headroom::engine
