// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"

#include <vtkSmartPointer.h>

#include <span>
#include <vector>

class vtkActor;
class vtkPolyData;
class vtkUnsignedCharArray;

/// Small helpers that make VTK geometry from boxes.
namespace headroom::ui {

/// All boxes as one mesh with normals.
vtkSmartPointer<vtkPolyData> boxesMesh(std::span<const engine::Box> boxes);
/// The twelve edges of each box, `grow` metres outside of it.
vtkSmartPointer<vtkPolyData> boxesEdges(std::span<const engine::Box> boxes, double grow);
/// Rectangles at the height of the boxes' z.
vtkSmartPointer<vtkPolyData> rectanglesMesh(std::span<const engine::Box> boxes);
/// Lines of a grid with `pitch` metres over an area.
vtkSmartPointer<vtkPolyData> gridLines(double x0, double y0, double x1, double y1, double z,
                                       double pitch);
/// One point per box at the middle of its base, with its size as "size" and `colours` as "colour":
/// the input of an instancing mapper.
vtkSmartPointer<vtkPolyData> boxPoints(std::span<const engine::Box> boxes,
                                       vtkUnsignedCharArray* colours);

vtkSmartPointer<vtkActor> meshActor(vtkPolyData* mesh);
/// Draws `shape` (a unit shape that stands on the origin) at each point of boxPoints().
vtkSmartPointer<vtkActor> instanceActor(vtkPolyData* points, vtkPolyData* shape);

}  // namespace headroom::ui
