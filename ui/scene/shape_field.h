// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/shapes/placed_shape.h"
#include "ui/kit/theme.h"
#include "ui/scene/scene_look.h"
#include "ui/scene/sun_light.h"

#include <QRgb>
#include <vtkSmartPointer.h>

#include <array>
#include <memory>
#include <vector>

class vtkActor;
class vtkPolyData;
class vtkRenderer;
class vtkUnsignedCharArray;

namespace headroom::ui {

/// Racks and machines, drawn as instances of their shapes: full ones near the camera, silhouettes far away, none
/// outside of the picture. A budget of triangles bounds the frame.
class ShapeField {
  public:
    explicit ShapeField(vtkRenderer* renderer);
    ~ShapeField();
    ShapeField(const ShapeField&) = delete;
    ShapeField& operator=(const ShapeField&) = delete;

    void clear();
    void setVisible(bool on);
    /// Adds a thing whose base fills `box` on the floor. Returns its index. `isOutdoors`: it has the light of the hour.
    int add(const engine::ShapeKey& key, const engine::Box& box, bool isOutdoors = false);

    int count() const { return static_cast<int>(things_.size()); }

    void setColour(int index, QRgb colour);

    /// A ghost is a grey, transparent silhouette. Takes effect with the next frame.
    void setLook(int index, SceneLook look);

    /// Uploads the colours. Call after a series of setColour().
    void uploadColours();
    void setTheme(const ThemeColours& colours);
    /// Light on things outdoors, apart from the colours of setColour().
    void setLight(const SunLight& light);

    /// Chooses the detail of each thing for the camera and size of the renderer. Runs before each frame.
    void adapt();

    static constexpr int kUsualBudget = 100'000, kQuickBudget = 20'000;

    /// Most triangles of full shapes in one frame.
    void setTriangleBudget(int triangles) { budget_ = triangles; }

    struct Cost {
        int triangles = 0, draws = 0, full = 0, low = 0, ghosts = 0;
    };

    /// Cost of the frame as chosen by the last adapt().
    Cost cost() const;

  private:
    enum class Level : std::int8_t { Full, Low, Ghost, Hidden };

    static constexpr std::size_t kLevels = 3;  ///< that are drawn

    struct Thing {
        int kind = 0;  ///< index into kinds_
        std::array<double, 3> at{};
        double heightM = 0.0, radiusM = 0.0;
        QRgb colour = 0;
        Level level = Level::Hidden;
        SceneLook look = SceneLook::Shown;
        double pixels = 0.0;  ///< height in the picture
    };

    /// One level of a shape: its actors, and the things that it draws.
    struct Drawn {
        bool isMade = false;
        int triangles = 0;
        vtkSmartPointer<vtkPolyData> coloured, plain;
        vtkSmartPointer<vtkUnsignedCharArray> colours;
        std::vector<vtkSmartPointer<vtkActor>> actors;
        std::vector<engine::Surface> surfaces;
        std::vector<int> things;
    };

    struct Kind {
        engine::ShapeKey key;
        bool isOutdoors = false;
        int fullTriangles = 0;
        std::array<Drawn, kLevels> levels;
    };

    void make(Kind& kind, Level level);
    void paintAll();
    Level silhouetteOf(const Thing& thing, const std::array<double, 24>& planes) const;
    void place(Drawn& drawn, std::vector<int> things);
    void writeColours(Drawn& drawn);
    void paint(Drawn& drawn, bool isOutdoors);
    void paintGhost(vtkActor* actor) const;

    vtkRenderer* renderer_;
    ThemeColours theme_;
    SunLight light_;
    std::vector<Thing> things_;
    std::vector<std::unique_ptr<Kind>> kinds_;
    int budget_ = kUsualBudget;
    unsigned long observer_ = 0;
    bool isOn_ = true;
};

/// The colour of a material of shapes.
QColor surfaceColour(engine::Surface surface, const ThemeColours& colours);

}  // namespace headroom::ui
