// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <QImage>
#include <QRectF>
#include <vtkSmartPointer.h>

#include <span>

class vtkPolyData;
class vtkTexture;

namespace headroom::ui {

/// Direction to the sun.
struct Sun {
    double eastward = 0.9, northward = -0.6, upward = 1.5;
};

/// Area of the site that is shaded: halls, racks and machines with room for their shadows [m].
QRectF shadedArea(const engine::Layout& layout);

/// Soft shadows on the ground and contact shade around machines, as seen from above. 255 is the darkest. The
/// first row is the northern edge of `area`.
QImage groundShade(const engine::Layout& layout, const QRectF& area, const Sun& sun);

/// The shade as light that is left, for a mesh of shadedMesh(). `darkest` is the share that full shade takes away.
vtkSmartPointer<vtkTexture> shadeTexture(const QImage& shade, double darkest);

/// Rectangles at the height of the boxes' z, with places in a texture of `area`.
vtkSmartPointer<vtkPolyData> shadedMesh(std::span<const engine::Box> boxes, const QRectF& area);

}  // namespace headroom::ui
