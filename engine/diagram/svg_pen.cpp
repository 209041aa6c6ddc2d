// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/svg_pen.h"

#include "engine/base/index.h"
#include "engine/base/plain_text.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <utility>

namespace headroom::engine {

namespace {

class SvgPen {
  public:
    explicit SvgPen(const SvgInks& inks) : inks_(inks) {}

    void shape(const DrawnShape& shape) {
        using Form = DrawnShape::Form;
        const DrawnBox& b = shape.box;
        switch (shape.form) {
            case Form::Lines:
                if (shape.points.size() == 2) {
                    const DrawnPoint &from = shape.points[0], &to = shape.points[1];
                    out_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", px(from.x),
                                        px(from.y), px(to.x), px(to.y));
                } else {
                    out_ += "<polyline points=\"" + points(shape) + "\"";
                }
                break;
            case Form::Polygon:
                out_ += "<polygon points=\"" + points(shape) + "\"";
                break;
            case Form::Curves:
                out_ += "<path d=\"" + curves(shape) + "\"";
                break;
            case Form::Box:
                out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", px(b.x),
                                    px(b.y), px(b.width), px(b.height));
                out_ += shape.radius > 0.0 ? fmt::format(" rx=\"{}\"", px(shape.radius)) : "";
                break;
            case Form::Ellipse:
                out_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", px(b.centre().x),
                                    px(b.centre().y), px(0.5 * b.width));
                break;
            case Form::Letters:
                letters(shape);
                return;
            case Form::Mark:
                return;
        }
        out_ += inks_.shape(shape) + "/>\n";
    }

    void add(std::string_view text) { out_ += text; }

    std::string take() { return std::move(out_); }

  private:
    std::string px(double length) const { return svgLength(length, inks_.step); }

    std::string points(const DrawnShape& shape) const {
        std::string text;
        for (const DrawnPoint& p : shape.points) {
            text += (text.empty() ? "" : " ") + px(p.x) + "," + px(p.y);
        }
        return text;
    }

    std::string curves(const DrawnShape& shape) const {
        std::string text;
        for (std::size_t i = 0; i < shape.points.size(); ++i) {
            text += fmt::format("{}{} {}",
                                i == 0       ? "M"
                                : i % 3 == 1 ? "C"
                                             : " ",
                                px(shape.points[i].x), px(shape.points[i].y));
        }
        return text;
    }

    /// On the base line that puts capitals in the middle: a third of the size below it.
    void letters(const DrawnShape& shape) {
        using Side = DrawnShape::Side;
        const DrawnBox& b = shape.box;
        const double fall = 0.35 * shape.radius;
        const double x = shape.isUpright             ? b.centre().x + fall
                         : shape.side == Side::Left  ? b.x
                         : shape.side == Side::Right ? b.right()
                                                     : b.centre().x;
        const double y = b.centre().y + (shape.isUpright ? 0.0 : fall);
        out_ += fmt::format("<text x=\"{}\" y=\"{}\"", px(x), px(y)) + inks_.letters(shape);
        out_ +=
            shape.isUpright ? fmt::format(" transform=\"rotate(-90 {} {})\"", px(x), px(y)) : "";
        out_ += '>' + markupText(shape.words) + "</text>\n";
    }

    const SvgInks& inks_;
    std::string out_;
};

}  // namespace

std::string svgLength(double length, double step) {
    const double parts = std::round(1.0 / step);
    const double rounded = std::round(length * parts) / parts;
    return fmt::format("{:g}", rounded == 0.0 ? 0.0 : rounded);
}

std::string svgShapes(const DisplayList& drawing, const SvgInks& inks) {
    SvgPen pen(inks);
    int item = -1;
    const auto group = [&](int next) {
        if (next == item) {
            return;
        }
        pen.add(item >= 0 ? "</g>\n" : "");
        item = next;
        if (next >= 0) {
            const DrawnItem& part = drawing.items()[at(next)];
            pen.add("<g data-part=\"" + markupText(part.id) + "\">\n");
            if (!part.title.empty()) {
                pen.add("<title>" + markupText(part.title) + "</title>\n");
            }
        }
    };
    for (const DrawnShape& each : drawing.shapes()) {
        if (each.ink != Ink::Touch && each.form != DrawnShape::Form::Mark) {
            group(each.item);
            pen.shape(each);
        }
    }
    group(-1);
    return pen.take();
}

}  // namespace headroom::engine
