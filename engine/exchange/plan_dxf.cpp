// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/plan_dxf.h"

#include "engine/base/plain_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace headroom::engine {

namespace {

using models::Facing;
using models::StructureKind;

constexpr int kModelSpace = 0x1F, kPaperSpace = 0x1B, kLayerTable = 0x2, kStyleTable = 0x3,
              kBlockTable = 0x1A, kRootDictionary = 0xC;
constexpr int kFirstHandle = 0x100;

/// Colours of the AutoCAD colour index.
constexpr int kWhite = 7, kGrey = 8, kRed = 1, kGreen = 3, kBlue = 5, kCyan = 4, kOrange = 30;

/// A name as R2000 takes it: capitals, digits, minus.
std::string symbol(std::string_view words) {
    std::string name;
    for (const char each : words) {
        const auto c = static_cast<unsigned char>(each);
        const bool isLetter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        const bool isDigit = c >= '0' && c <= '9';
        if (isLetter || isDigit) {
            name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : each;
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    while (!name.empty() && name.back() == '-') {
        name.pop_back();
    }
    return name.empty() ? "OTHER" : name;
}

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

struct PartLayer {
    const char* layer;
    int colour;
};

PartLayer partLayerOf(StructureKind kind) {
    switch (kind) {
        case StructureKind::Wall:
            return {"A-WALL", kWhite};
        case StructureKind::Column:
            return {"S-COLS", kWhite};
        case StructureKind::Door:
            return {"A-DOOR", kCyan};
        case StructureKind::Room:
            return {"A-AREA", kGreen};
        case StructureKind::KeepClear:
            return {"A-CLEAR", kOrange};
        case StructureKind::Ramp:
            return {"A-RAMP", kGrey};
        case StructureKind::Tray:
            return {"E-TRAY", kGrey};
    }
    return {"A-OTHER", kWhite};
}

std::string layerOf(const EquipmentBox& machine) {
    return (machine.kind == EquipmentKind::PowerUnit ? "E-" : "M-") + symbol(machine.kindName());
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

/// Contents of a block: a rectangle around the origin, and a line along its front if it has one.
struct DxfBlock {
    double width = 0.0, depth = 0.0;
    std::string layer;
    bool hasFront = false;
    int record = 0;
};

class DxfPlan {
  public:
    DxfPlan(const Layout& layout, const std::string& hall) : layout_(layout) {
        for (std::size_t h = 0; h < layout.halls.size(); ++h) {
            if (layout.halls[h].id == hall) {
                only_ = static_cast<int>(h);
            }
        }
    }

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

    bool isDrawn(int hall) const { return only_ < 0 || hall == only_; }

    /// Machines name no hall: those whose middle is in the only hall are drawn.
    bool isInside(const Box& box) const {
        if (only_ < 0) {
            return true;
        }
        const Box& hall = layout_.halls[static_cast<std::size_t>(only_)].box;
        const double x = box.x + box.width / 2.0, y = box.y + box.depth / 2.0;
        return x >= hall.x && x <= hall.x + hall.width && y >= hall.y && y <= hall.y + hall.depth;
    }

    static bool hasSize(const Box& box) {
        return std::isfinite(box.x + box.y + box.width + box.depth) && box.width > 0.0 &&
               box.depth > 0.0;
    }

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

    void outline(Groups& out, int owner, const std::string& layer, int colour, const Box& box) {
        entity(out, "LWPOLYLINE", owner, layer, colour, "AcDbPolyline");
        out.whole(90, 4);
        out.whole(70, 1);
        for (const auto& [x, y] : {std::pair(box.x, box.y), std::pair(box.x + box.width, box.y),
                                   std::pair(box.x + box.width, box.y + box.depth),
                                   std::pair(box.x, box.y + box.depth)}) {
            out.number(10, x);
            out.number(20, y);
        }
    }

    void rectangle(const std::string& layer, int colour, const Box& box) {
        outline(entities_, kModelSpace, layer, colour, box);
        west_ = std::min(west_, box.x);
        south_ = std::min(south_, box.y);
        east_ = std::max(east_, box.x + box.width);
        north_ = std::max(north_, box.y + box.depth);
    }

    /// In the middle of a box, along its longer side.
    void words(const std::string& layer, int colour, const Box& box, const std::string& text,
               double heightM) {
        if (text.empty()) {
            return;
        }
        const double x = box.x + box.width / 2.0, y = box.y + box.depth / 2.0;
        entity(entities_, "TEXT", kModelSpace, layer + "-TEXT", colour, "AcDbText");
        entities_.point(10, x, y);
        entities_.number(40, heightM);
        entities_.text(1, ascii(text));
        entities_.number(50, box.depth > box.width ? 90.0 : 0.0);
        entities_.whole(72, 1);
        entities_.point(11, x, y);
        entities_.text(100, "AcDbText");
        entities_.whole(73, 2);
    }

    void use(const std::string& name, const DxfBlock& block, const Box& box, double turn,
             int colour) {
        const auto [place, isNew] = blocks_.emplace(name, block);
        if (isNew) {
            place->second.record = next();
        }
        entity(entities_, "INSERT", kModelSpace, block.layer, colour, "AcDbBlockReference");
        entities_.text(2, name);
        entities_.point(10, box.x + box.width / 2.0, box.y + box.depth / 2.0);
        entities_.number(50, turn);
        west_ = std::min(west_, box.x);
        south_ = std::min(south_, box.y);
        east_ = std::max(east_, box.x + box.width);
        north_ = std::max(north_, box.y + box.depth);
    }

    void entities() {
        constexpr double kHallTextM = 0.8, kRoomTextM = 0.3;
        for (std::size_t h = 0; h < layout_.halls.size(); ++h) {
            const HallBox& hall = layout_.halls[h];
            if (isDrawn(static_cast<int>(h)) && hasSize(hall.box)) {
                rectangle("A-HALL-OUTLINE", kWhite, hall.box);
                Box above = hall.box;  // the name is over the north wall
                above.y += above.depth + kHallTextM;
                above.depth = 0.0;
                words("A-HALL", kWhite, above, hall.name.empty() ? hall.id : hall.name, kHallTextM);
            }
        }
        for (const StructureBox& part : layout_.structures) {
            if (isDrawn(part.hall) && hasSize(part.box)) {
                const PartLayer kind = partLayerOf(part.kind);
                rectangle(kind.layer, kind.colour, part.box);
                words(kind.layer, kind.colour, part.box, part.name, kRoomTextM);
            }
        }
        for (const TrayBox& tray : layout_.trays) {
            if (isDrawn(tray.hall) && hasSize(tray.box)) {
                rectangle("E-TRAY", kGrey, tray.box);
            }
        }
        racks();
        machines();
    }

    void racks() {
        constexpr double kTextM = 0.15;
        for (const RackBox& rack : layout_.racks) {
            if (!isDrawn(rack.hall) || !hasSize(rack.box)) {
                continue;
            }
            const bool isTurned = rack.runsNorth();
            DxfBlock block;
            block.width = isTurned ? rack.box.depth : rack.box.width;
            block.depth = isTurned ? rack.box.width : rack.box.depth;
            block.layer = "I-RACK";
            block.hasFront = true;
            const std::string name =
                fmt::format("RACK-{}-{:.0f}X{:.0f}",
                            symbol(layout_.blockRacks[static_cast<std::size_t>(rack.block)]),
                            block.width * 1000.0, block.depth * 1000.0);
            use(name, block, rack.box, turnOf(rack.facing), kBlue);
            words("I-RACK", kBlue, rack.box, rack.name(), kTextM);
        }
    }

    static double turnOf(Facing facing) {
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

    void machines() {
        constexpr double kLeastTextM = 0.1, kMostTextM = 0.5;
        std::map<std::string, int> numbers;
        for (const EquipmentBox& machine : layout_.equipment) {
            const int n = ++numbers[machine.id + '\n' + machine.kindName()];
            if (!isInside(machine.box) || !hasSize(machine.box)) {
                continue;
            }
            const std::string layer = layerOf(machine);
            const DxfBlock block{machine.box.width, machine.box.depth, layer, false, 0};
            use(fmt::format("{}-{:.0f}X{:.0f}", layer, block.width * 1000.0, block.depth * 1000.0),
                block, machine.box, 0.0, kRed);
            words(layer, kRed, machine.box, fmt::format("{} {}{}", machine.id, machine.tag(), n),
                  std::clamp(0.2 * std::min(block.width, block.depth), kLeastTextM, kMostTextM));
        }
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
            outline(
                out, record, "0", kWhite,
                {-block->width / 2.0, -block->depth / 2.0, 0.0, block->width, block->depth, 0.0});
            if (block->hasFront) {
                constexpr double kInsideM = 0.04;
                entity(out, "LINE", record, "0", kWhite, "AcDbLine");
                out.point(10, -block->width / 2.0, -block->depth / 2.0 + kInsideM);
                out.point(11, block->width / 2.0, -block->depth / 2.0 + kInsideM);
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
    int only_ = -1;
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
