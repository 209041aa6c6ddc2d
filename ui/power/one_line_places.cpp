// SPDX-License-Identifier: Apache-2.0
#include "ui/power/one_line_places.h"

#include "engine/base/index.h"

#include <QLineF>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr double kOutputDrop = 5.0;  // of the output under its symbol
constexpr double kSameTrack = 0.5;   // wires this close share a track

double distance(QPointF p, QPointF a, QPointF b) {
    const QPointF d = b - a;
    const double length = QPointF::dotProduct(d, d);
    const double t =
        length > 0.0 ? std::clamp(QPointF::dotProduct(p - a, d) / length, 0.0, 1.0) : 0.0;
    return QLineF(p, a + t * d).length();
}

}  // namespace

QPointF breakerPlace(const engine::OneLine& diagram, int wire) {
    const engine::OneLinePoint& end = diagram.wires[at(wire)].points.back();
    return {end.x, end.y - engine::kBreakerRise};
}

QPointF outputPlace(const engine::OneLine& diagram, int node) {
    const engine::OneLineNode& n = diagram.nodes[at(node)];
    return {n.x + n.symbolWidth / 2.0, n.y + n.height + kOutputDrop};
}

int wireAt(const engine::OneLine& diagram, QPointF place, double slack) {
    double least = slack;
    double nearest = 0.0;
    int found = -1;
    for (std::size_t w = 0; w < diagram.wires.size(); ++w) {
        const auto& points = diagram.wires[w].points;
        const QLineF toEnd(place, QPointF(points.back().x, points.back().y));
        for (std::size_t i = 1; i < points.size(); ++i) {
            const double d =
                distance(place, {points[i - 1].x, points[i - 1].y}, {points[i].x, points[i].y});
            if (d < least - kSameTrack ||
                (found >= 0 && d < least + kSameTrack && toEnd.length() < nearest)) {
                least = std::min(least, d);
                nearest = toEnd.length();
                found = static_cast<int>(w);
            }
        }
    }
    return found;
}

int nodeAt(const engine::OneLine& diagram, QPointF place, double slack) {
    for (std::size_t n = 0; n < diagram.nodes.size(); ++n) {
        if (areaOf(diagram.nodes[n]).adjusted(-slack, -slack, slack, slack).contains(place)) {
            return static_cast<int>(n);
        }
    }
    return -1;
}

}  // namespace headroom::ui
