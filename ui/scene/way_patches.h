// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/scene/shape_field.h"
#include "ui/scene/way_mesh.h"

#include <QRgb>
#include <vtkSmartPointer.h>

#include <map>
#include <span>
#include <utility>
#include <vector>

class vtkActor;
class vtkPolyData;
class vtkRenderer;
class vtkUnsignedCharArray;

namespace headroom::ui {

/// Pipes, ducts and busways of a site, in patches of its ground. A patch so far away that its ways are narrower than a pixel or two is
/// drawn as lines, which cost an eighth of the triangles. Each piece has a tag, and each tag a colour.
class WayPatches {
  public:
    explicit WayPatches(vtkRenderer* renderer);
    ~WayPatches();
    WayPatches(const WayPatches&) = delete;
    WayPatches& operator=(const WayPatches&) = delete;

    void clear();

    /// Adds a piece of a stretch as a prism.
    void addPiece(const WayPoint& from, const WayPoint& to, double widthM, double heightM,
                  int sides, int tag);
    /// Adds a stretch as it is drawn from afar.
    void addLine(const WayPoint& from, const WayPoint& to, double widthM, int tag);
    /// Adds an upright block, which is not drawn from afar.
    void addBox(const WayPoint& foot, const WayPoint& size, int tag);

    /// Makes the actors. Call after the last piece.
    void finish();

    /// Colours by tag. Sends only what changed to the renderer.
    void paint(std::vector<QRgb> colours);

    void setVisible(bool on);
    void setOpacity(double opacity);

    /// Chooses lines or prisms by patch for the camera of the renderer. Runs before each frame.
    void adapt();

    bool isEmpty() const { return patches_.empty(); }

    /// Cost as chosen by the last adapt().
    ShapeField::Cost cost() const;

  private:
    /// Points in a row that have one tag.
    struct Run {
        int tag = 0;
        int points = 0;
    };

    struct Level {
        std::vector<Run> runs;
        vtkSmartPointer<vtkPolyData> mesh;
        vtkSmartPointer<vtkUnsignedCharArray> colours;
        vtkSmartPointer<vtkActor> actor;
        bool isOld = true;  ///< its colours are not those of `colours_`
    };

    struct Patch {
        engine::ShapeMesh prisms;
        std::vector<float> lines;  ///< x, y, z of both ends of each
        Level solid, line;
        double widestM = 0.0;
        Bounds3 bounds;
        bool isFar = false;
    };

    Patch& patchAt(const WayPoint& from, const WayPoint& to);
    void write(Level& level);
    void show();

    vtkRenderer* renderer_;
    std::map<std::pair<int, int>, Patch> patches_;
    std::vector<QRgb> colours_;
    unsigned long observer_ = 0;
    double opacity_ = 1.0;
    bool isOn_ = true;
};

}  // namespace headroom::ui
