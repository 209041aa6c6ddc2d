// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/scene/sun_light.h"

#include <QImage>
#include <QRectF>
#include <vtkSmartPointer.h>

#include <cstdint>
#include <span>
#include <vector>

class vtkPolyData;
class vtkTexture;

namespace headroom::ui {

/// Area of the site that is shaded: halls, racks and machines with room for their shadows [m].
QRectF shadedArea(const engine::Layout& layout);

/// Soft shadows on the ground and contact shade around machines, as seen from above. Shade without the sun is computed once.
class GroundShade {
  public:
    GroundShade() = default;
    GroundShade(const engine::Layout& layout, const QRectF& area);

    /// 255 is the darkest. The first row is the northern edge of the area. `day`: share of the shadows of the sun.
    QImage at(const Sun& sun, double day) const;

  private:
    struct Prism {
        QRectF foot;
        double topM = 0.0;
    };

    QRectF area_;
    double pixelM_ = 1.0;
    QSize size_;
    std::vector<Prism> boxes_;
    std::vector<std::uint8_t> steady_;  ///< light that contact shade and joints leave over
};

/// The shade as light that is left, into a texture for a mesh of shadedMesh(). `darkest` is the share that full shade takes away.
void fillShadeTexture(vtkTexture* texture, const QImage& shade, double darkest);

/// Rectangles at the height of the boxes' z, with places in a texture of `area`.
vtkSmartPointer<vtkPolyData> shadedMesh(std::span<const engine::Box> boxes, const QRectF& area);

}  // namespace headroom::ui
