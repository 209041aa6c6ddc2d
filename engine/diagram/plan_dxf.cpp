// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/plan_dxf.h"

#include "engine/base/index.h"
#include "engine/base/plain_text.h"
#include "engine/diagram/plan_drawing.h"
#include "engine/diagram/report_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

using models::Facing;
using models::StructureKind;

constexpr int kModelSpace = 0x1F, kPaperSpace = 0x1B, kLayerTable = 0x2, kStyleTable = 0x3,
              kBlockTable = 0x1A, kRootDictionary = 0xC;
constexpr int kFirstHandle = 0x100;

// Sizes in metres.
constexpr double kHairM = 0.02;
constexpr PlanLetters kDxfLetters{.least = 0.05, .most = 0.3, .name = 0.4, .hall = 0.8};

/// Colours of the AutoCAD colour index.
constexpr int kWhite = 7, kGrey = 8, kRed = 1, kGreen = 3, kBlue = 5, kCyan = 4, kOrange = 30;

/// Writes a text on one line in ASCII: other characters become \U+ and four hexadecimal digits,
/// which every code page can hold. Characters above
/// U+FFFF and broken bytes become "?".
std::string ascii(std::string_view text) {
    constexpr std::uint32_t kFirstOther = 0x80U, kLastShort = 0xFFFFU;
    std::string plain;
    while (!text.empty()) {
        const Character c = firstCharacter(text);
        text.remove_prefix(c.bytes);
        if (!c.isUtf8 || c.code > kLastShort) {
            plain += '?';
        } else if (c.code >= kFirstOther) {
            plain += fmt::format("\\U+{:04X}", c.code);
        } else {
            plain += c.code < 0x20U ? ' ' : static_cast<char>(c.code);
        }
    }
    return plain;
}

int structureColour(StructureKind kind) {
    switch (kind) {
        case StructureKind::Door:
            return kCyan;
        case StructureKind::Room:
            return kGreen;
        case StructureKind::KeepClear:
            return kOrange;
        case StructureKind::Ramp:
        case StructureKind::Tray:
            return kGrey;
        case StructureKind::Wall:
        case StructureKind::Column:
            break;
    }
    return kWhite;
}

/// From the drawing to a block or the site: y upwards, turned against the clock.
struct DxfPlace {
    DrawnPoint origin;
    double turnDeg = 0.0;

    DrawnPoint of(DrawnPoint p) const {
        const double x = p.x - origin.x, y = origin.y - p.y;
        const double angle = turnDeg * std::numbers::pi / 180.0;
        return {x * std::cos(angle) - y * std::sin(angle),
                x * std::sin(angle) + y * std::cos(angle)};
    }
};

/// Shapes of a part, around its middle and turned such that its front is south.
struct DxfBlock {
    std::string layer;
    std::vector<DrawnShape> shapes;
    DxfPlace place;
    int record = 0;
};

double turnOf(Facing facing) {
    switch (facing) {
        case Facing::South:
            return 0.0;
        case Facing::East:
            return 90.0;
        case Facing::North:
            return 180.0;
        case Facing::West:
            return 270.0;
    }
    return 0.0;
}

/// Grounds have no lines.
bool isGround(Ink ink) {
    return ink == Ink::Floor || ink == Ink::Label || ink == Ink::Touch;
}

/// Lines of group codes and values.
class Groups {
  public:
    void text(int code, std::string_view value) {
        fmt::format_to(std::back_inserter(out_), "{:>3}\n{}\n", code, value);
    }

    void number(int code, double value) {
        const double rounded = std::round(value * 1e6) / 1e6;
        fmt::format_to(std::back_inserter(out_), "{:>3}\n{:.6f}\n", code,
                       rounded == 0.0 ? 0.0 : rounded);
    }

    void whole(int code, int value) {
        fmt::format_to(std::back_inserter(out_), "{:>3}\n{}\n", code, value);
    }

    void handle(int code, int value) {
        fmt::format_to(std::back_inserter(out_), "{:>3}\n{:X}\n", code, value);
    }

    void point(int code, double x, double y) {
        number(code, x);
        number(code + 10, y);
        number(code + 20, 0.0);
    }

    void append(const Groups& other) { out_ += other.out_; }

    std::string take() { return std::move(out_); }

  private:
    std::string out_;
};

class DxfPlan {
  public:
    DxfPlan(const Layout& layout, const std::string& hall)
        : layout_(layout),
          plan_(drawPlan({.layout = layout,
                          .words = reportWords(),
                          .letters = kDxfLetters,
                          .hair = kHairM,
                          .hall = hallOfId(layout, hall),
                          .namesObjects = true})) {}

    std::string write() {
        entities();
        Groups all;
        Groups tables, blocks, objects;
        writeBlocks(blocks);
        writeTables(tables);
        writeObjects(objects);
        writeHeader(all);
        all.append(tables);
        all.append(blocks);
        section(all, "ENTITIES");
        all.append(entities_);
        all.text(0, "ENDSEC");
        all.append(objects);
        all.text(0, "EOF");
        return all.take();
    }

  private:
    static void section(Groups& out, const char* name) {
        out.text(0, "SECTION");
        out.text(2, name);
    }

    int next() { return handle_++; }

    void entity(Groups& out, const char* kind, int owner, const std::string& layer, int colour,
                const char* subclass) {
        layers_.emplace(layer, colour);
        out.text(0, kind);
        out.handle(5, next());
        out.handle(330, owner);
        out.text(100, "AcDbEntity");
        out.text(8, layer);
        out.text(100, subclass);
    }

    /// The lines of a shape.
    void geometry(Groups& out, int owner, const std::string& layer, int colour,
                  const DrawnShape& shape, const DxfPlace& place) {
        using Form = DrawnShape::Form;
        const DrawnBox& b = shape.box;
        std::vector<DrawnPoint> points = shape.points;
        if (shape.form == Form::Box) {
            points = {{b.x, b.bottom()}, {b.right(), b.bottom()}, {b.right(), b.y}, {b.x, b.y}};
        }
        for (DrawnPoint& p : points) {
            p = place.of(p);
        }
        if (shape.form == Form::Curves && shape.radius > 0.0 && points.size() > 6) {
            arc(out, owner, layer, colour, points, shape.radius);
        } else if (points.size() == 2) {
            entity(out, "LINE", owner, layer, colour, "AcDbLine");
            out.point(10, points[0].x, points[0].y);
            out.point(11, points[1].x, points[1].y);
        } else if (points.size() > 2) {
            entity(out, "LWPOLYLINE", owner, layer, colour, "AcDbPolyline");
            out.whole(90, static_cast<int>(points.size()));
            out.whole(70, shape.form == Form::Lines ? 0 : 1);
            for (const DrawnPoint& p : points) {
                out.number(10, p.x);
                out.number(20, p.y);
            }
        }
    }

    /// Two curves: from the first point over the fourth one to the seventh one. The middle of the chord is on the way from the fourth
    /// one to the centre.
    void arc(Groups& out, int owner, const std::string& layer, int colour,
             const std::vector<DrawnPoint>& points, double radius) {
        const DrawnPoint &from = points[0], &over = points[3], &to = points[6];
        const double x = 0.5 * (from.x + to.x) - over.x, y = 0.5 * (from.y + to.y) - over.y;
        const double rise = std::hypot(x, y);
        const DrawnPoint centre{over.x + radius * x / rise, over.y + radius * y / rise};
        const auto angleTo = [&centre](const DrawnPoint& p) {
            const double deg =
                std::atan2(p.y - centre.y, p.x - centre.x) * 180.0 / std::numbers::pi;
            return deg < 0.0 ? deg + 360.0 : deg;
        };
        entity(out, "ARC", owner, layer, colour, "AcDbCircle");
        out.point(10, centre.x, centre.y);
        out.number(40, radius);
        out.text(100, "AcDbArc");
        out.number(50, angleTo(from));
        out.number(51, angleTo(to));
    }

    void words(const std::string& layer, int colour, const DrawnShape& shape) {
        const bool isLeft = shape.side == DrawnShape::Side::Left;
        const DrawnPoint place{isLeft ? shape.box.x : shape.box.centre().x, -shape.box.centre().y};
        entity(entities_, "TEXT", kModelSpace, layer, colour, "AcDbText");
        entities_.point(10, place.x, place.y);
        entities_.number(40, shape.radius);
        entities_.text(1, ascii(shape.words));
        entities_.number(50, shape.isUpright ? 90.0 : 0.0);
        entities_.whole(72, isLeft ? 0 : 1);
        entities_.point(11, place.x, place.y);
        entities_.text(100, "AcDbText");
        entities_.whole(73, 2);
    }

    void extend(const DrawnBox& box) {
        west_ = std::min(west_, box.x);
        south_ = std::min(south_, -box.bottom());
        east_ = std::max(east_, box.right());
        north_ = std::max(north_, -box.y);
    }

    void entities() {
        for (std::size_t first = 0; first < plan_.shapes().size();) {
            std::size_t last = first;
            while (last < plan_.shapes().size() &&
                   plan_.shapes()[last].item == plan_.shapes()[first].item) {
                ++last;
            }
            part(plan_.items()[at(plan_.shapes()[first].item)],
                 std::span(plan_.shapes()).subspan(first, last - first));
            first = last;
        }
    }

    int colourOf(const DrawnItem& item) const {
        switch (item.kind) {
            case kPlanRack:
            case kPlanRackBlock:
                return kBlue;
            case kPlanMachine:
            case kPlanMachineGroup:
                return kRed;
            case kPlanTray:
            case kPlanAisle:
                return kGrey;
            case kPlanStructure:
                return structureColour(layout_.structures[at(item.index)].kind);
            default:
                return kWhite;
        }
    }

    /// Lines of racks and machines are uses of blocks.
    void part(const DrawnItem& item, std::span<const DrawnShape> shapes) {
        const int colour = colourOf(item);
        if (item.kind == kPlanRack) {
            const RackBox& rack = layout_.racks[at(item.index)];
            const bool isTurned = rack.runsNorth();
            use(fmt::format("RACK-{}-{:.0f}X{:.0f}", layerWord(layout_.blockRacks[at(rack.block)]),
                            1000.0 * (isTurned ? rack.box.depth : rack.box.width),
                            1000.0 * (isTurned ? rack.box.width : rack.box.depth)),
                item, colour, shapes, turnOf(rack.facing));
        } else if (item.kind == kPlanMachine) {
            const Box& box = layout_.equipment[at(item.index)].box;
            use(fmt::format("{}-{:.0f}X{:.0f}", item.layer, 1000.0 * box.width, 1000.0 * box.depth),
                item, colour, shapes, 0.0);
        }
        // "A-HALL-OUTLINE": outlines alone.
        constexpr std::string_view kOutlineLayer = "-OUTLINE";
        std::string textLayer = item.layer;
        if (textLayer.ends_with(kOutlineLayer)) {
            textLayer.resize(textLayer.size() - kOutlineLayer.size());
        }
        for (const DrawnShape& shape : shapes) {
            if (shape.form == DrawnShape::Form::Letters) {
                words(textLayer + "-TEXT", colour, shape);
            } else if (!isGround(shape.ink)) {
                extend(shape.box);
                if (item.kind != kPlanRack && item.kind != kPlanMachine) {
                    geometry(entities_, kModelSpace, item.layer, colour, shape, {});
                }
            }
        }
    }

    void use(const std::string& name, const DrawnItem& item, int colour,
             std::span<const DrawnShape> shapes, double turnDeg) {
        const DrawnPoint middle = shapes.front().box.centre();
        const auto [place, isNew] = blocks_.try_emplace(name);
        if (isNew) {
            place->second = {item.layer, {}, {middle, -turnDeg}, next()};
            std::copy_if(shapes.begin(), shapes.end(), std::back_inserter(place->second.shapes),
                         [](const DrawnShape& shape) {
                             return shape.form != DrawnShape::Form::Letters && !isGround(shape.ink);
                         });
        }
        entity(entities_, "INSERT", kModelSpace, item.layer, colour, "AcDbBlockReference");
        entities_.text(2, name);
        entities_.point(10, middle.x, -middle.y);
        entities_.number(50, turnDeg);
    }

    void writeHeader(Groups& out) {
        const bool hasAny = west_ <= east_;
        section(out, "HEADER");
        out.text(9, "$ACADVER");
        out.text(1, "AC1015");
        out.text(9, "$DWGCODEPAGE");
        out.text(3, "ANSI_1252");
        out.text(9, "$INSBASE");
        out.point(10, 0.0, 0.0);
        out.text(9, "$EXTMIN");
        out.point(10, hasAny ? west_ : 0.0, hasAny ? south_ : 0.0);
        out.text(9, "$EXTMAX");
        out.point(10, hasAny ? east_ : 1.0, hasAny ? north_ : 1.0);
        out.text(9, "$INSUNITS");
        out.whole(70, 6);
        out.text(9, "$MEASUREMENT");
        out.whole(70, 1);
        out.text(9, "$LUNITS");
        out.whole(70, 2);
        out.text(9, "$HANDSEED");
        out.handle(5, handle_ + 1);
        out.text(0, "ENDSEC");
        section(out, "CLASSES");
        out.text(0, "ENDSEC");
    }

    void table(Groups& out, const char* name, int handle, int rows) {
        out.text(0, "TABLE");
        out.text(2, name);
        out.handle(5, handle);
        out.handle(330, 0);
        out.text(100, "AcDbSymbolTable");
        out.whole(70, rows);
    }

    void row(Groups& out, const char* kind, int table, const char* subclass,
             const std::string& name, int handleCode = 5) {
        out.text(0, kind);
        out.handle(handleCode, next());
        out.handle(330, table);
        out.text(100, "AcDbSymbolTableRecord");
        out.text(100, subclass);
        out.text(2, name);
    }

    void writeTables(Groups& out) {
        constexpr int kView = 0x6, kUcs = 0x7, kPort = 0x8, kApp = 0x9, kDim = 0xA, kLine = 0x5;
        section(out, "TABLES");
        table(out, "VPORT", kPort, 0);
        out.text(0, "ENDTAB");
        table(out, "LTYPE", kLine, 3);
        for (const char* name : {"ByBlock", "ByLayer", "Continuous"}) {
            row(out, "LTYPE", kLine, "AcDbLinetypeTableRecord", name);
            out.whole(70, 0);
            out.text(3, "");
            out.whole(72, 65);
            out.whole(73, 0);
            out.number(40, 0.0);
        }
        out.text(0, "ENDTAB");
        layers_.emplace("0", kWhite);
        table(out, "LAYER", kLayerTable, static_cast<int>(layers_.size()));
        for (const auto& [name, colour] : layers_) {
            row(out, "LAYER", kLayerTable, "AcDbLayerTableRecord", name);
            out.whole(70, 0);
            out.whole(62, colour);
            out.text(6, "Continuous");
        }
        out.text(0, "ENDTAB");
        table(out, "STYLE", kStyleTable, 1);
        row(out, "STYLE", kStyleTable, "AcDbTextStyleTableRecord", "Standard");
        out.whole(70, 0);
        out.number(40, 0.0);
        out.number(41, 1.0);
        out.number(50, 0.0);
        out.whole(71, 0);
        out.number(42, 0.2);
        out.text(3, "txt");
        out.text(4, "");
        out.text(0, "ENDTAB");
        table(out, "VIEW", kView, 0);
        out.text(0, "ENDTAB");
        table(out, "UCS", kUcs, 0);
        out.text(0, "ENDTAB");
        table(out, "APPID", kApp, 1);
        row(out, "APPID", kApp, "AcDbRegAppTableRecord", "ACAD");
        out.whole(70, 0);
        out.text(0, "ENDTAB");
        table(out, "DIMSTYLE", kDim, 1);
        out.text(100, "AcDbDimStyleTable");
        row(out, "DIMSTYLE", kDim, "AcDbDimStyleTableRecord", "Standard", 105);
        out.whole(70, 0);
        out.text(0, "ENDTAB");
        table(out, "BLOCK_RECORD", kBlockTable, static_cast<int>(blocks_.size()) + 2);
        record(out, "*Model_Space", kModelSpace);
        record(out, "*Paper_Space", kPaperSpace);
        for (const auto& [name, block] : blocks_) {
            record(out, name, block.record);
        }
        out.text(0, "ENDTAB");
        out.text(0, "ENDSEC");
    }

    static void record(Groups& out, const std::string& name, int handle) {
        out.text(0, "BLOCK_RECORD");
        out.handle(5, handle);
        out.handle(330, kBlockTable);
        out.text(100, "AcDbSymbolTableRecord");
        out.text(100, "AcDbBlockTableRecord");
        out.text(2, name);
    }

    void writeBlocks(Groups& out) {
        section(out, "BLOCKS");
        blockOf(out, "*Model_Space", kModelSpace, nullptr);
        blockOf(out, "*Paper_Space", kPaperSpace, nullptr);
        for (const auto& [name, block] : blocks_) {
            blockOf(out, name, block.record, &block);
        }
        out.text(0, "ENDSEC");
    }

    void blockOf(Groups& out, const std::string& name, int record, const DxfBlock* block) {
        entity(out, "BLOCK", record, "0", kWhite, "AcDbBlockBegin");
        out.text(2, name);
        out.whole(70, 0);
        out.point(10, 0.0, 0.0);
        out.text(3, name);
        out.text(1, "");
        if (block != nullptr) {
            for (const DrawnShape& shape : block->shapes) {
                geometry(out, record, "0", kWhite, shape, block->place);
            }
        }
        entity(out, "ENDBLK", record, "0", kWhite, "AcDbBlockEnd");
    }

    void writeObjects(Groups& out) {
        const int group = next();
        section(out, "OBJECTS");
        out.text(0, "DICTIONARY");
        out.handle(5, kRootDictionary);
        out.handle(330, 0);
        out.text(100, "AcDbDictionary");
        out.whole(281, 1);
        out.text(3, "ACAD_GROUP");
        out.handle(350, group);
        out.text(0, "DICTIONARY");
        out.handle(5, group);
        out.handle(330, kRootDictionary);
        out.text(100, "AcDbDictionary");
        out.whole(281, 1);
        out.text(0, "ENDSEC");
    }

    const Layout& layout_;
    DisplayList plan_;
    int handle_ = kFirstHandle;
    Groups entities_;
    std::map<std::string, int> layers_;
    std::map<std::string, DxfBlock> blocks_;
    double west_ = std::numeric_limits<double>::max(), south_ = west_, east_ = -west_,
           north_ = -west_;
};

}  // namespace

std::string planDxf(const Layout& layout, const std::string& hall) {
    return DxfPlan(layout, hall).write();
}

}  // namespace headroom::engine
