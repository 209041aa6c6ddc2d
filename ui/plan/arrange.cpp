// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/arrange.h"

#include <algorithm>
#include <numeric>

namespace headroom::ui {

namespace {

/// One axis of an area.
struct Span {
    double low, high;

    double middle() const { return (low + high) / 2.0; }

    double length() const { return high - low; }
};

Span spanOf(const QRectF& r, bool east) {
    return east ? Span{r.x(), r.x() + r.width()} : Span{r.y(), r.y() + r.height()};
}

/// Moves between the first and the last, in order of their middles.
std::vector<double> spread(const std::vector<Span>& spans, bool gaps) {
    std::vector<double> by(spans.size(), 0.0);
    if (spans.size() < 3) {
        return by;
    }
    std::vector<std::size_t> order(spans.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return spans[a].middle() < spans[b].middle();
    });
    const Span& first = spans[order.front()];
    const Span& last = spans[order.back()];
    const double steps = static_cast<double>(spans.size() - 1);
    double inside = 0.0;
    for (std::size_t i = 1; i + 1 < order.size(); ++i) {
        inside += spans[order[i]].length();
    }
    const double gap = (last.low - first.high - inside) / steps;
    double edge = first.high + gap;
    for (std::size_t i = 1; i + 1 < order.size(); ++i) {
        const Span& span = spans[order[i]];
        const double middle =
            first.middle() + (last.middle() - first.middle()) * static_cast<double>(i) / steps;
        by[order[i]] = gaps ? edge - span.low : middle - span.middle();
        edge += span.length() + gap;
    }
    return by;
}

std::vector<double> aligned(const std::vector<Span>& spans, Arrangement how) {
    double low = spans.front().low, high = spans.front().high;
    for (const Span& span : spans) {
        low = std::min(low, span.low);
        high = std::max(high, span.high);
    }
    std::vector<double> by;
    for (const Span& span : spans) {
        const bool toLow = how == Arrangement::Left || how == Arrangement::Bottom;
        const bool toHigh = how == Arrangement::Right || how == Arrangement::Top;
        by.push_back(toLow    ? low - span.low
                     : toHigh ? high - span.high
                              : (low + high) / 2.0 - span.middle());
    }
    return by;
}

}  // namespace

std::vector<QPointF> arranged(const std::vector<QRectF>& areas, Arrangement how) {
    if (areas.empty()) {
        return {};
    }
    const bool east = how == Arrangement::Left || how == Arrangement::Right ||
                      how == Arrangement::MiddleEast || how == Arrangement::SpreadEast ||
                      how == Arrangement::GapsEast;
    const bool spreads = how == Arrangement::SpreadEast || how == Arrangement::SpreadNorth;
    const bool gaps = how == Arrangement::GapsEast || how == Arrangement::GapsNorth;
    std::vector<Span> spans;
    for (const QRectF& area : areas) {
        spans.push_back(spanOf(area, east));
    }
    const std::vector<double> by = spreads || gaps ? spread(spans, gaps) : aligned(spans, how);
    std::vector<QPointF> moves;
    for (const double one : by) {
        moves.push_back(east ? QPointF(one, 0.0) : QPointF(0.0, one));
    }
    return moves;
}

}  // namespace headroom::ui
