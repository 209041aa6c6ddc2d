// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/plan_svg.h"

#include "engine/base/plain_text.h"
#include "engine/floor/machine_groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

using models::Facing;
using models::StructureKind;

struct Paper {
    const char* name;
    double widthMm, heightMm;  // ISO 216, landscape
};

constexpr std::array<Paper, 5> kPapers = {
    {{"A4", 297, 210}, {"A3", 420, 297}, {"A2", 594, 420}, {"A1", 841, 594}, {"A0", 1189, 841}}};
constexpr std::array kScales = {20,   25,   50,   100,  200,   250,   500,  750,
                                1000, 1500, 2000, 5000, 10000, 20000, 50000};
constexpr int kLegibleScale = 200;  // racks of 600 mm are 3 mm wide and can carry their names
constexpr double kMarginMm = 10.0;
constexpr double kBlockMm = 22.0;   // height of the title block
constexpr double kLegendMm = 52.0;  // width of the legend
constexpr double kLeastTextMm = 0.9;
constexpr double kLetterWidth = 0.65;  ///< of the size of its type, in the mean

struct Style {
    const char* name;
    const char* fill;
    const char* stroke;
    std::string_view tag = {};  ///< what is on its machines
};

std::string number(double value) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.3f", value == 0.0 ? 0.0 : value);
    std::string trimmed = text.data();
    trimmed.erase(trimmed.find_last_not_of('0') + 1);
    if (trimmed.ends_with('.')) {
        trimmed.pop_back();
    }
    return trimmed == "-0" ? "0" : trimmed;
}

Style styleOf(const EquipmentBox& machine) {
    const EquipmentLook& look = lookOf(machine.kind);
    return {machine.kindName(), look.fill.data(), look.stroke.data(), machine.tag()};
}

Style styleOf(StructureKind kind) {
    switch (kind) {
        case StructureKind::Wall:
            return {"Wall", "#3a3a3a", "#1c1c1c"};
        case StructureKind::Column:
            return {"Column", "#6b6b6b", "#1c1c1c"};
        case StructureKind::Door:
            return {"Door", "#ffffff", "#1c1c1c"};
        case StructureKind::Room:
            return {"Room", "none", "#4c6b52"};
        case StructureKind::KeepClear:
            return {"Kept clear", "url(#clear)", "#a8741a"};
        case StructureKind::Ramp:
            return {"Ramp", "url(#ramp)", "#4a4a4a"};
        case StructureKind::Tray:
            return {"Tray", "none", "#7a7a7a"};
    }
    return {"Structure", "none", "#4a4a4a"};
}

/// Draws the plan in metres, north upwards, into a text.
class Drawing {
  public:
    Drawing(const Layout& layout, const PlanSheet& sheet) : layout_(layout), sheet_(sheet) {
        for (std::size_t h = 0; h < layout.halls.size(); ++h) {
            if (layout.halls[h].id == sheet.hall) {
                only_ = static_cast<int>(h);
            }
        }
        measure();
        choose();
    }

    std::string draw() {
        mmPerM_ = 1000.0 / info_.scale;
        begin();
        text_ += "<g clip-path=\"url(#field)\">\n";
        for (std::size_t h = 0; h < layout_.halls.size(); ++h) {
            if (isDrawn(static_cast<int>(h))) {
                hall(layout_.halls[h]);
            }
        }
        structures(false);
        for (const AisleBox& aisle : layout_.aisles) {
            if (isDrawn(aisle.hall)) {
                rectangle(aisle.box, aisle.hot ? "#fbe9e4" : "#eaf2f9", "none", 0.0);
            }
        }
        for (const TrayBox& tray : layout_.trays) {
            if (isDrawn(tray.hall)) {
                rectangle(tray.box, "none", "#9a9a9a", 0.1, " stroke-dasharray=\"0.8 0.6\"");
                ++counts_["Cable tray"];
                styles_["Cable tray"] = {"Cable tray", "none", "#9a9a9a"};
            }
        }
        racks();
        equipment();
        structures(true);
        machineNames();
        text_ += "</g>\n";
        legend();
        titleBlock();
        text_ += "</svg>\n";
        return std::move(text_);
    }

    const PlanSheetInfo& info() const { return info_; }

  private:
    bool isDrawn(int hall) const { return only_ < 0 || hall == only_; }

    /// Equipment inside the only hall that is drawn.
    bool isInside(const Box& box) const {
        if (only_ < 0) {
            return true;
        }
        const Box& hall = layout_.halls[static_cast<std::size_t>(only_)].box;
        const double x = box.x + box.width / 2;
        const double y = box.y + box.depth / 2;
        return x >= hall.x && x <= hall.x + hall.width && y >= hall.y && y <= hall.y + hall.depth;
    }

    void extend(const Box& box) {
        if (!std::isfinite(box.x + box.y + box.width + box.depth)) {
            return;
        }
        west_ = std::min(west_, box.x);
        south_ = std::min(south_, box.y);
        east_ = std::max(east_, box.x + box.width);
        north_ = std::max(north_, box.y + box.depth);
    }

    void measure() {
        for (std::size_t h = 0; h < layout_.halls.size(); ++h) {
            if (isDrawn(static_cast<int>(h))) {
                extend(layout_.halls[h].box);
            }
        }
        if (only_ < 0) {
            for (const EquipmentBox& each : layout_.equipment) {
                extend(each.box);
            }
            for (const StructureBox& each : layout_.structures) {
                extend(each.box);
            }
            for (const RackBox& each : layout_.racks) {
                extend(each.box);
            }
        }
        if (west_ > east_) {
            west_ = south_ = 0.0;
            east_ = north_ = 10.0;
        }
    }

    static double fieldWidth(const Paper& paper) {
        return paper.widthMm - 2 * kMarginMm - kLegendMm;
    }

    static double fieldHeight(const Paper& paper) {
        return paper.heightMm - 2 * kMarginMm - kBlockMm;
    }

    bool fits(const Paper& paper, int scale) const {
        // Some room for names and dimensions around the plan.
        constexpr double kAirMm = 12.0;
        return (east_ - west_) * 1000.0 / scale + kAirMm <= fieldWidth(paper) &&
               (north_ - south_) * 1000.0 / scale + kAirMm <= fieldHeight(paper);
    }

    int largestScale(const Paper& paper) const {
        for (const int scale : kScales) {
            if (fits(paper, scale)) {
                return scale;
            }
        }
        return kScales.back();
    }

    void choose() {
        const Paper* paper = nullptr;
        for (const Paper& each : kPapers) {
            if (sheet_.paper == each.name) {
                paper = &each;
            }
        }
        for (std::size_t i = 1; paper == nullptr && i < kPapers.size(); ++i) {  // A3 and larger
            const int wanted = sheet_.scale > 0 ? sheet_.scale : kLegibleScale;
            if (fits(kPapers[i], wanted)) {
                paper = &kPapers[i];
            }
        }
        paper_ = paper == nullptr ? kPapers.back() : *paper;
        info_.paper = paper_.name;
        info_.widthMm = paper_.widthMm;
        info_.heightMm = paper_.heightMm;
        info_.scale = sheet_.scale > 0 ? sheet_.scale : largestScale(paper_);
        info_.fits = fits(paper_, info_.scale);
    }

    // Paper coordinates [mm] of a point of the plan; the plan is in the middle of its field.
    double px(double x) const {
        return kMarginMm + fieldWidth(paper_) / 2 + (x - (west_ + east_) / 2) * mmPerM_;
    }

    double py(double y) const {
        return kMarginMm + fieldHeight(paper_) / 2 - (y - (south_ + north_) / 2) * mmPerM_;
    }

    void begin() {
        const std::string w = number(paper_.widthMm);
        const std::string h = number(paper_.heightMm);
        text_ =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "width=\"" +
            w + "mm\" height=\"" + h + "mm\" viewBox=\"0 0 " + w + ' ' + h +
            "\" font-family=\"DejaVu Sans, Arial, sans-serif\">\n<title>" +
            markupText(sheet_.title) +
            "</title>\n<defs>\n"
            "<pattern id=\"clear\" width=\"2\" height=\"2\" patternUnits=\"userSpaceOnUse\" "
            "patternTransform=\"rotate(45)\"><path d=\"M0 0V2\" stroke=\"#d9b56a\" "
            "stroke-width=\"0.4\"/></pattern>\n"
            "<pattern id=\"ramp\" width=\"2\" height=\"2\" patternUnits=\"userSpaceOnUse\">"
            "<path d=\"M0 1H2\" stroke=\"#9a9a9a\" stroke-width=\"0.2\"/></pattern>\n"
            "<clipPath id=\"field\"><rect x=\"" +
            number(kMarginMm) + "\" y=\"" + number(kMarginMm) + "\" width=\"" +
            number(fieldWidth(paper_)) + "\" height=\"" + number(fieldHeight(paper_)) +
            "\"/></clipPath>\n</defs>\n";
        text_ += "<rect width=\"" + w + "\" height=\"" + h + "\" fill=\"#ffffff\"/>\n";
        text_ += "<rect x=\"" + number(kMarginMm) + "\" y=\"" + number(kMarginMm) + "\" width=\"" +
                 number(paper_.widthMm - 2 * kMarginMm) + "\" height=\"" +
                 number(paper_.heightMm - 2 * kMarginMm) +
                 "\" fill=\"none\" stroke=\"#1c1c1c\" stroke-width=\"0.5\"/>\n";
    }

    /// `inside`: attributes, then what is in the element.
    void rectangle(const Box& box, const std::string& fill, const std::string& stroke,
                   double widthMm, const std::string& more = {}, const std::string& title = {}) {
        if (!std::isfinite(box.x + box.y + box.width + box.depth) || box.width <= 0.0 ||
            box.depth <= 0.0) {
            return;
        }
        text_ += "<rect x=\"" + number(px(box.x)) + "\" y=\"" + number(py(box.y + box.depth)) +
                 "\" width=\"" + number(box.width * mmPerM_) + "\" height=\"" +
                 number(box.depth * mmPerM_) + "\" fill=\"" + fill + "\" stroke=\"" + stroke +
                 "\" stroke-width=\"" + number(widthMm) + '"' + more;
        text_ += title.empty() ? "/>\n" : "><title>" + markupText(title) + "</title></rect>\n";
    }

    void words(double xMm, double yMm, double sizeMm, const std::string& words,
               const std::string& more = {}) {
        text_ += "<text x=\"" + number(xMm) + "\" y=\"" + number(yMm) + "\" font-size=\"" +
                 number(sizeMm) + '"' + more + '>' + markupText(words) + "</text>\n";
    }

    void line(double x1, double y1, double x2, double y2, const char* stroke, double widthMm) {
        text_ += "<path d=\"M" + number(x1) + ' ' + number(y1) + 'L' + number(x2) + ' ' +
                 number(y2) + "\" stroke=\"" + stroke + "\" stroke-width=\"" + number(widthMm) +
                 "\" fill=\"none\"/>\n";
    }

    void hall(const HallBox& each) {
        rectangle(each.box, "#fbfbf9", "#1c1c1c", 0.5, "", each.id);
        words(px(each.box.x), py(each.box.y + each.box.depth) - 1.5, 3.0, each.name);
        const std::string size = number(each.box.width) + " m × " + number(each.box.depth) + " m";
        words(px(each.box.x + each.box.width), py(each.box.y + each.box.depth) - 1.5, 2.2, size,
              " text-anchor=\"end\" fill=\"#4a4a4a\"");
    }

    /// Objects on the floor below racks, and those drawn over them.
    void structures(bool above) {
        for (const StructureBox& each : layout_.structures) {
            const bool isAbove =
                each.kind == StructureKind::Tray || each.kind == StructureKind::Door;
            if (isAbove != above || !isDrawn(each.hall)) {
                continue;
            }
            const Style style = styleOf(each.kind);
            const bool dashed =
                each.kind == StructureKind::Tray || each.kind == StructureKind::Room;
            rectangle(each.box, style.fill, style.stroke, 0.2,
                      dashed ? " stroke-dasharray=\"1.2 0.8\"" : "",
                      each.name.empty() ? each.id : each.name);
            if (each.kind == StructureKind::Room && !each.name.empty()) {
                words(px(each.box.x) + 1.0, py(each.box.y + each.box.depth) + 3.0, 2.2, each.name,
                      " fill=\"#4c6b52\"");
            }
            ++counts_[style.name];
            styles_[style.name] = style;
        }
    }

    void racks() {
        const Style style{"Rack", "#e9ecef", "#343a40"};
        std::vector<bool> named(layout_.blocks.size(), false);
        for (const RackBox& rack : layout_.racks) {
            if (!isDrawn(rack.hall)) {
                continue;
            }
            const auto block = static_cast<std::size_t>(rack.block);
            const std::string kind = "Rack " + layout_.blockRacks[block];
            rectangle(rack.box, style.fill, style.stroke, 0.1, "",
                      rack.name() + " (" + layout_.blocks[block] + ", " +
                          layout_.blockRacks[block] + ")");
            front(rack);
            label(rack);
            if (!named[block]) {
                named[block] = true;
                words(px(rack.box.x), py(rack.box.y) + 2.6, 2.0, layout_.blocks[block],
                      " fill=\"#4a4a4a\"");
            }
            ++counts_[kind];
            styles_[kind] = {"Rack", style.fill, style.stroke};
        }
    }

    void front(const RackBox& rack) {
        const double left = px(rack.box.x), right = px(rack.box.x + rack.box.width);
        const double bottom = py(rack.box.y), top = py(rack.box.y + rack.box.depth);
        const double widthMm = std::min(0.5, 0.12 * (right - left));
        switch (rack.facing) {
            case Facing::South:
                line(left, bottom, right, bottom, "#1c1c1c", widthMm);
                break;
            case Facing::North:
                line(left, top, right, top, "#1c1c1c", widthMm);
                break;
            case Facing::West:
                line(left, bottom, left, top, "#1c1c1c", widthMm);
                break;
            case Facing::East:
                line(right, bottom, right, top, "#1c1c1c", widthMm);
                break;
        }
    }

    /// Along the depth of the rack, where that is legible.
    void label(const RackBox& rack) {
        const double narrow = std::min(rack.box.width, rack.box.depth) * mmPerM_;
        const double along = std::max(rack.box.width, rack.box.depth) * mmPerM_;
        const auto letters = static_cast<double>(std::max<std::size_t>(1, rack.label.size()));
        const double size = std::min({1.8, 0.6 * narrow, 0.9 * along / (kLetterWidth * letters)});
        if (size < kLeastTextMm) {
            return;
        }
        const double x = px(rack.box.x + rack.box.width / 2);
        const double y = py(rack.box.y + rack.box.depth / 2);
        const bool upright = rack.box.depth > rack.box.width;
        const double dx = upright ? 0.35 * size : 0.0;
        const double dy = upright ? 0.0 : 0.35 * size;
        words(x + dx, y + dy, size, rack.label,
              " text-anchor=\"middle\"" +
                  (upright ? " transform=\"rotate(-90 " + number(x + dx) + ' ' + number(y) + ")\""
                           : std::string()));
    }

    void equipment() {
        std::map<std::string, int> numbers;
        for (const EquipmentBox& each : layout_.equipment) {
            const Style style = styleOf(each);
            const int n = ++numbers[each.id + '\n' + style.name];
            if (!isInside(each.box)) {
                continue;
            }
            rectangle(each.box, style.fill, style.stroke, 0.15, "",
                      each.id + ' ' + style.name + ' ' + std::to_string(n));
            tag(each, std::string(style.tag) + std::to_string(n), style);
            ++counts_[style.name];
            styles_[style.name] = style;
        }
    }

    /// "GS3" in a machine, along its longer side, where that is legible.
    void tag(const EquipmentBox& machine, const std::string& text, const Style& style) {
        const Box& box = machine.box;
        const double narrow = std::min(box.width, box.depth) * mmPerM_;
        const double along = std::max(box.width, box.depth) * mmPerM_;
        const double size = std::min(
            {1.8, 0.6 * narrow, along / (kLetterWidth * static_cast<double>(text.size()))});
        if (size < kLeastTextMm) {
            return;
        }
        const double x = px(box.x + box.width / 2), y = py(box.y + box.depth / 2);
        const bool upright = box.depth > box.width;
        const double dx = upright ? 0.35 * size : 0.0, dy = upright ? 0.0 : 0.35 * size;
        words(x + dx, y + dy, size, text,
              " text-anchor=\"middle\" fill=\"" + std::string(style.stroke) + '"' +
                  (upright ? " transform=\"rotate(-90 " + number(x + dx) + ' ' + number(y) + ")\""
                           : std::string()));
    }

    /// Which object they are, once for all machines of a kind.
    void machineNames() {
        constexpr double kSizeMm = 2.0, kGapMm = 0.5;
        const std::vector<MachineGroup> groups = machineGroups(layout_);
        const auto text = [](const MachineGroup& group) { return group.id + ": " + group.words(); };
        std::vector<NameSize> sizes;
        for (const MachineGroup& group : groups) {
            const Box& inner = layout_.equipment[static_cast<std::size_t>(group.innermost)].box;
            const double letters = static_cast<double>(text(group).size());
            sizes.push_back(isInside(inner) ? NameSize{kLetterWidth * kSizeMm * letters / mmPerM_,
                                                       kSizeMm / mmPerM_}
                                            : NameSize{});
        }
        std::vector<Box> racks;
        for (const RackBox& rack : layout_.racks) {
            racks.push_back(rack.box);
        }
        const auto places = placeNames(layout_, groups, sizes, kGapMm / mmPerM_, std::move(racks));
        for (std::size_t k = 0; k < groups.size(); ++k) {
            if (places[k]) {
                const auto innermost = static_cast<std::size_t>(groups[k].innermost);
                words(px(places[k]->x + 0.5 * places[k]->width), py(places[k]->y) - 0.15 * kSizeMm,
                      kSizeMm, text(groups[k]),
                      " text-anchor=\"middle\" fill=\"" +
                          std::string(styleOf(layout_.equipment[innermost]).stroke) + '"');
            }
        }
    }

    void legend() {
        const double left = paper_.widthMm - kMarginMm - kLegendMm;
        line(left, kMarginMm, left, paper_.heightMm - kMarginMm - kBlockMm, "#1c1c1c", 0.25);
        double y = kMarginMm + 7.0;
        words(left + 4.0, y, 3.0, "Legend", " font-weight=\"bold\"");
        for (const auto& [name, count] : counts_) {
            y += 5.5;
            if (y > paper_.heightMm - kMarginMm - kBlockMm - 26.0) {
                words(left + 4.0, y, 2.2, "…");
                break;
            }
            const Style& style = styles_[name];
            text_ += "<rect x=\"" + number(left + 4.0) + "\" y=\"" + number(y - 2.6) +
                     "\" width=\"5\" height=\"3\" fill=\"" + style.fill + "\" stroke=\"" +
                     style.stroke + "\" stroke-width=\"0.2\"/>\n";
            words(left + 6.5, y - 0.5, 1.5, std::string(style.tag),
                  " text-anchor=\"middle\" fill=\"" + std::string(style.stroke) + '"');
            words(left + 11.0, y, 2.2, name);
            words(paper_.widthMm - kMarginMm - 3.0, y, 2.2, std::to_string(count),
                  " text-anchor=\"end\"");
        }
        y += 6.5;
        if (counts_.empty()) {
            words(left + 4.0, y, 2.2, "Nothing is drawn yet.");
        } else {
            words(left + 4.0, y, 2.0, "Thick edge: front of a rack.", " fill=\"#4a4a4a\"");
        }
        northArrow(left + kLegendMm / 2, paper_.heightMm - kMarginMm - kBlockMm - 14.0);
    }

    void northArrow(double x, double y) {
        text_ += "<path d=\"M" + number(x) + ' ' + number(y - 9) + 'L' + number(x + 3) + ' ' +
                 number(y + 3) + 'L' + number(x) + ' ' + number(y) + 'L' + number(x - 3) + ' ' +
                 number(y + 3) + "Z\" fill=\"#1c1c1c\"/>\n";
        words(x, y + 8.0, 3.5, "N", " text-anchor=\"middle\"");
    }

    void titleBlock() {
        const double top = paper_.heightMm - kMarginMm - kBlockMm;
        line(kMarginMm, top, paper_.widthMm - kMarginMm, top, "#1c1c1c", 0.5);
        words(kMarginMm + 4.0, top + 8.0, 4.5, sheet_.title, " font-weight=\"bold\"");
        words(kMarginMm + 4.0, top + 14.0, 3.0, sheet_.subtitle);
        const double right = paper_.widthMm - kMarginMm - 4.0;
        words(right, top + 8.0, 4.5,
              "1 : " + std::to_string(info_.scale) + "  (" + info_.paper + ")",
              " text-anchor=\"end\" font-weight=\"bold\"");
        words(right, top + 14.0, 2.6, sheet_.date, " text-anchor=\"end\"");
        words(right, top + 19.0, 2.2,
              info_.fits ? "Dimensions in metres. Print at 100 %."
                         : "The plan is larger than the paper: parts of it are cut off.",
              " text-anchor=\"end\" fill=\"#4a4a4a\"");
        scaleBar(paper_.widthMm / 2, top + 9.0);
    }

    /// Four equal parts, of a round length between 10 and 25 mm each.
    void scaleBar(double middle, double y) {
        double stepM = 0.1;
        for (const double each : {0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 2.5, 5.0, 10.0, 20.0, 25.0, 50.0,
                                  100.0, 200.0, 250.0, 500.0, 1000.0}) {
            stepM = each;
            if (stepM * mmPerM_ >= 10.0) {
                break;
            }
        }
        const double step = stepM * mmPerM_;
        const double left = middle - 2 * step;
        for (int i = 0; i < 4; ++i) {
            text_ += "<rect x=\"" + number(left + i * step) + "\" y=\"" + number(y) +
                     "\" width=\"" + number(step) + "\" height=\"1.6\" fill=\"" +
                     (i % 2 == 0 ? "#1c1c1c" : "#ffffff") +
                     "\" stroke=\"#1c1c1c\" stroke-width=\"0.2\"/>\n";
        }
        for (int i = 0; i <= 4; i += 2) {
            words(left + i * step, y + 5.0, 2.4, number(i * stepM) + (i == 4 ? " m" : ""),
                  " text-anchor=\"middle\"");
        }
    }

    const Layout& layout_;
    const PlanSheet& sheet_;
    PlanSheetInfo info_;
    Paper paper_ = kPapers[1];
    int only_ = -1;
    double mmPerM_ = 10.0;
    double west_ = std::numeric_limits<double>::infinity();
    double south_ = std::numeric_limits<double>::infinity();
    double east_ = -std::numeric_limits<double>::infinity();
    double north_ = -std::numeric_limits<double>::infinity();
    std::string text_;
    std::map<std::string, int> counts_;
    std::map<std::string, Style> styles_;
};

}  // namespace

std::span<const int> planScales() {
    return kScales;
}

std::string planSvg(const Layout& layout, const PlanSheet& sheet, PlanSheetInfo* info) {
    Drawing drawing(layout, sheet);
    std::string text = drawing.draw();
    if (info != nullptr) {
        *info = drawing.info();
    }
    return text;
}

}  // namespace headroom::engine
