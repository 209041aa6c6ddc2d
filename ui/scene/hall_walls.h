// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/kit/theme.h"
#include "ui/scene/sun_light.h"

#include <vtkSmartPointer.h>

#include <array>

class vtkActor;
class vtkRenderer;

namespace headroom::ui {

/// Upper walls of the halls: posts, beams and glass above the low walls. Only walls behind the halls are drawn, so that
/// the camera looks into every hall.
class HallWalls {
  public:
    explicit HallWalls(vtkRenderer* renderer);
    ~HallWalls();
    HallWalls(const HallWalls&) = delete;
    HallWalls& operator=(const HallWalls&) = delete;

    /// `lowM`: height of the low walls, `thickM`: of all walls.
    void setLayout(const engine::Layout& layout, double lowM, double thickM);
    /// At night the glass has the light of the halls.
    void setTheme(const ThemeColours& colours, const SunLight& light);

    /// Chooses the walls that the camera of the renderer sees from inside. Runs before each frame.
    void adapt();

    enum Wall { South, East, North, West, Count };

    bool isShown(Wall wall) const { return shown_.at(wall); }

  private:
    void clear();

    vtkRenderer* renderer_;
    std::array<vtkSmartPointer<vtkActor>, Count> frames_, panes_;
    std::array<bool, Count> shown_{};
    unsigned long observer_ = 0;
};

}  // namespace headroom::ui
