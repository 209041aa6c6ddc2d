// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/floor/layout.h"
#include "engine/telemetry/telemetry_map.h"

#include <string>

namespace headroom::engine {

/// Place of a sensor: an object of the project, and the place of that.
struct SensorPlace {
    std::string
        object;     ///< id; empty means the facility as a whole, or nothing that the project has
    int unit = 0;   ///< of equal ones of the object, from 1; 0 means of all
    int rack = -1;  ///< index into Layout::racks
    int equipment = -1;   ///< index into Layout::equipment: the machine, or the first of its object
    bool stands = false;  ///< it has a place on the floor: `at`
    Box at;  ///< of what it is at: a machine, a rack, all racks of a block, a hall; without extent where it was put
    bool isPut = false;  ///< by a person (SensorSpec::stands), not by what it measures

    bool isFacility() const { return object.empty(); }
};

/// By the channel that it measures ("cdu/cdus/3/heat_kw" is at the third unit of "cdus"), else by what it drives.
SensorPlace placeOf(const SensorSpec& sensor, const Project& project, const Layout& layout);

}  // namespace headroom::engine
