// SPDX-License-Identifier: Apache-2.0
#include "engine/check/floor_plan.h"
#include "engine/check/rules.h"

#include <algorithm>
#include <array>
#include <vector>

namespace headroom::engine {

namespace {

/// Narrowest aisle in front of or behind racks. TIA-942: cold aisles of at least 1.2 m (secondary:
/// taken from planning guides that cite the standard).
constexpr double kAisleM = 1.2;

/// Edits that move a block or a group so that `area` lies inside the room; nothing where it does not
/// fit.
std::vector<Edit> moveInside(const Object& object, double xM, double yM, const Area& area,
                             const Area& room) {
    if (area.east - area.west > room.east - room.west ||
        area.north - area.south > room.north - room.south) {
        return {};
    }
    const auto shift = [](double low, double high, double from, double to) {
        return low < from ? from - low : high > to ? to - high : 0.0;
    };
    const double east = shift(area.west, area.east, room.west, room.east);
    const double north = shift(area.south, area.north, room.south, room.north);
    std::vector<Edit> edits;
    if (east != 0.0) {
        edits.push_back(SetAttribute{object.id, "x_m", xM + east});
    }
    if (north != 0.0) {
        edits.push_back(SetAttribute{object.id, "y_m", yM + north});
    }
    return edits;
}

void outsideHall(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        const DesignHall* h = design.hall(b.spec.hall);
        if (h == nullptr) {
            continue;
        }
        const double beyondM = aroundOf(b).beyond({0.0, 0.0, h->spec.widthM, h->spec.depthM});
        if (beyondM > kToleranceM) {
            findings.add(Severity::Error, b.object->id,
                         "Its racks reach " + amountText(beyondM, "m") + " out of " +
                             nameOf(design, b.spec.hall) + " (" + amountText(h->spec.widthM, "m") +
                             " x " + amountText(h->spec.depthM, "m") + ").",
                         "Move the block, shorten it, or enlarge the hall.", beyondM, 0.0, "m");
            findings.fix(moveInside(*b.object, b.spec.xM, b.spec.yM, aroundOf(b),
                                    {0.0, 0.0, h->spec.widthM, h->spec.depthM}));
        }
        if (b.rack->heightM > h->spec.heightM + kToleranceM) {
            findings.add(Severity::Error, b.object->id,
                         "Its racks are " + amountText(b.rack->heightM, "m") + " tall, but " +
                             nameOf(design, b.spec.hall) + " is " +
                             amountText(h->spec.heightM, "m") + " high.",
                         "Raise {hall.height_m} of the hall.", b.rack->heightM, h->spec.heightM,
                         "m");
        }
    }
}

void cdusOutsideHall(const Design& design, Findings& findings) {
    for (const DesignCduGroup& g : design.cduGroups) {
        const DesignHall* h = design.hall(g.spec.hall);
        if (h == nullptr) {
            continue;
        }
        const double north = g.spec.yM + (g.spec.count - 1) * g.spec.pitchM + g.cdu->depthM;
        const Area area{g.spec.xM, g.spec.yM, g.spec.xM + g.cdu->widthM, north};
        const Area room{0.0, 0.0, h->spec.widthM, h->spec.depthM};
        const double beyondM = area.beyond(room);
        if (beyondM > kToleranceM) {
            findings.add(Severity::Warning, g.object->id,
                         "Its CDUs reach " + amountText(beyondM, "m") + " out of " +
                             nameOf(design, g.spec.hall) + ".",
                         "Move the group, or enlarge the hall.", beyondM, 0.0, "m");
            findings.fix(moveInside(*g.object, g.spec.xM, g.spec.yM, area, room));
        }
    }
}

void blocksOverlap(const Design& design, Findings& findings) {
    for (std::size_t i = 0; i < design.blocks.size(); ++i) {
        for (std::size_t k = i + 1; k < design.blocks.size(); ++k) {
            const DesignBlock& a = design.blocks[i];
            const DesignBlock& b = design.blocks[k];
            if (a.spec.hall != b.spec.hall || aroundOf(a).overlap(aroundOf(b)) <= kToleranceM) {
                continue;
            }
            double worstM = 0.0;
            const std::vector<Area> others = rowsOf(b);
            for (const Area& row : rowsOf(a)) {
                for (const Area& other : others) {
                    worstM = std::max(worstM, row.overlap(other));
                }
            }
            if (worstM > kToleranceM) {
                findings.add(Severity::Error, b.object->id,
                             "Its racks overlap those of " + nameOf(design, a.object->id) +
                                 ", by " + amountText(worstM, "m") + ".",
                             "Move one of the two.", worstM, 0.0, "m");
            }
        }
    }
}

void racksOverlap(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        if (b.spec.racksPerRow > 1 && b.rackPitchM < b.rack->widthM - kToleranceM) {
            findings.add(Severity::Error, b.object->id,
                         "Racks follow every " + amountText(b.rackPitchM, "m") + ", but are " +
                             amountText(b.rack->widthM, "m") + " wide.",
                         "Raise {rack_block.rack_pitch_m}, or leave it out.", b.rackPitchM,
                         b.rack->widthM, "m");
            findings.fix({SetAttribute{b.object->id, "rack_pitch_m", models::Value{}}});
        }
    }
}

void aisles(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        const double aisleM = b.spec.rowPitchM - b.rack->depthM;
        if (b.spec.rows < 2 || aisleM >= kAisleM - kToleranceM) {
            continue;
        }
        const Words depth = amountText(b.rack->depthM, "m");
        findings.add(aisleM < -kToleranceM ? Severity::Error : Severity::Warning, b.object->id,
                     aisleM < -kToleranceM
                         ? "Rows follow every " + amountText(b.spec.rowPitchM, "m") +
                               ", but racks are " + depth + " deep."
                         : "Aisles are " + amountText(aisleM, "m") + " wide between rows of " +
                               depth + "; planning asks for " + amountText(kAisleM, "m") + ".",
                     "Raise {rack_block.row_pitch_m} to " +
                         amountText(b.rack->depthM + kAisleM, "m") + " or more.",
                     aisleM, kAisleM, "m");
        findings.fix({SetAttribute{b.object->id, "row_pitch_m", b.rack->depthM + kAisleM}});
    }
}

void hallsOverlap(const Design& design, Findings& findings) {
    const auto area = [](const DesignHall& h) {
        return Area{h.spec.xM, h.spec.yM, h.spec.xM + h.spec.widthM, h.spec.yM + h.spec.depthM};
    };
    for (std::size_t i = 0; i < design.halls.size(); ++i) {
        for (std::size_t k = i + 1; k < design.halls.size(); ++k) {
            const double overlapM = area(design.halls[i]).overlap(area(design.halls[k]));
            if (overlapM > kToleranceM) {
                findings.add(Severity::Warning, design.halls[k].object->id,
                             "It overlaps " + nameOf(design, design.halls[i].object->id) + ", by " +
                                 amountText(overlapM, "m") + ".",
                             "Move one of the two.", overlapM, 0.0, "m");
            }
        }
    }
}

constexpr auto kSpaceRules = std::to_array<Rule>({
    {"halls-overlap", "Halls do not overlap each other", &hallsOverlap},
    {"rack-outside-hall", "Racks are inside their hall", &outsideHall},
    {"cdu-outside-hall", "CDUs are inside their hall", &cdusOutsideHall},
    {"blocks-overlap", "Rack blocks do not overlap each other", &blocksOverlap},
    {"racks-overlap", "Racks of a row do not overlap each other", &racksOverlap},
    {"aisle-width", "Aisles are wide enough", &aisles},
});

}  // namespace

std::span<const Rule> spaceRules() {
    return kSpaceRules;
}

}  // namespace headroom::engine
