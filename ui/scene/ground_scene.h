// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/kit/theme.h"
#include "ui/scene/ground_shade.h"
#include "ui/scene/sun_light.h"

#include <QElapsedTimer>
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

    /// Shadows of the sun move if it did so far that one sees it.
    void setLight(const SunLight& light);

    /// False: shadows are not drawn, for a camera that moves.
    void setShaded(bool on);

    /// False: a picture without ground. Floors of halls stay.
    void setVisible(bool on);

    /// All actors of the ground.
    std::vector<vtkActor*> actors();

    /// Device pixels per logical one: for the width of lines.
    void setPixelRatio(double ratio);

  private:
    void throwShadows();
    void paint();
    void addSite(const engine::Layout& layout, const QRectF& shaded);
    std::array<vtkSmartPointer<vtkActor>*, 9> parts();
    std::array<vtkActor*, 4> shadedParts() const;

    vtkRenderer* renderer_;
    vtkSmartPointer<vtkActor> ground_, lines_, shadedGround_, shadedFloors_;
    vtkSmartPointer<vtkActor> paving_, roads_, markings_, fence_, pads_;
    vtkSmartPointer<vtkTexture> texture_;
    GroundShade shade_;
    ThemeColours theme_;
    SunLight light_, shadedLight_;  ///< of now, and of the shadows that are drawn
    QElapsedTimer sinceShadows_;
    qint64 shadowsTookMs_ = 0;
    bool isShaded_ = true;
};

}  // namespace headroom::ui
