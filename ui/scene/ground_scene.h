// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/kit/theme.h"

#include <vtkSmartPointer.h>

#include <array>
#include <vector>

class QRectF;
class vtkActor;
class vtkRenderer;
class vtkTexture;

namespace headroom::ui {

/// The site below the halls, as VTK actors: the wide ground with its grid, the shaded ground and floors near the halls, yard, roads
/// and fence, and foundations of machines outdoors.
class GroundScene {
  public:
    explicit GroundScene(vtkRenderer* renderer) : renderer_(renderer) {}

    void setLayout(const engine::Layout& layout);
    void clear();
    void setTheme(const ThemeColours& colours);

    /// False: shadows are not drawn, for a camera that moves.
    void setShaded(bool on);

    /// All actors of the ground.
    std::vector<vtkActor*> actors();

    /// Device pixels per logical one: for the width of lines.
    void setPixelRatio(double ratio);

  private:
    void addSite(const engine::Layout& layout, const QRectF& shaded);
    std::array<vtkSmartPointer<vtkActor>*, 9> parts();
    std::array<vtkActor*, 4> shadedParts() const;

    vtkRenderer* renderer_;
    vtkSmartPointer<vtkActor> ground_, lines_, shadedGround_, shadedFloors_;
    vtkSmartPointer<vtkActor> paving_, roads_, markings_, fence_, pads_;
    vtkSmartPointer<vtkTexture> shade_;
    bool isShaded_ = true;
};

}  // namespace headroom::ui
