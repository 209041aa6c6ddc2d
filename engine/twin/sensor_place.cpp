// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/sensor_place.h"

#include "engine/base/number.h"

#include <algorithm>
#include <string_view>

namespace headroom::engine {

namespace {

constexpr std::string_view kRack = "rack/";
constexpr double kMostUnit = 1e6;  // units of a row have small numbers

/// "cdus/3" of "cdu/cdus/3/heat_kw", "rack/a/R1-02" of "rack/a/R1-02/power_kw", "htw" of the setting
/// "htw.supply_setpoint_c".
std::string subjectOf(const SensorSpec& sensor) {
    const std::string& channel = sensor.channel;
    const std::size_t last = channel.rfind('/');
    if (last != std::string::npos && channel.starts_with(kRack)) {
        return channel.substr(0, last);
    }
    if (const std::size_t first = channel.find('/'); first != std::string::npos) {
        return first < last ? channel.substr(first + 1, last - first - 1) : std::string();
    }
    return sensor.drives == Drive::Setting ? sensor.of.substr(0, sensor.of.rfind('.')) : sensor.of;
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
        if (name == label ||
            (name.size() == block.size() + 1 + label.size() && name.starts_with(block) &&
             name.ends_with(label) && name[block.size()] == '/')) {
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
    std::string subject = subjectOf(sensor);
    if (std::string_view(subject).starts_with(kRack)) {
        findRack(place, std::string_view(subject).substr(kRack.size()), layout);
        return place;
    }
    if (const std::size_t slash = subject.rfind('/');
        project.find(subject) == nullptr && slash != std::string::npos) {
        const double unit = parseNumber(subject.substr(slash + 1)).value_or(0.0);
        place.unit = unit >= 0.0 && unit <= kMostUnit ? static_cast<int>(unit) : 0;
        subject.resize(slash);
    }
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
