// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/plan_svg.h"

#include "engine/base/index.h"
#include "engine/base/plain_text.h"
#include "engine/diagram/plan_drawing.h"
#include "engine/diagram/report_words.h"
#include "engine/diagram/svg_pen.h"
#include "engine/kinds/structure_look.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

namespace headroom::engine {

namespace {

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
constexpr double kHairMm = 0.1;
constexpr PlanLetters kPaperLetters{.least = 0.9, .most = 1.8, .name = 2.0, .hall = 3.0};  // mm

struct Style {
    const char* name;
    const char* fill;
    const char* stroke;
    std::string_view tag = {};  ///< what is on its machines
};

std::string number(double value) {
    return svgLength(value, 0.001);
}

Style styleOf(const EquipmentBox& machine) {
    const EquipmentLook& look = lookOf(machine.kind);
    return {machine.kindName(), look.fill.data(), look.stroke.data(), machine.tag()};
}

/// Colours of a shape on paper that follow from its ink alone.
Style styleOf(Ink ink) {
    switch (ink) {
        case Ink::Floor:
            return {"", "#fbfbf9", "none"};
        case Ink::HotAisle:
            return {"", "#fbe9e4", "none"};
        case Ink::ColdAisle:
            return {"", "#eaf2f9", "none"};
        case Ink::Tray:
            return {"", "none", "#7a7a7a"};
        case Ink::Space:
            return {"", "#eef3ef", "#4c6b52"};
        case Ink::Clear:
            return {"", "url(#clear)", "#a8741a"};
        case Ink::Ramp:
            return {"", "#e4e4e4", "#4a4a4a"};
        case Ink::Wall:
            return {"", "#3a3a3a", "#1c1c1c"};
        case Ink::Column:
            return {"", "url(#column)", "#1c1c1c"};
        case Ink::Label:
            return {"", "#ffffff", "none"};
        case Ink::Solid:
            return {"", "#1c1c1c", "none"};
        case Ink::Quiet:
            return {"", "none", "#7a7a7a"};
        default:
            return {"", "none", "#1c1c1c"};
    }
}

Style styleOf(StructureKind kind) {
    const auto named = [kind](Ink ink) {
        Style style = styleOf(ink);
        style.name = lookOf(kind).name;
        return style;
    };
    switch (kind) {
        case StructureKind::Wall:
            return named(Ink::Wall);
        case StructureKind::Column:
            return named(Ink::Column);
        case StructureKind::Room:
            return named(Ink::Space);
        case StructureKind::KeepClear:
            return named(Ink::Clear);
        case StructureKind::Ramp:
            return named(Ink::Ramp);
        case StructureKind::Tray:
            return named(Ink::Tray);
        case StructureKind::Door:
            break;
    }
    return {lookOf(kind).name, "#fbfbf9", "#1c1c1c"};
}

constexpr Style kRackStyle{"Rack", "#e9ecef", "#343a40"};

/// Title block, legend and scale around the plan, in millimetres of the paper.
class Drawing {
  public:
    Drawing(const Layout& layout, const PlanSheet& sheet)
        : layout_(layout), sheet_(sheet), only_(hallOfId(layout, sheet.hall)) {
        measure();
        choose();
    }

    std::string draw() {
        mmPerM_ = 1000.0 / info_.scale;
        begin();
        const DisplayList plan =
            drawPlan({.layout = layout_,
                      .words = reportWords(),
                      .letters = kPaperLetters,
                      .perMetre = mmPerM_,
                      .origin = {px(0.0), py(0.0)},
                      .hair = kHairMm,
                      .hall = only_,
                      .visible = {kMarginMm, kMarginMm, fieldWidth(paper_), fieldHeight(paper_)},
                      .namesObjects = true});
        text_ += "<g clip-path=\"url(#field)\">\n";
        text_ += svgShapes(plan,
                           {.shape = [&](const DrawnShape& each) { return attributes(plan, each); },
                            .letters = [&](const DrawnShape& each) { return letters(plan, each); },
                            .step = 0.001});
        text_ += "</g>\n";
        count(plan);
        legend();
        titleBlock();
        text_ += "</svg>\n";
        return std::move(text_);
    }

    const PlanSheetInfo& info() const { return info_; }

  private:
    bool isDrawn(int hall) const { return only_ < 0 || hall == only_; }

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
            "<pattern id=\"column\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\" "
            "patternTransform=\"rotate(45)\"><path d=\"M0 0V1\" stroke=\"#1c1c1c\" "
            "stroke-width=\"0.4\"/></pattern>\n"
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

    const Style* partStyle(const DisplayList& plan, const DrawnShape& shape) {
        if (shape.item < 0) {
            return nullptr;
        }
        const DrawnItem& item = plan.items()[at(shape.item)];
        if (item.kind == kPlanMachine) {
            part_ = styleOf(layout_.equipment[at(item.index)]);
            return &part_;
        }
        return item.kind == kPlanRack ? &kRackStyle : nullptr;
    }

    std::string attributes(const DisplayList& plan, const DrawnShape& shape) {
        const Style* part = shape.ink == Ink::Body ? partStyle(plan, shape) : nullptr;
        const Style style = part != nullptr ? *part : styleOf(shape.ink);
        const bool isOpen =
            shape.form == DrawnShape::Form::Lines || shape.form == DrawnShape::Form::Curves;
        std::string text = fmt::format(" fill=\"{}\" stroke=\"{}\"", isOpen ? "none" : style.fill,
                                       shape.width > 0.0 ? style.stroke : "none");
        if (shape.width > 0.0) {
            text += " stroke-width=\"" + number(shape.width) + '"';
        }
        if (shape.dash > 0.0) {
            text += " stroke-dasharray=\"" + number(shape.dash) + ' ' + number(shape.space) + '"';
        }
        return shape.ink == Ink::Label ? text + " fill-opacity=\"0.85\"" : text;
    }

    std::string letters(const DisplayList& plan, const DrawnShape& shape) {
        const Style* part = shape.ink == Ink::Glyph ? partStyle(plan, shape) : nullptr;
        const char* colour = part != nullptr           ? part->stroke
                             : shape.ink == Ink::Quiet ? "#4a4a4a"
                                                       : "#1c1c1c";
        return " font-size=\"" + number(shape.radius) + '"' +
               (shape.side == DrawnShape::Side::Left && !shape.isUpright
                    ? ""
                    : " text-anchor=\"middle\"") +
               " fill=\"" + colour + '"';
    }

    /// Parts by kind, for the legend.
    void count(const DisplayList& plan) {
        for (const DrawnItem& item : plan.items()) {
            const auto i = at(item.index);
            if (item.kind == kPlanTray) {
                add("Cable tray", styleOf(StructureKind::Tray));
            } else if (item.kind == kPlanStructure) {
                const Style style = styleOf(layout_.structures[i].kind);
                add(style.name, style);
            } else if (item.kind == kPlanRack) {
                add("Rack " + layout_.blockRacks[at(layout_.racks[i].block)], kRackStyle);
            } else if (item.kind == kPlanMachine) {
                const Style style = styleOf(layout_.equipment[i]);
                add(style.name, style);
            }
        }
    }

    void add(const std::string& name, const Style& style) {
        ++counts_[name];
        styles_[name] = style;
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
    int only_;
    double mmPerM_ = 10.0;
    double west_ = std::numeric_limits<double>::infinity();
    double south_ = std::numeric_limits<double>::infinity();
    double east_ = -std::numeric_limits<double>::infinity();
    double north_ = -std::numeric_limits<double>::infinity();
    std::string text_;
    std::map<std::string, int> counts_;
    std::map<std::string, Style> styles_;
    Style part_{};
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
