// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "engine/shapes/shape.h"

#include <QColor>
#include <vtkSmartPointer.h>

#include <span>
#include <vector>

class vtkActor;
class vtkPolyData;
class vtkRenderer;

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
/// The triangles of one material of a shape.
vtkSmartPointer<vtkPolyData> trianglesMesh(const engine::ShapeMesh& mesh);

/// Adds the triangles of another mesh.
void appendMesh(engine::ShapeMesh& mesh, const engine::ShapeMesh& more);

vtkSmartPointer<vtkActor> meshActor(vtkPolyData* mesh);
/// Sets how far away things of the renderer fade into its background, for its camera. Runs before each frame.
void adaptHaze(vtkRenderer* renderer);

/// Colours a matt actor. Does nothing without one.
void tintActor(vtkActor* actor, const QColor& colour, double ambient, double diffuse);
/// Draws a shape at each of the points, in their "colour" where they have one.
vtkSmartPointer<vtkActor> shapeActor(vtkPolyData* points, vtkPolyData* shape);

}  // namespace headroom::ui
