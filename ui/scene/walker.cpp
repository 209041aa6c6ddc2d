// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/walker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kHallWallM = 0.18;
constexpr double kOpeningM = 2.0;    // without a stated door
constexpr double kDoorReachM = 1.0;  // from a door to the wall that it is in
constexpr double kStrideM = 0.1;     // in which a step is tried

/// Gaps of a wall from `from` to `to`, in order and apart.
std::vector<std::pair<double, double>> solidParts(double from, double to,
                                                  std::vector<std::pair<double, double>> gaps) {
    std::sort(gaps.begin(), gaps.end());
    std::vector<std::pair<double, double>> parts;
    for (const auto& [low, high] : gaps) {
        if (low > from) {
            parts.emplace_back(from, std::min(low, to));
        }
        from = std::max(from, high);
    }
    if (from < to) {
        parts.emplace_back(from, to);
    }
    return parts;
}

}  // namespace

Walker::Walker(const engine::Layout& layout) {
    for (const engine::RackBox& rack : layout.racks) {
        solids_.push_back(rack.box);
    }
    for (const engine::EquipmentBox& machine : layout.equipment) {
        solids_.push_back(machine.box);
    }
    for (const engine::StructureBox& part : layout.structures) {
        if (part.kind == models::StructureKind::Wall ||
            part.kind == models::StructureKind::Column) {
            solids_.push_back(part.box);
        }
    }
    for (const engine::AisleBox& aisle : layout.aisles) {
        aisles_.push_back(aisle.box);
    }
    for (std::size_t hall = 0; hall < layout.halls.size(); ++hall) {
        addHall(layout, hall);
    }
}

void Walker::addHall(const engine::Layout& layout, std::size_t hall) {
    const engine::Box& b = layout.halls[hall].box;
    using Gaps = std::vector<std::pair<double, double>>;
    Gaps south, north, west, east;
    bool hasDoor = false;
    for (const engine::StructureBox& part : layout.structures) {
        if (part.kind != models::StructureKind::Door) {
            continue;
        }
        const engine::Box& d = part.box;
        const auto isAt = [](double low, double high, double wall) {
            return low - kDoorReachM < wall && wall < high + kDoorReachM;
        };
        const bool isAcross = d.x + d.width > b.x && d.x < b.x + b.width;
        const bool isAlong = d.y + d.depth > b.y && d.y < b.y + b.depth;
        const auto add = [&](Gaps& gaps, double low, double high) {
            gaps.emplace_back(low, high);
            hasDoor = true;
        };
        if (isAcross && isAt(d.y, d.y + d.depth, b.y)) {
            add(south, d.x, d.x + d.width);
        }
        if (isAcross && isAt(d.y, d.y + d.depth, b.y + b.depth)) {
            add(north, d.x, d.x + d.width);
        }
        if (isAlong && isAt(d.x, d.x + d.width, b.x)) {
            add(west, d.y, d.y + d.depth);
        }
        if (isAlong && isAt(d.x, d.x + d.width, b.x + b.width)) {
            add(east, d.y, d.y + d.depth);
        }
    }
    if (!hasDoor) {
        const double middle = b.x + b.width / 2.0;
        south.emplace_back(middle - kOpeningM / 2.0, middle + kOpeningM / 2.0);
    }
    for (const auto& [gaps, y] : {std::pair{&south, b.y - kHallWallM}, {&north, b.y + b.depth}}) {
        for (const auto& [from, to] : solidParts(b.x, b.x + b.width, *gaps)) {
            solids_.push_back({from, y, b.z, to - from, kHallWallM, b.height});
        }
    }
    for (const auto& [gaps, x] : {std::pair{&west, b.x - kHallWallM}, {&east, b.x + b.width}}) {
        for (const auto& [from, to] : solidParts(b.y, b.y + b.depth, *gaps)) {
            solids_.push_back({x, from, b.z, kHallWallM, to - from, b.height});
        }
    }
}

bool Walker::isFree(double x, double y) const {
    return std::none_of(solids_.begin(), solids_.end(), [&](const engine::Box& b) {
        return b.z < kEyeM && b.z + b.height > 0.3 && x > b.x - kRoomM &&
               x < b.x + b.width + kRoomM && y > b.y - kRoomM && y < b.y + b.depth + kRoomM;
    });
}

Vec3 Walker::step(const Vec3& from, double byX, double byY) const {
    Vec3 at = from;
    const int strides = std::max(1, static_cast<int>(std::ceil(std::hypot(byX, byY) / kStrideM)));
    // Who starts inside of something walks out of it.
    const bool wasFree = isFree(from[0], from[1]);
    for (int i = 0; i < strides; ++i) {
        const double x = at[0] + byX / strides, y = at[1] + byY / strides;
        if (!wasFree || isFree(x, y)) {
            at[0] = x;
            at[1] = y;
        } else if (isFree(x, at[1])) {
            at[0] = x;
        } else if (isFree(at[0], y)) {
            at[1] = y;
        } else {
            break;
        }
    }
    return at;
}

Walker::Start Walker::startNear(double x, double y) const {
    Start start{{x, y, kEyeM}, 0.0};
    double least = std::numeric_limits<double>::infinity();
    for (const engine::Box& aisle : aisles_) {
        const bool isEast = aisle.width >= aisle.depth;
        // At the end of the aisle, looking along it.
        const double atX = isEast ? aisle.x + 0.5 : aisle.x + aisle.width / 2.0;
        const double atY = isEast ? aisle.y + aisle.depth / 2.0 : aisle.y + 0.5;
        const double away = std::hypot(std::clamp(x, aisle.x, aisle.x + aisle.width) - x,
                                       std::clamp(y, aisle.y, aisle.y + aisle.depth) - y) +
                            1e-3 * std::hypot(atX - x, atY - y);
        if (away < least && isFree(atX, atY)) {
            least = away;
            start = {{atX, atY, kEyeM}, isEast ? -std::numbers::pi / 2.0 : 0.0};
        }
    }
    constexpr double kRingM = 0.5, kFarthestM = 60.0;
    for (double r = kRingM; !isFree(start.eye[0], start.eye[1]) && r < kFarthestM; r += kRingM) {
        for (double angle = 0.0; angle < 2.0 * std::numbers::pi; angle += std::numbers::pi / 8.0) {
            const double tryX = x + r * std::cos(angle), tryY = y + r * std::sin(angle);
            if (isFree(tryX, tryY)) {
                start.eye = {tryX, tryY, kEyeM};
                break;
            }
        }
    }
    return start;
}

}  // namespace headroom::ui
