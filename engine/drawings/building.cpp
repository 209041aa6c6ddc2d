// SPDX-License-Identifier: Apache-2.0
#include "engine/drawings/building.h"

#include "engine/base/plain_text.h"
#include "engine/document/json_text.h"
#include "engine/drawings/door_spans.h"
#include "engine/drawings/drawing_units.h"
#include "engine/drawings/outlines.h"
#include "engine/exchange/import_plan.h"
#include "models/facility/drawing.h"
#include "models/facility/hall.h"
#include "models/facility/structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <utility>

namespace headroom::engine {

namespace {

using models::Value;

constexpr double kBetweenHallsM = 10.0;
constexpr double kGapM = 0.02;  // ends of lines that meet
constexpr double kLeastHallM2 = 20.0;
constexpr double kWallAroundM = 2.0;
constexpr double kLeastColumnM = 0.05, kMostColumnM = 3.0;
constexpr double kMostWallM = 1.0;
constexpr double kLeastHallM = 1.0, kMostHallM = 2000.0;
constexpr std::size_t kMostSides = 3000;  // of an outline
constexpr std::size_t kMostObjects = 5000;

double toMillimetres(double metres) {
    const double rounded = std::round(metres * 1000.0) / 1000.0;
    return rounded == 0.0 ? 0.0 : rounded;
}

void set(Object& object, std::string_view key, Value value) {
    const models::Attribute* a = object.type->find(key);
    object.values[static_cast<std::size_t>(a - object.type->attributes.data())] = std::move(value);
}

/// A hall of the drawing.
struct DrawnHall {
    std::vector<PlanPoint> outline;
    PlanBox box;
    std::string id, name;
};

/// A room of the drawing, and its hall; -1: outdoors.
struct DrawnRoom {
    std::vector<PlanPoint> outline;
    int hall = -1;
    std::string name;
};

class FloorBuilder {
  public:
    FloorBuilder(const VectorDrawing& drawing, const BuildingRoles& roles, const Project& project,
                 const Catalogue& catalogue)
        : drawing_(drawing),
          settings_(roles),
          project_(project),
          catalogue_(catalogue),
          roles_(rolesOf(drawing, roles)) {}

    ImportDraft build() {
        const Object under = placedDrawing(drawing_, settings_, project_);
        const auto spec = specOf<models::DrawingSpec>(under);
        scale_ = drawing_.width > 0.0 ? spec.widthM / drawing_.width : 1.0;
        corner_ = {spec.xM, spec.yM};
        tellOfFile();
        halls();
        rooms();
        if (draft_.errors() > 0) {
            return std::move(draft_);
        }
        want(under, "Drawing under the plan");
        putHalls();
        columns();
        walls();
        putRooms();
        doors();
        tellOfRest();
        planEdits(wanted_, {}, project_, catalogue_, "DRW", draft_);
        return std::move(draft_);
    }

  private:
    void fault(const char* code, bool isWarning, std::string message, std::string remedy) {
        ImportFault each;
        each.file = settings_.file;
        each.code = code;
        each.message = std::move(message);
        each.remedy = std::move(remedy);
        each.isWarning = isWarning;
        draft_.faults.push_back(std::move(each));
    }

    PlanPoint onSite(PlanPoint p) const {
        return {corner_.x + p.x * scale_, corner_.y + p.y * scale_};
    }

    /// "12.3, 4.5" in coordinates of the file, where a person finds it in the CAD program.
    std::string inFile(PlanPoint site) const {
        return fmt::format("{:.6g}, {:.6g}", drawing_.origin.x + (site.x - corner_.x) / scale_,
                           drawing_.origin.y + (site.y - corner_.y) / scale_);
    }

    LayerRole roleOf(int layer) const { return roles_[static_cast<std::size_t>(layer)]; }

    /// Returns the role of a line: the role of its layer, otherwise the role of its block.
    LayerRole roleOf(const DrawnLine& line) const {
        const LayerRole own = roleOf(line.layer);
        if (line.use < 0 || (own != LayerRole::Ignore)) {
            return own;
        }
        const BlockUse& use = drawing_.uses[static_cast<std::size_t>(line.use)];
        const LayerRole ofUse = roleOf(use.layer);
        return ofUse != LayerRole::Ignore
                   ? ofUse
                   : guessedRole(drawing_.blocks[static_cast<std::size_t>(use.block)]);
    }

    std::vector<PlanLine> linesOf(LayerRole role) const {
        std::vector<PlanLine> lines;
        for (const DrawnLine& line : drawing_.lines) {
            if (roleOf(line) == role && line.points.size() > 1) {
                PlanLine placed{{}, line.isClosed, line.layer, line.use};
                for (const PlanPoint& p : line.points) {
                    placed.points.push_back(onSite(p));
                }
                lines.push_back(std::move(placed));
            }
        }
        return lines;
    }

    void tellOfFile() {
        const UnitOfDrawing unit = unitOf(drawing_);
        if (!unit.finding.empty() && settings_.metresPerUnit <= 0.0) {
            fault("DRW-010", true, unit.finding + '.',
                  fmt::format("If that is wrong, name the unit: --unit {}, or Scale Drawing in the "
                              "window.",
                              unit.likely->word));
        }
        if (!drawing_.hasEnd) {
            fault("DRW-011", true, "The file stops before its end mark: lines may be missing.",
                  "Export or copy the drawing again.");
        }
    }

    void halls() {
        Chains chains = chained(linesOf(LayerRole::Outline), kGapM);
        std::vector<PlanLine> found = std::move(chains.closed);
        std::erase_if(found, [](const PlanLine& line) {
            return std::abs(areaOf(line.points)) < kLeastHallM2 && !crossingOf(line.points);
        });
        if (found.empty() && chains.open.empty()) {
            Chains walls = chained(linesOf(LayerRole::Wall), kGapM);
            const auto largest = std::max_element(
                walls.closed.begin(), walls.closed.end(), [](const PlanLine& a, const PlanLine& b) {
                    return std::abs(areaOf(a.points)) < std::abs(areaOf(b.points));
                });
            if (largest != walls.closed.end() &&
                std::abs(areaOf(largest->points)) >= kLeastHallM2) {
                // The inner side of the wall, where both sides are drawn.
                for (PlanLine& each : walls.closed) {
                    if (std::abs(areaOf(each.points)) >= kLeastHallM2) {
                        found.push_back(std::move(each));
                    }
                }
            }
        }
        for (const PlanLine& line : found) {
            keepHall(line, found);
        }
        if (halls_.empty() && draft_.errors() == 0) {
            tellOfNoHall(chains);
        }
    }

    void keepHall(const PlanLine& line, const std::vector<PlanLine>& all) {
        if (line.points.size() > kMostSides) {
            fault("DRW-018", false,
                  fmt::format("An outline has {} sides; at most {} are possible.",
                              line.points.size(), kMostSides),
                  "Simplify the outline in the CAD program.");
            return;
        }
        if (const auto crossing = crossingOf(line.points)) {
            fault("DRW-013", false,
                  fmt::format("The outline on layer {} crosses itself at {}.",
                              inQuotes(nameOf(line.layer)), inFile(*crossing)),
                  "Draw it as one closed polyline that does not cross itself.");
            return;
        }
        const PlanBox box = boxOf(line.points);
        const auto contains = [](const PlanBox& outer, const PlanBox& inner) {
            return outer.west <= inner.west && outer.south <= inner.south &&
                   outer.east >= inner.east && outer.north >= inner.north;
        };
        for (const PlanLine& other : all) {
            if (&other == &line || other.points.size() < 3) {
                continue;
            }
            const PlanBox its = boxOf(other.points);
            const bool isWall =
                its.west - box.west <= kWallAroundM && its.south - box.south <= kWallAroundM &&
                box.east - its.east <= kWallAroundM && box.north - its.north <= kWallAroundM;
            const double own = std::abs(areaOf(line.points)), area = std::abs(areaOf(other.points));
            const bool isOuterSide = contains(box, its) && isWall && own > area;
            const bool isWithin =
                contains(its, box) && own < area && isInside(other.points, line.points.front());
            const bool isInnerSide = isWithin && box.west - its.west <= kWallAroundM &&
                                     box.south - its.south <= kWallAroundM &&
                                     its.east - box.east <= kWallAroundM &&
                                     its.north - box.north <= kWallAroundM;
            if (isOuterSide || (isWithin && !isInnerSide)) {
                return;
            }
        }
        if (!(box.width() >= kLeastHallM && box.depth() >= kLeastHallM &&
              box.width() <= kMostHallM && box.depth() <= kMostHallM)) {
            fault("DRW-018", false,
                  fmt::format("An outline of {:.4g} m by {:.4g} m is not that of a hall.",
                              box.width(), box.depth()),
                  "Check the unit of the drawing: --unit mm, cm, m, in or ft.");
            return;
        }
        if (!isRectilinear(line.points)) {
            fault("DRW-015", true,
                  fmt::format("The outline on layer {} has slanted or curved sides: rooms by steps "
                              "of 0.5 m close off what is outside.",
                              inQuotes(nameOf(line.layer))),
                  "Move the rooms where the steps take floor that you need.");
        }
        halls_.push_back({line.points, box, {}, {}});
    }

    void tellOfNoHall(const Chains& chains) {
        if (!chains.open.empty()) {
            const PlanLine* longest = &chains.open.front();
            for (const PlanLine& line : chains.open) {
                longest = line.points.size() > longest->points.size() ? &line : longest;
            }
            fault("DRW-014", false,
                  fmt::format("The outline on layer {} is open: it runs from {} to {}.",
                              inQuotes(nameOf(longest->layer)), inFile(longest->points.front()),
                              inFile(longest->points.back())),
                  "Close it in the CAD program; gaps up to 20 mm are closed here.");
            return;
        }
        std::string layers;
        for (const LayerSummary& layer : layersOf(drawing_, settings_)) {
            if (layer.closed > 0) {
                layers += (layers.empty() ? "" : ", ") + layer.name;
            }
        }
        fault("DRW-012", false, "No layer has the outline of a hall.",
              layers.empty()
                  ? "Draw the outline as a closed polyline on a layer of its own, OUTLINE."
                  : "Name its layer: --role LAYER=outline. Layers with closed lines: " +
                        layers.substr(0, 500) + '.');
    }

    std::string nameOf(int layer) const {
        return drawing_.layers[static_cast<std::size_t>(layer)].name;
    }

    /// The largest text in an outline, those of room layers first.
    std::string labelIn(const std::vector<PlanPoint>& outline) const {
        const DrawnText* best = nullptr;
        const auto rank = [this](const DrawnText& text) {
            constexpr double kFirst = 1e9;
            return text.height + (roleOf(text.layer) == LayerRole::Room ? kFirst : 0.0);
        };
        for (const DrawnText& text : drawing_.texts) {
            if (isInside(outline, onSite(text.at)) &&
                (best == nullptr || rank(text) > rank(*best))) {
                best = &text;
            }
        }
        constexpr std::size_t kLongest = 80;
        return best == nullptr ? std::string() : plainText(best->words.substr(0, kLongest));
    }

    void rooms() {
        Chains chains = chained(linesOf(LayerRole::Room), kGapM);
        open_ += chains.open.size();
        for (PlanLine& line : chains.closed) {
            if (line.points.size() > kMostSides || crossingOf(line.points)) {
                ++open_;
                continue;
            }
            DrawnRoom room{std::move(line.points), -1, {}};
            room.hall = hallAt(boxOf(room.outline).middle());
            room.name = labelIn(room.outline);
            constexpr double kWhole = 0.8;
            if (room.hall >= 0) {
                DrawnHall& hall = halls_[static_cast<std::size_t>(room.hall)];
                if (std::abs(areaOf(room.outline)) > kWhole * std::abs(areaOf(hall.outline))) {
                    hall.name = room.name;
                    continue;
                }
            }
            rooms_.push_back(std::move(room));
        }
    }

    int hallAt(PlanPoint p) const {
        for (std::size_t h = 0; h < halls_.size(); ++h) {
            const PlanBox& box = halls_[h].box;
            if (p.x >= box.west && p.x <= box.east && p.y >= box.south && p.y <= box.north) {
                return static_cast<int>(h);
            }
        }
        return -1;
    }

    Object made(const models::ComponentType& type, const std::string& id) const {
        const Object* existing = project_.find(id);
        if (existing != nullptr && existing->type == &type) {
            return *existing;
        }
        return {id, &type, std::vector<Value>(type.attributes.size())};
    }

    void want(Object object, std::string words) {
        WantedObject each;
        each.object = std::move(object);
        each.file = settings_.file;
        each.words = std::move(words);
        wanted_.push_back(std::move(each));
    }

    void putHalls() {
        for (std::size_t h = 0; h < halls_.size(); ++h) {
            DrawnHall& hall = halls_[h];
            hall.id = settings_.stem + (h == 0 ? "" : fmt::format("-{}", h + 1));
            if (const Object* other = project_.find(hall.id);
                other != nullptr && other->type != &models::HallSpec::type()) {
                hall.id += "-hall";
            }
            Object object = made(models::HallSpec::type(), hall.id);
            if (!hall.name.empty()) {
                set(object, "name", hall.name);
            }
            set(object, "x_m", toMillimetres(hall.box.west));
            set(object, "y_m", toMillimetres(hall.box.south));
            set(object, "width_m", toMillimetres(hall.box.width()));
            set(object, "depth_m", toMillimetres(hall.box.depth()));
            want(std::move(object),
                 fmt::format("Hall, {:.4g} m by {:.4g} m", hall.box.width(), hall.box.depth()));
            int n = 0;
            for (const PlanBox& notch : coverOf(hall.outline, hall.box, false)) {
                structure(fmt::format("{}-outside-{}", hall.id, ++n), "room", notch,
                          static_cast<int>(h), "Outside");
            }
        }
    }

    void structure(const std::string& id, const char* kind, const PlanBox& box, int hall,
                   const std::string& name) {
        if (wanted_.size() >= kMostObjects) {
            ++left_;
            return;
        }
        Object object = made(models::StructureSpec::type(), id);
        PlanPoint corner{box.west, box.south};
        if (hall >= 0) {
            const DrawnHall& its = halls_[static_cast<std::size_t>(hall)];
            corner = {corner.x - its.box.west, corner.y - its.box.south};
            set(object, "hall", its.id);
        }
        if (!name.empty()) {
            set(object, "name", name);
        }
        set(object, "kind", std::string(kind));
        set(object, "x_m", toMillimetres(corner.x));
        set(object, "y_m", toMillimetres(corner.y));
        set(object, "width_m", std::max(0.01, toMillimetres(box.width())));
        set(object, "depth_m", std::max(0.01, toMillimetres(box.depth())));
        want(std::move(object),
             fmt::format("{}, {:.3g} m by {:.3g} m", kind, box.width(), box.depth()));
    }

    std::string idOf(const char* kind, std::size_t number) const {
        return fmt::format("{}-{}-{}", settings_.stem, kind, number);
    }

    void columns() {
        std::vector<PlanBox> boxes;
        std::vector<PlanLine> loose;
        for (PlanLine& line : linesOf(LayerRole::Column)) {
            const PlanBox box = boxOf(line.points);
            if (line.isClosed) {
                boxes.push_back(box);
            } else {
                loose.push_back(std::move(line));
            }
        }
        Chains chains = chained(std::move(loose), kGapM);
        for (const PlanLine& line : chains.closed) {
            boxes.push_back(boxOf(line.points));
        }
        open_ += chains.open.size();
        std::erase_if(boxes, [this](const PlanBox& box) {
            const double least = std::min(box.width(), box.depth()),
                         most = std::max(box.width(), box.depth());
            const bool isColumn = least >= kLeastColumnM && most <= kMostColumnM;
            open_ += isColumn ? 0 : 1;
            return !isColumn;
        });
        // South to north, west to east; larger ones first, so that a hatch or a core within one is dropped.
        std::stable_sort(boxes.begin(), boxes.end(), [](const PlanBox& a, const PlanBox& b) {
            return a.width() * a.depth() > b.width() * b.depth();
        });
        std::vector<PlanBox> kept;
        for (const PlanBox& box : boxes) {
            const PlanPoint at = box.middle();
            const bool isWithin = kept.size() < kMostObjects &&
                                  std::any_of(kept.begin(), kept.end(), [&](const PlanBox& other) {
                                      return at.x > other.west && at.x < other.east &&
                                             at.y > other.south && at.y < other.north;
                                  });
            if (!isWithin) {
                kept.push_back(box);
            }
        }
        std::stable_sort(kept.begin(), kept.end(), [](const PlanBox& a, const PlanBox& b) {
            const double dy = a.middle().y - b.middle().y;
            return std::abs(dy) > kLeastColumnM ? dy < 0.0 : a.middle().x < b.middle().x;
        });
        for (std::size_t i = 0; i < kept.size(); ++i) {
            structure(idOf("column", i + 1), "column", kept[i], hallAt(kept[i].middle()), {});
        }
    }

    void walls() {
        Chains chains = chained(linesOf(LayerRole::Wall), kGapM);
        std::size_t n = 0;
        for (const PlanLine& line : chains.closed) {
            const PlanBox box = boxOf(line.points);
            const bool isBox = line.points.size() == 4 && isRectilinear(line.points) &&
                               std::min(box.width(), box.depth()) <= kMostWallM;
            if (isBox) {
                structure(idOf("wall", ++n), "wall", box, hallAt(box.middle()), {});
            } else if (std::none_of(halls_.begin(), halls_.end(), [&](const DrawnHall& hall) {
                           return std::abs(hall.box.width() - box.width()) <= 2.0 * kWallAroundM &&
                                  std::abs(hall.box.depth() - box.depth()) <= 2.0 * kWallAroundM;
                       })) {
                ++open_;
            }
        }
        open_ += chains.open.size();
    }

    void putRooms() {
        std::size_t n = 0;
        for (const DrawnRoom& room : rooms_) {
            for (const PlanBox& box : coverOf(room.outline, boxOf(room.outline), true)) {
                structure(idOf("room", ++n), "room", box, room.hall, room.name);
            }
        }
    }

    /// Arcs of one use of a block are leaves of one door, as are arcs outside of blocks with one hinge line.
    std::vector<DrawnDoor> drawnDoors() const {
        constexpr double kLeastAngle = std::numbers::pi / 4.0, kMostAngle = 0.75 * std::numbers::pi;
        std::map<int, DrawnDoor> byUse;
        std::vector<DrawnDoor> doors;
        for (const DrawnLine& line : drawing_.lines) {
            if (roleOf(line) != LayerRole::Door || line.points.size() < 2) {
                continue;
            }
            std::vector<PlanPoint> points;
            for (const PlanPoint& p : line.points) {
                points.push_back(onSite(p));
            }
            const bool isSwing =
                line.isRound && line.angle > kLeastAngle && line.angle < kMostAngle;
            const DoorSwing swing{onSite(line.centre), line.radius * scale_, points.front(),
                                  points.back()};
            if (line.use < 0) {
                if (isSwing) {
                    doors.push_back({{swing}, boxOf(points)});
                } else if (line.isClosed) {
                    doors.push_back({{}, boxOf(points)});
                }
                continue;
            }
            const auto [place, isNew] = byUse.emplace(line.use, DrawnDoor{{}, boxOf(points)});
            if (!isNew) {
                PlanBox& box = place->second.box;
                points.push_back({box.west, box.south});
                points.push_back({box.east, box.north});
                box = boxOf(points);
            }
            if (isSwing) {
                place->second.swings.push_back(swing);
            }
        }
        for (auto& [use, door] : byUse) {
            doors.push_back(std::move(door));
        }
        return doors;
    }

    void doors() {
        std::vector<std::vector<PlanPoint>> outlines;
        for (const DrawnHall& hall : halls_) {
            outlines.push_back(hall.outline);
        }
        for (const DrawnRoom& room : rooms_) {
            outlines.push_back(room.outline);
        }
        std::size_t n = 0, lost = 0;
        PlanPoint where;
        for (const DrawnDoor& door : drawnDoors()) {
            if (const auto span = doorSpan(door, outlines)) {
                structure(idOf("door", ++n), "door", *span, hallAt(span->middle()), {});
            } else {
                where = lost == 0 ? door.box.middle() : where;
                ++lost;
            }
        }
        if (lost > 0) {
            fault("DRW-019", true,
                  fmt::format("{} {} within 1.5 m of a side of a hall or room and {} left out, "
                              "the first at {}.",
                              lost, lost == 1 ? "door is not" : "doors are not",
                              lost == 1 ? "was" : "were", inFile(where)),
                  "Place them with Draw, Door.");
        }
    }

    void tellOfRest() {
        if (open_ + left_ > 0) {
            fault("DRW-022", true,
                  fmt::format("{} lines of column, wall and room layers become nothing: columns "
                              "and rooms are closed lines, walls closed rectangles up to 1 m "
                              "thick.",
                              open_ + left_),
                  "Trace them in the plan over the drawing.");
        }
        if (!drawing_.skipped.empty()) {
            std::string kinds;
            for (const auto& [kind, count] : drawing_.skipped) {
                kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, kind);
            }
            fault("DRW-023", true, "Not read: " + kinds.substr(0, 500) + '.',
                  "Explode them in the CAD program if they belong to the building.");
        }
    }

    const VectorDrawing& drawing_;
    const BuildingRoles& settings_;
    const Project& project_;
    const Catalogue& catalogue_;
    std::vector<LayerRole> roles_;
    ImportDraft draft_;
    std::vector<WantedObject> wanted_;
    std::vector<DrawnHall> halls_;
    std::vector<DrawnRoom> rooms_;
    PlanPoint corner_;
    double scale_ = 1.0;
    std::size_t open_ = 0, left_ = 0;
};

}  // namespace

std::vector<LayerRole> rolesOf(const VectorDrawing& drawing, const BuildingRoles& roles) {
    std::vector<LayerRole> result;
    for (const DrawingLayer& layer : drawing.layers) {
        const auto stated = roles.byLayer.find(layer.name);
        result.push_back(stated != roles.byLayer.end() ? stated->second
                         : layer.isHidden              ? LayerRole::Ignore
                                                       : guessedRole(layer.name));
    }
    return result;
}

std::vector<LayerSummary> layersOf(const VectorDrawing& drawing, const BuildingRoles& roles) {
    const std::vector<LayerRole> known = rolesOf(drawing, roles);
    std::vector<LayerSummary> layers;
    for (std::size_t i = 0; i < drawing.layers.size(); ++i) {
        layers.push_back({drawing.layers[i].name, known[i], drawing.layers[i].isHidden, 0, 0, 0});
    }
    for (const DrawnLine& line : drawing.lines) {
        LayerSummary& layer = layers[static_cast<std::size_t>(line.layer)];
        ++layer.lines;
        layer.closed += line.isClosed ? 1 : 0;
    }
    for (const DrawnText& text : drawing.texts) {
        ++layers[static_cast<std::size_t>(text.layer)].texts;
    }
    return layers;
}

ImportDraft buildingFrom(const VectorDrawing& drawing, const BuildingRoles& roles,
                         const Project& project, const Catalogue& catalogue) {
    return FloorBuilder(drawing, roles, project, catalogue).build();
}

Object placedDrawing(const VectorDrawing& drawing, const BuildingRoles& roles,
                     const Project& project) {
    double eastM = 0.0;
    bool hasHall = false;
    for (const Object* object : project.objectsOf("hall")) {
        const auto hall = specOf<models::HallSpec>(*object);
        eastM = std::max(eastM, hall.xM + hall.widthM);
        hasHall = true;
    }
    for (const Object* object : project.objectsOf("drawing")) {
        if (specOf<models::DrawingSpec>(*object).file == roles.file) {
            return *object;
        }
    }
    std::string id = "drawing";
    for (int n = 2; project.find(id) != nullptr; ++n) {
        id = fmt::format("drawing-{}", n);
    }
    const double metres =
        roles.metresPerUnit > 0.0 ? roles.metresPerUnit : unitOf(drawing).used().metres;
    const models::ComponentType& type = models::DrawingSpec::type();
    Object object{id, &type, std::vector<Value>(type.attributes.size())};
    constexpr double kLeastWidthM = 0.1, kMostWidthM = 100'000.0;
    set(object, "name", roles.stem);
    set(object, "file", roles.file);
    set(object, "x_m", hasHall ? toMillimetres(eastM + kBetweenHallsM) : 0.0);
    set(object, "y_m", 0.0);
    set(object, "width_m", std::clamp(drawing.width * metres, kLeastWidthM, kMostWidthM));
    std::string hidden;
    for (const DrawingLayer& layer : drawing.layers) {
        if (layer.isHidden) {
            hidden += (hidden.empty() ? "" : ", ") + layer.name;
        }
    }
    if (!hidden.empty()) {
        set(object, "hidden_layers", hidden);
    }
    return object;
}

}  // namespace headroom::engine
