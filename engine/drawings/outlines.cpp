// SPDX-License-Identifier: Apache-2.0
#include "engine/drawings/outlines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kStraightM = 0.005;  // a point nearer to the line of its neighbours is on a side
constexpr double kSameM = 0.01;       // coordinates that differ by less are one
constexpr double kLeastCoverM = 0.02;
constexpr std::size_t kMostCells = 250'000;
constexpr std::size_t kMostChained = 20'000;

double cross(PlanPoint o, PlanPoint a, PlanPoint b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

bool isBetween(PlanPoint a, PlanPoint p, PlanPoint b) {
    const double length = distanceOf(a, b);
    return length < kStraightM ||
           (std::abs(cross(a, b, p)) / length < kStraightM &&
            distanceOf(a, p) <= length + kStraightM && distanceOf(p, b) <= length + kStraightM);
}

std::vector<PlanPoint> simplified(std::vector<PlanPoint> points) {
    std::vector<PlanPoint> kept;
    for (const PlanPoint& p : points) {
        if (kept.empty() || distanceOf(kept.back(), p) > kStraightM) {
            kept.push_back(p);
        }
    }
    while (kept.size() > 1 && distanceOf(kept.front(), kept.back()) <= kStraightM) {
        kept.pop_back();
    }
    constexpr std::size_t kMostStraightened = 2000;
    for (std::size_t i = 0;
         kept.size() > 3 && kept.size() < kMostStraightened && i < kept.size();) {
        const std::size_t n = kept.size();
        if (isBetween(kept[(i + n - 1) % n], kept[i], kept[(i + 1) % n])) {
            kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
            i = i > 0 ? i - 1 : 0;
        } else {
            ++i;
        }
    }
    return kept;
}

/// Joins `line` to the end of `chain` if they meet there.
bool join(PlanLine& chain, PlanLine& line, double gapM) {
    const auto append = [&](bool atFront, bool reversed) {
        if (reversed) {
            std::reverse(line.points.begin(), line.points.end());
        }
        if (atFront) {
            line.points.insert(line.points.end(), chain.points.begin(), chain.points.end());
            chain.points = std::move(line.points);
        } else {
            chain.points.insert(chain.points.end(), line.points.begin(), line.points.end());
        }
        return true;
    };
    const PlanPoint head = chain.points.front(), tail = chain.points.back();
    const PlanPoint first = line.points.front(), last = line.points.back();
    return distanceOf(tail, first) <= gapM   ? append(false, false)
           : distanceOf(tail, last) <= gapM  ? append(false, true)
           : distanceOf(head, last) <= gapM  ? append(true, false)
           : distanceOf(head, first) <= gapM ? append(true, true)
                                             : false;
}

std::vector<double> merged(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    std::vector<double> kept;
    for (const double value : values) {
        if (kept.empty() || value - kept.back() > kSameM) {
            kept.push_back(value);
        }
    }
    return kept;
}

/// Lines of the grid whose cells are inside or outside: corners of the outline, and steps of slanted sides.
struct CoverGrid {
    std::vector<double> x, y;
};

CoverGrid gridOf(const std::vector<PlanPoint>& outline, const PlanBox& frame) {
    CoverGrid grid{{frame.west, frame.east}, {frame.south, frame.north}};
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const PlanPoint a = outline[i], b = outline[(i + 1) % outline.size()];
        const bool isSlanted = std::abs(a.x - b.x) > kStraightM && std::abs(a.y - b.y) > kStraightM;
        constexpr double kStepM = 0.5;
        constexpr int kMostSteps = 40;
        const int steps =
            isSlanted ? std::clamp(static_cast<int>(distanceOf(a, b) / kStepM), 1, kMostSteps) : 1;
        for (int k = 0; k < steps; ++k) {
            const double share = static_cast<double>(k) / steps;
            grid.x.push_back(std::clamp(a.x + share * (b.x - a.x), frame.west, frame.east));
            grid.y.push_back(std::clamp(a.y + share * (b.y - a.y), frame.south, frame.north));
        }
    }
    grid.x = merged(std::move(grid.x));
    grid.y = merged(std::move(grid.y));
    return grid;
}

}  // namespace

PlanBox boxOf(const std::vector<PlanPoint>& points) {
    PlanBox box{points.front().x, points.front().y, points.front().x, points.front().y};
    for (const PlanPoint& p : points) {
        box = {std::min(box.west, p.x), std::min(box.south, p.y), std::max(box.east, p.x),
               std::max(box.north, p.y)};
    }
    return box;
}

double distanceOf(PlanPoint a, PlanPoint b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

double areaOf(const std::vector<PlanPoint>& outline) {
    double twice = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const PlanPoint a = outline[i], b = outline[(i + 1) % outline.size()];
        twice += a.x * b.y - b.x * a.y;
    }
    return twice / 2.0;
}

bool isInside(const std::vector<PlanPoint>& outline, PlanPoint p) {
    bool inside = false;
    for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
        const PlanPoint a = outline[i], b = outline[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) {
            inside = !inside;
        }
    }
    return inside;
}

std::optional<PlanPoint> crossingOf(const std::vector<PlanPoint>& outline) {
    const std::size_t n = outline.size();
    for (std::size_t i = 0; i < n; ++i) {
        const PlanPoint a = outline[i], b = outline[(i + 1) % n];
        for (std::size_t j = i + 2; j < n; ++j) {
            if ((j + 1) % n == i) {
                continue;
            }
            const PlanPoint c = outline[j], d = outline[(j + 1) % n];
            const double ab = cross(c, d, a), ba = cross(c, d, b), cd = cross(a, b, c),
                         dc = cross(a, b, d);
            if (ab * ba < 0.0 && cd * dc < 0.0) {
                const double share = ab / (ab - ba);
                return PlanPoint{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
            }
        }
    }
    return std::nullopt;
}

bool isRectilinear(const std::vector<PlanPoint>& outline) {
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const PlanPoint a = outline[i], b = outline[(i + 1) % outline.size()];
        if (std::abs(a.x - b.x) > kStraightM && std::abs(a.y - b.y) > kStraightM) {
            return false;
        }
    }
    return true;
}

Chains chained(std::vector<PlanLine> lines, double gapM) {
    Chains chains;
    std::vector<PlanLine> loose;
    for (PlanLine& line : lines) {
        if (line.isClosed) {
            chains.closed.push_back(std::move(line));
        } else if (line.points.size() > 1) {
            loose.push_back(std::move(line));
        }
    }
    if (loose.size() > kMostChained) {
        loose.resize(kMostChained);
    }
    while (!loose.empty()) {
        PlanLine chain = std::move(loose.back());
        loose.pop_back();
        const auto isRing = [&] {
            return chain.points.size() > 3 &&
                   distanceOf(chain.points.front(), chain.points.back()) <= gapM;
        };
        for (bool grows = true; grows && !isRing();) {
            grows = false;
            for (std::size_t i = 0; i < loose.size(); ++i) {
                if (join(chain, loose[i], gapM)) {
                    loose[i] = std::move(loose.back());
                    loose.pop_back();
                    grows = true;
                    break;
                }
            }
        }
        chain.isClosed = isRing();
        (chain.isClosed ? chains.closed : chains.open).push_back(std::move(chain));
    }
    for (PlanLine& line : chains.closed) {
        line.points = simplified(std::move(line.points));
    }
    std::erase_if(chains.closed, [](const PlanLine& line) { return line.points.size() < 3; });
    return chains;
}

std::vector<PlanBox> coverOf(const std::vector<PlanPoint>& outline, const PlanBox& frame,
                             bool isInner) {
    const CoverGrid grid = gridOf(outline, frame);
    const std::size_t columns = grid.x.size() - 1, rows = grid.y.size() - 1;
    if (columns * rows > kMostCells || columns == 0 || rows == 0) {
        return {};
    }
    // Slightly inside each corner and in the middle: one point decides, so that the cover is never too small.
    const auto isCovered = [&](std::size_t c, std::size_t r) {
        constexpr std::array<std::pair<double, double>, 5> kAt = {
            {{0.5, 0.5}, {0.02, 0.02}, {0.98, 0.02}, {0.02, 0.98}, {0.98, 0.98}}};
        return std::any_of(kAt.begin(), kAt.end(), [&](const auto& at) {
            const PlanPoint p{grid.x[c] + at.first * (grid.x[c + 1] - grid.x[c]),
                              grid.y[r] + at.second * (grid.y[r + 1] - grid.y[r])};
            return isInside(outline, p) == isInner;
        });
    };
    std::vector<bool> open(columns * rows);
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) {
            open[r * columns + c] = isCovered(c, r);
        }
    }
    std::vector<PlanBox> boxes;
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) {
            std::size_t east = c;
            while (east < columns && open[r * columns + east]) {
                ++east;
            }
            if (east == c) {
                continue;
            }
            const auto rowIsOpen = [&](std::size_t row) {
                bool all = row < rows;
                for (std::size_t k = c; all && k < east; ++k) {
                    all = open[row * columns + k];
                }
                return all;
            };
            std::size_t north = r;
            while (rowIsOpen(north)) {
                for (std::size_t k = c; k < east; ++k) {
                    open[north * columns + k] = false;
                }
                ++north;
            }
            const PlanBox box{grid.x[c], grid.y[r], grid.x[east], grid.y[north]};
            if (box.width() > kLeastCoverM && box.depth() > kLeastCoverM) {
                boxes.push_back(box);
            }
        }
    }
    return boxes;
}

}  // namespace headroom::engine
