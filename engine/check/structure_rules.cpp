// SPDX-License-Identifier: Apache-2.0
#include "engine/base/words.h"
#include "engine/check/floor_plan.h"
#include "engine/check/rules.h"
#include "models/facility/structure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace headroom::engine {

namespace {

/// Free space before the fronts and behind the backs of racks. TIA-942: at least 1.0 m in front
/// (1.2 m preferred), 0.6 m behind (1.0 m preferred). Memory: not read again.
constexpr double kFrontM = 1.0;
constexpr double kBehindM = 0.6;

/// Free depth before and behind a door: a rack on its pallet jack turns there, and people leave through it.
/// Assumption: an aisle of 1.2 m, as TIA-942 prefers it in front of racks. Memory: not read again.
constexpr double kDoorWayM = 1.2;

/// Clearance of a rack beyond its width and height to be rolled through a door.
/// Assumption: 50 mm on each side and over the top.
constexpr double kDoorSpareM = 0.05;

/// Width of the aisle strip that shares a single row's floor load.
/// Assumption: half an aisle of 1.2 m on both sides.
constexpr double kStripM = 1.2;

struct Built {
    const Object* object = nullptr;
    models::StructureSpec spec;
    Area area;
    double topM = 0.0;
};

std::vector<Built> builtIn(const Design& design, const DesignHall& hall) {
    std::vector<Built> all;
    for (const Object* object : design.project->objectsOf("structure")) {
        Built b;
        b.object = object;
        b.spec = specOf<models::StructureSpec>(*object);
        if (b.spec.hall != hall.object->id) {
            continue;
        }
        const double x = hall.spec.xM + b.spec.xM, y = hall.spec.yM + b.spec.yM;
        b.area = {x, y, x + b.spec.widthM, y + b.spec.depthM};
        b.topM = std::isnan(b.spec.heightM) ? hall.spec.heightM : b.spec.baseM + b.spec.heightM;
        all.push_back(std::move(b));
    }
    return all;
}

std::string nameOf(const Built& built) {
    return built.spec.name.empty() ? built.object->id : built.spec.name;
}

/// Once for each object and structure, the row or machine that reaches in farthest.
template <class Hits>
void against(const Design& design, Hits&& hits) {
    for (const DesignHall& hall : design.halls) {
        const std::vector<Built> built = builtIn(design, hall);
        if (built.empty()) {
            continue;
        }
        const std::vector<Standing> standing = standingIn(design, hall);
        for (const Built& b : built) {
            const Standing* worst = nullptr;
            double worstM = kToleranceM;
            std::string last;
            const auto tell = [&] {
                if (worst != nullptr) {
                    hits(b, *worst, worstM);
                }
                worst = nullptr;
                worstM = kToleranceM;
            };
            for (const Standing& s : standing) {
                if (s.id != last) {
                    tell();
                    last = s.id;
                }
                const bool meetsInHeight = s.baseM < b.topM - kToleranceM &&
                                           b.spec.baseM < s.baseM + s.heightM - kToleranceM;
                const double overlapM = meetsInHeight ? s.area.overlap(b.area) : 0.0;
                if (overlapM > worstM) {
                    worst = &s;
                    worstM = overlapM;
                }
            }
            tell();
        }
    }
}

/// A room is closed off: what belongs to the hall's air or piping cannot be in it. Power units may: rooms of
/// batteries and boards are drawn so.
bool isShutOut(const Built& b, const Standing& s) {
    return b.spec.kind == models::StructureKind::Room && s.needsHall;
}

void obstacles(const Design& design, Findings& findings) {
    against(design, [&](const Built& b, const Standing& s, double overlapM) {
        if (isSolid(b.spec, s.baseM + s.heightM) || isShutOut(b, s)) {
            findings.add(Severity::Error, s.id,
                         "Its " + s.what + " stands in " + nameOf(b) + ", by " +
                             amountText(overlapM, "m") + ".",
                         "Move one of the two.", overlapM, 0.0, "m");
        }
    });
}

void keptClear(const Design& design, Findings& findings) {
    against(design, [&](const Built& b, const Standing& s, double overlapM) {
        if (b.spec.kind == models::StructureKind::KeepClear) {
            findings.add(Severity::Error, s.id,
                         "Its " + s.what + " stands in " + nameOf(b) +
                             ", which is to be kept clear, by " + amountText(overlapM, "m") + ".",
                         "Move it out of the strip.", overlapM, 0.0, "m");
        }
    });
}

/// The strip of that depth before the fronts (or behind the backs) of a row.
Area strip(const Standing& row, double deepM, bool front) {
    Area a = row.area;
    const auto facing =
        front ? row.facing : static_cast<models::Facing>((static_cast<int>(row.facing) + 2) % 4);
    switch (facing) {
        case models::Facing::South:
            return {a.west, a.south - deepM, a.east, a.south};
        case models::Facing::North:
            return {a.west, a.north, a.east, a.north + deepM};
        case models::Facing::West:
            return {a.west - deepM, a.south, a.west, a.north};
        case models::Facing::East:
            return {a.east, a.south, a.east + deepM, a.north};
    }
    return a;
}

/// How much of the strip's depth is lost to something in it: from its nearest side outward.
double taken(const Standing& row, const Area& strip, const Area& other, bool front) {
    if (strip.overlap(other) <= kToleranceM) {
        return 0.0;
    }
    const bool north = (row.facing == models::Facing::North) == front;
    const bool east = (row.facing == models::Facing::East) == front;
    const bool alongX = row.facing == models::Facing::South || row.facing == models::Facing::North;
    const double lostM = alongX ? (north ? strip.north - other.south : other.north - strip.south)
                                : (east ? strip.east - other.west : other.east - strip.west);
    const double deepM = alongX ? strip.north - strip.south : strip.east - strip.west;
    return std::clamp(lostM, 0.0, deepM);
}

void clearance(const Design& design, Findings& findings, bool front) {
    const double neededM = front ? kFrontM : kBehindM;
    for (const DesignHall& hall : design.halls) {
        const std::vector<Standing> standing = standingIn(design, hall);
        const std::vector<Built> built = builtIn(design, hall);
        const Area room{hall.spec.xM, hall.spec.yM, hall.spec.xM + hall.spec.widthM,
                        hall.spec.yM + hall.spec.depthM};
        std::string last;
        double leastM = neededM;
        std::string what, by;
        const auto tell = [&] {
            if (leastM < neededM - kToleranceM) {
                findings.add(
                    Severity::Warning, last,
                    words("{} its {} are {} to {}; people need {}.", front ? "Before" : "Behind",
                          what, amountText(leastM, "m"), by, amountText(neededM, "m")),
                    "Move the block, or the object in its place.", leastM, neededM, "m");
            }
            leastM = neededM;
        };
        for (const Standing& row : standing) {
            if (row.row < 0) {
                continue;
            }
            if (row.id != last) {
                tell();
                last = row.id;
            }
            const Area free = strip(row, neededM, front);
            const auto offer = [&](double takenM, const std::string& name) {
                if (neededM - takenM < leastM - kToleranceM) {
                    leastM = neededM - takenM;
                    what = row.what;
                    by = name;
                }
            };
            offer(std::min(neededM, free.beyond(room)), "the wall");
            for (const Standing& other : standing) {
                // Rows of one block have a rule of their own: aisle-width.
                if (other.id != row.id) {
                    offer(taken(row, free, other.area, front),
                          other.what + " of " + nameOf(design, other.id));
                }
            }
            for (const Built& b : built) {
                if (isSolid(b.spec, row.heightM) || isShutOut(b, row)) {
                    offer(taken(row, free, b.area, front), nameOf(b));
                }
            }
        }
        tell();
    }
}

void frontClearance(const Design& design, Findings& findings) {
    clearance(design, findings, true);
}

void backClearance(const Design& design, Findings& findings) {
    clearance(design, findings, false);
}

void machinesOverlap(const Design& design, Findings& findings) {
    for (const DesignHall& hall : design.halls) {
        const std::vector<Standing> standing = standingIn(design, hall);
        std::string told;
        for (std::size_t i = 0; i < standing.size(); ++i) {
            for (std::size_t k = i + 1; k < standing.size(); ++k) {
                const Standing& a = standing[i];
                const Standing& b = standing[k];
                const double overlapM = a.area.overlap(b.area);
                const std::string pair = a.id + '/' + b.id;
                if ((a.row >= 0 && b.row >= 0) || overlapM <= kToleranceM || pair == told) {
                    continue;  // rows of racks: blocks-overlap
                }
                told = pair;
                findings.add(Severity::Error, b.id,
                             "Its " + b.what + " stands in " +
                                 (a.id == b.id ? std::string("another one")
                                               : a.what + " of " + nameOf(design, a.id)) +
                                 ", by " + amountText(overlapM, "m") + ".",
                             "Move one of the two.", overlapM, 0.0, "m");
            }
        }
    }
}

void doors(const Design& design, Findings& findings) {
    for (const DesignHall& hall : design.halls) {
        double widestM = 0.0, tallestM = 0.0;
        for (const Built& b : builtIn(design, hall)) {
            if (b.spec.kind == models::StructureKind::Door) {
                const double wideM = std::max(b.spec.widthM, b.spec.depthM);
                if (wideM > widestM) {
                    widestM = wideM;
                    tallestM = b.topM;
                }
            }
        }
        if (widestM == 0.0) {
            continue;  // how things come in is not drawn
        }
        for (const DesignBlock& b : design.blocks) {
            if (b.spec.hall != hall.object->id) {
                continue;
            }
            const double narrowM = std::min(b.rack->widthM, b.rack->depthM) + 2.0 * kDoorSpareM;
            const double highM = b.rack->heightM + kDoorSpareM;
            if (narrowM > widestM + kToleranceM) {
                findings.add(Severity::Error, b.object->id,
                             "Its racks need a door of " + amountText(narrowM, "m") +
                                 "; the widest of " + nameOf(design, hall.object->id) + " has " +
                                 amountText(widestM, "m") + ".",
                             "Widen a door.", narrowM, widestM, "m");
            } else if (highM > tallestM + kToleranceM) {
                findings.add(Severity::Error, b.object->id,
                             "Its racks need a door " + amountText(highM, "m") +
                                 " high; the widest of " + nameOf(design, hall.object->id) +
                                 " has " + amountText(tallestM, "m") + ".",
                             "Raise the door.", highM, tallestM, "m");
            }
        }
    }
}

/// Free depth between a door and an object on either side of it. Returns kDoorWayM if the object is not before
/// the leaf.
double freeBefore(const Built& door, const Area& other) {
    const bool alongX = door.spec.widthM >= door.spec.depthM;
    const Area& a = door.area;
    const double sharedM = alongX ? std::min(a.east, other.east) - std::max(a.west, other.west)
                                  : std::min(a.north, other.north) - std::max(a.south, other.south);
    if (sharedM <= kToleranceM) {
        return kDoorWayM;
    }
    const double apartM = alongX ? std::max(other.south - a.north, a.south - other.north)
                                 : std::max(other.west - a.east, a.west - other.east);
    return std::max(0.0, apartM);
}

void doorWays(const Design& design, Findings& findings) {
    for (const DesignHall& hall : design.halls) {
        const std::vector<Standing> standing = standingIn(design, hall);
        for (const Built& door : builtIn(design, hall)) {
            if (door.spec.kind != models::StructureKind::Door) {
                continue;
            }
            const Standing* nearest = nullptr;
            double leastM = kDoorWayM - kToleranceM;
            for (const Standing& s : standing) {
                const double freeM = freeBefore(door, s.area);
                if (freeM < leastM) {
                    leastM = freeM;
                    nearest = &s;
                }
            }
            if (nearest != nullptr) {
                findings.add(Severity::Warning, nearest->id,
                             "Its " + nearest->what + " leaves " + amountText(leastM, "m") +
                                 " before " + nameOf(door) + "; people and racks need " +
                                 amountText(kDoorWayM, "m") + ".",
                             "Move it, or move the door.", leastM, kDoorWayM, "m");
            }
        }
    }
}

void floorLoad(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        const DesignHall* hall = design.hall(b.spec.hall);
        if (hall == nullptr || std::isnan(hall->spec.floorKgPerM2) || std::isnan(b.rack->massKg)) {
            continue;
        }
        // Each rack loads its own footprint and half of the aisles on both sides of it.
        const double stripM = b.spec.rows > 1 ? b.spec.rowPitchM : b.rack->depthM + kStripM;
        const double measured = b.rack->massKg / (b.rackPitchM * stripM);
        if (exceeds(measured, hall->spec.floorKgPerM2)) {
            findings.add(Severity::Error, b.object->id,
                         "A rack of " + amountText(b.rack->massKg, "kg") +
                             " loads the floor with " + amountText(measured, "kg/m2") +
                             ", spread over half of the aisles; " + nameOf(design, b.spec.hall) +
                             " bears " + amountText(hall->spec.floorKgPerM2, "kg/m2") + ".",
                         "Space the racks out, strengthen the floor, or take lighter racks.",
                         measured, hall->spec.floorKgPerM2, "kg/m2");
        }
    }
}

void rackUnits(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        if (b.rack->unitsU == 0 || std::isnan(b.server->heightU)) {
            continue;
        }
        const int othersU = b.rack->switchTrays + b.rack->shelves;  // of one unit each
        const double neededU = b.rack->servers * b.server->heightU + othersU;
        if (exceeds(neededU, b.rack->unitsU)) {
            findings.add(Severity::Error, b.object->id,
                         countText(b.rack->servers) + " x " + nameOf(design, b.rack->server) +
                             (othersU > 0 ? " with switch trays and shelves need " : " need ") +
                             amountText(neededU, "U") + "; a rack " + nameOf(design, b.spec.rack) +
                             " has " + amountText(b.rack->unitsU, "U") + ".",
                         "Take a taller rack, or fewer servers in it.", neededU, b.rack->unitsU,
                         "U");
        }
    }
}

/// Capacity of a server's supplies against the draw that its maker states.
void inletNameplate(const Design& design, Findings& findings) {
    for (const DesignBlock& b : design.blocks) {
        const double portsW = b.server->psus * b.psu->ratedPowerW;
        if (!std::isnan(b.server->nameplateW) && exceeds(b.server->nameplateW, portsW)) {
            const PowerText show = powerText(b.server->nameplateW);
            findings.add(Severity::Warning, b.object->id,
                         "A server " + nameOf(design, b.rack->server) + " states a draw of " +
                             show(b.server->nameplateW) + ", but its " + countText(b.server->psus) +
                             " x " + nameOf(design, b.server->psu) + " carry " + show(portsW) +
                             ": the parts contradict each other.",
                         "Mend the nameplate or the supplies in the catalogue.",
                         b.server->nameplateW / show.scale, portsW / show.scale, show.unit);
        }
    }
}

constexpr auto kStructureRules = std::to_array<Rule>({
    {"obstacle", "Racks and machines do not overlap walls, columns, trays or rooms", &obstacles},
    {"keep-clear", "Strips that are kept clear are clear", &keptClear},
    {"machines-overlap", "Machines do not overlap racks or each other", &machinesOverlap},
    {"front-clearance", "There is room before the racks", &frontClearance},
    {"back-clearance", "There is room behind the racks", &backClearance},
    {"door", "Racks pass through a door", &doors},
    {"door-way", "The way through each door is free", &doorWays},
    {"floor-load", "The floor bears the racks", &floorLoad},
    {"rack-units", "Servers, switch trays and shelves fit into their rack", &rackUnits},
    {"inlet-nameplate", "Supplies carry the stated draw of their server", &inletNameplate},
});

}  // namespace

std::span<const Rule> structureRules() {
    return kStructureRules;
}

}  // namespace headroom::engine
