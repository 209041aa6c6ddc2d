// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/display_list.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace headroom::engine {

namespace {

std::uint64_t keyOf(int kind, int index) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(kind)) << 32) |
           static_cast<std::uint32_t>(index);
}

bool isConductor(Ink ink) {
    return ink == Ink::Supply || ink == Ink::Return || ink == Ink::Link || ink == Ink::Bad;
}

double distanceTo(DrawnPoint a, DrawnPoint b, DrawnPoint p) {
    const double x = b.x - a.x, y = b.y - a.y;
    const double length2 = x * x + y * y;
    const double along =
        length2 > 0.0 ? std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / length2, 0.0, 1.0) : 0.0;
    return std::hypot(a.x + along * x - p.x, a.y + along * y - p.y);
}

/// Curves count as the chords of eight parts each.
double distanceTo(const DrawnShape& shape, DrawnPoint p) {
    double least = std::numeric_limits<double>::infinity();
    const std::vector<DrawnPoint>& points = shape.points;
    if (shape.form == DrawnShape::Form::Lines) {
        for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            least = std::min(least, distanceTo(points[i], points[i + 1], p));
        }
        return least;
    }
    constexpr int kParts = 8;
    for (std::size_t i = 0; i + 3 < points.size(); i += 3) {
        DrawnPoint before = points[i];
        for (int part = 1; part <= kParts; ++part) {
            const double t = static_cast<double>(part) / kParts, s = 1.0 - t;
            const double a = s * s * s, b = 3.0 * s * s * t, c = 3.0 * s * t * t, d = t * t * t;
            const DrawnPoint here{
                a * points[i].x + b * points[i + 1].x + c * points[i + 2].x + d * points[i + 3].x,
                a * points[i].y + b * points[i + 1].y + c * points[i + 2].y + d * points[i + 3].y};
            least = std::min(least, distanceTo(before, here, p));
            before = here;
        }
    }
    return least;
}

}  // namespace

DrawnBox DrawnBox::united(const DrawnBox& other) const {
    if (width <= 0.0 && height <= 0.0) {
        return other;
    }
    if (other.width <= 0.0 && other.height <= 0.0) {
        return *this;
    }
    const double left = std::min(x, other.x), top = std::min(y, other.y);
    return {left, top, std::max(right(), other.right()) - left,
            std::max(bottom(), other.bottom()) - top};
}

void DisplayList::begin(int kind, int index, std::string_view name) {
    const auto [known, isNew] =
        itemOf_.try_emplace(keyOf(kind, index), static_cast<int>(items_.size()));
    item_ = known->second;
    if (isNew) {
        items_.push_back({kind, index, std::string(name) + "-" + std::to_string(index)});
    }
}

void DisplayList::describe(std::string layer, std::string title) {
    DrawnItem& item = items_[static_cast<std::size_t>(item_)];
    item.layer = std::move(layer);
    item.title = std::move(title);
}

DrawnShape& DisplayList::add(DrawnShape::Form form, Ink ink) {
    DrawnShape& shape = shapes_.emplace_back();
    shape.form = form;
    shape.ink = ink;
    shape.item = item_;
    return shape;
}

DrawnShape& DisplayList::addPoints(DrawnShape::Form form, std::span<const DrawnPoint> points,
                                   Ink ink, double width) {
    DrawnShape& shape = add(form, ink);
    shape.points.assign(points.begin(), points.end());
    shape.width = width;
    double left = points.front().x, right = left, top = points.front().y, bottom = top;
    for (const DrawnPoint& p : points) {
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        top = std::min(top, p.y);
        bottom = std::max(bottom, p.y);
    }
    shape.box = {left, top, right - left, bottom - top};
    return shape;
}

DrawnShape& DisplayList::line(DrawnPoint a, DrawnPoint b, Ink ink, double width) {
    const DrawnPoint points[] = {a, b};
    return addPoints(DrawnShape::Form::Lines, points, ink, width);
}

DrawnShape& DisplayList::lines(std::span<const DrawnPoint> points, Ink ink, double width) {
    return addPoints(DrawnShape::Form::Lines, points, ink, width);
}

DrawnShape& DisplayList::polygon(std::span<const DrawnPoint> points, Ink ink) {
    return addPoints(DrawnShape::Form::Polygon, points, ink, 0.0);
}

DrawnShape& DisplayList::curves(std::span<const DrawnPoint> points, Ink ink, double width) {
    return addPoints(DrawnShape::Form::Curves, points, ink, width);
}

DrawnShape& DisplayList::box(const DrawnBox& box, Ink ink, double radius) {
    DrawnShape& shape = add(DrawnShape::Form::Box, ink);
    shape.box = box;
    shape.radius = radius;
    return shape;
}

DrawnShape& DisplayList::circle(DrawnPoint centre, double radius, Ink ink) {
    DrawnShape& shape = add(DrawnShape::Form::Ellipse, ink);
    shape.box = {centre.x - radius, centre.y - radius, 2.0 * radius, 2.0 * radius};
    return shape;
}

/// Two cubic curves of equal angle t, with controls at 4/3 tan(t/4) of the radius along the tangents: their error is less
/// than 1e-3 of the radius up to a quarter turn each.
DrawnShape& DisplayList::arc(DrawnPoint centre, double radius, double fromDeg, double sweepDeg,
                             Ink ink, double width) {
    constexpr int kParts = 2;
    const double part = sweepDeg * std::numbers::pi / 180.0 / kParts;
    const double reach = 4.0 / 3.0 * std::tan(part / 4.0);
    double angle = fromDeg * std::numbers::pi / 180.0;
    const auto spot = [&](double at, double along) {
        return DrawnPoint{centre.x + radius * (std::cos(at) - along * std::sin(at)),
                          centre.y - radius * (std::sin(at) + along * std::cos(at))};
    };
    std::vector<DrawnPoint> points{spot(angle, 0.0)};
    for (int i = 0; i < kParts; ++i) {
        points.push_back(spot(angle, reach));
        angle += part;
        points.push_back(spot(angle, -reach));
        points.push_back(spot(angle, 0.0));
    }
    DrawnShape& shape = curves(points, ink, width);
    shape.radius = radius;
    return shape;
}

DrawnShape& DisplayList::letters(DrawnPoint centre, std::string_view words, double size) {
    DrawnShape& shape = text({centre.x, centre.y, 0.0, 0.0}, words, size, Ink::Glyph);
    shape.isHeavy = true;
    return shape;
}

DrawnShape& DisplayList::text(const DrawnBox& box, std::string_view words, double size, Ink ink,
                              DrawnShape::Side side) {
    DrawnShape& shape = add(DrawnShape::Form::Letters, ink);
    shape.box = box;
    shape.radius = size;
    shape.words = words;
    shape.side = side;
    return shape;
}

DrawnShape& DisplayList::copy(const DrawnShape& shape) {
    DrawnShape& own = shapes_.emplace_back(shape);
    own.item = item_;
    return own;
}

DrawnShape& DisplayList::mark(DrawnPoint centre, double radius, Condition condition) {
    DrawnShape& shape = stateMark(centre, radius, -1);
    shape.condition = condition;
    return shape;
}

DrawnShape& DisplayList::stateMark(DrawnPoint centre, double radius, int state) {
    DrawnShape& shape = add(DrawnShape::Form::Mark, Ink::Text);
    shape.box = {centre.x - radius, centre.y - radius, 2.0 * radius, 2.0 * radius};
    shape.radius = radius;
    shape.state = state;
    return shape;
}

void DisplayList::kill(std::size_t first) {
    for (std::size_t i = first; i < shapes_.size(); ++i) {
        shapes_[i].isDead = true;
    }
}

int DisplayList::itemOf(int kind, int index) const {
    const auto found = itemOf_.find(keyOf(kind, index));
    return found == itemOf_.end() ? -1 : found->second;
}

int DisplayList::itemAt(DrawnPoint point, double slack) const {
    const auto touched =
        std::find_if(shapes_.rbegin(), shapes_.rend(), [&](const DrawnShape& shape) {
            return shape.item >= 0 && shape.ink == Ink::Touch && shape.box.contains(point);
        });
    if (touched != shapes_.rend()) {
        return touched->item;
    }
    int best = -1;
    double least = slack;
    for (const DrawnShape& shape : shapes_) {
        const bool isLine =
            shape.form == DrawnShape::Form::Lines || shape.form == DrawnShape::Form::Curves;
        if (shape.item < 0 || !isLine || !isConductor(shape.ink) ||
            !shape.box.grown(least + 0.5 * shape.width).contains(point)) {
            continue;
        }
        const double far = std::max(0.0, distanceTo(shape, point) - 0.5 * shape.width);
        if (far < least) {
            least = far;
            best = shape.item;
        }
    }
    return best;
}

DrawnBox DisplayList::boundsOf(int item) const {
    DrawnBox all;
    for (const DrawnShape& shape : shapes_) {
        all = shape.item == item ? all.united(shape.box) : all;
    }
    return all;
}

DrawnBox DisplayList::bodyOf(int item) const {
    DrawnBox bodies;
    for (const DrawnShape& shape : shapes_) {
        const bool isBody =
            shape.ink == Ink::Body || shape.ink == Ink::Bar || shape.ink == Ink::Rest;
        bodies = shape.item == item && isBody ? bodies.united(shape.box) : bodies;
    }
    return bodies.width > 0.0 ? bodies : boundsOf(item);
}

DrawnBox DisplayList::bounds() const {
    DrawnBox all;
    for (const DrawnShape& shape : shapes_) {
        all = shape.ink == Ink::Touch ? all : all.united(shape.box);
    }
    return all;
}

}  // namespace headroom::engine
