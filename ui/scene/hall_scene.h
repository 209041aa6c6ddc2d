// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/kit/theme.h"
#include "ui/scene/ground_scene.h"
#include "ui/scene/hall_walls.h"
#include "ui/scene/scene_mask.h"
#include "ui/scene/scene_outlines.h"
#include "ui/scene/section_cut.h"
#include "ui/scene/shape_field.h"

#include <QColor>
#include <vtkSmartPointer.h>

#include <array>
#include <optional>
#include <span>
#include <vector>

class vtkActor;
class vtkLight;
class vtkRenderer;

namespace headroom::ui {

/// Objects on the floor, as VTK actors: ground, halls, aisles, racks and machines as instances of their
/// shapes, outlines of the selected and hovered ones. Knows no window and no
/// simulation.
class HallScene {
  public:
    HallScene();
    ~HallScene();
    HallScene(const HallScene&) = delete;
    HallScene& operator=(const HallScene&) = delete;

    vtkRenderer* renderer() const;

    void setLayout(const engine::Layout& layout);
    /// One colour per rack; uploads them. Call only when they changed.
    void setColours(std::span<const QRgb> colours);
    /// One colour per piece of equipment, where it is not that of its kind; after setTheme().
    void setMachineColours(std::span<const QRgb> colours);
    void setTheme(const ThemeColours& colours);

    /// Outlines of selected, hovered and moved objects.
    SceneOutlines& outlines() { return outlines_; }

    /// Light of the hour on ground, walls and machines outdoors.
    void setLight(const SunLight& light);

    const SunLight& light() const { return light_; }

    void setAislesVisible(bool on);

    void setGroundVisible(bool on) { ground_.setVisible(on); }

    /// Draws the rest of a focus as ghosts or not at all, and what it cuts off not.
    void setFocus(const SceneFocus& focus, const SceneMask& mask);

    /// Draws without shadows and with few full shapes, for a camera that moves. Returns whether it did before.
    bool setQuick(bool on);

    bool isQuick() const { return quick_; }

    const ShapeField& shapes() const { return shapes_; }

    /// Device pixels per logical one: for the width of outlines.
    void setPixelRatio(double ratio);

  private:
    void clear();
    void addHalls(const engine::Layout& layout);
    void addAisles(const engine::Layout& layout);
    void addRacks(const engine::Layout& layout);
    void addEquipment(const engine::Layout& layout);
    void addStructures(const engine::Layout& layout);
    void paintTheme();
    void shade();
    void paintMachines();
    std::array<vtkSmartPointer<vtkActor>*, 8> parts();

    struct Machine {
        engine::EquipmentKind kind = engine::EquipmentKind::Cdu;
        bool isOutdoors = false;
        std::optional<QRgb> colour;  ///< that of its kind if there is none
    };

    vtkSmartPointer<vtkRenderer> renderer_;
    ThemeColours theme_;
    std::vector<vtkSmartPointer<vtkActor>> actors_;
    GroundScene ground_;
    vtkSmartPointer<vtkActor> floors_, walls_, hot_, cold_;
    SceneOutlines outlines_;
    vtkSmartPointer<vtkActor> structures_, rooms_, keptClear_, cableTrays_;
    ShapeField shapes_;  ///< racks, then machines
    HallWalls upperWalls_;
    SectionCut cut_;
    int racks_ = 0;
    std::vector<Machine> machines_;
    vtkSmartPointer<vtkLight> sunLamp_;
    SunLight light_;
    unsigned long observer_ = 0;
    bool quick_ = false;
    bool hidesRest_ = false;
    bool aislesVisible_ = true;
};

}  // namespace headroom::ui
