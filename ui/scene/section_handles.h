// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/theme.h"
#include "ui/scene/scene_camera.h"
#include "ui/scene/scene_focus.h"

#include <vector>

class QPainter;

namespace headroom::ui {

/// A knob by which a person drags the plane of a section, or a side of its box.
struct SectionHandle {
    Vec3 at{};
    Vec3 axis{};  ///< in which it moves, of length 1
};

/// One of a plane, six of a box: low and high east, north and up. `site`: bounds within which a plane has its handle.
std::vector<SectionHandle> sectionHandles(const SceneFocus& focus, const Bounds3& site);

/// The handle under the pointer; -1 if none.
int handleAt(const std::vector<SectionHandle>& handles, const SceneCamera& camera, QPointF pointer);

/// Metres along the axis of a handle for a movement of the pointer.
double metresAlong(const SectionHandle& handle, const SceneCamera& camera, QPointF moved);

/// Moves the plane or the side. A box keeps a least size.
void moveHandle(SceneFocus& focus, int handle, double byM);

/// Paints the knobs and the outline of the section.
void paintSection(QPainter& painter, const SceneFocus& focus, const Bounds3& site,
                  const SceneCamera& camera, const ThemeColours& colours);

}  // namespace headroom::ui
