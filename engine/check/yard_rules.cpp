// SPDX-License-Identifier: Apache-2.0
#include "engine/check/floor_plan.h"
#include "engine/check/rules.h"
#include "engine/floor/free_place.h"
#include "models/facility/power_unit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

/// Objects outdoors, across walls, or out of the hall that they belong to. Inside of halls: structure_rules.cpp.
namespace headroom::engine {

namespace {

struct Machine {
    const EquipmentBox* box = nullptr;
    Area area;
    int hall = -1;  ///< index into Design::halls that it is in, in part or whole
};

Area areaOf(const DesignHall& h) {
    return {h.spec.xM, h.spec.yM, h.spec.xM + h.spec.widthM, h.spec.yM + h.spec.depthM};
}

std::vector<Machine> machinesOf(const Design& design) {
    std::vector<Machine> all;
    for (const EquipmentBox& box : design.floor->equipment) {
        Machine m{&box, Area::of(box.box), -1};
        for (std::size_t h = 0; h < design.halls.size(); ++h) {
            if (m.area.overlap(areaOf(design.halls[h])) > kToleranceM) {
                m.hall = static_cast<int>(h);
            }
        }
        all.push_back(m);
    }
    return all;
}

bool overlapInHeight(const Box& a, const Box& b) {
    return a.z < b.z + b.height - kToleranceM && b.z < a.z + a.height - kToleranceM;
}

void yardOverlap(const Design& design, Findings& findings) {
    std::vector<Machine> all = machinesOf(design);
    std::erase_if(all, [](const Machine& m) { return m.hall >= 0; });
    std::stable_sort(all.begin(), all.end(),
                     [](const Machine& a, const Machine& b) { return a.area.west < b.area.west; });
    std::set<std::pair<std::string, std::string>> told;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t k = i + 1; k < all.size() && all[k].area.west < all[i].area.east; ++k) {
            const double overlapM = all[i].area.overlap(all[k].area);
            if (overlapM <= kToleranceM || !overlapInHeight(all[i].box->box, all[k].box->box)) {
                continue;
            }
            const bool later = all[i].box->id > all[k].box->id;
            const EquipmentBox& a = later ? *all[k].box : *all[i].box;
            const EquipmentBox& b = later ? *all[i].box : *all[k].box;
            if (told.insert({a.id, b.id}).second) {
                findings.add(
                    Severity::Error, b.id,
                    "Its " + std::string(b.kindName()) + " stands in " +
                        (a.id == b.id ? std::string("another of its machines")
                                      : std::string(a.kindName()) + " of " + nameOf(design, a.id)) +
                        ", by " + amountText(overlapM, "m") + ".",
                    "Move one of the two.", overlapM, 0.0, "m");
            }
        }
    }
}

/// Half in a hall and half out of it. CDUs and racks have rules of their own.
void acrossWalls(const Design& design, Findings& findings) {
    std::set<std::string> told;
    for (const Machine& m : machinesOf(design)) {
        if (m.hall < 0 || m.box->kind == EquipmentKind::Cdu || told.contains(m.box->id)) {
            continue;
        }
        const DesignHall& hall = design.halls[static_cast<std::size_t>(m.hall)];
        const double outM = m.area.beyond(areaOf(hall));
        if (outM > kToleranceM) {
            told.insert(m.box->id);
            findings.add(Severity::Error, m.box->id,
                         "Its " + std::string(m.box->kindName()) + " crosses a wall of " +
                             nameOf(design, hall.object->id) + ": " + amountText(outM, "m") +
                             " of it are outside.",
                         "Move it into the hall, or out of it.", outM, 0.0, "m");
        }
    }
}

/// Machines that give heat or exhaust to outdoor air, inside of a hall.
bool needsOutdoorAir(const Design& design, const EquipmentBox& box) {
    switch (box.kind) {
        case EquipmentKind::CoolingTower:
        case EquipmentKind::DryCooler:
            return true;
        case EquipmentKind::Chiller:
            for (const DesignLoop& l : design.loops) {
                if (l.object->id == box.id) {
                    return l.chiller != nullptr && l.chiller->airCooled;
                }
            }
            return false;
        case EquipmentKind::PowerUnit:
            return makesPower(box.power);
        default:
            return false;
    }
}

void outdoorMachines(const Design& design, Findings& findings) {
    std::set<std::string> told;
    for (const Machine& m : machinesOf(design)) {
        if (m.hall >= 0 && needsOutdoorAir(design, *m.box) && told.insert(m.box->id).second) {
            findings.add(
                Severity::Error, m.box->id,
                "Its " + std::string(m.box->kindName()) + " stands in " +
                    nameOf(design, design.halls[static_cast<std::size_t>(m.hall)].object->id) +
                    ", but needs outdoor air.",
                "Move it out of the hall.", 0.0, 1.0, "");
        }
    }
}

/// Places that a hall states for its air handlers: both coordinates of each, and inside of it.
void handlerPlaces(const Design& design, Findings& findings) {
    for (const DesignHall& h : design.halls) {
        const std::size_t x = h.spec.crahXM.size(), y = h.spec.crahYM.size();
        const auto counted = [](std::size_t places) { return countText(places); };
        if (x != y) {
            findings.add(Severity::Error, h.object->id,
                         "It states " + counted(x) + " places of air handlers eastward and " +
                             counted(y) + " northward.",
                         "State as many numbers in {hall.crah_y_m} as in {hall.crah_x_m}, or none.",
                         static_cast<double>(y), static_cast<double>(x), "");
            continue;
        }
        double outM = 0.0;
        for (std::size_t i = 0; i < std::min(x, static_cast<std::size_t>(h.spec.crahs)); ++i) {
            const double east = h.spec.crahXM[i], north = h.spec.crahYM[i];
            outM = std::max({outM, -east, east - h.spec.widthM, -north, north - h.spec.depthM});
        }
        if (outM > kToleranceM) {
            findings.add(
                Severity::Error, h.object->id,
                "An air handler's middle is " + amountText(outM, "m") + " outside of it.",
                "Move it into the hall: {hall.crah_x_m} and {hall.crah_y_m} count from its "
                "south-west corner.",
                outM, 0.0, "m");
        }
    }
}

/// Machines of the wiring that take up floor, without a place, in a project that places others. Busways hang over
/// the racks and need none.
void placesOfPower(const Design& design, Findings& findings) {
    const auto& drawn = design.floor->equipment;
    if (std::none_of(drawn.begin(), drawn.end(), [](const EquipmentBox& machine) {
            return machine.kind == EquipmentKind::PowerUnit;
        })) {
        return;
    }
    std::vector<Box> taken;  // by places that the fixes of this pass propose
    for (const Object* unit : design.project->objectsOf("power_unit")) {
        const auto spec = specOf<models::PowerUnitSpec>(*unit);
        const PowerKindInfo* kind = powerKindOf(*design.catalogue, spec.part);
        if (kind == nullptr || kind->kind == PowerKind::Pdu ||
            !(std::isnan(spec.xM) || std::isnan(spec.yM))) {
            continue;
        }
        const Box body = bodyOf(*design.catalogue, spec.part, spec.count * spec.modules);
        if (body.width <= 0.0) {
            continue;
        }
        findings.add(Severity::Note, unit->id,
                     "It has no place on the site: plan, 3-D and reports leave it out.",
                     "State {power_unit.x_m} and {power_unit.y_m}.", 0.0, 0.0, "");
        const Box place = freePlace(*design.floor, taken, body.width, body.depth);
        taken.push_back(place);
        findings.fix(
            {SetAttribute{unit->id, "x_m", place.x}, SetAttribute{unit->id, "y_m", place.y}});
    }
}

constexpr auto kYardRules = std::to_array<Rule>({
    {"yard-overlap", "Machines outdoors do not overlap each other", &yardOverlap},
    {"across-wall", "Nothing crosses the wall of a hall", &acrossWalls},
    {"air-handler-place", "Air handlers are in their hall", &handlerPlaces},
    {"no-place", "Transformers, generators, fuel cells and UPS have a place on the site",
     &placesOfPower},
    {"outdoor-machine", "Machines that need outdoor air are outdoors", &outdoorMachines},
});

}  // namespace

std::span<const Rule> yardRules() {
    return kYardRules;
}

}  // namespace headroom::engine
