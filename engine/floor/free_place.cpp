// SPDX-License-Identifier: Apache-2.0
#include "engine/floor/free_place.h"

#include <algorithm>
#include <vector>

namespace headroom::engine {

namespace {

constexpr double kApartM = 1.0;  ///< from everything else. Assumption: a person passes
constexpr double kStepM = 1.0;   ///< of the search
constexpr int kMostRows = 1000;  ///< of the search southward

bool meets(const Box& a, const Box& b) {
    return a.x < b.x + b.width + kApartM && b.x < a.x + a.width + kApartM &&
           a.y < b.y + b.depth + kApartM && b.y < a.y + a.depth + kApartM;
}

}  // namespace

Box freePlace(const Layout& layout, std::span<const Box> taken, double widthM, double depthM) {
    std::vector<Box> all(taken.begin(), taken.end());
    for (const HallBox& hall : layout.halls) {
        all.push_back(hall.box);
    }
    for (const EquipmentBox& machine : layout.equipment) {
        all.push_back(machine.box);
    }
    for (const StructureBox& part : layout.structures) {
        all.push_back(part.box);
    }
    double west = 0.0, east = 0.0, south = 0.0;
    if (!all.empty()) {
        west = std::min_element(all.begin(), all.end(), [](const Box& a, const Box& b) {
                   return a.x < b.x;
               })->x;
        for (const Box& box : all) {
            east = std::max(east, box.x + box.width);
        }
        const std::vector<HallBox>& halls = layout.halls;
        south = halls.empty() ? all.front().y : halls.front().box.y;
        for (const HallBox& hall : halls) {
            south = std::min(south, hall.box.y);
        }
    }
    Box place{west, south - kApartM - depthM, 0.0, widthM, depthM, 0.0};
    for (int row = 0; row < kMostRows; ++row, place.y -= kStepM) {
        for (place.x = west; place.x == west || place.x + widthM <= east; place.x += kStepM) {
            if (std::none_of(all.begin(), all.end(),
                             [&](const Box& box) { return meets(place, box); })) {
                return place;
            }
        }
    }
    return place;
}

Box bodyOf(const Catalogue& catalogue, const std::string& part, int count) {
    const PowerKindInfo* kind = powerKindOf(catalogue, part);
    if (kind == nullptr || count < 1) {
        return {};
    }
    const YardShape& yard = yardOf(catalogue, *kind, part);
    if (yard.widthM <= 0.0) {
        return {};
    }
    const int wide = std::min(count, yard.perLine), deep = (count - 1) / yard.perLine + 1;
    return {0.0,
            0.0,
            0.0,
            wide * (yard.widthM + yard.gapM) - yard.gapM,
            deep * (yard.depthM + yard.gapM) - yard.gapM,
            yard.heightM};
}

}  // namespace headroom::engine
