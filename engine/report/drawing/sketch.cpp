// SPDX-License-Identifier: Apache-2.0
#include "engine/report/drawing/sketch.h"

#include "engine/base/plain_text.h"
#include "engine/diagram/drawing_words.h"
#include "engine/diagram/report_words.h"
#include "engine/diagram/svg_pen.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::engine::report {

namespace {

/// To a hundredth of a pixel.
std::string px(double value) {
    return svgLength(value, 0.01);
}

struct Face {
    std::string_view look;
    double size;
    bool heavy;
};

constexpr Face kFaces[] = {
    {"title", 17.0, true}, {"name", 12.5, true}, {"figure", 11.5, false}, {"small", 10.0, false}};

const Face& faceOf(std::string_view look) {
    for (const Face& face : kFaces) {
        if (look.starts_with(face.look)) {
            return face;
        }
    }
    return kFaces[2];
}

std::string pointsText(std::span<const Spot> points) {
    std::string text;
    for (const Spot& p : points) {
        text += (text.empty() ? "" : " ") + px(p.x) + "," + px(p.y);
    }
    return text;
}

/// Width of the outline of a body in the style of a page.
constexpr double kBodyWidth = 1.5;

bool isOpen(const DrawnShape& shape) {
    return shape.form == DrawnShape::Form::Lines || shape.form == DrawnShape::Form::Curves;
}

std::string_view classOf(const DrawnShape& shape) {
    switch (shape.ink) {
        case Ink::Body:
        case Ink::Ring:
            return "body";
        case Ink::Outline:
            return "outline";
        case Ink::Glyph:
            return "ink";
        case Ink::Solid:
        case Ink::Bar:
            return "solid";
        case Ink::Behind:
            return "behind";
        case Ink::Frame:
            return "frame";
        case Ink::Head:
            return "head";
        case Ink::Room:
            return "room";
        case Ink::Supply:
            return isOpen(shape) ? "supply" : "supply tip";
        case Ink::Return:
            return isOpen(shape) ? "return" : "return tip";
        case Ink::Water:
            return "water";
        case Ink::Link:
            return "link";
        case Ink::Wire:
        case Ink::LiveWire:
        case Ink::DeadWire:
            return "wire";
        case Ink::Rim:
        case Ink::Rest:
            return "rest";
        case Ink::Gap:
            return "gap";
        case Ink::Label:
            return "label";
        case Ink::Floor:
        case Ink::Hall:
        case Ink::Tile:
        case Ink::HotAisle:
        case Ink::ColdAisle:
        case Ink::Tray:
        case Ink::Space:
        case Ink::Clear:
        case Ink::Ramp:
        case Ink::Wall:
        case Ink::Column:  // plans have a sheet of their own
        case Ink::Text:
        case Ink::Quiet:
        case Ink::Caution:
        case Ink::Bad:
        case Ink::Touch:
            break;
    }
    return "";
}

std::string attributes(std::string_view look, double width, double dash = 0.0, double space = 0.0) {
    std::string text = fmt::format(" class=\"{}\"", look);
    if (width > 0.0 && dash > 0.0) {
        text += fmt::format(" style=\"stroke-width:{};stroke-dasharray:{} {}\"", px(width),
                            px(dash), px(space));
    } else if (width > 0.0) {
        text += fmt::format(" style=\"stroke-width:{}\"", px(width));
    }
    return text;
}

std::string attributesOf(const DrawnShape& shape) {
    const double width = shape.ink == Ink::Outline && shape.width <= 0.0 ? kBodyWidth : shape.width;
    return attributes(classOf(shape), width, shape.dash, shape.space);
}

std::string letterAttributesOf(const DrawnShape& letters) {
    using Side = DrawnShape::Side;
    const char* side = letters.side == Side::Left    ? ""
                       : letters.side == Side::Right ? " end"
                                                     : " mid";
    const char* look = letters.isHeavy ? "name" : letters.ink == Ink::Quiet ? "figure" : "small";
    return fmt::format(" class=\"{}{}\" style=\"font-size:{}px\"", look, side, px(letters.radius));
}

}  // namespace

Sketch::Sketch(double width, double height, std::string label)
    : Sketch(DrawnBox{0.0, 0.0, width, height}, std::move(label)) {}

Sketch::Sketch(const DrawnBox& view, std::string label) : view_(view), label_(std::move(label)) {}

void Sketch::lines(std::span<const Spot> points, std::string_view look, double width) {
    body_ += "<polyline points=\"" + pointsText(points) + "\"";
    body_ += attributes(look, width) + "/>\n";
}

void Sketch::draw(const DisplayList& drawing) {
    body_ += svgShapes(drawing, {.shape = attributesOf, .letters = letterAttributesOf});
}

void Sketch::text(Spot at, std::string_view words, std::string_view look, Anchor anchor,
                  double most) {
    std::string shown(words);
    const Face& face = faceOf(look);
    if (most > 0.0 && textWidth(shown, face.size, face.heavy) > most) {
        while (!shown.empty() && textWidth(shown + "…", face.size, face.heavy) > most) {
            while (!shown.empty() && !startsCharacter(shown.back())) {
                shown.pop_back();
            }
            if (!shown.empty()) {
                shown.pop_back();
            }
        }
        shown += "…";
    }
    const char* side = anchor == Anchor::Middle ? " mid" : anchor == Anchor::End ? " end" : "";
    body_ +=
        fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}{}\">", px(at.x), px(at.y), look, side) +
        markupText(shown) + "</text>\n";
}

std::string drawingSvg(const DisplayList& drawing, std::string label) {
    Sketch sketch(drawing.bounds().grown(kSketchEdge), std::move(label));
    sketch.draw(drawing);
    return sketch.svg();
}

std::string Sketch::svg() const {
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{}\" "
               "viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\">\n",
               markupText(label_), px(view_.x), px(view_.y), px(view_.width), px(view_.height),
               px(view_.width), px(view_.height)) +
           body_ + "</svg>\n";
}

}  // namespace headroom::engine::report
