// SPDX-License-Identifier: Apache-2.0
#include "ui/floor/snap.h"

#include "ui/floor/plan_objects.h"
#include "ui/units/unit_words.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

/// Clear width that aisles are drawn with: two floor tiles of 0.6 m, the least cold aisle with
/// front access of ASHRAE TC 9.9. The checks have the word on what is wide enough; this only snaps.
constexpr double kAisleM = 1.2;
constexpr double kNearM = 12.0;  // neighbours further off give no aisle
constexpr double kEqualM = 1e-6;

/// One axis: the extent along it (low, high) and across it.
struct Extent {
    double low, high, crossLow, crossHigh;
};

Extent extentOf(const QRectF& r, bool east) {
    return east ? Extent{r.x(), r.x() + r.width(), r.y(), r.y() + r.height()}
                : Extent{r.y(), r.y() + r.height(), r.x(), r.x() + r.width()};
}

struct Best {
    double by = 0.0;
    double distance = 0.0;
    bool found = false;
    Guide guide;

    void offer(double delta, double slack, const Guide& line) {
        const double d = std::abs(delta);
        if (d <= slack && (!found || d < distance - kEqualM)) {
            by = delta;
            distance = d;
            found = true;
            guide = line;
        }
    }
};

QLineF line(bool east, double a0, double c0, double a1, double c1) {
    return east ? QLineF(a0, c0, a1, c1) : QLineF(c0, a0, c1, a1);
}

/// A line across at `at`, as long as both.
Guide edge(bool east, double at, const Extent& m, const Extent& n) {
    const double gap = std::max({0.0, n.crossLow - m.crossHigh, m.crossLow - n.crossHigh});
    return {
        line(east, at, std::min(m.crossLow, n.crossLow), at, std::max(m.crossHigh, n.crossHigh)),
        gap > 0.0 ? distanceText(gap) : QString()};
}

Guide aisle(bool east, double from, double to, const Extent& m, const Extent& n) {
    const double across =
        (std::max(m.crossLow, n.crossLow) + std::min(m.crossHigh, n.crossHigh)) / 2.0;
    return {line(east, from, across, to, across), distanceText(std::abs(to - from))};
}

void offerEdges(Best& best, bool east, const Extent& m, const Extent& n, double slack) {
    const double middle = (n.low + n.high) / 2.0;
    const double own = (m.low + m.high) / 2.0;
    best.offer(n.low - m.low, slack, edge(east, n.low, m, n));
    best.offer(n.high - m.high, slack, edge(east, n.high, m, n));
    if (m.high > m.low) {
        best.offer(n.low - m.high, slack, edge(east, n.low, m, n));
        best.offer(n.high - m.low, slack, edge(east, n.high, m, n));
    }
    best.offer(middle - own, slack, edge(east, middle, m, n));
}

}  // namespace

void Snapper::setGrid(QPointF origin, double pitchM) {
    origin_ = origin;
    pitchM_ = pitchM;
}

Snapped Snapper::snap(const QRectF& moving, double slackM) const {
    Snapped result;
    for (const bool east : {true, false}) {
        const Extent m = extentOf(moving, east);
        Best best;
        for (const QRectF& area : neighbours_) {
            const Extent n = extentOf(area, east);
            offerEdges(best, east, m, n, slackM);
            const bool faces = m.crossLow < n.crossHigh && n.crossLow < m.crossHigh;
            if (faces && m.low > n.high - kNearM && m.high < n.low + kNearM) {
                best.offer(n.high + kAisleM - m.low, slackM,
                           aisle(east, n.high, n.high + kAisleM, m, n));
                best.offer(n.low - kAisleM - m.high, slackM,
                           aisle(east, n.low - kAisleM, n.low, m, n));
            }
        }
        if (!hall_.isEmpty()) {
            const Extent h = extentOf(hall_, east);
            best.offer(h.low - m.low, slackM, edge(east, h.low, m, m));
            best.offer(h.high - m.high, slackM, edge(east, h.high, m, m));
            best.offer(h.low + kAisleM - m.low, slackM, aisle(east, h.low, h.low + kAisleM, m, h));
            best.offer(h.high - kAisleM - m.high, slackM,
                       aisle(east, h.high - kAisleM, h.high, m, h));
        }
        double by = best.by;
        if (best.found) {
            result.guides.push_back(best.guide);
        } else if (pitchM_ > 0.0) {
            const double origin = east ? origin_.x() : origin_.y();
            by = origin + std::round((m.low - origin) / pitchM_) * pitchM_ - m.low;
        }
        (east ? result.by.rx() : result.by.ry()) = by;
    }
    return result;
}

}  // namespace headroom::ui
