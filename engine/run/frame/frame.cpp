// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/frame.h"

#include "engine/floor/layout.h"
#include "engine/part/part_address.h"
#include "engine/power/network.h"
#include "engine/run/frame/frame_objects.h"
#include "models/core/attribute.h"

#include <charconv>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(JobRow)
HEADROOM_SPECIAL_MEMBERS_OF(Frame)

namespace {

/// The entry of a list of circuits, by loop or by CDU, whose circuit has that id.
template <class I, class Circuits>
I entryOfCircuit(const Frame& frame, const Circuits CoolingNetwork::*list, std::string_view id) {
    if (frame.cooling != nullptr) {
        const CoolingNetwork& network = *frame.cooling;
        for (const I i : (network.*list).indices()) {
            const CircuitIndex circuit = (network.*list)[i];
            if (circuit >= 0 && network.circuits[circuit].id == id) {
                return i;
            }
        }
    }
    return I(-1);
}

template <class Rows, class I>
double rowValue(const Rows& rows, I index, std::size_t quantity) {
    const auto i = static_cast<std::size_t>(static_cast<std::int32_t>(index));
    return index >= 0 && i < rows.size() && quantity < rows[i].size() ? rows[i][quantity]
                                                                      : models::kNotStated;
}

}  // namespace

HallIndex hallOf(const Frame& frame, std::string_view id) {
    if (frame.layout != nullptr) {
        for (std::size_t h = 0; h < frame.layout->halls.size(); ++h) {
            if (frame.layout->halls[h].id == id) {
                return HallIndex(h);
            }
        }
    }
    return HallIndex(-1);
}

LoopIndex loopOf(const Frame& frame, std::string_view id) {
    return entryOfCircuit<LoopIndex>(frame, &CoolingNetwork::loopCircuit, id);
}

CduIndex cduOf(const Frame& frame, std::string_view id) {
    return entryOfCircuit<CduIndex>(frame, &CoolingNetwork::cduCircuit, id);
}

std::vector<std::string> cdusOfGroup(const Frame& frame, std::string_view group) {
    std::vector<std::string> ids;
    if (frame.cooling != nullptr) {
        for (const CircuitIndex circuit : frame.cooling->cduCircuit) {
            const std::string& id = frame.cooling->circuits[circuit].id;
            if (PartAddress::parse(id).object == group) {
                ids.push_back(id);
            }
        }
    }
    return ids;
}

FramePlace framePlace(std::string_view word) {
    return word == "facility"  ? FramePlace{word, {}, facilityQuantities()}
           : word == "hall"    ? FramePlace{word, "hall", hallQuantities()}
           : word == "cdu"     ? FramePlace{word, "cdu_group", cduQuantities()}
           : word == "loop"    ? FramePlace{word, "cooling_loop", loopQuantities()}
           : word == "battery" ? FramePlace{word, "power_unit", batteryQuantities()}
           : word == "rack"    ? FramePlace{word, {}, rackQuantities()}
                               : FramePlace{};
}

double frameValue(const Frame& frame, std::string_view place, std::string_view object,
                  std::size_t quantity) {
    if (place == "facility") {
        return quantity < frame.facility.size() ? frame.facility[quantity] : models::kNotStated;
    }
    if (place == "hall") {
        return rowValue(frame.halls, hallOf(frame, object), quantity);
    }
    if (place == "cdu") {
        return rowValue(frame.cdus, cduOf(frame, object), quantity);
    }
    if (place == "loop") {
        return rowValue(frame.loops, loopOf(frame, object), quantity);
    }
    if (place == "battery") {
        const std::size_t battery = frame.network == nullptr
                                        ? frame.batteries.size()
                                        : frame.network->batteryAt(std::string(object));
        return battery < frame.batteries.size() ? frame.batteries[battery][quantity]
                                                : models::kNotStated;
    }
    std::size_t rack = 0;
    const auto read = std::from_chars(object.data(), object.data() + object.size(), rack);
    return place == "rack" && read.ec == std::errc{} && quantity < frame.racks.size() &&
                   rack < frame.racks[quantity].size()
               ? static_cast<double>(frame.racks[quantity][rack])
               : models::kNotStated;
}

}  // namespace headroom::engine
