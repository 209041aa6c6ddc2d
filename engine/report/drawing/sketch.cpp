// SPDX-License-Identifier: Apache-2.0
#include "engine/report/drawing/sketch.h"

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

std::string_view classOf(Ink ink) {
    switch (ink) {
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
    : width_(width), height_(height), label_(std::move(label)) {}

void Sketch::stroke(std::string_view look, double width) {
    body_ += fmt::format(" class=\"{}\"", look);
    if (width > 0.0) {
        body_ += fmt::format(" style=\"stroke-width:{}\"", px(width));
    }
    body_ += "/>\n";
}

void Sketch::line(Spot a, Spot b, std::string_view look, double width) {
    body_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", px(a.x), px(a.y), px(b.x),
                         px(b.y));
    stroke(look, width);
}

void Sketch::lines(std::span<const Spot> points, std::string_view look, double width) {
    body_ += "<polyline points=\"" + pointsText(points) + "\"";
    stroke(look, width);
}

void Sketch::polygon(std::span<const Spot> points, std::string_view look) {
    body_ += "<polygon points=\"" + pointsText(points) + "\"";
    stroke(look, 0.0);
}

void Sketch::curve(Spot from, Spot control, Spot to, std::string_view look, double width) {
    body_ += fmt::format("<path d=\"M{} {}Q{} {} {} {}\"", px(from.x), px(from.y), px(control.x),
                         px(control.y), px(to.x), px(to.y));
    stroke(look, width);
}

void Sketch::box(double x, double y, double width, double height, std::string_view look,
                 double radius) {
    body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", px(x), px(y),
                         px(width), px(height));
    if (radius > 0.0) {
        body_ += fmt::format(" rx=\"{}\"", px(radius));
    }
    stroke(look, 0.0);
}

void Sketch::circle(Spot centre, double radius, std::string_view look) {
    body_ +=
        fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", px(centre.x), px(centre.y), px(radius));
    stroke(look, 0.0);
}

/// On the base line that puts capitals in the middle: a third of the size below it.
void Sketch::letters(const DrawnShape& shape) {
    body_ += fmt::format("<text x=\"{}\" y=\"{}\" class=\"name mid\" style=\"font-size:{}px\">",
                         px(shape.box.x), px(shape.box.y + 0.35 * shape.radius), px(shape.radius)) +
             markupText(shape.words) + "</text>\n";
}

void Sketch::draw(const DisplayList& drawing) {
    using Form = DrawnShape::Form;
    for (const DrawnShape& shape : drawing.shapes()) {
        const std::string_view look = classOf(shape.ink);
        const double width = shape.ink == Ink::Outline ? kBodyWidth : shape.width;
        const DrawnBox& b = shape.box;
        switch (shape.form) {
            case Form::Lines:
                shape.points.size() == 2 ? line(shape.points[0], shape.points[1], look, width)
                                         : lines(shape.points, look, width);
                break;
            case Form::Polygon:
                polygon(shape.points, look);
                break;
            case Form::Curves:
                body_ += "<path d=\"" + curveText(shape.points) + "\"";
                stroke(look, width);
                break;
            case Form::Box:
                box(b.x, b.y, b.width, b.height, look, shape.radius);
                break;
            case Form::Ellipse:
                body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", px(b.centre().x),
                                     px(b.centre().y), px(0.5 * b.width));
                stroke(look, shape.ink == Ink::Outline ? kBodyWidth : 0.0);
                break;
            case Form::Letters:
                letters(shape);
                break;
        }
    }
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

std::string Sketch::svg() const {
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{}\" "
               "viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\">\n",
               markupText(label_), px(width_), px(height_), px(width_), px(height_)) +
           body_ + "</svg>\n";
}

}  // namespace headroom::engine::report
