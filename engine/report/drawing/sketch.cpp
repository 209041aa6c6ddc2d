// SPDX-License-Identifier: Apache-2.0
#include "engine/report/drawing/sketch.h"

#include "engine/base/index.h"
#include "engine/base/plain_text.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom::engine::report {

namespace {

/// To a hundredth of a pixel, without what says nothing: "12.5", "3", never "-0".
std::string px(double value) {
    const double rounded = std::round(value * 100.0) / 100.0;
    return fmt::format("{:g}", rounded == 0.0 ? 0.0 : rounded);
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

std::string curveText(std::span<const DrawnPoint> points) {
    std::string text;
    for (std::size_t i = 0; i < points.size(); ++i) {
        text += fmt::format("{}{} {}",
                            i == 0       ? "M"
                            : i % 3 == 1 ? "C"
                                         : " ",
                            px(points[i].x), px(points[i].y));
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
        case Ink::Rim:
        case Ink::Rest:
            return "rest";
        case Ink::Gap:
            return "gap";
        case Ink::Label:
            return "label";
        case Ink::Text:
        case Ink::Quiet:
        case Ink::Caution:
        case Ink::Bad:
        case Ink::Touch:
            break;
    }
    return "";
}

bool startsCharacter(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

}  // namespace

double textWidth(std::string_view words, double size, bool heavy) {
    double ems = 0.0;
    for (const char c : words) {
        if (!startsCharacter(c)) {
            continue;
        }
        const bool narrow =
            std::string_view(" .,:;|!'()[]/ijlft").find(c) != std::string_view::npos;
        const bool wide = std::string_view("mwMWCDGOQ@%").find(c) != std::string_view::npos;
        ems += narrow ? 0.32 : wide ? 0.86 : 0.59;
    }
    return ems * size * (heavy ? 1.08 : 1.0);
}

Sketch::Sketch(double width, double height, std::string label)
    : Sketch(DrawnBox{0.0, 0.0, width, height}, std::move(label)) {}

Sketch::Sketch(const DrawnBox& view, std::string label) : view_(view), label_(std::move(label)) {}

void Sketch::stroke(std::string_view look, double width, double dash, double space) {
    body_ += fmt::format(" class=\"{}\"", look);
    if (width > 0.0 && dash > 0.0) {
        body_ += fmt::format(" style=\"stroke-width:{};stroke-dasharray:{} {}\"", px(width),
                             px(dash), px(space));
    } else if (width > 0.0) {
        body_ += fmt::format(" style=\"stroke-width:{}\"", px(width));
    }
    body_ += "/>\n";
}

void Sketch::lines(std::span<const Spot> points, std::string_view look, double width) {
    body_ += "<polyline points=\"" + pointsText(points) + "\"";
    stroke(look, width);
}

/// On the base line that puts capitals in the middle: a third of the size below it.
void Sketch::letters(const DrawnShape& shape) {
    using Side = DrawnShape::Side;
    const DrawnBox& b = shape.box;
    const double x = shape.side == Side::Left    ? b.x
                     : shape.side == Side::Right ? b.right()
                                                 : b.centre().x;
    const char* side = shape.side == Side::Left ? "" : shape.side == Side::Right ? " end" : " mid";
    const char* look = shape.isHeavy ? "name" : shape.ink == Ink::Quiet ? "figure" : "small";
    body_ += fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}{}\" style=\"font-size:{}px\">", px(x),
                         px(b.centre().y + 0.35 * shape.radius), look, side, px(shape.radius)) +
             markupText(shape.words) + "</text>\n";
}

void Sketch::shape(const DrawnShape& shape) {
    using Form = DrawnShape::Form;
    const std::string_view look = classOf(shape);
    const double width = shape.ink == Ink::Outline && shape.width <= 0.0 ? kBodyWidth : shape.width;
    const DrawnBox& b = shape.box;
    switch (shape.form) {
        case Form::Lines:
            if (shape.points.size() == 2) {
                const DrawnPoint &from = shape.points[0], &to = shape.points[1];
                body_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", px(from.x),
                                     px(from.y), px(to.x), px(to.y));
            } else {
                body_ += "<polyline points=\"" + pointsText(shape.points) + "\"";
            }
            break;
        case Form::Polygon:
            body_ += "<polygon points=\"" + pointsText(shape.points) + "\"";
            break;
        case Form::Curves:
            body_ += "<path d=\"" + curveText(shape.points) + "\"";
            break;
        case Form::Box:
            body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", px(b.x),
                                 px(b.y), px(b.width), px(b.height));
            body_ += shape.radius > 0.0 ? fmt::format(" rx=\"{}\"", px(shape.radius)) : "";
            break;
        case Form::Ellipse:
            body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", px(b.centre().x),
                                 px(b.centre().y), px(0.5 * b.width));
            break;
        case Form::Letters:
            letters(shape);
            return;
        case Form::Mark:
            return;
    }
    stroke(look, width, shape.dash, shape.space);
}

void Sketch::draw(const DisplayList& drawing) {
    int item = -1;
    const auto group = [&](int next) {
        if (next != item) {
            body_ += item >= 0 ? "</g>\n" : "";
            body_ += next >= 0
                         ? "<g data-part=\"" + markupText(drawing.items()[at(next)].id) + "\">\n"
                         : std::string();
            item = next;
        }
    };
    for (const DrawnShape& each : drawing.shapes()) {
        if (each.ink != Ink::Touch && each.form != DrawnShape::Form::Mark) {
            group(each.item);
            shape(each);
        }
    }
    group(-1);
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
