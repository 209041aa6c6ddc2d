// SPDX-License-Identifier: Apache-2.0
#include "engine/usd/usd_stage.h"

#include "engine/kinds/colour_map.h"
#include "engine/kinds/structure_look.h"
#include "engine/shapes/placed_shape.h"
#include "engine/usd/stage_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

using Colour = std::array<double, 3>;

constexpr Colour kRackColour = {0.20, 0.22, 0.25};
constexpr Colour kTrayColour = {0.45, 0.47, 0.50};
constexpr Colour kFloorColour = {0.80, 0.80, 0.80};
constexpr std::string_view kColour = "color3f[] primvars:displayColor";
constexpr std::string_view kConstant = "interpolation = \"constant\"";
constexpr std::string_view kPower = "power_kw";
constexpr double kKilo = 1e3;

struct SurfaceRow {
    Surface surface;
    const char* name;
    Colour colour;  // linear; of the body: what the instance says
};

constexpr auto kSurfaceRows = std::to_array<SurfaceRow>({
    {Surface::Body, "Body", {}},
    {Surface::Panel, "Panel", {0.65, 0.70, 0.74}},
    {Surface::Dark, "Dark", {0.023, 0.030, 0.040}},
    {Surface::Metal, "Metal", {0.33, 0.37, 0.41}},
    {Surface::Cold, "Cold", {0.028, 0.24, 0.58}},
    {Surface::Warm, "Warm", {0.66, 0.10, 0.042}},
    {Surface::Light, "Light", {0.07, 0.55, 0.25}},
});
static_assert(kSurfaceRows.size() == kSurfaces);

/// sRGB to linear (IEC 61966-2-1).
double linear(std::uint32_t byte) {
    const double value = byte / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

Colour mapped(double share) {
    const std::uint32_t rgb = mapRgb(ColourMap::Viridis, share);
    return {linear(rgb >> 16U & 0xFFU), linear(rgb >> 8U & 0xFFU), linear(rgb & 0xFFU)};
}

std::string colourText(const Colour& colour) {
    return fmt::format("[({:.4g}, {:.4g}, {:.4g})]", colour[0], colour[1], colour[2]);
}

bool hasSize(const Box& box) {
    const std::array<double, 6> all = {box.width, box.depth, box.height, box.x, box.y, box.z};
    return std::all_of(all.begin(), all.end(), [](double each) { return std::isfinite(each); }) &&
           box.width > 0.0 && box.depth > 0.0 && box.height > 0.0;
}

std::string points(const std::vector<float>& values) {
    std::string text = "[";
    for (std::size_t k = 0; k + 2 < values.size(); k += 3) {
        text += fmt::format("{}({}, {}, {})", k == 0 ? "" : ", ", usdNumber(values[k]),
                            usdNumber(values[k + 1]), usdNumber(values[k + 2]));
    }
    return text + ']';
}

std::string extent(const std::vector<float>& values) {
    std::array<float, 6> ends{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        ends[axis] = values[axis];
        ends[axis + 3] = values[axis];
        for (std::size_t k = axis; k < values.size(); k += 3) {
            ends[axis] = std::min(ends[axis], values[k]);
            ends[axis + 3] = std::max(ends[axis + 3], values[k]);
        }
    }
    return points({ends.begin(), ends.end()});
}

template <class T>
std::string list(const std::vector<T>& values) {
    return fmt::format("[{}]", fmt::join(values, ", "));
}

void writeMesh(StageText& stage, const SurfaceRow& row, const ShapeMesh& mesh) {
    stage.open("def", "Mesh", row.name);
    stage.attribute("uniform token subdivisionScheme", "\"none\"");
    stage.attribute("float3[] extent", extent(mesh.points));
    stage.attribute("int[] faceVertexCounts", list(std::vector<int>(mesh.triangleCount(), 3)));
    stage.attribute("int[] faceVertexIndices", list(mesh.triangles));
    stage.attribute("point3f[] points", points(mesh.points));
    stage.attribute("normal3f[] normals", points(mesh.normals), "interpolation = \"vertex\"");
    if (row.surface != Surface::Body) {
        stage.attribute(kColour, colourText(row.colour), kConstant);
    }
    stage.close();
}

/// Shapes that instances share, numbered in the order in which they are first used.
class Prototypes {
  public:
    /// The path of the shape.
    std::string pathOf(const ShapeKey& key, std::string_view kind) {
        const auto found = std::find_if(all_.begin(), all_.end(),
                                        [&](const Prototype& each) { return each.key == key; });
        if (found != all_.end()) {
            return found->path;
        }
        const std::string name = names_.take(kind);
        all_.push_back({key, name, fmt::format("</Prototypes/{}>", name)});
        return all_.back().path;
    }

    void write(StageText& stage) const {
        stage.open("class", "Scope", "Prototypes");
        for (const Prototype& each : all_) {
            stage.open("class", "Xform", each.name);
            const Shape shape = shapeOf(each.key, ShapeDetail::Full);
            for (const SurfaceRow& row : kSurfaceRows) {
                if (const ShapeMesh& mesh = shape.of(row.surface); mesh.triangleCount() > 0) {
                    writeMesh(stage, row, mesh);
                }
            }
            stage.close();
        }
        stage.close();
    }

  private:
    struct Prototype {
        ShapeKey key;
        std::string name, path;
    };

    std::vector<Prototype> all_;
    UsdNames names_;
};

/// A custom attribute of a prim: declaration and value.
struct Mark {
    std::string declaration, value;
};

Mark words(std::string_view name, std::string_view value) {
    return {fmt::format("custom string headroom:{}", name), usdQuoted(value)};
}

Mark whole(std::string_view name, int value) {
    return {fmt::format("custom int headroom:{}", name), std::to_string(value)};
}

Mark number(std::string_view name, double value) {
    return {fmt::format("custom double headroom:{}", name), usdNumber(value)};
}

class Stage {
  public:
    Stage(const Layout& layout, const std::string& title, const StageFigures& figures)
        : layout_(layout), figures_(figures), text_(metadataOf(title, figures)) {}

    std::string write(const std::string& title) {
        text_.open("def", "Xform", "Facility",
                   {"displayName = " + usdQuoted(title), "kind = \"assembly\""});
        if (!figures_.startLocal.empty()) {
            put({words("start_local_time", figures_.startLocal)});
        }
        putFigures("facility", "");
        UsdNames names;
        for (std::size_t hall = 0; hall < layout_.halls.size(); ++hall) {
            writeHall(static_cast<int>(hall), names.take(layout_.halls[hall].name));
        }
        writeMachines(names.take("Machines"));
        text_.open("def", "Scope", names.take("Site"));
        writeBuilding(-1);
        text_.close();
        writeOtherFigures(names.take("Figures"));
        text_.close();
        prototypes_.write(text_);
        return text_.take();
    }

  private:
    static std::vector<std::string> metadataOf(const std::string& title,
                                               const StageFigures& figures) {
        std::vector<std::string> lines = {"defaultPrim = \"Facility\"",
                                          "doc = " + usdQuoted("Headroom: " + title),
                                          "metersPerUnit = 1", "upAxis = \"Z\""};
        double last = -1.0;
        const auto widen = [&](const std::vector<double>& timeS) {
            last = timeS.empty() ? last : std::max(last, timeS.back());
        };
        for (const RackFigures& each : figures.racks) {
            widen(each.timeS);
        }
        for (const ObjectFigures& each : figures.objects) {
            widen(each.timeS);
        }
        if (last >= 0.0) {
            lines.insert(lines.end(), {"startTimeCode = 0", "endTimeCode = " + usdNumber(last),
                                       "timeCodesPerSecond = 1"});
        }
        return lines;
    }

    void put(std::initializer_list<Mark> marks) {
        for (const Mark& mark : marks) {
            text_.attribute(mark.declaration, mark.value);
        }
    }

    void colour(const Colour& colour) { text_.attribute(kColour, colourText(colour), kConstant); }

    void place(double x, double y, double z) {
        text_.attribute("double3 xformOp:translate",
                        fmt::format("({}, {}, {})", usdNumber(x), usdNumber(y), usdNumber(z)));
        text_.attribute("uniform token[] xformOpOrder", "[\"xformOp:translate\"]");
    }

    void openInstance(const std::string& name, std::string_view label, const ShapeKey& key,
                      std::string_view kind, const Box& box) {
        text_.open(
            "def", "Xform", name,
            {"displayName = " + usdQuoted(label), "instanceable = true", "kind = \"component\"",
             "prepend references = " + prototypes_.pathOf(key, kind)});
        place(box.x + box.width / 2, box.y + box.depth / 2, box.z);
    }

    /// A box of its own, closed.
    void writeBox(const std::string& name, std::string_view label, const Box& box,
                  const Colour& body, double opacity, std::initializer_list<Mark> marks) {
        text_.open("def", "Cube", name, {"displayName = " + usdQuoted(label)});
        text_.attribute("double size", "1");
        text_.attribute("float3[] extent", "[(-0.5, -0.5, -0.5), (0.5, 0.5, 0.5)]");
        text_.attribute(
            "double3 xformOp:translate",
            fmt::format("({}, {}, {})", usdNumber(box.x + box.width / 2),
                        usdNumber(box.y + box.depth / 2), usdNumber(box.z + box.height / 2)));
        text_.attribute("double3 xformOp:scale",
                        fmt::format("({}, {}, {})", usdNumber(box.width), usdNumber(box.depth),
                                    usdNumber(box.height)));
        text_.attribute("uniform token[] xformOpOrder",
                        "[\"xformOp:translate\", \"xformOp:scale\"]");
        colour(body);
        if (opacity < 1.0) {
            text_.attribute("float[] primvars:displayOpacity",
                            fmt::format("[{}]", usdNumber(opacity)), kConstant);
        }
        put(marks);
        text_.close();
    }

    void writeHall(int hall, const std::string& name) {
        const HallBox& room = layout_.halls[static_cast<std::size_t>(hall)];
        text_.open("def", "Xform", name,
                   {"displayName = " + usdQuoted(room.name), "kind = \"group\""});
        put({words("id", room.id), words("kind", "hall")});
        putFigures("hall", room.id);
        if (Box floor = room.box; floor.width > 0.0 && floor.depth > 0.0) {
            floor.z -= kSlabM;
            floor.height = kSlabM;
            if (hasSize(floor)) {
                writeBox("Floor", room.name + ", floor", floor, kFloorColour, 1.0,
                         {words("kind", "floor")});
            }
        }
        text_.open("def", "Xform", "Racks", {"kind = \"group\""});
        UsdNames names;
        for (std::size_t rack = 0; rack < layout_.racks.size(); ++rack) {
            if (layout_.racks[rack].hall == hall && hasSize(layout_.racks[rack].box)) {
                const RackBox& box = layout_.racks[rack];
                const std::string& block = layout_.blocks[static_cast<std::size_t>(box.block)];
                writeRack(rack, names.take(fmt::format("{}_{}", block, box.name())));
            }
        }
        text_.close();
        writeBuilding(hall);
        text_.close();
    }

    void writeRack(std::size_t index, const std::string& name) {
        const RackBox& rack = layout_.racks[index];
        const auto block = static_cast<std::size_t>(rack.block);
        openInstance(name, rack.name(), shapeKeyOf(layout_, rack), "Rack", rack.box);
        const double ratedW = layout_.blockRatedW[block];
        writeRackColour(index, ratedW);
        put({words("id", layout_.blocks[block]), words("kind", "rack"),
             words("part", layout_.blockRacks[block]), whole("row", rack.row),
             whole("position", rack.column)});
        if (std::isfinite(ratedW)) {
            put({number("rated_kw", ratedW / kKilo)});
        }
        for (const RackFigures& figures : figures_.racks) {
            std::vector<std::string> values;
            values.reserve(figures.timeS.size());
            for (const std::vector<double>& all : figures.values) {
                values.push_back(usdNumber(static_cast<float>(valueAt(all, index))));
            }
            text_.samples("custom double headroom:" + figures.name, figures.timeS, values);
        }
        text_.close();
    }

    static double valueAt(const std::vector<double>& values, std::size_t index) {
        return index < values.size() ? values[index] : std::numeric_limits<double>::quiet_NaN();
    }

    void writeRackColour(std::size_t index, double ratedW) {
        colour(kRackColour);
        const auto power =
            std::find_if(figures_.racks.begin(), figures_.racks.end(),
                         [](const RackFigures& each) { return each.name == kPower; });
        if (power == figures_.racks.end() || !(ratedW > 0.0)) {
            return;
        }
        std::vector<std::string> colours;
        for (const std::vector<double>& all : power->values) {
            const double share = kKilo * valueAt(all, index) / ratedW;
            colours.push_back(colourText(std::isfinite(share) ? mapped(share) : kRackColour));
        }
        text_.samples(kColour, power->timeS, colours);
    }

    void writeMachines(const std::string& name) {
        text_.open("def", "Xform", name, {"kind = \"group\""});
        std::map<std::string, int> numbers;
        UsdNames names;
        for (const EquipmentBox& each : layout_.equipment) {
            const std::string kind = each.kindName();
            const int unit = ++numbers[each.id + '\n' + kind];
            if (!hasSize(each.box)) {
                continue;
            }
            const std::string label = fmt::format("{} {} {}", each.id, kind, unit);
            openInstance(names.take(label), label, shapeKeyOf(layout_, each), kind, each.box);
            const auto& look = lookOf(each.kind).gltf;
            colour({look[0], look[1], look[2]});
            put({words("id", each.id), words("kind", kind), whole("unit", unit)});
            text_.close();
        }
        text_.close();
    }

    /// Parts of the building and trays of a hall; -1 means outdoors.
    void writeBuilding(int hall) {
        UsdNames names;
        names.take("Floor");
        names.take("Racks");
        for (const StructureBox& each : layout_.structures) {
            const StructureLook look = lookOf(each.kind);
            Box box = each.box;
            box.height = look.isFlat ? kSlabM : box.height;
            if (each.hall == hall && hasSize(box)) {
                const std::string& label = each.name.empty() ? each.id : each.name;
                writeBox(names.take(label), label, box,
                         {look.colour[0], look.colour[1], look.colour[2]}, look.colour[3],
                         {words("id", each.id), words("kind", look.name)});
            }
        }
        for (const TrayBox& tray : layout_.trays) {
            if (tray.hall == hall && hasSize(tray.box)) {
                writeBox(names.take("Tray"), "Cable tray", tray.box, kTrayColour, 1.0,
                         {words("kind", "tray"), whole("cables", tray.cables),
                          number("fill", tray.fill)});
            }
        }
    }

    void putFigures(std::string_view kind, std::string_view object) {
        for (const ObjectFigures& each : figures_.objects) {
            if (each.kind != kind || each.object != object) {
                continue;
            }
            std::vector<std::string> values;
            values.reserve(each.values.size());
            for (const double value : each.values) {
                values.push_back(usdNumber(static_cast<float>(value)));
            }
            text_.samples("custom double headroom:" + each.name, each.timeS, values);
        }
    }

    bool hasPrim(const ObjectFigures& figures) const {
        return figures.kind == "facility" ||
               (figures.kind == "hall" &&
                std::any_of(layout_.halls.begin(), layout_.halls.end(),
                            [&](const HallBox& hall) { return hall.id == figures.object; }));
    }

    void writeOtherFigures(const std::string& name) {
        std::vector<std::pair<std::string, std::string>> objects;
        for (const ObjectFigures& each : figures_.objects) {
            const std::pair object(each.kind, each.object);
            if (!hasPrim(each) &&
                std::find(objects.begin(), objects.end(), object) == objects.end()) {
                objects.push_back(object);
            }
        }
        if (objects.empty()) {
            return;
        }
        text_.open("def", "Scope", name);
        UsdNames names;
        for (const auto& [kind, object] : objects) {
            text_.open("def", "Scope", names.take(fmt::format("{}_{}", kind, object)));
            put({words("id", object), words("kind", kind)});
            putFigures(kind, object);
            text_.close();
        }
        text_.close();
    }

    const Layout& layout_;
    const StageFigures& figures_;
    StageText text_;
    Prototypes prototypes_;
};

}  // namespace

std::string usdaOf(const Layout& layout, const std::string& title, const StageFigures& figures) {
    return Stage(layout, title, figures).write(title);
}

}  // namespace headroom::engine
