// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/plan_drawing.h"

#include "engine/base/index.h"
#include "engine/floor/machine_groups.h"
#include "engine/kinds/structure_look.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

using models::Facing;
using models::StructureKind;

// In widths of a thin line.
constexpr double kTilesFrom = 7.0,
                 kTilesFull = 24.0;   // a tile, from which joints are drawn, and full
constexpr double kIndoorsFrom = 8.0;  // a metre from which there is room for names in halls
constexpr double kEdgesFrom = 5.0;    // the width of a rack from which it has an outline
constexpr double kTraysFrom = 2.0;    // the width of a tray from which it is drawn
constexpr double kFrontFrom = 6.0;    // the width of a rack from which its front is drawn
constexpr double kWidest = 8.0;       // a name over the machines that it names

/// Lines of text that fit into a box.
struct Fit {
    std::vector<std::string> lines;
    double size = 0.0;
    bool isUpright = false;
};

std::string layerOf(StructureKind kind) {
    switch (kind) {
        case StructureKind::Wall:
            return "A-WALL";
        case StructureKind::Column:
            return "S-COLS";
        case StructureKind::Door:
            return "A-DOOR";
        case StructureKind::Room:
            return "A-AREA";
        case StructureKind::KeepClear:
            return "A-CLEAR";
        case StructureKind::Ramp:
            return "A-RAMP";
        case StructureKind::Tray:
            return "E-TRAY";
    }
    return "A-OTHER";
}

std::string layerOf(const EquipmentBox& machine) {
    return (machine.kind == EquipmentKind::PowerUnit ? "E-" : "M-") + layerWord(machine.kindName());
}

/// Areas lie under machines and racks, solid parts over them.
bool isArea(StructureKind kind) {
    return kind == StructureKind::Room || kind == StructureKind::KeepClear ||
           kind == StructureKind::Ramp;
}

bool hasSize(const Box& box) {
    return std::isfinite(box.x + box.y + box.width + box.depth) && box.width > 0.0 &&
           box.depth > 0.0;
}

bool meets(const DrawnBox& a, const DrawnBox& b) {
    return a.x <= b.right() && b.x <= a.right() && a.y <= b.bottom() && b.y <= a.bottom();
}

class PlanMaker {
  public:
    explicit PlanMaker(const PlanScene& scene)
        : s_(scene), l_(scene.layout), w_(scene.words), bearsName_(scene.layout.equipment.size()) {}

    DisplayList make() {
        floors();
        structures(true);
        trays();
        machines();
        racks();
        structures(false);
        if (s_.hasNames) {
            names();
        }
        out_.end();
        return std::move(out_);
    }

  private:
    double hairs(double count) const { return count * s_.hair; }

    double units(double metres) const { return metres * s_.perMetre; }

    DrawnBox place(const Box& box) const {
        return {s_.origin.x + units(box.x), s_.origin.y - units(box.y + box.depth),
                units(box.width), units(box.depth)};
    }

    /// Box of the site of a box of the drawing.
    Box siteBox(const DrawnBox& box) const {
        return {(box.x - s_.origin.x) / s_.perMetre,
                (s_.origin.y - box.bottom()) / s_.perMetre,
                0.0,
                box.width / s_.perMetre,
                box.height / s_.perMetre,
                0.0};
    }

    bool isDrawn(int hall) const { return s_.hall < 0 || hall == s_.hall; }

    /// `over`: of its symbol over its box.
    bool isSeen(const Box& box, double over = 0.0) const {
        return hasSize(box) &&
               (s_.visible.width <= 0.0 || meets(place(box).grown(hairs(1.0) + over), s_.visible));
    }

    std::string say(std::string_view words) const { return w_.say(words); }

    double widthOf(std::string_view words, double size) const {
        return w_.width(words, size, false);
    }

    /// Lines in letters of at most `most`, first from left to right at full size, else along the longer side of the box, where they
    /// may shrink.
    std::optional<Fit> fitted(const DrawnBox& box, std::vector<std::string> lines,
                              bool mayShrink) const {
        constexpr double kEdge = 0.35, kDeep = 0.85;  // of the letters, and of the box
        const double most = s_.letters.most;
        double widest = 0.0;
        for (const std::string& line : lines) {
            widest = std::max(widest, widthOf(line, most));
        }
        const double high = lineHeight(1.0) * static_cast<double>(lines.size());
        if (widest + 2.0 * kEdge * most <= box.width && high * most <= kDeep * box.height) {
            return Fit{std::move(lines), most, false};
        }
        const double along = std::max(box.width, box.height),
                     across = std::min(box.width, box.height);
        const double size =
            std::min({most, kDeep * across / high, most * along / (widest + 2.0 * kEdge * most)});
        if (size < (mayShrink ? s_.letters.least : most)) {
            return std::nullopt;
        }
        return Fit{std::move(lines), size, box.height > box.width};
    }

    void write(const DrawnBox& box, const Fit& fit, Ink ink) {
        const double step = lineHeight(fit.size),
                     first = 0.5 * (1.0 - static_cast<double>(fit.lines.size()));
        for (std::size_t i = 0; i < fit.lines.size(); ++i) {
            const double off = step * (first + static_cast<double>(i));
            DrawnBox line = box;
            (fit.isUpright ? line.x : line.y) += off;
            out_.text(line, fit.lines[i], fit.size, ink).isUpright = fit.isUpright;
        }
    }

    void floors() {
        for (std::size_t h = 0; h < l_.halls.size(); ++h) {
            const HallBox& hall = l_.halls[h];
            if (isDrawn(static_cast<int>(h)) && isSeen(hall.box)) {
                out_.begin(kPlanHall, static_cast<int>(h), "hall");
                out_.describe("A-HALL-OUTLINE", hall.id);
                out_.box(place(hall.box), Ink::Floor);
                if (h < s_.tiles.size()) {
                    joints(hall.box, s_.tiles[h]);
                }
            }
        }
        for (std::size_t a = 0; s_.hasAisles && a < l_.aisles.size(); ++a) {
            const AisleBox& aisle = l_.aisles[a];
            if (isDrawn(aisle.hall) && isSeen(aisle.box)) {
                out_.begin(kPlanAisle, static_cast<int>(a), "aisle");
                out_.describe(aisle.hot ? "I-AISL-HOT" : "I-AISL-COLD", {});
                out_.box(place(aisle.box), aisle.hot ? Ink::HotAisle : Ink::ColdAisle);
            }
        }
        constexpr double kWallM = 0.2;
        for (std::size_t h = 0; h < l_.halls.size(); ++h) {
            if (isDrawn(static_cast<int>(h)) && isSeen(l_.halls[h].box)) {
                out_.begin(kPlanHall, static_cast<int>(h), "hall");
                out_.box(place(l_.halls[h].box), Ink::Hall).width =
                    std::clamp(units(kWallM), hairs(1.5), hairs(6.0));
            }
        }
        out_.end();
    }

    /// Joints between the tiles that are seen. They fade out when tiles become small.
    void joints(const Box& hall, const FloorTiles& tiles) {
        const double tile = units(tiles.tileM);
        if (!(tile >= hairs(kTilesFrom))) {
            return;
        }
        DrawnBox area = place(hall);
        if (s_.visible.width > 0.0) {
            const double left = std::max(area.x, s_.visible.x),
                         top = std::max(area.y, s_.visible.y);
            area = {left, top, std::min(area.right(), s_.visible.right()) - left,
                    std::min(area.bottom(), s_.visible.bottom()) - top};
        }
        const double share = std::clamp(
            (tile - hairs(kTilesFrom)) / (hairs(kTilesFull) - hairs(kTilesFrom)), 0.15, 1.0);
        const auto joint = [&](DrawnPoint a, DrawnPoint b) {
            out_.line(a, b, Ink::Tile, s_.hair).tint.from = share;
        };
        const double x0 = s_.origin.x + units(hall.x + tiles.xM),
                     y0 = s_.origin.y - units(hall.y + tiles.yM);
        for (double k = std::ceil((area.x - x0) / tile); x0 + k * tile <= area.right(); ++k) {
            joint({x0 + k * tile, area.y}, {x0 + k * tile, area.bottom()});
        }
        for (double k = std::ceil((area.y - y0) / tile); y0 + k * tile <= area.bottom(); ++k) {
            joint({area.x, y0 + k * tile}, {area.right(), y0 + k * tile});
        }
    }

    void dash(DrawnShape& shape, double width, double line, double space) const {
        shape.width = hairs(width);
        shape.dash = hairs(line);
        shape.space = hairs(space);
    }

    void trays() {
        for (std::size_t t = 0; t < l_.trays.size(); ++t) {
            const TrayBox& tray = l_.trays[t];
            const bool hasRoom =
                units(std::min(tray.box.width, tray.box.depth)) >= hairs(kTraysFrom);
            if (isDrawn(tray.hall) && hasRoom && isSeen(tray.box)) {
                out_.begin(kPlanTray, static_cast<int>(t), "tray");
                out_.describe("E-TRAY", {});
                dash(out_.box(place(tray.box), Ink::Tray), 1.0, 6.0, 4.0);
            }
        }
    }

    void structures(bool areas) {
        for (std::size_t i = 0; i < l_.structures.size(); ++i) {
            const StructureBox& part = l_.structures[i];
            // The leaves of a door are as long as half of it.
            const double over = units(0.5 * std::max(part.box.width, part.box.depth));
            if (isArea(part.kind) == areas && isDrawn(part.hall) && isSeen(part.box, over)) {
                out_.begin(kPlanStructure, static_cast<int>(i), "structure");
                out_.describe(layerOf(part.kind), part.name.empty() ? part.id : part.name);
                structure(part);
            }
        }
    }

    void structure(const StructureBox& part) {
        const DrawnBox area = place(part.box);
        const std::string name = part.name.empty() ? say(lookOf(part.kind).name) : part.name;
        switch (part.kind) {
            case StructureKind::Wall:
                out_.box(area, Ink::Wall).width = hairs(1.0);
                break;
            case StructureKind::Column:
                out_.box(area, Ink::Column).width = hairs(1.4);
                break;
            case StructureKind::Door:
                door(area);
                break;
            case StructureKind::Room:
                out_.box(area, Ink::Space).width = hairs(1.4);
                words(area, {{name, areaWords(part.box.width * part.box.depth)}, {name}},
                      Ink::Text);
                break;
            case StructureKind::KeepClear:
                dash(out_.box(area, Ink::Clear), 1.2, 5.0, 3.0);
                words(area, {{name}}, Ink::Text);
                break;
            case StructureKind::Ramp: {
                const bool runsEast = area.width >= area.height;
                const double edge = std::min(hairs(4.0), 0.2 * std::max(area.width, area.height));
                const DrawnPoint middle = area.centre();
                out_.box(area, Ink::Ramp).width = hairs(1.0);
                out_.line(runsEast ? DrawnPoint{area.x + edge, middle.y}
                                   : DrawnPoint{middle.x, area.bottom() - edge},
                          runsEast ? DrawnPoint{area.right() - edge, middle.y}
                                   : DrawnPoint{middle.x, area.y + edge},
                          Ink::Text, hairs(1.0));
                break;
            }
            case StructureKind::Tray:
                dash(out_.box(area, Ink::Tray), 1.2, 8.0, 4.0);
                break;
        }
    }

    /// The opening, and a leaf hinged at each of its ends with the quarter circle that it sweeps.
    void door(const DrawnBox& area) {
        out_.box(area, Ink::Floor);
        const bool runsEast = area.width >= area.height;
        const double leaf = 0.5 * std::max(area.width, area.height);
        const std::array ends{
            runsEast ? DrawnPoint{area.x, area.bottom()} : DrawnPoint{area.x, area.y},
            runsEast ? DrawnPoint{area.right(), area.bottom()} : DrawnPoint{area.x, area.bottom()}};
        // From the open leaf to the closed one: angles as of DisplayList::arc.
        const std::array<double, 2> from =
            runsEast ? std::array{270.0, 180.0} : std::array{180.0, 90.0};
        for (std::size_t i = 0; i < ends.size(); ++i) {
            const DrawnPoint open = runsEast ? DrawnPoint{ends[i].x, ends[i].y + leaf}
                                             : DrawnPoint{ends[i].x - leaf, ends[i].y};
            out_.line(ends[i], open, Ink::Text, hairs(1.4));
            out_.arc(ends[i], leaf, from[i], 90.0, Ink::Quiet, hairs(1.0));
        }
    }

    std::string areaWords(double squareMetres) const {
        std::string text = w_.quantity(squareMetres, models::Unit{"m2", 1.0}, 3);
        if (text.ends_with("m2")) {
            text.replace(text.size() - 2, 2, "m²");
        }
        return text;
    }

    /// The first of the texts that fits; the last one may shrink. Whether one does.
    bool words(const DrawnBox& area, std::vector<std::vector<std::string>> texts, Ink ink) {
        for (std::size_t i = 0; s_.hasNames && i < texts.size(); ++i) {
            const bool isLast = i + 1 == texts.size();
            if (const auto fit = fitted(area, std::move(texts[i]), isLast)) {
                write(area, *fit, ink);
                return true;
            }
        }
        return false;
    }

    /// "Cooling tower 3" where that fits, else "CT3". Numbers count the machines of a kind that belong to one object.
    void machines() {
        std::map<std::pair<std::string_view, std::string_view>, int> counts, numbers;
        for (const EquipmentBox& machine : l_.equipment) {
            ++counts[{machine.id, machine.kindName()}];
        }
        for (std::size_t i = 0; i < l_.equipment.size(); ++i) {
            const EquipmentBox& machine = l_.equipment[i];
            const std::string kind = machine.kindName();
            const int number = ++numbers[{machine.id, machine.kindName()}];
            if (!isSeen(machine.box) ||
                (s_.hall >= 0 && !isInHall(machine.box, l_.halls[at(s_.hall)]))) {
                continue;
            }
            const std::string count =
                counts[{machine.id, machine.kindName()}] > 1 ? std::to_string(number) : "";
            const DrawnBox area = place(machine.box);
            out_.begin(kPlanMachine, static_cast<int>(i), "machine");
            out_.describe(layerOf(machine), machine.id + ' ' + kind + ' ' + std::to_string(number));
            out_.box(area, Ink::Body).width = hairs(1.0);
            bearsName_[i] = s_.hasNames && writesFull(area, say(kind), count);
            if (!bearsName_[i]) {
                const bool isWritten =
                    words(area, {{std::string(machine.tag()) + count}}, Ink::Glyph);
                bearsName_[i] = isWritten && machine.tag() == kind;  // "CDU"
            }
        }
    }

    /// On one line, or word below word with the number after the last.
    bool writesFull(const DrawnBox& area, std::string_view kind, const std::string& count) {
        const std::string number = count.empty() ? "" : " " + count;
        std::vector<std::string> lines;
        for (std::string_view rest = kind; !rest.empty();) {
            const std::size_t space = std::min(rest.find(' '), rest.size());
            lines.emplace_back(rest.substr(0, space));
            rest.remove_prefix(std::min(space + 1, rest.size()));
        }
        lines.back() += number;
        const std::string full = std::string(kind) + number;
        for (auto& text : {std::vector<std::string>{full}, lines}) {
            if (const auto fit = fitted(area, text, false)) {
                write(area, *fit, Ink::Glyph);
                return true;
            }
        }
        return false;
    }

    void racks() {
        for (std::size_t i = 0; i < l_.racks.size(); ++i) {
            const RackBox& rack = l_.racks[i];
            if (!isDrawn(rack.hall) || !isSeen(rack.box)) {
                continue;
            }
            const auto block = static_cast<std::size_t>(rack.block);
            const DrawnBox body = place(rack.box);
            out_.begin(kPlanRack, static_cast<int>(i), "rack");
            out_.describe("I-RACK", rack.name() + " (" + l_.blocks[block] + ", " +
                                        l_.blockRacks[block] + ")");
            DrawnShape& box = out_.box(body, Ink::Body);
            box.width = body.width > hairs(kEdgesFrom) ? hairs(1.0) : 0.0;
            if (i < s_.racks.size()) {
                box.condition = s_.racks[i];
            }
            words(front(rack, body), {{rack.name()}}, Ink::Glyph);
        }
    }

    /// Draws the front, where the air goes in, as a bar inside the rack, so that it contrasts with the fill alone and is seen on any
    /// floor and in any theme. Returns the rest of the rack.
    DrawnBox front(const RackBox& rack, const DrawnBox& body) {
        if (std::min(body.width, body.height) <= hairs(kFrontFrom)) {
            return body;
        }
        const double deep = rack.runsNorth() ? body.width : body.height;
        const double edge = std::max(hairs(1.5), 0.08 * deep);
        const double rim = std::clamp(0.05 * deep, hairs(1.0), hairs(2.5));
        DrawnBox bar = body.grown(-rim), rest = body;
        switch (rack.facing) {
            case Facing::South:
                bar.y = bar.bottom() - edge;
                bar.height = edge;
                rest.height -= rim + edge;
                break;
            case Facing::North:
                bar.height = edge;
                rest.y += rim + edge;
                rest.height -= rim + edge;
                break;
            case Facing::West:
                bar.width = edge;
                rest.x += rim + edge;
                rest.width -= rim + edge;
                break;
            case Facing::East:
                bar.x = bar.right() - edge;
                bar.width = edge;
                rest.width -= rim + edge;
                break;
        }
        out_.box(bar, Ink::Solid);
        return rest;
    }

    void names() {
        std::vector<Box> taken = hallNames();
        if (s_.namesObjects) {
            blockNames();
        }
        machineNames(std::move(taken));
        for (const auto& [hall, label] : hallLabels_) {
            out_.begin(kPlanHall, hall, "hall");
            out_.box(label.box, Ink::Label, 0.25 * s_.letters.hall);
            out_.text(label.box, label.words, s_.letters.hall, Ink::Text);
        }
    }

    /// Below their south walls, with their size where it fits. A name that would cover another one is left out. Returns their places
    /// on the site.
    std::vector<Box> hallNames() {
        const double size = s_.letters.hall;
        std::vector<Box> taken;
        for (std::size_t h = 0; h < l_.halls.size(); ++h) {
            const HallBox& hall = l_.halls[h];
            if (!isDrawn(static_cast<int>(h)) || !hasSize(hall.box)) {
                continue;
            }
            const DrawnBox area = place(hall.box);
            std::string text = hall.name.empty() ? hall.id : hall.name;
            const std::string both = fmt::format(
                "{}, {} × {}", text, w_.quantity(hall.box.width, models::unit::metre, 3),
                w_.quantity(hall.box.depth, models::unit::metre, 3));
            text = widthOf(both, size) <= area.width ? both : text;
            const double wide = widthOf(text, size) + 1.2 * size,
                         high = lineHeight(size) + 0.4 * size;
            const DrawnBox box{area.centre().x - 0.5 * wide, area.bottom() + 0.35 * size, wide,
                               high};
            const bool isFree =
                std::none_of(hallLabels_.begin(), hallLabels_.end(),
                             [&](const auto& other) { return meets(other.second.box, box); });
            if (isFree && (s_.visible.width <= 0.0 || meets(box, s_.visible))) {
                hallLabels_.emplace_back(static_cast<int>(h), HallLabel{box, text});
                taken.push_back(siteBox(box));
            }
        }
        return taken;
    }

    /// Once for each block of racks, below its first rack.
    void blockNames() {
        const double size = s_.letters.name;
        std::vector<bool> isNamed(l_.blocks.size(), false);
        for (const RackBox& rack : l_.racks) {
            const auto block = static_cast<std::size_t>(rack.block);
            if (!isDrawn(rack.hall) || !hasSize(rack.box) || isNamed[block]) {
                continue;
            }
            isNamed[block] = true;
            const DrawnBox area = place(rack.box);
            out_.begin(kPlanRackBlock, rack.block, "block");
            out_.describe("I-RACK", {});
            out_.text({area.x, area.bottom(), widthOf(l_.blocks[block], size), lineHeight(size)},
                      l_.blocks[block], size, Ink::Quiet, DrawnShape::Side::Left);
        }
    }

    /// One name for machines of a kind, next to them: for those that are too small to bear their own, or with their object. It covers
    /// no machine, no rack, no hall and no other name.
    void machineNames(std::vector<Box> taken) {
        constexpr double kGap = 0.2;  // of the letters
        const double size = s_.letters.name;
        const bool indoors = s_.perMetre >= hairs(kIndoorsFrom);
        const std::vector<MachineGroup> groups = machineGroups(l_);
        std::vector<NameSize> sizes;
        std::vector<std::string> texts;
        for (const MachineGroup& group : groups) {
            const auto innermost = at(group.innermost);
            const Box& inner = l_.equipment[innermost].box;
            texts.push_back((s_.namesObjects ? group.id + ": " : "") + group.words());
            const double wide = widthOf(texts.back(), size) + kGap * size;
            const DrawnBox around = place(group.around);
            const bool hasRoom =
                s_.namesObjects || ((indoors || !group.isIndoors) && !bearsName_[innermost] &&
                                    wide <= kWidest * std::max(around.width, around.height));
            const bool isNamed = hasRoom && isSeen(group.around) &&
                                 (s_.hall < 0 || isInHall(inner, l_.halls[at(s_.hall)]));
            sizes.push_back(isNamed ? NameSize{wide / s_.perMetre, lineHeight(size) / s_.perMetre}
                                    : NameSize{});
        }
        for (const RackBox& rack : l_.racks) {
            if ((indoors || s_.namesObjects) && isSeen(rack.box)) {
                taken.push_back(rack.box);
            }
        }
        const auto places =
            placeNames(l_, groups, sizes, kGap * size / s_.perMetre, std::move(taken));
        for (std::size_t k = 0; k < groups.size(); ++k) {
            if (places[k]) {
                out_.begin(kPlanMachineGroup, static_cast<int>(k), "machines");
                out_.describe(layerOf(l_.equipment[at(groups[k].innermost)]), {});
                out_.text(place(*places[k]), texts[k], size, Ink::Text);
            }
        }
    }

    struct HallLabel {
        DrawnBox box;
        std::string words;
    };

    const PlanScene& s_;
    const Layout& l_;
    const DrawingWords& w_;
    std::vector<bool> bearsName_;  ///< by machine: its whole name is on it
    std::vector<std::pair<int, HallLabel>> hallLabels_;
    DisplayList out_;
};

}  // namespace

std::string layerWord(std::string_view words) {
    std::string name;
    for (const char c : words) {
        const bool isSmall = c >= 'a' && c <= 'z';
        if (isSmall || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
            name += isSmall ? static_cast<char>(c - 'a' + 'A') : c;
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    while (!name.empty() && name.back() == '-') {
        name.pop_back();
    }
    return name.empty() ? "OTHER" : name;
}

bool isInHall(const Box& box, const HallBox& hall) {
    const double x = box.x + 0.5 * box.width, y = box.y + 0.5 * box.depth;
    return x >= hall.box.x && x <= hall.box.x + hall.box.width && y >= hall.box.y &&
           y <= hall.box.y + hall.box.depth;
}

int hallOfId(const Layout& layout, std::string_view id) {
    const auto found = std::find_if(layout.halls.begin(), layout.halls.end(),
                                    [id](const HallBox& hall) { return hall.id == id; });
    return found == layout.halls.end() ? -1 : static_cast<int>(found - layout.halls.begin());
}

DisplayList drawPlan(const PlanScene& scene) {
    return PlanMaker(scene).make();
}

}  // namespace headroom::engine
