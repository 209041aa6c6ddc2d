// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/sensor_place.h"

#include "engine/part/part_address.h"

#include <algorithm>
#include <string_view>

namespace headroom::engine {

namespace {

/// "cdus/3" of "cdu/cdus/3/heat_kw", "htw" of the setting "htw.supply_setpoint_c".
std::string_view subjectOf(const SensorSpec& sensor) {
    if (const ChannelName name = ChannelName::parse(sensor.channel); !name.place.empty()) {
        return name.object;
    }
    const std::string_view of = sensor.of;
    return sensor.drives == Drive::Setting ? of.substr(0, of.rfind('.')) : of;
}

void cover(SensorPlace& place, const Box& box) {
    if (!place.stands) {
        place.at = box;
        place.stands = true;
        return;
    }
    Box& at = place.at;
    const double right = std::max(at.x + at.width, box.x + box.width);
    const double back = std::max(at.y + at.depth, box.y + box.depth);
    at.height = std::max(at.z + at.height, box.z + box.height);
    at.x = std::min(at.x, box.x);
    at.y = std::min(at.y, box.y);
    at.z = 0.0;
    at.width = right - at.x;
    at.depth = back - at.y;
}

void findRack(SensorPlace& place, std::string_view name, const Layout& layout) {
    for (std::size_t r = 0; r < layout.racks.size(); ++r) {
        const std::string& block = layout.blocks[static_cast<std::size_t>(layout.racks[r].block)];
        const std::string& label = layout.racks[r].label;
        if (name == label || name == PartAddress{block, 0, label}.text()) {
            place.object = block;
            place.rack = static_cast<int>(r);
            cover(place, layout.racks[r].box);
            return;
        }
    }
}

/// The machine of that number, or the first: a mark in the middle of machines far apart would be at none.
void findMachines(SensorPlace& place, const Layout& layout) {
    int n = 0;
    for (std::size_t e = 0; e < layout.equipment.size(); ++e) {
        if (layout.equipment[e].id != place.object) {
            continue;
        }
        if (++n == std::max(1, place.unit)) {
            place.equipment = static_cast<int>(e);
            cover(place, layout.equipment[e].box);
            return;
        }
    }
}

/// By what it measures or drives.
SensorPlace placeByChannel(const SensorSpec& sensor, const Project& project, const Layout& layout) {
    SensorPlace place;
    if (ChannelName::parse(sensor.channel).place == "rack") {
        findRack(place, subjectOf(sensor), layout);
        return place;
    }
    const PartAddress address = PartAddress::parse(subjectOf(sensor));
    const std::string subject(address.object);
    place.unit = address.unit;
    if (project.find(subject) == nullptr) {
        return {};
    }
    place.object = subject;
    findMachines(place, layout);
    for (const HallBox& hall : layout.halls) {
        if (!place.stands && hall.id == subject) {
            cover(place, hall.box);
        }
    }
    if (!place.stands) {
        for (const RackBox& rack : layout.racks) {
            if (layout.blocks[static_cast<std::size_t>(rack.block)] == subject) {
                cover(place, rack.box);
            }
        }
    }
    return place;
}

}  // namespace

SensorPlace placeOf(const SensorSpec& sensor, const Project& project, const Layout& layout) {
    SensorPlace place = placeByChannel(sensor, project, layout);
    if (sensor.stands) {
        place.at = {};
        place.at.x = sensor.stands->xM;
        place.at.y = sensor.stands->yM;
        place.at.z = sensor.stands->zM;
        place.stands = place.isPut = true;
    }
    return place;
}

}  // namespace headroom::engine
