// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/section_handles.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kKnobPixels = 8.0, kReachPixels = 13.0;
constexpr double kLeastBoxM = 0.5;

std::array<Vec3, 8> cornersOf(const Bounds3& b) {
    std::array<Vec3, 8> corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        corners[i] = {(i & 1) != 0 ? b.high[0] : b.low[0], (i & 2) != 0 ? b.high[1] : b.low[1],
                      (i & 4) != 0 ? b.high[2] : b.low[2]};
    }
    return corners;
}

/// The box, or the rectangle of the plane within the site.
Bounds3 sectionBounds(const SceneFocus& focus, const Bounds3& site) {
    if (focus.cut == SceneFocus::Cut::Box) {
        const engine::Box& b = focus.box;
        return {{b.x, b.y, b.z}, {b.x + b.width, b.y + b.depth, b.z + b.height}};
    }
    Bounds3 plane = site;
    const auto axis = static_cast<std::size_t>(focus.cut) - 1;
    plane.low[axis] = plane.high[axis] = focus.cutAtM;
    return plane;
}

}  // namespace

std::vector<SectionHandle> sectionHandles(const SceneFocus& focus, const Bounds3& site) {
    std::vector<SectionHandle> handles;
    if (focus.cut == SceneFocus::Cut::None) {
        return handles;
    }
    const Bounds3 b = sectionBounds(focus, site);
    Vec3 middle{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        middle[axis] = (b.low[axis] + b.high[axis]) / 2.0;
    }
    const auto add = [&](std::size_t axis, double at) {
        SectionHandle handle{middle, {0, 0, 0}};
        handle.at[axis] = at;
        handle.axis[axis] = 1.0;
        handles.push_back(handle);
    };
    if (focus.cut != SceneFocus::Cut::Box) {
        add(static_cast<std::size_t>(focus.cut) - 1, focus.cutAtM);
        return handles;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        add(axis, b.low[axis]);
        add(axis, b.high[axis]);
    }
    return handles;
}

int handleAt(const std::vector<SectionHandle>& handles, const SceneCamera& camera,
             QPointF pointer) {
    int nearest = -1;
    double least = kReachPixels;
    for (std::size_t i = 0; i < handles.size(); ++i) {
        const double away = QLineF(camera.project(handles[i].at), pointer).length();
        if (away < least) {
            least = away;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

double metresAlong(const SectionHandle& handle, const SceneCamera& camera, QPointF moved) {
    Vec3 ahead = handle.at;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        ahead[axis] += handle.axis[axis];
    }
    const QPointF perM = camera.project(ahead) - camera.project(handle.at);
    const double square = QPointF::dotProduct(perM, perM);
    // An axis that points at the camera cannot be dragged.
    return std::isfinite(square) && square > 1e-3 ? QPointF::dotProduct(moved, perM) / square : 0.0;
}

void moveHandle(SceneFocus& focus, int handle, double byM) {
    if (focus.cut != SceneFocus::Cut::Box) {
        focus.cutAtM += byM;
        return;
    }
    engine::Box& b = focus.box;
    const std::array<double*, 3> low = {&b.x, &b.y, &b.z}, size = {&b.width, &b.depth, &b.height};
    const auto axis = static_cast<std::size_t>(handle / 2);
    if (handle % 2 == 0) {
        const double by = std::min(byM, *size.at(axis) - kLeastBoxM);
        *low.at(axis) += by;
        *size.at(axis) -= by;
    } else {
        *size.at(axis) = std::max(kLeastBoxM, *size.at(axis) + byM);
    }
}

void paintSection(QPainter& painter, const SceneFocus& focus, const Bounds3& site,
                  const SceneCamera& camera, const ThemeColours& colours) {
    const std::vector<SectionHandle> handles = sectionHandles(focus, site);
    if (handles.empty()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.accent, 1.5, Qt::DashLine));
    const std::array<Vec3, 8> corners = cornersOf(sectionBounds(focus, site));
    for (std::size_t a = 0; a < corners.size(); ++a) {
        for (const std::size_t bit : {1U, 2U, 4U}) {
            const QPointF from = camera.project(corners[a]), to = camera.project(corners[a | bit]);
            if ((a & bit) == 0 && std::isfinite(from.x()) && std::isfinite(to.x())) {
                painter.drawLine(from, to);
            }
        }
    }
    for (const SectionHandle& handle : handles) {
        const QPointF at = camera.project(handle.at);
        if (!std::isfinite(at.x())) {
            continue;
        }
        Vec3 ahead = handle.at;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            ahead[axis] += handle.axis[axis];
        }
        QLineF way(at, camera.project(ahead));
        painter.setPen(QPen(colours.accent, 2.0));
        if (way.length() > 0.5) {
            constexpr double kArrowPixels = 20.0;
            way.setLength(kArrowPixels);
            painter.drawLine(way.p2(), at - (way.p2() - at));
        }
        painter.setBrush(colours.raised);
        painter.drawEllipse(at, kKnobPixels, kKnobPixels);
    }
    painter.restore();
}

}  // namespace headroom::ui
