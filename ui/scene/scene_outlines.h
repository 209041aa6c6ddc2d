// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/kit/theme.h"

#include <vtkSmartPointer.h>

#include <array>
#include <vector>

class vtkActor;
class vtkRenderer;

namespace headroom::ui {

/// Edges of boxes that are pointed out in a scene: what is selected, what the mouse is over, and what is being moved or
/// put down.
class SceneOutlines {
  public:
    enum class Kind { Selected, Hovered, Ghosts };

    /// `renderer` must outlive the outlines.
    SceneOutlines(vtkRenderer* renderer, const ThemeColours& colours)
        : renderer_(renderer), theme_(colours) {}

    /// These boxes in place of those of that kind before.
    void set(Kind kind, const std::vector<engine::Box>& boxes);

    void clear();

    void setTheme(const ThemeColours& colours);

    /// Device pixels per logical one, for outlines from now on.
    void setPixelRatio(double ratio) { pixelRatio_ = ratio; }

  private:
    static constexpr std::array kKinds = {Kind::Selected, Kind::Hovered, Kind::Ghosts};

    void paint(Kind kind);

    vtkRenderer* renderer_;
    ThemeColours theme_;
    std::array<vtkSmartPointer<vtkActor>, kKinds.size()> actors_;
    double pixelRatio_ = 1.0;
};

}  // namespace headroom::ui
